// Step 4: the sets of cards that pay for an attack, in the order of engine.py.
//
// A subset of a hand is a number whose bit i is the hand's card number i in card order. The subsets of a hand of n cards
// are tried in a fixed order, fewer cards first and then card order, against a table of all their values.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "cards.hpp"
#include "rules.hpp"

namespace regicide {

using Subset = std::uint16_t;

inline constexpr std::size_t MOST_SUBSETS = std::size_t{1} << LARGEST_HAND;

// Where the subsets of n cards begin in SUBSET_ORDERS: 2^k - 1 stand there for every k below n.
constexpr std::size_t subsets_begin(int cards) {
    return (std::size_t{1} << cards) - 1 - static_cast<std::size_t>(cards);
}

// All subsets but the empty one, for hands of 0 to 10 cards one after the other, in the documented order.
inline constexpr auto SUBSET_ORDERS = [] {
    std::array<Subset, subsets_begin(LARGEST_HAND + 1)> orders{};
    std::size_t end = 0;
    for (int cards = 1; cards <= LARGEST_HAND; ++cards) {
        for (int size = 1; size <= cards; ++size) {
            std::array<int, LARGEST_HAND> chosen{};
            for (int place = 0; place < size; ++place) {
                chosen[static_cast<std::size_t>(place)] = place;
            }
            while (true) {
                unsigned subset = 0;
                for (int place = 0; place < size; ++place) {
                    subset |= 1U << chosen[static_cast<std::size_t>(place)];
                }
                orders[end++] = static_cast<Subset>(subset);
                int moved = size - 1;
                while (moved >= 0 && chosen[static_cast<std::size_t>(moved)] == cards - size + moved) {
                    --moved;
                }
                if (moved < 0) {
                    break;
                }
                int card = chosen[static_cast<std::size_t>(moved)];
                for (; moved < size; ++moved) {
                    chosen[static_cast<std::size_t>(moved)] = ++card;
                }
            }
        }
    }
    return orders;
}();

// The payments of one hand; they become masks only when somebody asks for them.
class Payments {
public:
    Payments() {}  // NOLINT(modernize-use-equals-default): not initialised on purpose

    // Find the payments of a hand of at most ten cards for an attack of at least 1.
    void find(Mask hand, int attack, Overpay overpay) {
        size_ = 0;
        if (mask_value(hand) < attack) {
            return;
        }
        spread(hand);
        fill<std::uint8_t>(sums_, [](int sum, int value) { return sum + value; }, 0);
        if (jesters_of(hand) == 2) {
            // The two Jesters are one card: subsets with only the second one are those with only the first.
            std::fill_n(sums_.begin() + (1 << (cards_ - 1)), 1 << (cards_ - 2), std::uint8_t{0});
        }
        switch (overpay) {
            case Overpay::any:
                select([this, attack](Subset subset) { return sums_[subset] >= attack; });
                break;
            case Overpay::until_covered:
                fill<std::uint8_t>(spares_, [](int spare, int value) { return std::max(spare, value); }, 0);
                select_tight(attack);
                break;
            case Overpay::minimal:
                fill<std::uint8_t>(spares_, [](int spare, int value) { return std::min(spare, value); }, 255);
                select_tight(attack);
                break;
        }
    }

    std::size_t size() const { return size_; }

    // The cards of a payment by its number in the order.
    Mask operator[](std::size_t place) const {
        const Subset subset = subsets_[place];
        return low_masks_[subset % low_masks_.size()] + high_masks_[subset / low_masks_.size()];
    }

private:
    static constexpr std::size_t LOW_CARDS = LARGEST_HAND / 2;
    using HalfMasks = std::array<Mask, std::size_t{1} << LOW_CARDS>;
    using Table = std::array<std::uint8_t, MOST_SUBSETS>;  // ten cards are worth 160 at the most

