#!/usr/bin/env python3
"""Runs a command on every template in a folder, one process each, and lists bad answers.

    corpus.py FOLDER [--seconds 2] [--mebibytes 300] [--rules FILE.guard...] [--slowest N] -- COMMAND...

Appends `--format json TEMPLATE` to the command, and `--rules FILE...` if rules are given. Bad answers: ended by a signal or
a panic, no JSON on standard output, more than --seconds of CPU time, more than --mebibytes of peak memory. The last line has
the number of unreadable templates (E0000 or an error). Exit status: 0 if no answer is bad.

    corpus.py ../corpus -- target/release/cfn-warden lint
    corpus.py ../corpus --rules rules.guard -- target/release/cfn-warden check
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from templates import found

PANIC = 101


def run(command):
    """Returns exit status, standard output, seconds of CPU time and peak mebibytes of a command."""
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        took = usage.ru_utime + usage.ru_stime
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return child.returncode, out.read(), took, usage.ru_maxrss / 1024


def faults(code, out, took, memory, args):
    if code < 0 or code in (PANIC, 124, 134, 139):
        yield f"ended with {code}"
    try:
        json.loads(out)
    except ValueError:
        yield "no JSON"
    if took > args.seconds:
        yield f"{took:.2f} s"
    if memory > args.mebibytes:
        yield f"{memory:.0f} MiB"


def counts(out):
    """Returns the findings by rule, and the number of unreadable documents, of either JSON format."""
    try:
        answer = json.loads(out)
    except ValueError:
        return [], False
    if isinstance(answer, list):
        ids = [found["Rule"]["Id"] for found in answer]
        return ids, "E0000" in ids
    return [found["rule"] for found in answer["findings"]], bool(answer["errors"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--mebibytes", type=float, default=300)
    parser.add_argument("--rules", nargs="+", default=[])
    parser.add_argument("--slowest", type=int, default=3)
    options = sys.argv[1:]
    split = options.index("--") if "--" in options else len(options)
    args, command = parser.parse_args(options[:split]), options[split + 1 :]
    templates = found(args.folder) if args.folder.is_dir() else []
    if not templates or not command:
        parser.error("no template found, or no command given")
    rules = ["--rules", *args.rules] if args.rules else []
    bad, times, unreadable, findings = [], [], 0, 0
    for template in templates:
        code, out, took, memory = run([*command, "--format", "json", *rules, "--", str(template)])
        ids, was_unreadable = counts(out)
        findings += len(ids)
        unreadable += was_unreadable
        times.append((took, memory, template))
        bad += [(template, fault) for fault in faults(code, out, took, memory, args)]
    for template, fault in bad:
        print(f"bad: {template}: {fault}")
    times.sort(reverse=True)
    for took, memory, template in times[: args.slowest]:
        print(f"slow: {took * 1000:.0f} ms, {memory:.0f} MiB: {template}")
    peak = max(memory for _, memory, _ in times)
    print(f"templates={len(templates)} findings={findings} unreadable={unreadable} bad={len(bad)} peak_mib={peak:.0f}")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
