#!/usr/bin/env python3
"""Records cfn-lint's table of rules: tests/knowledge/rules.jsonl.

    scripts/record_rules.py

One line per rule: ID, severity, tags, source, whether it is experimental, and its options with types and defaults. Needs the
Python of an environment with cfn-lint 1.58.0.
"""
import json, os, pathlib

import cfnlint
from cfnlint.rules import Rules

TARGET = pathlib.Path(__file__).resolve().parent.parent / "tests" / "knowledge" / "rules.jsonl"


def row(rule):
    options = {
        name: {"type": option["type"], "default": option["default"]}
        for name, option in sorted((rule.config_definition or {}).items())
    }
    words = {"id": rule.id, "severity": rule.severity, "tags": rule.tags, "source": rule.source_url}
    return {**words, "experimental": bool(rule.experimental), "options": options}


def main():
    rules = Rules.create_from_directory(os.path.join(os.path.dirname(cfnlint.__file__), "rules"))
    rows = (row(rules[key]) for key in sorted(rules))
    TARGET.write_text("".join(json.dumps(line) + "\n" for line in rows))


main()
