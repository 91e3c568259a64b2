"""Compares what cfn-lint and another program find in the templates of cfn-lint's suite, with all rules."""
import collections
import json
import pathlib
import re
import subprocess
import sys

# Messages of these rules list a set, in random order.
SETS = ("E3019", "E3043")
LINE = ["--include-checks", "I", "--include-experimental", "--regions", "us-east-1", "--format", "json", "--"]


def findings(command, files, checkout):
    """Returns the findings by file: rule, message, start, end, path."""
    done = subprocess.run([*command, *LINE, *files], cwd=checkout, capture_output=True, text=True)
    found = collections.defaultdict(collections.Counter)
    for one in json.loads(done.stdout):
        place = json.dumps(one["Location"], sort_keys=True)
        message = one["Message"]
        if one["Rule"]["Id"] in SETS:
            message = " ".join(sorted(re.findall(r"\w+", message)))
        found[one["Filename"]][(one["Rule"]["Id"], message, place)] += 1
    return found


def compare(checkout, program, details):
    """Prints how many templates have the same findings, and the others. Returns whether one differs."""
    folder = checkout / "test" / "fixtures" / "templates"
    files = sorted(
        str(path.relative_to(checkout)) for path in folder.rglob("*") if path.suffix in (".yaml", ".json", ".yml", ".template")
    )
    ours = findings([program], files, checkout)
    # The package has no module to run.
    theirs = findings([str(pathlib.Path(sys.executable).parent / "cfn-lint")], files, checkout)
    different = [name for name in files if ours[name] != theirs[name]]
    total, missing = sum(sum(found.values()) for found in theirs.values()), 0
    for name in different:
        left, right = theirs[name] - ours[name], ours[name] - theirs[name]
        missing += sum(left.values())
        print(f"differs  {name}: {sum(left.values())} missing, {sum(right.values())} extra")
        for sign, found in (("-", left), ("+", right)) if details else ():
            for one in found.elements():
                print(f"    {sign} {one[0]} {one[1][:200]} {one[2]}")
    print(f"templates: {len(files) - len(different)} of {len(files)} have the same findings; {total} findings, {missing} missing")
    return bool(different)
