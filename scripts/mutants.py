#!/usr/bin/env python3
"""Tests the tests: changes the source in many small ways (those of cargo-mutants) and reports changes that no test notices.

    mutants.py OUT [--count 200] [--seed 1] [--area NAME]... [--resume] [--missed] [--quick]

A quarter of the mutants is drawn from each area below. The seed and a mutant's description decide whether it is drawn, not
its line, so an edit elsewhere in a file does not change the sample. Mutants that do not compile are replaced by the next ones.
Each mutant runs the tests of its area's crate; one that passes them runs the whole suite. Tests that do not end catch
a mutant, too.

OUT keeps a copy of the tracked files, the build and the results. --resume continues an interrupted run; --missed also repeats
missed mutants, after adding tests. --quick leaves out the whole suite: mutants that pass the tests before it count as missed,
and --resume without --quick runs the whole suite on them. Exit status: 0 if at least 85 % are caught, and each missed one has its reason in
tests/mutants.txt: its description, and below it the reason.
"""
import argparse
import collections
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
REASONS = ROOT / "tests/mutants.txt"
LEAST = 0.85
CAUGHT = ("caught", "timeout")
# The test binary stops at the first failure. The option needs a flag that stable toolchains accept only in this variable.
FAIL_FAST = ["-Zunstable-options", "--fail-fast"]
RUNNER = "env RUSTC_BOOTSTRAP=1"


@dataclasses.dataclass
class Step:
    """Tests to run: packages (empty: all), targets, and parts of the names of tests (empty: all)."""

    packages: list
    targets: list
    filters: list

    def build(self):
        packages = [word for package in self.packages for word in ("--package", package)] or ["--workspace"]
        return ["cargo", "test", "--quiet", *packages, *self.targets, "--no-run"]

    def run(self):
        return [*self.build()[:-1], "--", *self.filters, *FAIL_FAST]


WHOLE = Step([], ["--lib", "--test", "all"], [])


def area_of(crate, *filters):
    return Step([f"cfn-warden-{crate}"], ["--test", f"{crate}-area"], list(filters))


@dataclasses.dataclass
class Area:
    """Source files, and the tests that their mutants run, until one fails."""

    files: list
    steps: list


AREAS = {
    "guard": Area(
        ["crates/guard/src/eval/*.rs", "crates/guard/src/ops/*.rs"],
        [
            area_of("guard", "verdicts::", "by_type::", "recorded_pairs", "repeats::", "notices::", "dialect::", "fixtures::"),
            Step(["cfn-warden-guard"], ["--lib", "--test", "guard-area"], []),
            WHOLE,
        ],
    ),
    "keywords": Area(
        ["crates/schema/src/keywords/*.rs"],
        [area_of("rules", "schema::", "draft7::", "annotated", "depth", "compat::"), WHOLE],
    ),
    "conditions": Area(
        ["crates/template/src/condition/*.rs"],
        [
            Step(["cfn-warden-template"], ["--lib", "--test", "template-area"], ["condition::", "scenario::"]),
            area_of("rules", "annotated", "depth", "compat::"),
            WHOLE,
        ],
    ),
    "hook": Area(
        ["crates/lambda/src/hook/*.rs"],
        [Step(["cfn-warden"], ["--test", "hook-area"], []), Step(["cfn-warden-lambda"], ["--lib"], ["hook::"]), WHOLE],
    ),
}


def description(name):
    """The name of a mutant without its line and column."""
    return re.sub(r":\d+:\d+: ", ": ", name)


