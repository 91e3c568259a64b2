#!/usr/bin/env python3
"""Writes cfn-lint's findings into the fixtures of tests/rules and tests/compat, and into other fixtures that are named.

    scripts/annotate.py [--check] [--experimental] [FIXTURE...]

Runs cfn-lint 1.58.0 (`pip install cfn-lint==1.58.0`, or CFN_LINT=path) on fixtures and writes each finding as a comment
below its position: `# ^^^^ E1020 Resources/Bad/Properties/TopicName/Ref: the message`. Read the result: a fixture is
correct only if its findings are the intended ones. --check writes nothing, and fails if a fixture differs. The
expectations of a JSON template are in FIXTURE.expected; templates of nested stacks are in nested/. --experimental writes
the findings of experimental rules on every fixture to experimental.expected.
"""
import argparse, json, os, pathlib, re, shutil, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "rules"
# Their messages print a set, in an order that changes between runs.
UNORDERED = {"E3019"}
EXPERIMENTAL = {"I4010", "W4011", "W4012"}
ANNOTATION = re.compile(r"^\s*#\s*(\^+|@\d+|\d+:\d+) [EWI]\d{4}( |$)")


def findings(paths, folder, *options):
    tool = os.environ.get("CFN_LINT", "cfn-lint")
    command = [tool, "--format", "json", "--include-checks", "I", "--non-zero-exit-code", "none", "--regions", "us-east-1"]
    done = subprocess.run([*command, *options, "--", *map(str, paths)], capture_output=True, text=True, cwd=folder)
    if done.stderr.strip():
        sys.exit(done.stderr)
    by_file = {}
    for found in json.loads(done.stdout or "[]"):
        by_file.setdefault(found["Filename"], []).append(found)
    return by_file


def comment(found, line):
    start, end = found["Location"]["Start"], found["Location"]["End"]
    path = "/".join(map(str, found["Location"].get("Path") or []))
    message = found["Message"].replace("\n", "\\n")
    words = f"{found['Rule']['Id']} {path}: {message}"
    if found["Rule"]["Id"] in UNORDERED:
        words = f"{found['Rule']['Id']} {path}"
    column = start["ColumnNumber"]
    width = end["ColumnNumber"] - column if end["LineNumber"] == start["LineNumber"] else 1
    if line is None:
        return f"# {start['LineNumber']}:{column} {words}"
    if column < 3:
        return f"# @{column} {words}"
    return "#" + " " * (column - 2) + "^" * max(width, 1) + " " + words


def annotate(text, found):
    """Returns the text with the findings as comments. Comments can move a position, so the written text is linted again."""
    lines = [line for line in text.splitlines() if not ANNOTATION.match(line)]
    by_line = {}
    for one in found:
        by_line.setdefault(one["Location"]["Start"]["LineNumber"], []).append(one)
    out = []
    for number, line in enumerate(lines, 1):
        out.append(line)
        here = sorted(by_line.get(number, []), key=lambda one: (one["Location"]["Start"]["ColumnNumber"], one["Rule"]["Id"]))
        out += dict.fromkeys(comment(one, number) for one in here)
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--experimental", action="store_true")
    parser.add_argument("fixtures", nargs="*", type=pathlib.Path)
    args = parser.parse_args()
    folders = [FOLDER] if args.experimental else [FOLDER, ROOT / "tests" / "compat"]
    fixtures = args.fixtures or sorted(p for folder in folders for p in folder.iterdir() if p.suffix in (".yaml", ".json"))
    fixtures = [fixture.resolve() for fixture in fixtures]
    originals = {fixture: fixture.read_text() for fixture in fixtures}
    # cfn-lint reads the template without annotations, so that positions do not move.
    bare = ROOT / "target" / "annotate"
    bare.mkdir(parents=True, exist_ok=True)
    bare = bare.resolve()
    shutil.copytree(FOLDER / "nested", bare / "nested", dirs_exist_ok=True)
    for fixture in fixtures:
        lines = [line for line in originals[fixture].splitlines() if not ANNOTATION.match(line)]
        (bare / fixture.name).write_text("\n".join(lines) + "\n" if fixture.suffix != ".json" else originals[fixture])
    if args.experimental:
        found = findings([bare / fixture.name for fixture in fixtures], bare, "--include-experimental")
        expected = [f"{pathlib.Path(name).name} {comment(one, None)[2:]}".split(": ")[0] for name, own in found.items() for one in own
                if one["Rule"]["Id"] in EXPERIMENTAL]
        (FOLDER / "experimental.expected").write_text("".join(line + "\n" for line in sorted(set(expected))))
        return
    found = findings([bare / fixture.name for fixture in fixtures], bare)
    stale = []
    for fixture in fixtures:
        own = found.get(str(bare / fixture.name), [])
        if fixture.suffix == ".json":
            target = fixture.with_suffix(".expected")
            fresh = "".join(dict.fromkeys(comment(one, None) + "\n" for one in own))
            old = target.read_text() if target.exists() else ""
        else:
            target, old = fixture, originals[fixture]
            fresh = annotate(old, own)
        if fresh != old:
            stale.append(fixture.name)
            if not args.check:
                target.write_text(fresh)
    for name in stale:
        print(("differs: " if args.check else "rewrote: ") + name)
    sys.exit(1 if args.check and stale else 0)


main()
