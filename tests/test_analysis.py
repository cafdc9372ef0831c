"""Analyses, reviews, difficulty, puzzles, shortest wins: compared with going through every state there is."""

from collections import deque
from fractions import Fraction
from random import Random

import pytest
from small_positions import small_position

from regicide_solver import (
    Deal,
    IllegalActionError,
    ImpossiblePositionError,
    Limits,
    NotationError,
    Play,
    RegicideError,
    Rules,
    State,
    Verdict,
    Yield,
    apply_line,
    is_win,
    kernel,
    legal_actions,
    outcome,
    parse_action,
    solve,
)
from regicide_solver.analysis import analyse, difficulty, find_puzzles, review, shortest_win
from regicide_solver.analysis.analyse import open_choices
from regicide_solver.analysis.interchangeable import class_key
from regicide_solver.analysis.turn_bound import MORE_THAN_ANY_GAME, fewest_turns
from regicide_solver.perft import perft
from regicide_solver.search.schedule import passes

needs_kernel = pytest.mark.skipif(not kernel.available(), reason="the kernel is not built")
ENGINES = ["python", pytest.param("kernel", marks=needs_kernel)]

MOST_STATES = 1_200


def explore(root, most):
    """Give the fewest turns to a win, or None, for every state below one; None where there are too many states."""
    states, before = {root.key: root}, {}
    waiting = deque([root])
    while waiting:
        state = waiting.popleft()
        for action in legal_actions(state):
            child = state.apply(action)
            cost = int(isinstance(action, Play | Yield))
            before.setdefault(child.key, []).append((state.key, cost))
            if child.key not in states:
                if len(states) == most:
                    return None
                states[child.key] = child
                waiting.append(child)
    turns = {key: 0 for key, state in states.items() if outcome(state) == "won"}
    waiting = deque(turns)
    while waiting:  # costs are 0 and 1
        key = waiting.popleft()
        for earlier, cost in before.get(key, ()):
            if turns[key] + cost < turns.get(earlier, MORE_THAN_ANY_GAME):
                turns[earlier] = turns[key] + cost
                waiting.append(earlier) if cost else waiting.appendleft(earlier)
    return {key: (state, turns.get(key)) for key, state in states.items()}


@pytest.fixture(scope="module")
def explored():
    """Small positions that go on, with everything below them."""
    found = {}
    for number in range(110):
        root = small_position(number)
        below = explore(root, MOST_STATES) if outcome(root) is None else None
        if below is not None:
            found[number] = root, below
    assert len(found) > 50
    winnable = sum(below[root.key][1] is not None for root, below in found.values())
    assert 20 < winnable < len(found) - 20
    return found


def verdict_from(below, state):
    return Verdict.WINNABLE if below[state.key][1] is not None else Verdict.UNWINNABLE


@pytest.mark.parametrize("engine", ENGINES)
def test_analyse_agrees_with_every_line(explored, engine):
    grouped = 0
    for number, (root, below) in explored.items():
        analysis = analyse(root, engine=engine)
        assert analysis.verdict is verdict_from(below, root), f"small position {number}: {root}"
        assert analysis.stopped_by is None
        actions = [action for choice in analysis.choices for action in choice.actions]
        assert sorted(map(str, actions)) == sorted(map(str, legal_actions(root)))
        for choice in analysis.choices:
            grouped += len(choice.actions) > 1
            for action in choice.actions:
                assert choice.verdict is verdict_from(below, root.apply(action)), f"small position {number}, {action}"
                assert analysis.verdict_of(action) is choice.verdict
            if choice.verdict is Verdict.WINNABLE:
                assert choice.line[0] in choice.actions
                assert is_win(root, choice.line)
                assert choice.turns >= below[root.apply(choice.line[0]).key][1]
            else:
                assert choice.line is None
        order = [(choice.verdict is Verdict.UNWINNABLE, choice.turns or 0) for choice in analysis.choices]
        assert order == sorted(order)
        assert analysis.line is None if analysis.verdict is Verdict.UNWINNABLE else is_win(root, analysis.line)
    assert grouped > 10  # mostly actions that lose at once