    void spread(Mask hand) {
        cards_ = 0;
        std::array<Mask, LARGEST_HAND> units;
        for (Mask suited = hand & SUITED_MASK; suited != 0; suited &= suited - 1) {
            units[static_cast<std::size_t>(cards_)] = lowest_card(suited);
            values_[static_cast<std::size_t>(cards_++)] = card_value(lowest_index(suited));
        }
        for (int jester = 0; jester < jesters_of(hand); ++jester) {
            units[static_cast<std::size_t>(cards_)] = JESTER_UNIT;
            values_[static_cast<std::size_t>(cards_++)] = 0;
        }
        const auto low = std::min(static_cast<std::size_t>(cards_), LOW_CARDS);
        fill_masks(low_masks_, std::span(units).first(low));
        fill_masks(high_masks_, std::span(units).subspan(LOW_CARDS, static_cast<std::size_t>(cards_) - low));
    }

    static void fill_masks(HalfMasks& masks, std::span<const Mask> units) {
        masks[0] = 0;
        for (std::size_t card = 0; card < units.size(); ++card) {
            const std::size_t half = std::size_t{1} << card;
            for (std::size_t subset = 0; subset < half; ++subset) {
                masks[half + subset] = masks[subset] + units[card];
            }
        }
    }

    // Build a table over all subsets, card by card: the subsets with the card follow from those without it.
    template <typename Number, typename Combine>
    void fill(Table& table, Combine combine, Number of_none) {
        table[0] = of_none;
        for (int card = 0; card < cards_; ++card) {
            const int value = values_[static_cast<std::size_t>(card)];
            const std::size_t half = std::size_t{1} << card;
            for (std::size_t subset = 0; subset < half; ++subset) {
                table[half + subset] = static_cast<Number>(combine(table[subset], value));
            }
        }
    }

    template <typename Pays>
    void select(Pays pays) {
        const auto order = std::span(SUBSET_ORDERS).subspan(subsets_begin(cards_), (std::size_t{1} << cards_) - 1);
        std::size_t size = 0;
        for (const Subset subset : order) {
            subsets_[size] = subset;  // overwritten unless it is counted: no branch to mispredict
            size += pays(subset) ? 1 : 0;
        }
        size_ = size;
    }

    // Without its spare card a payment has to leave the attack uncovered.
    void select_tight(int attack) {
        select([this, attack](Subset subset) {
            return sums_[subset] >= attack && sums_[subset] - spares_[subset] < attack;
        });
    }

    int cards_ = 0;
    std::size_t size_ = 0;
    std::array<int, LARGEST_HAND> values_;
    HalfMasks low_masks_;   // of the subsets of the first five cards
    HalfMasks high_masks_;  // of the others
    Table sums_;
    Table spares_;
    std::array<Subset, MOST_SUBSETS> subsets_;
};

// Go through the payments without a card to spare, for the search: each card by card from its most valuable one, so that
// the card that covers the attack is the one that nothing smaller follows. Jesters never stand in one.
template <typename Emit>
void minimal_payments(Mask hand, int attack, Emit&& emit) {
    std::array<Mask, LARGEST_HAND> cards{};
    std::array<int, LARGEST_HAND> values{};
    std::array<int, LARGEST_HAND + 1> rest{};  // the value of a card and of all that come after it
    std::size_t count = 0;
    for (Mask left = hand & SUITED_MASK; left != 0; ++count) {
        const int index = static_cast<int>(std::bit_width(left)) - 1;
        cards[count] = card_unit(index);
        values[count] = card_value(index);
        left ^= cards[count];
    }
    for (std::size_t place = count; place-- > 0;) {
        rest[place] = rest[place + 1] + values[place];
    }
    std::array<std::size_t, LARGEST_HAND + 1> path;  // the places of the cards that are chosen
    std::size_t chosen = 0;
    Mask mask = 0;
    int missing = attack;
    for (std::size_t place = 0;;) {
        if (place < count && rest[place] >= missing) {
            if (values[place] >= missing) {
                emit(mask + cards[place]);
            } else {
                path[chosen++] = place;
                mask += cards[place];
                missing -= values[place];
            }
            ++place;
        } else if (chosen == 0) {
            return;
        } else {
            place = path[--chosen];
            mask -= cards[place];
            missing += values[place];
            ++place;
        }
    }
}

}  // namespace regicide
