#!/usr/bin/env python3
"""Prints what the first run says about checkouts of repositories, and whether a team can adopt it from there.

    first_run.py CFN_WARDEN CHECKOUT... [--errors FILE] [--most N]

For each checkout, in a copy: result and time of `check .`; whether the first ten lines name the worst kind of finding; inputs that
could not be read; whether a message has a mask outside of a quoted value; whether `check .` succeeds after `--update-baseline`; and
whether `--fix` and `--unsafe-fixes` add a finding. `--errors` writes the errors to read: all of a checkout, or N chosen at random.
Exits with 1 if a baseline is not green, a fix adds a finding, or the worst finding is not on the first screen.
"""
import argparse
import collections
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

SEVERITIES = ["error", "not checked", "warning", "informational"]
BASELINE = "accepted-by-first-run.json"


def check(program, folder, *options):
    started = time.monotonic()
    done = subprocess.run([program, "check", ".", *options], cwd=folder, capture_output=True, text=True, errors="replace")
    return done, time.monotonic() - started


def report(program, folder, *options):
    """Returns the JSON report, or None if nothing was checked."""
    done, _ = check(program, folder, "--format", "json", *options)
    return json.loads(done.stdout) if done.stdout.startswith("{") and done.returncode != 1 else None


def about(finding):
    resource = finding.get("resource")
    return finding["rule"], finding.get("file"), json.dumps(resource, sort_keys=True), finding.get("part")


def findings_about(found):
    return collections.Counter(about(finding) for finding in found["findings"])


def worst(found):
    levels = {finding["severity"] for finding in found["findings"]}
    if "error" in levels:
        return "error"
    if found["summary"]["not_checked"]:
        return "not checked"
    return next((level for level in SEVERITIES if level in levels), None)


def masks_outside_of_values(text):
    return [line for line in text.splitlines() if "****" in re.sub(r"`[^`]*`", "", line) and re.match(r"\S+:\d+:\d+: ", line)]


def added_by(program, source, option, before):
    """Returns how many findings fixes remove, and those that they add."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "copy"
        shutil.copytree(source, copy, symlinks=True)
        check(program, copy, *option)
        after = report(program, copy)
        if after is None:
            return 0, ["nothing is checked any more"]
        after = findings_about(after)
    return (before - after).total(), list(after - before)


def first_run(program, checkout, errors, most):
    """Prints what is said about a checkout. Returns what is wrong."""
    problems = []
    commit = subprocess.run(["git", "-C", checkout, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / checkout.name
        shutil.copytree(checkout, copy, symlinks=True)
        pretty, seconds = check(program, copy)
        print(f"\n{checkout.name} {commit}: exit {pretty.returncode}, {seconds:.2f} s")
        found = report(program, copy)
        if found is None:
            print("  " + pretty.stderr.strip().splitlines()[-1][:200])
            return problems
        print("  " + pretty.stdout.strip().splitlines()[-1])
        unread = [issue for issue in found["errors"] if "Module not installed" not in issue["message"]]
        for issue in unread[:5]:
            print(f"  not checked: {issue.get('file')}: {issue['message'][:100]}")
        level = worst(found)
        first = "\n".join(pretty.stdout.splitlines()[:10])
        if level and not re.search({"error": ": error ", "not checked": ": not checked: ", "warning": ": warning "}.get(level, ""), first):
            problems.append(f"the first ten lines name no {level}")
        masked = masks_outside_of_values(pretty.stdout)
        problems += [f"a mask outside of a value: {line[:150]}" for line in masked[:3]]
        chosen = [finding for finding in found["findings"] if finding["severity"] == "error"]
        if len(chosen) > most:
            chosen = random.Random(1).sample(chosen, most)
        for finding in chosen:
            place = finding["location"]["start"]
            errors.write(f"{checkout.name} {finding['file']}:{place['line']}:{place['column']} {finding['rule']} {finding['message']}\n")
        before = findings_about(found)
        for option in (["--fix"], ["--fix", "--unsafe-fixes"]):
            removed, added = added_by(program, copy, option, before)
            print(f"  {' '.join(option)}: {removed} findings less")
            problems += [f"{' '.join(option)} adds {one}" for one in added[:3]]
        check(program, copy, "--baseline", BASELINE, "--update-baseline", "--reason", "before the first check", "--until", "2099-01-01")
        accepted, _ = check(program, copy, "--baseline", BASELINE)
        print(f"  after --update-baseline: exit {accepted.returncode}, {accepted.stdout.count(chr(10))} lines: {accepted.stdout.strip().splitlines()[-1]}")
        if accepted.returncode:
            problems.append("the baseline is not green")
    for problem in problems:
        print(f"  WRONG: {problem}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("checkouts", type=pathlib.Path, nargs="+")
    parser.add_argument("--errors", type=argparse.FileType("w"), default="/dev/null", help="where to write the errors to read")
    parser.add_argument("--most", type=int, default=100, help="errors of a checkout")
    args = parser.parse_args()
    program = args.program.absolute()
    wrong = [problem for checkout in args.checkouts for problem in first_run(program, checkout, args.errors, args.most)]
    print(f"\n{len(args.checkouts)} checkouts, {len(wrong)} wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