def update(tree):
    """Makes the copy equal to the tracked files; unchanged files keep their times, so that builds are incremental."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True
    )
    names = {name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()}
    for old in [path for path in tree.rglob("*") if path.is_file()]:
        if str(old.relative_to(tree)) not in names:
            old.unlink()
    for name in names:
        source, copy = ROOT / name, tree / name
        if not copy.is_file() or copy.read_bytes() != source.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
            shutil.copymode(source, copy)


class Run:
    def __init__(self, out):
        self.out, self.tree, self.results_file = out, out / "tree", out / "results.jsonl"
        self.results, self.limits = {}, {}
        host = re.search(r"^host: (.*)$", subprocess.check_output(["rustc", "-vV"], text=True), re.M)[1]
        runner = f"CARGO_TARGET_{host.upper().replace('-', '_')}_RUNNER"
        target = str((out / "target").resolve())
        self.environment = {**os.environ, "CARGO_TARGET_DIR": target, "CARGO_PROFILE_DEV_DEBUG": "0", runner: RUNNER}

    def call(self, command, seconds=None):
        """Runs a command and returns its exit status, or None if it did not end in time."""
        log = self.out / "log.txt"
        with log.open("w") as output:
            started = subprocess.Popen(
                command, cwd=self.tree, env=self.environment, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
            )
            try:
                return started.wait(seconds)
            except subprocess.TimeoutExpired:
                return None
            finally:
                if started.returncode is None:
                    os.killpg(started.pid, signal.SIGKILL)
                    started.wait()

    def listed(self, area):
        """Returns the mutants of an area: file and diff by name."""
        files = [word for file in area.files for word in ("--file", file)]
        command = ["cargo", "mutants", "--workspace", "--list", "--json", "--diff", *files]
        done = subprocess.run(command, cwd=self.tree, env=self.environment, text=True, capture_output=True)
        if done.returncode:
            sys.exit(f"cargo mutants --list failed:\n{done.stderr}")
        return {mutant["name"]: (mutant["file"], mutant["diff"]) for mutant in json.loads(done.stdout)}

    def unchanged(self, step):
        """Runs the tests on the unchanged source and returns the time limit for mutants, in seconds."""
        if self.call(step.build()):
            sys.exit(f"the unchanged source does not build:\n{(self.out / 'log.txt').read_text()[-4000:]}")
        start = time.monotonic()
        if self.call(step.run()):
            sys.exit(f"tests fail on the unchanged source:\n{(self.out / 'log.txt').read_text()[-4000:]}")
        return max(120, 10 * (time.monotonic() - start))

    def test(self, step, limit, file, diff):
        """Builds a mutant and runs the tests."""
        path = self.tree / file
        source = path.read_text()
        try:
            subprocess.run(["patch", "--quiet", str(path)], input=diff, text=True, check=True)
            if self.call(step.build()):
                return "unviable"
            status = self.call(step.run(), limit)
            return "timeout" if status is None else "caught" if status else "passed"
        finally:
            path.write_text(source)

    def test_all(self, name, number, mutants, listed):
        """Runs a step of an area's tests on each of the mutants."""
        step = AREAS[name].steps[number]
        if (name, number) not in self.limits:
            self.limits[name, number] = self.unchanged(step)
        passed = "missed" if step is WHOLE else f"passed {number + 1}"
        for mutant in mutants:
            start = time.monotonic()
            result = self.test(step, self.limits[name, number], *listed[mutant])
            self.results[mutant] = passed if result == "passed" else result
            with self.results_file.open("a") as file:
                print(json.dumps({"name": mutant, "result": self.results[mutant]}), file=file)
            print(f"{self.results[mutant]:10} {time.monotonic() - start:4.0f} s  {mutant}", flush=True)

    def area(self, name, count, seed, quick):
        """Tests mutants of an area until `count` of them compile; returns these with their results."""
        steps = [number for number, step in enumerate(AREAS[name].steps) if not quick or step is not WHOLE]
        occurrences = collections.Counter()

        def rank(mutant):
            what = description(mutant)
            occurrences[what] += 1
            return hashlib.sha256(f"{seed}:{what}:{occurrences[what]}".encode()).digest()

        listed = self.listed(AREAS[name])
        drawn = sorted(listed, key=rank)
        while True:
            taken, viable = [], 0
            for mutant in drawn:
                if viable == count:
                    break
                taken.append(mutant)
                viable += self.results.get(mutant) != "unviable"
            done = True
            for number in steps:
                before = f"passed {number}" if number else None
                left = [mutant for mutant in taken if self.results.get(mutant) == before]
                if left:
                    done = False
                    self.test_all(name, number, left, listed)
            if done:
                return {mutant: self.results[mutant] for mutant in taken if self.results[mutant] != "unviable"}


def reasons():
    lines = [line for line in REASONS.read_text().splitlines() if line and not line.startswith("#")]
    return {mutant: reason.strip() for mutant, reason in zip(lines[::2], lines[1::2], strict=True)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--area", action="append", choices=AREAS)
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--missed", action="store_true")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    # Ends the running tests, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    options.out.mkdir(parents=True, exist_ok=True)
    run = Run(options.out)
    update(run.tree)
    if options.resume or options.missed:
        if run.results_file.is_file():
            lines = map(json.loads, run.results_file.read_text().splitlines())
            run.results = {line["name"]: line["result"] for line in lines}
    else:
        run.results_file.unlink(missing_ok=True)
    if options.missed:
        run.results = {name: result for name, result in run.results.items() if result in (*CAUGHT, "unviable")}
    names = options.area or list(AREAS)
    found, known, unknown = {}, reasons(), []
    # The whole suite comes last, because it takes the longest.
    for quick in [True] if options.quick else [True, False]:
        for at, name in enumerate(names):
            share = options.count // len(names) + (at < options.count % len(names))
            found[name] = run.area(name, share, options.seed, quick)
    total = caught = 0
    for name, results in found.items():
        missed = [mutant for mutant, result in results.items() if result not in CAUGHT]
        total, caught = total + len(results), caught + len(results) - len(missed)
        late = sum(result == "timeout" for result in results.values())
        print(f"{name}: {len(results) - len(missed)} of {len(results)} mutants caught, {late} of them by a timeout")
        for mutant in missed:
            reason = known.get(description(mutant))
            unknown += [] if reason else [mutant]
            print(f"  missed {mutant}\n    {reason or 'no reason in tests/mutants.txt'}")
    print(f"{caught} of {total} mutants caught ({100 * caught / max(1, total):.1f} %), {len(unknown)} missed without a reason")
    sys.exit(bool(unknown) or caught < LEAST * total)


if __name__ == "__main__":
    main()
