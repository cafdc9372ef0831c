"""Golden verdicts: what the kernel finds out of a few hundred deals, and in how many nodes, in ``data/verdicts.json``.

``python tests/test_golden_verdicts.py`` writes the file anew. Node counts change with every change of the search; a
verdict only ever changes from undecided to decided, and the script refuses anything else.
"""

import json
import sys
from pathlib import Path

import pytest

from regicide_solver import Deal, Limits, RegicideError, Rules, Verdict, kernel, solve

GOLDEN = Path(__file__).parent / "data" / "verdicts.json"
ENTRIES = json.loads(GOLDEN.read_text(encoding="utf-8")) if GOLDEN.exists() else []
UNDECIDED = str(Verdict.UNDECIDED)

needs_kernel = pytest.mark.skipif(not kernel.available(), reason="the kernel is not built")

NODES = 60_000
#: How many times as many nodes the script gives a deal that was decided once.
PATIENCE = 64

# Rules, players, how many seeds from 0 up, and further seeds: unwinnable ones, which are rare, and hard ones.
KINDS = [
    ("official;solo_flips=0", 1, 40,
     (66, 87, 90, 103, 127, 135, 146, 148, 149, 155, 160, 172, 216, 227, 235, 239, 1008)),
    ("official;solo_flips=1", 1, 30, ()), ("official", 1, 30, ()),
    ("official", 2, 40, (383, 435, 720, 789, 847, 927)), ("official", 3, 30, (174, 393)), ("official", 4, 30, ()),
    ("two-player", 2, 4, ()),
    ("ace-to-x", 1, 8, ()), ("ace-to-x", 2, 8, (13,)), ("ace-to-x", 3, 8, ()), ("ace-to-x", 4, 8, ()),
    ("ace-to-x-56", 1, 8, ()), ("ace-to-x-56", 2, 8, (42,)), ("ace-to-x-56", 3, 8, ()), ("ace-to-x-56", 4, 8, (11,)),
    ("official;companions=no", 2, 4, ()), ("official;combo_limit=none", 3, 4, ()),
    ("official;overpay=until_covered", 1, 4, ()), ("official;overpay=minimal", 2, 4, ()),
    ("official;solo_yield=always;solo_flips=0", 1, 4, ()), ("official;solo_yield=not_twice;solo_flips=0", 1, 4, ()),
    ("official;yield_record=streak", 4, 4, ()), ("official;retro_spades=card", 4, 4, ()),
    ("official;retro_spades=none", 3, 4, ()), ("official;jester_self=no", 3, 4, ()),
    ("official;exact_kill=bottom", 2, 4, ()), ("official;exact_kill=discard", 1, 4, ()),
    ("official;tavern_jesters=0,2,2,2", 2, 4, ()), ("official;hand_limits=6,5,5,4", 3, 4, ()),
]  # fmt: skip


def kind_of(entry):
    return entry["rules"], entry["players"]


def decide(rules, players, seed, nodes=NODES):
    solution = solve(Deal.from_seed(seed, players, rules), Limits(nodes=nodes), engine="kernel")
    return {
        "rules": rules,
        "players": players,
        "seed": seed,
        "verdict": str(solution.verdict),
        "nodes": solution.stats.nodes,
    }


@needs_kernel
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind[0]}, {kind[1]}")
def test_verdicts_and_node_counts_are_the_golden_ones(kind):
    rules, players, count, more = kind
    entries = [entry for entry in ENTRIES if kind_of(entry) == (rules, players)]
    assert [entry["seed"] for entry in entries] == [*range(count), *more]
    found = [
        # what was undecided once has spent its limit; to come to a verdict takes no node more than it did
        decide(rules, players, entry["seed"], max(NODES, entry["nodes"] + (entry["verdict"] != UNDECIDED)))
        for entry in entries
    ]
    differing = [(entry, now) for entry, now in zip(entries, found, strict=True) if entry != now]
    told = "\n".join(
        f"seed {entry['seed']}: {now['verdict']} in {now['nodes']:,} nodes, "
        f"expected {entry['verdict']} in {entry['nodes']:,}"
        for entry, now in differing
    )
    assert not differing, told


def test_the_goldens_cover_verdicts_presets_players_and_flips():
    verdicts = [entry["verdict"] for entry in ENTRIES]
    assert len(verdicts) > 300
    assert verdicts.count("unwinnable") > 20
    assert verdicts.count(UNDECIDED) < 20
    rules = {Rules.parse(text) for text, _ in map(kind_of, ENTRIES)}
    assert {Rules.preset(name) for name in Rules.preset_names()} <= rules
    assert {Rules().replace(solo_flips=flips) for flips in (0, 1, 2)} <= rules
    assert {entry["players"] for entry in ENTRIES} == {1, 2, 3, 4}


def merged(known, nodes=NODES, patience=PATIENCE):
    """Decide every deal anew; refuse when one that was decided comes out otherwise, or not at all."""
    before = {(*kind_of(entry), entry["seed"]): entry["verdict"] for entry in known}
    entries = []
    refused = []
    for rules, players, count, more in KINDS:
        for seed in (*range(count), *more):
            entry = decide(rules, players, seed, nodes)
            verdict = before.get((rules, players, seed), UNDECIDED)
            if entry["verdict"] == UNDECIDED != verdict:
                entry = decide(rules, players, seed, patience * nodes)
            if verdict not in (UNDECIDED, entry["verdict"]):
                refused.append(f"{rules}, {players} players, seed {seed}: was {verdict}, now {entry['verdict']}")
            entries.append(entry)
    if refused:
        raise RegicideError("decided verdicts would change:\n" + "\n".join(refused))
    return entries


@pytest.fixture
def _few_kinds(monkeypatch):
    monkeypatch.setitem(globals(), "KINDS", [("official", 2, 2, ()), ("official", 3, 1, ())])


@needs_kernel
@pytest.mark.usefixtures("_few_kinds")
def test_the_script_decides_what_was_undecided():
    undecided = [entry | {"verdict": UNDECIDED, "nodes": 1} for entry in merged([])]
    assert merged(undecided) == merged([])
    assert UNDECIDED not in {entry["verdict"] for entry in merged(undecided)}


@needs_kernel
@pytest.mark.usefixtures("_few_kinds")
@pytest.mark.parametrize("seed", [0, 1])
def test_the_script_refuses_to_turn_a_verdict_round(seed):
    known = merged([])
    turned = [entry | ({"verdict": "unwinnable"} if entry["seed"] == seed else {}) for entry in known]
    with pytest.raises(RegicideError, match=rf"official, 2 players, seed {seed}: was unwinnable, now winnable"):
        merged(turned)


@needs_kernel
@pytest.mark.usefixtures("_few_kinds")
def test_the_script_refuses_to_forget_a_verdict():
    known = merged([])
    assert merged(known, nodes=10, patience=1000) == known
    with pytest.raises(RegicideError, match="was winnable, now undecided"):
        merged(known, nodes=10, patience=1)


def write_golden():
    lines = ",\n ".join(map(json.dumps, merged(ENTRIES)))
    GOLDEN.write_text(f"[{lines}]\n", encoding="utf-8")


if __name__ == "__main__":
    try:
        write_golden()
    except RegicideError as error:
        sys.exit(str(error))
