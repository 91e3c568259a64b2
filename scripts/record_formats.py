#!/usr/bin/env python3
"""Records which texts match which format: record_formats.py [COUNT [SEED]] > tests/formats/cases.jsonl

Needs a Python with cfn-lint. One line per format: {"format", "rule", "pattern" (or null), "cases": [[text, answer]]}, with the
answer true, false, or the text of the exception that the check raises. COUNT texts per format are mutations of valid ones.
"""
import importlib
import inspect
import json
import pathlib
import random
import sys

import cfnlint.rules.formats as formats
from cfnlint.jsonschema._format import cfn_format_checker
from cfnlint.jsonschema.exceptions import FormatError

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 60
rnd = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
UUID = "12345678-90ab-cdef-1234-567890abcdef"
SEEDS = {
    "date": "2020-02-29 2021-02-29 1999-12-31 0000-01-01 0001-01-01 2021-04-31 2021-00-10 2021-13-01 2021-01-00 1900-02-29 2000-02-29 9999-12-32",
    "time": "12:00:00Z 23:59:59.123Z 24:00:00Z 00:00:00+05:00 00:00:00++05:00 00:00:00+-23:59 12:00Z 12:60:00Z 12:00:60Z 12:00:00.Z 12:00:00z",
    "date-time": "2020-02-29T12:00:00Z 2021-02-31T23:59:59.1Z 2020-01-01T00:00:00++01:00 2020-01-01T00:00:00+01:00 2020-01-01 2020-13-01T00:00:00Z",
    "email": "a@b a b@ @",
    "ipv4": "10.0.0.1 255.255.255.255 256.0.0.1 01.2.3.4 1.2.3 1.2.3.4.5 0.0.0.0 1.2.3.4/8 1.2.3.١",
    "ipv4-network": "10.0.0.0/8 10.0.0.1/8 10.0.0.0 10.0.0.0/255.0.0.0 10.0.0.0/0.255.255.255 0.0.0.0/0 10.0.0.0/33 10.0.0.0/08 10.0.0.0/ "
                    "10.0.0.0/8/8 10.0.0.0/255.0.255.0 0.0.0.0/0.0.0.0 1.2.3.4/32 1.2.3.4/255.255.255.255 192.168.0.0/16 10.0.0.0/-1",
    "ipv6": ":: ::1 1:2:3:4:5:6:7:8 1::8 2001:db8::1 fe80::1%eth0 ::ffff:1.2.3.4 1:2:3:4:5:6:1.2.3.4 12345::1 1:2:3:4:5:6:7:: ::2:3:4:5:6:7:8 "
            "1:2:3:4:5:6:7:8:9 ::1::2 :1:2:3:4:5:6:7 1:2:3:4:5:6:7: ::g 1.2.3.4 1::2:3:4:5:6:7:8 ::1/64 FE80::ABCD ::1.2.3 ::01.2.3.4",
    "ipv6-network": ":: ::/0 2001:db8::/32 2001:db8::1/32 ::1/128 fe80::%1/64 fe80::%/64 fe80::%a%b/64 ::/129 ::/064 ::/ffff:: 1:2:3:4:5:6:7:8/128 ::/x",
    "regex": r"^a+$ ( [ a{2,1} (?<n>a)\k<n> \p{L} a{1i<} (?P<x>a)",
    "AWS::EC2::SecurityGroup.Id": "sg-12345678 sg-1234567890abcdefa sg-123456789 sg-ABCDEF12",
    "AWS::EC2::VPC.Id": "vpc-12345678 vpc-1234567890abcdefa vpc-1 VPC-12345678",
    "AWS::EC2::Image.Id": "ami-12345678 ami-1234567890abcdefg resolve:ssm:/a/b ami-ABCDEFGH",
    "AWS::EC2::SecurityGroup.Name": "default a_b-c:/()#,@[]+=&;{}!$* ü default~",
    "AWS::EC2::Subnet.Id": "subnet-12345678 subnet-1234567890abcdefa subnet-1",
    "AWS::Logs::LogGroup.Name": "/aws/lambda/x a.b_c-d#e " + "a" * 512 + " " + "a" * 513 + " a:b",
    "AWS::IAM::Role.Arn": "arn:aws:iam::123456789012:role/a arn:aws-cn:iam::123456789012:role/p/a arn:aws:iam::12345678901:role/a arn:aws:iam::123456789012:role/",
    "AWS::KMS::Key.Arn": f"arn:aws:kms:us-east-1:123456789012:key/{UUID} arn:aws:kms:us-east-1:123456789012:alias/a arn:aws:kms::123456789012:key/a",
    "AWS::SNS::Topic.Arn": "arn:aws:sns:us-east-1:123456789012:topic arn:aws:sns:us-east-1:123456789012: arn:aws1:sns:us-east-1:123456789012:t",
    "AWS::ACM::Certificate.Arn": f"arn:aws:acm:us-east-1:123456789012:certificate/{UUID} arn:aws:acm:us-east-1:12345678901:certificate/x",
    "AWS::Lambda::Function.Arn": "arn:aws:lambda:us-east-1:123456789012:function:f arn:aws:lambda:us-east-1:123456789012:function:f:1 arn:aws:lambda:us-east-1:1:function:f",
    "AWS::S3::Bucket.Name": "my-bucket a.b.c ab -ab ab- a..b a.-b a-.b A-bucket " + "a" * 63 + " " + "a" * 64,
    "AWS::KMS::Key.Id": f"{UUID} mrk-1234567890abcdef1234567890abcdef alias/a alias/ key/a",
    "AWS::KMS::Alias.AliasName": "alias/a alias/a:b_/- alias/ a",
}


class Validator:
    """The parts of a validator that rules use: no exceptions apply."""

    class context:
        class path:
            cfn_path_string = ""


def rules():
    for path in sorted(pathlib.Path(formats.__file__).parent.glob("[A-Z]*.py")):
        module = importlib.import_module(f"cfnlint.rules.formats.{path.stem}")
        for _, rule in inspect.getmembers(module, inspect.isclass):
            if rule.__module__ == module.__name__ and path.stem not in ("Format", "FormatKeyword"):
                yield rule()


def changed(text):
    at, odd = rnd.randint(0, len(text)), rnd.choice(list("\n .:/-%09agZé١+T\x00") + ["::", "/24", "255."])
    return rnd.choice([text + "\n", text[:at] + odd + text[at:], text[:at] + text[at + 1:], text[:at] + odd + text[at + 1:], text.upper(), text[:at]])


def texts(name):
    seeds = SEEDS[name].split(" ")
    found = dict.fromkeys(["", *seeds, *(seed + "\n" for seed in seeds)])
    while len(found) < COUNT:
        text = rnd.choice(seeds)
        for _ in range(rnd.choice([1, 1, 2])):
            text = changed(text)
        found[text] = None
    return list(found)


def answer(check, text):
    try:
        return bool(check(text))
    except FormatError:
        return False
    except Exception as error:
        return str(error)


def standard(name):
    def check(text):
        cfn_format_checker.check(text, name)
        return True

    return check


def emit(name, rule, pattern, check):
    cases = [[text, answer(check, text)] for text in texts(name)]
    print(json.dumps({"format": name, "rule": rule, "pattern": pattern, "cases": cases}, separators=(",", ":")))


for name in sorted(cfn_format_checker.checkers):
    emit(name, "E1103", None, standard(name))
for rule in rules():
    emit(rule.format_keyword, rule.id, rule.pattern, lambda text, rule=rule: rule.format(Validator, text))