def plain_ending(number):
    """An ending in which nobody draws, with enemies of one suit, so that many cards can be exchanged."""
    dice = Random(number)
    suit = dice.choice("CS")
    ranks = dice.sample(("A", "2", "3", "4", "5", "J"), 3)
    pool = [rank + of for rank in ranks for of in "CHS" if rank + of != "J" + suit]
    dice.shuffle(pool)
    players = dice.choice([1, 2])
    enemies = dice.choice([["K" + suit], ["Q" + suit, "K" + suit]])
    hands = [pool[:6]] if players == 1 else [pool[:3], pool[3:6]]
    health = 40 if len(enemies) == 1 else 30
    rules = dice.choice([Rules(), Rules(overpay="minimal"), Rules.preset("ace-to-x"), Rules(combo_limit=None)])
    shield = dice.randint(0, 12)
    return State(
        [" ".join(hand) for hand in hands],
        enemies[0],
        " ".join(enemies[1:]),
        rules=rules,
        damage=health - dice.randint(4, 14),
        shield=shield,
        locked_shield=dice.choice([0, 3]),
        tavern="9H",
        discard="8H 7S",
    )


def test_interchangeable_states_are_the_same_game():
    """What follows has the same number of actions at every depth, and the same fewest turns to the win."""
    exchanged = 0
    for number in range(40):
        root = plain_ending(number)
        assert root.problems() == ()
        below = explore(root, 3 * MOST_STATES)
        classes = {}
        for state, turns in (below or {}).values():
            if outcome(state) is None:
                classes.setdefault(class_key(state), []).append((state, turns))
        for (first, fewest), *others in classes.values():
            for state, turns in others:
                exchanged += state.hands != first.hands
                assert turns == fewest, f"{state} and {first}"
                assert all(perft(state, depth) == perft(first, depth) for depth in (1, 2)), f"{state} and {first}"
    assert exchanged > 100


def test_cards_whose_suit_still_acts_are_not_exchanged():
    def same(one, two, **fields):
        return class_key(State([one], "KC", **fields)) == class_key(State([two], "KC", **fields))

    assert same("7H 3H", "7C 3H")
    assert not same("7H 3H", "7S 3H")
    assert not same("7H 3H", "7C 3H", cancelled=True)
    assert not same("7H 3H", "7C 3H", castle="KS")
    assert not same("7H 3H", "7C 3H", flips=1)
    assert not same("7H 3D", "7C 3D")
    assert not same("7H 3H", "7H 4H")
    with_jester = (State([hand, "*"], "KC", rules=Rules(tavern_jesters=(0, 1, 1, 2))) for hand in ("7H 3H", "7C 3H"))
    assert len({class_key(state) for state in with_jester}) == 2


def test_over_and_hopeless_states():
    won = State(["2C"], None)
    assert (analyse(won).verdict, analyse(won).choices, analyse(won).line) == (Verdict.WINNABLE, (), ())
    lost = State(["2C", ""], "JH", phase="suffer", in_play="3C", damage=6)
    assert (analyse(lost).verdict, analyse(lost).choices, analyse(lost).line) == (Verdict.UNWINNABLE, (), None)
    at_once = analyse(State(["5C 5S", "2H"], "KD", damage=30, phase="suffer", in_play="2S"))
    assert [choice.verdict for choice in at_once.choices] == []
    with pytest.raises(ImpossiblePositionError):
        analyse(State(["2C", "2C"], "JH"))
    with pytest.raises(RegicideError):
        analyse("42")
    with pytest.raises(IllegalActionError):
        analyse(State(["5C 5S"], "KD", damage=30)).verdict_of(Play("7C"))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("damage", "expected"), [(36, Verdict.WINNABLE), (30, Verdict.UNWINNABLE)])
def test_a_yield_that_changes_nothing_is_worth_what_the_state_is_worth(engine, damage, expected):
    rules = Rules(solo_yield="always")
    state = State(["5H"], "KD", rules=rules, damage=damage, shield=20)
    analysis = analyse(state, engine=engine)
    idle = next(choice for choice in analysis.choices if choice.action == Yield())
    assert not idle.progress
    assert idle.verdict is analysis.verdict is expected
    if expected is Verdict.WINNABLE:
        assert is_win(state, idle.line)
        assert [str(choice.action) for choice in analysis.choices] == ["play 5H", "yield"]
        assert shortest_win(state, engine=engine).turns == 1
    nothing_else = State([""], "KD", rules=rules, shield=20)
    assert [choice.verdict for choice in analyse(nothing_else, engine=engine).choices] == [Verdict.UNWINNABLE]


