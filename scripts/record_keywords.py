#!/usr/bin/env python3
"""Records cfn-lint's results for keywords of small schemas on small values: record_keywords.py [FILE]

Needs a Python with cfn-lint. Each line of FILE (tests/schema/keywords.jsonl) is {"keyword", "schema", "cases"}, each case
[value, violations]. The violations are rewritten as [[keyword, path, message, violations of branches]], followed by `true` for a
violation that only states that the answer is unknown. `strict`: types are strict. The values are in a template,
tests/schema/template.json; only rules of the keyword `format` run.
"""
import json
import pathlib
import sys

from cfnlint.jsonschema import CfnTemplateValidator
from cfnlint.helpers import FUNCTIONS
from cfnlint.rules.formats.Format import Format
from cfnlint.template import Template

FOLDER = pathlib.Path(__file__).parent.parent / "tests/schema"


def record(error):
    path = [step if isinstance(step, int) else str(step) for step in error.path_override or error.path]
    children = sorted((record(child) for child in error.context or []), key=json.dumps)
    found = [error.validator, path, error.message, children]
    return found + [True] if error.unknown else found


def main():
    file = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER / "keywords.jsonl"
    template = json.loads((FOLDER / "template.json").read_text())
    cfn = Template("template.json", template, ["us-east-1"])
    kind = CfnTemplateValidator({}).extend(validators={"format": Format().format})
    lines = []
    for line in file.read_text().splitlines():
        asked = json.loads(line)
        functions = [name for name in FUNCTIONS if name.startswith("Fn::") or name == "Ref"]
        context = cfn.context.evolve(functions=functions, strict_types=asked.get("strict", False))
        for case in asked["cases"]:
            validator = kind(asked["schema"]).evolve(cfn=cfn, context=context)
            found = [record(error) for error in validator.iter_errors(case[0])]
            case[1:] = [sorted(found, key=json.dumps)]
        lines.append(json.dumps(asked, ensure_ascii=False))
    file.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
