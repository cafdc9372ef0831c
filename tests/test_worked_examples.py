"""The worked examples of the rule texts, each named after its text (000 to 004) and what it shows."""

import pytest

from regicide_solver import Deal, IllegalActionError, State, apply_line, parse_action, parse_line

# The preset of each text, with a number of players that its example is about.
TWO_PLAYER, ACE_TO_X, HOW_TO_PLAY, GAMEHELP, OFFICIAL = "two-player", "ace-to-x", "how-to-play", "gamehelp", "official"


def after(line, hands, enemy="QH", castle="KC KD", **fields):
    """The state after a line from a position."""
    return apply_line(State(hands, enemy, castle, **fields), parse_line(line))


def hands_of(state):
    return [str(hand) for hand in state.hands]


def is_legal(state, text):
    return parse_action(text) in state.legal_actions()


# --- 000: two players ---------------------------------------------------------------------------------------------


def test_000_the_eight_of_clubs_deals_sixteen():
    state = after("play 8C", ["8C 10H", "2C"], enemy="JD", rules=TWO_PLAYER)
    assert (state.damage, state.health) == (16, 4)


def test_000_eight_of_diamonds_with_the_ace_of_clubs_draws_nine_and_deals_eighteen():
    tavern = "2H 2S 3H 3S 4H 4S 6H 6S 7H 7S"
    state = after("play 8D+AC", ["8D AC KS", "2C"], rules=TWO_PLAYER, tavern=tavern)
    assert state.damage == 18
    assert hands_of(state) == ["2H 3H 4H 6H 7H KS", "2C 2S 3S 4S 6S"]
    assert [str(card) for card in state.tavern] == ["7S"]


def test_000_a_diamond_against_the_jack_of_diamonds_hurts_and_draws_nothing():
    state = after("play 9D", ["9D 10C", "2C"], enemy="JD", rules=TWO_PLAYER, tavern="3C 4C")
    assert state.damage == 9
    assert hands_of(state) == ["10C", "2C"]


def test_000_a_recycled_jack_of_clubs_is_a_twenty_damage_card():
    assert after("play JC", ["JC 2S", "5H"], enemy="QS", rules=TWO_PLAYER).damage == 20


def test_000_an_exact_royal_lies_on_top_of_the_tavern_an_overkilled_one_in_the_discard():
    exact = after("play 5S", ["5S", "2C"], damage=25, rules=TWO_PLAYER, tavern="9C")
    over = after("play 6S", ["6S", "2C"], damage=25, rules=TWO_PLAYER, tavern="9C")
    assert [card.text for card in exact.tavern] == ["QH", "9C"]
    assert ([card.text for card in over.tavern], str(over.discard)) == (["9C"], "6S QH")


def test_000_the_drawing_goes_on_with_the_one_who_has_room():
    state = after("play 4D", ["4D", "2C 3C 4C 5C 6C 7C 8C"], enemy="JS", rules=TWO_PLAYER, tavern="2H 3H 4H 5H 6H")
    assert hands_of(state)[0] == "2H 3H 4H 5H"


def test_000_no_second_yield_in_a_row():
    state = after("yield; discard 10H", ["10H 2S", "10D 2D"], enemy="JC", rules=TWO_PLAYER)
    assert not is_legal(state, "yield")
    assert is_legal(state, "play 2D")


def test_000_two_players_have_seven_cards_each_and_no_jester():
    deal = Deal.from_seed(0, 2, TWO_PLAYER)
    assert [len(hand) for hand in deal.hands] == [7, 7]
    assert "*" not in [card.text for card in (*deal.tavern, *deal.hands[0], *deal.hands[1])]


# --- 001: Ace to ten ----------------------------------------------------------------------------------------------


def test_001_two_twos_draw_four_clockwise_and_shield_four_and_deal_four():
    state = after("play 2D+2S", ["2D 2S", "3C", "4C"], enemy="JC", rules=ACE_TO_X, tavern="5H 6H 7H 8H 9H")
    assert hands_of(state) == ["5H 8H", "3C 6H", "4C 7H"]
    assert (state.shield, state.damage, state.attack) == (4, 4, 6)


