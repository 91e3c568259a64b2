#!/usr/bin/env python3
"""Records in tests/lint_options/results.json the results of cfn-lint with the options of tests/lint_options/cases.txt.

    record_lint_options.py CFN_LINT [PREFIX...]             only cases with these prefixes; others are kept

CFN_LINT is cfn-lint 1.58.0 with pydot. A case runs in its folder with its own home folder. Recorded are standard output, exit
code and created files; only the exit code if cfn-lint prints a traceback or its help.
"""
import json, os, pathlib, subprocess, sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "tests" / "lint_options"


def files(folder):
    return {path.name for path in folder.iterdir()}


def record(tool, line):
    where, options = line.split(":", 1)
    folder, *home = where.split()
    folder = FOLDER / folder
    words = options.split()
    stdin = b""
    if "<" in words:
        stdin = (folder / words.pop()).read_bytes()
        words.remove("<")
    home = FOLDER / home[0] if home else FOLDER / "no-home"
    environment = {**os.environ, "AWS_REGION": "us-east-1", "HOME": str(home), "NO_COLOR": "1"}
    before = files(folder)
    done = subprocess.run([tool, *words], capture_output=True, cwd=folder, env=environment, input=stdin)
    written = {}
    for name in sorted(files(folder) - before):
        written[name] = (folder / name).read_text()
        (folder / name).unlink()
    out = done.stdout.decode()
    if b"Traceback" in done.stderr or out.startswith("usage:"):
        out = None
    return {"line": line, "exit": done.returncode, "out": out, "written": written}


def main():
    lines = [line for line in (FOLDER / "cases.txt").read_text().splitlines() if line and not line.startswith("#")]
    path = FOLDER / "results.json"
    known = {result["line"]: result for result in json.loads(path.read_text())} if path.exists() else {}
    wanted = tuple(sys.argv[2:]) or ("",)
    is_wanted = lambda line: line.startswith(wanted) or line not in known
    results = [record(sys.argv[1], line) if is_wanted(line) else known[line] for line in lines]
    path.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