@pytest.mark.parametrize("engine", ENGINES)
def test_node_limits_are_kept_and_more_nodes_decide_more(engine):
    deal = Deal.from_seed(28, players=2)
    before = {}
    for nodes in (300, 1_500, 5_000):
        analysis = analyse(deal, Limits(nodes=nodes), engine=engine)
        assert analysis.stats.nodes <= nodes
        assert analysis.stats.engine == engine
        assert sum(stage.nodes for stage in analysis.stats.stages) == analysis.stats.nodes
        verdicts = {action: choice.verdict for choice in analysis.choices for action in choice.actions}
        assert set(verdicts) == set(legal_actions(deal.state()))
        assert (analysis.stopped_by == "nodes") == (Verdict.UNDECIDED in verdicts.values())
        for action, verdict in before.items():
            assert verdict in (verdicts[action], Verdict.UNDECIDED)
        before = verdicts
    again = analyse(deal, Limits(nodes=5_000), engine=engine)
    assert again.choices == analysis.choices


@pytest.mark.parametrize("engine", ENGINES)
def test_no_action_starves_the_others(engine):
    """With effort for one pass each, actions that come late are decided though earlier ones stay open."""
    passed_over = 0
    for seed in (1, 8, 11):
        state = Deal.from_seed(seed).state()
        asked = open_choices(state)
        nodes = next(passes(state.players)).nodes * len(asked)
        analysis = analyse(state, Limits(nodes=nodes), engine=engine)
        assert analysis.stats.stages[0].runs >= len(asked)
        verdicts = [analysis.verdict_of(actions[0]) for actions in asked]
        open_ones = [place for place, verdict in enumerate(verdicts) if verdict is Verdict.UNDECIDED]
        passed_over += bool(open_ones) and open_ones[0] + len(open_ones) < len(verdicts)
    assert passed_over > 0


@pytest.mark.parametrize("engine", ENGINES)
def test_what_ends_an_analysis_is_named(engine):
    deal = Deal.from_seed(6882, players=2)  # it takes seconds
    asked = []

    def stop():
        asked.append(None)
        return len(asked) > 3

    stopped = analyse(deal, engine=engine, stop=stop)
    assert stopped.stopped_by == "interrupt"
    assert stopped.with_verdict(Verdict.UNDECIDED)
    assert analyse(deal, Limits(seconds=1e-9), engine=engine).stopped_by == "seconds"
    assert analyse(deal, Limits(memory=1_000), engine=engine).stopped_by == "memory"
    told = []
    analyse(deal, Limits(nodes=3_000), engine=engine, progress=told.append)
    assert [progress.nodes for progress in told] == sorted(progress.nodes for progress in told)


@needs_kernel
@pytest.mark.parametrize("seed", [0, 13, 42])
def test_a_deal_is_analysed_as_its_successors_are_solved(seed):
    state = Deal.from_seed(seed, players=2).state()
    analysis = analyse(state)
    for choice in analysis.choices:
        assert choice.verdict is solve(state.apply(choice.action)).verdict
    assert analysis.verdict is solve(state).verdict


# --- reviews ----------------------------------------------------------------------------------------------------


def played_on(state, dice):
    """Play to the end, or for a while, without thought."""
    actions = []
    while outcome(state) is None and len(actions) < 40:
        actions.append(dice.choice(legal_actions(state)))
        state = state.apply(actions[-1])
    return actions


def spoil(deal, line, dice):
    """Leave a winning line at a random place, or the next one where there is a way to lose; then play on."""
    start = dice.randrange(len(line))
    for place in [*range(start, len(line)), *range(start - 1, -1, -1)]:
        state = apply_line(deal.state(), line[:place])
        spoiling = analyse(state, Limits(nodes=20_000)).with_verdict(Verdict.UNWINNABLE)
        if spoiling:
            break
    played = [*line[:place], dice.choice(spoiling)]
    return place, [*played, *played_on(apply_line(deal.state(), played), dice)]


@needs_kernel
def test_review_finds_where_a_winning_line_was_spoiled():
    reviewed = proved = 0
    for seed in range(24):
        dice = Random(seed)
        deal = Deal.from_seed(seed, players=1 + seed % 4)
        line = solve(deal, Limits(nodes=100_000)).line
        if line is None:
            continue
        place, played = spoil(deal, list(line), dice)
        found = review(deal, "; ".join(map(str, played)), Limits(nodes=200_000))
        reviewed += 1
        assert place + 1 in [action.number for action in found.suspects], f"seed {seed}"
        if found.mistake is None:
            assert found.stopped_by == "nodes"
            continue
        proved += 1
        assert (found.mistake.number, found.mistake.action) == (place + 1, played[place])
        assert len(found.suspects) == 1
        assert [action.before for action in found.actions] == [
            Verdict.WINNABLE if number <= place else Verdict.UNWINNABLE for number in range(len(played))
        ]
        assert found.alternatives.verdict_of(line[place]) is not Verdict.UNWINNABLE
        assert found.alternatives.verdict_of(played[place]) is Verdict.UNWINNABLE
        assert all(is_win(found.mistake.state, choice.line) for choice in found.alternatives.choices if choice.line)
        assert found.would_have_kept
    assert proved >= 0.8 * reviewed > 10


