#!/usr/bin/env python3
"""Compares the instructions of three runs, counted by valgrind's callgrind, with scripts/ratchet.tsv.

    ratchet.py CFN_WARDEN [--profile PROFILE] [--update]

The input is generated and the same in every run. The exit status is 1 if a run needs 5 % more than the table states. If one
needs 5 % less, or a change is worth its cost, update the table (`--update`). Counts depend on the build: the table has a
column for each profile and names the compiler. With another compiler, counts are printed but not compared.
"""
import argparse
import csv
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TABLE = pathlib.Path(__file__).with_name("ratchet.tsv")
ALLOWED = 0.05
# The row of the table with the compiler.
COMPILER = "rustc"
# A type, a property, and the value that rules require.
KINDS = [
    ("AWS::S3::Bucket", "AccessControl", "Private"),
    ("AWS::EC2::SecurityGroup", "GroupDescription", "the front"),
    ("AWS::SQS::Queue", "KmsMasterKeyId", "alias/aws/sqs"),
    ("AWS::Logs::LogGroup", "KmsKeyId", "alias/logs"),
    ("AWS::KMS::Key", "EnableKeyRotation", "true"),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--profile", choices=["quick", "dev"], default="quick", help="how the program was built")
    parser.add_argument("--update", action="store_true", help="write the table's column of the profile")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        counts = {name: counted(args.program, line) for name, line in runs(pathlib.Path(folder)).items()}
    table = read()
    compiler = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    if args.update:
        for row in table:
            row[args.profile] = counts.get(row["run"], compiler)
        write(table)
    known = {row["run"]: row[args.profile] for row in table}
    hold = all([holds(name, count, int(known[name])) for name, count in counts.items()])
    if known[COMPILER] != compiler:
        print(f"counted as built by rustc {compiler}, not {known[COMPILER]}: this says nothing of the change")
        return
    sys.exit(not hold)


def read():
    with TABLE.open(newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def write(table):
    with TABLE.open("w", newline="") as file:
        writer = csv.DictWriter(file, table[0], delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)


def holds(name, count, allowed):
    change = count / allowed - 1
    verdict = "TOO MUCH" if change > ALLOWED else "less: rewrite the table" if change < -ALLOWED else "holds"
    print(f"{name:12}{count:>14,} instructions, {change:+.1%}: {verdict}")
    return change <= ALLOWED


def runs(folder):
    """Returns the command lines by name."""
    tiny, large, rules, rule = (folder / name for name in ("tiny.json", "large.json", "rules", "rule.guard"))
    tiny.write_text('{"Resources": {}}\n')
    large.write_text(template(400))
    rule.write_text("rule data_is_there { Resources exists }\n")
    rules.mkdir()
    for at in range(60):
        (rules / f"{at:02}.guard").write_text(rules_file(at))
    guard = ["validate", "-o", "json", "-z", "-S", "none"]
    return {
        "start-up": [*guard, "-r", rule, "-d", tiny],
        "guard": [*guard, "-r", rules, "-d", large],
        "lint": ["lint", "--", large],
    }


def template(resources):
    def resource(at):
        kind, wanted, value = KINDS[at % len(KINDS)]
        tags = [{"Key": "Name", "Value": {"Fn::Sub": f"${{AWS::StackName}}-{at}"}}]
        properties = {"Tags": tags, **({} if at % 3 == 0 else {wanted: value})}
        metadata = {"Metadata": {"guard": {"SuppressedRules": [f"RULE_{at % 7}"]}}} if at % 2 else {}
        return {"Type": kind, **metadata, "Properties": properties}

    return json.dumps({"Resources": {f"Resource{at}": resource(at) for at in range(resources)}}, indent=2)


def rules_file(at):
    kind, wanted, value = KINDS[at % len(KINDS)]
    return f"""#
# Rule {at}: {wanted} of {kind} must be set.
#
let chosen = Resources.*[ Type == '{kind}'
  Metadata.guard.SuppressedRules not exists or
  Metadata.guard.SuppressedRules.* != 'RULE_{at}'
]

rule RULE_{at} when %chosen !empty {{
  %chosen.Properties.{wanted} exists
  %chosen.Properties.{wanted} == /^{value[:3]}/ or
  %chosen.Properties.{wanted} == '{value}'
  %chosen.Properties.Tags[*] {{ Key in ['Name', 'Owner'] Value !empty }}
  Resources[ keys == 'Resource{at}' ] !empty
  <<
    Violation: {wanted} must be set
    Fix: set it
  >>
}}
"""


def counted(program, line, out="/dev/null"):
    """Returns the instructions of a run; callgrind's report is written to `out`."""
    tool = [shutil.which("valgrind"), "--tool=callgrind", f"--callgrind-out-file={out}"]
    # Without an environment: reading one costs up to a fifth of a start.
    done = subprocess.run(
        [*tool, program, *map(str, line)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env={}
    )
    found = re.search(r"Collected : (\d+)", done.stderr)
    if not found:
        sys.exit(f"valgrind counted nothing:\n{done.stderr}")
    return int(found.group(1))


if __name__ == "__main__":
    main()
