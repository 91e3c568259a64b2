#!/usr/bin/env python3
"""Measures lint in a warm process: bench_lint.py OURS [--python PYTHON] [--times N] TEMPLATE_OR_DIR...

OURS is the example lint_times. With --python, a Python that has cfn-lint, cfn-lint lints the same templates in one
process. Prints median, 95th percentile and maximum in milliseconds; each template counts with the best of N runs.
"""
import argparse
import json
import pathlib
import subprocess

from templates import found

REFERENCE = """
import json, sys, time
from cfnlint.api import lint_file
from pathlib import Path
for name in sys.argv[2:]:
    best = None
    for _ in range(int(sys.argv[1])):
        start = time.perf_counter()
        try:
            lint_file(Path(name))
        except Exception:
            pass
        took = time.perf_counter() - start
        best = took if best is None else min(best, took)
    print(json.dumps({"file": name, "seconds": best}))
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ours")
    parser.add_argument("templates", nargs="+", type=pathlib.Path)
    parser.add_argument("--python")
    parser.add_argument("--times", type=int, default=5)
    args = parser.parse_args()
    files = [str(file) for path in args.templates for file in found(path)]
    show("ours", [args.ours, str(args.times), *files])
    if args.python:
        show("cfn-lint", [args.python, "-c", REFERENCE, str(args.times), *files])


def show(who, command):
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    rows = sorted((json.loads(line) for line in lines), key=lambda row: row["seconds"])
    at = lambda part: rows[min(int(len(rows) * part), len(rows) - 1)]["seconds"] * 1000
    print(f"{who:9}{len(rows)} templates: median {at(0.5):.2f} ms, 95th percentile {at(0.95):.2f} ms, worst {at(1):.2f} ms "
          f"({rows[-1]['file']})")


if __name__ == "__main__":
    main()
