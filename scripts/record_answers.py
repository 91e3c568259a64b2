#!/usr/bin/env python3
"""Records what cfn-lint 1.58.0 and cfn-guard 3.2.1 report on the events in events/: record_answers.py CFN_LINT CFN_GUARD

Writes tests/lambda/upstream.jsonl: for each event whose documents and rules these tools can read, cfn-lint's findings
(`lint`, by document: [rule, start line, start column, end line, end column, message]) and cfn-guard's JSON report
(`guard`, by document). Events with settings that the tools do not have are omitted.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Fields that change neither findings nor verdicts.
NEUTRAL = {"data", "rules", "lint", "verbose", "fail_on", "format"}


def texts(value, kind):
    """The name and text of each document or rules file; None if one is not a text."""
    if isinstance(value, str) and kind == "data":
        value = [value]
    if not isinstance(value, list):
        return None
    named = [one if isinstance(one, dict) else {"content": one} for one in value]
    if not all(isinstance(one.get("content"), str) for one in named):
        return None
    return [(one.get("name"), one["content"]) for one in named]


def lint(cfn_lint, text):
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        file.write(text)
        file.flush()
        out = subprocess.run([cfn_lint, "--format", "json", file.name], capture_output=True, text=True).stdout
    found = []
    for match in json.loads(out):
        start, end = match["Location"]["Start"], match["Location"]["End"]
        position = [start["LineNumber"], start["ColumnNumber"], end["LineNumber"], end["ColumnNumber"]]
        found.append([match["Rule"]["Id"], *position, match["Message"]])
    return sorted(found)


def guard(cfn_guard, rules, text):
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        (home / "data.yaml").write_text(text)
        command = [cfn_guard, "validate", "--structured", "-o", "json", "-S", "none", "-d", "data.yaml", "-r"]
        for number, (_, content) in enumerate(rules):
            (home / f"{number}.guard").write_text(content)
            command.append(f"{number}.guard")
        done = subprocess.run(command, cwd=home, capture_output=True, text=True)
        if done.returncode not in (0, 19):
            return None
        report = json.loads(done.stdout)[0]
        del report["name"]
        return report


def main():
    cfn_lint, cfn_guard = sys.argv[1:]
    lines = []
    for path in sorted((ROOT / "events").glob("*.json")):
        event = json.loads(path.read_text())
        documents, rules = texts(event.get("data"), "data"), texts(event.get("rules", []), "rules")
        if not documents or rules is None or event.keys() - NEUTRAL or event.get("format") not in (None, "cfn-lint"):
            continue
        line = {"event": path.name}
        if event.get("lint", True) and all("Resources" in text for _, text in documents):
            line["lint"] = [lint(cfn_lint, text) for _, text in documents]
            # The function reports an unreadable document as an error.
            if any(found[0] == "E0000" for findings in line["lint"] for found in findings):
                continue
        if rules:
            line["guard"] = [guard(cfn_guard, rules, text) for _, text in documents]
        if line.keys() == {"event"}:
            continue
        lines.append(json.dumps(line, ensure_ascii=False) + "\n")
    (ROOT / "tests/lambda/upstream.jsonl").write_text("".join(lines))


if __name__ == "__main__":
    main()
