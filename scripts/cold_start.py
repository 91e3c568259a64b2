#!/usr/bin/env python3
"""Measures how long bootstraps take from their start to their first question for an event, and to answer one.

    cold_start.py [--starts 50] [--event EVENT.json] [--warm 20] BOOTSTRAP...

Starts them in turn, so that what else the machine does falls on all alike, and prints of each the least and the median in
milliseconds, its peak memory and its size. Compare with one that only echoes: what remains is ours. With an event: also
how long the first answer takes from the question on, and the median of so many more of the same.
"""
import argparse
import os
import queue
import signal
import statistics
import subprocess
import sys
import threading
import time

import runtime_api


class Handler(runtime_api.Handler):
    def do_GET(self):
        self.server.asked_at = time.perf_counter()
        self.server.asked.set()
        super().do_GET()


def start(api, bootstrap, event, warm):
    """Milliseconds to the first question, to the first answer and to each further one; the peak memory in MiB."""
    api.asked, api.events, api.answers = threading.Event(), queue.Queue(), queue.Queue()
    started = time.perf_counter()
    function = subprocess.Popen([bootstrap], env=runtime_api.environment(api.server_port), stdout=subprocess.DEVNULL)
    try:
        if not api.asked.wait(30):
            sys.exit(f"{bootstrap} asks for no event")
        asked_at = api.asked_at
        answers = [answer(api, event) for _ in range(1 + warm)] if event else []
        with open(f"/proc/{function.pid}/status") as status:
            peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    finally:
        function.send_signal(signal.SIGKILL)
        function.wait()
    return (asked_at - started) * 1000, answers, peak / 1024


def answer(api, event):
    handed = time.perf_counter()
    api.events.put(event)
    kind, said = api.answers.get(timeout=runtime_api.TIMEOUT_S)
    if kind != "response":
        sys.exit(f"the event is answered with {kind}: {said[:300]!r}")
    return (time.perf_counter() - handed) * 1000


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("bootstraps", nargs="+", type=os.path.abspath)
    parser.add_argument("--starts", type=int, default=50)
    parser.add_argument("--event", type=argparse.FileType("rb"))
    parser.add_argument("--warm", type=int, default=20)
    args = parser.parse_args()
    event = args.event.read() if args.event else None
    api = runtime_api.Api(("127.0.0.1", 0), Handler)
    threading.Thread(target=api.serve_forever, daemon=True).start()
    rows = {path: [] for path in args.bootstraps}
    for _ in range(args.starts):
        for path in args.bootstraps:
            rows[path].append(start(api, path, event, args.warm))
    for path, starts in rows.items():
        print(f"{path}: {os.path.getsize(path) / 1e6:.2f} MB, peak {max(peak for _, _, peak in starts):.1f} MiB")
        show("start", [took for took, _, _ in starts])
        if event:
            show("first answer", [answers[0] for _, answers, _ in starts])
            show("further answers", [took for _, answers, _ in starts for took in answers[1:]])
    os._exit(0)


def show(what, times):
    print(f"  {what}: {min(times):.2f} ms least, {statistics.median(times):.2f} ms median")


if __name__ == "__main__":
    main()
