// The options of regicide_solver/rules.py, compiled for one number of players.
#pragma once

#include <cstdint>

namespace regicide {

// The enumerators stand in the order in which rules.py lists an option's words.
enum class Overpay : std::uint8_t { any, until_covered, minimal };
enum class SoloYield : std::uint8_t { never, always, not_twice };
enum class YieldRecord : std::uint8_t { seat, streak };
enum class RetroSpades : std::uint8_t { play, card, none };
enum class ExactKill : std::uint8_t { top, bottom, discard };
enum class SoloFlipsFrom : std::uint8_t { aside, tavern };

// Above the total of every set, so that no set exceeds it.
inline constexpr int NO_COMBO_LIMIT = 1000;

struct Rules {
    int players;
    int hand_limit;
    int tavern_jesters;
    int flips;  // at the start of a game; 0 unless it is a solo one
    int combo_limit;
    bool companions;
    bool ones;
    bool jester_self;
    SoloFlipsFrom solo_flips_from;
    Overpay overpay;
    SoloYield solo_yield;
    YieldRecord yield_record;
    RetroSpades retro_spades;
    ExactKill exact_kill;
};

}  // namespace regicide
