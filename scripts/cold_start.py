#!/usr/bin/env python3
"""Measures how long bootstraps take from their start to their first question for an event.

    cold_start.py [STARTS] BOOTSTRAP...

Starts them in turn, so that what else the machine does falls on all alike, and prints of each the least and the median in
milliseconds, its peak memory and its size. Compare with one that only echoes: what remains is ours.
"""
import http.server
import os
import signal
import statistics
import subprocess
import sys
import threading
import time

from runtime_api import Api, environment


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.server.asked_at = time.perf_counter()
        self.server.asked.set()
        # It waits for an event that never comes, and is ended while it does.
        threading.Event().wait(5)


def start(api, bootstrap):
    api.asked = threading.Event()
    started = time.perf_counter()
    function = subprocess.Popen([bootstrap], env=environment(api.server_port), stdout=subprocess.DEVNULL)
    try:
        if not api.asked.wait(30):
            sys.exit(f"{bootstrap} asks for no event")
        with open(f"/proc/{function.pid}/status") as status:
            peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    finally:
        function.send_signal(signal.SIGKILL)
        function.wait()
    return (api.asked_at - started) * 1000, peak / 1024


def main():
    args = sys.argv[1:]
    starts = int(args.pop(0)) if args and args[0].isdigit() else 50
    if not args:
        sys.exit(__doc__)
    api = Api(("127.0.0.1", 0), Handler)
    threading.Thread(target=api.serve_forever, daemon=True).start()
    bootstraps = [os.path.abspath(path) for path in args]
    rows = {path: [] for path in bootstraps}
    for _ in range(starts):
        for path in bootstraps:
            rows[path].append(start(api, path))
    for path in bootstraps:
        times = [took for took, _ in rows[path]]
        peak = max(peak for _, peak in rows[path])
        size = os.path.getsize(path) / 1e6
        print(f"{min(times):7.2f} ms least  {statistics.median(times):7.2f} ms median  {peak:6.1f} MiB  {size:6.2f} MB  {path}")
    os._exit(0)


if __name__ == "__main__":
    main()
