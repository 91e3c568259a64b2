#!/usr/bin/env python3
"""Records cfn-lint 1.58.0's results for templates with transforms, for tests/document/transform.rs.

    pip install cfn-lint==1.58.0; python scripts/record_transforms.py > tests/document/transforms/random.json

Templates with random names made by cfn-lint, and templates on which it crashes, are omitted.
"""
import json
import random
import sys

from cfnlint.decode.cfn_yaml import loads
from cfnlint.template import Template
from cfnlint.template.transforms import _language_extensions as extensions

REGION = "us-east-1"


class MadeUp(Exception):
    pass


def made_up(*_args, **_kwargs):
    raise MadeUp


extensions.random.choices = made_up

MAPPINGS = {
    "Envs": {"dev": {"Names": ["a", "b"], "One": "x", "N": 5}, "prod": {"Names": ["c", "d", "e"], "One": "y"}},
    "Accounts": {"111111111111": {"Zones": ["z1"]}, "222222222222": {"Zones": ["z2", "z3"]}},
    "Regions": {"us-east-1": {"Ami": "ami-1"}, "eu-west-1": {"Ami": "ami-2"}},
}
PARAMETERS = {
    "Env": {"Type": "String", "Default": "dev"},
    "Open": {"Type": "String"},
    "Chosen": {"Type": "String", "AllowedValues": ["prod", "dev"]},
    "List": {"Type": "CommaDelimitedList", "Default": "One, Two"},
    "OpenList": {"Type": "CommaDelimitedList"},
    "Ssm": {"Type": "AWS::SSM::Parameter::Value<List<String>>"},
}


def ref(r):
    names = list(PARAMETERS) + ["X", "Y", "AWS::Region", "AWS::AccountId", "AWS::NoValue", "Nope", "AWS::StackName"]
    return {"Ref": r.choice(names)}


def find(r, depth=0):
    first = r.choice(["Envs", "Accounts", "Regions", "Nope", ref(r)])
    second = r.choice(["dev", "prod", "us-east-1", "111111111111", ref(r), ref(r), ref(r)])
    third = r.choice(["Names", "One", "Zones", "Ami", "N", ref(r)])
    result = [first, second, third]
    if r.random() < 0.3:
        result.append({"DefaultValue": r.choice(["d", ["p", "q"], ref(r), {"Ref": "List"}])})
    if r.random() < 0.03:
        result.append("more")
    return {"Fn::FindInMap": result}


def collection(r):
    kind = r.random()
    if kind < 0.45:
        return [r.choice(["A", "B", "c-d", "E", ref(r), find(r)]) for _ in range(r.choice([0, 1, 2, 2, 3]))]
    if kind < 0.65:
        return ref(r)
    if kind < 0.95:
        return find(r)
    return r.choice(["text", {"Fn::If": ["C", ["a"], ["b"]]}, {"Fn::Split": [",", "a"]}, None, {}, {"Ref": ["x"]}, ["A", ["b"]]])


def text(r):
    return "".join(r.choice(["${X}", "&{X}", "${Y}", "-", "a", "${AWS::Region}", "${!X}", "${ X }"]) for _ in range(r.choice([1, 2, 3])))


def value(r, depth=0):
    kind = r.random()
    if kind < 0.2:
        return ref(r)
    if kind < 0.35:
        return find(r)
    if kind < 0.55:
        if r.random() < 0.3:
            return {"Fn::Sub": [text(r)] + ([{"Y": value(r, depth + 1)}] if r.random() < 0.8 else [])}
        return {"Fn::Sub": text(r)}
    if depth < 3 and kind < 0.65:
        return {"Fn::If": ["C", value(r, depth + 1), value(r, depth + 1)]}
    if depth < 3 and kind < 0.72:
        return [value(r, depth + 1) for _ in range(r.choice([0, 1, 2]))]
    if depth < 3 and kind < 0.85:
        return body(r, depth + 1)
    if kind < 0.9:
        return {"Fn::GetAtt": r.choice([[{"Fn::Sub": "B${X}"}, "Arn"], ["B${X}", "Arn"], "B.Arn"])}
    if kind < 0.93:
        return {"Fn::ToJsonString": {"a": {"Ref": "X"}}}
    return r.choice(["${X}", "plain", 1, True, {}])


def body(r, depth=0):
    keys = r.sample(["K${X}", "K&{X}", "L${X}${Y}", "Plain", "Other"], r.choice([1, 1, 2]))
    result = {key: value(r, depth + 1) for key in keys}
    if depth < 3 and r.random() < 0.15:
        result["Fn::ForEach::In"] = ["Y", collection(r), {"Y${Y}" + ("${X}" if r.random() < 0.8 else ""): value(r, depth + 2)}]
    return result


