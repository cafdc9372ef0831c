"""Deals: a seed, or a typed-in table, to the first state of a game.

The shuffle is seed scheme 1 (`regicide_solver.shuffle`): the same seed gives the same deal for ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from regicide_solver.cards import CARDS, JESTER_INDEX, Card, CardSet, Rank, card_set, mask_of, quoted
from regicide_solver.errors import ImpossiblePositionError, NotationError, RulesError
from regicide_solver.rules import Rules, rules_from
from regicide_solver.shuffle import SCHEME, Generator, check_seed, deck_indices
from regicide_solver.state import State
from regicide_solver.strict_json import ObjectReader, pile_mask

__all__ = ["Deal"]

_FIELDS = ("seed", "scheme", "rules", "players", "first", "castle", "hands", "tavern", "flips", "aside")
_CASTLE_RANKS = [rank for rank in (Rank.JACK, Rank.QUEEN, Rank.KING) for _ in range(4)]
_ROYALS = range(4 * Rank.JACK, JESTER_INDEX)


@dataclass(frozen=True)
class Deal:
    """A game as it is dealt: every card of the deck in its place, nothing played.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    castle : tuple of Card
        All royals, the first enemy first.
    hands : tuple of CardSet
        One hand a seat.
    tavern : tuple of Card
        What is left of the Tavern after dealing, the top card first.
    aside : tuple of Card
        Cards that left a solo game before dealing (option `solo_flips_from`).
    flips : int
        Set-aside Jesters (solo).
    seed : int
        The seed that it came from; for a typed-in deal the seed of its heals.
    first : int
        The seat that begins, counted from 1.

    Raises
    ------
    ImpossiblePositionError
        When the deal is not one of these rules: a card missing, twice or out of place; it names every defect.

    Examples
    --------
    >>> deal = Deal.from_seed(42, players=2)
    >>> str(deal.hands[0]), deal.castle[0]
    ('AC 4S 6C 7S 8C 9C 10D', Card('JH'))
    """

    rules: Rules
    castle: tuple[Card, ...]
    hands: tuple[CardSet, ...]
    tavern: tuple[Card, ...]
    aside: tuple[Card, ...] = ()
    flips: int = 0
    seed: int = 0
    first: int = 1

    def __post_init__(self) -> None:
        problems = _deal_problems(self)
        if problems:
            raise ImpossiblePositionError("impossible deal", tuple(problems))

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.hands)

    @classmethod
    def from_seed(
        cls, seed: int, players: int = 2, rules: Rules | str | Mapping[str, object] = "official", first: int = 1
    ) -> Deal:
        """Deal a game from a seed (scheme 1).

        Parameters
        ----------
        seed : int
            0 <= seed < 2**64.
        players : int
            The number of seats.
        rules : Rules, str or mapping
            Rules, a preset's name, or the JSON form of rules.
        first : int
            The seat that begins, counted from 1.

        Raises
        ------
        NotationError
            When the seed is not one.
        RulesError
            When the rules cannot be read, or are not for this many players.
        ImpossiblePositionError
            When there is no seat `first`.

        Examples
        --------
        >>> Deal.from_seed(42, players=1, rules="ace-to-x").aside
        (Card('9C'), Card('9S'))
        """
        game_rules = rules_from(rules)
        game_rules.check_players(players)
        generator = Generator(check_seed(seed))
        castle: list[int] = []
        for first_of_rank in _ROYALS[::4]:
            royals = list(range(first_of_rank, first_of_rank + 4))
            generator.shuffle(royals)
            castle += royals
        tavern = [index for index in _deck(game_rules, players) if index not in _ROYALS]
        generator.shuffle(tavern)
        flips = _flips(game_rules, players)
        set_aside = flips if game_rules.solo_flips_from == "tavern" else 0
        aside, tavern = tavern[:set_aside], tavern[set_aside:]
        dealt = players * game_rules.hand_limits[players - 1]
        return cls(
            rules=game_rules,
            castle=_cards(castle),
            hands=tuple(CardSet.from_mask(mask_of(tavern[seat:dealt:players])) for seat in range(players)),
            tavern=_cards(tavern[dealt:]),
            aside=_cards(aside),
            flips=flips,
            seed=seed,
            first=first,
        )

    @classmethod
    def from_json(cls, value: object) -> Deal:
        """Read a deal from its JSON form, from a program or typed in at a table.

        Parameters
        ----------
        value : object
            An object with `players` (default: the number of hands), `castle`, `hands` and `tavern`, and where they
            differ from the default `rules`, `first`, `seed`, `flips`, `aside`.

        Raises
        ------
        NotationError
            When a field is missing, unknown or of the wrong type.
        RulesError
            When the rules cannot be read, or are not for this many players.
        ImpossiblePositionError
            When the deal is not one of these rules; it names every defect.

        Examples
        --------
        >>> deal = Deal.from_seed(42)
        >>> Deal.from_json(deal.to_json()) == deal
        True
        """
        reader = ObjectReader(value, "deal", _FIELDS)
        rules = reader.reading("rules", Rules.from_json, reader.optional("rules", "official"))
        hands = [reader.card_list(hand, "hands") for hand in reader.items("hands", None)]
        players = reader.number("players", len(hands), 0, 99)
        reader.reading("players", rules.check_players, players)
        if len(hands) != players:
            reader.fail("hands", f"{len(hands)} hands", f"{players} hands, one for each player")
        reader.number("scheme", SCHEME, SCHEME, SCHEME)
        problems: list[str] = []
        for number, hand in enumerate(hands, 1):
            pile_mask(hand, f"hand {number}", problems)
        if problems:
            raise ImpossiblePositionError("impossible deal", tuple(problems))
        return cls(
            rules=rules,
            castle=tuple(reader.cards("castle", None)),
            hands=tuple(card_set(hand) for hand in hands),
            tavern=tuple(reader.cards("tavern", None)),
            aside=tuple(reader.cards("aside")),
            flips=reader.number("flips", _flips(rules, players), 0, 9),
            seed=reader.number("seed", 0, 0, 2**64 - 1),
            first=reader.number("first", 1, 1, 99),
        )

    def to_json(self) -> dict[str, object]:
        """Write the deal in its JSON form.

        Examples
        --------
        >>> Deal.from_seed(42).to_json()["hands"][0]
        ['AC', '4S', '6C', '7S', '8C', '9C', '10D']
        """
        return {
            "seed": self.seed,
            "scheme": SCHEME,
            "rules": self.rules.to_json(),
            "players": self.players,
            "first": self.first,
            "castle": [card.text for card in self.castle],
            "hands": [[card.text for card in hand] for hand in self.hands],
            "tavern": [card.text for card in self.tavern],
            "flips": self.flips,
            "aside": [card.text for card in self.aside],
        }

    def state(self, first: int | None = None) -> State:
        """Make the first state of the game.

        Parameters
        ----------
        first : int, optional
            The seat that begins, counted from 1; left out, the deal's own.

        Raises
        ------
        RulesError
            When there is no such seat.

        Examples
        --------
        >>> Deal.from_seed(42).state(first=2).turn
        1
        """
        seat = self.first if first is None else first
        _check_first(seat, self.players)
        return State(
            self.hands,
            self.castle[0],
            self.castle[1:],
            rules=self.rules,
            turn=seat - 1,
            tavern=self.tavern,
            flips=self.flips,
            seed=self.seed,
        )


def _check_first(first: object, players: int) -> None:
    if type(first) is not int or not 1 <= first <= players:
        raise RulesError(f"first: there is no seat {quoted(first)}; expected 1 to {players}")


def _flips(rules: Rules, players: int) -> int:
    return rules.solo_flips if players == 1 else 0


def _deck(rules: Rules, players: int) -> list[int]:
    """List the full deck in card order; the Jesters are the same card."""
    return deck_indices(rules.ones, 0) + [JESTER_INDEX] * rules.tavern_jesters[players - 1]


def _cards(indices: list[int]) -> tuple[Card, ...]:
    return tuple([CARDS[index] for index in indices])


def _deal_problems(deal: Deal) -> list[str]:
    """List every defect of a deal."""
    rules, players = deal.rules, deal.players
    rules.check_players(players)
    check_seed(deal.seed)
    _check_first(deal.first, players)
    problems = _castle_problems(deal.castle)
    limit = rules.hand_limits[players - 1]
    problems += [
        f"hand {number} holds {len(hand)} cards; {limit} are dealt"
        for number, hand in enumerate(deal.hands, 1)
        if len(hand) != limit
    ]
    if not 0 <= deal.flips <= _flips(rules, players):
        problems.append(f"{deal.flips} flips; these rules give {_flips(rules, players)}")
    set_aside = _flips(rules, players) if rules.solo_flips_from == "tavern" else 0
    if len(deal.aside) != set_aside:
        problems.append(f"{len(deal.aside)} cards set aside; expected {set_aside}")
    deck = _deck(rules, players)
    cards = list(chain(deal.castle, *deal.hands, deal.tavern, deal.aside))
    if sorted([card.index for card in cards]) != deck:
        problems += _deck_problems(cards, deck)
    return list(dict.fromkeys(problems))


def _castle_problems(castle: tuple[Card, ...]) -> list[str]:
    if [card.rank for card in castle] == _CASTLE_RANKS:
        return []
    return ["the castle is not four Jacks, four Queens, four Kings in this order"]


def _deck_problems(cards: list[Card], deck: list[int]) -> Iterator[str]:
    """Tell what the cards of a deal have over the deck, and what they miss."""
    missing = list(deck)
    for card in cards:
        if card.index in missing:
            missing.remove(card.index)
        elif card.index in deck:
            yield f"{card} stands too often"
        else:
            yield f"{card} is not in this deck"
    if missing:
        listed = " ".join(card.text for card in _cards(missing))
        yield f"missing: {listed} (a position, with a field enemy, may hold fewer cards)"


def read_game(value: object) -> Deal | State:
    """Read a deal or a position from its JSON form: an object with the field `enemy` is a position.

    Raises
    ------
    RegicideError
        As `Deal.from_json` and `State.from_json`.

    Examples
    --------
    >>> type(read_game({"players": 2, "enemy": "JH", "hands": [["2C"], ["3C"]]})).__name__
    'State'
    """
    if not isinstance(value, Mapping):
        raise NotationError(f"{quoted(value)}; expected an object: a deal, or with a field enemy a position")
    return State.from_json(value) if "enemy" in value else Deal.from_json(value)
