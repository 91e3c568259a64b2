#!/usr/bin/env python3
"""Sends many events to one bootstrap and checks its answers and memory.

    soak.py BOOTSTRAP [--count 200000] [--seed 1] [--bundles 0] [--rules PATH]... PATH...

PATHs are events (.json without `Resources`) and templates, or folders of them; a template becomes a request with the rules.
They are sent in random order through a local Lambda Runtime API (https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html).
S3 objects and URLs come from a local server that has the files of events/hook/payload and rejects other requests, because
each attempt to resolve an unknown host takes seconds. Each event must be answered without a runtime error and always the
same way. With `--bundles N`, the policy bundle and its candidate change after every N events, through a year of the versions
of policy_year.py, broken and deleted ones among them, which then starts again: an event must be answered the same way
whenever the same bundle is in force. Mean resident memory in the last quarter of the run may exceed that in the second by 5 %. Exit status: 0 if all
this holds.
"""
import argparse
import http.server
import json
import pathlib
import random
import re
import statistics
import subprocess
import sys
import threading
import time

import policy_year
from runtime_api import Ended, Runtime

# Number of answers between two readings of the memory.
SAMPLE = 100
PAYLOADS = pathlib.Path(__file__).parent.parent / "events/hook/payload"
# Weeks of the year of policy bundles, and its Hook events.
WEEKS, HOOK_EVENTS = 52, 40
ADDRESS = re.compile(rb"https://[a-z0-9.-]+\.amazonaws\.com(?=/)")


class Aws(policy_year.Store):
    """Serves existing objects, those of the bundles too, and rejects other requests."""

    def do_GET(self):
        if self.path.startswith("/policies/"):
            return super().do_GET()
        name = pathlib.PurePosixPath(self.path.partition("?")[0]).name
        file = PAYLOADS / name
        self.send(*((200, file.read_bytes()) if file.is_file() else (403, b"<Error><Code>AccessDenied</Code></Error>")))

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send(403, b"<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>")

    do_PUT = do_POST


def aws():
    """Starts the server. Returns the function's environment for it, and its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Aws)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    return {"AWS_ENDPOINT_URL": address, "AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local"}, address.encode()


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"))
    parser.add_argument("bootstrap")
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bundles", type=int, default=0)
    parser.add_argument("--rules", action="append", type=pathlib.Path, default=[])
    return parser.parse_args()


def files(paths):
    for path in paths:
        yield from sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]


def event(path, rules, address):
    """Returns the event in a file, or a request about the template in it; None for other files."""
    text = path.read_bytes()
    if path.suffix not in {".json", ".yaml", ".yml", ".template"}:
        return None
    try:
        if path.suffix == ".json" and "Resources" not in json.loads(text):
            return ADDRESS.sub(address, text)
    except (ValueError, TypeError):
        pass
    return json.dumps({"data": text.decode(errors="replace"), "rules": rules}).encode()


def memory(pid):
    """Returns current and peak resident memory in MiB."""
    with open(f"/proc/{pid}/status") as status:
        lines = dict(line.split(":", 1) for line in status)
    return tuple(int(lines[name].split()[0]) / 1024 for name in ("VmRSS", "VmHWM"))


class Year:
    """The weeks of policy_year.py, one after another and again; each is published the same way every time."""

    settings = {"WARDEN_BUNDLE": "s3://policies/current.toml", "WARDEN_SHADOW_BUNDLE": "s3://policies/candidate.toml",
                "WARDEN_CLOCK": "deadline"}

    def __init__(self, seed):
        chance = random.Random(seed)
        self.versions = [policy_year.version(week, chance) for week in range(WEEKS)]
        self.seed, self.week, self.force, self.published = seed, -1, 0, 0

    def advance(self):
        """Publishes the next week; returns the clock of its events."""
        self.week = (self.week + 1) % WEEKS
        published, _ = policy_year.publish(self.week, self.versions, random.Random(self.seed * WEEKS + self.week))
        if published is not None:
            self.force = published
            policy_year.put("last.zip", policy_year.bundle(self.versions[published]))
        self.published += 1
        return (policy_year.START + policy_year.WEEK * self.week).timestamp()


def hook_events(seed):
    """Hook events that the rules of the bundles decide, by name."""
    chance = random.Random(seed)
    for number in range(HOOK_EVENTS):
        violates = [rule for rule in policy_year.RULES if chance.random() < 0.3]
        yield f"hook event {number}", policy_year.hook_event({
            "account": chance.choice(policy_year.ACCOUNTS), "stack": chance.choice(policy_year.STACKS),
            "resource": chance.choice(policy_year.RESOURCES), "violates": violates})


def main():
    args = arguments()
    rules = [path.read_text() for path in files(args.rules) if path.suffix == ".guard"]
    settings, address = aws()
    events = [(path, body) for path in files(args.paths) if (body := event(path, rules, address))]
    year, clock = Year(args.seed), None
    if args.bundles:
        settings |= year.settings
        events += hook_events(args.seed)
    order = random.Random(args.seed)
    first, wrong, took, sizes = {}, [], [], []
    with Runtime([args.bootstrap], settings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as function:
        for number in range(args.count):
            if args.bundles and number % args.bundles == 0:
                clock = year.advance()
            path, body = order.choice(events)
            function.wait()
            started = time.perf_counter()
            try:
                kind, answer = function.answer(body, clock)
            except Ended as ended:
                sys.exit(f"{path}: {ended}, after {number} answers")
            took.append(time.perf_counter() - started)
            if kind != "response":
                wrong.append(f"{path}: {kind}: {answer[:200]!r}")
            elif first.setdefault((path, year.week), digest := hash(answer)) != digest:
                wrong.append(f"{path}, week {year.week + 1}: another answer than before")
            if number % SAMPLE == 0:
                sizes.append(memory(function.process.pid)[0])
        peak = memory(function.process.pid)[1]
    quarter = max(len(sizes) // 4, 1)
    before, after = statistics.mean(sizes[quarter:2 * quarter] or sizes), statistics.mean(sizes[-quarter:])
    for line in wrong[:20]:
        print(line)
    ranked = sorted(took)
    print(f"{args.count} invocations of {len(events)} events, {year.published} changes of the bundle: {len(wrong)} errors or other answers")
    print(f"time: median {statistics.median(took) * 1000:.2f} ms, 95th percentile {ranked[len(ranked) * 95 // 100] * 1000:.2f} ms, "
          f"longest {ranked[-1] * 1000:.0f} ms")
    print(f"memory: {before:.1f} MiB over the second quarter, {after:.1f} MiB over the last, {peak:.1f} MiB at its peak")
    sys.exit(bool(wrong) or after > before * 1.05)


if __name__ == "__main__":
    main()
