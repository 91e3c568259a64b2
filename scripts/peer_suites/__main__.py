#!/usr/bin/env python3
"""Runs the test suites of cfn-lint and cfn-guard against cfn-warden under their names.

    peer_suites lint CHECKOUT --program cfn-warden [--faketime LIBRARY]
    peer_suites guard CHECKOUT --program cfn-warden
    peer_suites templates CHECKOUT --program cfn-warden

CHECKOUT is the source distribution of cfn-lint 1.58.0, or the package cfn-guard 3.2.1: folders with their tests. `lint` and
`templates` need a Python with cfn-lint 1.58.0, pytest, defusedxml and the extras of cfn-lint (`pip install cfn-lint[full]`).
`--faketime` is libfaketime, which gives the program the date of cfn-lint's integration tests.

Prints a figure, and each failing case with its kind:

    differs    the released program passes
    released   the released program fails, too, and prints the same
    both       the released program fails, too, and prints something else
    unknown    there is no released program

`templates` compares what both programs find in all templates of cfn-lint's suite with all rules. Exit status: 1 if a case
`differs`; 0 otherwise.
"""
import argparse
import collections
import json
import pathlib
import sys
import tempfile

import guard
import lint
import templates


def kind(released, same):
    if released is None:
        return "unknown"
    if released:
        return "differs"
    return "released" if same else "both"


def report(title, cases, details):
    """Prints the figure and the failing cases, and returns whether one differs."""
    failing = [case for case in cases if not case["ok"]]
    kinds = collections.Counter(kind(case["released"], case["same"]) for case in failing)
    print(f"{title}: {len(cases) - len(failing)} of {len(cases)} pass; {dict(kinds)}")
    for case in failing:
        print(f"{kind(case['released'], case['same']):9}{case['name']}")
        if details:
            print("    " + case["detail"].replace("\n", "\n    "))
    return kinds["differs"] > 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", choices=["lint", "guard", "templates"])
    parser.add_argument("checkout", type=pathlib.Path)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--faketime")
    parser.add_argument("--details", action="store_true")
    parser.add_argument("--work", type=pathlib.Path, help="keep programs and logs in this folder")
    args = parser.parse_args()
    work = (args.work or pathlib.Path(tempfile.mkdtemp())).resolve()
    work.mkdir(parents=True, exist_ok=True)
    checkout = args.checkout.resolve()
    if args.suite == "guard":
        program = link(work, "cfn-guard", args.program)
        cases = guard.suite(checkout, work, program)
        differs = report("cfn-guard", cases, args.details)
    elif args.suite == "lint":
        program = link(work, "cfn-lint", args.program)
        collected, cases = lint.suite(checkout, work, program, args.faketime)
        print(f"{collected} tests in files that run cfn-lint; {collected - lint.tests(cases)} call functions of its parts only")
        differs = report("cfn-lint", cases, args.details)
    else:
        differs = templates.compare(checkout, link(work, "cfn-lint", args.program), args.details)
    (work / "cases.json").write_text(json.dumps(cases if args.suite != "templates" else None))
    sys.exit(1 if differs else 0)


def link(work, name, program):
    """Returns a link with the name to the program."""
    found = work / "ours" / name
    found.parent.mkdir(exist_ok=True)
    found.unlink(missing_ok=True)
    found.symlink_to(program.resolve())
    return found


if __name__ == "__main__":
    main()
