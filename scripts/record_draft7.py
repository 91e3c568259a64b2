#!/usr/bin/env python3
"""Records the results of python-jsonschema's Draft7Validator for generated schemas and values: tests/schema/draft7.jsonl.

Usage: python3 scripts/record_draft7.py [SEED [COUNT]] > tests/schema/draft7.jsonl

A line is {"schema", "cases": [[value, [schema path of a failing keyword, ...]], ...]}. If a value has the wrong type, other
keywords next to `type` are omitted, as are repeated paths."""

import json
import random
import sys

from jsonschema import Draft7Validator

KEYS = ["a", "b/c", "type", "~"]
TYPES = ["string", "number", "integer", "boolean", "null", "array", "object"]
SCALARS = ["", "a", "ab", "1", "true", "AWS::Region", "{{resolve:ssm:a}}", 0, 1, 1.0, -2.5, 3, 1e30, True, False, None]


def value(dice, depth):
    kind = dice.random()
    if depth == 0 or kind < 0.5:
        return dice.choice(SCALARS)
    if kind < 0.75:
        return [value(dice, depth - 1) for _ in range(dice.randint(0, 3))]
    return {key: value(dice, depth - 1) for key in dice.sample(KEYS, dice.randint(0, 3))}


def keyword(dice, depth):
    below = lambda: schema(dice, depth - 1)
    simple = {
        "type": lambda: dice.choice([dice.choice(TYPES), dice.sample(TYPES, 2)]),
        "enum": lambda: [value(dice, 1) for _ in range(dice.randint(1, 4))],
        "const": lambda: value(dice, 1),
        "minimum": lambda: dice.choice([0, 1, -2.5]),
        "maximum": lambda: dice.choice([0, 1, 2.5]),
        "exclusiveMinimum": lambda: dice.choice([0, 1]),
        "exclusiveMaximum": lambda: dice.choice([1, 3]),
        "multipleOf": lambda: dice.choice([1, 2]),
        "minLength": lambda: dice.choice([1, 2]),
        "maxLength": lambda: dice.choice([0, 1, 5]),
        "pattern": lambda: dice.choice(["^a", "b$", "[0-9]", "^$", "^[^1]*$"]),
        "minItems": lambda: dice.choice([1, 2]),
        "maxItems": lambda: dice.choice([0, 1, 2]),
        "uniqueItems": lambda: True,
        "minProperties": lambda: dice.choice([1, 2]),
        "maxProperties": lambda: dice.choice([0, 1]),
        "required": lambda: dice.sample(KEYS, dice.randint(0, 2)),
    }
    deep = {
        "items": lambda: dice.choice([below(), [below(), below()]]),
        "additionalItems": lambda: dice.choice([below(), True]),
        "properties": lambda: {key: below() for key in dice.sample(KEYS, dice.randint(1, 2))},
        "additionalProperties": lambda: dice.choice([below(), True, False]),
        "anyOf": lambda: [below(), below()],
        "allOf": lambda: [below(), below()],
        "not": below,
    }
    known = {**simple, **deep} if depth > 0 else simple
    name = dice.choice(list(known))
    return name, known[name]()


def schema(dice, depth):
    return dict(keyword(dice, depth) for _ in range(dice.randint(1, 3)))


def failures(validator, instance):
    errors = list(validator.iter_errors(instance))
    place = lambda error: (tuple(error.absolute_schema_path)[:-1], tuple(error.absolute_path))
    untyped = {place(error) for error in errors if error.validator == "type"}
    kept = [error for error in errors if error.validator == "type" or place(error) not in untyped]
    escaped = lambda part: str(part).replace("~", "~0").replace("/", "~1")
    return sorted({"".join("/" + escaped(part) for part in error.absolute_schema_path) for error in kept})


def main():
    seed, count = (int(argument) for argument in (sys.argv[1:] + ["7", "400"][len(sys.argv) - 1 :]))
    dice = random.Random(seed)
    for _ in range(count):
        made = schema(dice, 2)
        validator = Draft7Validator(made)
        values = [{key: value(dice, 2) for key in dice.sample(KEYS, dice.randint(0, 3))} for _ in range(2)]
        values += [{"a": value(dice, 2)} for _ in range(2)]
        wrapped = {"properties": {"a": made}} if dice.random() < 0.6 else made
        validator = Draft7Validator(wrapped)
        cases = [[one, failures(validator, one)] for one in values]
        print(json.dumps({"schema": wrapped, "cases": cases}))


if __name__ == "__main__":
    main()
