"""The commands `replay` and `verify`."""

import json
import string

import pytest
from cli_runs import WON_NEXT, run
from hypothesis import given
from hypothesis import strategies as st

from regicide_solver import Deal, State, apply_line, parse_line

RESULT_TEXT = run("solve", "42", "--nodes", "20000", "--engine", "python", "--json").out
RESULT = json.loads(RESULT_TEXT)
SOLO = run("solve", "8", "--players", "1", "--engine", "python", "--nodes", "20000", "--json").out
POSITION_RESULT = run("solve", WON_NEXT, "--json").out


def changed(**fields):
    return json.dumps(RESULT | fields)


def without(*names):
    return json.dumps({name: value for name, value in RESULT.items() if name not in names})


def test_replay_draws_a_result_turn_by_turn():
    result = run("replay", "-", stdin=RESULT_TEXT)
    assert (result.code, result.err) == (0, "")
    assert f"\nTurn {RESULT['turns']}, seat " in result.out
    assert f"Won, after {RESULT['turns']} turns\nEnemy     none left\n" in result.out
    assert "Hand 1 <  A♣ 4♠ 6♣ 7♠ 8♣ 9♣ 10♦\n" in result.out
    assert "\x1b" not in result.out


def test_replay_prints_the_position_after_each_action():
    fields = run("replay", "-", "--json", stdin=RESULT_TEXT).json
    line = parse_line("; ".join(RESULT["line"]))
    state = Deal.from_seed(42).state()
    assert fields["start"] == state.to_json()
    assert [step["action"] for step in fields["steps"]] == RESULT["line"]
    for number, step in enumerate(fields["steps"], 1):
        assert State.from_json(step["position"]) == apply_line(state, line[:number])
    assert fields["outcome"] == "won"


def test_replay_takes_a_line_with_a_seed_as_text_or_file(tmp_path):
    line = "play 9C; discard 6C+8C; yield"
    file = tmp_path / "line.txt"
    file.write_text("# opening\n" + line.replace("; ", "\n"))
    as_text, as_file = run("replay", "42", "--line", line), run("replay", "42", file)
    assert as_text.code == 0
    assert as_text.out == as_file.out == run("replay", "42", "-", stdin=line).out
    assert "> play 9♣        damage 18, 2 left\n> discard 6♣+8♣  pays 14/10\n" in as_text.out
    assert "The game goes on, after 2 turns" in as_text.out
    fields = run("replay", "42", file, "--json").json
    assert (fields["outcome"], len(fields["steps"])) == (None, 3)


def test_replay_tells_powers_kills_draws_jesters_and_flips():
    jester = "official;tavern_jesters=0,1,1,2 1 play JC JD 10 0 0 no - 10D,10H,*/3C - 5S,6S -- 0 0 0"
    told = run("replay", jester, "--line", "play *>1; play 10H").out
    assert "> play *  no immunity, seat 1 next\n" in told
    assert "> play 10♥  damage 10, exact kill, heals 2\n" in told
    told = run("replay", "official 1 play JC JD 0 0 0 no - 4D/3C 9S,8S - -- 0 0 0", "--line", "play 4D").out
    assert "damage 4, 16 left, draws 2, seat 1 gets 9♠, seat 2 gets 8♠" in told
    told = run("replay", "official 1 suffer JC JD 4 0 0 no 4D 2C 9S,8S - - 1 0 0", "--line", "flip; discard 8S+9S").out
    assert "Turn under way\n" in told
    assert "> flip           throws 1, takes 2, gets 8♠ 9♠\n" in told


def test_replay_shows_a_loss():
    told = run("replay", "official 1 play KD - 0 0 0 no - 3C/2C - - -- 0 0 0", "--line", "play 3C")
    assert (told.code, told.err) == (0, "")
    assert "Lost: no legal action is left, after 1 turns" in told.out


@pytest.mark.parametrize(
    ("arguments", "stdin", "expected"),
    [
        (["42", "--line", "play 9C; discard 6C"], None, "action 2 of the line: illegal action 'discard 6C': it pays 6"),
        (["42", "--line", "play 9C; play 9C"], None, "action 2 of the line: illegal action 'play 9C'"),
        (["42", "--line", "play 9C; jump"], None, "action 2 of the line: not an action: "),
        (["42", "--line", "play 9C+9C"], None, "stands twice"),
        (["42"], None, "no line to replay on '42'"),
        ([WON_NEXT], None, "no line to replay"),
        (["-"], json.dumps(Deal.from_seed(42).to_json()), "no line to replay"),
        (["42", "no-such-file"], None, "cannot read 'no-such-file'"),
        (["42", "-"], "play 9C\xff\n".encode("latin-1"), "not a UTF-8 text"),
        (["42", "-", "--line", "yield"], "yield", "both a line file and --line"),
        (["-", "-"], "yield", "cannot both come from standard input"),
        (["0:2", "--line", "yield"], None, "expected one seed"),
        (["-"], RESULT_TEXT * 2, "several results; expected one"),
        (["-"], changed(verdict="undecided", line=None), "a result without a line (undecided)"),
        (["-"], changed(line=["play 9C", "play KD"]), "action 2 of the line: illegal action 'play KD'"),
        (["-"], changed(line=["play 9C", 7]), "line, action 2: not an action: 7"),
    ],
)  # fmt: skip
def test_replay_refuses_with_one_line(arguments, stdin, expected):
    for output in ([], ["--json"]):
        result = run("replay", *arguments, *output, stdin=stdin)
        assert result.is_refused()
        assert expected in result.err


