"""The search: verdicts, limits, counters, and that nothing but the answer's price depends on how it is found."""

from random import Random

import pytest
from small_positions import small_position

from regicide_solver import (
    Deal,
    Discard,
    Flip,
    ImpossiblePositionError,
    Limits,
    Play,
    RegicideError,
    Rules,
    State,
    Verdict,
    Yield,
    apply,
    apply_line,
    is_win,
    kernel,
    outcome,
    parse_line,
    solve,
)
from regicide_solver.engine import minimal_actions
from regicide_solver.search.depth_first import PythonSearcher
from regicide_solver.search.kernel_search import KernelSearcher
from regicide_solver.search.passes import Budget, Pass, PassEnd
from regicide_solver.search.weights import Weights, weights_for

EVERYTHING = 10**9

needs_kernel = pytest.mark.skipif(not kernel.available(), reason="the kernel is not built")
ENGINES = ["python", pytest.param("kernel", marks=needs_kernel)]

# Small positions that go on; the unreduced search decides each of them within this many nodes.
SMALL = [number for number in range(170) if outcome(small_position(number)) is None]
FEW_NODES = 20_000


def exhaust(make_searcher, nodes=EVERYTHING, **plan):
    budget = Budget(nodes, 1 << 40, lambda _nodes, _enemies: None)
    searcher = make_searcher(budget)
    end = searcher.run(Pass("test", EVERYTHING, complete=True, **plan), budget)
    return end, searcher, budget


@pytest.fixture(scope="module")
def unreduced():
    """What the plain search says of each small position: the yardstick of all others."""
    ends = {}
    for number in SMALL:
        state = small_position(number)
        end, _, _ = exhaust(lambda _, state=state: PythonSearcher(state, reduced=False), nodes=FEW_NODES)
        if end is not PassEnd.NODES:
            ends[number] = end
    assert len(ends) > 130
    assert list(ends.values()).count(PassEnd.EXHAUSTED) > 35
    return ends


def check_against(unreduced, make_searcher, **plan):
    for number, expected in unreduced.items():
        state = small_position(number)
        end, searcher, _ = exhaust(lambda budget, state=state: make_searcher(state, budget), **plan)
        assert end is expected, f"small position {number}: {state}"
        if end is PassEnd.WON:
            assert outcome(apply_line(state, searcher.line())) == "won"


def test_reductions_change_no_verdict(unreduced):
    check_against(unreduced, lambda state, _: PythonSearcher(state))


@needs_kernel
def test_the_kernel_agrees(unreduced):
    check_against(unreduced, lambda state, budget: KernelSearcher(state, budget, reduced=False))


@needs_kernel
def test_the_kernels_reductions_change_no_verdict(unreduced):
    check_against(unreduced, KernelSearcher)


@needs_kernel
@pytest.mark.parametrize(
    "plan", [{}, {"width": 1}, {"width": 2}, {"columns": True}], ids=["all", "width 1", "width 2", "columns"]
)
@pytest.mark.parametrize("seed", range(8))
def test_both_engines_search_in_the_same_order(seed, plan):
    dice = Random(seed)
    weights = [Weights(*(dice.randint(-2_000, 3_000) for _ in Weights._fields))]
    root = Deal.from_seed(seed, players=1 + seed % 4).state()
    found = []
    for make_searcher in (
        lambda _: PythonSearcher(root, weights, reduced=False),
        lambda budget: KernelSearcher(root, budget, weights, reduced=False),
    ):
        budget = Budget(800, 1 << 40, lambda _nodes, _enemies: None)
        searcher = make_searcher(budget)
        end = searcher.run(Pass("test", 800, complete=False, **plan), budget)
        found.append((end, budget.spent, searcher.line() if end is PassEnd.WON else None))
    assert found[0] == found[1]


@pytest.mark.parametrize("width", [1, 2])
@pytest.mark.parametrize(
    "make_searcher",
    [
        lambda state, _: PythonSearcher(state),
        pytest.param(lambda state, budget: KernelSearcher(state, budget, reduced=False), marks=needs_kernel),
        pytest.param(KernelSearcher, marks=needs_kernel),
    ],
    ids=["python", "kernel, unreduced", "kernel"],
)
def test_a_pass_of_limited_width_proves_no_more_than_it_searched(unreduced, make_searcher, width):
    ends = []
    for number, expected in unreduced.items():
        state = small_position(number)
        budget = Budget(EVERYTHING, 1 << 40, lambda _nodes, _enemies: None)
        searcher = make_searcher(state, budget)
        for noise_seed in range(3):
            narrow = Pass("test", EVERYTHING, complete=True, width=width, noise=10**5, noise_seed=noise_seed)
            end = searcher.run(narrow, budget)
            assert end in (expected, PassEnd.NARROWED), f"small position {number}: {state}"
            if end is PassEnd.WON:
                assert outcome(apply_line(state, searcher.line())) == "won"
            ends.append(end)
        # What the narrow passes left behind misleads nobody.
        assert searcher.run(Pass("test", EVERYTHING, complete=True), budget) is expected, f"small position {number}"
    assert set(ends) == {PassEnd.WON, PassEnd.NARROWED, PassEnd.EXHAUSTED}


