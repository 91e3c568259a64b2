#!/usr/bin/env python3
"""Writes tests/depth: an invalid value at every kind of path, behind every kind of function.

    python scripts/lint_fuzz/depth.py && scripts/annotate.py tests/depth/*.yaml
"""
import copy, pathlib, sys

import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import changes
import templates

FOLDER = pathlib.Path(__file__).resolve().parent.parent.parent / "tests" / "depth"
NO_VALUE = changes.NO_VALUE
RULE = {"Id": "a", "Status": "Nope", "ExpirationInDays": 0}
BUCKET = {"BucketName": "My_Bucket", "Tags": [{"Key": "a", "Value": "b"}, {"Key": "a"}], "LifecycleConfiguration": {"Rules": [RULE]}}
GROUP = {"MinSize": "1", "MaxSize": "x", "AvailabilityZones": ["us-east-1a", "us-east-1a"]}

# The resource and the path of a value.
PLACES = {
    "scalar": ("AWS::S3::Bucket", {"Properties": BUCKET}, ("Properties", "BucketName")),
    "number": ("AWS::AutoScaling::AutoScalingGroup", {"Properties": GROUP}, ("Properties", "MaxSize")),
    "deep": ("AWS::S3::Bucket", {"Properties": BUCKET}, ("Properties", "LifecycleConfiguration", "Rules", 0, "Status")),
    "object": ("AWS::S3::Bucket", {"Properties": BUCKET}, ("Properties", "LifecycleConfiguration")),
    "list": ("AWS::AutoScaling::AutoScalingGroup", {"Properties": GROUP}, ("Properties", "AvailabilityZones")),
    "item": ("AWS::S3::Bucket", {"Properties": BUCKET}, ("Properties", "Tags", 1)),
    "text-item": ("AWS::AutoScaling::AutoScalingGroup", {"Properties": GROUP}, ("Properties", "AvailabilityZones", 1)),
    "properties": ("AWS::S3::Bucket", {"Properties": BUCKET}, ("Properties",)),
    "required": ("AWS::AutoScaling::AutoScalingGroup", {"Properties": GROUP}, ("Properties", "MinSize")),
    "attribute": ("AWS::S3::Bucket", {"DeletionPolicy": "Nope"}, ("DeletionPolicy",)),
    "policy": ("AWS::AutoScaling::AutoScalingGroup", {"Properties": GROUP, "UpdatePolicy": {"AutoScalingRollingUpdate": {"Nope": 1}}}, ("UpdatePolicy", "AutoScalingRollingUpdate")),
}


def text(value):
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def parameter(template, **declared):
    template["Parameters"]["Given"] = {"Type": "String", **declared}
    return {"Ref": "Given"}


def found(template, value, key):
    template["Mappings"] = {"Map": {"us-east-1": {"Value": value}, "eu-west-1": {"Value": "other"}}}
    return {"Fn::FindInMap": ["Map", key, "Value"]}


def joined(template, value):
    return {"Fn::Join": ["", [text(value)[:1], {"Fn::Sub": text(value)[1:]}]]}


def of_parameter(template, value):
    kind = "CommaDelimitedList" if isinstance(value, list) else "String"
    return parameter(template, Type=kind, Default=text(value))


# Functions around the value: ANY accepts every value, TEXT scalars, LIST lists.
ANY = {
    "then": lambda t, v: {"Fn::If": ["IsProd", v, NO_VALUE]},
    "else": lambda t, v: {"Fn::If": ["IsProd", NO_VALUE, v]},
    "nested": lambda t, v: {"Fn::If": ["IsProd", {"Fn::If": ["Here", NO_VALUE, v]}, v]},
    "contradiction": lambda t, v: {"Fn::If": ["IsProd", {"Fn::If": ["IsProd", NO_VALUE, v]}, NO_VALUE]},
    "never": lambda t, v: NO_VALUE,
    "first-key": lambda t, v: found(t, v, "us-east-1"),
}
TEXT = {
    "sub": lambda t, v: {"Fn::Sub": text(v)},
    "sub-map": lambda t, v: {"Fn::Sub": ["${Start}" + text(v)[1:], {"Start": text(v)[:1]}]},
    "join": joined,
    "select": lambda t, v: {"Fn::Select": [1, ["other", v]]},
    "select-split": lambda t, v: {"Fn::Select": ["1", {"Fn::Split": ["|", f"other|{text(v)}"]}]},
    "region": lambda t, v: found(t, v, {"Ref": "AWS::Region"}),
    "allowed": lambda t, v: parameter(t, AllowedValues=[text(v), "other"]),
    "default": of_parameter,
    "branches": lambda t, v: {"Fn::If": ["IsProd", {"Fn::Sub": text(v)}, parameter(t, Default=text(v))]},
}
LIST = {
    "split": lambda t, v: {"Fn::Split": [",", text(v)]},
    "default": of_parameter,
    "zones": lambda t, v: {"Fn::GetAZs": ""},
    "item-then": lambda t, v: [v[0], {"Fn::If": ["IsProd", v[1], NO_VALUE]}],
    "item-sub": lambda t, v: [v[0], {"Fn::Sub": v[1]}],
}


def wraps(value):
    kinds = {} if isinstance(value, dict) else LIST if isinstance(value, list) else TEXT
    return {**ANY, **kinds}


def main():
    FOLDER.mkdir(exist_ok=True)
    for place, (kind, body, path) in PLACES.items():
        for name, wrap in wraps(changes.get(body, path)).items():
            resource = {"Type": kind, **copy.deepcopy(body)}
            template = {
                "Parameters": {"Environment": copy.deepcopy(changes.ENVIRONMENT)},
                "Conditions": {name: copy.deepcopy(changes.CONDITIONS[name]) for name in ("IsProd", "Here")},
                "Resources": {"Subject": resource},
            }
            changes.put(resource, path, wrap(template, changes.get(resource, path)))
            (FOLDER / f"{place}.{name}.yaml").write_text(yaml.dump(template, Dumper=templates.dumper(True), sort_keys=False, width=1000))


main()
