#!/usr/bin/env python3
"""Writes stubs of Apple's frameworks for the linker: frameworks.py TARGET FOLDER.

The SDK of macOS cannot be installed elsewhere. The linker only needs the names of the functions and constants that a program
may use. They are those that the crates core-foundation-sys and security-framework-sys declare; macOS finds them at load time.
"""
import json
import pathlib
import re
import subprocess
import sys

FRAMEWORKS = {"CoreFoundation": "core-foundation-sys", "Security": "security-framework-sys"}
ARCHITECTURES = {"aarch64-apple-darwin": "arm64", "x86_64-apple-darwin": "x86_64"}
DECLARED = re.compile(r"^\s*pub (?:fn|static) (\w+)\s*[:(<]", re.MULTILINE)


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ARCHITECTURES:
        sys.exit(__doc__)
    target, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target]
    packages = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)["packages"]
    for framework, crate in FRAMEWORKS.items():
        manifest = next(package["manifest_path"] for package in packages if package["name"] == crate)
        sources = sorted(pathlib.Path(manifest).parent.rglob("*.rs"))
        names = sorted({name for source in sources for name in DECLARED.findall(source.read_text())})
        stub = folder / f"{framework}.framework" / f"{framework}.tbd"
        stub.parent.mkdir(parents=True, exist_ok=True)
        stub.write_text(text(framework, f"{ARCHITECTURES[target]}-macos", names))


def text(framework, target, names):
    """Returns a text-based stub of version 4, as Apple's linker and LLVM read it."""
    symbols = ", ".join(f"_{name}" for name in names)
    return f"""--- !tapi-tbd
tbd-version: 4
targets: [ {target} ]
install-name: '/System/Library/Frameworks/{framework}.framework/Versions/A/{framework}'
exports:
  - targets: [ {target} ]
    symbols: [ {symbols} ]
...
"""


if __name__ == "__main__":
    main()
