#!/usr/bin/env python3
"""Records in tests/parameters/results.json cfn-lint's findings with parameter values.

Runs cfn-lint 1.58.0 (`pip install cfn-lint==1.58.0`, or CFN_LINT=path) with each command line of tests/parameters/cases.txt
in the project's folder. With parameter files cfn-lint lints twice and reports everything twice; each finding is recorded
once.
"""
import json, os, pathlib, shlex, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "parameters"


def record(line):
    tool = os.environ.get("CFN_LINT", "cfn-lint")
    environment = {**os.environ, "AWS_REGION": "us-east-1"}
    command = [tool, *shlex.split(line), "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment)
    if done.stderr.strip():
        sys.exit(f"{line}: {done.stderr}")
    findings = []
    for found in json.loads(done.stdout):
        start, end = found["Location"]["Start"], found["Location"]["End"]
        place = [start["LineNumber"], start["ColumnNumber"], end["LineNumber"], end["ColumnNumber"]]
        finding = {"rule": found["Rule"]["Id"], "file": found["Filename"], "place": place, "message": found["Message"]}
        if finding not in findings:
            findings.append(finding)
    return {"line": line, "exit": done.returncode, "findings": findings}


def main():
    lines = [line for line in (FOLDER / "cases.txt").read_text().splitlines() if line and not line.startswith("#")]
    (FOLDER / "results.json").write_text(json.dumps([record(line) for line in lines], indent=1) + "\n")


if __name__ == "__main__":
    main()
