// Actions, as in regicide_solver/actions.py, and a list that holds all of a state's without any allocation.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "cards.hpp"

namespace regicide {

enum class Kind : std::uint8_t { play, discard, yield, flip };

inline constexpr std::uint8_t NO_SEAT = 255;

struct Action {
    Mask mask;               // the cards that are played or paid
    Kind kind;
    std::uint8_t next_seat;  // whom a Jester names, otherwise NO_SEAT

    friend bool operator==(const Action&, const Action&) = default;
};

// Every payment of a full hand of ten, and the flip.
inline constexpr std::size_t MOST_ACTIONS = 1 << LARGEST_HAND;

class ActionList {
public:
    // Not initialised on purpose: 16 KiB would be cleared for a dozen actions.
    ActionList() {}  // NOLINT(modernize-use-equals-default)

    void clear() { size_ = 0; }
    void push(Mask mask, Kind kind, std::uint8_t next_seat = NO_SEAT) { actions_[size_++] = {mask, kind, next_seat}; }

    // Take the action at a place out; the others keep their order.
    void erase(std::size_t place) {
        std::copy(actions_.begin() + place + 1, actions_.begin() + size_, actions_.begin() + place);
        --size_;
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const Action& operator[](std::size_t place) const { return actions_[place]; }
    std::span<const Action> span() const { return std::span(actions_).first(size_); }
    const Action* begin() const { return actions_.data(); }
    const Action* end() const { return actions_.data() + size_; }

private:
    std::array<Action, MOST_ACTIONS> actions_;
    std::size_t size_ = 0;
};

}  // namespace regicide
