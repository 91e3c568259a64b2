"""cfn-lint's tests, run with another program in the place of its functions: see `lint_plugin.py`."""
import json
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
# What a test that runs cfn-lint has in its text; the others call functions of its parts.
RUNS = re.compile(r"BaseCliTestCase|BaseRuleTestCase|\bRunner\(|_run_template\b|\blint(_all|_file|_by_config)?\(|rules\.run\(|\"cfn-lint\"")


def pytest(checkout, work, program, settings, cases=None):
    """Runs the suite, or some of its cases, and returns the results of the plugin. The program `released` is cfn-lint."""
    results = work / f"{program.name}.json"
    results.unlink(missing_ok=True)
    environment = {**os.environ, "PEER_SUITES_PROGRAM": str(program), "PEER_SUITES_RESULTS": str(results), **settings}
    environment["PYTHONPATH"] = str(HERE)
    environment.pop("AWS_REGION", None)
    environment.pop("AWS_DEFAULT_REGION", None)
    if cases is not None:
        chosen = work / "cases.json"
        chosen.write_text(json.dumps(cases))
        environment["PEER_SUITES_CASES"] = str(chosen)
    files = sorted({name.split("::")[0] for name in cases}) if cases is not None else files_that_run(checkout)
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", "--tb=short", "-p", "no:cacheprovider", "-p", "lint_plugin"]
    done = subprocess.run(
        [*command, "-c", "/dev/null", "--rootdir=.", *files], cwd=checkout, env=environment, capture_output=True, text=True
    )
    (work / f"{program.name}.log").write_text(done.stdout + done.stderr)
    if not results.exists():
        raise SystemExit(done.stdout[-3000:] + done.stderr[-3000:])
    return json.loads(results.read_text())


def files_that_run(checkout):
    """Returns the files with tests that run cfn-lint."""
    tests = sorted((checkout / "test").rglob("test_*.py"))
    return [str(path.relative_to(checkout)) for path in tests if RUNS.search(path.read_text())]


def suite(checkout, work, program, faketime):
    """Runs the suite and returns the number of tests and the cases."""
    settings = {"PEER_SUITES_FAKETIME": faketime} if faketime else {}
    ours = pytest(checkout, work, program, settings)
    failing = [name for name, case in ours["cases"].items() if not case["ok"]]
    theirs = pytest(checkout, work, pathlib.Path("released"), settings, failing)["cases"] if failing else {}
    return ours["collected"], [compared(name, case, theirs.get(name)) for name, case in sorted(ours["cases"].items())]


def compared(name, case, released):
    answers = lambda run: [(call["out"], call["code"]) for call in run["calls"]]  # noqa: E731
    return {
        "name": name,
        "ok": case["ok"],
        "released": released and released["ok"],
        "same": bool(released) and answers(released) == answers(case),
        "detail": case["detail"],
        "lines": [call["line"] for call in case["calls"]],
    }


def tests(cases):
    """Returns the number of tests of the cases: scenarios of one test are cases of their own."""
    return len({case["name"].split("[test/fixtures", 1)[0] for case in cases})
