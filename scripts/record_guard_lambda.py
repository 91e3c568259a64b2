#!/usr/bin/env python3
"""Records the answers of cfn-guard-lambda: record_guard_lambda.py CFN_GUARD_LAMBDA

Each line of tests/guard/outputs/lambda.jsonl is a request whose `data` and `rules` are names of files in
tests/guard/outputs/files. It is sent to cfn-guard-lambda under a local Runtime API (scripts/runtime_api.py), and gets the
`message` of the answer, or the `error` if it fails.
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
HOME = ROOT / "tests/guard/outputs"


def answered(function, line):
    request = {key: line[key] for key in ("data", "rules", "verbose") if key in line}
    event = dict(request, data=text(line["data"]), rules=[text(name) for name in line["rules"]])
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(event, file)
        file.flush()
        call = [sys.executable, ROOT / "scripts/runtime_api.py", function, file.name]
        out = subprocess.run(call, capture_output=True, text=True).stdout
    answer = json.loads(out) if out.strip() else {"errorMessage": "it ended without an answer"}
    return request | ({"message": answer["message"]} if "message" in answer else {"error": answer["errorMessage"]})


def text(name):
    return (HOME / "files" / name).read_bytes().decode()


def main():
    lines = [json.loads(line) for line in (HOME / "lambda.jsonl").read_text().splitlines()]
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        done = list(pool.map(lambda line: answered(sys.argv[1], line), lines))
    (HOME / "lambda.jsonl").write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in done))


if __name__ == "__main__":
    main()
