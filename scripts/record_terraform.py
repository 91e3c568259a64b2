#!/usr/bin/env python3
"""Records the results of `terraform console` for expressions.

    scripts/record_terraform.py TERRAFORM < EXPRESSIONS > ROWS

Each line of the input is an expression; each line of the output is an object: `expr`, and either `json` and `type`, or `error`.
Expressions can use the files of tests/terraform/console.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "terraform", "console")


def words(text):
    return " ".join(text.split())


def ask(terraform, folder, expression):
    """Returns standard output and standard error."""
    environment = dict(os.environ, CHECKPOINT_DISABLE="1", TF_CLI_CONFIG_FILE=os.devnull)
    line = [terraform, "console", "-no-color"]
    ended = subprocess.run(line, input=expression + "\n", capture_output=True, text=True, cwd=folder, env=environment)
    return ended.stdout.strip(), ended.stderr


def errors(text):
    """Returns `Summary; detail` of each error, without its frame."""
    made = []
    for part in re.split("(?:^| )Error: ", words(re.sub("[│╷╵]", "", text))):
        found = re.match(r"(.*?) on <[^>]*> line \d+:? ?(?:\(source code not available\))? ?(.*)$", part)
        if part:
            made.append(f"{found.group(1)}; {found.group(2)}" if found else part)
    return " | ".join(made)


def unquoted(text):
    """Returns text that Go quoted: some of its escapes do not exist in JSON."""
    def escape(found):
        one = found.group(1)
        if one[0] == "x":
            return "\\u00" + one[1:]
        return {"a": "\\u0007", "v": "\\u000b"}.get(one, found.group(0))

    return json.loads(re.sub(r'\\(\\|"|x..|.)', escape, text))


def row(terraform, folder, expression):
    _, complaint = ask(terraform, folder, expression)
    if complaint.strip():
        return {"expr": expression, "error": errors(complaint)}
    made = {"expr": expression}
    encoded, complaint = ask(terraform, folder, f"jsonencode({expression})")
    if not complaint.strip() and encoded.startswith('"'):
        made["json"] = unquoted(encoded)
    made["type"] = words(ask(terraform, folder, f"type({expression})")[0])
    return made


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(FOLDER, folder, dirs_exist_ok=True)
        for line in sys.stdin:
            if line.strip():
                print(json.dumps(row(sys.argv[1], folder, line.rstrip("\n")), ensure_ascii=False))


if __name__ == "__main__":
    main()
