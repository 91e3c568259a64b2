#!/usr/bin/env python3
"""Checks that small inputs with huge results end in the message of a limit, in time and within a fixed memory.

    bombs.py program CFN_WARDEN [--data MIB] [--only NAME]
    bombs.py function BOOTSTRAP [--memory MB] [--rounds N] [--seed N] [--sample N] [--only NAME]
    bombs.py hook BOOTSTRAP [--memory MB] [--rounds N] [--seed N] [--sample N] [--only NAME]

`program` runs `check` on each input with `--deployments any` and with `--resolve`, each with packs. `function` sends each input to
a function whose memory is limited (`prlimit --data`) to what AWS_LAMBDA_FUNCTION_MEMORY_SIZE tells it, and a small template after
each, in a random order that the seed decides: both must be answered. `hook` does the same with CloudFormation Hooks. After the last
round, threads must be as many as after the first 20 inputs; the least memory after a round must be at most 10 % more. A run must end within SECONDS, and name a limit unless its input is one that is only slow to compare.
"""
import argparse
import http.server
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading
import time

from runtime_api import Ended, Runtime

# CPU time of a debug build.
SECONDS = 20
# What the message of a limit contains.
LIMIT = re.compile(r"(?i)limit|more than|too (large|many)|may need more memory|time ran out")
PACKS = ["fsbp"]
SMALL = {"data": [{"name": "small.json", "content": json.dumps({"Resources": {"T": {"Type": "AWS::SNS::Topic"}}})}], "lint": True}


