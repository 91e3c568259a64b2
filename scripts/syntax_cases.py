#!/usr/bin/env python3
"""Records the results of PyYAML's C loader and cfn-lint's decoder for tricky texts, as tests/syntax/cases.jsonl.

  python scripts/syntax_cases.py > tests/syntax/cases.jsonl

Needs a Python with cfn-lint. Each line is a case: the text, its events, the decoded value. Random texts are kept if they
show something new: an error message, a kind of event, a type of value.
"""
import json
import os
import random
import re
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))
import decode_oracle  # noqa: E402
import yaml_oracle  # noqa: E402

TRICKY = [
    "", "\n", "# c\n", "~", "--- # c\n", "...\n", "a", "[a: b, c: , : d, ? e]", "{a, b: , c: d, ? e : f, ? , : }", "a:\n- b\n- \nc:\n- d",
    "- - a\n  - b\n-\n  - c\n- d: e\n  f: g\n", "? a\n: b\n? c\n", "? - a\n: - b\n", "&a a: &b b\n*a : *b\n", "!!str a: !<tag:yaml.org,2002:int> 5\n",
    "!Ref a", "!Ref", "! a", "! '5'", "! 5", "!Sub", "a: !Ref b\nc: !GetAtt d.e.f\n", "a: !GetAtt [b, c]\nd: !GetAtt {e: f}\ng: !GetAtt {}\nh: !GetAtt\n",
    "%YAML 1.1\n%TAG !e! tag:e,2000:\n---\n!e!a b\n", "%YAML 2.0\n---\na\n", "%FOO\n---\na", "a\n---\nb\n", "a: |\n  b\n   c\n\n  d\n\n", "a: |+\n b\n\n",
    "a: |-\n b\n\n", "a: >\n b\n c\n\n d\n  e\n f\n", "a: |2\n   b\n", "a: |0\n", "a: | b\n", "a: |\n\tb\n", "a: 'b\n  c\n\n  d'\n", "a: \"b\\\n  c\\x41\\u00e9\\t\"\n",
    "a: \"\\ud83d\\ude00\"\n", "a: \"\\q\"\n", "{\"a\": \"\\d\", \"a\": 1}", "{\"a\":1,\"b\":[true,null,1.5,-0,\"\\/\"]}", "{\"a\":\t1}", "\t{}", "{}\t", "{\"a\": 1} # c",
    "a: b: c", "a: b\n c: d", "a\nb: c", "a: [b", "a: {b", "a: ]", "- a\nb: c", "a: @b", "a: `b", "a: %b", "a:b", "a:\tb", "a: b #c", "a: b#c", "\ufeffa: b",
    "a: b\n\ufeffc: d", "a: \u2028 b", "a: 'b\u2028c'", "a: b\u0085c: d", "a: \x07", "\x00", "a: \x7f", "a: b\r\nc: d\re: f\n", "[\n---\n]", "'a\n--- b'",
    "a: 1\na: 2\n", "a: {b: 1, b: 2, c: 1, c: 2}", "a: 1\n1: 2\n1: 3\n", "~: 1", "? [a]\n: b", "? {a: 'b''c'}\n: b", "!Ref a: b", "{1: a, true: b}",
    "a: &a {b: 1, c: 2}\nd: {<<: *a, c: 3}\n", "a: {<<: [{b: 1}, {b: 2, c: 3}], d: 4}", "a: {<<: 1}", "a: {<<: [1]}", "<<: a", "a: <<", "a: =", "=: a",
    "a: &a [*a]", "a: &a {<<: *a, b: 1}", "a: *b", "a: &a 1\nb: &a 2", "a: !!int b", "a: !!float b", "a: !!bool b", "a: !!timestamp b", "a: !!int [b]",
    "a: !!seq b", "a: !!map b", "a: !!map [b]", "a: !!str {b: c}", "a: !!python/name:b c", "a: !<!Ref> b", "a: !e!b c", "a: !%43 b", "a: !%zz b", "a: !b,c",
    "a: 2012-13-01", "a: 2012-02-30", "a: 2012-1-2 25:00:00", "a: 2012-1-2 3:4:5", "a: 2012-1-2 03:04:05 +99:00", "a: 0b", "a: 0b_", "a: 0x_", "a: 08", "a: 0o8",
    "k" * 1030 + ": a", "'" + "k" * 1030 + "': a", "{'" + "k" * 1030 + "': a}", "a: [" + "x, " * 400 + "b: c]", "? a\n? b\n? c : d\n", "a: - b", "- a: - b", "a: ? b",
    "[a, [b, {c: d}], e, ]", "[,]", "{,}", "[a b, c\nd]", "{a\nb: c}", "{'a'\n: b}", "a: 'b''c'", "a: ''", "a: \"\"", "a: \"b\n\n\\ c\"", "a:\n  b\n\n  c\n d: e\n",
    "yes: no\non: off\n~x: y\n", "a: [yes, No, TRUE, oN, y, n]", "a: [012, 0o12, 0x1F, 0b11, 1_000, 12:30, -1:30:15, 09, +5, -0, 1e5, 1.5, 1., .5, -.5, 1.5e+3, 1.5e3, 1:30.5]",
    "a: [.inf, -.INF, .nan, ., .., -, 99999999999999999999, 0xFFFFFFFFFFFFFFFFF, 2012-10-17, 2012-10-17T01:02:03.5Z, 2012-1-7 1:02:03 -5:30]",
]


def features(events, decoded):
    found = set()
    for line in events:
        line = re.sub(r"^\d+:\d+ \d+:\d+ |\d+:\d+", "", line)
        line = re.sub(r'"(\\.|[^"\\])*"|<[^>]*>', "S", line)
        found.add(line if not line.startswith("ERROR reader") else "reader")
    for line in decoded:
        found.add(re.sub(r"\d+|'[^']*'|\\\\\"[^\"]*\"", "", line) if line.startswith(("ERROR", "UNPRINTABLE")) else " ".join(line.split(" ")[1:2]))
    return found


def main():
    rng = random.Random(7)
    seen, path = set(), os.path.join(tempfile.mkdtemp(), "t.yaml")

    def record(text, always):
        if not always and len(text) > 120:
            return
        with open(path, "w", encoding="utf-8", newline="") as f:
            f.write(text)
        events, decoded = yaml_oracle.reference(text), decode_oracle.reference(path)
        new = features(events, decoded) - seen
        if always or len(new) > (0 if any(line.startswith("ERROR") for line in events + decoded) else 2):
            seen.update(new)
            decoded = [line.replace(path, "t.yaml") for line in decoded]
            print(json.dumps({"text": text, "events": events, "decoded": decoded}, ensure_ascii=True))

    for text in TRICKY:
        record(text, True)
    for _ in range(8000):
        text = yaml_oracle.mutate(rng, rng.choice(TRICKY) + rng.choice(["", "\n", " "]) + rng.choice(TRICKY))
        record(decode_oracle.values(rng, text) if rng.random() < 0.4 else text, False)


if __name__ == "__main__":
    main()
