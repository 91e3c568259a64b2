#!/usr/bin/env python3
"""Writes a linker script: start_functions.py function|command PROGRAM > scripts/bootstrap.ld|cfn-warden.ld

The functions that run until the function asks for its first event, or while the command line checks templates and
then evaluates rules, get a place of their own, so that a start reads fewer pages. PROGRAM is run by valgrind and must have
symbols: for the function

    RUSTFLAGS="-C symbol-mangling-version=v0" CARGO_PROFILE_FUNCTION_STRIP=none cargo build --profile function \\
        --bin bootstrap --target x86_64-unknown-linux-musl --no-default-features --features aws,knowledge

and for the command line `CARGO_PROFILE_RELEASE_STRIP=none make cli`.

Names contain `*` for the hashes of crates and of instances, which differ between builds. A name without a function is
ignored, and a function without its name here is only slower to start.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import runtime_api

FUNCTION = """\
/* Written by scripts/start_functions.py. */

/* A panic ends the function without unwinding (`panic = "abort"`): the tables that an unwinder reads are never read. */
SECTIONS {{ /DISCARD/ : {{ *(.eh_frame) *(.eh_frame_hdr) }} }}
INSERT AFTER .text;

/* The functions of a start are read together. The others are sorted by name: instances of a generic function are almost the
   same bytes, and next to each other, they compress to less. */
SECTIONS {{
  .text.start : {{
    *rcrt1.o(.text)
    *(.text*.compiler_rt.fastMem*)
{sections}
  }}
  .text.sorted : {{ *(SORT(.text.*)) }}
}}
INSERT BEFORE .text;
"""

COMMAND = """\
/* Written by scripts/start_functions.py. */

/* The functions that check larger templates, a small one, and those that evaluate rules are read together, without what never
   ran while a profile was recorded. */
SECTIONS {{
  .text.rare : {{ *(.text.split.*) }}
  .text.start : {{
{sections}
  }}
}}
INSERT BEFORE .text;
"""

Function = collections.namedtuple("Function", "place size")

ROOT = pathlib.Path(__file__).parent.parent
TEMPLATE = ROOT / "examples" / "reports.yaml"
LARGER_TEMPLATES = [ROOT / "template.yaml", ROOT / "deploy" / "organization.yaml"]
# The policies, and clauses that they do not have.
RULES = [ROOT / "policies", ROOT / "tests" / "guard" / "outputs" / "files" / "clauses"]
RESOURCES = {
    "Bucket": {"Type": "AWS::S3::Bucket", "Properties": {"LifecycleConfiguration": {"Rules": [{"ExpirationInDays": 1.5}]}}},
    "Database": {"Type": "AWS::RDS::DBInstance", "Properties": {"BackupRetentionPeriod": 1, "EnableCloudwatchLogsExports": ["a"]}},
    "Role": {"Type": "AWS::IAM::Role", "Properties": {"Policies": [{"PolicyDocument": {"Statement": [{"Effect": "Allow"}]}}]}},
}
# What the template does not have: JSON, numbers, lists of text, and a hundred resources.
DOCUMENT = {"Resources": {f"{name}{number}": resource for number in range(40) for name, resource in RESOURCES.items()}}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("kind", choices=SCRIPTS)
    parser.add_argument("program")
    args = parser.parse_args()
    functions = functions_of(args.program)
    script, runs = SCRIPTS[args.kind]
    # What a run shares with those before it is between what they read alone and what it reads alone.
    patterns = {}
    for run in runs:
        read = patterns_run(args.program, run, functions)
        shared = [one for one in patterns if one in read]
        for one in shared:
            del patterns[one]
        patterns |= dict.fromkeys(shared + read)
    print(script.format(sections="\n".join(f"    *(.text*.{one})" for one in patterns)), end="")


def patterns_run(program, run, functions):
    """Returns the patterns of the functions that run."""
    run_at = {functions[name].place for name in functions_run(program, run) if name in functions}
    # A function of the C library has several names, and its section has one of them.
    started = {name: function for name, function in functions.items() if function.place in run_at}
    if not started:
        sys.exit(f"{program} has no symbols, or valgrind does not run it")
    of_pattern, of_started = collections.Counter(), collections.Counter()
    for name, function in functions.items():
        of_pattern[pattern(name)] += function.size
    for name, function in started.items():
        of_started[pattern(name)] += function.size
    # Instances that do not run come last, with the patterns that they share with those that run.
    return sorted(of_started, key=lambda one: (of_pattern[one] - of_started[one], one))


def functions_run(program, run):
    """Returns the names of the functions that run."""
    with tempfile.NamedTemporaryFile() as profile:
        options = ["--tool=callgrind", "--demangle=no", "--show-below-main=yes"]
        run(["valgrind", *options, f"--callgrind-out-file={profile.name}", program])
        lines = profile.read().decode()
    return set(re.findall(r"^c?fn=\(\d+\) ([^'\n]+)", lines, re.MULTILINE))


def until_an_event(command):
    """Runs the function until it asks for an event."""
    with runtime_api.Runtime(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as function:
        function.wait()
        time.sleep(0.2)
        function.process.terminate()
        function.process.wait()


def while_checking(command, templates=(TEMPLATE,)):
    """Runs the command line on templates, by default a small one."""
    subprocess.run([*command, "lint", *templates], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def while_checking_more(command):
    """Runs the command line on larger templates."""
    while_checking(command, LARGER_TEMPLATES)


def while_evaluating(command):
    """Runs the command line on rules."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as document:
        json.dump(DOCUMENT, document)
        document.flush()
        line = ["validate", *(word for rules in RULES for word in ("--rules", rules)), "--data", TEMPLATE, "--data", document.name]
        line += ["--structured", "--output-format", "json", "--show-summary", "none"]
        subprocess.run([*command, *line], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def functions_of(program):
    """Returns the address and the number of bytes of each function, by name."""
    rows = subprocess.run(["nm", "--print-size", program], capture_output=True, text=True, check=True).stdout
    fields = (row.split() for row in rows.splitlines())
    return {row[3]: Function(row[0], int(row[1], 16)) for row in fields if len(row) == 4 and row[2] in "tTwW"}


def pattern(name):
    """Returns a name without what differs between builds."""
    name = re.sub(r"17h[0-9a-f]{16}E.*", "17h*", name)
    name = re.sub(r"Cs[0-9A-Za-z]+_", "Cs*_", name)
    # The crate that instantiates a generic function is any that uses it.
    last = re.search(r"Cs\*_(\d+)(\w+)$", name)
    if last and int(last[1]) == len(last[2]):
        name = name[: last.start()]
    return re.sub(r"\.\d+$", "", name).replace("[", "?").replace("]", "?") + ("*" if name.startswith("_R") else "")


# The script of each program, and what is run for it, in the order in which the functions lie.
SCRIPTS = {
    "function": (FUNCTION, [until_an_event]),
    "command": (COMMAND, [while_checking_more, while_checking, while_evaluating]),
}

if __name__ == "__main__":
    main()