@pytest.mark.parametrize(
    ("hand", "play", "legal"),
    [
        ("5C 5H", "play 5C+5H", True),
        ("6C 6H", "play 6C+6H", False),
        ("3C 3H 3S", "play 3C+3H+3S", True),
        ("4C 4H 4S", "play 4C+4H+4S", False),
        ("2C 2D 2H 2S", "play 2C+2D+2H+2S", True),
        ("AC AH", "play AC+AH", False),
        ("AC 9H", "play AC+9H", False),
    ],
)
def test_001_sets_total_ten_at_most_and_an_ace_goes_alone(hand, play, legal):
    assert is_legal(State([hand, "2C" if "2C" not in hand else "3C"], "KS", rules=ACE_TO_X), play) == legal


def test_001_ace_and_one_are_worth_one_each_and_do_not_combine():
    state = State(["AC 1C", "2C"], "JH", rules="ace-to-x-56")
    assert [str(action) for action in state.legal_actions()] == ["play AC", "play 1C", "yield"]
    assert [card.value for card in state.hand] == [1, 1]


def test_001_a_redeemed_royal_is_the_next_card_drawn():
    state = after("play 10H; play 2D", ["10H 2D", "3C"], enemy="JC", castle="JS", damage=10, rules=ACE_TO_X)
    assert hands_of(state) == ["JC", "3C"]


def test_001_alone_a_flip_discards_the_hand_and_takes_eight_before_the_damage_is_paid():
    state = after("play 2H; flip", ["2H 3C"], enemy="JC", flips=2, rules=ACE_TO_X, tavern="4H 5H 6H 7H 8H 9H 10H 2S 3S")
    assert (hands_of(state), str(state.discard), state.flips) == (["2S 4H 5H 6H 7H 8H 9H 10H"], "3C", 1)
    assert (state.phase, state.attack) == ("suffer", 10)


# --- 002: how to play ---------------------------------------------------------------------------------------------


def test_002_the_seven_of_hearts_attacks_for_seven():
    assert after("play 7H", ["7H", "2C"], enemy="QS", rules=HOW_TO_PLAY).damage == 7


def test_002_eight_of_clubs_is_sixteen():
    assert after("play 8C", ["8C", "2C"], rules=HOW_TO_PLAY).damage == 16


def test_002_the_jack_of_diamonds_blocks_the_diamond_and_not_its_number():
    state = after("play 6D", ["6D 10H", "2C"], enemy="JD", rules=HOW_TO_PLAY, tavern="3C", discard="4C")
    assert (state.damage, hands_of(state)[0], str(state.discard)) == (6, "10H", "4C")


def test_002_after_a_joker_earlier_spades_shield_but_earlier_clubs_are_not_doubled():
    spades = after("play 6S; discard 10H 10D; play *>1", ["6S 10H 10D 3C", "*", "2D"], enemy="KS", rules=HOW_TO_PLAY)
    clubs = after("play 6C; discard 10H 10D; play *>1", ["6C 10H 10D 3S", "*", "2D"], enemy="KC", rules=HOW_TO_PLAY)
    assert (spades.attack, clubs.damage) == (14, 6)


def test_002_the_joker_is_played_alone_skips_the_payment_and_names_the_next_seat():
    state = State(["2C", "* AC 2D", "3C"], "KH", rules=HOW_TO_PLAY, turn=1)
    with pytest.raises(IllegalActionError, match="alone"):
        state.apply(parse_action("play *+2D"))
    later = state.apply(parse_action("play *>1"))
    assert (later.turn, later.phase, later.damage, later.cancelled) == (0, "play", 0, True)


def test_002_a_companion_of_the_same_suit_fires_once():
    state = after("play AS+5S", ["AS 5S", "2C"], rules=HOW_TO_PLAY)
    assert (state.shield, state.damage) == (6, 6)


def test_002_heal_before_summon():
    state = after("play 2H+2D", ["2H 2D", "3C"], enemy="KC", rules=HOW_TO_PLAY, discard="9C 9S")
    assert sorted(hands_of(state)) in (["3C 9C", "9S"], ["3C 9S", "9C"])


def test_002_alone_a_joker_reloads_eight_against_a_diamond_royal_and_leaves_it_immune():
    state = after("flip", ["2D 3D"], enemy="JD", flips=2, rules=HOW_TO_PLAY, tavern="4D 2C 3C 4C 5C 6C 7C 8C 9C")
    assert (len(state.hand), state.cancelled, state.flips) == (8, False, 1)
    assert hands_of(state.apply(parse_action("play 4D"))) == ["2C 3C 4C 5C 6C 7C 8C"]


