#!/usr/bin/env python3
"""Tests the tests: changes the source in many small ways with cargo-mutants, and reports changes that no test notices.

    mutants.py OUT [--count 200] [--seed 1] [--area NAME]... [--resume] [--missed]

A quarter of the mutants is drawn from each area below. The seed and a mutant's description decide whether it is drawn, not
its line, so an edit elsewhere in a file does not change the sample. Mutants that do not compile are replaced by the next ones.
Each mutant runs the tests of its area's crate; one that passes them runs the whole suite. Tests that do not end catch
a mutant, too.

OUT keeps a copy of the tracked files, the build and the results. --resume continues an interrupted run; --missed also repeats
missed mutants, after adding tests. Exit status: 0 if at least 85 % are caught, and each missed one has its reason in
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
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
REASONS = ROOT / "tests/mutants.txt"
LEAST = 0.85
# The test binary stops at the first failure. The option needs a flag that stable toolchains accept only in this variable.
FAIL_FAST = ["-Zunstable-options", "--fail-fast"]
RUNNER = "env RUSTC_BOOTSTRAP=1"


@dataclasses.dataclass
class Step:
    """Tests to run: packages (empty: all), targets, and parts of the names of tests (empty: all)."""

    packages: list
    targets: list
    filters: list


WHOLE = Step([], ["--lib", "--test", "all"], [])


def area_of(crate, *filters):
    return Step([f"cfn-warden-{crate}"], ["--test", f"{crate}-area"], list(filters))


@dataclasses.dataclass
class Area:
    """Source files, and the tests that their mutants run, until one fails."""

    files: list
    steps: list


AREAS = {
    "guard": Area(["crates/guard/src/eval/*.rs", "crates/guard/src/ops/*.rs"], [area_of("guard", "verdicts::", "by_type::", "recorded_pairs", "repeats::", "notices::", "dialect::", "fixtures::"), WHOLE]),
    "keywords": Area(["crates/schema/src/keywords/*.rs"], [area_of("lint", "schema::", "draft7::", "annotated", "depth", "compat::"), WHOLE]),
    "conditions": Area(["crates/template/src/condition/*.rs"], [area_of("template", "condition::"), area_of("lint", "annotated", "depth", "compat::"), WHOLE]),
    "hook": Area(
        ["src/lambda/hook/*.rs"],
        [Step(["cfn-warden"], ["--lib"], ["hook"]), Step(["cfn-warden"], ["--test", "all"], ["hook"]), WHOLE],
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
        self.results, self.timeouts = {}, {}
        host = re.search(r"^host: (.*)$", subprocess.check_output(["rustc", "-vV"], text=True), re.M)[1]
        runner = f"CARGO_TARGET_{host.upper().replace('-', '_')}_RUNNER"
        target = str((out / "target").resolve())
        self.environment = {**os.environ, "CARGO_TARGET_DIR": target, "CARGO_PROFILE_DEV_DEBUG": "0", runner: RUNNER}

    def call(self, command, **options):
        return subprocess.run(command, cwd=self.tree, env=self.environment, text=True, **options)

    def listed(self, area):
        files = [word for file in area.files for word in ("--file", file)]
        done = self.call(["cargo", "mutants", "--workspace", "--list", "--json", *files], capture_output=True)
        if done.returncode:
            sys.exit(f"cargo mutants --list failed:\n{done.stderr}")
        return [mutant["name"] for mutant in json.loads(done.stdout)]

    def seconds(self, step):
        """Runs the tests on the unchanged source and returns the time that they take."""
        packages = [word for package in step.packages for word in ("--package", package)] or ["--workspace"]
        command = ["cargo", "test", "--quiet", *packages, *step.targets]
        if self.call([*command, "--no-run"]).returncode:
            sys.exit("the unchanged source does not build")
        start = time.monotonic()
        done = self.call([*command, "--", *step.filters, *FAIL_FAST], capture_output=True)
        if done.returncode:
            sys.exit(f"tests fail on the unchanged source:\n{done.stdout[-4000:]}{done.stderr[-2000:]}")
        return time.monotonic() - start

    def test(self, name, number, mutants):
        """Runs a step of an area's tests on each of the mutants."""
        area, step = AREAS[name], AREAS[name].steps[number]
        if (name, number) not in self.timeouts:
            self.timeouts[name, number] = round(max(120, 10 * self.seconds(step)))
        folder, config = self.out / f"{name}-{number}", self.out / f"{name}-{number}.toml"
        folder.mkdir(exist_ok=True)
        config.write_text(f"examine_re = {json.dumps([f'^{re.escape(mutant)}$' for mutant in mutants])}\n")
        files = [word for file in area.files for word in ("--file", file)]
        packages = [word for package in step.packages for word in ("--test-package", package)] or ["--test-workspace=true"]
        command = ["cargo", "mutants", "--workspace", "--in-place", "--baseline", "skip", "--no-shuffle", "--config", config.resolve()]
        command += ["--timeout", str(self.timeouts[name, number]), "--output", folder.resolve(), *files, *packages, "--"]
        # The exit status only says that there are missed mutants.
        self.call([*command, *step.targets, "--", *step.filters, *FAIL_FAST])
        self.harvest(folder)

    def harvest(self, folder):
        """Adds the outcomes of a run of cargo-mutants, complete or not, to the results."""
        name, number = folder.name.split("-")
        passed = "missed" if int(number) + 1 == len(AREAS[name].steps) else f"passed {int(number) + 1}"
        outcomes = folder / "mutants.out/outcomes.json"
        for outcome in json.loads(outcomes.read_text())["outcomes"] if outcomes.is_file() else []:
            found = {"CaughtMutant": "caught", "Timeout": "timeout", "MissedMutant": passed, "Unviable": "unviable"}
            if isinstance(outcome["scenario"], dict):
                self.results[outcome["scenario"]["Mutant"]["name"]] = found[outcome["summary"]]
        shutil.rmtree(folder)
        lines = [json.dumps({"name": name, "result": result}) + "\n" for name, result in self.results.items()]
        self.results_file.write_text("".join(lines))

    def area(self, name, count, seed):
        """Tests mutants of an area until `count` of them compile; returns these with their results."""
        occurrences = collections.Counter()

        def rank(mutant):
            what = description(mutant)
            occurrences[what] += 1
            return hashlib.sha256(f"{seed}:{what}:{occurrences[what]}".encode()).digest()

        drawn = sorted(self.listed(AREAS[name]), key=rank)
        while True:
            taken, viable = [], 0
            for mutant in drawn:
                if viable == count:
                    break
                taken.append(mutant)
                viable += self.results.get(mutant) != "unviable"
            done = True
            for number in range(len(AREAS[name].steps)):
                before = f"passed {number}" if number else None
                left = [mutant for mutant in taken if self.results.get(mutant) == before]
                if left:
                    done = False
                    self.test(name, number, left)
                    if any(self.results.get(mutant) == before for mutant in left):
                        sys.exit("cargo-mutants ended early; continue with --resume")
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
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    run = Run(options.out)
    update(run.tree)
    if options.resume or options.missed:
        if run.results_file.is_file():
            lines = map(json.loads, run.results_file.read_text().splitlines())
            run.results = {line["name"]: line["result"] for line in lines}
        for folder in sorted(options.out.glob("*-[0-9]")):
            run.harvest(folder)
    if options.missed:
        run.results = {name: result for name, result in run.results.items() if result != "missed"}
    names = options.area or list(AREAS)
    found, known, unknown = {}, reasons(), []
    for at, name in enumerate(names):
        share = options.count // len(names) + (at < options.count % len(names))
        found[name] = run.area(name, share, options.seed)
    total = caught = 0
    for name, results in found.items():
        missed = [mutant for mutant, result in results.items() if result == "missed"]
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
