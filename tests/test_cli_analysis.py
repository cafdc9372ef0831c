"""The commands `analyse`, `review` and `puzzle`."""

import json

import pytest
from cli_runs import HOPELESS, WON_NEXT, run

from regicide_solver import Deal, State, Verdict, apply_line, is_win, legal_actions, parse_action, parse_line, solve
from regicide_solver.analysis import analyse, review
from regicide_solver.cli.interrupts import InterruptFlag

#: Two of three plays win, both at once.
ENDING = "official 1 play KD - 30 0 0 no - 5C,5S - - - 0 0 0"


def test_analyse_shows_every_action():
    result = run("analyse", ENDING)
    assert result.code == 0
    rows = [line.split() for line in result.out.splitlines()]
    assert ["winnable"] in rows
    assert ["winnable", "1", "play", "5♣,", "play", "5♣+5♠"] in rows
    assert ["unwinnable", "play", "5♠"] in rows
    assert "Hand      5♣ 5♠\n" in result.out
    assert "stopped" not in result.out
    assert not any(line.endswith(" ") for line in result.out.splitlines())


def test_analyse_writes_what_the_library_says():
    fields = run("analyse", ENDING, "--json", "--engine", "python").json
    analysis = analyse(State.parse(ENDING))
    assert fields["verdict"] == "winnable"
    assert fields["position"] == State.parse(ENDING).to_json()
    assert [choice["actions"] for choice in fields["choices"]] == [
        [str(action) for action in choice.actions] for choice in analysis.choices
    ]
    assert [choice["verdict"] for choice in fields["choices"]] == ["winnable", "unwinnable"]
    assert [choice["turns"] for choice in fields["choices"]] == [1, None]
    assert fields["choices"][0]["line"] == ["play 5C"]
    assert (fields["stopped_by"], fields["stats"]["engine"]) == (None, "python")


def test_analyse_takes_several_and_says_what_stays_open():
    result = run("analyse", "0:2", "--nodes", "20", "--json", "--engine", "python")
    assert result.code == 3
    assert [fields["seed"] for fields in result.json_lines] == [0, 1]
    for fields in result.json_lines:
        assert fields["limits"]["nodes"] == 20
        assert fields["stopped_by"] == "nodes"
        actions = [action for choice in fields["choices"] for action in choice["actions"]]
        assert set(map(parse_action, actions)) == set(legal_actions(Deal.from_seed(fields["seed"]).state()))
    shown = run("analyse", "0", "--nodes", "20", "--engine", "python")
    assert shown.code == 3
    assert "undecided" in shown.out
    assert "stopped by nodes" in shown.out


def test_analyse_of_a_lost_position():
    result = run("analyse", HOPELESS)
    assert result.code == 0
    assert "winnable " not in result.out.replace("unwinnable ", "")


@pytest.fixture
def spoiled(tmp_path):
    """A game on seed 42, won almost to the end and then given away."""
    deal = Deal.from_seed(42)
    line = list(solve(deal).line)
    for place in range(len(line) - 1, -1, -1):
        state = apply_line(deal.state(), line[:place])
        losing = analyse(state).with_verdict(Verdict.UNWINNABLE)
        if losing:
            break
    played = [*line[:place], losing[0]]
    file = tmp_path / "game.txt"
    file.write_text("# a game\n" + "\n".join(map(str, played)))
    return file, played


def test_review_names_the_mistake(spoiled):
    file, played = spoiled
    result = run("review", "42", file)
    assert result.code == 0
    assert result.out.count("<- lost here") == 1
    assert f"Lost by action {len(played)} of {len(played)}: {played[-1]}\n" in result.out
    assert "These would have kept the win: " in result.out
    assert "A line that wins from there:" in result.out
    fields = run("review", "42", "--line", "; ".join(map(str, played)), "--json").json
    assert fields["mistake"] == len(played)
    assert fields["suspects"] == [len(played)]
    assert (fields["verdict"], fields["end_verdict"]) == ("winnable", "unwinnable")
    assert [action["action"] for action in fields["actions"]] == list(map(str, played))
    before = apply_line(Deal.from_seed(42).state(), played[:-1])
    best = next(choice for choice in fields["alternatives"] if choice["verdict"] == "winnable")
    assert is_win(before, parse_line("; ".join(best["line"])))


