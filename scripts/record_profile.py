#!/usr/bin/env python3
"""Records what runs in a lint request: record_profile.py [--templates FOLDER]... writes scripts/lint-VERSION.profdata.

Builds the function so that it counts, sends it the templates of this repository and of the folders, and merges the counts with
`llvm-profdata` (`rustup component add llvm-tools`, or a package named like `llvm-19`). `make bootstrap` compiles with
the profile, if it is of its version of Rust. Code that has changed since is compiled as if it had none, so record it again before
a release.
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


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--templates", action="append", type=pathlib.Path, default=[])
    args = parser.parse_args()
    merge = profdata()
    with tempfile.TemporaryDirectory() as counts:
        program = build(counts)
        texts = list(templates([ROOT / folder for folder in OWN] + args.templates))
        run(program, texts)
        files = list(pathlib.Path(counts).glob("*.profraw"))
        if not files:
            sys.exit("the function wrote no counts")
        version = output("rustc", "--version").split()[1]
        profile = ROOT / "scripts" / f"lint-{version}.profdata"
        subprocess.run([merge, "merge", "--sparse", "--output", profile, *files], check=True)
    for other in set(profile.parent.glob("lint-*.profdata")) - {profile}:
        other.unlink()
    print(f"{profile.relative_to(ROOT)}: {profile.stat().st_size} bytes, of {len(texts)} templates")


def profdata():
    """Returns the path of `llvm-profdata`, of version 19 or later."""
    own = pathlib.Path(output("rustc", "--print", "sysroot")).glob("lib/rustlib/*/bin/llvm-profdata")
    named = [shutil.which(f"llvm-profdata-{version}") for version in range(30, 18, -1)]
    found = next(filter(None, [*own, *named, shutil.which("llvm-profdata")]), None)
    return found or sys.exit("llvm-profdata is missing: rustup component add llvm-tools")


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def build(counts):
    """Returns the path of a function that counts, and writes the counts to a folder when it ends."""
    folder = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).absolute() / "profile"
    settings = {
        "CARGO_TARGET_DIR": str(folder),
        "CARGO_PROFILE_FUNCTION_STRIP": "none",
        "PROFILED": f"generate={counts}",
        "RUSTC_WRAPPER": str(ROOT / "scripts" / "profiled_rustc.sh"),
        "RUSTFLAGS": "-C symbol-mangling-version=v0",
    }
    # Cargo does not know what the wrapper adds.
    shutil.rmtree(folder / TARGET, ignore_errors=True)
    options = ["--profile", "function", "--target", TARGET, "--no-default-features", "--features", "aws,knowledge"]
    subprocess.run(["cargo", "build", "--bin", "bootstrap", *options], cwd=ROOT, env={**os.environ, **settings}, check=True)
    return folder / TARGET / "function" / "bootstrap"


def templates(folders):
    """Yields the text of each template."""
    for path in (path for folder in folders for path in found(folder)):
        if path.stat().st_size < 1 << 20:
            text = path.read_bytes().decode(errors="replace")
            if re.search(r"\bResources\b", text):
                yield text


def run(program, texts):
    """Sends a request with each text. The function writes its counts when the Runtime API is gone."""
    with Runtime([program], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as function:
        for text in texts:
            function.answer(json.dumps({"data": text, "rules": []}).encode())
        function.wait()
        function.hang_up()
        function.process.wait(timeout=30)


if __name__ == "__main__":
    main()
