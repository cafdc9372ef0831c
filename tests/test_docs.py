"""The README and the documentation: their examples run, and what they list is complete."""

import doctest
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import regicide_solver
from regicide_solver import Limits, NotationError, Rules, State, solve

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
DOCS = ROOT / "docs"
PAGES = [README, *sorted(DOCS.glob("*.md"))]


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)


def name_of(page):
    return page.stem


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=name_of)
def test_python_examples(page):
    source = "\n".join(blocks(page, "python"))
    examples = doctest.DocTestParser().get_doctest(source, {}, page.name, str(page), 0)
    assert examples.examples, "a Python block without a prompt is not tested"
    report = []
    failed, _ = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=report.append)
    assert not failed, "".join(report)


@pytest.mark.skipif(os.name != "posix", reason="the examples are for a POSIX shell")
@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "console")], ids=name_of)
def test_command_line_examples(page, tmp_path):
    """Run what stands after each ``$``, and compare what follows; ``...`` stands for anything."""
    program = tmp_path / "bin" / "regicide-solver"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m regicide_solver "$@"\n')
    program.chmod(0o755)
    path = os.pathsep.join([str(program.parent), os.environ["PATH"]])
    environment = os.environ | {"PATH": path, "NO_COLOR": "1", "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
    here = tmp_path / "here"
    here.mkdir()
    checker = doctest.OutputChecker()
    for block in blocks(page, "console"):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = example.partition("\n")
            run = subprocess.run(
                command, shell=True, cwd=here, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                encoding="utf-8", timeout=120, check=False,
            )  # fmt: skip
            assert checker.check_output(expected, run.stdout, doctest.ELLIPSIS), f"$ {command}\n{run.stdout}"


def test_every_preset_option_and_value_is_explained():
    page = (DOCS / "rules.md").read_text("utf-8")
    sections = dict(re.findall(r"^### `(\w+)`\n(.*?)(?=^##)", page, re.DOTALL | re.MULTILINE))
    assert set(sections) == set(Rules().options())
    words = {
        "solo_flips_from": ("aside", "tavern"),
        "overpay": ("any", "until_covered", "minimal"),
        "solo_yield": ("never", "always", "not_twice"),
        "yield_record": ("seat", "streak"),
        "retro_spades": ("play", "card", "none"),
        "exact_kill": ("top", "bottom", "discard"),
    }
    for option, values in words.items():
        for value in values:
            assert Rules().replace(**{option: value}).options()[option] == value
            assert f"- `{value}`" in sections[option]
    for preset in Rules.preset_names():
        assert f"| `{preset}` |" in page


def test_the_preset_table_tells_what_differs_from_official():
    page = (DOCS / "rules.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `([\w-]+)` \| .*? \| (.*)\|$", page, re.MULTILINE))
    for preset in Rules.preset_names():
        base = "ace-to-x" if "`ace-to-x`" in rows[preset] else "official"
        told = set(re.findall(r"`(\w+)`", rows[preset]))
        differing = {
            name
            for name, value in Rules.preset(preset).options().items()
            if Rules.preset(base).options()[name] != value
        }
        assert told == differing, preset


def test_the_fields_of_a_position_line_are_listed_in_order():
    with pytest.raises(NotationError) as refused:
        State.parse("too few fields")
    told = str(refused.value).partition("17: ")[2].split(", ")
    section = (DOCS / "notation.md").read_text("utf-8").partition("## A position on one line")[2]
    listed = re.findall(r"^\| (\d+) \| ([a-z ]+) \|", section, re.MULTILINE)
    assert listed == [(str(number), name) for number, name in enumerate(told, 1)]


def test_the_fields_of_json_are_listed():
    page = (DOCS / "notation.md").read_text("utf-8")
    position = page.partition("## Position JSON")[2].partition("## Deal JSON")
    deal = position[2].partition("## ")[0]
    assert set(regicide_solver.Deal.from_seed(1).to_json()) == set(re.findall(r"^\| `(\w+)` \|", deal, re.MULTILINE))
    names = re.findall(r"^\| (`[^|]*`) \|", position[0], re.MULTILINE)
    listed = {name for cell in names for name in re.findall(r"`(\w+)`", cell)}
    assert set(State(["2C"], "JH").to_json()) == listed - {"plays"}


def test_the_vectors_of_the_seed_scheme_are_what_the_code_gives():
    spec = importlib.util.spec_from_file_location("vectors", DOCS / "vectors.py")
    vectors = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(vectors)
    page = (DOCS / "seeds.md").read_text("utf-8")
    assert vectors.filled(page) == page
    assert page.count("\n| official, ") > 20


def test_every_reduction_is_argued():
    pages = "".join(page.read_text("utf-8") for page in (DOCS / "verdicts.md", DOCS / "reductions.md") if page.exists())
    hopeless = State(["2C 3D", "4H"], "JS", "QD KD")
    for solution in (solve(hopeless), solve(hopeless, engine="python")):
        assert solution.stats.reductions
        for name in solution.stats.reductions:
            assert f"`{name}`" in pages


def test_the_default_limits_are_told():
    page = (DOCS / "verdicts.md").read_text("utf-8")
    limits = Limits()
    assert f"| `nodes` | {limits.nodes:,} |" in page
    assert f"| `seconds` | {limits.seconds:g} |" in page
    assert f"| `memory` | {limits.memory >> 30} GiB," in page


def test_every_page_is_in_the_table_of_contents():
    contents = (DOCS / "index.md").read_text("utf-8")
    listed = {
        line for block in re.findall(r"```{toctree}\n(.*?)```", contents, re.DOTALL) for line in block.split("\n")
    }
    assert {page.stem for page in DOCS.glob("*.md")} - {"index"} <= listed


def test_no_page_has_the_name_of_one_that_sphinx_writes_itself():
    assert not {page.stem for page in DOCS.glob("*.md")} & {"search", "genindex", "py-modindex"}


def test_every_public_name_is_in_the_reference():
    documented = set(re.findall(r"(?:automodule|currentmodule):: ([\w.]+)", (DOCS / "api.md").read_text("utf-8")))
    for name in regicide_solver.__all__:
        value = getattr(regicide_solver, name)
        module = getattr(value, "__module__", "regicide_solver.cards")  # JESTER and Action have none of their own
        package = module.rpartition(".")[0]  # what a package exports is documented there
        assert {module, package} & (documented | {"types"}), name


def test_the_readme_marks_its_two_commands():
    page = README.read_text("utf-8")
    commands = dict(re.findall(r"^<!-- ci: (\w+) -->\n```sh\n(.+)\n```$", page, re.MULTILINE))
    assert set(commands) == {"solve", "test"}
    assert "regicide-solver solve 42" in commands["solve"]
    assert "PYTHONSAFEPATH=1" in commands["test"]
    assert "--import-mode=importlib" in commands["test"]


def test_links_to_files_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.skipif(not sys.flags.safe_path, reason="the tests run on the source tree")
def test_the_installed_package_is_tested():
    """With a safe path, as the README's command has it, the package is the installed one and not the source tree."""
    origin = Path(regicide_solver.__file__)
    assert "site-packages" in origin.parts
    assert ROOT / "regicide_solver" not in origin.parents