@pytest.mark.parametrize("engine", ENGINES)
def test_review_agrees_with_every_line(explored, engine):
    mistakes = 0
    for number, (root, below) in explored.items():
        dice = Random(number)
        played = played_on(root, dice)
        found = review(root, played, engine=engine)
        state = root
        assert found.start == root
        for action in found.actions:
            assert action.state == state
            assert action.before is verdict_from(below, state)
            state = state.apply(action.action)
            assert action.after is verdict_from(below, state)
        assert found.end == state
        assert found.end_verdict is verdict_from(below, state)
        lost_here = [action for action in found.actions if action.is_mistake]
        assert lost_here == ([] if found.mistake is None else [found.mistake])
        if found.mistake is not None:
            mistakes += 1
            here = found.mistake.state
            kept = {action for action in legal_actions(here) if below[here.apply(action).key][1] is not None}
            assert set(found.would_have_kept) == kept
    assert mistakes > 5


def test_review_of_a_won_game_costs_nothing():
    deal = Deal.from_seed(42, players=2)
    line = solve(deal).line
    found = review(deal, line)
    assert (found.verdict, found.end_verdict, found.mistake, found.suspects) == (
        Verdict.WINNABLE,
        Verdict.WINNABLE,
        None,
        (),
    )
    assert found.stats.nodes == 0
    assert found.would_have_kept == ()
    begun = review(deal, line[:3], Limits(nodes=20_000))
    assert begun.end_verdict is Verdict.WINNABLE


def test_review_marks_what_was_not_decided():
    deal = Deal.from_seed(28, players=2)
    found = review(deal, "yield", Limits(nodes=50), engine="python")
    assert found.stopped_by == "nodes"
    assert found.mistake is None
    assert found.suspects == found.actions
    assert {action.before for action in found.actions} == {Verdict.UNDECIDED}


def test_review_of_nothing_and_of_what_is_not_legal():
    state = State(["5C 5S"], "KD", damage=30)
    assert review(state, ()).verdict is review(state, "").end_verdict is Verdict.WINNABLE
    with pytest.raises(IllegalActionError, match="action 2 of the line"):
        review(state, "play 5S; play 5S")
    with pytest.raises(NotationError):
        review(state, "play 5X")
    with pytest.raises(ImpossiblePositionError):
        review(State(["2C", "2C"], "JH"), ())


# --- difficulty and puzzles -------------------------------------------------------------------------------------


def test_difficulty_counts_what_every_line_says(explored):
    decisions = only_moves = 0
    for root, below in explored.values():
        answer = difficulty(root, lines=2, engine="python")
        assert answer.verdict is verdict_from(below, root)
        assert (len(answer.lines) > 0) == (answer.verdict is Verdict.WINNABLE)
        assert len(set(answer.lines)) == len(answer.lines)
        assert all(is_win(root, line) for line in answer.lines)
        for decision in answer.decisions:
            after = {class_key(child): child for child in map(decision.state.apply, legal_actions(decision.state))}
            after = [child for child in after.values() if child.key != decision.state.key]
            winning = sum(below[child.key][1] is not None for child in after)
            assert (decision.choices, decision.winning, decision.losing) == (len(after), winning, len(after) - winning)
            assert decision.share == (Fraction(winning, len(after)),) * 2
            assert decision.is_only_move == (winning == 1)
        decisions += len(answer.decisions)
        only_moves += answer.only_moves
    assert decisions > only_moves > 10


def test_difficulty_gives_bounds_where_limits_end_it():
    answer = difficulty(Deal.from_seed(42), Limits(nodes=3_000), engine="python")
    assert answer.stopped_by == "nodes"
    assert answer.stats.nodes == 3_000
    low, high = answer.winning_share
    assert 0 < low < high <= 1
    low, high = answer.random_share
    assert 0 < low < high <= 1
    hopeless = difficulty(State(["2C 3D", "4H"], "JS", "QD KD"))
    assert (hopeless.verdict, hopeless.lines, hopeless.winning_share, hopeless.random_share) == (
        Verdict.UNWINNABLE,
        (),
        None,
        None,
    )
    assert difficulty(State(["10C"], "KD", damage=20)).random_share == (1, 1)
    with pytest.raises(RegicideError, match="lines"):
        difficulty(Deal.from_seed(42), lines=0)


