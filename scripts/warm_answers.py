#!/usr/bin/env python3
"""Measures the CPU time of warm functions for one event.

    warm_answers.py [--answers 400] EVENT.json BOOTSTRAP...

The functions answer in turns under a local Runtime API. Prints the median and the least CPU time (user and system, all threads) in
milliseconds. Each answer waits until no other tenant shares the core (`core_speed.py`); answers at whose end one does are
left out.
"""
import argparse
import math
import os
import statistics
import subprocess
import sys

import core_speed
import runtime_api

# The first answers fill caches.
COLD = 10


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("event", type=argparse.FileType("rb"))
    parser.add_argument("bootstraps", nargs="+", type=os.path.abspath)
    parser.add_argument("--answers", type=int, default=400)
    args = parser.parse_args()
    event, core = args.event.read(), core_speed.Core()
    with core:
        functions = [runtime_api.Runtime([path], stdout=subprocess.DEVNULL) for path in args.bootstraps]
    rows = [[] for _ in functions]
    for number in range(COLD + args.answers):
        for function, row in zip(functions, rows):
            core.wait()
            took = answer_ms(function, event)
            if number >= COLD and not core.is_shared():
                row.append(took)
    for path, function, row in zip(args.bootstraps, functions, rows):
        function.stop()
        row = row or [math.nan]
        print(f"{path}: median {statistics.median(row):.2f} ms, least {min(row):.2f} ({len(row)} of {args.answers} answers)")


def answer_ms(function, event):
    function.wait()
    before = cpu_ms(function.process.pid)
    kind, body = function.answer(event)
    if kind != "response":
        sys.exit(f"the event is answered with {kind}: {body[:300]!r}")
    # Until the function waits for the next event.
    function.wait()
    return cpu_ms(function.process.pid) - before


def cpu_ms(process):
    """Returns the CPU time of all threads, in units finer than the clock ticks of `stat`."""
    total = 0
    for thread in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{thread}/schedstat") as file:
            total += int(file.read().split()[0])
    return total / 1e6


if __name__ == "__main__":
    main()