@needs_kernel
def test_other_keys_change_no_verdict(unreduced):
    check_against(unreduced, lambda state, budget: KernelSearcher(state, budget, salt=12345))


def test_order_changes_no_verdict(unreduced):
    backwards = [Weights(*(-weight for weight in weights_for(small_position(0))[0]))]
    check_against(unreduced, lambda state, _budget: PythonSearcher(state, backwards))
    check_against(unreduced, lambda state, _: PythonSearcher(state), noise=10**7, noise_seed=7)


def test_memo_changes_no_verdict(unreduced):
    few = dict(list(unreduced.items())[:60])
    for number, expected in few.items():
        state = small_position(number)
        end, _, budget = exhaust(
            lambda _, state=state: PythonSearcher(state, reduced=False, memo=False), nodes=10 * FEW_NODES
        )
        assert end in (expected, PassEnd.NODES), f"small position {number}: {state}"
        assert budget.largest_table == 0


@pytest.mark.parametrize("engine", ENGINES)
def test_stages_decide_like_one_pass(unreduced, engine):
    for number, expected in unreduced.items():
        solution = solve(small_position(number), Limits(nodes=200_000), engine=engine)
        verdict = Verdict.WINNABLE if expected is PassEnd.WON else Verdict.UNWINNABLE
        assert solution.verdict is verdict, f"small position {number}"


def test_a_longer_limit_goes_on_with_the_same_sequence():
    deal = Deal.from_seed(1_000_017, players=2)
    verdicts = []
    for nodes in (10, 100, 1_000, 4_000, 8_000):
        solution = solve(deal, Limits(nodes=nodes), engine="python")
        verdicts.append(solution.verdict)
        if solution.verdict is Verdict.UNDECIDED:
            assert solution.stats.nodes == nodes
            assert solution.stopped_by == "nodes"
    decided = [verdict for verdict in verdicts if verdict is not Verdict.UNDECIDED]
    assert verdicts[: len(verdicts) - len(decided)] == [Verdict.UNDECIDED] * (len(verdicts) - len(decided))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_same_input_same_answer(engine, players):
    deal = Deal.from_seed(7, players)
    first, second = (solve(deal, Limits(nodes=5_000), engine=engine) for _ in range(2))
    assert first.line == second.line
    assert (first.verdict, first.stats.nodes, first.stats.stages) == (
        second.verdict,
        second.stats.nodes,
        second.stats.stages,
    )


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_lines_of_seeded_deals_win(engine, players):
    won = 0
    for seed in range(8):
        deal = Deal.from_seed(seed, players)
        solution = solve(deal, Limits(nodes=4_000), engine=engine)
        if solution.verdict is Verdict.WINNABLE:
            won += 1
            assert is_win(deal, solution.line)
            assert solution.turns == sum(isinstance(action, Play | Yield) for action in solution.line)
            assert solution.stats.engine == engine
            assert sum(stage.nodes for stage in solution.stats.stages) == solution.stats.nodes
    assert won >= 3


@pytest.mark.parametrize("engine", ENGINES)
def test_stop_is_polled(engine):
    asked = []

    def stop():
        asked.append(None)
        return len(asked) > 2

    hard = Deal.from_seed(227, players=1, rules=Rules(solo_flips=0))
    solution = solve(hard, engine=engine, stop=stop)
    assert solution.verdict is Verdict.UNDECIDED
    assert solution.stopped_by == "interrupt"
    assert solution.line is None


@pytest.mark.parametrize("engine", ENGINES)
def test_seconds_are_a_cap(engine):
    solution = solve(Deal.from_seed(11, players=1, rules=Rules(solo_flips=0)), Limits(seconds=1e-9), engine=engine)
    assert (solution.verdict, solution.stopped_by) == (Verdict.UNDECIDED, "seconds")


@pytest.mark.parametrize("engine", ENGINES)
def test_memory_is_named_when_it_runs_out(engine):
    solution = solve(Deal.from_seed(11, players=1, rules=Rules(solo_flips=0)), Limits(memory=1_000), engine=engine)
    assert (solution.verdict, solution.stopped_by) == (Verdict.UNDECIDED, "memory")


@pytest.mark.parametrize("engine", ENGINES)
def test_an_exception_of_the_caller_passes_through(engine):
    def stop():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(Deal.from_seed(11, players=1), engine=engine, stop=stop)


@pytest.mark.parametrize("engine", ENGINES)
def test_progress_is_told(engine, monkeypatch):
    monkeypatch.setattr("regicide_solver.search.decide._PROGRESS_INTERVAL", 0.0)
    told = []
    limits = Limits(nodes=100_000 if engine == "kernel" else 2_000)
    solve(Deal.from_seed(1_000_017, players=2), limits, engine=engine, progress=told.append)
    assert told
    assert [word.nodes for word in told] == sorted(word.nodes for word in told)
    assert all(1 <= word.enemies_left <= 12 for word in told)


