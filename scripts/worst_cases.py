#!/usr/bin/env python3
"""Compares instructions and memory of runs that exceed a limit of docs/limits.md with scripts/worst_cases.tsv.

    worst_cases.py CFN_WARDEN [--update]

Each input is generated, is just above a limit, and must be answered with the text that names the limit. The exit status is 1 if
an answer does not name it, or if a run needs 5 % more instructions (valgrind's callgrind) or 10 % more memory (the maximum
resident size, without valgrind) than the table states. Runs that take valgrind minutes are not counted: their CPU time is
limited (SECONDS). `--update` writes the table. Counts are those of the profile `quick` and
of the compiler that the table names; with another compiler, they are printed but not compared.
"""
import argparse
import csv
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from ratchet import COMPILER, counted

TABLE = pathlib.Path(__file__).with_name("worst_cases.tsv")
TIME = shutil.which("time") or sys.exit("GNU time is not installed")
# The limit for runs that are not counted; measured below a third of it.
SECONDS = 10
# Limits whose runs are not counted.
UNCOUNTED = {
    "nodes", "violations of one schema by one value", "bytes of all findings", "values that Fn::ForEach creates",
    "steps of a rules file on a document", "bytes that a rules file holds",
}
ALLOWED = {"instructions": 0.05, "MiB": 0.10}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--update", action="store_true", help="write the table")
    args = parser.parse_args()
    compiler = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    with tempfile.TemporaryDirectory() as folder:
        rows = [measured(args.program, case, pathlib.Path(folder)) for case in CASES]
    wrong = [row["limit"] for row in rows if not row.pop("is_bounded")]
    if args.update and not wrong:
        write([{"limit": COMPILER, "input": compiler, "instructions": "", "MiB": ""}, *rows])
    if not TABLE.exists():
        sys.exit(f"{TABLE.name} does not exist: nothing to compare with; --update writes it")
    known = {row["limit"]: row for row in read()}
    hold = all([holds(row, known.get(row["limit"])) for row in rows])
    if known[COMPILER]["input"] != compiler:
        print(f"counted as built by rustc {compiler}, not {known[COMPILER]['input']}: this says nothing of the change")
        hold = True
    sys.exit(bool(wrong) or not hold)


def measured(program, case, folder):
    """Runs a case with and without valgrind; returns its row of the table, and whether it names the limit in time."""
    limit, described, line, files, named = case
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    names = {part for name in files for part in (name, name.split("/")[0])}
    line = [folder / word if word in names else word for word in line]
    answer, memory, seconds = answered([program, *map(str, line)])
    if seconds > SECONDS:
        print(f"{limit}: {seconds:.1f} s of CPU time; at most {SECONDS} are allowed")
    if named not in answer:
        print(f"{limit}: the answer does not contain {named!r}:\n{answer[:1000]}")
    return {"limit": limit, "input": described, "instructions": None if limit in UNCOUNTED else counted(program, line),
            "MiB": f"{memory:.1f}", "is_bounded": named in answer and seconds <= SECONDS}


def answered(line):
    """Returns what a run writes, its maximum resident size in MiB, and its CPU time in seconds."""
    # GNU time, because the maximum of a child of this process would include this process's own before `exec`.
    with tempfile.NamedTemporaryFile("r") as usage:
        done = subprocess.run([TIME, "-q", "-f", "%M %U %S", "-o", usage.name, *line], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env={})
        memory, user, system = map(float, usage.read().split())
    return done.stdout.decode(errors="replace"), memory / 1024, user + system


def holds(row, known):
    if known is None:
        print(f"{row['limit']}: not in the table; --update adds it")
        return False
    changes = {name: float(row[name]) / float(known[name]) - 1 for name in ALLOWED if row[name] is not None}
    does = all(change <= ALLOWED[name] for name, change in changes.items())
    shown = "; ".join(f"{row[name]} {name}, {change:+.1%}" for name, change in changes.items())
    print(f"{row['limit']:50}{shown}: {'holds' if does else 'TOO MUCH'}")
    return does


def read():
    with TABLE.open(newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def write(rows):
    with TABLE.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0], delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def numbered(count, name, value):
    return {f"{name}{number}": value(number) for number in range(count)}


def resource(kind, properties):
    return {"Only": {"Type": kind, "Properties": properties}}


def conditional(count, resources):
    """A template with independent conditions."""
    return {
        "Parameters": numbered(count, "P", lambda _: {"Type": "String"}),
        "Conditions": numbered(count, "C", lambda n: {"Fn::Equals": [{"Ref": f"P{n}"}, "a"]}),
        "Resources": resources,
    }