def template(value, **sections):
    return {"Resources": {"T": {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": value}}}, **sections}


def database(password, **sections):
    """A database with a value for its password, in which secrets are searched."""
    properties = {"Engine": "mysql", "DBInstanceClass": "db.t3.micro", "MasterUsername": "admin", "MasterUserPassword": password}
    return {"Resources": {"D": {"Type": "AWS::RDS::DBInstance", "Properties": properties}}, **sections}


def nested(count, function, inner="aaaa"):
    for _ in range(count):
        inner = function(inner)
    return inner


def sub(text, **variables):
    return {"Fn::Sub": [text, variables] if variables else text}


def string(default, **keys):
    return {"Type": "String", "Default": default, **keys}


def choices(count, length):
    """Parameters with many long values."""
    return {name: {"Type": "String", "AllowedValues": [f"{name}{number}" + "v" * length for number in range(count)]} for name in "PQRS"}


def policy(actions=("s3:GetObject",), resources=("*",), **keys):
    statement = {"Effect": "Allow", "Action": list(actions), "Resource": list(resources), **keys}
    document = {"Version": "2012-10-17", "Statement": [statement]}
    return {"Resources": {"T": {"Type": "AWS::IAM::Policy", "Properties": {"PolicyName": "x", "Roles": ["r"], "PolicyDocument": document}}}}


def loops(counts, body, **sections):
    """Nested loops: `counts` are the numbers of their items, `body` has the names of their variables A, B, ..."""
    for place, count in reversed(list(enumerate(counts))):
        name = "ABCDEFGH"[place]
        body = {f"Fn::ForEach::L{name}": [name, [f"{name.lower()}{number}" for number in range(count)], body]}
    return {"Transform": "AWS::LanguageExtensions", "Resources": body, **sections}


TOPIC = {"Type": "AWS::SNS::Topic"}
LONG = "v" * 100_000


def topics(count, value):
    return {"Resources": {f"T{number}": {"Type": "AWS::SNS::Topic", "Properties": {"TopicName": value(number)}} for number in range(count)}}


def alias_levels(levels, width):
    lines = ["Resources:", "  T:", "    Type: AWS::SNS::Topic", "    Metadata:", f"      a0: &a0 [{', '.join('x' * width)}]"]
    lines += [f"      a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * width)}]" for n in range(1, levels)]
    return "\n".join(lines) + "\n"


def select_of(value):
    return {"Fn::Select": [0, [value]]}


# Inputs whose result is huge: name, template.
CLOUDFORMATION = {
    "sub-doubles": template(nested(26, lambda value: sub("${x}${x}", x=value))),
    "sub-doubles-40": template(nested(40, lambda value: sub("${x}${x}", x=value))),
    "sub-triples-in-map": template(nested(20, lambda value: sub("${x}-${x}-${x}", x=value))),
    "sub-parameter-often": template(sub("${P}" * 10_000), Parameters={"P": string(LONG)}),
    "sub-own-variable-often": template(sub("${x}" * 10_000, x=LONG)),
    "sub-parameters-of-16-values": template(sub("${P}${Q}${R}"), Parameters=choices(16, 20_000)),
    "sub-two-parameters-of-16-values": topics(12, lambda number: sub(f"{number}${{P}}${{Q}}")) | {"Parameters": choices(16, 20_000)},
    "sub-literals": template(sub("${!" + "a" * 50_000 + "}" + "${P}" * 5_000), Parameters={"P": string(LONG)}),
    "sub-many-resources": topics(300, lambda number: sub(f"{number}" + "${P}" * 20)) | {"Parameters": {"P": string(LONG)}},
    "sub-in-outputs": {**template("x"), "Parameters": {"P": string(LONG)}, "Outputs": {f"O{number}": {"Value": sub("${P}" * 50)} for number in range(50)}},
    "join-delimiter": template({"Fn::Join": ["b" * 100_000, ["x"] * 10_000]}),
    "join-delimiter-of-empty-items": template({"Fn::Join": ["b" * 100_000, [""] * 20_000]}),
    "join-doubles": template(nested(26, lambda value: {"Fn::Join": ["", [sub("${x}${x}", x=value), "b"]]})),
    "join-parameter-often": template({"Fn::Join": ["", [{"Ref": "P"}] * 10_000]}, Parameters={"P": string(LONG)}),
    "join-list-parameter": template({"Fn::Join": ["d" * 10_000, {"Ref": "P"}]}, Parameters={"P": {"Type": "CommaDelimitedList", "Default": ",".join("x" * 20_000)}}),
    "join-of-split": template({"Fn::Join": ["d" * 10_000, {"Fn::Split": [",", ",".join("x" * 20_000)]}]}),
    "join-of-choices": template({"Fn::Join": ["-", [{"Ref": name} for name in "PQRS"]]}, Parameters=choices(12, 5_000)),
    "join-of-conditions": template({"Fn::Join": ["", [{"Fn::If": [f"C{number}", LONG, "b" * 100_000]} for number in range(12)]]},
                                   Parameters={f"P{number}": string("a") for number in range(12)},
                                   Conditions={f"C{number}": {"Fn::Equals": [{"Ref": f"P{number}"}, "a"]} for number in range(12)}),
    "split-of-delimiters": template({"Fn::Select": [0, {"Fn::Split": [",", "," * 2_000_000]}]}),
    "split-of-sub": template({"Fn::Join": ["x", {"Fn::Split": ["a", nested(22, lambda value: sub("${x}${x}", x=value))]}]}),
    "split-split": topics(30, lambda number: {"Fn::Select": [number, {"Fn::Split": [",", {"Ref": "P"}]}]}) | {"Parameters": {"P": string("," * 200_000)}},
    "select-doubles": template(nested(26, lambda value: select_of(sub("${x}${x}", x=value)))),
    "select-of-choices": template({"Fn::Select": [{"Ref": "N"}, [sub("${P}${Q}${R}")] * 3]}, Parameters={**choices(16, 20_000), "N": {"Type": "Number", "AllowedValues": [0, 1, 2]}}),
    "find-in-map-long-values": template({"Fn::Join": ["", [{"Fn::FindInMap": ["M", {"Ref": "P"}, "k"]}] * 200]},
                                        Parameters={"P": {"Type": "String", "AllowedValues": [f"m{n}" for n in range(30)]}},
                                        Mappings={"M": {f"m{n}": {"k": "v" * 20_000 + str(n)} for n in range(30)}}),
    "find-in-map-default": template(nested(26, lambda value: {"Fn::FindInMap": ["M", "a", "b", {"DefaultValue": sub("${x}${x}", x=value)}]}), Transform="AWS::LanguageExtensions",
                                    Mappings={"M": {"x": {"y": "z"}}}),
    "if-doubles": template(nested(26, lambda value: {"Fn::If": ["C", sub("${x}${x}", x=value), "b"]}), Parameters={"P": string("a")},
                           Conditions={"C": {"Fn::Equals": [{"Ref": "P"}, "a"]}}),
    "to-json-string": template(nested(26, lambda value: {"Fn::ToJsonString": {"a": sub("${x}${x}", x=value)}}), Transform="AWS::LanguageExtensions"),
    "to-json-string-of-quotes": template(nested(26, lambda value: {"Fn::ToJsonString": [value]}, '"""""""'), Transform="AWS::LanguageExtensions"),
    "to-json-string-of-choices": template({"Fn::ToJsonString": {"a": sub("${P}${Q}"), "b": sub("${Q}${P}")}}, Transform="AWS::LanguageExtensions", Parameters=choices(16, 20_000)),
    "base64-doubles": template({"Fn::Base64": nested(26, lambda value: sub("${x}${x}", x=value))}),
    "length-of-split": template(sub("${x}", x={"Fn::Length": {"Fn::Split": [",", "," * 2_000_000]}}), Transform="AWS::LanguageExtensions"),
    "equals-doubles": template({"Fn::If": ["C", "a", "b"]}, Parameters={"P": string("a")}, Conditions={"C": {"Fn::Equals": [nested(26, lambda value: sub("${x}${x}", x=value)), {"Ref": "P"}]}}),
    "equals-of-choices": {**topics(1, lambda _: "x"), "Parameters": choices(16, 20_000),
                          "Conditions": {f"C{n}": {"Fn::Equals": [sub("${P}${Q}"), f"v{n}"]} for n in range(20)}},
    "rules-doubles": template("x", Parameters={"P": string("a")}, Rules={"R": {"Assertions": [{"Assert": {"Fn::Equals": [
        nested(26, lambda value: {"Fn::Join": ["", [sub("${x}${x}", x=value), "b"]]}), {"Ref": "P"}]}}]}}),
    "foreach-items": loops([100, 100, 100], {"T${A}${B}${C}": TOPIC}),
    "foreach-nested-4": loops([40, 40, 40, 40], {"T${A}${B}${C}${D}": TOPIC}),
    "foreach-body": loops([2_000], {"T${A}": {"Type": "AWS::SNS::Topic", "Properties": {"Tags": [{"Key": f"k{n}", "Value": sub("${A}" * 100)} for n in range(50)]}}}),
    "foreach-long-items": {"Transform": "AWS::LanguageExtensions", "Resources": {"Fn::ForEach::L": ["X", [f"{n}" + "x" * 10_000 for n in range(100)], {
        "T${X}": {"Type": "AWS::SNS::Topic", "Properties": {"DisplayName": sub("${X}" * 1_000)}}}]}},
    "foreach-long-name": {"Transform": "AWS::LanguageExtensions", "Resources": {"Fn::ForEach::L": ["X", [f"{n}" + "x" * 1_000 for n in range(1_500)], {
        "T${X}" + "${X}" * 200: TOPIC}]}},
    "foreach-long-key": {"Transform": "AWS::LanguageExtensions", "Resources": {"Fn::ForEach::L": ["X", [f"{n}" + "x" * 1_000 for n in range(1_500)], {
        "T${X}": {"Type": "AWS::SNS::Topic", "Metadata": {"${X}" * 200: 1}}}]}},
    "foreach-doubles": {"Transform": "AWS::LanguageExtensions", "Resources": nested(18, lambda body: {"Fn::ForEach::L": ["X", ["a", "b"], body]}, {"T": TOPIC})},
    "foreach-20000-without-sub": {"Transform": "AWS::LanguageExtensions", "Resources": {"Fn::ForEach::L": ["X", [f"a{n}" for n in range(20_000)], {
        "T${X}": {"Type": "AWS::SNS::Topic", "Properties": {"DisplayName": "${X}" * 300}}}]}},
    "foreach-of-parameter": {"Transform": "AWS::LanguageExtensions", "Parameters": {"P": {"Type": "CommaDelimitedList", "Default": ",".join(f"a{n}" for n in range(20_000))}},
                             "Resources": {"Fn::ForEach::L": ["X", {"Ref": "P"}, {"T${X}": {"Type": "AWS::SNS::Topic", "Properties": {"DisplayName": sub("${X}" * 300)}}}]}},
    "foreach-outputs": {**loops([300], {"T${A}": TOPIC}), "Outputs": {"Fn::ForEach::O": ["X", [f"a{n}" for n in range(300)], {
        "O${X}": {"Value": {"Fn::Join": ["", [{"Ref": "T${X}"}] * 2_000]}}}]}},
    "foreach-conditions": {**loops([300], {"T${A}": TOPIC}), "Parameters": {"P": string("a")}, "Conditions": {"Fn::ForEach::C": ["X", [f"a{n}" for n in range(300)], {
        "C${X}": {"Fn::Equals": [{"Fn::Join": [LONG, ["x"] * 200]}, {"Ref": "P"}]}}]}},
    "wildcards-in-actions": policy(actions=["s3:" + "*" * 200 + f"x{n}" for n in range(300)]),
    "wildcards-apart-in-actions": policy(actions=["s3:" + "*a" * 2_000 + f"x{n}" for n in range(300)]),
    "question-marks-in-actions": policy(actions=["ec2:" + "?*" * 200 + f"x{n}" for n in range(300)]),
    "patterns-in-actions": policy(actions=["s3:" + "(a*)*" * 20 + f"x{n}*" for n in range(100)]),
    "wildcards-in-resources": policy(resources=["arn:aws:s3:::" + "*" * 200 + f"x{n}" for n in range(2_000)]),
    "wildcards-with-long-values": policy(actions=["s3:" + "*a" * 50_000 + "x", "s3:" + "a*" * 50_000]),
    "allowed-pattern": template({"Ref": "P"}, Parameters={"P": string("a" * 5_000 + "!", AllowedPattern="(a*)*(a*)*b")}),
    "allowed-pattern-often": template({"Ref": "P0"}, Parameters={f"P{n}": string("a" * 50 + "!", AllowedPattern=f"(?:a|b|ab)*(?:(?:a|b)*a)*(.)\\1c{n}") for n in range(60)}),
    "allowed-values-equal": template({"Ref": "P"}, Parameters={"P": string("a", AllowedValues=["v" * 500 + f"{n % 19_999}" for n in range(20_000)])}),
    "tags-equal": {"Resources": {"T": {"Type": "AWS::SNS::Topic", "Properties": {"Tags": [{"Key": "k" * 200 + str(n), "Value": "v"} for n in range(10_000)]}}}},
    "depends-on-equal": {"Resources": {"U": TOPIC, "T": {"Type": "AWS::SNS::Topic", "DependsOn": ["U"] * 50_000}}},
    "conditions-chain": template("x", Parameters={"P": string("a")}, Conditions={f"C{n}": {"Fn::And": [{"Condition": f"C{n + 1}"}] * 10} if n < 60 else {"Fn::Equals": [{"Ref": "P"}, "a"]} for n in range(61)}),
    "conditions-choices": {**topics(40, lambda number: {"Fn::If": [f"C{number}", LONG[:20_000], "b" * 20_000]}), "Parameters": choices(40, 10),
                           "Conditions": {f"C{number}": {"Fn::Equals": [{"Ref": "PQRS"[number % 4]}, f"{'PQRS'[number % 4]}{number}vvvvvvvvvv"]} for number in range(40)}},
    "secret-sub": database(nested(40, lambda value: {"Fn::Sub": ["${x}${x}", {"x": value}]})),
    "secret-mapping": database({"Fn::FindInMap": ["M", "a", {"Ref": "P"}]}, Parameters={"P": string("k0")},
                               Mappings={"M": {"a": {f"k{number}": {"Fn::FindInMap": ["M", "a", {"Ref": "P"}]} for number in range(60)}}}),
    "aliases": alias_levels(8, 10),
    "aliases-of-text": "x: &x " + "v" * 500_000 + "\nResources:\n  T:\n    Type: AWS::SNS::Topic\n    Metadata: [" + ", ".join(["*x"] * 2_000) + "]\n",
    "globals": {"Transform": "AWS::Serverless-2016-10-31", "Globals": {"Function": {"Environment": {"Variables": {f"V{n}": "v" * 1_000 for n in range(500)}}}},
                "Resources": {f"F{n}": {"Type": "AWS::Serverless::Function", "Properties": {"Handler": "a.b", "Runtime": "python3.12", "InlineCode": "x"}} for n in range(2_000)}},
    "sub-without-end": template(sub("${" * 200_000)),
    "dynamic-references": template("{{resolve:ssm:" * 50_000),
    "get-azs": template({"Fn::Join": [LONG, {"Fn::GetAZs": ""}]}),
    "definition-text": {"Resources": {"M": {"Type": "AWS::StepFunctions::StateMachine", "Properties": {"RoleArn": "arn:aws:iam::123456789012:role/x", "DefinitionString": sub("${P}" * 2_000)}}},
                        "Parameters": {"P": string("{" * 10_000)}},
}


def blocks(levels, width, name="d"):
    """Nested dynamic blocks."""
    inner = "x = 1"
    for level in range(levels):
        inner = f'dynamic "{name}{level}" {{\n for_each = range({width})\n content {{\n {inner}\n }}\n}}'
    return inner


def local(**values):
    lines = "\n".join(f"  {name} = {value}" for name, value in values.items())
    return "locals {\n" + lines + "\n}\n" + "\n".join(f'output "{name}" {{\n  value = local.{name}\n}}' for name in values) + "\n"


def chain(count, first, step):
    values = {"a0": first, **{f"a{number}": step.format(f"local.a{number - 1}") for number in range(1, count)}}
    lines = "\n".join(f"  {name} = {value}" for name, value in values.items())
    return f'locals {{\n{lines}\n}}\nresource "a_b" "c" {{\n  x = local.a{count - 1}\n}}\n'


TEXT = '"0123456789abcdef"'
BIG = f'join("", [for i in range(1000) : {TEXT}])'

# The same for Terraform: name, files.
TERRAFORM = {
    "dynamic-blocks": f'resource "a_b" "c" {{\n  for_each = toset([for i in range(1000) : tostring(i)])\n  {blocks(1, 1000)}\n}}\n',
    "dynamic-blocks-nested": f'resource "a_b" "c" {{\n  {blocks(3, 100)}\n}}\n',
    "dynamic-blocks-deep": f'resource "a_b" "c" {{\n  count = 100\n  {blocks(5, 10)}\n}}\n',
    "dynamic-blocks-attributes": 'resource "a_b" "c" {\n count = 1000\n dynamic "d" {\n for_each = range(100)\n content {\n' + "".join(f"  x{n} = d.value\n" for n in range(30)) + " }\n }\n}\n",
    "blocks-written": 'resource "a_b" "c" {\n count = 10000\n' + "d {\n x = 1\n}\n" * 100 + "}\n",
    "empty-blocks": 'resource "a_b" "c" {\n count = 10000\n' + "d {\n}\n" * 200 + "}\n",
    "attributes-written": 'resource "a_b" "c" {\n count = 10000\n' + "".join(f" x{n} = 1\n" for n in range(200)) + "}\n",
    "resources": "".join(f'resource "a_b" "c{n}" {{\n count = 10000\n x = count.index\n}}\n' for n in range(30)),
    "resources-of-large-value": f'locals {{\n  a = {BIG}\n}}\nresource "a_b" "c" {{\n  count = 10000\n  x = local.a\n}}\n',
    "text-doubles": chain(30, TEXT, '"${{{0}}}${{{0}}}"'),
    "list-doubles": chain(30, "[1]", "concat({0}, {0})"),
    "join": chain(9, f"[{TEXT}]", '[for i in range(40) : join("-", concat({0}, {0}))]'),
    "join-delimiter": local(a=f'join({BIG}, range(1000))', b=f'join(local.a, range(1000))'),
    "format": local(a='format("%1000000000s", "x")', b='format("%0999999999d", 1)'),
    "format-star": local(a='format("%*s", 900000000, "x")'),
    "formatlist": local(a=f'formatlist("%s%s", [for i in range(1000) : tostring(i)], {BIG})', b=f'formatlist("%s-%s-%s", local.a, local.a, local.a)', c='formatlist("%s%s%s%s", local.b, local.b, local.b, local.b)'),
    "replace": local(a=f'replace({BIG}, "/[0-9a-f]/", {BIG})'),
    "replace-empty": local(a=f'replace({BIG}, "", {BIG})'),
    "regexall": local(a=f'[for i in range(100) : regexall("", {BIG})]'),
    "split": local(a=f'[for i in range(1000) : split("", {BIG})]'),
    "indent": local(a=f'indent(100000, join("\\n", range(100000)))'),
    "jsonencode": chain(30, TEXT, "jsonencode([{0}, {0}])"),
    "jsonencode-quotes": chain(40, '"\\""', "jsonencode({0})"),
    "yamlencode": chain(30, TEXT, "yamlencode([{0}, {0}])"),
    "csvdecode": local(a='csvdecode("a,b,c,d\\n${join("\\n", [for i in range(100000) : ",,,"])}")', b="[for i in range(100) : csvdecode(join(\"\\n\", [for r in local.a : \"a,b\"]))]"),
    "jsondecode": local(a='jsondecode("[${join(",", [for i in range(100000) : "[]"])}]")', b="[for i in range(50) : jsondecode(jsonencode(local.a))]"),
    "yamldecode-aliases": local(a='yamldecode("a: &a [x,x,x,x,x,x,x,x,x,x]\\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\\ng: [*f,*f,*f,*f,*f,*f,*f,*f,*f,*f]\\n")'),
    "range": local(a="range(1000000000)", b="[for i in range(1000) : range(1000)]", c="range(0, 1, 0.0000001)"),
    "setproduct": local(a="setproduct(range(1000), range(1000))", b="setproduct(range(100), range(100), range(100), range(100))"),
    "flatten": chain(12, "[1, 2, 3]", "flatten([for i in range(10) : {0}])"),
    "merge": local(a='{for i in range(1000) : "k${i}" => i}', b='[for i in range(1000) : merge(local.a, {"x${i}" = i})]', c='[for i in range(1000) : merge(local.a, {"y${i}" = i})]'),
    "zipmap": local(a="[for i in range(1000) : zipmap([for j in range(1000) : tostring(j)], range(1000))]"),
    "transpose": local(a='{for i in range(1000) : "k${i}" => [for j in range(1000) : "v${j}"]}', b="transpose(local.a)"),
    "cidrsubnets": local(a='[for i in range(10000) : cidrsubnets("10.0.0.0/8", [for j in range(100) : 16]...)]'),
    "for-nested": local(a="[for i in range(1000) : [for j in range(1000) : [for k in range(1000) : k]]]"),
    "for-objects": local(a='[for i in range(1000) : {for j in range(1000) : "k${j}" => {a = i, b = j, c = {d = j}}}]'),
    "for-grouping": local(a='{for i in range(100000) : "k${i % 3}" => i...}', b='[for i in range(100) : {for i in range(10000) : "k${i % 3}" => i...}]'),
    "for-equal": local(a="distinct([for i in range(100000) : i % 50000])", b="[for i in range(200) : distinct([for i in range(1000) : i])]", c="toset([for i in range(1000000) : i])"),
    "contains": local(a="[for i in range(100000) : contains(range(100000), -1)]"),
    "sort": local(a="[for i in range(1000) : sort([for j in range(1000) : tostring(j)])]"),
    "chunklist": local(a="[for i in range(1000) : chunklist(range(1000), 1)]"),
    "repeat-by-pow": local(a="pow(10, 1000000)", b='tostring(pow(9, 100000))'),
    "number-digits": chain(40, "9999999999999999999999", "{0} * {0}"),
    "splat": local(a="[for i in range(1000) : {b = [for j in range(1000) : {c = j}]}]", b="local.a[*].b[*]"),
    "template-directive": local(a='"%{ for i in range(1000) }%{ for j in range(1000) }0123456789abcdef0123456789abcdef0123456789abcdef%{ endfor }%{ endfor }"'),
    "templatefile": {"main.tf": local(a='[for i in range(1000) : templatefile("t.tftpl", {n = 1000})]'), "t.tftpl": "%{ for i in range(n) }0123456789abcdef0123456789abcdef${i}%{ endfor }"},
    "templatefile-large": {"main.tf": local(a='[for i in range(100) : templatefile("t.tftpl", {n = i})]'), "t.tftpl": "x" * 1_000_000 + "${n}"},
    "file-often": {"main.tf": local(a='[for i in range(10000) : "${file("t.txt")}${i}"]'), "t.txt": "x" * 1_000_000},
    "base64": chain(60, BIG, "base64encode({0})"),
    "urlencode": chain(30, '"%%%%%%%%"', "urlencode({0})"),
    "upper-lower": local(a=f'[for i in range(10000) : upper({BIG})]'),
    "title-special": local(a=f'[for i in range(10000) : title(join("", [for j in range(1000) : "ŉ"]))]'),
    "modules": {"main.tf": 'module "m" {\n  source = "./m"\n  count = 1000\n}\n', "m/main.tf": 'resource "a_b" "c" {\n count = 100\n x = count.index\n}\n'},
    "modules-nested": {"main.tf": 'module "m" {\n  source = "./m"\n  count = 40\n}\n', "m/main.tf": 'module "n" {\n  source = "./n"\n  count = 40\n}\n', "m/n/main.tf": 'resource "a_b" "c" {\n  count = 1000\n}\n'},
    "modules-variables": {"main.tf": f'module "m" {{\n  source = "./m"\n  count = 1000\n  v = [for i in range(10000) : i]\n}}\n', "m/main.tf": 'variable "v" {\n  type = list(string)\n}\noutput "o" {\n  value = var.v\n}\n'},
    "variables-converted": 'variable "v" {\n  type = map(map(map(string)))\n default = {}\n}\nlocals {\n  a = tomap({for i in range(100) : "a${i}" => {for j in range(100) : "b${j}" => {for k in range(100) : "c${k}" => k}}})\n}\nresource "a_b" "c" {\n  x = local.a\n}\n',
    "checks": 'locals {\n a = [for i in range(1000000) : i]\n}\ncheck "x" {\n assert {\n condition = alltrue([for i in local.a : alltrue([for j in local.a : j >= 0])])\n error_message = "x"\n }\n}\nresource "a_b" "c" {\n x = alltrue([for i in local.a : alltrue([for j in local.a : j >= 0])])\n}\n',
    "regex-slow": local(a=f'[for i in range(10000) : try(regex("(a|aa|0|1)*([0-9a-f]+)+$", "{"0123456789abcdef" * 100}!"), 1)]'),
    "hash": local(a=f'[for i in range(100000) : sha512({BIG})]'),
    "bcrypt": local(a='[for i in range(1000) : bcrypt("x", 31)]'),
}

# Inputs that are answered without the message of a limit: nothing in them is large, but a slow algorithm would take minutes.
COMPARED = {
    "wildcards-in-actions", "wildcards-apart-in-actions", "question-marks-in-actions", "wildcards-in-resources", "wildcards-with-long-values", "patterns-in-actions",
    "sub-in-outputs", "base64-doubles", "foreach-doubles", "foreach-conditions", "equals-doubles",
    "allowed-values-equal", "tags-equal", "depends-on-equal", "conditions-chain", "conditions-choices", "sub-without-end", "dynamic-references", "get-azs",
    "secret-sub", "secret-mapping", "repeat-by-pow", "regex-slow", "bcrypt", "allowed-pattern", "definition-text",
}


def inputs():
    """Returns name and files of each input."""
    for name, document in CLOUDFORMATION.items():
        text = document if isinstance(document, str) else json.dumps(document)
        yield name, {"template.yaml" if isinstance(document, str) else "template.json": text}
    for name, files in TERRAFORM.items():
        yield f"terraform-{name}", {"main.tf": files} if isinstance(files, str) else files


def is_wanted(name, only):
    return not only or any(part in name for part in only)


def is_named(name, text):
    return name.removeprefix("terraform-") in COMPARED or bool(LIMIT.search(text))


class Results:
    def __init__(self):
        self.wrong = 0

    def add(self, name, problem, measured):
        print(f"{name:60}{measured:>24}  {problem or 'ok'}", flush=True)
        self.wrong += bool(problem)


def check_program(program, args, results):
    """Runs `check` on each input."""
    for name, files in inputs():
        if not is_wanted(name, args.only):
            continue
        with tempfile.TemporaryDirectory() as folder:
            for path, text in files.items():
                (pathlib.Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
                (pathlib.Path(folder) / path).write_text(text)
            terraform = name.startswith("terraform-")
            target = folder if terraform else str(pathlib.Path(folder) / next(iter(files)))
            for mode in [[]] if terraform else [["--deployments", "any"], ["--resolve"]]:
                line = ["check", target, "--packs", *PACKS, *mode]
                results.add(" ".join([name, *mode[-1:]]), *run(program, name, line, args.data))


def run(program, name, line, data_mib):
    """Returns what is wrong with a run, and its CPU time and memory."""
    with tempfile.TemporaryFile() as out:
        command = ["prlimit", f"--data={data_mib << 20}", program, *line]
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
        timer = time.monotonic() + SECONDS * 10
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid or time.monotonic() > timer:
                break
            time.sleep(0.01)
        if not pid:
            process.kill()
            process.wait()
            return "does not end", "-"
        out.seek(0)
        text = out.read().decode(errors="replace")
    seconds, code = usage.ru_utime + usage.ru_stime, os.waitstatus_to_exitcode(status)
    measured = f"{seconds:6.1f} s {usage.ru_maxrss / 1024:6.0f} MiB"
    if code not in (0, 1, 2):
        return f"exit status {code}: {text[-200:]!r}", measured
    if seconds > SECONDS:
        return f"takes more than {SECONDS} s", measured
    if not is_named(name, text):
        return f"names no limit, exit status {code}: {text[-300:]!r}", measured
    return None, measured


def event(name, files):
    if name.startswith("terraform-"):
        return {"data": [{"name": path, "content": text} for path, text in files.items()], "packs": PACKS, "deployments": "any"}
    return {"data": [{"name": path, "content": text} for path, text in files.items()], "packs": PACKS, "deployments": "any", "lint": True}


class Payloads(http.server.ThreadingHTTPServer):
    """Serves the payloads of Hooks, as CloudFormation does: each by its number."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Payload)
        self.bodies = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def event(self, files):
        """Returns the event of a Hook whose payload is a template."""
        self.bodies.append(json.dumps({"template": next(iter(files.values()))}).encode())
        return {
            "clientRequestToken": "token", "awsAccountId": "111122223333", "hookTypeName": "Private::Warden::Stacks", "hookTypeVersion": "00000001",
            "stackId": "arn:aws:cloudformation:us-east-1:111122223333:stack/shop/1a", "actionInvocationPoint": "CREATE_PRE_PROVISION",
            "requestData": {"targetName": "STACK", "targetType": "STACK", "targetLogicalId": "shop",
                            "payload": f"http://127.0.0.1:{self.server_port}/{len(self.bodies) - 1}"},
            "requestContext": {"invocation": 1},
        }


class Payload(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        body = self.server.bodies[int(self.path.strip("/").split("?")[0])]
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def taken(pid):
    """Returns threads and resident memory in MiB."""
    with open(f"/proc/{pid}/status") as status:
        fields = dict(line.split(":", 1) for line in status)
    return int(fields["Threads"]), int(fields["VmRSS"].split()[0]) / 1024, int(fields["VmHWM"].split()[0]) / 1024


def settled(function, small):
    """Returns threads and memory once idle threads have ended, which they do after 10 s, and without the pages that the allocator
    has not returned yet: after one small template more it may be 10 MiB more or less, the least of ten is what is in use."""
    time.sleep(11)
    measured = []
    for _ in range(10):
        function.answer(small)
        time.sleep(1.5)
        measured.append(taken(function.process.pid)[1])
    time.sleep(11)
    threads, memory, _ = taken(function.process.pid)
    return threads, min(measured + [memory])


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def check_function(bootstrap, args, results):
    """Sends each input to the function, and a small template after each."""
    command = ["prlimit", f"--data={args.memory << 20}", bootstrap]
    settings = {"AWS_LAMBDA_FUNCTION_MEMORY_SIZE": str(args.memory), "WARDEN_LOG_LEVEL": "error"}
    # The first 20 inputs are of all kinds: memory after them can be compared with memory after all.
    order = random.Random(args.seed)
    wanted = [(name, files) for name, files in inputs() if is_wanted(name, args.only)]
    wanted = order.sample(wanted, min(args.sample or len(wanted), len(wanted)))
    if args.kind == "hook":
        payloads = Payloads()
        url = f"http://127.0.0.1:{payloads.server_port}"
        settings |= {"AWS_ENDPOINT_URL": url, "AWS_ENDPOINT_URL_S3": url, "AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "s",
                     "WARDEN_PACKS": ",".join(PACKS), "WARDEN_DEPLOYMENTS": "any"}
        cases = [(name, json.dumps(payloads.event(files)).encode()) for name, files in wanted if not name.startswith("terraform-")]
        small = json.dumps(payloads.event({"small.json": SMALL["data"][0]["content"]})).encode()
    else:
        cases = [(name, json.dumps(event(name, files)).encode()) for name, files in wanted]
        small = json.dumps(SMALL).encode()
    count, before, after = 0, None, []
    function = Runtime(command, settings, stdout=subprocess.DEVNULL)
    try:
        for turn in range(args.rounds):
            order.shuffle(cases)
            for name, text in cases:
                started = cpu_seconds(function.process.pid)
                try:
                    kind, answer = function.answer(text)
                    seconds = cpu_seconds(function.process.pid) - started
                    small_kind, small_answer = function.answer(small)
                except Ended as ended:
                    count, before, after = 0, None, []
                    results.add(name, f"no answer: {ended}", "-")
                    function.stop()
                    function = Runtime(command, settings, stdout=subprocess.DEVNULL)
                    continue
                count += 1
                threads, memory, peak = taken(function.process.pid)
                answer, problem = answer.decode(), None
                if kind != "response" or small_kind != "response":
                    problem = f"answered with {kind}, the next with {small_kind}: {answer[:200]}"
                elif seconds > SECONDS:
                    problem = f"takes more than {SECONDS} s"
                elif not is_named(name, answer):
                    problem = f"names no limit: {answer[:300]}"
                elif not re.search(rb'"compliant":true|"hookStatus":"(SUCCESS|FAILED)"', small_answer):
                    problem = f"the next answer: {small_answer[:200]}"
                if turn == 0 or problem:
                    results.add(name, problem, f"{seconds:6.1f} s {memory:4.0f}/{peak:4.0f} MiB {threads}")
                if problem:
                    count, before, after = 0, None, []
                    # What is wrong here must not be what is wrong with the others.
                    function.stop()
                    function = Runtime(command, settings, stdout=subprocess.DEVNULL)
                if count == 20 and len(cases) * args.rounds > 20:
                    before = settled(function, small)
            if before and count > 20:
                after.append(settled(function, small))
        if before and after:
            # What the allocator keeps differs by half from round to round; what is in use is in each of them.
            threads, memory = after[-1][0], min(memory for _, memory in after)
            is_more = memory > before[1] * 1.1 or threads > before[0]
            results.add(f"after {count} inputs, after 20: {before[1]:.0f} MiB, {before[0]} threads", "more than before" if is_more else None,
                        f"{memory:4.0f} MiB {threads}")
    finally:
        function.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["program", "function", "hook"])
    parser.add_argument("binary")
    parser.add_argument("--data", type=int, default=1024, help="memory of the program in MiB")
    parser.add_argument("--memory", type=int, default=256, help="memory of the function in MB")
    parser.add_argument("--rounds", type=int, default=1, help="how often the function gets all inputs")
    parser.add_argument("--seed", type=int, default=1, help="of the order in which the function gets the inputs")
    parser.add_argument("--sample", type=int, help="send the function so many of the inputs, chosen by the seed")
    parser.add_argument("--only", action="append", help="inputs whose names contain this")
    args = parser.parse_args()
    results = Results()
    (check_program if args.kind == "program" else check_function)(args.binary, args, results)
    sys.exit(f"{results.wrong} wrong" if results.wrong else 0)


if __name__ == "__main__":
    main()
