#!/usr/bin/env python3
"""Compares trees and E0000 errors with cfn-lint's decoder, on files and on mutations of small ones.

  python scripts/decode_oracle.py --binary target/debug/examples/decode_dump --mutations 3000 FOLDER...

Needs a Python with cfn-lint. Prints the counts and the first differences; exit code 1 if there are any.
"""
import argparse
import datetime
import json
import logging
import os
import random
import struct
import subprocess
import sys
import tempfile

logging.disable(logging.CRITICAL)
sys.path.insert(0, os.path.dirname(__file__))
from cfnlint.decode import decode  # noqa: E402
from yaml_oracle import collect, mutate  # noqa: E402

YAML = [
    "012", "0o17", "0x1F", "1_000", "12:30", "-1:30:00", "1.5", "1e5", "1.0e+5", ".5", ".inf", "-.INF", ".nan", "yes", "No", "on",
    "OFF", "~", "null", "=", "<<", "2012-10-17", "2012-1-7 1:02:03.45 -5:30", "2001-12-14T21:59:43.10Z", "2012-13-01", "0b101",
    "99999999999999999999999", "0xFFFFFFFFFFFFFFFFFFFF", "077777777777777777777777", "190:20:30.15", "+7", "-0", "0.0", "''",
    "!Ref x", "!GetAtt A.B.C", "!GetAtt [A, B]", "!GetAtt {A: B}", "!GetAtt {}", "!GetAtt", "!Sub [a, {b: c, b: d}]", "!Join ['', [a]]",
    "!Condition c", "!If [a, b, !Ref c]", "!!str 5", "!!int '7'", "!!float 1", "!!map {a: b}", "!!seq [a]", "!!null ''", "!!bool maybe",
    "!Sub {a: 1, a: 2}", "!Sub {<<: {a: 1}, b: 2}", "!Sub {[a]: b}", "!foo!bar x", "! 12", "! '12'", "!<tag:yaml.org,2002:int> 5",
    "!!python/name:x y", "!!int [a]", "!!map x", "!!seq {}", "&a x", "*a", "&b {c: d}", "*b", "{<<: *b, e: f}", "{<<: [{a: 1}, {a: 2}]}",
    "{a: 1, a: 2, a: 3}", "{1: a, 1: b}", "{1: a, true: b}", "{~: x}", "{? [a, b] : c}", "{{a: 1}: b}", "{!Ref a: b}", "{<<: 5}", "{<<: [5]}",
    "\"a\\/b\"", "\"\\q\"", "\"\\'\"", "2012-10-17 ", "{=: 1}", "{2012-10-17: 1, 2012-10-17: 2}", "\"it's\": 1", "{\"it's\": 1, \"it's\": 2}",
]


def place(obj):
    start, end = getattr(obj, "start_mark", None), getattr(obj, "end_mark", None)
    if start is None or end is None:
        return "-"
    return f"{start.line + 1}:{start.column + 1}-{end.line + 1}:{end.column + 1}"


def quoted(text):
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def dump(node, out):
    if node is None:
        out.append("- None")
    elif isinstance(node, bool):
        out.append(f"- bool {str(node).lower()}")
    elif isinstance(node, int):
        out.append(f"- int {node}")
    elif isinstance(node, float):
        out.append("- float " + ("nan" if node != node else struct.pack(">d", node).hex()))
    elif isinstance(node, (datetime.date, datetime.datetime)):
        out.append(f"- date {node}")
    elif isinstance(node, str):
        out.append(f"{place(node)} str {quoted(node)}")
    elif isinstance(node, list):
        out.append(f"{place(node)} list {len(node)}")
        for item in node:
            dump(item, out)
    elif isinstance(node, dict):
        out.append(f"{place(node)} dict {len(node)} {str(getattr(node, 'using_merge', False)).lower()}")
        for key, value in node.items():
            dump(key, out)
            dump(value, out)
    else:
        out.append(f"- {type(node)}")