def deep_join():
    value = "v"
    for _ in range(60):
        value = {"Fn::Join": ["", [value]]}
    return {"Resources": resource("AWS::S3::Bucket", {"BucketName": value})}


def joined(parts):
    """A name with ten possible values for each of its parts."""
    part = lambda n: {"Fn::FindInMap": [f"M{n}", {"Ref": f"P{n}"}, "K"]}
    return {
        "Parameters": numbered(parts, "P", lambda _: {"Type": "String", "AllowedValues": [f"T{key}" for key in range(10)]}),
        "Mappings": numbered(parts, "M", lambda _: numbered(10, "T", lambda value: {"K": f"v{value}"})),
        "Resources": resource("AWS::S3::Bucket", {"BucketName": {"Fn::Join": ["-", [part(n) for n in range(parts)]]}}),
    }


def task_definition(count):
    """Whether it is for Fargate depends on all conditions."""
    launch = [{"Fn::If": [f"C{n}", "EC2", {"Ref": "AWS::NoValue"}]} for n in range(count)]
    return conditional(count, resource("AWS::ECS::TaskDefinition", {"RequiresCompatibilities": launch}))


def pigeonholes(pigeons):
    """Proving that conditions cannot have distinct values among one value less takes long."""
    holes = pigeons - 1
    sits = lambda pigeon, hole: {"Condition": f"C{pigeon * holes + hole}"}
    parts = [{"Fn::Or": [sits(pigeon, hole) for hole in range(holes)]} for pigeon in range(pigeons)]
    parts += [{"Fn::Not": [{"Fn::And": [sits(one, hole), sits(two, hole)]}]}
              for hole in range(holes) for one in range(pigeons) for two in range(one)]
    template = conditional(pigeons * holes, {"Only": {"Type": "AWS::SNS::Topic", "Condition": "All"}})
    template["Conditions"]["All"] = {"Fn::And": parts}
    return template


def backtracking():
    parameter = {"Type": "String", "AllowedPattern": r"(?:a|b|ab)*(?:(?:a|b)*a)*(.)\1c", "Default": "a" * 40 + "!"}
    return {"Parameters": {"P": parameter}, "Resources": resource("AWS::SNS::Topic", {"TopicName": {"Ref": "P"}})}


def aliases():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 8)]
    return "\n".join(lines) + "\n"


def lint(limit, described, template, named):
    text = template if isinstance(template, str) else json.dumps(template)
    name = "template.yaml" if isinstance(template, str) else "template.json"
    return limit, described, ["lint", "--", name], {name: text}, named


def loops():
    """Three nested loops, each over 100 items."""
    value = {"T${A}${B}${C}": {"Type": "AWS::SNS::Topic"}}
    for name in "CBA":
        value = {f"Fn::ForEach::{name}": [name, [f"{name}{item}" for item in range(100)], value]}
    return {"Transform": "AWS::LanguageExtensions", "Resources": value}


ONE = resource("AWS::SNS::Topic", {"TopicName": "a" * 40 + "!"})
MANY = numbered(7_500, "A", lambda _: {"Type": "AWS::SNS::Topic", "Properties": {"DisplayName": "a"}})


def guard(limit, described, rules, named, resources=ONE):
    data = json.dumps({"Resources": resources})
    return limit, described, ["check", "template.json", "--rules", "rules.guard"], {"rules.guard": rules, "template.json": data}, named


def deployments(limit, described, template, named):
    files = {"rules.guard": "rule r { Resources.*.Type exists }\n", "template.json": json.dumps(template)}
    return limit, described, ["check", "template.json", "--rules", "rules.guard", "--deployments", "any"], files, named


def terraform(limit, described, text, named):
    return limit, described, ["check", "main.tf"], {"main.tf": text}, named


def modules(limit, described, files, named):
    return limit, described, ["check", "root"], {f"root/{name}": text for name, text in files.items()}, named


def chained(count, first, next_value):
    """Local values, each made of the one before."""
    values = [f"a0 = {first}", *(f"a{number} = {next_value.format(f'local.a{number - 1}')}" for number in range(1, count + 1))]
    return "locals {\n" + "\n".join(values) + "\n}\n" + f'output "o" {{\n  value = local.a{count}\n}}\n'


CALL = 'module "m" {\n  source = "./m"\n}\n'