def loops(r):
    resources = {}
    for name in ["One", "Two"][: r.choice([1, 1, 2])]:
        loop = ["X", collection(r), {f"{name}${{X}}" if r.random() < 0.9 else name: {"Type": "A", "Properties": body(r)}}]
        if r.random() < 0.04:
            loop = r.choice([loop[:2], "x", ["X", ["a"], "body"], [["X"], ["a"], {}]])
        resources[f"Fn::ForEach::{name}"] = loop
    if r.random() < 0.5:
        resources["Plain"] = {"Type": "A", "Properties": body(r)}
    template = {"Transform": r.choice(["AWS::LanguageExtensions", ["Other", "AWS::LanguageExtensions"]])}
    template["Parameters"] = PARAMETERS
    template["Mappings"] = {k: v for k, v in MAPPINGS.items() if r.random() < 0.8}
    template["Resources"] = resources
    return template


def settings(r, depth=0):
    result = {}
    for key in ["Timeout", "Environment", "Tags", "Layers", "Vpc", "Role"]:
        kind = r.random()
        if kind < 0.5:
            continue
        if depth < 2 and kind < 0.7:
            result[key] = settings(r, depth + 1)
        elif kind < 0.8:
            result[key] = [r.choice(["a", "b", 1, {"Ref": "x"}]) for _ in range(r.choice([0, 1, 2]))]
        elif kind < 0.9:
            result[key] = {"Fn::If": ["C", 1, 2]}
        else:
            result[key] = r.choice(["s", 1, True, None])
    return result


def serverless(r):
    kinds = {"Function": "AWS::Serverless::Function", "Api": "AWS::Serverless::Api", "HttpApi": "AWS::Serverless::HttpApi"}
    resources = {}
    for name in ["F", "G", "A", "H"]:
        kind = r.choice(list(kinds.values()) + ["AWS::Serverless::StateMachine", "AWS::S3::Bucket", "AWS::Lambda::Function"])
        resources[name] = {"Type": kind}
        if r.random() < 0.8:
            properties = resources[name]["Properties"] = settings(r)
            if r.random() < 0.4:
                event = lambda: {"Type": r.choice(["Api", "HttpApi", "S3"]), "Properties": r.choice([{}, {"RestApiId": 1}, {"ApiId": 1}])}
                properties["Events"] = {"Ev": event(), "Ew": event()}
            for key in ["AutoPublishAlias", "FunctionUrlConfig", "Domain", "Auth"]:
                if r.random() < 0.2:
                    properties[key] = {"a": 1}
            if r.random() < 0.3:
                properties["DeploymentPreference"] = r.choice([{"Enabled": False}, {"Role": "r"}, {}, "x", {"Enabled": "true"}])
        if r.random() < 0.2:
            resources[name]["IgnoreGlobals"] = r.choice(["*", ["Timeout", "Tags"], "Timeout", [1]])
    template = {"Transform": "AWS::Serverless-2016-10-31", "Resources": resources}
    if r.random() < 0.9:
        template["Globals"] = {name: settings(r) for name in kinds if r.random() < 0.7}
    return template


def places(cfn, node, path, found):
    children = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else []
    for key, child in children:
        place = cfn.get_location_yaml(cfn.template, path + [key])
        found.append(list(place[:2]) if place else None)
        places(cfn, child, path + [key], found)


def ask(source, indent):
    text = json.dumps(source, indent=indent)
    cfn = Template("t", loads(text), [REGION])
    matches = cfn.transform()
    case = {"template": text, "error": None, "result": None, "places": [], "resources": []}
    for match in matches:
        span = [match.linenumber, match.columnnumber, match.linenumberend, match.columnnumberend]
        case["error"] = [match.message, span]
    if not matches:
        case["result"] = json.dumps(cfn.template)
        places(cfn, cfn.template, [], case["places"])
        own = {k for k, v in cfn.template["Resources"].items() if isinstance(v, dict) and isinstance(v.get("Type"), str)}
        case["resources"] = [[k, v.type] for k, v in cfn.context.resources.items() if k not in own]
    return case


def main():
    r = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 80
    cases = []
    while len(cases) < count:
        extensions._ACCOUNT_ID = None
        source = loops(r) if r.random() < 0.7 else serverless(r)
        try:
            case = ask(source, r.choice([None, 1]))
        except (TypeError, AttributeError) as e:
            print(f"cfn-lint fails: {e!r}", file=sys.stderr)
            continue
        if case["error"] and case["error"][0].endswith("transforming template: "):
            continue
        cases.append(case)
    print("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]")


main()
