"""Playouts: a state played to its end many times, at random or by a scoring policy.

Every playout draws from a generator of its own: a SplitMix64 whose seed is the next word of one common SplitMix64 that
starts at ``mix(seed ^ 0x706C61796F757473)`` (see `regicide_solver.shuffle`). So the figures depend on the seed alone,
not on who plays which game on how many threads, and both engines give the same.

A solo yield at attack 0 (option `solo_yield` `always`) changes nothing: a playout leaves it out, so that every game
comes to an end.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from regicide_solver import kernel
from regicide_solver.actions import Action, Flip, Play, Yield
from regicide_solver.cards import JESTER_INDEX, SUIT_MASKS, mask_count, mask_indices, mask_of, mask_value, quoted
from regicide_solver.deals import Deal
from regicide_solver.engine import legal_actions, outcome, successor
from regicide_solver.errors import RegicideError
from regicide_solver.shuffle import Generator, check_seed, mix
from regicide_solver.state import ATTACKS, NO_CARD, State, replace_fields

__all__ = ["FEATURES", "PlayoutResult", "playouts"]

#: What a scoring policy may weigh, in the state after the action: name, meaning. "Own" is the seat that acted.
FEATURES: Mapping[str, str] = {
    "enemies_left": "royals not yet defeated",
    "health_left": "health that the enemy has left",
    "attack_left": "what is left of the enemy's attack behind the shield",
    "shield": "shield, up to the attack",
    "cancelled": "1 when a Jester cancelled the enemy's immunity",
    "own_cards": "cards in the own hand",
    "own_value": "value of the own hand",
    "own_clubs": "value of its clubs",
    "own_diamonds": "value of its diamonds",
    "own_hearts": "value of its hearts",
    "own_spades": "value of its spades",
    "own_jesters": "Jesters in the own hand",
    "all_cards": "cards in all hands",
    "all_value": "value of all hands (a player does not see the others')",
    "poorest_value": "value of the poorest hand (likewise)",
    "tavern_cards": "cards in the Tavern",
    "discard_cards": "cards in the discard pile",
    "discard_value": "value of the discard pile",
    "suffering": "1 when the own seat has to pay now",
    "flips": "flips left",
    "lost": "1 when the game is lost",
}

# keeps the random numbers apart from the deal's and the heals', should they have the same seed
_SALT = int.from_bytes(b"playouts", "big")
_RANDOM = "random"
_MOST_PLAYOUTS = 10**12
_MOST_THREADS = 256


@dataclass(frozen=True)
class PlayoutResult:
    """What many playouts came to.

    Parameters
    ----------
    games : int
        Playouts.
    wins : int
        Those in which the last royal was defeated.
    enemies_defeated : tuple of int
        In how many of them 0, 1, 2, ... of the royals that were left at the start were defeated.
    turns : int
        Plays and yields of all games together.
    actions : int
        Actions of all games together.
    flips : int
        Flips of all games together.

    Examples
    --------
    >>> PlayoutResult(4, 1, (1, 2, 1), 20, 33, 0).win_rate
    0.25
    """

    games: int
    wins: int
    enemies_defeated: tuple[int, ...]
    turns: int
    actions: int
    flips: int

    @property
    def win_rate(self) -> float:
        """The share of games that were won."""
        return self.wins / self.games


def playouts(
    game: Deal | State,
    count: int,
    seed: int = 0,
    policy: str | Mapping[str, float] = _RANDOM,
    *,
    reshuffle: bool = False,
    threads: int = 1,
    engine: str = "auto",
) -> PlayoutResult:
    """Play a state to its end many times.

    Parameters
    ----------
    game : Deal or State
        Where every playout begins.
    count : int
        How many playouts, at least 1.
    seed : int
        0 <= seed < 2**64. The same seed gives the same figures, whatever `threads` and `engine`.
    policy : "random" or mapping of str to float
        `random`: every legal action is equally likely. Otherwise weights by the names of `FEATURES` (0 for those that
        are left out): the action is taken after which the sum of weight times feature is highest, of equals the first
        in the order of `legal_actions`. A play's draw has happened by then, so that such a policy sees the cards.
    reshuffle : bool
        Whether each playout first deals anew what the seat that acts cannot see: the other hands with the Tavern, the
        Castle's order within each rank, and the heals to come.
    threads : int
        Threads of the kernel, 1 to 256; the Python engine has one.
    engine : {"auto", "kernel", "python"}
        `auto` is the kernel where there is one, thousands of times faster.

    Raises
    ------
    RegicideError
        When an argument is out of range, or there is no such feature or engine.
    ImpossiblePositionError
        When the position is impossible.

    Examples
    --------
    >>> result = playouts(Deal.from_seed(42), 20, seed=1)
    >>> result.games, sum(result.enemies_defeated)
    (20, 20)
    """
    state = game.state() if isinstance(game, Deal) else game
    _check_count("count", count, _MOST_PLAYOUTS)
    _check_count("threads", threads, _MOST_THREADS)
    check_seed(seed)
    weights = None if policy == _RANDOM else _read_weights(policy)
    if kernel.choose_engine(engine) == "kernel":
        found = kernel.to_kernel(state).playouts(count, seed, weights or [], reshuffle, threads)
        wins, turns, actions, flips, defeated = found
        return PlayoutResult(count, wins, tuple(defeated), turns, actions, flips)
    return _play_all(state, count, seed, weights, reshuffle)


def _check_count(name: str, value: object, most: int) -> None:
    if type(value) is not int or not 1 <= value <= most:
        raise RegicideError(f"{name}: {quoted(value)}; expected a whole number from 1 to {most}")


def _read_weights(policy: object) -> list[float]:
    if not isinstance(policy, Mapping):
        raise RegicideError(f"policy: {quoted(policy)}; expected random, or weights by the names of features")
    for name, weight in policy.items():
        if name not in FEATURES:
            raise RegicideError(f"policy: there is no feature {quoted(name)}; expected one of {', '.join(FEATURES)}")
        if type(weight) not in (int, float) or not math.isfinite(weight) or abs(weight) > 1e100:
            raise RegicideError(f"policy, {name}: {quoted(weight)}; expected a number")
    return [float(policy.get(name, 0)) for name in FEATURES]


def _play_all(start: State, count: int, seed: int, weights: list[float] | None, reshuffle: bool) -> PlayoutResult:
    wins = turns = actions = flips = 0
    defeated = [0] * (_enemies_left(start) + 1)
    common = Generator(mix(seed ^ _SALT))
    for _ in range(count):
        generator = Generator(common.word())
        state = reshuffle_hidden(start, generator) if reshuffle else start
        while choices := _choices(state):
            action = choices[generator.below(len(choices))] if weights is None else _best(state, choices, weights)
            actions += 1
            turns += isinstance(action, Play | Yield)
            flips += isinstance(action, Flip)
            state = successor(state, action)
        wins += state.enemy_index == NO_CARD
        defeated[_enemies_left(start) - _enemies_left(state)] += 1
    return PlayoutResult(count, wins, tuple(defeated), turns, actions, flips)


def _choices(state: State) -> tuple[Action, ...]:
    legal = legal_actions(state)
    if state.players == 1 and state.rules.solo_yield == "always" and state.attack == 0:
        return tuple(action for action in legal if not isinstance(action, Yield))
    return legal


def _best(state: State, choices: tuple[Action, ...], weights: list[float]) -> Action:
    scores = [_score(weights, features_of(successor(state, action), state.turn)) for action in choices]
    return choices[scores.index(max(scores))]


def _score(weights: list[float], features: tuple[int, ...]) -> float:
    total = 0.0  # summed up in the order of the features, so that both engines round alike
    for weight, feature in zip(weights, features, strict=True):
        total += weight * feature
    return total


def features_of(state: State, actor: int) -> tuple[int, ...]:
    """Give the `FEATURES` of the state after an action of the seat `actor`, in their order."""
    own = state.hand_masks[actor]
    values = [mask_value(hand) for hand in state.hand_masks]
    return (
        _enemies_left(state),
        state.health,
        state.attack,
        min(state.shield, ATTACKS[state.enemy_index]),
        int(state.cancelled),
        mask_count(own),
        mask_value(own),
        *(mask_value(own & suit) for suit in SUIT_MASKS),
        own >> JESTER_INDEX,
        sum(mask_count(hand) for hand in state.hand_masks),
        sum(values),
        min(values),
        len(state.tavern_indices),
        mask_count(state.discard_mask),
        mask_value(state.discard_mask),
        int(state.phase == "suffer"),
        state.flips,
        int(outcome(state) == "lost"),
    )


def _enemies_left(state: State) -> int:
    return 0 if state.enemy_index == NO_CARD else 1 + len(state.castle_indices)


def reshuffle_hidden(state: State, generator: Generator) -> State:
    """Deal anew what the seat that acts cannot see; see `playouts`."""
    seed = generator.word()
    castle: list[int] = []
    for rank in dict.fromkeys(index // 4 for index in reversed(state.castle_indices)):  # from the bottom up
        royals = [index for index in reversed(state.castle_indices) if index // 4 == rank]
        generator.shuffle(royals)
        castle += royals
    others = [0 if seat == state.turn else mask for seat, mask in enumerate(state.hand_masks)]
    hidden = [index for mask in others for index in mask_indices(mask)] + list(state.tavern_indices)
    generator.shuffle(hidden)
    hands = list(state.hand_masks)
    dealt = 0
    for seat, mask in enumerate(others):
        if seat != state.turn:
            size = mask_count(mask)
            hands[seat] = mask_of(hidden[dealt : dealt + size])
            dealt += size
    return replace_fields(
        state,
        seed=seed,
        castle_indices=bytes(reversed(castle)),
        hand_masks=tuple(hands),
        tavern_indices=bytes(hidden[dealt:]),
    )
