#!/usr/bin/env python3
"""Records Terraform's results for generated variables and values: tests/terraform/variables.jsonl.

Usage: python3 scripts/record_variables.py TERRAFORM [SEED [COUNT]] > tests/terraform/variables.jsonl

A line is {"declared", "condition", "value", "verdict"}: the lines of a variable `x`, its condition or null, the expression of its
value, and the verdict: `type` if the value does not have the type, `condition` if it does not meet the condition, `value` if
the condition has no value, or `pass`."""

import json
import os
import random
import re
import subprocess
import sys
import tempfile

TEXTS = ['"a"', '"1"', '"true"', '"2.5"', '""', "1", "true", '"abc"', '"Ab"']
NUMBERS = ["1", "0", "2.5", "-3", '"1"', '"2"', "4"]
BOOLS = ["true", "false", '"true"', '"false"']
CONDITIONS = {
    "string": [
        "length(var.X) > 1",
        'can(regex("^[a-z]*$", var.X))',
        'contains(["a", "1", "true"], var.X)',
        'var.X == "a" || startswith(var.X, "2")',
        "upper(var.X) == var.X",
        "var.X != null",
        "tonumber(var.X) > 0",
        'lower(var.X) == "true" ? length(var.X) == 4 : true',
    ],
    "number": [
        "var.X > 0",
        "var.X >= 1 && var.X < 3",
        "floor(var.X) == var.X",
        "contains([1, 2.5], var.X)",
        "var.X % 2 == 0",
        'format("%d", var.X) != "1"',
    ],
    "bool": ["var.X", "!var.X", "var.X != null"],
    "collection": [
        "length(var.X) > 1",
        "alltrue([for v in var.X : v != null])",
        "try(var.X[0], null) != null",
        "length(jsonencode(var.X)) < 12",
    ],
    "other": ["length(jsonencode(var.X)) < 30", "can(var.X.a) ? var.X.a != null : true", "try(var.X.a > 0, true)"],
}


class Type:
    """A type, and values for it."""

    def __init__(self, dice, depth):
        kinds = ["string", "number", "bool"] * 2
        if depth > 0:
            kinds += ["list", "list", "set", "map", "tuple", "object"]
        self.kind = dice.choice(kinds)
        inner = lambda: Type(dice, depth - 1)
        self.items = {
            "list": lambda: [inner()],
            "set": lambda: [inner()],
            "map": lambda: [inner()],
            "tuple": lambda: [inner() for _ in range(dice.randint(0, 2))],
            "object": lambda: [inner() for _ in range(dice.randint(0, 2))],
        }.get(self.kind, list)()
        self.optional = [dice.random() < 0.5 for _ in self.items]

    def written(self):
        items = [item.written() for item in self.items]
        if self.kind == "tuple":
            return f"tuple([{', '.join(items)}])"
        if self.kind == "object":
            wrapped = [f"optional({item})" if optional else item for item, optional in zip(items, self.optional)]
            return "object({%s})" % ", ".join(f"{name} = {item}" for name, item in zip("ab", wrapped))
        return f"{self.kind}({items[0]})" if items else self.kind

    def value(self, dice):
        if dice.random() < 0.06:
            return anything(dice, 1)
        if self.kind in ("list", "set"):
            return "[%s]" % ", ".join(self.items[0].value(dice) for _ in range(dice.randint(0, 3)))
        if self.kind == "map":
            names = dice.sample("abc", dice.randint(0, 3))
            return "{ %s }" % ", ".join(f"{name} = {self.items[0].value(dice)}" for name in names)
        if self.kind == "tuple":
            return "[%s]" % ", ".join(item.value(dice) for item in self.items)
        if self.kind == "object":
            there = [not optional or dice.random() < 0.7 for optional in self.optional]
            members = [f"{name} = {item.value(dice)}" for name, item, there in zip("ab", self.items, there) if there]
            return "{ %s }" % ", ".join(members + ["zz = 1"] * (dice.random() < 0.2))
        return dice.choice({"string": TEXTS, "number": NUMBERS, "bool": BOOLS}[self.kind])

    def conditions(self):
        kind = "collection" if self.kind in ("list", "set", "map") else self.kind
        return CONDITIONS.get(kind, CONDITIONS["other"])


def anything(dice, depth):
    kind = dice.random()
    if depth == 0 or kind < 0.55:
        return dice.choice(TEXTS + NUMBERS + ["null"])
    if kind < 0.78:
        return "[%s]" % ", ".join(anything(dice, depth - 1) for _ in range(dice.randint(0, 3)))
    names = dice.sample("abc", dice.randint(0, 3))
    return "{ %s }" % ", ".join(f"{name} = {anything(dice, depth - 1)}" for name in names)


def errors(terraform, rows):
    """Returns the summaries of Terraform's errors by variable."""
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/main.tf", "w") as file:
            for name, row in rows.items():
                block = f'  validation {{\n    condition = {row["condition"]}\n    error_message = "No."\n  }}\n'
                text = f'variable "x" {{\n{row["declared"]}{block if row["condition"] else ""}}}\n'
                file.write(re.sub(r"\bvar\.x\b", f"var.{name}", text).replace('"x"', f'"{name}"', 1))
        with open(f"{folder}/terraform.tfvars", "w") as file:
            file.writelines(f"{name} = {row['value']}\n" for name, row in rows.items())
        environment = dict(os.environ, TF_CLI_CONFIG_FILE="/dev/null", CHECKPOINT_DISABLE="1")
        line = [terraform, "plan", "-input=false", "-json", "-lock=false"]
        run = subprocess.run(line, cwd=folder, env=environment, capture_output=True, text=True)
    found = {}
    for line in run.stdout.splitlines():
        message = json.loads(line)
        if message.get("@level") == "error":
            diagnostic = message["diagnostic"]
            name = re.search(r"x\d+", str(diagnostic.get("snippet")) + diagnostic["detail"]).group(0)
            found.setdefault(name, []).append(diagnostic["summary"])
    return found


def main():
    terraform = sys.argv[1]
    seed, count = (int(argument) for argument in (sys.argv[2:] + ["5", "400"][len(sys.argv) - 2 :]))
    dice = random.Random(seed)
    rows, conditions = {}, {}
    for number in range(count):
        made = Type(dice, 2)
        nullable = dice.choice(["", "", "  nullable = false\n"])
        value = made.value(dice) if dice.random() < 0.85 else anything(dice, 2)
        rows[f"x{number}"] = {"declared": f"  type = {made.written()}\n{nullable}", "condition": None, "value": value}
        conditions[f"x{number}"] = dice.choice(made.conditions()).replace("var.X", "var.x")
    verdicts = dict.fromkeys(errors(terraform, rows), "type")
    for name in rows.keys() - verdicts.keys():
        rows[name]["condition"] = conditions[name]
    # Terraform stops before all conditions are evaluated: failed ones are omitted in the next run.
    while True:
        found = errors(terraform, {name: row for name, row in rows.items() if name not in verdicts})
        if not found:
            break
        for name, summaries in found.items():
            verdicts[name] = "condition" if "Invalid value for variable" in summaries else "value"
    for name, row in rows.items():
        print(json.dumps({**row, "verdict": verdicts.get(name, "pass")}))


if __name__ == "__main__":
    main()