CASES = [
    lint("bytes of a document", "64 MiB and 3 bytes", "a: " + "x" * (64 << 20), "more than the limit of 67108864"),
    lint("nodes", "a list of 4,000,000 numbers", "[" + "1," * 3_999_999 + "1]\n", "there are more than 4000000 nodes"),
    lint("nodes after aliases are expanded", "8 levels of 10 aliases", aliases(), "more than 250000 nodes once YAML aliases are expanded"),
    lint("nested collections", "201 lists", "a: " + "[" * 201 + "]" * 201 + "\n", "more than 200 nested collections"),
    lint("digits of an integer", "4,301 digits", "a: " + "1" * 4301 + "\n", "(4300 digits)"),
    # The error is libyaml's.
    lint("characters of a plain key", "1,025 characters", "k" * 1025 + ": 1\n", "mapping values are not allowed in this context"),
    lint("nested checks", "60 nested Fn::Join", deep_join(), "the limit on nesting depth"),
    lint("possible values of a function", "Fn::Join of 6 parts with 10 values each", joined(6), "more possible values than are checked"),
    lint("combinations of an object's conditions", "RequiresCompatibilities with 14 conditions", task_definition(14),
         "more combinations of conditions than are checked: `if` of Resources/Only/Properties"),
    lint("steps of the search for satisfiable conditions", "12 pigeons in 11 holes", pigeonholes(12), "its conditions are too complex"),
    lint("steps of a regular expression on a text", "AllowedPattern that backtracks", backtracking(),
         "a regular expression exceeds the limit on steps"),
    lint("violations of one schema by one value", "20,001 unknown properties",
         {"Resources": resource("AWS::SNS::Topic", numbered(20_001, "Unknown", lambda _: 1))}, "exceeds the limit on findings"),
    lint("bytes of all findings", "40,000 unknown resource types",
         {"Resources": numbered(40_000, "A", lambda _: {"Type": "AWS::No::Thing"})}, "exceeds the limit on findings"),
    lint("values that Fn::ForEach creates", "three nested loops over 100 items", loops(), "loops generate more than 500000 values"),
    guard("nested blocks in a rules file", "129 blocks", "rule r { " + "a { " * 129 + "b exists" + " }" * 129 + " }\n",
          "nested more than 128 levels deep"),
    guard("parts of a regular expression of a rules file", "a{1000} 101 times", "rule r { Resources.a == /(a{1000}){101}/ }\n",
          "the repetition counts are too large"),
    guard("steps of a regular expression of a rules file", "a pattern that backtracks",
          r"rule r { Resources.Only.Properties.TopicName == /(?:a|b|ab)*(?:(?:a|b)*a)*(.)\1c/ }" + "\n", "Max limit for backtracking count exceeded"),
    guard("nested clauses, rules and queries", "301 rules that each need the next one",
          "".join(f"rule r{n} {{\n  r{n + 1}\n}}\n" for n in range(301)) + "rule r301 { Resources exists }\n", "nested more than 300"),
    guard("steps of a rules file on a document", "7,500 resources, each with all 7,500",
          "let all = Resources.*.Properties.DisplayName\nrule r { Resources.* { %all exists } }\n",
          "limit of 50000000 steps", MANY),
    guard("bytes that a rules file holds", "56,250,000 failures",
          "let all = Resources.*.Properties.DisplayName\nrule r { Resources.* { some %all == 'b' } }\n",
          "limit of 1024 MiB of memory", MANY),
    deployments("nodes of the decision diagrams", "1,001 parameters in 1,001 conditions",
                conditional(1_001, numbered(1_001, "A", lambda n: {"Type": "AWS::SNS::Topic", "Condition": f"C{n}"})),
                "limit of 200000 nodes"),
    terraform("nesting in a Terraform file", "401 lists", "locals {\n a = " + "[" * 401 + "]" * 401 + "\n}\n", "more than 400 levels of nesting"),
    # The error is Terraform's.
    terraform("digits of a Terraform number", "20,001 digits", "locals {\n a = " + "1" * 20_001 + "\n}\n", "Invalid number literal"),
    terraform("instances of a Terraform block", "count = 10001", 'resource "null_resource" "a" {\n  count = 10001\n}\n',
              "creates more than 10000 instances"),
    terraform("nesting in a Terraform value", "501 lists", chained(501, "1", "[{}]"), "more than 500 levels of nesting"),
    terraform("bytes of values of a Terraform run", "a text that doubles 29 times", chained(29, '"0123456789abcdef"', '"${{{0}}}${{{0}}}"'),
              "evaluating this configuration exceeds the limits"),
    modules("bytes of a Terraform file", "8,000,001 bytes", {"main.tf": "#" * 8_000_000 + "\n"}, "has more than 8000000 bytes"),
    modules("instances of Terraform modules", "count = 2001",
            {"main.tf": CALL.replace("}", "  count = 2001\n}"), "m/main.tf": "locals {\n  a = 1\n}\n"}, "more than 2000 module instances"),
    modules("nested module calls", "11 levels", {"m/" * level + "main.tf": CALL for level in range(12)}, "nested more than 10 levels deep"),
]


if __name__ == "__main__":
    main()
