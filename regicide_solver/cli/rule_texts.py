"""What the five rule texts say, in this project's own words, option by option.

The texts are known by their numbers. An option that is not among a text's points is one that it does not settle.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["RULE_TEXTS", "RuleText"]


@dataclass(frozen=True)
class RuleText:
    """One rule text.

    Parameters
    ----------
    number : str
        What it is known by.
    presets : tuple of str
        The presets that rest on it.
    about : str
        What kind of text it is.
    points : mapping of str to str
        What it says on an option of the rules, by the option's name.
    """

    number: str
    presets: tuple[str, ...]
    about: str
    points: Mapping[str, str]


#: The texts, by number.
RULE_TEXTS = (
    RuleText(
        "000",
        ("two-player",),
        "A short summary for two players only.",
        {
            "seats": "two players",
            "hand_limits": "7 cards each",
            "tavern_jesters": "none with two players",
            "companions": "an Ace goes with any one other card, another Ace included, and never into a set",
            "combo_limit": "two to four cards of one number, 10 in all at the most",
            "overpay": "any cards that reach the attack",
            "yield_record": "no yield if the partner yielded on the last turn",
            "exact_kill": "face down on top of the Tavern",
        },
    ),
    RuleText(
        "001",
        ("ace-to-x", "ace-to-x-56"),
        "A retelling with Jesters in solo games only. It counts 13 cards a suit, but lists the rank 1 beside the Ace, "
        "which makes 14: hence two presets.",
        {
            "hand_limits": "8, 7, 6, 5",
            "tavern_jesters": "none: the Tavern is the suited cards up to X",
            "solo_flips": "two",
            "solo_flips_from": "two cards off the Tavern, face down, before the hand is dealt",
            "companions": "knows none",
            "ones": "lists a rank 1, worth 1 like the Ace but no pair with it",
            "combo_limit": "pairs to quadruples of one rank, 10 in all at the most",
            "overpay": "cards whose ranks reach the damage",
            "yield_record": "no yield if all others yielded on their last turn",
            "exact_kill": "face down on top of the Tavern",
        },
    ),
    RuleText(
        "002",
        ("how-to-play",),
        "A full walk through the turn, which leaves the counts of cards and hands to a manual. Jesters are Jokers.",
        {
            "solo_flips": "two; none, one or two used make a gold, silver or bronze win",
            "solo_flips_from": "the two Jokers, set aside",
            "companions": "an Ace goes with one other card, another Ace included, but not with a Joker",
            "combo_limit": "two to four cards of one number, 10 in all at the most",
            "overpay": "cards that reach the attack, laid down one at a time",
            "yield_record": "no yield if all others yielded on their last turn",
            "retro_spades": "spades played before the Joker reduce the attack from then on; clubs stay single",
            "jester_self": "its player names any player to go next",
            "exact_kill": "face down on top of the Tavern",
        },
    ),
    RuleText(
        "003",
        ("gamehelp",),
        "A one-page help for an online table.",
        {
            "hand_limits": "8 to 5 for one to four players",
            "companions": "an Ace goes with another card",
            "combo_limit": "groups of one number; it names no limit",
            "overpay": "cards that equal the attack or exceed it",
            "solo_yield": "no yield in solo games",
            "yield_record": "no yield if all others yielded on their last turn",
            "jester_self": "the active player chooses who goes next",
            "exact_kill": "into the draw pile; it does not say where",
        },
    ),
    RuleText(
        "004",
        ("official",),
        "The published rules, which break off in step 3; 002 goes on from there.",
        {
            "hand_limits": "8, 7, 6, 5",
            "tavern_jesters": "0, 0, 1, 2",
            "companions": "calls the four Aces Animal Companions; how they are played is in the part that is missing",
        },
    ),
)
