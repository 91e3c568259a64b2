#!/usr/bin/env python3
"""Prints instructions, allocations, touched pages and the hottest functions of the ratchet's three runs.

    profile.py CFN_WARDEN [RUN...]

CFN_WARDEN needs symbols (profile `quick`). Needs valgrind, whose callgrind counts. RUNs are `start-up`, `guard` and `lint`,
by default all. A page counts when the program first touches it, which is a cost of a start in addition to instructions.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import ratchet

HOTTEST = 10
ALLOCATIONS = re.compile(r"__rust_(alloc|alloc_zeroed|realloc)$")
# ` 2,852,878 ( 6.11%)  ???:cfn_warden::guard::eval::... [/a/program]`
LINE = re.compile(r"\s*([\d,]+) \(\s*([\d.]+)%\)\s+[^:]*:(\S.*?)(?: \[[^\]]*\])?$")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program, *wanted = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, line in ratchet.runs(folder).items():
            if not wanted or name in wanted:
                show(name, program, line, folder / "callgrind.out")


def show(name, program, line, counts):
    total = ratchet.counted(program, line, counts)
    annotated = subprocess.run(["callgrind_annotate", counts], capture_output=True, text=True, check=True).stdout
    rows = [found.groups() for row in annotated.splitlines() if (found := LINE.match(row))]
    touched = pages([program, *map(str, line)])
    print(f"{name}: {total:,} instructions, {allocations(counts):,} allocations, {touched:,} pages touched")
    for count, share, function in rows[:HOTTEST]:
        print(f"  {share:>5} %  {count:>12}  {function}")


def allocations(counts):
    """Returns the number of allocations: `calls=` lines after the name of an allocating function."""
    names, called, calls = {}, None, 0
    for line in counts.read_text().splitlines():
        if found := re.match(r"c?fn=\((\d+)\)(?: (.*))?", line):
            if found[2]:
                names[found[1]] = found[2].split("'")[0]
            if line.startswith("c"):
                called = names.get(found[1], "")
        elif line.startswith("calls=") and ALLOCATIONS.search(called):
            calls += int(line[6:].split()[0])
    return calls


def pages(command):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={})
    return os.wait4(process.pid, 0)[2].ru_minflt


if __name__ == "__main__":
    main()
