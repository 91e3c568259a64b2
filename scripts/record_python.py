#!/usr/bin/env python3
"""Records results of cfn-lint's Python for values: record_python.py [COUNT [SEED]] > tests/python/cases.jsonl

Needs a Python with cfn-lint. Values are YAML texts, read with cfn-lint's loader. Kinds of cases:
{"value", "repr", "str", "json", "compact"} (null if it raises), {"one", "two", "equal"}, {"items", "unique"},
{"items", "keys", "unique"}, {"text", "int", "float"} (the float's repr), {"a", "b", "ratio"}.
"""
import datetime
import difflib
import json
import random
import sys

from cfnlint.decode.cfn_yaml import loads
from cfnlint.jsonschema._utils import equal, uniq, uniq_keys

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 400
rnd = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
NUMBERS = """1 0 -5 1.0 1.5 -0.0 0.1 100.0 1.0e+3 1.0e+16 1.0e+15 123456789012345680.0 1.0e+22 1.0e-4 1.0e-5 1.25e-7 .inf -.inf
.nan 5.0e-324 1.7976931348623157e+308 0x1F 017 1_000 12:30 9223372036854775807 9223372036854775808 -9223372036854775809
12345678901234567890123 9007199254740993 9007199254740992.0 9223372036854775808.0 1.0e+25 10000000000000000905969664""".split()
PLAIN = """yes no on off true True FALSE ~ null 2012-10-17 2001-01-01 2001-12-14T21:59:43.10-05:00 2001-12-14T21:59:43Z
2001-12-14T21:59:00+05:30 a b Z abc AWS::S3::Bucket""".split()
TEXTS = ["", "a", "it's", 'say "x"', "both ' and \"", "back\\slash", "é", "\u200b", "\x07", "\x7f", "\x80", "\xa0", "\xad", "\u2028", "\ufffe",
         "😀", "\U000e0001", "\U0001fae8", "a\nb\tc\rd", "true", "True", "TRUE", "tRuE", "false", "False", "1", "1.0", "0", "None", "True ",
         "[1, 2]", "{'a': 1}", "2012-10-17", "1e+16", "nan", "inf", "\u0378", "x" * 70, "漢字", "\ue000", "\U0010ffff"]
KEYS = ["a", "b", "Key", "it's", "1"]


def quoted(text):
    """Returns YAML text in double quotes, in ASCII."""
    return '"' + "".join(c if " " <= c <= "~" and c not in '"\\' else f"\\U{ord(c):08x}" for c in text) + '"'


def value(depth=0):
    kind = rnd.random()
    if depth < 3 and kind < 0.18:
        return "[" + ", ".join(value(depth + 1) for _ in range(rnd.randint(0, 4))) + "]"
    if depth < 3 and kind < 0.36:
        keys = rnd.sample(KEYS, rnd.randint(0, 3))
        return "{" + ", ".join(f"{quoted(key)}: {value(depth + 1)}" for key in keys) + "}"
    if kind < 0.6:
        return rnd.choice(NUMBERS)
    return rnd.choice(PLAIN) if kind < 0.75 else quoted(rnd.choice(TEXTS))


def read(text):
    return loads("V: " + text)["V"]


def raising(function):
    try:
        return function()
    except Exception:
        return None


def iso(date):
    if isinstance(date, datetime.date):
        return date.isoformat()
    raise TypeError


def emit(case):
    print(json.dumps(case, separators=(",", ":")))


def near(text):
    """Returns another value, which may equal this one."""
    printed = str(read(text))
    other = rnd.choice([text, quoted(printed), quoted(printed.upper()), text.replace("1", "1.0"), value()])
    return other if raising(lambda: [read(other)]) else text


def number_text():
    parts = ["1", "0", "9", "1", "2", "_", ".", "e", "E", "+", "-", " ", "\n", "\x1c", "\u3000", "\xa0", "١", "９", "𝟙", "²", "½", "inf", "nan", "Infinity",
             "x", "0x", ",", "5", "\u200b", "00", "e5", "e-3", ".5", "1_0"]
    return "".join(rnd.choice(parts) for _ in range(rnd.randint(0, 5)))


def name():
    words = ["Bucket", "Name", "Policy", "Type", "Arn", "Id", "Tags", "s", "x", "Role", "Server", "Side", "a", "e", "é"]
    return "".join(rnd.choice(words) for _ in range(rnd.randint(0, 5)))


def like(text):
    text = list(text)
    for _ in range(rnd.randint(0, 4)):
        at = rnd.randint(0, len(text))
        rnd.choice([lambda: text.insert(at, rnd.choice("abexsN")), lambda: text[at:at + 1].clear(), lambda: text.__setitem__(slice(at, at + 1), []),
                    lambda: text.__setitem__(slice(at, at + 2), text[at:at + 2][::-1])])()
    return "".join(text)


for _ in range(COUNT):
    text = value()
    parsed = read(text)
    emit({"value": text, "repr": repr(parsed), "str": str(parsed), "json": raising(lambda: json.dumps(parsed)),
          "compact": raising(lambda: json.dumps(parsed, separators=(",", ":"), default=iso))})
    two = near(text)
    emit({"one": text, "two": two, "equal": bool(equal(read(text), read(two)))})
    pool = [value() for _ in range(rnd.randint(1, 3))] if rnd.random() < 0.5 else rnd.choice(
        [["a", "b", "True", "true", '"TRUE"', '"tRuE"', "Z", '"1"', "1", "1.0"], ["[1]", "[2]", "[1.0]", "[a]", "[1, 2]", "[true]", '["1"]'],
         ['{a: 1, b: 2}', '{b: 2, a: 1}', '{a: "1", b: 2}', "{a: 1}", "{a: 1.0}"], ['"a"', '"b"', '"c"', "1", "2", '"true"', '"false"', '"x"']])
    items = "[" + ", ".join(near(text) if rnd.random() < 0.2 else text for text in rnd.choices(pool, k=rnd.randint(0, 5))) + "]"
    emit({"items": items, "unique": uniq(read(items))})
    maps = ["{" + ", ".join(f"{key}: {rnd.choice(['1', '2', 'x', chr(34) + '1' + chr(34), 'true', 'null'])}" for key in rnd.sample("abc", rnd.randint(0, 3))) + "}"
            for _ in range(rnd.randint(0, 4))]
    items, keys = "[" + ", ".join(maps + rnd.choice([[], ["1"], ["x"], ["[a]"]])) + "]", rnd.sample("abc", rnd.randint(1, 2))
    emit({"items": items, "keys": keys, "unique": uniq_keys(read(items), keys)})
    text = number_text()
    emit({"text": text, "int": raising(lambda: int(text)) is not None, "float": raising(lambda: repr(float(text)))})
    a = name() * rnd.choice([1, 1, 1, 1, 12])
    b = like(a) if rnd.random() < 0.7 else name()
    emit({"a": a, "b": b, "ratio": difflib.SequenceMatcher(a=a, b=b).ratio()})