def test_002_the_flips_left_at_the_win_are_the_tier():
    position = {"rules": "how-to-play", "players": 1, "enemy": "KD", "damage": 30, "flips": 2, "castle": []}
    state = State.from_json({**position, "hands": [["2H"]], "tavern": ["10C"]})
    gold = State.from_json({**position, "hands": [["10C"]]}).apply(parse_action("play 10C"))
    silver = apply_line(state, parse_line("flip; play 10C"))
    assert [(end.outcome(), end.flips) for end in (gold, silver)] == [("won", 2), ("won", 1)]


# --- 003: game help -----------------------------------------------------------------------------------------------


def test_003_a_three_with_three_left_puts_the_royal_on_the_draw_pile():
    state = after("play 3D", ["3D", "2C"], enemy="JS", damage=17, rules=GAMEHELP)
    assert [card.text for card in state.tavern] == ["JS"]


def test_003_a_four_of_hearts_returns_four_cards():
    state = after("play 4H", ["4H 10C 5C", "2C"], enemy="QS", rules=GAMEHELP, discard="2D 3D 4D 5D 6D")
    assert (len(state.tavern), len(state.discard)) == (4, 1)


@pytest.mark.parametrize(("royal", "value"), [("JH", 10), ("QH", 15), ("KH", 20)])
def test_003_royals_in_hand_keep_their_attack_as_value(royal, value):
    assert after(f"play {royal}", [royal, "2C"], enemy="KD", rules=GAMEHELP).damage == value


@pytest.mark.parametrize(("royal", "attack", "health"), [("JH", 10, 20), ("QH", 15, 30), ("KH", 20, 40)])
def test_003_attack_and_health_of_the_royals(royal, attack, health):
    state = State(["2C", "3C"], royal, rules=GAMEHELP)
    assert (state.attack, state.health) == (attack, health)


def test_003_no_yield_alone_nor_after_everybody_else():
    assert not is_legal(State(["2C"], "JH", rules=GAMEHELP), "yield")
    assert not is_legal(State(["2C", "3C", "4C"], "JH", rules=GAMEHELP, yielded=[False, True, True]), "yield")
    assert is_legal(State(["2C", "3C", "4C"], "JH", rules=GAMEHELP, yielded=[True, False, True]), "yield")


def test_003_cards_of_the_fight_are_discarded_at_the_death_and_spades_stack_until_then():
    state = after("play 5S; discard 10C; play 4S", ["5S 10C", "4S 10D"], enemy="QH", rules=GAMEHELP, shield=5)
    assert (state.shield, str(state.discard), str(state.in_play)) == (14, "10C", "4S 5S")


# --- 004: the official booklet ------------------------------------------------------------------------------------


def test_004_the_seven_of_hearts_attacks_for_seven():
    assert after("play 7H", ["7H", "2C"], enemy="QS", rules=OFFICIAL).damage == 7


def test_004_eight_of_clubs_deals_sixteen():
    assert after("play 8C", ["8C", "2C"], rules=OFFICIAL).damage == 16


def test_004_shields_of_all_players_add_up_for_this_enemy_only():
    state = after(
        "play 9S; discard 6D; play 6S; play 3C",
        ["9S 6D 4D", "6S", "3C"],
        enemy="QH", castle="QD", damage=5, rules=OFFICIAL,
    )  # fmt: skip
    assert (state.enemy.text, state.shield, state.attack, state.damage) == ("QH", 15, 0, 26)
    killed = after("play 9S; discard 6D; play 6S", ["9S 6D 4D", "6S"], enemy="QH", castle="QD", damage=15)
    assert (killed.enemy.text, killed.shield, killed.attack) == ("QD", 0, 15)


def test_004_the_drawing_starts_with_the_current_player_and_goes_clockwise():
    state = after("play 3D", ["4C", "2C", "3D"], turn=2, rules=OFFICIAL, tavern="7C 8C 9C")
    assert hands_of(state) == ["4C 8C", "2C 9C", "7C"]


def test_004_an_empty_tavern_is_no_penalty():
    state = after("play 9D", ["9D 10C 5C", "2C"], rules=OFFICIAL, tavern="3C")
    assert (hands_of(state), state.outcome()) == (["3C 5C 10C", "2C"], None)


def test_004_winning_with_the_last_king():
    state = after("play 10C", ["10C", ""], enemy="KD", castle="", damage=20, rules=OFFICIAL)
    assert (state.outcome(), state.legal_actions()) == ("won", ())


def test_004_too_few_cards_to_pay_lose_the_game_for_everyone():
    state = after("play 2C", ["2C 4D 5D", "10C 10D"], enemy="JH", rules=OFFICIAL)
    assert (state.outcome(), state.legal_actions()) == ("lost", ())
