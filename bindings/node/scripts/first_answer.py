#!/usr/bin/env python3
"""Measures the time until the first answer of WebAssembly, in new processes.

    first_answer.py [--times 40] [--package NODE.js] [--template FILE] NODE...

NODEs are Node programs, run in turns. Prints the median and the least of the milliseconds from loading the package to the report,
elapsed. A process starts when no other tenant shares the cores, of which V8 compiles on two (`scripts/core_speed.py`); those at
whose end one does are left out, at most nine of ten.
"""
import argparse
import math
import os
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts"))
import core_speed  # noqa: E402

SCRIPT = """
const text = require("node:fs").readFileSync(process.argv[1], "utf8");
const start = process.hrtime.bigint();
require(process.argv[2]).check({ template: text });
console.log(Number(process.hrtime.bigint() - start) / 1e6);
"""
# V8 compiles on these.
CORES = 2


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("nodes", nargs="+", metavar="NODE")
    parser.add_argument("--times", type=int, default=40)
    parser.add_argument("--package", default=str(ROOT / "bindings/node/dist/cjs/node.js"))
    parser.add_argument("--template", default=str(ROOT / "examples/reports.yaml"))
    args = parser.parse_args()
    cores, rows = core_speed.Core(CORES), {node: [] for node in args.nodes}
    for _ in range(args.times * 10):
        for node in (node for node, row in rows.items() if len(row) < args.times):
            cores.wait()
            took = first_answer_ms(node, args)
            if not cores.is_shared():
                rows[node].append(took)
    for node, row in rows.items():
        row = row or [math.nan]
        print(f"{node}: median {statistics.median(row):.1f} ms, least {min(row):.1f} ({len(row)} processes)")


def first_answer_ms(node, args):
    # Empty: not the program, but WebAssembly.
    environment = {**os.environ, "CFN_WARDEN_PROGRAM": ""}
    command = [node, "-e", SCRIPT, args.template, args.package]
    return float(subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout)


if __name__ == "__main__":
    main()
