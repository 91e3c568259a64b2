#!/usr/bin/env python3
"""Records cfn-guard 3.2.1's verdicts on filters by type, for tests/guard/by_type.rs: record_by_type.py CFN_GUARD

tests/guard/recorded/by_type.json has a template and rules in which FILTER is each combination of `heads`, `types` and
`others`. `verdicts` maps each filter to the status of each rule, for the template as written and with each of the resources
`untyped`, which have no string as type; null if cfn-guard fails.
"""
import concurrent.futures
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

FILE = pathlib.Path(__file__).resolve().parent.parent / "tests/guard/recorded/by_type.json"


def verdicts(cfn_guard, template, rules):
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        (home / "template.yaml").write_text(template)
        (home / "rules.guard").write_text(rules)
        command = [cfn_guard, "validate", "--structured", "-o", "json", "-S", "none", "-r", "rules.guard", "-d", "template.yaml"]
        done = subprocess.run(command, cwd=home, capture_output=True, text=True)
    if done.returncode not in (0, 19):
        return None
    report = json.loads(done.stdout)[0]
    found = {failed["Rule"]["name"]: "FAIL" for failed in report["not_compliant"]}
    found |= {name: "SKIP" for name in report["not_applicable"]}
    return dict(sorted((found | {name: "PASS" for name in report["compliant"]}).items()))


def main():
    recorded = json.loads(FILE.read_text())
    parts = itertools.product(recorded["heads"], recorded["types"], recorded["others"])
    filters = [f"{head} {kind}\n{other} ]" for head, kind, other in parts]

    templates = [recorded["template"] + resource for resource in ["", *recorded["untyped"]]]

    def one(text):
        rules = recorded["rules"].replace("FILTER", text)
        return [verdicts(sys.argv[1], template, rules) for template in templates]

    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        recorded["verdicts"] = dict(zip(filters, pool.map(one, filters)))
    lines = [f"  {json.dumps(text)}: {json.dumps(found)}" for text, found in recorded.pop("verdicts").items()]
    head = json.dumps(recorded, indent=1, ensure_ascii=False)[:-2]
    FILE.write_text(f'{head},\n "verdicts": {{\n' + ",\n".join(lines) + "\n }\n}\n")


if __name__ == "__main__":
    main()
