#!/usr/bin/env python3
"""Records what runs: record_profile.py function|command [--templates FOLDER]... writes scripts/KIND-VERSION.profdata.

Builds the function or the command line so that it counts, has it check the templates of this repository and of the folders,
and merges the counts with `llvm-profdata` (`rustup component add llvm-tools`, or a package named like `llvm-19`). The command
needs `musl-gcc` (a package named like `musl-tools`). `make bootstrap` and `make cli` compile with the profile, if it is of their
version of Rust. Code that has changed since is compiled as if it had none, so record it again before a release.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from runtime_api import Runtime
from templates import found

ROOT = pathlib.Path(__file__).parent.parent
TARGET = "x86_64-unknown-linux-musl"
OWN = ("tests", "examples", "deploy")
# One of so many templates is checked with all policies.
EACH = 8
BUILDS = {
    "function": ("function", ["--bin", "bootstrap", "--no-default-features", "--features", "aws,knowledge"]),
    "command": ("release", ["--bin", "cfn-warden"]),
}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("kind", choices=BUILDS)
    parser.add_argument("--templates", action="append", type=pathlib.Path, default=[])
    args = parser.parse_args()
    merge = profdata()
    with tempfile.TemporaryDirectory() as counts:
        program = build(args.kind, counts)
        files = list(templates([ROOT / folder for folder in OWN] + args.templates))
        (run_function if args.kind == "function" else run_command)(program, files)
        raw = list(pathlib.Path(counts).glob("*.profraw"))
        if not raw:
            sys.exit(f"the {args.kind} wrote no counts")
        version = output("rustc", "--version").split()[1]
        profile = ROOT / "scripts" / f"{args.kind}-{version}.profdata"
        subprocess.run([merge, "merge", "--sparse", "--output", profile, *raw], check=True)
    for other in set(profile.parent.glob(f"{args.kind}-*.profdata")) - {profile}:
        other.unlink()
    print(f"{profile.relative_to(ROOT)}: {profile.stat().st_size} bytes, of {len(files)} templates")


def profdata():
    """Returns the path of `llvm-profdata`, of version 19 or later."""
    own = pathlib.Path(output("rustc", "--print", "sysroot")).glob("lib/rustlib/*/bin/llvm-profdata")
    named = [shutil.which(f"llvm-profdata-{version}") for version in range(30, 18, -1)]
    found = next(filter(None, [*own, *named, shutil.which("llvm-profdata")]), None)
    return found or sys.exit("llvm-profdata is missing: rustup component add llvm-tools")


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def build(kind, counts):
    """Returns the path of a program that counts, and writes the counts to a folder when it ends."""
    profile, options = BUILDS[kind]
    folder = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).absolute() / "profile"
    settings = {
        "CARGO_TARGET_DIR": str(folder),
        f"CARGO_PROFILE_{profile.upper()}_STRIP": "none",
        "PROFILED": f"{kind}:generate={counts}",
        "RUSTC_WRAPPER": str(ROOT / "scripts" / "profiled_rustc.sh"),
        "RUSTFLAGS": "-C symbol-mangling-version=v0",
    }
    if shutil.which("musl-gcc"):
        settings[f"CC_{TARGET.replace('-', '_')}"] = "musl-gcc"
    # Cargo does not know what the wrapper adds.
    shutil.rmtree(folder / TARGET, ignore_errors=True)
    line = ["cargo", "build", "--profile", profile, "--target", TARGET, *options]
    subprocess.run(line, cwd=ROOT, env={**os.environ, **settings}, check=True)
    return folder / TARGET / profile / options[1]


def templates(folders):
    """Yields the path of each template."""
    for path in (path for folder in folders for path in found(folder)):
        if path.stat().st_size < 1 << 20 and re.search(r"\bResources\b", text(path)):
            yield path


def text(path):
    return path.read_bytes().decode(errors="replace")


def run_function(program, files):
    """Sends a request with each template. The function writes its counts when the Runtime API is gone."""
    with Runtime([program], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as function:
        for path in files:
            function.answer(json.dumps({"data": text(path), "rules": []}).encode())
        function.wait()
        function.hang_up()
        function.process.wait(timeout=30)


def run_command(program, files):
    """Lints each template, and checks some with all policies."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "timeout": 60}
    rules = ["validate", "--rules", ROOT / "policies", "--structured", "--output-format", "json", "--show-summary", "none", "--data"]
    for path in files:
        subprocess.run([program, "lint", path], **quiet)
    for path in files[::EACH]:
        subprocess.run([program, *rules, path], **quiet)


if __name__ == "__main__":
    main()
