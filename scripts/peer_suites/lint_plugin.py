"""A pytest plugin that runs cfn-lint's tests with another program in the place of its functions.

Where a test runs cfn-lint, a process runs a command line with the same settings, and its JSON becomes cfn-lint's `Match`
objects. Templates, settings and assertions are those of the suite. Settings of the plugin are in the environment:

    PEER_SUITES_PROGRAM   the program; `released` for the installed cfn-lint, in a fork of this process, which has it loaded
    PEER_SUITES_RESULTS   a file for the results
    PEER_SUITES_CASES     a file with the names of the cases to run; all by default
    PEER_SUITES_FAKETIME  libfaketime, for the date at which the suite runs its integration tests
"""
import collections
import fileinput
import functools
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
from unittest import mock

sys.path.insert(0, os.getcwd())

import cfnlint  # noqa: E402
import cfnlint.api  # noqa: E402
import cfnlint.config  # noqa: E402
import cfnlint.helpers  # noqa: E402
import cfnlint.rules  # noqa: E402
import cfnlint.runner.cli  # noqa: E402
import cfnlint.runner.template  # noqa: E402
import cfnlint.runner.template.runner as template_runner  # noqa: E402
from cfnlint.config import ConfigMixIn  # noqa: E402
from cfnlint.rules import Rules, RulesCollection  # noqa: E402
from cfnlint.schema.manager import ProviderSchemaManager  # noqa: E402
from lint_program import ALL, CACHE, PROCESS, State, matches, start, with_titles  # noqa: E402


class NotACommandLine(Exception):
    """The test needs rules or settings that no command line has."""


def options(config):
    """Returns the command line of a configuration, without templates."""
    value = lambda name: config._get_argument_value(name, False, True)  # noqa: E731
    line = []
    for name in ("regions", "ignore_checks", "include_checks", "mandatory_checks", "registry_schemas"):
        if value(name):
            line += ["--" + name.replace("_", "-"), *value(name)]
    for name in ("parameter_files", "deployment_files", "ignore_templates"):
        if value(name):
            line += ["--" + name.replace("_", "-"), *([value(name)] if isinstance(value(name), str) else value(name))]
    for name in ("ignore_bad_template", "include_experimental", "merge_configs"):
        line += ["--" + name.replace("_", "-")] * bool(value(name))
    for name in ("override_spec", "custom_rules", "output_file", "non_zero_exit_code"):
        if value(name):
            line += ["--" + name.replace("_", "-"), value(name)]
    for identifier, settings in (value("configure_rules") or {}).items():
        for key, one in settings.items():
            line += ["--configure-rule", f"{identifier}:{key}={str(one).lower() if isinstance(one, bool) else one}"]
    for values in value("parameters") or []:
        values = getattr(values, "parameters", values)
        if values:
            line += ["--parameters", *[f"{key}={one}" for key, one in values.items()]]
    if State.spec:
        line += ["--override-spec", State.spec]
    if value("append_rules"):
        raise NotACommandLine("Python rules")
    return line


def templates(config):
    for name in ("template_alt", "templates"):
        found = config._manual_args.get(name) if name == "templates" else None
        found = found or config._get_argument_value(name, False, True)
        if found:
            return [found] if isinstance(found, str) else list(found)
    return []


def only(rules):
    """Returns the options that run these rules only."""
    if rules is None:
        return []
    known = rules.all_rules if isinstance(rules, RulesCollection) else rules.data
    foreign = [one for one in known.values() if not type(one).__module__.startswith("cfnlint.rules")]
    if foreign:
        raise NotACommandLine("rules of the test")
    custom = {one._peer_suites_file for one in known.values() if hasattr(one, "_peer_suites_file")}
    line = ["--custom-rules", *custom] if custom else []
    bundled = [identifier for identifier in known if identifier in ALL]
    if len(bundled) >= len(ALL) - 10:
        return line
    own = [identifier for identifier in known if identifier not in ALL]
    return line + ["--ignore-checks", "I,W,E", "--mandatory-checks", ",".join(bundled + own)] if known else line


def seam(original):
    """Calls the replacement; the original if no command line does the same."""

    def decorate(replacement):
        @functools.wraps(original)
        def call(*args, **kwargs):
            try:
                return replacement(*args, **kwargs)
            except NotACommandLine:
                return original(*args, **kwargs)

        return call

    return decorate


