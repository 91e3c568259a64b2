#!/usr/bin/env python3
"""Compares the speed of cfn-warden with cfn-guard, cfn-guard-lambda and cfn-lint on the same input, in turns or in rows.

    bench_peers.py --ours CFN_WARDEN [--bootstrap BOOTSTRAP] --rules DIR --templates FILE_OR_DIR ... [--times N]
                   [--starts N] [--in-rows] [--to-file | --to-pipe] [--peers DIR] [--cfn-guard PATH] [--cfn-guard-lambda PATH]
                   [--cfn-lint PATH] [--skip guard|lambda|lint]

Prints for each run CPU seconds (user and system, best and median of N), elapsed seconds, peak memory (by GNU time), and the
ratio of CPU times. Programs are paused while other tenants of the machine share the core (`core_speed.py`); the share of the time
in which they did is printed. Output is discarded while time is measured, because the cost of writing a file is that of the file system
(`--to-file` includes it; `--to-pipe` writes to a pipe that is read). Then Guard's output is compared byte for byte; a
difference is exit status 1. For functions it prints the elapsed time under a local Runtime API: from the start to the first
request for an event, to the first answer to a request with the rules and the first template, and to further answers.
Missing peers are installed into the folder of --peers: cfn-lint 1.58.0 with pip, cfn-guard and cfn-guard-lambda 3.2.1 with
cargo.
"""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import cold_start
import core_speed
import runtime_api

GUARD, LINT = "3.2.1", "1.58.0"
TIME = shutil.which("time") or sys.exit("GNU time is not installed")
DATA = {".yaml", ".yml", ".json", ".jsn", ".template"}
TINY_RULE = "rule data_is_there { Resources exists }\n"
TINY_TEMPLATE = '{"Resources": {}}\n'


def main():
    args = arguments()
    templates = list(found(args.templates))
    same = True
    with tempfile.TemporaryDirectory() as folder:
        tmp = pathlib.Path(folder)
        if "guard" not in args.skip:
            guard = args.cfn_guard or installed(args.peers, "cfn-guard")
            rule, tiny = tmp / "tiny.guard", tmp / "tiny.json"
            rule.write_text(TINY_RULE)
            tiny.write_text(TINY_TEMPLATE)
            same &= compare_guard(args, guard, "start-up", rule, tiny, tmp, args.starts)
            for template in templates:
                same &= compare_guard(args, guard, template.name, args.rules, template, tmp)
        if args.bootstrap and "lambda" not in args.skip:
            theirs = args.cfn_guard_lambda or installed(args.peers, "cfn-guard-lambda")
            compare_functions(args, theirs, templates[0])
        if "lint" not in args.skip:
            lint = args.cfn_lint or installed_lint(args.peers)
            for template in templates:
                compare(args, "lint", template, ([args.ours, "lint", template], [lint, template]), tmp, args.times)
    sys.exit(not same)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", required=True)
    parser.add_argument("--rules", required=True, help="a rules file, or a folder of them")
    parser.add_argument("--templates", required=True, nargs="+", type=pathlib.Path)
    parser.add_argument("--times", type=int, default=5, help="runs for each template")
    parser.add_argument("--starts", type=int, default=200, help="runs of one small rule")
    parser.add_argument("--in-rows", action="store_true", help="run one program N times, then the other")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--to-file", action="store_true", help="count what writing a file costs")
    output.add_argument("--to-pipe", action="store_true", help="count what writing to a pipe costs, whose other end is read")
    parser.add_argument("--peers", type=pathlib.Path, default=pathlib.Path("target/peers"))
    parser.add_argument("--bootstrap", help="our function; without it, functions are not compared")
    parser.add_argument("--cfn-guard")
    parser.add_argument("--cfn-guard-lambda")
    parser.add_argument("--cfn-lint")
    parser.add_argument("--skip", choices=["guard", "lambda", "lint"], action="append", default=[])
    return parser.parse_args()


def found(paths):
    for path in paths:
        yield from sorted(p for p in path.rglob("*") if p.suffix in DATA) if path.is_dir() else [path]


def installed(peers, name):
    program = peers / name / "bin" / name
    if not program.exists():
        command = ["cargo", "install", "--locked", "--version", GUARD, "--root", peers / name, name]
        subprocess.run(command, check=True)
    return program


def installed_lint(peers):
    program = peers / "lint/bin/cfn-lint"
    if not program.exists():
        subprocess.run([sys.executable, "-m", "venv", peers / "lint"], check=True)
        subprocess.run([peers / "lint/bin/pip", "install", "--quiet", f"cfn-lint=={LINT}"], check=True)
    return program


def compare_guard(args, guard, name, rules, data, tmp, times=None):
    tail = ["validate", "-r", rules, "-d", data, "-o", "json", "-z", "-S", "none"]
    lines = ([args.ours, *tail], [guard, *tail])
    return compare(args, "guard", name, lines, tmp, times or args.times, exact=True)


