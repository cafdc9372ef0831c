"""The command `rules`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from regicide_solver.cli.options import GameOptions, examples, json_option, rules_options
from regicide_solver.cli.rule_texts import RULE_TEXTS, RuleText
from regicide_solver.errors import RulesError
from regicide_solver.rules import OPTION_NOTES, PRESET_NOTES, Rules, option_values, value_text

if TYPE_CHECKING:
    from regicide_solver.cli.drawing import Drawing

__all__ = ["command"]


@click.command(
    "rules",
    short_help="Show presets, options, and what the rule texts say.",
    epilog=examples(
        "regicide-solver rules",
        "regicide-solver rules ace-to-x",
        "regicide-solver rules official --set combo_limit=none --set overpay=minimal --json",
    ),
)
@click.argument("preset_name", metavar="[PRESET]", required=False)
@rules_options
@json_option
def command(preset_name: str | None, options: GameOptions, as_json: bool) -> None:
    """Show the presets of rules, every option, and what each rule text says on it.

    With a PRESET, or with --set, show those rules alone.
    """
    if preset_name is not None:
        if options.preset is not None:
            raise RulesError("both a PRESET and --rules; expected one or the other")
        options = GameOptions(preset=Rules.preset(preset_name), settings=options.settings)
    rules = options.rules
    if as_json:
        click.echo(json.dumps(_all_fields() if rules is None else _rules_fields(rules, preset_name)))
        return
    from regicide_solver.cli.drawing import Drawing

    drawing = Drawing()
    if rules is None:
        _print_all(drawing)
    else:
        _print_rules(drawing, rules, preset_name or rules.base)


def _rules_fields(rules: Rules, preset_name: str | None) -> dict[str, object]:
    preset = preset_name or rules.base
    return {
        "preset": preset,
        "note": PRESET_NOTES[preset],
        "rules": rules.to_json(),
        "text": str(rules),
        "options": rules.options(),
        "texts": [_text_fields(text) for text in RULE_TEXTS if preset in text.presets],
    }


def _all_fields() -> dict[str, object]:
    return {
        "presets": {
            name: {"note": note, "rules": Rules.preset(name).to_json(), "options": Rules.preset(name).options()}
            for name, note in PRESET_NOTES.items()
        },
        "options": {
            name: {
                "note": note,
                "official": Rules().options()[name],
                "values": option_values(name),
                "sources": {text.number: text.points[name] for text in RULE_TEXTS if name in text.points},
            }
            for name, note in OPTION_NOTES.items()
        },
        "texts": [_text_fields(text) for text in RULE_TEXTS],
    }


def _text_fields(text: RuleText) -> dict[str, object]:
    return {"number": text.number, "presets": list(text.presets), "about": text.about, "points": dict(text.points)}


def _print_all(drawing: Drawing) -> None:
    drawing.heading("Presets")
    drawing.print(drawing.table([(name, note) for name, note in PRESET_NOTES.items()]))
    drawing.print("")
    drawing.heading("Options")
    official = Rules().options()
    for name, note in OPTION_NOTES.items():
        said = [(f"  text {text.number}", text.points[name]) for text in RULE_TEXTS if name in text.points]
        values = [("  official", value_text(official[name])), ("  values", option_values(name))]
        drawing.heading(name)
        drawing.print(drawing.table([("  means", note), *values, *said]))
    drawing.print("")
    drawing.heading("Rule texts")
    presets = [(f"{text.number} {', '.join(text.presets)}", text.about) for text in RULE_TEXTS]
    drawing.print(drawing.table(presets))


def _print_rules(drawing: Drawing, rules: Rules, preset: str) -> None:
    drawing.heading(f"{preset}: {PRESET_NOTES[preset]}")
    changed, official = rules.differences("official"), Rules().options()
    rows = []
    for name, value in rules.options().items():
        mark = f" (official: {value_text(official[name])})" if name in changed else ""
        rows.append((f"{name}={value_text(value)}", OPTION_NOTES[name] + mark))
    drawing.print(drawing.table(rows))
    drawing.print("", f"As one word: {rules}")
    for text in RULE_TEXTS:
        if preset in text.presets:
            drawing.print("")
            drawing.heading(f"Rule text {text.number}. {text.about}")
            drawing.print(drawing.table([(f"  {name}", point) for name, point in text.points.items()]))
