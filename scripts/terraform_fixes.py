#!/usr/bin/env python3
"""Compares what `terraform plan` gives before and after `check --fix`, for generated configurations.

    terraform_fixes.py TERRAFORM PROGRAM [--count 2000] [--seed 1] [--record FILE]

Safe fixes do not change a value: all outputs and resources of the plan stay equal, and a configuration that has a plan keeps one.
The configurations need no provider. After the fixes, a configuration has to be formatted as `terraform fmt` does it, except for the alignment
of values of several lines that become a single one. --record writes the configurations with Terraform's outputs, which
tests/terraform/fixes.rs compares with ours; it needs no PROGRAM. Exit status: 1 if there is a difference; 0 otherwise.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

# A hole is a kind of value.
PRELUDE = {
    "ids": ("list(string)", ['[]', '["a", "b"]', '["a"]', "null"]),
    "sizes": ("map(string)", ['{}', '{ a = "x", b = "y" }', '{ a = "x", "1" = "z" }', "null"]),
    "objs": ("list(object({ a = string, b = list(number), m = map(string), l = list(object({ c = list(string) })) }))", [
        "[]",
        '[{ a = "p", b = [1, 2], m = { k = "v" }, l = [{ c = ["s", "t"] }] }, { a = "q", b = [3, 4], m = { k = "w" }, l = [{ c = ["u", "v"] }, { c = ["w", "x"] }] }]',
        '[{ a = "p", b = [1], m = { a = "v" }, l = [] }]',
    ]),
    "flag": ("bool", ["true", "false"]),
    "free": ("any", ["null", "[]", '{ a = 1 }', '["a", "b"]', '"a"']),
    "secret": ("string", ['"a"', '"1"']),
}
LOCALS = [
    'deep = { a = { b = 1, k = "v" }, k = { b = 2, k = "w" } }',
    "grid = [[1, 2], [3, 4]]",
    "empty = []",
    'pair = [{ b = [1, 2], n = { k = "v" } }, { b = [3, 4], n = { k = "w" } }]',
    'table = tomap({ a = "x", k = "y" })',
    'nothing = null',
]
RESOURCES = """
resource "terraform_data" "web" {
  count = 2
  input = { a = "web-${count.index}", b = [count.index, 7] }
}

resource "terraform_data" "one" {
  input = { a = "one", k = [[1], [2]] }
}