def compare(args, what, name, lines, tmp, times, exact=False):
    """Runs both. Returns whether their output is equal, if that is compared."""
    lines = dict(zip(("ours", "theirs"), ([str(word) for word in line] for line in lines)))
    runs, core = {who: [] for who in lines}, core_speed.Core()
    out = tmp / "out" if args.to_file else None if args.to_pipe else "/dev/null"
    in_turns = [*lines] * times
    for who in sorted(in_turns) if args.in_rows else in_turns:
        runs[who].append(measured(lines[who], out, core))
    same = True
    if exact:
        for who, line in lines.items():
            measured(line, tmp / who, core)
        same = (tmp / "ours").read_bytes() == (tmp / "theirs").read_bytes()
    for who in ("theirs", "ours"):
        cpu, wall, _ = min(runs[who])
        usual_cpu, usual_wall, shared = (statistics.median(run[at] for run in runs[who]) for at in (0, 1, 2))
        print(
            f"{what:6}{name!s:32}{who:8}cpu {cpu:9.4f} s (median {usual_cpu:9.4f})   "
            f"wall {wall:8.4f} s (median {usual_wall:8.4f})   peak {peak(lines[who]):7.1f} MiB   shared {shared:4.0%}"
        )
    cpu = {who: [run[0] for run in runs[who]] for who in runs}
    best, usual = (pick(cpu["theirs"]) / max(pick(cpu["ours"]), 1e-9) for pick in (min, statistics.median))
    verdict = "" if not exact else ", same output" if same else ", OUTPUT DIFFERS"
    print(f"{what:6}{name!s:32}{'':8}{best:.1f} times less CPU, {usual:.1f} by medians{verdict}", flush=True)
    return same


def compare_functions(args, theirs, template):
    """Runs both functions alternately: each start has one event, and as many further ones as templates have runs."""
    rules = pathlib.Path(args.rules)
    files = sorted(rules.rglob("*.guard")) if rules.is_dir() else [rules]
    data, texts = template.read_text(), [file.read_text() for file in files]
    # cfn-guard-lambda fails on rules files without an answer: they are omitted for both.
    taken = [text for text in texts if answers(theirs, data, [text])]
    event = request(data, taken)
    print(f"lambda {template.name!s:32}{len(taken)} of {len(texts)} rules files, {len(event)} bytes")
    functions = {"theirs": str(theirs), "ours": str(args.bootstrap)}
    runs = {who: [] for who in functions}
    for _ in range(args.times):
        for who, function in functions.items():
            runs[who].append(cold_start.start(function, event, args.times))
    medians = {}
    for who, starts in runs.items():
        times = [[took for took, _, _ in starts], [answers[0] for _, answers, _ in starts]]
        times.append([took for _, answers, _ in starts for took in answers[1:]])
        medians[who] = [statistics.median(each) for each in times]
        times_text = ", ".join(f"{what} {took:8.2f} ms" for what, took in zip(("start", "first", "further"), medians[who]))
        print(f"lambda {template.name!s:32}{who:8}{times_text}   peak {max(peak for _, _, peak in starts):7.1f} MiB")
    ratios = [theirs / ours for theirs, ours in zip(medians["theirs"], medians["ours"])]
    times_text = ", ".join(f"{what} {ratio:.1f}" for what, ratio in zip(("start", "first", "further"), ratios))
    print(f"lambda {template.name!s:32}{'':8}{times_text} times less time, by medians", flush=True)


def request(data, rules):
    return json.dumps({"data": data, "rules": rules, "verbose": False}).encode()


def answers(function, data, rules):
    with runtime_api.Runtime([str(function)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        try:
            return running.answer(request(data, rules))[0] == "response"
        except runtime_api.Ended:
            return False


def measured(command, out, core):
    """Runs a program on a core; without `out`, its output goes to a pipe that is read. Returns CPU seconds, elapsed seconds without
    pauses, and the share of the time in which the core was shared."""
    core.wait()
    with open(out or "/dev/null", "wb") as file:
        start = time.monotonic()
        with core:
            process = subprocess.Popen(command, stdout=file if out else subprocess.PIPE, stderr=subprocess.DEVNULL)
        with core.pausing(process.pid) as slices:
            while not out and os.read(process.stdout.fileno(), 1 << 20):
                pass
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
            wall = time.monotonic() - start - slices.paused_s
        _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_utime + usage.ru_stime, wall, slices.shared / slices.all


def peak(command):
    """Returns the peak memory of a run in MiB. GNU time starts it: a child of this process would have its memory before `exec`."""
    run = subprocess.run([TIME, "-f", "%M", *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    return int(run.stderr.split()[-1]) / 1024


if __name__ == "__main__":
    main()