def lint(line, filename, template, rules=None):
    """Lints a file as it is; a template that a test made, as JSON on standard input."""
    if filename and pathlib.Path(filename).is_file():
        return matches(start([*line, "--format", "json", "--", filename]), rules)
    return matches(start([*line, "--format", "json"], json.dumps(template)), rules)


@seam(template_runner._run_template)
def run_template(filename, template, config, rules):
    line = options(config) + only(rules)
    return iter(lint(line, filename, template, rules.data))


@seam(Rules.run)
def rules_run(self, filename, cfn, config):
    line = options(config) + only(self)
    line += ["--regions", *cfn.regions] if "--regions" not in line and cfn.regions else []
    return iter(lint(line, filename, cfn.template, self.data))


@seam(RulesCollection.run)
def collection_run(self, filename, cfn, config=None):
    line = only(self)
    line += ["--include-checks", *self.include_rules] + ["--ignore-checks", *self.ignore_rules] * bool(self.ignore_rules)
    line += ["--mandatory-checks", *self.mandatory_rules] * bool(self.mandatory_rules)
    line += ["--include-experimental"] * self.include_experimental + ["--regions", *cfn.regions]
    return lint(line, filename, cfn.template, self.rules)


@seam(cfnlint.api.lint)
def api_lint(s, rules=None, regions=None, config=None):
    settings = ConfigMixIn(**config) if config else ConfigMixIn(regions=regions or ["us-east-1"])
    line = options(settings) + only(rules)
    if isinstance(rules, RulesCollection):
        line += ["--include-checks", *rules.include_rules] + ["--ignore-checks", *rules.ignore_rules] * bool(rules.ignore_rules)
        line += ["--include-experimental"] * rules.include_experimental
    return matches(start([*line, "--format", "json"], s))


@seam(cfnlint.runner.cli.Runner.run)
def runner_run(self):
    line = options(self.config) + only(own_rules(self))
    named = templates(self.config)
    if not named and not self.config._get_argument_value("deployment_files", False, True):
        return iter(matches(start([*line, "--format", "json"], standard_input())))
    return iter(matches(start([*line, "--format", "json", "--", *named])))


@seam(cfnlint.runner.cli.Runner.cli)
def runner_cli(self):
    value = self.config._get_argument_value
    if any(value(name, False, False) for name in ("update_specs", "patch_specs", "update_documentation", "update_iam_policies")):
        raise NotACommandLine("maintenance")
    if isinstance(sys.stdin.isatty, mock.Mock) and sys.stdin.isatty():
        raise NotACommandLine("a terminal")
    line = options(self.config) + only(own_rules(self))
    line += ["--format", value("format", False, True)] if value("format", False, True) else []
    line += ["--list-rules"] * bool(value("listrules", False, False))
    named = templates(self.config)
    text = None if named or value("deployment_files", False, True) or "--list-rules" in line else standard_input()
    # With `--`, templates would be positional, which cfn-lint allows next to other inputs.
    run = start([*line, *(["--template", *named] if named else [])], text)
    out = run.out
    if "json" in line and run.code != 1:
        out = json.dumps(with_titles(out))
    print(out, end="")
    if run.code == 1:
        self.config.parser.print_help()
    sys.exit(run.code)


def own_rules(runner):
    """Returns the rules that a test put in a runner; `None` for those of its configuration."""
    return None if len(runner.rules) >= len(ALL) else runner.rules


def standard_input():
    if isinstance(fileinput.input, mock.Mock):
        return "".join(fileinput.input())
    if isinstance(sys.stdin, io.StringIO):
        return sys.stdin.getvalue()
    raise NotACommandLine("standard input of the test")


@classmethod
def custom_rules(cls, path, original=Rules.create_from_custom_rules_file.__func__):
    rules = original(cls, path)
    for one in rules.values():
        one._peer_suites_file = str(path)
    return rules


def patch_schemas(self, patch, region, original=ProviderSchemaManager.patch):
    """Writes a patch that a test applies to a file for `--override-spec`."""
    spec = {
        "IncludeResourceTypes": patch.included_resource_types,
        "ExcludeResourceTypes": patch.excluded_resource_types,
        "Patches": patch.patches,
    }
    file = CACHE / "spec.json"
    file.write_text(json.dumps(spec))
    State.spec = str(file)
    original(self, patch, region)


