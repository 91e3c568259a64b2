#!/usr/bin/env python3
"""Records the deprecation notices of cfn-guard 3.2.1 for tests/guard/notices.rs: record_notices.py CFN_GUARD

Each line of tests/guard/recorded/notices.jsonl is {"rules", "data"}; it gets the `notices` that cfn-guard prints for it.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

FILE = pathlib.Path(__file__).resolve().parent.parent / "tests/guard/recorded/notices.jsonl"


def notices(cfn_guard, line):
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        (home / "data.json").write_text(json.dumps(line["data"]))
        (home / "rules.guard").write_text(line["rules"])
        command = [cfn_guard, "validate", "-r", "rules.guard", "-d", "data.json"]
        err = subprocess.run(command, cwd=home, capture_output=True, text=True).stderr
    return sorted({text for text in err.splitlines() if text.startswith("DEPRECATION: ")})


def main():
    lines = [json.loads(line) for line in FILE.read_text().splitlines()]
    recorded = [{**line, "notices": notices(sys.argv[1], line)} for line in lines]
    FILE.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in recorded))


if __name__ == "__main__":
    main()
