#!/usr/bin/env python3
"""Compares the output of two Guard commands over folders, byte for byte:

    compare_guard_outputs.py OURS CFN_GUARD --rules DIR... --data DIR... [--sample N] [--seed N]

`parse-tree` (JSON, YAML) on every rules file; `rulegen` on every template that cfn-guard accepts; `validate` in every
format, each rules file on a sample of the templates. Times are 0, and output that cfn-guard prints in random order is
sorted, as in scripts/record_guard_outputs.py. Prints the first line of each difference. Two differences are intended: where
cfn-guard panics (101), and where `rulegen` prints strings unchanged (docs/parity.md).
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile

from record_guard_outputs import resources, rulegen

FORMATS = ["-S all", "-S none -v", "-S none -p", "-o json", "-o yaml",
           *(f"-z -S none -o {name}" for name in ("json", "yaml", "junit", "sarif"))]


def run(command, *words):
    done = subprocess.run([command, *map(str, words)], capture_output=True, env={})
    return done.returncode % 256, re.sub(r'time="\d+"', 'time="0"', done.stdout.decode()), done.stderr.decode()


def found(folders, *endings):
    return [path for folder in folders for path in sorted(pathlib.Path(folder).rglob("*")) if path.suffix in endings]


def difference(ours, theirs):
    """Returns the first difference, or `None`."""
    if ours[:2] == theirs[:2]:
        return None
    pairs = zip(ours[1].splitlines() + [""], theirs[1].splitlines() + [""])
    at, (one, other) = next(((n, p) for n, p in enumerate(pairs, 1) if p[0] != p[1]), (0, ("", "")))
    return f"exit {ours[0]} for {theirs[0]}; line {at}:\n    {one[:200]}\n    {other[:200]}"


def parse_tree(args, rules):
    for option in ("-p", "-y"):
        words = ("parse-tree", "-r", rules, option)
        yield f"parse-tree {option}", rules.name, difference(run(args.ours, *words), run(args.theirs, *words))


def generated(args, template):
    words = ("rulegen", "-t", template)
    theirs = run(args.theirs, *words)
    if theirs[0] != 0 or not theirs[1]:
        yield "rulegen, nothing from the reference", template.name, None
        return
    ours = run(args.ours, *words)
    yield "rulegen", template.name, difference((ours[0], rulegen(ours[1])), (theirs[0], rulegen(theirs[1])))


def validated(args, rules, data):
    for form in FORMATS:
        words = ("validate", "-r", rules, "-d", data, *form.split())
        ours, theirs = run(args.ours, *words), run(args.theirs, *words)
        if form.startswith("-S"):
            ours, theirs = ((one[0], resources(one[1]), one[2]) for one in (ours, theirs))
        yield f"validate {form}", rules.name, difference(ours, theirs)


def sample(args, templates, into):
    """Copies some templates that cfn-guard can read."""
    always = pathlib.Path(into, "always.guard")
    always.write_text("rule always { this exists }\n")
    folder = pathlib.Path(into, "data")
    folder.mkdir()
    random.Random(args.seed).shuffle(templates)
    for path in templates:
        if len(list(folder.iterdir())) == args.sample:
            break
        if run(args.theirs, "validate", "-r", always, "-d", path)[0] == 0:
            shutil.copy(path, folder / f"{len(list(folder.iterdir())):05}_{path.name}")
    return folder


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ours")
    parser.add_argument("theirs")
    parser.add_argument("--rules", nargs="+", required=True)
    parser.add_argument("--data", nargs="+", required=True)
    parser.add_argument("--sample", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rules = found(args.rules, ".guard", ".ruleset")
    templates = found(args.data, ".yaml", ".yml", ".json", ".jsn", ".template")
    tally = collections.defaultdict(lambda: [0, 0])
    with tempfile.TemporaryDirectory() as into, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        data = sample(args, list(templates), into)
        work = [pool.submit(lambda one=one: list(parse_tree(args, one))) for one in rules]
        work += [pool.submit(lambda one=one: list(generated(args, one))) for one in templates]
        work += [pool.submit(lambda one=one: list(validated(args, one, data))) for one in rules]
        for what, name, wrong in (answer for done in work for answer in done.result()):
            tally[what][0] += wrong is None
            tally[what][1] += 1
            if wrong:
                print(f"{what}: {name}: {wrong}", flush=True)
    for what, (same, all_) in tally.items():
        print(f"{what}: {same}/{all_}")


if __name__ == "__main__":
    main()
