#!/usr/bin/env python3
"""Compares the `terraform` ruleset with the cases in the tests of TFLint's ruleset.

    tflint_cases.py PROGRAM CHECKOUT [--rule NAME]

CHECKOUT is a checkout of github.com/terraform-linters/tflint-ruleset-terraform. Each case is a module, the configuration of a rule, and the
expected findings: file, line, column and message; and, for rules with fixes, the text after them. Exit status: 1 if a case differs;
0 otherwise.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

STRING = r'`[^`]*`|"(?:[^"\\]|\\.)*"'


def text_of(literal):
    return literal[1:-1] if literal[0] == "`" else json.loads(literal)


def value_after(block, name):
    """Returns the text of a string field; several literals may be joined with +."""
    found = re.search(rf'\b{name}:\s*((?:{STRING})(?:\s*\+\s*(?:{STRING}))*)', block)
    return "".join(text_of(one) for one in re.findall(STRING, found[1])) if found else None


def braces(text, start):
    """Returns the end of a block that starts with a brace, without braces in strings."""
    depth = 0
    for found in re.compile(rf"{STRING}|[{{}}]").finditer(text, start):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth == 0:
            return found.end()
    raise ValueError("a brace is open")


def blocks(text):
    """Returns the blocks in braces at the top of a text."""
    at, found = 0, []
    for one in re.compile(rf"{STRING}|\{{").finditer(text):
        if one[0] == "{" and one.start() >= at:
            at = braces(text, one.start())
            found.append(text[one.start() + 1:at - 1])
    return found


def field(block, name):
    found = re.search(rf"\b{name}:\s*[\w.\[\]]*\{{", block)
    return block[found.end():braces(block, found.end() - 1) - 1] if found else None


def issues(block, default):
    expected = []
    for issue in blocks(field(block, "(?:Expected|expected|want)") or ""):
        line, column = (int(found[1]) if (found := re.search(rf"{name}:\s*(\d+)", issue)) else 1 for name in ("Line", "Column"))
        slashed = re.search(rf"FromSlash\(({STRING})\)", issue)
        file = text_of(slashed[1]).removeprefix("modules/foo/") if slashed else value_after(issue, "Filename") or (text_of(join[1]) + "/" + text_of(join[2]) if (join := re.search(rf"filepath.Join\(({STRING}), ({STRING})\)", issue)) else default)
        message = value_after(issue, "Message")
        if message is None and (found := re.search(rf"Sprintf\(({STRING}),\s*([^)]*)\)", issue)):
            message = text_of(found[1])
        expected.append((file, line, column, message))
    return sorted(expected, key=str)


def cases(path):
    text = path.read_text()
    default = (re.search(r'filename := "([^"]+)"|map\[string\]string\{"([^"]+)"', text) or [None, "config.tf", None])
    default = default[1] or default[2] or "config.tf"
    if path.name == "terraform_module_version_test.go" or "testRunner(t, map[string]string{" in text:
        found = re.search(r'(?:testRunner|TestRunner)\(t, map\[string\]string\{"([^"]+)"', text)
        default = found[1] if found else default
    for table in re.finditer(r"(?:cases|tests|testCases) := (?:\[\]struct|map\[string\]struct|\[\]\w+) ?\{", text):
        end = braces(text, table.end() - 1)
        if text[end:end + 1] != "{":
            continue
        for block in blocks(text[end + 1:braces(text, end) - 1]):
            name = value_after(block, "(?:Name|name)") or "?"
            content = value_after(block, "(?:Content|content)")
            is_json = re.search(r"\bJSON:\s*true", block)
            file = value_after(block, "(?:Filename|filename)") if re.search(r"\n\t+(?:F|f)ilename:", block.split("Expected")[0].split("expected")[0]) else None
            file = file or (default + ".json" if is_json else default)
            files = {file: content} if content is not None else {
                text_of(key): text_of(body) for key, body in re.findall(rf"({STRING}):\s*({STRING})", field(block, "(?:Content|content|files|Files)") or "")
            }
            if listed := field(block, "Files"):
                files = dict.fromkeys(text_of(one) for one in re.findall(STRING, listed))
                files = {name.removeprefix("modules/foo/"): "" for name in files}
            config = value_after(block, "(?:Config|config)") or ""
            if not config and (constant := re.search(r"\b[Cc]onfig:\s*(\w+)", block)):
                found = re.search(rf"{constant[1]} = ({STRING})", text)
                config = text_of(found[1]) if found else ""
            fixed = value_after(block, "(?:Fixed|fixed)")
            yield name, files, config, issues(block, file), fixed, file


def run(program, folder, rule, more=()):
    line = [program, "check", str(folder), "--include-checks", rule, "--format", "json", "--lint", "templates", *more]
    ended = subprocess.run(line, capture_output=True, text=True)
    try:
        return json.loads(ended.stdout), ended.stderr
    except json.JSONDecodeError:
        return {"findings": [], "errors": [ended.stderr]}, ended.stderr


def squeezed(text):
    return re.sub(r"\s+", " ", text).strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("checkout", type=pathlib.Path)
    parser.add_argument("--rule", default="")
    args = parser.parse_args()
    counts = collections.Counter()
    for path in sorted((args.checkout / "rules").glob("terraform_*_test.go")):
        rule = path.name.removesuffix("_test.go")
        # The cases of naming_convention are made by functions.
        if args.rule not in rule or rule == "terraform_naming_convention":
            continue
        for name, files, config, expected, fixed, main_file in cases(path):
            with tempfile.TemporaryDirectory() as folder:
                root = pathlib.Path(folder)
                for file, text in files.items():
                    (root / file).parent.mkdir(parents=True, exist_ok=True)
                    (root / file).write_text(text)
                (root / ".tflint.hcl").write_text("config {\n  disabled_by_default = true\n}\n" + config)
                answer, _ = run(args.program, root, rule)
                found = sorted(
                    ((str(pathlib.Path(one["file"]).relative_to(root)), one["location"]["start"]["line"], one["location"]["start"]["column"], one["message"])
                     for one in answer["findings"] if one["rule"] == rule), key=str)
                short = lambda rows: sorted((row[0], row[1]) for row in rows)
                kind = "equal"
                if short(found) != short(expected):
                    kind = "findings"
                elif found != expected:
                    kind = "columns or messages"
                if fixed and kind != "findings":
                    run(args.program, root, rule, ["--fix", "--unsafe-fixes"])
                    if squeezed((root / main_file).read_text()) != squeezed(fixed):
                        kind = "fix"
                counts[kind] += 1
                if kind != "equal":
                    print(f"{kind}: {rule}: {name}\n  expected {expected}\n  found    {found} {answer.get('errors')}")
                    if kind == "fix":
                        print(f"  fixed to {(root / main_file).read_text()!r}\n  not      {fixed!r}")
    print(dict(counts))
    return int(counts["findings"] + counts["fix"] > 0)


if __name__ == "__main__":
    sys.exit(main())
