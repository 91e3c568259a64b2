#!/usr/bin/env python3
"""Compares the outputs of the drop-in commands with the recorded ones, by SHA-256.

    ledger.py PROGRAM [--corpus DIR] [--update] [--show N]

Runs `lint --compat`, `validate`, `test`, `parse-tree` and `rulegen` of PROGRAM on the fixtures of this repository and, with --corpus, on the
templates and Guard rules below DIR (`lint/templates`, `guard`). Each run is a row of tests/ledger/own.tsv or tests/ledger/corpus.tsv: SHA-256 of
standard output and exit code, exit code, and the command line. A row that differs is printed with the command that repeats it; the exit code is 1.

--update writes the rows of the runs that were made. A changed row needs a row of docs/parity.md, or the output of cfn-lint or cfn-guard that
shows that the new one is right: say which in the commit.
"""
import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LEDGER = ROOT / "tests/ledger"
TEMPLATES = {".yaml", ".yml", ".json", ".template"}
# Their findings depend on the day on which they run.
DATED = ["E2531", "E2533", "W2531"]
FORMATS = [["-S", "all"], ["-S", "none", "-v"], ["-o", "json"], ["-o", "yaml"], *(["-z", "-S", "none", "-o", name] for name in ("json", "sarif"))]
# The duration of a JUnit test case, and the date of a report.
VARYING = re.compile(rb'time="[0-9.]+"')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--corpus", type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--show", type=int, default=20)
    args = parser.parse_args()
    program = args.program.resolve()
    differing = compare(program, ROOT, own_runs(), LEDGER / "own.tsv", args)
    if args.corpus:
        differing += compare(program, args.corpus, corpus_runs(args.corpus), LEDGER / "corpus.tsv", args)
    sys.exit(1 if differing else 0)


def own_runs():
    """The command lines on fixtures of this repository, as paths below it."""
    templates = files(ROOT / "tests/rules", TEMPLATES) + files(ROOT / "examples", TEMPLATES)
    rules = files(ROOT / "tests/guard", {".guard"}) + files(ROOT / "examples", {".guard"})
    return runs(ROOT, templates, rules, sample=8)


def corpus_runs(corpus):
    templates = files(corpus / "lint/templates", TEMPLATES)
    rules = files(corpus / "guard", {".guard"})
    return runs(corpus, templates, rules, sample=2)


def runs(root, templates, rules, sample):
    """`lint` on each template, `parse-tree` on each rules file, `validate` of each on some templates, `test` where a rules file has tests."""
    lines = [["lint", "--compat", "--format", "json", "--regions", "us-east-1", "--ignore-checks", *DATED, "--", path] for path in templates]
    lines += [["rulegen", "-t", path] for path in templates[::4]]
    lines += [["parse-tree", "-p", "-r", path] for path in rules]
    for index, path in enumerate(rules):
        chosen = [templates[(index * 37 + turn * 101) % len(templates)] for turn in range(sample)]
        lines += [["validate", "-r", path, "-d", *chosen, *FORMATS[(index + turn) % len(FORMATS)]] for turn in range(2)]
        tests = root / path
        tests = tests.parent / "tests" / f"{tests.stem}_tests.yml"
        if tests.exists():
            lines.append(["test", "-r", path, "-t", str(tests.relative_to(root)), "-o", "json"])
            lines.append(["test", "-r", path, "-t", str(tests.relative_to(root)), "-v"])
    return lines


def files(folder, endings):
    """The files below a folder with these endings, as paths below the folder that the runs start in."""
    root = ROOT if folder.is_relative_to(ROOT) else folder.parents[1] if folder.name == "templates" else folder.parent
    return [str(path.relative_to(root)) for path in sorted(folder.rglob("*")) if path.suffix in endings and path.is_file()]


def compare(program, root, lines, ledger, args):
    """Runs the lines in a folder. Returns the number of rows that differ from the ledger, which are printed."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = dict(pool.map(lambda line: row(program, root, line), lines))
    if args.update:
        ledger.parent.mkdir(exist_ok=True)
        ledger.write_text("".join(f"{digest}\t{code}\t{line}\n" for line, (digest, code) in rows.items()))
        print(f"{ledger.name}: {len(rows)} rows written")
        return 0
    recorded = dict(recorded_row(line) for line in ledger.read_text().splitlines())
    differing = [line for line in {**recorded, **rows} if recorded.get(line) != rows.get(line)]
    for line in differing[:args.show]:
        print(f"differs: (cd {root} && {program} {line}): recorded {recorded.get(line)}, now {rows.get(line)}")
    print(f"{ledger.name}: {len(rows)} runs, {len(differing)} differ")
    return len(differing)


def recorded_row(text):
    digest, code, line = text.split("\t")
    return line, (digest, int(code))


def row(program, root, line):
    done = subprocess.run([program, *line], cwd=root, capture_output=True, env={}, stdin=subprocess.DEVNULL, timeout=300, check=False)
    # Some formats print whole paths, SARIF without the first slash: the folder of the checkout is not part of the output.
    folder = bytes(root.resolve())
    output = VARYING.sub(b'time="0"', done.stdout.replace(folder, b".").replace(folder.lstrip(b"/"), b"."))
    return " ".join(line), (hashlib.sha256(output).hexdigest(), done.returncode)


if __name__ == "__main__":
    main()
