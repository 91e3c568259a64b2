#!/usr/bin/env python3
"""Measures the time from the start of bootstraps to their first request for an event, and to their answers.

    cold_start.py [--starts 50] [--event EVENT.json] [--warm 20] BOOTSTRAP...

Starts them alternately, so that other load affects all of them equally, and prints the minimum and the median in
milliseconds, peak memory and size of each. Compare with a bootstrap that only echoes. With an event, also prints the time
to the first answer, and the median time of further answers to the same event.
"""
import argparse
import os
import statistics
import subprocess
import sys
import time

import runtime_api


def start(bootstrap, event, warm):
    """Returns the milliseconds to the first request, the first answer and each further one, and the peak memory in MiB."""
    started = time.perf_counter()
    with runtime_api.Runtime([bootstrap], stdout=subprocess.DEVNULL) as function:
        function.wait()
        asked = time.perf_counter()
        answers = [answer(function, event) for _ in range(1 + warm)] if event else []
        with open(f"/proc/{function.process.pid}/status") as status:
            peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    return (asked - started) * 1000, answers, peak / 1024


def answer(function, event):
    function.wait()
    sent = time.perf_counter()
    kind, body = function.answer(event)
    if kind != "response":
        sys.exit(f"the event is answered with {kind}: {body[:300]!r}")
    return (time.perf_counter() - sent) * 1000


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("bootstraps", nargs="+", type=os.path.abspath)
    parser.add_argument("--starts", type=int, default=50)
    parser.add_argument("--event", type=argparse.FileType("rb"))
    parser.add_argument("--warm", type=int, default=20)
    args = parser.parse_args()
    event = args.event.read() if args.event else None
    rows = {path: [] for path in args.bootstraps}
    for _ in range(args.starts):
        for path in args.bootstraps:
            rows[path].append(start(path, event, args.warm))
    for path, starts in rows.items():
        print(f"{path}: {os.path.getsize(path) / 1e6:.2f} MB, peak {max(peak for _, _, peak in starts):.1f} MiB")
        show("start", [took for took, _, _ in starts])
        if event:
            show("first answer", [answers[0] for _, answers, _ in starts])
            show("further answers", [took for _, answers, _ in starts for took in answers[1:]])


def show(what, times):
    print(f"  {what}: {min(times):.2f} ms least, {statistics.median(times):.2f} ms median")


if __name__ == "__main__":
    main()
