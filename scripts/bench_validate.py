#!/usr/bin/env python3
"""Compares the function with cloudformation-validate on the same templates.

    bench_validate.py BOOTSTRAP TEMPLATE_OR_DIR... [--peers DIR] [--python PYTHON] [--rounds 3] [--plot FILE.svg]

The function answers lint requests under a local Runtime API; cloudformation-validate 1.14.0 validates the same bytes in one Python
process, its engine built once: `CompositeEngine`, its documented entry point, which gives the diagnostics of `RegoEngine` in a quarter
of the time. Both are warm: each template counts with the least CPU time (user and system, all threads) of
the rounds, reading requests and writing answers included. Initialisation is CPU time from the start of the process to the first
request, or of importing the package and building the engine. Prints median, 95th percentile, maximum, sum, initialisation, peak memory
and the ratios; --plot draws the distributions. Without --python, the package is installed into the folder of --peers.
"""
import argparse
import json
import math
import pathlib
import statistics
import subprocess
import sys
import time

import runtime_api
from templates import found

VERSION = "1.14.0"
# One line for each template and round, and one for initialisation.
PEER = """
import json, resource, sys, time
started = time.process_time()
import cloudformation_validate as validate
engine = validate.CompositeEngine()
print(json.dumps({"init": time.process_time() - started}), flush=True)
for name in json.load(sys.stdin):
    with open(name, "rb") as file:
        content = file.read()
    before = time.process_time()
    try:
        engine.validate_template(content)
    except validate.ValidationError:
        pass
    print(json.dumps({"file": name, "seconds": time.process_time() - before}))
print(json.dumps({"peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
"""
WIDTH, HEIGHT, MARGIN = 720, 360, 56


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bootstrap")
    parser.add_argument("templates", nargs="+", type=pathlib.Path)
    parser.add_argument("--peers", type=pathlib.Path, default=pathlib.Path("target/peers"))
    parser.add_argument("--python")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--plot", type=pathlib.Path)
    args = parser.parse_args()
    files = [str(file) for path in args.templates for file in found(path)]
    files = [file for file in files if is_text(file)]
    theirs, ours = Results(), Results()
    # In turns, so that other load affects both.
    for _ in range(args.rounds):
        measure_ours(args.bootstrap, files, ours)
        measure_peer(args.python or installed(args.peers), files, theirs)
    rows = {"cloudformation-validate": theirs, "cfn-warden": ours}
    print(f"{len(files)} templates, best of {args.rounds} rounds, milliseconds of CPU")
    for name, results in rows.items():
        print(f"{name:26}{results}")
    ratios = [their / our for their, our in zip(theirs.figures(), ours.figures())]
    print(f"{'ratio':26}" + "".join(f"{ratio:>12.1f}" for ratio in ratios))
    if args.plot:
        args.plot.write_text(plot({name: results.milliseconds() for name, results in rows.items()}))


class Results:
    """The least seconds of each template, of initialisation, and the most memory."""

    def __init__(self):
        self.seconds, self.init, self.peak = {}, math.inf, 0

    def add(self, file, seconds):
        self.seconds[file] = min(seconds, self.seconds.get(file, math.inf))

    def milliseconds(self):
        return sorted(seconds * 1000 for seconds in self.seconds.values())

    def figures(self):
        """Returns median, 95th percentile, maximum and sum in ms, initialisation in ms, and peak memory in MiB."""
        all_ms = self.milliseconds()
        at = all_ms[min(int(len(all_ms) * 0.95), len(all_ms) - 1)]
        return [statistics.median(all_ms), at, all_ms[-1], sum(all_ms), self.init * 1000, self.peak]

    def __str__(self):
        names = ("median", "p95", "max", "sum", "init", "MiB")
        return "".join(f"{name:>6}{figure:>9.2f}" for name, figure in zip(names, self.figures()))


def is_text(file):
    try:
        pathlib.Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return False
    return True


def installed(peers):
    python = peers / "validate/bin/python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", peers / "validate"], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", f"cloudformation-validate=={VERSION}"], check=True)
    return python


def measure_ours(bootstrap, files, results):
    events = [(file, json.dumps({"data": pathlib.Path(file).read_text(encoding="utf-8"), "lint": True}).encode()) for file in files]
    with runtime_api.Runtime([bootstrap], stdout=subprocess.DEVNULL) as function:
        # The CPU clock of another process: `clock_getcpuclockid`.
        clock = (~function.process.pid << 3) | 2
        function.wait()
        results.init = min(results.init, time.clock_gettime(clock))
        for file, event in events:
            before = time.clock_gettime(clock)
            kind, answer = function.answer(event)
            function.wait()
            results.add(file, time.clock_gettime(clock) - before)
            if kind != "response":
                sys.exit(f"{file} is answered with {kind}: {answer[:300]!r}")
        with open(f"/proc/{function.process.pid}/status") as status:
            peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    results.peak = max(results.peak, peak / 1024)


def measure_peer(python, files, results):
    command = [python, "-c", PEER]
    run = subprocess.run(command, input=json.dumps(files), check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    for line in map(json.loads, run.stdout.splitlines()):
        if "file" in line:
            results.add(line["file"], line["seconds"])
        results.init = min(results.init, line.get("init", math.inf))
        results.peak = max(results.peak, line.get("peak", 0))


def plot(series):
    """Draws the share of templates that are checked within a time, on a logarithmic scale."""
    low = math.floor(math.log10(min(times[0] for times in series.values())))
    high = math.ceil(math.log10(max(times[-1] for times in series.values())))
    x = lambda ms: MARGIN + (math.log10(ms) - low) / (high - low) * (WIDTH - 2 * MARGIN)
    y = lambda share: HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="title">',
        '<title id="title">Share of templates checked within a CPU time, cfn-warden and cloudformation-validate</title>',
        "<style>text{font:13px sans-serif;fill:#57606a}.grid{stroke:#8c959f55}.s0{stroke:#bf8700;fill:none}.s1{stroke:#0969da;fill:none}"
        ".n0{fill:#bf8700}.n1{fill:#0969da}</style>",
    ]
    for power in range(low, high + 1):
        at = x(10**power)
        parts.append(f'<line class="grid" x1="{at:.1f}" y1="{y(1):.1f}" x2="{at:.1f}" y2="{y(0):.1f}"/>')
        parts.append(f'<text x="{at:.1f}" y="{y(0) + 20:.1f}" text-anchor="middle">{10**power:g} ms</text>')
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<line class="grid" x1="{x(10**low):.1f}" y1="{y(share):.1f}" x2="{x(10**high):.1f}" y2="{y(share):.1f}"/>')
        parts.append(f'<text x="{MARGIN - 8}" y="{y(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>')
    for number, (name, times) in enumerate(series.items()):
        points = " ".join(f"{x(ms):.1f},{y((rank + 1) / len(times)):.1f}" for rank, ms in enumerate(times))
        parts.append(f'<polyline class="s{number}" stroke-width="2" points="{points}"/>')
        parts.append(f'<text class="n{number}" x="{x(statistics.median(times)):.1f}" y="{MARGIN - 16}" text-anchor="middle">{name}</text>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">CPU time for one template, warm</text>')
    return "\n".join(parts + ["</svg>", ""])


if __name__ == "__main__":
    main()
