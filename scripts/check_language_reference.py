#!/usr/bin/env python3
"""Runs every example of docs/guard-language.md with cfn-guard.

Usage: check_language_reference.py CFN_GUARD [--page PAGE] [--show]

CFN_GUARD is the binary of cfn-guard 3.2.1. `validate` and `test` must give the verdicts that the page states for them,
reject what it calls invalid, and print the contents of its console blocks. Commands that only cfn-warden has are skipped.
`--show` prints the output of console commands instead of comparing it. `tests/guard/language_reference.rs` runs the same
examples with cfn-warden and describes their form.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
READERS = ["validate", "test", "check"]
FENCE = re.compile(r"^```(\w*) ?(.*)$")
VERDICT = re.compile(r"# ((?:\w+: )?(?:PASS|FAIL|SKIP)(?:, \w+: (?:PASS|FAIL|SKIP))*)$")
KINDS = {
    "string": "V is_string",
    "boolean": "V is_bool",
    "integer": "V is_int",
    "float": "V is_float",
    "null": "V is_null",
}


def blocks(page):
    """Returns the fenced blocks as (line, language, words, text)."""
    open_block, lines = None, []
    for number, line in enumerate(page.splitlines(), 1):
        fence = FENCE.match(line)
        if open_block is None and fence:
            open_block, lines = (number, fence[1], fence[2].split()), []
        elif open_block is not None and line == "```":
            yield (*open_block, "".join(f"{one}\n" for one in lines))
            open_block = None
        elif open_block is not None:
            lines.append(line)


def by_reader(text):
    """Returns the verdicts by reader of `PASS` or `validate: PASS, test: FAIL`."""
    if ":" not in text:
        return dict.fromkeys(READERS, text)
    return dict(part.split(": ") for part in text.split(", "))


def expected(rules):
    """Returns the verdicts by rule and reader in the comments of a rules block."""
    found, rule = {}, None
    for line in rules.splitlines():
        if default := re.match(r"# default: (\w+)$", line):
            found["default"] = by_reader(default[1])
        if name := re.match(r"rule (\w+)(\(?)", line):
            rule = None if name[2] else name[1]
        if (verdict := VERDICT.search(line)) and rule:
            found[rule] = by_reader(verdict[1])
    return found


class Oracle:
    """cfn-guard, with the files of the page in a folder."""

    def __init__(self, binary, folder):
        self.binary, self.folder = str(pathlib.Path(binary).resolve()), pathlib.Path(folder).resolve()

    def run(self, *arguments):
        done = subprocess.run([self.binary, *arguments], cwd=self.folder, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.replace(f"{self.folder}/", ""), done.stderr

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def validate(self, rules, data, extension):
        """Returns the verdict of each rule, or `parse error` or `error`."""
        self.write("r.guard", rules)
        document = self.write(f"d.{extension}", data)
        code, out, _ = self.run(
            "validate", "-r", "r.guard", "-d", document, "--structured", "--show-summary", "none", "-o", "json"
        )
        if code not in (0, 19):
            return "parse error" if code == 5 else "error"
        (report,) = json.loads(out)
        found = {}
        for rule in report["not_compliant"]:
            found[rule["Rule"]["name"]] = "FAIL"
        found |= dict.fromkeys(report["compliant"], "PASS") | dict.fromkeys(report["not_applicable"], "SKIP")
        return {name.removeprefix("r.guard/"): verdict for name, verdict in found.items()}

    def test(self, rules, data):
        """Like `validate`, for rules that have a name."""
        self.write("r.guard", rules)
        names = re.findall(r"^rule (\w+)(?![\w(])", rules, re.MULTILINE)
        document = "".join(f"    {line}\n" for line in data.splitlines())
        wanted = "".join(f"      {name}: PASS\n" for name in names)
        self.write("t.yaml", f"- input:\n{document}  expectations:\n    rules:\n{wanted}")
        code, out, err = self.run("test", "-r", "r.guard", "-t", "t.yaml", "-o", "json")
        if code not in (0, 7) or "test_cases" not in out:
            return f"exit code {code}: {out} {err}"
        (case,) = json.loads(out)["test_cases"]
        found = {}
        for rule in case["passed_rules"]:
            found[rule["name"]] = "PASS"
        for rule in case["failed_rules"]:
            (found[rule["name"]],) = set(rule["evaluated"])
        return found


def check_rules(oracle, words, rules, data):
    """Returns the differences in one rules block."""
    extension, text = data
    found = oracle.validate(rules, text, extension)
    if "invalid" in words or "error" in words:
        wanted = "parse error" if "invalid" in words else "error"
        return [] if found == wanted else [f"validate: {found}, not {wanted}"]
    wanted = expected(rules)
    tested = oracle.test(rules, text) if any(name != "default" for name in wanted) else {}
    wrong = []
    for reader, verdicts in (("validate", found), ("test", tested)):
        want = {name: by[reader] for name, by in wanted.items() if reader == "validate" or name != "default"}
        if isinstance(verdicts, str) or verdicts.keys() != want.keys():
            wrong.append(f"{reader}: {verdicts}, not {want}")
            continue
        wrong += [f"{reader}: {name} is {verdicts[name]}, not {want[name]}" for name in want if verdicts[name] != want[name]]
    return wrong


def commands(text):
    """Returns the commands of a console block with their output."""
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in parts]


def check_console(oracle, text, show):
    wrong, last = [], None
    for command, output in commands(text):
        words = command.split()
        if command == "echo $?":
            if last is not None and output.strip() != str(last):
                wrong.append(f"exit code {last}, not {output.strip()}")
            continue
        if words[:1] != ["cfn-warden"]:
            wrong.append(f"not a command of ours: {command}")
            continue
        if words[1] not in ("validate", "test", "parse-tree"):
            last = None
            continue
        last, out, err = oracle.run(*words[1:])
        if show:
            print(f"$ {command}\n{out}{err}exit code {last}")
        elif out != output:
            wrong.append(f"{command} prints\n{out}{err}")
    return wrong


def check_readings(oracle, page):
    """Compares the rows of the table of readings: | `scalar` | validate | test | ... |"""
    wrong, count = [], 0
    for scalar, *cells in re.findall(r"^\| `([^`]*)` \| ([\w. -]+) \| ([\w. -]+) \| [\w. -]+ \|$", page, re.MULTILINE):
        count += 1
        for reader, cell in zip(READERS, cells):
            kind, _, value = cell.strip().partition(" ")
            rules = f"rule v {{ {KINDS[kind]} }}\n"
            if value:
                rules = f"rule v {{ {KINDS[kind]} V == {value} }}\n"
            data = f"V: {scalar}\n"
            found = oracle.validate(rules, data, "yaml") if reader == "validate" else oracle.test(rules, data)
            if found != {"v": "PASS"}:
                wrong.append(f"{reader} does not read `{scalar}` as {cell}: {found}")
    return count, wrong


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("cfn_guard")
    arguments.add_argument("--page", default=ROOT / "docs" / "guard-language.md")
    arguments.add_argument("--show", action="store_true")
    given = arguments.parse_args()
    page = pathlib.Path(given.page).read_text()
    data, count, wrong = None, 0, []
    with tempfile.TemporaryDirectory() as folder:
        oracle = Oracle(given.cfn_guard, folder)
        for line, language, words, text in blocks(page):
            for word in words:
                if word.startswith("file="):
                    oracle.write(word.removeprefix("file="), text)
            found = []
            if language in ("yaml", "json"):
                data = data if "tests" in words else (language, text)
                continue
            if language == "guard":
                found = check_rules(oracle, words, text, data)
            elif language == "console":
                found = check_console(oracle, text, given.show)
            else:
                found = [f"a block of `{language}` is not an example"]
            count += 1
            wrong += [f"{line}: {one}" for one in found]
        rows, found = check_readings(oracle, page)
        wrong += found
    print("\n".join(wrong + [f"{count} examples and {rows} scalars, {len(wrong)} differences"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