def scenario(line, entry):
    """Runs one entry of `scenarios` as a case of its own."""
    name = f"{State.name}[{entry['filename']}]"
    if State.selected is not None and name not in State.selected:
        return
    expected = entry.get("results", [])
    if entry.get("results_filename") and not expected:
        expected = json.loads(pathlib.Path(entry["results_filename"]).read_text())
    State.calls = []
    run, problem = start(line), ""
    try:
        found = with_titles(run.out)
        for one in expected:
            one["Filename"] = str(pathlib.Path(one["Filename"]))
        if run.code != entry.get("exit_code", 0):
            problem = f"exit code {run.code}, expected {entry.get('exit_code', 0)}"
        missing, extra = difference(expected, found)
        if missing or extra:
            problem += "".join(f"\n  missing {one}" for one in missing) + "".join(f"\n  extra {one}" for one in extra)
    except ValueError as error:
        problem = f"{error}: {run.out[:200]}{run.err[:200]}"
    State.results[name] = {"ok": not problem, "detail": problem, "calls": State.calls}
    State.calls = []


def difference(expected, found):
    """Returns the findings that only one list has. The parent's ID follows from a title that a report may not have."""

    def key(one):
        one = {**one, "ParentId": bool(one["ParentId"])}
        return json.dumps(one, sort_keys=True)

    left, right = collections.Counter(map(key, expected)), collections.Counter(map(key, found))
    return list((left - right).elements()), list((right - left).elements())


def run_scenarios(self, extra_params=None):
    for entry in self.scenarios:
        scenario([*(extra_params or []), "--format", "json", "--", entry["filename"]], entry)


def run_module_scenarios(self, config):
    for entry in self.scenarios:
        scenario([*options(config), "--format", "json", "--template", entry["filename"]], entry)


def pytest_configure(config):
    if os.environ.get("PEER_SUITES_CASES"):
        State.selected = set(json.loads(pathlib.Path(os.environ["PEER_SUITES_CASES"]).read_text()))
    template_runner._run_template = run_template
    Rules.run, RulesCollection.run = rules_run, collection_run
    cfnlint.api.lint = cfnlint.lint = api_lint
    cfnlint.runner.cli.Runner.run, cfnlint.runner.cli.Runner.cli = runner_run, runner_cli
    Rules.create_from_custom_rules_file = custom_rules
    ProviderSchemaManager.patch = patch_schemas
    import test.integration as integration

    integration.BaseCliTestCase.run_scenarios = run_scenarios
    integration.BaseCliTestCase.run_module_integration_scenarios = run_module_scenarios
    check_output = subprocess.check_output
    subprocess.check_output = lambda line, *args, **kwargs: (named if is_named(line) else check_output)(line, *args, **kwargs)
    subprocess.run = lambda line, *args, **kwargs: (completed if is_named(line) else PROCESS)(line, *args, **kwargs)


def is_named(line):
    return line[0] == "cfn-lint"


def completed(line, *_, **__):
    run = start(line[1:])
    return subprocess.CompletedProcess(line, run.code, run.out, run.err)


def named(line, *_, **__):
    done = completed(line)
    if done.returncode:
        raise subprocess.CalledProcessError(done.returncode, line, done.stdout.encode(), done.stderr.encode())
    return done.stdout.encode()


def pytest_collection_modifyitems(config, items):
    if State.selected is not None:
        nodes = {name.split("[test/fixtures", 1)[0] for name in State.selected}
        items[:] = [item for item in items if item.nodeid in nodes or item.nodeid in State.selected]


def pytest_runtest_setup(item):
    State.name, State.calls, State.spec = item.nodeid, [], None


def pytest_runtest_logreport(report):
    if report.when == "call" and State.calls:
        detail = "" if report.passed else str(report.longrepr)[-1500:]
        State.results[report.nodeid] = {"ok": report.passed, "detail": detail, "calls": State.calls}


def pytest_sessionfinish(session):
    results = {"cases": State.results, "collected": session.testscollected}
    pathlib.Path(os.environ["PEER_SUITES_RESULTS"]).write_text(json.dumps(results, indent=1))
