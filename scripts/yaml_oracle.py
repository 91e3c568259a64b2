#!/usr/bin/env python3
"""Compares YAML events with PyYAML's C loader (libyaml), on files and on mutations of small ones.

  python scripts/yaml_oracle.py --binary target/debug/examples/yaml_events --mutations 6000 FOLDER...

Needs a Python with PyYAML and its C extension. Prints the counts and the first differences; exit code 1 if there are any.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

import yaml

STYLES = {None: "Plain", "": "Plain", "'": "Single", '"': "Double", "|": "Literal", ">": "Folded"}
PIECES = [
    "\n", "\t", " ", "  ", ":", ": ", "- ", "-", "? ", "?", "#", " #", "&a ", "*a", "!Ref ", "!", "!!str ", "!<x> ", "!a!b ",
    "|", ">", "|-\n", ">+2\n", "'", '"', "\\", "\\x41", "\\ud83d", "\\u00e9", "\\\n", "{", "}", "[", "]", ",", "%", "%TAG ! x\n---\n",
    "%YAML 1.1\n---\n", "---\n", "...\n", "---", "...", "@", "`", "\u00e9", "\u2028", "\u0085", "\r", "\r\n", "\ufeff", "\x00", "\x07", "\x7f",
    "\U0001f600", "<<: ", "=", "~", "a: b\n", "\n  ", "\n    ", "\n\n", "''", '""', "k" * 1030,
]


def mark(m):
    return f"{m.line}:{m.column}"


def before(event):
    return f"{event.anchor or '-'} {'-' if event.tag is None else '<' + event.tag + '>'}"


def low(flag):
    return "true" if flag else "false"


def reference(text):
    out = []
    try:
        for e in yaml.parse(text, Loader=yaml.CSafeLoader):
            place = f"{mark(e.start_mark)} {mark(e.end_mark)} "
            name = type(e).__name__
            if name == "StreamStartEvent":
                event = "stream-start"
            elif name == "StreamEndEvent":
                event = "stream-end"
            elif name == "DocumentStartEvent":
                event = f"document-start {low(not e.explicit)}"
            elif name == "DocumentEndEvent":
                event = f"document-end {low(not e.explicit)}"
            elif name == "AliasEvent":
                event = f"alias {e.anchor}"
            elif name == "ScalarEvent":
                value = json.dumps(e.value, ensure_ascii=False).replace("\x7f", "\\u007f")
                event = f"scalar {before(e)} {low(e.implicit[0])} {low(e.implicit[1])} {STYLES[e.style]} {value}"
            elif name == "SequenceStartEvent":
                event = f"sequence {before(e)} {low(e.flow_style)}"
            elif name == "MappingStartEvent":
                event = f"mapping {before(e)} {low(e.flow_style)}"
            else:
                event = {"SequenceEndEvent": "sequence-end", "MappingEndEvent": "mapping-end"}[name]
            out.append(place + event)
    except yaml.reader.ReaderError as e:
        out.append(f"ERROR reader {e.character} {e.position}")
    except yaml.MarkedYAMLError as e:
        kind = "scanner" if isinstance(e, yaml.scanner.ScannerError) else "parser"
        context = "-" if e.context is None else f"{e.context} {mark(e.context_mark)}"
        out.append(f"ERROR {kind} {context} / {e.problem} {mark(e.problem_mark)}")
    except UnicodeDecodeError:
        out.append("ERROR TagEncoding")
    return out


def mutate(rng, text):
    for _ in range(rng.randint(1, 4)):
        i = rng.randint(0, len(text))
        kind = rng.random()
        if kind < 0.5:
            text = text[:i] + rng.choice(PIECES) + text[i:]
        elif kind < 0.75:
            text = text[:i] + text[i + rng.randint(1, 6):]
        elif kind < 0.9:
            j = rng.randint(0, len(text))
            text = text[:i] + text[j:j + rng.randint(1, 30)] + text[i:]
        else:
            text = text[:i]
    return text


def collect(folders):
    for folder in folders:
        if os.path.isfile(folder):
            yield folder
        for root, _, names in os.walk(folder):
            for name in sorted(names):
                if name.rsplit(".", 1)[-1] in ("yaml", "yml", "json", "template"):
                    yield os.path.join(root, name)


def ours(binary, paths):
    run = subprocess.run([binary], input="\n".join(paths), capture_output=True, text=True, check=True)
    found, lines = {}, None
    for line in run.stdout.split("\n"):
        if line.startswith("FILE "):
            lines = found.setdefault(line[5:], [])
        elif line:
            lines.append(line)
    return found


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--binary", required=True)
    args.add_argument("--mutations", type=int, default=0)
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--small", type=int, default=4000, help="mutate files up to so many bytes")
    args.add_argument("--show", type=int, default=5)
    args.add_argument("folders", nargs="+")
    opts = args.parse_args()
    rng = random.Random(opts.seed)
    texts = {}
    for path in collect(opts.folders):
        with open(path, encoding="utf-8", newline="") as f:
            try:
                texts[path] = f.read()
            except UnicodeDecodeError:
                continue
    small = [t for t in texts.values() if len(t) <= opts.small]
    with tempfile.TemporaryDirectory() as folder:
        for i in range(opts.mutations):
            path = os.path.join(folder, f"{i}.yaml")
            text = mutate(rng, rng.choice(small))
            with open(path, "w", encoding="utf-8", newline="") as f:
                f.write(text)
            texts[path] = text
        found = ours(opts.binary, list(texts))
        events = errors = wrong = 0
        for path, text in texts.items():
            want, got = reference(text), found[path]
            events += len(want)
            errors += want[-1].startswith("ERROR")
            if want != got:
                wrong += 1
                if wrong <= opts.show:
                    at = next((i for i, (a, b) in enumerate(zip(want, got)) if a != b), min(len(want), len(got)))
                    print(f"{path}\n  want {want[at:at + 1]}\n  got  {got[at:at + 1]}\n  in   {text[:300]!r}")
    print(f"{len(texts)} texts, {errors} with an error, {events} events, {wrong} texts differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