def test_review_reads_json_with_a_line(spoiled):
    _, played = spoiled
    line = [str(action) for action in played]
    for game in ({"seed": 42}, {"deal": Deal.from_seed(42).to_json()}):
        fields = run("review", "-", "--json", stdin=json.dumps(game | {"line": line})).json
        assert fields["mistake"] == len(played)
    position = {"position": State.parse(ENDING).to_json(), "line": ["play 5S"]}
    assert run("review", "-", "--json", stdin=json.dumps(position)).json["mistake"] == 1
    won = run("review", "-", stdin=run("solve", "42", "--json").out)
    assert (won.code, "\nWon\n" in won.out) == (0, True)


def test_review_says_what_was_not_decided():
    result = run("review", "28", "--line", "yield", "--nodes", "30", "--engine", "python")
    assert result.code == 3
    assert "<- lost here?" in result.out
    assert "If it was lost, then by action 1; that was not decided\n" in result.out
    fields = run("review", "28", "--line", "yield", "--nodes", "30", "--engine", "python", "--json").json
    assert (fields["mistake"], fields["suspects"], fields["stopped_by"]) == (None, [1], "nodes")


@pytest.mark.parametrize(
    ("position", "line", "conclusion"),
    [
        (HOPELESS, "play 10C", "It could not be won from the start"),
        (WON_NEXT, "play 10C", "Won"),
        (ENDING, "play 5S", "Lost by action 1 of 1: play 5S"),
        (ENDING, "", "It can still be won after these 0 actions"),
    ],
)
def test_review_sums_up(position, line, conclusion):
    result = run("review", position, "--line", line)
    assert result.code == 0
    assert f"\n{conclusion}\n" in "\n" + result.out
    assert review(State.parse(position), line).stopped_by is None


@pytest.mark.parametrize(
    "arguments",
    [["42"], ["42", "--line", "play 5X"], ["42", "--line", "play KD"], ["-", "-"], ["-5", "--line", "yield"]],
)
def test_review_refuses_what_is_no_game(arguments):
    assert run("review", *arguments, stdin="").is_refused()


def test_puzzle_shows_a_position_and_hides_its_solution():
    result = run("puzzle", "1:24", "--nodes", "4000")
    assert result.code == 0
    assert result.out.startswith("Puzzle 1: seed ")
    assert "choices wins, in " in result.out
    assert "Solution" not in result.out
    line = next(line for line in result.out.splitlines() if line.startswith("official "))
    fields = run("puzzle", "1:24", "--nodes", "4000", "--json").json
    state = State.parse(line)
    assert state.to_json() == fields["position"]
    assert apply_line(Deal.from_seed(fields["seed"]).state(), parse_line("; ".join(fields["way"]))) == state
    assert is_win(state, parse_line("; ".join(fields["line"])))
    choices = run("analyse", line, "--json").json["choices"]
    assert [choice["actions"] for choice in choices if choice["verdict"] != "unwinnable"] == [fields["solution"]]
    assert len(choices) == fields["choices"]
    shown = run("puzzle", "1:24", "--nodes", "4000", "--solutions")
    assert "\nSolution: " in shown.out
    assert shown.out.startswith(result.out.rstrip("\n"))


def test_puzzle_says_when_there_are_fewer():
    result = run("puzzle", "28", "--nodes", "200", "--count", "2")
    assert result.code == 1
    assert result.out.endswith("0 found in 28, 2 wanted\n")
    assert run("puzzle", "28", "--nodes", "200", "--json").out == ""


@pytest.mark.parametrize(
    "arguments", [["-5"], ["5:3"], [WON_NEXT], ["deal.json"], ["0:5", "--enemies", "0"], ["0:5", "--traps", "x"]]
)
def test_puzzle_takes_seeds(arguments):
    assert run("puzzle", *arguments).is_refused()


def test_ctrl_c_ends_with_what_is_known(monkeypatch):
    monkeypatch.setattr(InterruptFlag, "is_set", lambda _: True)
    analysed = run("analyse", "28:30", "--json")
    assert analysed.code == 3
    assert (analysed.json["seed"], analysed.json["verdict"], analysed.json["stopped_by"]) == (
        28,
        "undecided",
        "interrupt",
    )
    reviewed = run("review", "28", "--line", "yield")
    assert reviewed.code == 3
    assert "stopped by interrupt" in reviewed.out
    looked = run("puzzle", "0:100", "--json")
    assert (looked.code, looked.out) == (3, "")