def reference(path):
    template, matches = decode(path)
    out = []
    for m in matches or []:
        out.append(f"ERROR {m.linenumber}:{m.columnnumber}-{m.linenumberend}:{m.columnnumberend} {quoted(m.message)}")
    if not matches:
        try:
            dump(template, out)
        except (ValueError, RecursionError) as e:
            out.append(f"UNPRINTABLE {e}")
        for a in getattr(template, "yaml_aliases", []):
            out.append(f"ALIAS {place(a)} {a.name} {'/'.join(map(str, a.path))}")
    return out


def same(want, got):
    if want == got:
        return True
    if want.startswith("- "):
        return got.split(" ", 1)[-1] == want[2:]
    # The only class without marks in cfn-lint: `!GetAtt {a: b}`.
    return want.startswith("2:2-2:2 dict") and got.split(" ", 1)[-1] == want.split(" ", 1)[-1]


def ours(binary, paths):
    run = subprocess.run([binary], input="\n".join(paths), capture_output=True, text=True, check=True)
    found, lines = {}, None
    for line in run.stdout.split("\n"):
        if line.startswith("FILE "):
            lines = found.setdefault(line[5:], [])
        elif line:
            lines.append(line)
    return found


def values(rng, text):
    """Replaces plain values by unusual ones."""
    lines = text.split("\n")
    spots = [i for i, line in enumerate(lines) if ": " in line]
    for i in rng.sample(spots, min(len(spots), rng.randint(1, 3))):
        lines[i] = lines[i].split(": ", 1)[0] + ": " + rng.choice(YAML)
        if rng.random() < 0.3:
            indent = lines[i][: len(lines[i]) - len(lines[i].lstrip())]
            lines.insert(i, indent + rng.choice(["<<: *b", "a: b", "Type: x", "x: &b {q: r}", "- a", "1: 2", "yes: no", "a: " + rng.choice(YAML)]))
    return "\n".join(lines)


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--binary", required=True)
    args.add_argument("--mutations", type=int, default=0)
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--small", type=int, default=4000, help="mutate files up to so many bytes")
    args.add_argument("--show", type=int, default=5)
    args.add_argument("--keep", help="keep the mutations in this folder")
    args.add_argument("folders", nargs="+")
    opts = args.parse_args()
    rng = random.Random(opts.seed)
    paths, small = [], []
    for path in collect(opts.folders):
        paths.append(path)
        if opts.mutations and os.path.getsize(path) <= opts.small:
            try:
                with open(path, encoding="utf-8", newline="") as f:
                    small.append(f.read())
            except UnicodeDecodeError:
                pass
    with tempfile.TemporaryDirectory() as temporary:
        folder = opts.keep or temporary
        for i in range(opts.mutations):
            path = os.path.join(folder, f"{i}.yaml")
            text = rng.choice(small)
            text = values(rng, text) if rng.random() < 0.7 else mutate(rng, text)
            with open(path, "w", encoding="utf-8", newline="") as f:
                f.write(text)
            paths.append(path)
        found = ours(opts.binary, paths)
        lines = errors = wrong = aliases = 0
        for path in paths:
            want, got = reference(path), found[path]
            lines += len(want)
            errors += any(line.startswith("ERROR") for line in want)
            aliases += sum(line.startswith("ALIAS") for line in want)
            if len(want) != len(got) or not all(map(same, want, got)):
                wrong += 1
                if wrong <= opts.show:
                    at = next((i for i, (a, b) in enumerate(zip(want, got)) if not same(a, b)), min(len(want), len(got)))
                    with open(path, encoding="utf-8", errors="replace", newline="") as f:
                        text = f.read()
                    print(f"{path}\n  want {want[at:at + 2]}\n  got  {got[at:at + 2]}\n  in   {text[:1200]!r}")
    print(f"{len(paths)} texts, {errors} with errors, {lines} lines, {aliases} aliases, {wrong} texts differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
