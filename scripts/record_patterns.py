#!/usr/bin/env python3
"""Records answers of Python's `regex` as test cases: record_patterns.py SCHEMAS [EXTRA] > tests/pattern/cases.jsonl

Needs a Python with the `regex` package. SCHEMAS is a folder of JSON schemas whose patterns are used, EXTRA a JSON list of
further patterns. For each pattern, generates matching strings, mutates some of them, and records the results of search,
match and fullmatch ("e": three digits per string), or the error of a rejected pattern ("err"). `--every N` and `--strings N`
set the numbers: all patterns with 34 strings each are the full differential run.
"""
import argparse
import json
import pathlib
import random
import re._parser as parser
import warnings

import regex

warnings.simplefilter("ignore")
ODD = list("\n -_.:/=+@aZkKs09$\"'{}*,é߳١İıſKª²ⅧµΣς漢😀𝟘") + list("\u3000\x1c\u200d\x00\u0345\u0300\u2028\x85\x7f\ud7ff")
STAND_INS = {r"\p{L}": "a-zé", r"\p{N}": "0-9", r"\p{Z}": " ", r"\p{M}": "\u0300", r"\p{P}": ".,", r"\p{S}": "+$", r"\Z": "$",
             r"\P{C}": "a", r"\P{M}": "b", r"\p{Cc}": "\x01", r"\p{Zs}": " ", r"\p{C}": "\x02", r"\p{Graph}": "g", r"\p{Print}": "q"}
rnd = random.Random(7)


def patterns_of(node, found, named=False):
    if isinstance(node, dict):
        for key, value in node.items():
            if not named and key == "pattern" and isinstance(value, str):
                found.add(value)
            elif not named and key == "patternProperties" and isinstance(value, dict):
                found.update(value)
            patterns_of(value, found, key in ("properties", "definitions", "patternProperties") and not named)
    elif isinstance(node, list):
        for value in node:
            patterns_of(value, found)


def of_category(name):
    if "NOT" in name:
        return rnd.choice("-~éA1 ")
    return rnd.choice("0123456789٣" if "DIGIT" in name else " \t\n\u3000" if "SPACE" in name else "azAZ09_é漢")


def matching(tree, groups):
    text = ""
    for op, arg in tree:
        op = str(op)
        if op == "LITERAL":
            text += chr(arg)
        elif op in ("ANY", "NOT_LITERAL"):
            text += rnd.choice("ab1-é \t")
        elif op == "IN":
            kind, value = (None, None) if str(arg[0][0]) == "NEGATE" else rnd.choice(arg)
            if str(kind) == "LITERAL":
                text += chr(value)
            elif str(kind) == "RANGE":
                text += chr(rnd.choice([value[0], value[1], rnd.randint(*value)]))
            else:
                text += of_category(str(value)) if kind else rnd.choice("ab1-é \tZ_")
        elif op == "BRANCH":
            text += matching(rnd.choice(arg[1]), groups)
        elif op == "SUBPATTERN":
            groups[arg[0]] = matching(arg[3], groups)
            text += groups[arg[0]]
        elif op in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            least, most = int(arg[0]), int(arg[1])
            count = rnd.choice([least, least, min(most, least + rnd.choice([1, 2, 5])), min(most, 60)])
            text += "".join(matching(arg[2], groups) for _ in range(count))
        elif op == "GROUPREF":
            text += groups.get(arg, "")
    return text[:6000]


def changed(text):
    at, odd = rnd.randint(0, len(text)), rnd.choice(ODD)
    return rnd.choice([text + "\n", text[:at] + odd + text[at:], text[:at] + text[at + 1:], text[:at] + odd + text[at + 1:],
                       text + odd, odd + text, text.swapcase(), text + text, text[:at]])


def strings(pattern, count):
    for name, stand_in in STAND_INS.items():
        pattern = pattern.replace(name, stand_in)
    try:
        tree = parser.parse(pattern)
    except Exception:  # patterns that the standard library cannot parse get random strings
        tree = None
    found = {"", "\n"}
    for _ in range(count * 4):
        text = matching(tree, {}) if tree else "".join(rnd.choices(ODD + list("abc123"), k=rnd.randint(0, 12)))
        for _ in range(rnd.choice([0, 0, 1, 1, 2])):
            text = changed(text)
        found.add("".join(c for c in text if not 0xD800 <= ord(c) < 0xE000))
        if len(found) >= count:
            break
    return sorted(found)


def record(pattern, count, longest):
    try:
        compiled = regex.compile(pattern)
    except Exception as error:
        return {"p": pattern, "err": str(error)}
    case = {"p": pattern, "s": [], "e": ""}
    for text in strings(pattern, count):
        try:
            answers = [way(text, timeout=2) for way in (compiled.search, compiled.match, compiled.fullmatch)]
        except (TimeoutError, MemoryError):
            continue
        if len(text) <= longest:
            case["s"].append(text)
            case["e"] += "".join("1" if answer else "0" for answer in answers)
    return case


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("schemas", type=pathlib.Path)
    options.add_argument("extra", nargs="?", type=pathlib.Path)
    options.add_argument("--every", type=int, default=1)
    options.add_argument("--strings", type=int, default=34)
    options.add_argument("--longest", type=int, default=10000)
    options = options.parse_args()
    found = set()
    for path in sorted(options.schemas.rglob("*.json")):
        patterns_of(json.loads(path.read_text()), found)
    patterns = sorted(found)[:: options.every] + (json.loads(options.extra.read_text()) if options.extra else [])
    for pattern in patterns:
        print(json.dumps(record(pattern, options.strings, options.longest), separators=(",", ":")))


if __name__ == "__main__":
    main()
