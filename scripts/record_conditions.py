#!/usr/bin/env python3
"""Records cfn-lint 1.58.0's answers for random sets of conditions, for tests/document/condition.rs.

    pip install cfn-lint==1.58.0; python scripts/record_conditions.py > tests/document/conditions/random.json

Templates have few conditions, so that they stay below cfn-lint's limits.
"""
import itertools
import json
import random
import sys

from cfnlint.conditions import UnknownSatisfisfaction
from cfnlint.context.conditions.exceptions import Unsatisfiable
from cfnlint.decode.cfn_json import loads
from cfnlint.template import Template

PARAMETERS = {
    "Env": {"Type": "String", "AllowedValues": ["dev", "test", "prod"]},
    "Flag": {"Type": "String", "AllowedValues": ["true", "false"]},
    "Free": {"Type": "String"},
    "Count": {"Type": "Number", "AllowedValues": [1, 2]},
    "List": {"Type": "CommaDelimitedList", "AllowedValues": ["a", "b"]},
}
LITERALS = ["dev", "test", "prod", "true", "false", "", "1", 1, 2, True, "~x", "{x"]


def side(r):
    kind = r.random()
    if kind < 0.45:
        return {"Ref": r.choice(list(PARAMETERS) + ["AWS::Region"])}
    if kind < 0.52:
        return {"Fn::Select": [r.choice([0, 1]), {"Ref": "List"}]}
    if kind < 0.56:
        return r.choice([None, ["a"], {"Fn::FindInMap": ["M", "A", "B"]}, {"a": 1, "b": 2}, 1.5])
    return r.choice(LITERALS)


def equals(r):
    if r.random() < 0.6:
        name = r.choice(["Env", "Env", "Flag", "Flag", "Count"])
        pair = [{"Ref": name}, r.choice(PARAMETERS[name]["AllowedValues"] + ["other"])]
        return {"Fn::Equals": pair if r.random() < 0.7 else pair[::-1]}
    count = 2 if r.random() < 0.97 else r.choice([0, 1, 3])
    return {"Fn::Equals": [side(r) for _ in range(count)]}


def condition(r, names, depth=0):
    kind = r.random()
    if depth > 2 or kind < 0.35:
        return equals(r)
    if kind < 0.5:
        return {"Condition": r.choice(names + (["Nope"] if r.random() < 0.1 else []))}
    if kind < 0.65:
        return {"Fn::Not": [condition(r, names, depth + 1) for _ in range(1 if r.random() < 0.97 else 2)]}
    if kind < 0.98:
        parts = [condition(r, names, depth + 1) for _ in range(r.choice([0, 1, 2, 2, 2, 3]))]
        return {r.choice(["Fn::And", "Fn::Or"]): parts}
    return r.choice(["text", {}, {"Fn::Wrong": []}, {"Fn::Not": "x"}, {"Condition": 1}])


def template(r):
    count = r.choice([1, 2, 3, 4, 5])
    names = [f"C{i}" for i in range(count)]
    result = {"Parameters": {k: v for k, v in PARAMETERS.items() if r.random() < 0.8}}
    # Mostly earlier names, so that few templates have cycles.
    result["Conditions"] = {
        name: condition(r, names[: i + (1 if r.random() < 0.05 else 0)] or ["C0"] if i else ["Nope"] if r.random() < 0.05 else names[1:] or ["C0"])
        for i, name in enumerate(names)
    }
    if r.random() < 0.3:
        rule = {"Assertions": [{"Assert": condition(r, names)} for _ in range(r.choice([1, 1, 2]))]}
        if r.random() < 0.5:
            rule["RuleCondition"] = condition(r, names)
        result["Rules"] = {"R": rule}
    return result


def rows(names, scenarios):
    return sorted(["".join("T" if s[n] else "F" for n in names) for s in scenarios], reverse=True)


def ask(source, r):
    cfn = Template("t", loads(json.dumps(source)), ["us-east-1"])
    names = list(source["Conditions"])
    logic, worlds = cfn.conditions, cfn.context.conditions
    case = {"template": source, "known": [n for n in names if n in logic._conditions]}
    asked = [n for n in names if r.random() < 0.9]
    pinned = {n: r.random() < 0.5 for n in asked if r.random() < 0.3}
    scenarios = logic.build_scenarios({n: {pinned[n]} if n in pinned else None for n in asked})
    case["scenarios"] = {"asked": [[n, pinned.get(n)] for n in asked], "rows": rows(asked, scenarios)}
    case["implies"] = []
    for _ in range(4):
        given = {n: r.random() < 0.6 for n in names if r.random() < 0.5}
        implied = r.choice(names + ["Nope"] if r.random() < 0.1 else names)
        case["implies"].append([list(map(list, given.items())), implied, logic.check_implies(dict(given), implied)])
    case["possible"] = []
    for _ in range(4):
        given = {n: r.random() < 0.6 for n in names if r.random() < 0.6}
        values = {p: str(r.choice(PARAMETERS[p].get("AllowedValues", ["x"]))) for p in PARAMETERS if r.random() < 0.5}
        try:
            answer = bool(logic.satisfiable(given, values))
        except UnknownSatisfisfaction:
            answer = None
        case["possible"].append([list(map(list, given.items())), list(map(list, values.items())), answer])
    # Facts, then an assumption, then scenarios; what is reachable; why not.
    case["walks"] = []
    for _ in range(3):
        world, steps = worlds, []
        for name in r.sample(names, min(len(names), 3)):
            value, assumed = r.random() < 0.5, r.random() < 0.4
            try:
                world = world.evolve({name: value}, assumed=assumed)
                steps.append([name, value, assumed, None])
            except Unsatisfiable as e:
                steps.append([name, value, assumed, e.message])
        free = [n for n in names if n not in world.status]
        found = []
        for product in itertools.product([True, False], repeat=len(free)):
            try:
                world.evolve(dict(zip(free, product)), assumed=True)
                found.append(dict(zip(free, product)))
            except Unsatisfiable:
                pass
        reach = "".join("TF"[not world.is_reachable(n, v)] for n in names for v in (True, False))
        case["walks"].append({"steps": steps, "free": free, "rows": rows(free, found), "reachable": reach})
    return case


def main():
    r = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    cases = []
    while len(cases) < count:
        try:
            cases.append(ask(template(r), r))
        except (TypeError, AttributeError, RecursionError) as e:
            print(f"cfn-lint fails: {e!r}", file=sys.stderr)
    print("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]")


main()
