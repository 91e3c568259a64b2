#!/usr/bin/env python3
"""Measure cfn-guard and cfn-lint beside us, alternately, on the same inputs.

    bench_peers.py --ours CFN_WARDEN --rules DIR --templates FILE_OR_DIR ... [--times N]
                   [--peers DIR] [--cfn-guard PATH] [--cfn-lint PATH] [--skip guard|lint]

Printed for each run: CPU seconds (user and system, the best of N), seconds on the clock, peak memory, and how much less
we take. What Guard prints must be the same byte for byte; the exit status is 1 where it is not. Peers that are not
named are installed into the folder of peers: cfn-lint 1.58.0 by pip, cfn-guard 3.2.1 by cargo.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

GUARD, LINT = "3.2.1", "1.58.0"
DATA = {".yaml", ".yml", ".json", ".jsn", ".template"}
TINY_RULE = "rule data_is_there { Resources exists }\n"
TINY_TEMPLATE = '{"Resources": {}}\n'


def main():
    args = arguments()
    templates = list(found(args.templates))
    same = True
    with tempfile.TemporaryDirectory() as folder:
        tmp = pathlib.Path(folder)
        if args.skip != "guard":
            guard = args.cfn_guard or installed_guard(args.peers)
            rule, tiny = tmp / "tiny.guard", tmp / "tiny.json"
            rule.write_text(TINY_RULE)
            tiny.write_text(TINY_TEMPLATE)
            same &= compare_guard(args, guard, "start-up", rule, tiny, tmp)
            for template in templates:
                same &= compare_guard(args, guard, template.name, args.rules, template, tmp)
        if args.skip != "lint":
            lint = args.cfn_lint or installed_lint(args.peers)
            for template in templates:
                compare("lint", template, [args.ours, "lint", template], [lint, template], args.times, tmp)
    sys.exit(not same)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", required=True)
    parser.add_argument("--rules", required=True, help="a rules file, or a folder of them")
    parser.add_argument("--templates", required=True, nargs="+", type=pathlib.Path)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--peers", type=pathlib.Path, default=pathlib.Path("target/peers"))
    parser.add_argument("--cfn-guard")
    parser.add_argument("--cfn-lint")
    parser.add_argument("--skip", choices=["guard", "lint"])
    return parser.parse_args()


def found(paths):
    for path in paths:
        yield from sorted(p for p in path.rglob("*") if p.suffix in DATA) if path.is_dir() else [path]


def installed_guard(peers):
    program = peers / "guard/bin/cfn-guard"
    if not program.exists():
        command = ["cargo", "install", "--locked", "--version", GUARD, "--root", peers / "guard", "cfn-guard"]
        subprocess.run(command, check=True)
    return program


def installed_lint(peers):
    program = peers / "lint/bin/cfn-lint"
    if not program.exists():
        subprocess.run([sys.executable, "-m", "venv", peers / "lint"], check=True)
        subprocess.run([peers / "lint/bin/pip", "install", "--quiet", f"cfn-lint=={LINT}"], check=True)
    return program


def compare_guard(args, guard, name, rules, data, tmp):
    tail = ["validate", "-r", rules, "-d", data, "-o", "json", "-z", "-S", "none"]
    return compare("guard", name, [args.ours, *tail], [guard, *tail], args.times, tmp, exact=True)


def compare(what, name, ours, theirs, times, tmp, exact=False):
    """Runs both in turns; whether what they print is the same, where that is asked for."""
    best = {}
    for _ in range(times):
        for who, command in (("ours", ours), ("theirs", theirs)):
            run = measured(list(map(str, command)), tmp / who)
            best[who] = min(best.get(who, run), run)
    same = not exact or (tmp / "ours").read_bytes() == (tmp / "theirs").read_bytes()
    for who in ("theirs", "ours"):
        cpu, wall, memory = best[who]
        print(f"{what:6}{name!s:32}{who:8}cpu {cpu:9.4f} s   wall {wall:8.3f} s   peak {memory / 1024:7.1f} MiB")
    ratio = best["theirs"][0] / max(best["ours"][0], 1e-9)
    verdict = "" if not exact else ", same output" if same else ", OUTPUT DIFFERS"
    print(f"{what:6}{name!s:32}{'':8}{ratio:.1f} times less CPU{verdict}", flush=True)
    return same


def measured(command, out):
    """CPU seconds, seconds on the clock, peak KiB."""
    with open(out, "wb") as stdout:
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=stdout, stderr=subprocess.DEVNULL)
        _, _, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss


if __name__ == "__main__":
    main()
