"""The program that the tests of cfn-lint run: it starts, and its JSON becomes findings of cfn-lint."""
import collections
import fileinput
import functools
import glob
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import cfnlint
import cfnlint.api
import cfnlint.config
import cfnlint.helpers
import cfnlint.rules
import cfnlint.runner.cli
import cfnlint.runner.template.runner as template_runner
from cfnlint.rules import Match, Rules, RulesCollection

PROGRAM = os.environ["PEER_SUITES_PROGRAM"]
# Tests load all rules again and again; what they load does not run.
cfnlint.helpers.load_plugins = functools.lru_cache(cfnlint.helpers.load_plugins)
DATE = "@2026-01-01 00:00:00"
ALL = Rules.create_from_directory(cfnlint.config._DEFAULT_RULESDIR)
Run = collections.namedtuple("Run", "code out err")
PROCESS = subprocess.run
REPLACED = (
    (template_runner, "_run_template"), (Rules, "run"), (RulesCollection, "run"), (cfnlint.api, "lint"),
    (cfnlint.runner.cli.Runner, "run"), (cfnlint.runner.cli.Runner, "cli"), (Rules, "create_from_custom_rules_file"),
    (subprocess, "run"), (subprocess, "check_output"), (sys, "exit"),
    (fileinput, "input"), (glob, "glob"),
)  # fmt: skip
ORIGINALS = [(place, name, vars(place)[name]) for place, name in REPLACED]


class State:
    """What the current test did, and the results of all tests."""

    name = ""
    calls: list = []
    spec = None
    results: dict = {}
    selected = None


def start(argv, text=None):
    """Runs the program, and records what it printed."""
    if PROGRAM == "released":
        return recorded(argv, forked(argv, text))
    environment = dict(os.environ)
    faketime = os.environ.get("PEER_SUITES_FAKETIME")
    if faketime and "test/integration/" in State.name:
        environment |= {"LD_PRELOAD": faketime, "FAKETIME": DATE}
    given = {"input": text} if text is not None else {"stdin": subprocess.DEVNULL}
    done = PROCESS([PROGRAM, *argv], capture_output=True, text=True, env=environment, **given)
    return recorded(argv, Run(done.returncode, done.stdout, done.stderr))


def recorded(argv, run):
    State.calls.append({"line": list(argv), "code": run.code, "out": facts(run.out)})
    return run


def forked(argv, text):
    """Runs cfn-lint in a fork."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write((text or "").encode())
        given.seek(0)
        child = os.fork()
        if child == 0:
            for file, number in ((given, 0), (out, 1), (err, 2)):
                os.dup2(file.fileno(), number)
            os._exit(main(argv))
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode())
        return Run(code, *texts)


def main(argv):
    """Runs cfn-lint's main function in a fork, without what tests and this plugin replace."""
    for place, name, original in ORIGINALS:
        setattr(place, name, original)
    sys.stdin, sys.stdout, sys.stderr = open(0, closefd=False), open(1, "w", closefd=False), open(2, "w", closefd=False)
    sys.argv = ["cfn-lint", *argv]
    code = 0
    try:
        cfnlint.runner.cli.main()
    except SystemExit as ended:
        code = ended.code or 0
    except BaseException as error:
        print(repr(error), file=sys.stderr)
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return code


def facts(out):
    """Returns what two programs must agree on: findings without titles, or the text."""
    try:
        found = json.loads(out)
        return sorted([one["Rule"]["Id"], one["Message"], one["Location"], one["Level"], one["Filename"]] for one in found)
    except (ValueError, TypeError, KeyError):
        return out


def rule(identifier, rules=None):
    found = (rules or {}).get(identifier) or ALL.get(identifier)
    return found or getattr(cfnlint.rules.errors, ERRORS[identifier])()


CACHE = pathlib.Path(tempfile.mkdtemp())
# The suite refuses to start its integration tests without downloaded schemas.
(CACHE / "providers").mkdir()
(CACHE / "providers" / "none.json").write_text("{}")
cfnlint.helpers.get_cache_dir = lambda: str(CACHE)

ERRORS = {"E0000": "ParseError", "E0001": "TransformError", "E0002": "RuleError", "E0003": "ConfigError"}


def matches(run, rules=None):
    """Returns the findings of a program's JSON."""
    try:
        findings = json.loads(run.out) if run.out.strip() else []
    except ValueError:
        raise AssertionError(f"not JSON (exit code {run.code}): {run.out[:300]}{run.err[:300]}") from None
    found = []
    for one in findings:
        place = one["Location"]
        match = Match.create(
            message=one["Message"],
            filename=one["Filename"],
            rule=rule(one["Rule"]["Id"], rules),
            linenumber=place["Start"]["LineNumber"],
            columnnumber=place["Start"]["ColumnNumber"],
            linenumberend=place["End"]["LineNumber"],
            columnnumberend=place["End"]["ColumnNumber"],
        )
        object.__setattr__(match, "path", place.get("Path") or [])
        found.append(match)
    return found


def with_titles(out):
    """Returns a program's JSON with cfn-lint's titles, and the IDs that follow from them."""
    findings, identifiers = json.loads(out), {}
    for one in findings:
        upstream = rule(one["Rule"]["Id"])
        one["Rule"] |= {"ShortDescription": upstream.shortdesc, "Description": upstream.description}
        start_line = one["Location"]["Start"]["LineNumber"]
        identifiers[one["Id"]] = Match(one["Message"], upstream, one["Filename"], start_line).id
        one["Id"] = identifiers[one["Id"]]
    for one in findings:
        one["ParentId"] = one["ParentId"] and identifiers.get(one["ParentId"], "unknown")
    return findings
