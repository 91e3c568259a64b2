"""The build backend: maturin's, after the program `cfn-warden` is built for the wheel.

`CFN_WARDEN_PROGRAM=FILE` takes a program that is already built.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path

import maturin
from maturin import *  # noqa: F403: the other hooks

HERE = Path(__file__).resolve().parent
SCRIPTS = HERE / "data" / "scripts"
NAME = "cfn-warden.exe" if os.name == "nt" else "cfn-warden"
# maturin expects the folder, also for a source distribution.
SCRIPTS.mkdir(parents=True, exist_ok=True)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds a wheel with the extension module and the program."""
    shutil.copy(os.environ.get("CFN_WARDEN_PROGRAM") or program(), SCRIPTS / NAME)
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def program():
    """Builds the program and returns its path."""
    command = ["cargo", "build", "--release", "--locked", "--package", "cfn-warden", "--bin", "cfn-warden"]
    command += ["--message-format", "json-render-diagnostics"]
    output = subprocess.run(command, cwd=HERE, check=True, stdout=subprocess.PIPE).stdout
    built = [json.loads(line).get("executable") for line in output.splitlines()]
    return next(path for path in reversed(built) if path)