@pytest.mark.parametrize("engine", ENGINES)
def test_puzzles_have_one_winning_choice(engine):
    seeds = range(8) if engine == "python" else range(30)
    sizes = {"enemies": 3, "choices": 5, "turns": 2, "traps": 2, "a_deal": 2}
    limits = Limits(nodes=6_000 if engine == "python" else 100_000)
    puzzles = list(find_puzzles(seeds, engine=engine, limits=limits, **sizes))
    assert len(puzzles) >= (1 if engine == "python" else 5)
    assert puzzles[:3] == list(find_puzzles(seeds, engine=engine, limits=limits, **sizes))[:3]
    for puzzle in puzzles:
        state = puzzle.state
        assert apply_line(puzzle.deal.state(), puzzle.way) == state
        assert 1 + len(state.castle) <= 3
        assert puzzle.choices >= 5
        assert puzzle.traps >= 2
        assert puzzle.turns >= 2
        assert puzzle.line[0] in puzzle.solution
        assert is_win(state, puzzle.line)
        for action in legal_actions(state):
            verdict = Verdict.WINNABLE if action in puzzle.solution else Verdict.UNWINNABLE
            assert solve(state.apply(action), engine=engine).verdict is verdict, f"{state}: {action}"


def test_puzzles_stop_and_refuse():
    assert list(find_puzzles(range(5), engine="python", stop=lambda: True)) == []
    told = []
    list(find_puzzles([28], engine="python", limits=Limits(nodes=2_000), progress=told.append))
    assert all(progress.nodes <= 2_000 for progress in told)
    for wrong in ({"enemies": 0}, {"choices": True}, {"turns": -1}, {"traps": -1}, {"a_deal": 0}):
        with pytest.raises(RegicideError, match=next(iter(wrong))):
            find_puzzles(range(5), **wrong)
    with pytest.raises(RegicideError, match="engine"):
        find_puzzles(range(5), engine="steam")
    with pytest.raises(RegicideError, match="seed"):
        next(find_puzzles([-1]))


# --- shortest wins ----------------------------------------------------------------------------------------------


def test_the_bound_on_turns_is_never_above_the_fewest(explored):
    tight = 0
    for root, below in explored.values():
        for state, turns in below.values():
            bound = fewest_turns(state)
            if turns is not None:
                assert bound <= turns, f"{state}, below {root}"
                tight += bound == turns > 0
    assert tight > 1_000
    assert fewest_turns(State(["2C 3H", "4H"], "KD")) == MORE_THAN_ANY_GAME


@pytest.mark.parametrize("engine", ENGINES)
def test_shortest_wins_are_the_shortest(explored, engine):
    for number, (root, below) in explored.items():
        answer = shortest_win(root, engine=engine)
        turns = below[root.key][1]
        assert answer.verdict is verdict_from(below, root)
        assert answer.turns == turns, f"small position {number}: {root}"
        assert answer.stopped_by is None
        if turns is not None:
            assert (answer.at_least, answer.at_most) == (turns, turns)
            assert is_win(root, answer.line)
        else:
            assert (answer.at_least, answer.line) == (None, None)


@pytest.mark.parametrize("engine", ENGINES)
def test_shortest_wins_of_deals_are_bounds(engine):
    deal = Deal.from_seed(2)
    answer = shortest_win(deal, Limits(nodes=1_500), engine=engine)
    assert answer.stopped_by == "nodes"
    assert answer.stats.nodes == 1_500
    assert answer.turns is None
    assert 12 <= answer.at_least < answer.at_most
    assert is_win(deal, answer.line)
    undecided = shortest_win(Deal.from_seed(28), Limits(nodes=10), engine=engine)
    assert (undecided.verdict, undecided.at_most, undecided.turns) == (Verdict.UNDECIDED, None, None)
    assert undecided.at_least >= 12


def test_won_and_single_plays():
    assert shortest_win(State(["2C"], None)).turns == 0
    one = shortest_win(State(["10C"], "KD", damage=20))
    assert (one.turns, one.line) == (1, (parse_action("play 10C"),))