resource "terraform_data" "each" {
  for_each = { a = "x", b = "y" }
  input    = each.value
}
"""
FORMS = {
    "list": [
        "var.ids", "var.objs.*.a", "var.objs[*].a", "var.objs.*.b[0]", "var.objs.*.b.0", "var.objs[*].b.0", "var.objs.*.b", "var.objs.*.b.0[*]", "var.objs.*.l[0].*.c[0]", "var.objs[*].l.*.c", "var.objs[*].l.*.c[0]",
        "var.objs[*].l.*.c.0", "terraform_data.web.*.input[0].b", "terraform_data.web.*.input.a", "terraform_data.web.*.input.b.0", "terraform_data.web.*.input.b[0]", "terraform_data.web[*].input.b.1",
        "local.pair.*.b[0]", "local.pair.*.b.0", "local.pair.*.b", "local.pair.*.n", "local.grid.*", "local.grid.0", "local.grid.*[1]", "local.grid.*.0", "local.empty", "[]", "[{any}, {any}]", "{any}.*",
        "[for o in var.objs : o.b.0]", "[for o in var.objs : lookup(o.m, \"k\")]", "[for o in local.pair : o.*.b[0]]", "\"${{list}}\"", "concat({list}, {list})", "{flag} ? {list} : {list}",
        "[for x in \"${{list}}\" : x]", "[\n    lookup({map}, \"a\"),\n    \"${{any}}\",\n  ]",
    ],
    "map": [
        "var.sizes", "local.deep", "local.deep.a", "local.table", "{ a = {any}, b = {any} }", "{flag} ? { k = 2, a = 1 } : { k = 3, a = 4 }", "merge({map}, {map})", "local.pair.*.n[0]", "local.pair[*].n[0]", "var.objs.*.m[0]",
        "terraform_data.one", "terraform_data.one.input", "terraform_data.each", "{ \"${{string}}\" = {any} }", "{ lookup({map}, \"a\") = 1 }", "{ for k, v in {map} : k => \"${v}\" }", "\"${{map}}\"", "lookup(local.deep, \"a\")", "local.pair.0.n",
        "({flag} ? { k = 2 } : { k = 3 })", "{ (lookup({map}, \"k\")) = {any} }", "var.free", "try({map}, {map})", "{ lookup(local.deep, \"a\").k = 1 }", "{ \"${local.table}\".k = 1 }",
    ],
    "flag": [
        "var.flag", "var.ids == []", "[] != {list}", "{list} == []", "\"${{flag}}\" && {flag}", "!\"${{flag}}\"", "\"${{flag} || {flag}}\" && {flag}", "!\"${{list} == []}\"", "issensitive({any})", "can({any})", "can(lookup({map}, {key}))",
        "contains({list}, {any})", "\"${{any} == {any}}\" == {flag}", "({flag} || {flag})", "{any} == \"${{any}}\"", "lookup({map}, \"a\") == {any}",
    ],
    "string": ["\"a\"", "\"k\"", "\"b\"", "\"x\"", "\"${{string}}\"", "lookup(local.table, {key})", "lookup(var.sizes, {key})", "\"p-${lookup({map}, \"a\")}\"", "local.table[{key}]", "var.ids.0", "var.ids.1", "terraform_data.web.0.input.a", "local.deep.a.k"],
    "key": ["\"a\"", "\"k\"", "\"b\"", "\"1\"", "0", "1", "var.secret", "{string}", "\"${var.secret}\"", "true"],
    "any": [
        "{list}", "{map}", "{flag}", "{string}", "1", "null", "lookup({map}, \"a\")", "lookup({map}, {key})", "lookup({map}, \"k\")", "lookup(lookup(local.deep, \"a\"), \"k\")", "lookup({list}, {key})", "{list}.0", "{list}[0]", "{map}[{key}]",
        "\"${{any}}\"", "\"${{list}}\"[0]", "\"${{map}}\"[{key}]", "\"${{map}}\".a", "try({any}, {any})", "{flag} ? {any} : {any}", "lookup([{map}, \"a\"]...)", "lookup({map}, [{key}]...)", "lookup({map}, {key}, {any})",
        "\"${1 + 2}\" * 3", "-\"${1 - 2}\"", "\"${{flag} ? 1 : 2}\" + 1", "lookup(\n    {map},\n    \"a\"\n  )", "\"${\n    {any}\n  }\"", "lookup({map}, \"k\").*", "lookup({map}, \"k\")[0]", "local.grid.0[1]", "local.grid.1.*",
        "lookup(terraform_data.one, \"input\")", "lookup(terraform_data.one.input, \"k\")", "\"${terraform_data.one}\"[\"input\"]", "lookup(terraform_data.each, \"a\").input", "length({list}) == 0 ? {any} : {any}", "{list} == [] ? {any} : {any}",
    ],
}
KINDS = "|".join(FORMS)


def made(kind, rng, depth):
    """Returns an expression of a kind."""
    forms = [form for form in FORMS[kind] if depth > 0 or not re.search(r"\{(" + KINDS + r")\}", form)] or ["null"]
    return re.sub(r"\{(" + KINDS + r")\}", lambda found: made(found[1], rng, depth - 1), rng.choice(forms))


def configuration(rng):
    parts = ['terraform {\n  required_version = ">= 1.0"\n}\n']
    for name, (kind, defaults) in PRELUDE.items():
        lines = [("type", kind), ("default", rng.choice(defaults))] + ([("sensitive", "true")] if name == "secret" else [])
        width = max(len(key) for key, _ in lines)
        parts.append(f'variable "{name}" {{\n' + "".join(f"  {key:<{width}} = {value}\n" for key, value in lines) + "}\n")
    parts.append("locals {\n" + "".join("  {:<7} = {}\n".format(*line.split(" = ", 1)) for line in LOCALS) + "}\n" + RESOURCES)
    for name in ("x", "y")[:rng.choice([1, 1, 2])]:
        value = made(rng.choice(["any", "any", "list", "flag"]), rng, rng.choice([0, 1, 2, 3]))
        space = "" if "\n" in value else "    "
        parts.append(f'output "{name}" {{\n  value{space} = {value}\n  sensitive = true\n}}\n')
    if rng.random() < 0.3:
        parts.append(f'resource "terraform_data" "last" {{\n  input = {made("any", rng, 2)}\n}}\n')
    return "\n".join(parts)


def terraform(program, folder, *arguments):
    environment = dict(os.environ, CHECKPOINT_DISABLE="1", TF_CLI_CONFIG_FILE=os.devnull)
    return subprocess.run([program, *arguments], capture_output=True, text=True, cwd=folder, env=environment)


def planned(program, folder):
    """Returns the outputs and resources of a plan, or the error."""
    ended = terraform(program, folder, "plan", "-no-color", "-input=false", "-refresh=false", "-out=plan")
    if ended.returncode:
        return None, " ".join(re.sub("[│╷╵]", "", ended.stderr).split())
    plan = json.loads(terraform(program, folder, "show", "-json", "plan").stdout)
    changes = {resource["address"]: resource["change"] for resource in plan.get("resource_changes", [])}
    values = {"outputs": plan.get("output_changes", {}), "resources": changes}
    return values, None


def compare(arguments):
    number, text, args = arguments
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "main.tf"
        path.write_text(text)
        if args.record:
            before, error = planned(args.terraform, folder)
            outputs = before and {name: {"value": change.get("after"), "unknown": change.get("after_unknown")} for name, change in before["outputs"].items()}
            return "recorded", {"text": text, "error": error is not None} if error else {"text": text, "outputs": outputs}
        ended = subprocess.run([args.program, "check", folder, "--fix"], capture_output=True, text=True)
        after_text = path.read_text()
        if "panicked" in ended.stderr:
            return "panic", ended.stderr
        if after_text == text:
            return "no fix", None
        after, after_error = planned(args.terraform, folder)
        is_formatted = terraform(args.terraform, folder, "fmt", "-check", "main.tf").returncode == 0
        path.write_text(text)
        before, error = planned(args.terraform, folder)
        wrote = "".join(f"{prefix}{line}\n" for prefix, part in (("- ", text), ("+ ", after_text)) for line in part.splitlines() if line not in (after_text if part is text else text).splitlines())
        if error:
            return ("error before, equal" if after_error else "error before, none after"), wrote
        if after_error or before != after:
            return "different", f"{wrote}{after_error or ''}"
        # A value that becomes a single line is aligned with its neighbors by `terraform fmt`.
        if not is_formatted and after_text.count("\n") < text.count("\n"):
            return "equal, but not aligned", wrote
        return ("equal" if is_formatted else "equal, but not formatted"), wrote


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("terraform")
    parser.add_argument("program", nargs="?")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", type=pathlib.Path)
    parser.add_argument("--show", type=int, default=5)
    args = parser.parse_args()
    if args.program:
        args.program = str(pathlib.Path(args.program).resolve())
    rng = random.Random(args.seed)
    texts = [configuration(rng) for _ in range(args.count)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(compare, [(number, text, args) for number, text in enumerate(texts)]))
    if args.record:
        args.record.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for _, row in results))
    counts = collections.Counter(kind for kind, _ in results)
    shown = collections.Counter()
    for kind, detail in results:
        if kind not in ("recorded", "no fix", "equal", "error before, equal", "equal, but not aligned") and shown[kind] < args.show:
            shown[kind] += 1
            print(f"{kind}:\n{detail}")
    print(f"{args.count} configurations: " + ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())))
    return int(any(counts[kind] for kind in ("different", "panic", "equal, but not formatted")))


if __name__ == "__main__":
    sys.exit(main())
