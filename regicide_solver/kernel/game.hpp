// What stays the same all game long: the rules, the heal seed, and the heal orders that follow from it.
//
// A Game remembers the heal orders it was asked for, so it is for one thread at a time; a thread takes a copy.
#pragma once

#include <cstdint>
#include <vector>

#include "rules.hpp"
#include "shuffle.hpp"

namespace regicide {

class Game {
public:
    Game(const Rules& rules, std::uint64_t seed) : rules_(rules), seed_(seed) {}

    const Rules& rules() const { return rules_; }
    std::uint64_t seed() const { return seed_; }

    // Start over with another heal seed, keeping the memory.
    void reseed(std::uint64_t seed) {
        seed_ = seed;
        heal_orders_.clear();
    }

    // The order of hearts power number `heals`. It stays in place until the next call.
    const Deck& heal_order(std::uint32_t heals) {
        if (heal_orders_.empty()) {
            first_heals_ = heals - heals % MOST_REMEMBERED;
        }
        if (heals < first_heals_ || heals - first_heals_ >= MOST_REMEMBERED) {
            unremembered_ = make_order(heals);
            return unremembered_;
        }
        const std::size_t place = heals - first_heals_;
        if (place >= heal_orders_.size()) {
            heal_orders_.resize(place + 1, Deck{});
        }
        Deck& order = heal_orders_[place];
        if (order.size == 0) {  // no order is empty: it holds a whole deck
            order = make_order(heals);
        }
        return order;
    }

private:
    // More hearts powers than a game has; a state from elsewhere may still count on across a multiple of this.
    static constexpr std::uint32_t MOST_REMEMBERED = 1024;

    Deck make_order(std::uint32_t heals) const {
        return regicide::heal_order(seed_, heals, rules_.ones, rules_.tavern_jesters);
    }

    Rules rules_;
    std::uint64_t seed_;
    std::uint32_t first_heals_ = 0;
    std::vector<Deck> heal_orders_;
    Deck unremembered_{};
};

}  // namespace regicide
