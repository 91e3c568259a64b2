#!/usr/bin/env python3
"""Compares our answers with those of `terraform console` on generated expressions.

    terraform_fuzz.py TERRAFORM [--count 1000] [--seed 1] [--unknown 0.3] [--types] [--record FILE] [--rows FILE]

Variables without values are the unknown values. --unknown is their share of the leaves; 0 compares known values only. --types also
compares types. Each difference is printed with both answers, and the share of equal answers at the end; an error equals any error,
as the texts of errors are compared by tests/terraform/console. --record writes the answers of Terraform, --rows reads them in place of
asking. Exit status: 1 if there is a difference; 0 otherwise.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import queue
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODULE = ROOT / "tests/terraform/unknowns/console.tf"
UNKNOWN = {
    "string": ["var.s", "var.required", '"p-${var.s}"'], "number": ["var.n"], "bool": ["var.b"], "strings": ["var.ls", "[var.s, \"b\"]", "tolist([var.s, \"k\"])"],
    "numbers": ["var.ln", "[1, var.n]", "tolist([var.n])"], "map": ["var.m", "{ a = var.n }", "tomap({ a = var.n, k = 1 })"], "set": ["var.ss", "toset([var.s, \"a\"])"],
    "object": ["var.o", "{ a = var.s, b = 1 }"], "any": ["var.d", "var.d.x"],
}
KNOWN = {
    "string": ['"a"', '"b"', '""', '"ab"', '"5"', '"true"', '"A-b_c"', '"é"', "tostring(null)"],
    "number": ["0", "1", "2", "-1", "2.5", "10", "100000000000000000000", "tonumber(null)"],
    "bool": ["true", "false", "true", "false", "tobool(null)"],
    "strings": ["[]", '["a", "b"]', 'tolist(["b", "a", "b"])', '["x"]', "tolist([])", '["", "a"]', "null"],
    "numbers": ["[]", "[1, 2]", "tolist([3, 1])", "[1]", "range(3)"],
    "map": ["{}", "{ a = 1 }", "tomap({ a = 1, b = 2 })", '{ k = 3, a = 2 }'],
    "set": ['toset(["a", "b"])', "toset([])", 'toset(["x"])', 'toset(["1", "2"])'],
    "object": ['{ a = "x", b = 2 }', '{ a = "y", b = null }'],
    "any": ["null", '"q"', "7", "[]", "{}"],
}
# A hole is a kind of value; `|` separates the forms of a kind.
FORMS = {
    "string": [
        '"${string}-${any1}"', "upper({string})", "lower({string})", "trimspace({string})", 'join(",", {strings})', "format(\"%s/%v\", {string}, {any})", "substr({string}, {number}, {number})",
        "replace({string}, \"a\", {string})", "trimprefix({string}, {string})", "{strings}[{number}]", "{object}.a", "coalesce({string}, {string})", "try({string}, {string})", "tostring({any})",
        "jsonencode({any})", "element({strings}, {number})", "lookup({ a = {string} }, {string}, {string})", "one({strings})", "base64encode({string})", "sha256({string})", "title({string})",
        "regex(\"[a-z]+\", {string})", "strrev({string})", "indent(2, {string})", "chomp({string})", "min2({string})", "nonsensitive({string})", "trim({string}, \"a\")", "format(\"%d\", {number})",
        "formatdate(\"YYYY\", {string})", "md5({string})", "{ a = {string}, b = {string} }[{string}]", "one({set})", "max2({strings})",
    ],
    "number": [
        "({number} + {number})", "({number} * {number})", "({number} - {number})", "({number} % {number})", "({number} / {number})", "-{number}", "length({strings})", "length({map})", "length({set})", "length({string})",
        "max({number}, {number})", "min({number}, {number})", "abs({number})", "ceil({number})", "{numbers}[{number}]", "{map}.a", "{map}[{string}]", "lookup({map}, {string}, {number})", "sum({numbers})",
        "tonumber({any})", "{object}.b", "index({strings}, {string})", "parseint({string}, 10)", "floor({number})", "signum({number})", "pow({number}, {number})", "length({any})", "element({numbers}, {number})",
    ],
    "bool": [
        "({any} == {any})", "({string} == {string})", "({number} != {number})", "({number} > {number})", "({number} <= {number})", "({bool} && {bool})", "({bool} || {bool})", "!{bool}", "contains({strings}, {string})", "can({any})",
        "startswith({string}, {string})", "endswith({string}, {string})", "strcontains({string}, {string})", "alltrue([{bool}, {bool}])", "anytrue([{bool}, {bool}])", "({string} == null)", "({any} != null)", "({strings} == {strings})",
        "tobool({any})", "contains(keys({map}), {string})", "({map} == {map})", "({set} == {set})", "issensitive({any})", "contains({set}, {string})", "(length({strings}) > 0)", "(length({strings}) >= 0)", "(length({set}) > 0)", "can({strings}[{number}])",
    ],
    "strings": [
        "[{string}, {string}]", "tolist([{string}, {string}])", "concat({strings}, {strings})", "[for x in {strings} : upper(x)]", "[for x in {strings} : x if x != {string}]", "sort({strings})", "distinct({strings})", "compact({strings})",
        "reverse({strings})", "split({string}, {string})", "keys({map})", "[for k, v in {map} : k]", "slice({strings}, {number}, {number})", "tolist({set})", "flatten([{strings}, [{string}]])", "coalescelist({strings}, {strings})",
        "matchkeys({strings}, {strings}, {strings})", "formatlist(\"%s-%s\", {strings}, {string})", "[{object}, {object}][*].a", "{any}[*]", "{object}[*].a", "try({strings}, {strings})", "chunklist({strings}, 1)[0]", "setunion({set}, {set})", "regexall(\"[ab]\", {string})",
        "values({ x = {string}, y = {string} })", "{strings}[*]",
    ],
    "numbers": ["[{number}, {number}]", "values({map})", "[for x in {numbers} : x + 1]", "range({number})", "concat({numbers}, {numbers})", "reverse({numbers})", "[for k, v in {map} : v]", "distinct({numbers})", "tolist({numbers})", "[for x in {numbers} : x if x > {number}]", "slice({numbers}, 0, {number})"],
    "map": [
        "{ a = {number}, b = {number} }", "tomap({ a = {number} })", "merge({map}, {map})", "{ for k, v in {map} : k => v }", "{ for k, v in {map} : k => v if v > {number} }", "zipmap({strings}, {numbers})", "{ for x in {strings} : x => 1 }", "{ ({string}) = {number} }",
        "try({map}, {map})", "{ for x in {strings} : x => 1... }", "merge({map}, { k = {number} })",
    ],
    "set": ["toset({strings})", "setunion({set}, {set})", "setintersection({set}, {set})", "setsubtract({set}, {set})", "toset([{string}])", "toset([for x in {set} : upper(x)])", "setproduct({set}, {set})", "setproduct({strings}, {set})"],
    "object": ["{ a = {string}, b = {number} }", "merge({object}, { a = {string} })", "try({object}, {object})", "{ a = {string}, b = {number} }"],
    "any": ["{string}", "{number}", "{bool}", "{strings}", "{map}", "{object}", "{set}", "{numbers}", "null", "try({any}, {any})", "jsondecode(jsonencode({any}))", "nonsensitive(sensitive({any}))", "transpose({ a = {strings} })", "{any}.a", "{any}[{number}]", "yamlencode({any})"],
}
KINDS = sorted(FORMS)


def leaf(kind, rng, share):
    return rng.choice((UNKNOWN if rng.random() < share else KNOWN)[kind])


def made(kind, rng, share, depth):
    """Returns an expression of a kind; now and then of another one, for the errors and conversions."""
    if rng.random() < 0.04:
        kind = rng.choice(KINDS)
    if depth == 0 or rng.random() < 0.15:
        return leaf(kind, rng, share)
    if rng.random() < 0.14:
        yes, no = made(kind, rng, share, depth - 1), made(kind, rng, share, depth - 1)
        return f"({made('bool', rng, share, depth - 1)} ? {yes} : {no})"
    form = rng.choice(FORMS[kind])
    form = form.replace("min2(", "min(").replace("max2(", "max(").replace("${string}", "${{string}}").replace("${any1}", "${{any}}")
    return re.sub(r"\{(" + "|".join(KINDS) + r")\}", lambda found: made(found[1], rng, share, depth - 1), form)


def ask(terraform, folder, expression):
    environment = dict(os.environ, CHECKPOINT_DISABLE="1", TF_CLI_CONFIG_FILE=os.devnull)
    ended = subprocess.run([terraform, "console", "-no-color"], input=expression + "\n", capture_output=True, text=True, cwd=folder, env=environment)
    return (" ".join(ended.stdout.split()), None) if ended.returncode == 0 else (None, " ".join(re.sub("[│╷╵]", "", ended.stderr).split()))


def answer(terraform, folders, expression, types):
    folder = folders.get()
    value, error = ask(terraform, folder, expression)
    row = {"expr": expression, "error": error} if error else {"expr": expression, "value": value}
    if types and not error:
        row["type"] = ask(terraform, folder, f"type({expression})")[0]
    folders.put(folder)
    return row


def difference(theirs, ours):
    if "error" in theirs or "error" in ours:
        return None if "error" in theirs and "error" in ours else "error"
    # Heredocs are not one line each.
    if "EOT" not in theirs["value"] and theirs["value"] != " ".join(ours["value"].split()):
        return "value"
    return "type" if theirs.get("type", ours["type"]) != ours["type"] else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("terraform")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--unknown", type=float, default=0.3)
    parser.add_argument("--types", action="store_true")
    parser.add_argument("--record", type=pathlib.Path)
    parser.add_argument("--rows", type=pathlib.Path)
    args = parser.parse_args()
    if args.rows:
        rows = [json.loads(line) for line in args.rows.read_text().splitlines()]
    else:
        rng = random.Random(args.seed)
        expressions = {}
        while len(expressions) < args.count:
            one = made(rng.choice(KINDS), rng, args.unknown, rng.choice([1, 2, 2, 3]))
            if args.unknown == 0 or "var." in one:
                expressions[one] = None
        workers = os.cpu_count()
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(workers) as pool:
            folders = queue.SimpleQueue()  # The console locks its folder.
            for number in range(workers):
                own = pathlib.Path(folder) / str(number)
                own.mkdir()
                (own / "main.tf").write_text(MODULE.read_text())
                folders.put(own)
            rows = list(pool.map(lambda one: answer(args.terraform, folders, one, args.types), expressions))
    if args.record:
        args.record.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    command = ["cargo", "run", "--quiet", "-p", "cfn-warden-terraform", "--example", "console", "--", str(MODULE)]
    ours = subprocess.run(command, input="".join(row["expr"] + "\n" for row in rows), capture_output=True, text=True, cwd=ROOT, check=True)
    wrong = 0
    for theirs, line in zip(rows, ours.stdout.splitlines(), strict=True):
        got = json.loads(line)
        kind = difference(theirs, got)
        if kind:
            wrong += 1
            shown = lambda row: row.get("error") or f"{row['value']} :: {row.get('type')}"
            print(f"{kind}: {theirs['expr']}\n  theirs: {shown(theirs)}\n  ours:   {shown(got)}")
    errors = sum("error" in row for row in rows)
    print(f"{len(rows)} expressions, {errors} of them errors, {wrong} different: {100 * (1 - wrong / len(rows)):.2f} % equal")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
