#!/usr/bin/env python3
"""Records cfn-lint 1.58.0's results for references of random templates, for tests/document/reference.rs.

    pip install cfn-lint==1.58.0; python scripts/record_references.py > tests/document/references/random.json
"""
import json
import random
import sys

from cfnlint.decode.cfn_json import loads
from cfnlint.template import Template

NAMES = ["A", "B", "C", "D", "E"]
CONDITIONS = {
    "Prod": {"Fn::Equals": [{"Ref": "Env"}, "prod"]},
    "Dev": {"Fn::Equals": [{"Ref": "Env"}, "dev"]},
    "NotProd": {"Fn::Not": [{"Condition": "Prod"}]},
    "Flag": {"Fn::Equals": [{"Ref": "Flag"}, "yes"]},
    "Both": {"Fn::And": [{"Condition": "Prod"}, {"Condition": "Flag"}]},
}


def name(r):
    return r.choice(list(CONDITIONS) if r.random() < 0.97 else ["Nope"])


def value(r, depth=0):
    kind = r.random()
    if depth < 3 and kind < 0.3:
        branches = [value(r, depth + 1), value(r, depth + 1)]
        return {"Fn::If": [name(r)] + (branches if r.random() < 0.97 else branches[:1])}
    if kind < 0.45:
        return {"Ref": r.choice(NAMES + ["Env", "AWS::NoValue", "AWS::NoValue"])}
    if kind < 0.55:
        return {"Fn::GetAtt": r.choice([[r.choice(NAMES), "Arn"], f"{r.choice(NAMES)}.Arn", [r.choice(NAMES)]])}
    if kind < 0.7:
        text = "".join(r.choice(["${A}", "${B.Arn}", "x", "${!C}", "${ D }", "${E}", "${Nope}"]) for _ in range(3))
        if r.random() < 0.3:
            own = {r.choice(["A", "E", "B.Arn"]): value(r, depth + 1) if depth < 3 else "v"}
            return {"Fn::Sub": [text] + ([own] if r.random() < 0.9 else [])}
        return {"Fn::Sub": text}
    if depth < 3 and kind < 0.8:
        return [value(r, depth + 1) for _ in range(r.choice([0, 1, 2, 3]))]
    if depth < 3 and kind < 0.9:
        return {k: value(r, depth + 1) for k in ["P", "Q", "R"] if r.random() < 0.5}
    return r.choice(["text", 1, 0, "", None, True])


def template(r):
    def member():
        result = {"Type": r.choice(["AWS::S3::Bucket", "AWS::Serverless::Function"])}
        if r.random() < 0.5:
            result["Condition"] = name(r)
        if r.random() < 0.3:
            one = lambda: r.choice(NAMES + ["Nope"])
            result["DependsOn"] = one() if r.random() < 0.5 else [one(), one()]
        result["Properties"] = {k: value(r) for k in ["X", "Y", "Z", "W"] if r.random() < 0.4}
        return result

    result = {"Parameters": {"Env": {"Type": "String"}, "Flag": {"Type": "String"}}, "Conditions": CONDITIONS}
    result["Resources"] = {n: member() for n in r.sample(NAMES, r.choice([2, 3, 4, 5]))}
    if r.random() < 0.6:
        result["Outputs"] = {"Out": {"Value": value(r)}}
        if r.random() < 0.5:
            result["Outputs"]["Out"]["Condition"] = name(r)
    return result


def ask(source):
    cfn = Template("t", loads(json.dumps(source)), ["us-east-1"])
    case = {"template": source, "edges": [], "objects": []}
    graph = cfn.graph.graph
    for start, end, data in graph.edges.data():
        path = [graph.nodes[start]["type"] + "s", start.replace("Output-", "")] + data["source_paths"]
        depends = data["label"] == "DependsOn"
        missing = [] if depends else cfn.is_resource_available(path, end)
        case["edges"].append(
            [start, end, data["label"], None if depends else path, [list(map(list, m.items())) for m in missing]]
        )
    case["cycles"] = [list(edge[:2]) for edge in cfn.graph.get_cycles(cfn)]
    for resource in cfn.template["Resources"].values():
        for names in (None, ["X", "Y"]):
            found = cfn.get_object_without_conditions(resource["Properties"], names)
            rows = [[None if f["Scenario"] is None else f["Scenario"], f["Object"]] for f in found]
            case["objects"].append(sorted(json.dumps(row, sort_keys=True) for row in rows))
    return case


def main():
    r = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    cases = []
    while len(cases) < count:
        try:
            cases.append(ask(template(r)))
        except (TypeError, AttributeError) as e:
            print(f"cfn-lint fails: {e!r}", file=sys.stderr)
    print("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]")


main()