@pytest.mark.parametrize("text", [RESULT_TEXT, SOLO, POSITION_RESULT, RESULT_TEXT + SOLO + POSITION_RESULT])
def test_verify_accepts_what_solve_found(text, tmp_path):
    file = tmp_path / "results.jsonl"
    file.write_text(text)
    result = run("verify", file)
    assert (result.code, result.err) == (0, "")
    assert result.out.count(": verified, the line wins in ") == text.count("\n")
    assert all(fields["verified"] for fields in run("verify", file, "--json").json_lines)
    assert run("verify", "-", stdin=text).code == 0


def test_verify_reads_a_result_over_several_lines_and_one_without_its_frills():
    assert run("verify", "-", stdin=json.dumps(RESULT, indent=1)).code == 0
    assert run("verify", "-", stdin=without("version", "limits", "stats", "verdict", "turns", "players")).code == 0


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"seed": 43}, "illegal action"),
        ({"players": 3}, "illegal action"),
        ({"first": 2}, "illegal action"),
        ({"rules": {"preset": "official", "hand_limits": [8, 6, 6, 5]}}, "illegal action"),
        ({"line": RESULT["line"][:-1]}, "the line ends before the game is won"),
        ({"line": [*RESULT["line"], "yield"]}, "illegal action 'yield'"),
        ({"line": []}, "the line ends before the game is won"),
        ({"line": None, "verdict": "unwinnable"}, "no line (unwinnable)"),
        ({"line": None, "verdict": "undecided"}, "no line (undecided)"),
        ({"verdict": "unwinnable"}, "a line, but the verdict unwinnable"),
        ({"turns": RESULT["turns"] + 1}, f"turns is {RESULT['turns']}, not {RESULT['turns'] + 1}"),
        ({"flips_used": 1}, "flips_used is 0, not 1"),
    ],
)
def test_verify_says_why_a_result_is_no_win(fields, reason):
    result = run("verify", "-", stdin=changed(**fields))
    assert (result.code, result.err) == (1, "")
    assert "no win: " in result.out
    assert reason in result.out
    told = run("verify", "-", "--json", stdin=changed(**fields)).json
    assert told["verified"] is False
    assert reason in told["reason"]


def test_verify_is_1_when_one_of_several_is_no_win():
    result = run("verify", "-", stdin=RESULT_TEXT + changed(seed=43) + "\n" + RESULT_TEXT)
    assert result.code == 1
    assert [": verified" in line for line in result.out.splitlines()] == [True, False, True]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (changed(scheme=2), "scheme: 2; expected the seed scheme 1"),
        (changed(scheme=True), "scheme"),
        (changed(seed=2**64), "seed"),
        (changed(seed="42"), "seed"),
        (changed(players=5), "players"),
        (changed(first=3), "first"),
        (changed(rules="chess"), "unknown rules"),
        (changed(verdict="maybe"), "verdict: 'maybe'; expected winnable or unwinnable or undecided"),
        (changed(line="play 9C"), "expected a list"),
        (changed(line=["play 99"]), "line, action 1"),
        (changed(line=["yield"] * 10_001), "at most 10000"),
        (changed(turns=-1), "turns"),
        (changed(extra=1), "unknown field 'extra'"),
        (without("seed"), "it has no seed, deal or position"),
        (changed(deal=Deal.from_seed(42).to_json(), position=None), "both a deal and a position"),
        (changed(deal=Deal.from_seed(43).to_json()), "seed: 42; expected 43, as its deal has it"),
        (RESULT_TEXT + "{}", "line 2"),
        (RESULT_TEXT + "nonsense", "line 2"),
    ],
)  # fmt: skip
def test_verify_is_2_for_what_cannot_be_read(text, expected):
    for output in ([], ["--json"]):
        result = run("verify", "-", *output, stdin=text)
        assert result.is_refused()
        assert expected in result.err


def test_verify_fills_in_from_options_and_refuses_contradictions():
    bare = json.dumps({"seed": 42, "line": RESULT["line"]})
    assert run("verify", "-", stdin=bare).code == 0
    assert run("verify", "-", "--players", "3", stdin=bare).code == 1
    assert "contradicts" in run("verify", "-", "--players", "3", stdin=RESULT_TEXT).err


@given(
    field=st.sampled_from([*RESULT, "deal", "position"]),
    value=st.none()
    | st.booleans()
    | st.integers()
    | st.text(string.printable, max_size=9)
    | st.lists(st.text(max_size=9)),
)
def test_verify_ends_well_whatever_a_field_holds(field, value):
    result = run("verify", "-", stdin=changed(**{field: value}))
    assert result.is_refused() or (result.code in (0, 1) and result.err == "")