@pytest.mark.parametrize("engine", ENGINES)
def test_positions_that_are_over(engine):
    won = State(["2C", ""], None, discard="KD")
    lost = State(["2C", "3C"], "JH", phase="suffer")
    assert solve(won, engine=engine).verdict is Verdict.WINNABLE
    assert solve(won, engine=engine).line == ()
    solution = solve(lost, engine=engine)
    assert (solution.verdict, solution.line, solution.stats.nodes) == (Verdict.UNWINNABLE, None, 0)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_yield_that_changes_nothing_is_no_endless_game(engine):
    rules = Rules(solo_yield="always")
    stuck = State(["3C"], "KD", rules=rules, shield=20, in_play="10S")
    assert Yield() in stuck.legal_actions()
    assert solve(stuck, engine=engine).verdict is Verdict.UNWINNABLE


@pytest.mark.parametrize("engine", ENGINES)
def test_fewest_flips(engine):
    # The hand cannot win; the Tavern's next cards can, and one flip fetches them.
    state = State(["2D"], "KD", damage=20, tavern="10C 2C", flips=2)
    solution = solve(state, engine=engine, goal="fewest_flips")
    assert (solution.flips_used, solution.flips_proved, solution.medal) == (1, True, "silver")
    assert solution.line.count(Flip()) == 1


@pytest.mark.parametrize("engine", ENGINES)
def test_fewest_flips_of_a_deal_is_not_more_than_any_win(engine):
    for seed in range(6):
        deal = Deal.from_seed(seed, players=1)
        any_win = solve(deal, Limits(nodes=4_000), engine=engine)
        best = solve(deal, Limits(nodes=4_000), engine=engine, goal="fewest_flips")
        if any_win.verdict is Verdict.WINNABLE:
            assert best.flips_used <= any_win.flips_used
            assert any_win.flips_proved == (any_win.flips_used == 0)
            if best.flips_used and best.flips_proved:
                fewer = Deal.from_seed(seed, players=1).state()
                assert fewer.flips > best.flips_used - 1


def test_wrong_arguments_are_refused():
    deal = Deal.from_seed(0)
    for arguments in ({"goal": "lose"}, {"engine": "abacus"}, {"threads": 0}, {"threads": True}):
        with pytest.raises(RegicideError):
            solve(deal, **arguments)
    for limits in ({"nodes": 0}, {"nodes": 1.5}, {"seconds": -1}, {"seconds": float("nan")}, {"memory": True}):
        with pytest.raises(RegicideError):
            Limits(**limits)
    with pytest.raises(RegicideError):
        solve(42)
    with pytest.raises(ImpossiblePositionError):
        solve(State(["2C", "2C"], "JH"))


def test_a_line_that_ends_early_is_no_win():
    deal = Deal.from_seed(42)
    line = solve(deal, Limits(nodes=20_000)).line
    assert is_win(deal, line)
    assert not is_win(deal, line[:-1])
    assert not is_win(deal, parse_line("play 9C"))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("preset", Rules.preset_names())
def test_every_preset_is_searched(engine, preset):
    rules = Rules.preset(preset)
    for players in rules.seats:
        solution = solve(Deal.from_seed(3, players, rules), Limits(nodes=6_000), engine=engine)
        if solution.verdict is Verdict.WINNABLE:
            assert is_win(Deal.from_seed(3, players, rules), solution.line)


@needs_kernel
def test_a_deal_that_only_a_spare_payment_wins_is_won_soon():
    """Complete passes alone take ten million nodes; restarts over every payment are what helps."""
    deal = Deal.from_seed(1008, players=1, rules=Rules(solo_flips=0))
    solution = solve(deal, Limits(nodes=60_000))
    assert solution.verdict is Verdict.WINNABLE
    state = deal.state()
    spare = False
    for action in solution.line:
        spare |= isinstance(action, Discard) and action not in minimal_actions(state)
        state = apply(state, action)
    assert spare


@needs_kernel
def test_two_threads_give_the_verdicts_of_one(unreduced):
    for number, expected in list(unreduced.items())[:60]:
        state = small_position(number)
        solution = solve(state, Limits(nodes=200_000), engine="kernel", threads=2)
        assert solution.verdict is (Verdict.WINNABLE if expected is PassEnd.WON else Verdict.UNWINNABLE)
    for seed in range(6):
        deal = Deal.from_seed(seed, players=2)
        solution = solve(deal, Limits(nodes=100_000), engine="kernel", threads=2)
        assert is_win(deal, solution.line)
        assert solution.stats.nodes == sum(stage.nodes for stage in solution.stats.stages)


@needs_kernel
def test_two_threads_heed_limits_and_stops():
    hard = Deal.from_seed(227, players=1, rules=Rules(solo_flips=0))
    solution = solve(hard, Limits(nodes=50_000), engine="kernel", threads=2)
    assert (solution.verdict, solution.stopped_by) == (Verdict.UNDECIDED, "nodes")
    stopped = solve(hard, engine="kernel", threads=2, stop=lambda: True)
    assert (stopped.verdict, stopped.stopped_by) == (Verdict.UNDECIDED, "interrupt")
    with pytest.raises(KeyboardInterrupt):
        solve(hard, engine="kernel", threads=2, stop=raise_interrupt)


def raise_interrupt():
    raise KeyboardInterrupt
