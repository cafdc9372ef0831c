"""Writes the test vectors of the seed scheme: the tables between the marks in ``docs/seeds.md``.

Run as ``python docs/vectors.py`` with the package installed. A change in what it writes is a change of the seed
scheme, which needs a new number; the tests compare.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from regicide_solver import CardSet, Deal, Rules, State

PAGE = Path(__file__).parent / "seeds.md"
BEGIN, END = "<!-- vectors: {} -->", "<!-- end -->"

SEEDS = (0, 1, 42, 123_456_789, 2**64 - 1)
GAMES = (
    ("official", 1),
    ("official", 2),
    ("official", 3),
    ("official", 4),
    ("two-player", 2),
    ("ace-to-x", 1),
    ("ace-to-x-56", 1),
    ("ace-to-x-56", 2),
)
HEAL_GAMES = (("official", 1), ("official", 3), ("official", 4), ("ace-to-x-56", 2))
HEALS = (0, 1, 2, 1000)


def cards(items: Iterable[object]) -> str:
    """Write cards with spaces between them, a dash for none."""
    return " ".join(map(str, items)) or "-"


def table(header: tuple[str, ...], rows: Iterable[Iterable[object]]) -> str:
    """Write a table as the page's markup has it."""
    lines = [header, ("---",) * len(header), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def castle_table() -> str:
    """The Castle of each seed: it depends on nothing else."""
    rows = [(seed, cards(Deal.from_seed(seed).castle)) for seed in SEEDS]
    return table(("seed", "Castle"), rows)


def deal_table() -> str:
    """What each seed deals under each rules."""
    rows = []
    for rules, players in GAMES:
        for seed in SEEDS:
            deal = Deal.from_seed(seed, players, rules)
            hands = "; ".join(map(str, deal.hands))
            rows.append((f"{rules}, {players}", seed, cards(deal.aside), hands, cards(deal.tavern)))
    return table(("game", "seed", "aside", "hands, seat by seat", "Tavern from the top"), rows)


def healed(rules: str, players: int, seed: int, heals: int) -> list[object]:
    """Heal a discard pile of twelve cards with the 10H, by the rules, and look at the Tavern from the top.

    The pile has three cards of each suit, royals among them, and all Jesters of the game.
    """
    jesters = Rules.preset(rules).tavern_jesters[players - 1]
    pile = CardSet("AC 2D 3H 4S 5C 6D 7H 8S 9C JD QH KS" + " *" * jesters)
    hands = ["10H", "2C", "3C", "4C"][:players]
    state = State(hands, "KC", rules=rules, discard=pile, seed=seed, heals=heals)
    return list(state.apply(state.legal_actions()[0]).tavern)


def heal_table() -> str:
    """The order in which heals count a discard pile off."""
    rows = []
    for rules, players in HEAL_GAMES:
        rows += [
            (f"{rules}, {players}", seed, heals, cards(healed(rules, players, seed, heals)))
            for seed in (0, 42, 2**64 - 1)
            for heals in HEALS
        ]
    return table(("game", "seed", "heal", "ten cards, the first drawn first"), rows)


TABLES = {"castles": castle_table, "deals": deal_table, "heals": heal_table}


def filled(page: str) -> str:
    """Give the page with every table made anew."""
    for name, make in TABLES.items():
        begin = BEGIN.format(name)
        block = f"{begin}\n\n{make()}\n\n{END}"
        page, count = re.subn(f"{begin}.*?{END}", lambda _, block=block: block, page, flags=re.DOTALL)
        if count != 1:
            raise ValueError(f"{PAGE.name}: {count} places marked {begin}; expected one")
    return page


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text("utf-8")), "utf-8")
