"""The program `cfn-warden`, and that the package gives the same results."""

import os
import pathlib
import random
import subprocess
import sys
import sysconfig

import pytest

import cfn_warden

PROGRAM = pathlib.Path(sysconfig.get_path("scripts")) / ("cfn-warden" + sysconfig.get_config_var("EXE"))
ROOT = pathlib.Path(__file__).resolve().parents[3]
COUNT = int(os.environ.get("CFN_WARDEN_COUNT", "300"))
KINDS = {".yaml", ".yml", ".json", ".template"}
RULES = ROOT / "examples" / "buckets.guard"


def templates():
    """Returns templates of the folder `CFN_WARDEN_TEMPLATES`, by default the fixtures of rules."""
    folder = pathlib.Path(os.environ.get("CFN_WARDEN_TEMPLATES", ROOT / "tests" / "rules"))
    found = sorted(path for path in folder.rglob("*") if path.suffix in KINDS and path.is_file())
    return sorted(random.Random(1).sample(found, min(COUNT, len(found))))


def json_of(paths, *options):
    run = subprocess.run([PROGRAM, "check", *paths, "--format", "json", *options], capture_output=True, cwd="/")
    assert run.returncode in (0, 2), run.stderr.decode()
    return run.stdout.decode()


needs_templates = pytest.mark.skipif(not templates(), reason="a source distribution has no templates")


@needs_templates
def test_the_result_for_each_template_is_that_of_the_program():
    checker = cfn_warden.Checker()
    different = [str(path) for path in templates() if checker.check(path).to_json() != json_of([path])]
    assert different == []


@needs_templates
@pytest.mark.parametrize(
    ("settings", "options"),
    [
        ({"rules": RULES, "packs": ["fsbp", "cis"]}, ["--rules", RULES, "--pack", "fsbp,cis"]),
        ({"deployments": "any", "rules": RULES, "include_checks": "I"}, ["--deployments", "any", "--rules", RULES, "--include-checks", "I"]),
        ({"regions": ["eu-west-1", "us-east-1"], "fail_on": "warning"}, ["--regions", "eu-west-1,us-east-1", "--fail-on", "warning"]),
    ],
    ids=["policy", "deployments", "lint"],
)
def test_the_result_for_all_templates_is_that_of_the_program(settings, options):
    report = cfn_warden.check(templates=templates(), **settings)
    # Not `==`: pytest would compare the texts line by line.
    assert (report.to_json() == json_of(templates(), *options)) is True


def test_the_program_is_installed():
    version = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
    assert version.split() == ["cfn-warden", cfn_warden.__version__]
    by_module = subprocess.run([sys.executable, "-m", "cfn_warden", "--version"], capture_output=True, text=True, check=True)
    assert by_module.stdout == version


def test_an_import_loads_nothing_else():
    code = "import sys; before = set(sys.modules); import cfn_warden; print(*sorted(set(sys.modules) - before))"
    loaded = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True).stdout
    assert loaded.split() == ["cfn_warden", "cfn_warden._native"]


def test_the_stubs_name_what_there_is():
    import ast

    stub = pathlib.Path(cfn_warden.__file__).with_suffix(".pyi").read_text()
    classes = {one.name: one for one in ast.parse(stub).body if isinstance(one, ast.ClassDef)}
    for name, declared in classes.items():
        members = {one.name for one in declared.body if isinstance(one, ast.FunctionDef) and not one.name.startswith("_")}
        actual = {one for one in vars(getattr(cfn_warden, name)) if not one.startswith("_")}
        assert members == actual, name
    functions = {one.name for one in ast.parse(stub).body if isinstance(one, ast.FunctionDef)}
    assert set(cfn_warden.__all__) == set(classes) | functions
