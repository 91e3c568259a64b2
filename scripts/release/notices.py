#!/usr/bin/env python3
"""Writes THIRD-PARTY-NOTICES.txt: the licenses of everything that is linked into the CLI and the function.

    notices.py            write the file
    notices.py --check    fail if the file is not up to date

A crate that may be used under Apache-2.0 is listed with the others; the text of that license is in LICENSE. Of all other
crates, and of the C code in crates, the file has the license texts.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILE = ROOT / "THIRD-PARTY-NOTICES.txt"
LICENSES = ROOT / "scripts/release/licenses"
TARGETS = ROOT / "scripts/release/targets.txt"
TEXTS = re.compile(r"(LICEN[CS]E|COPYING|COPYRIGHT|UNLICENSE)", re.IGNORECASE)
NOTICE = re.compile(r"NOTICE", re.IGNORECASE)
RULE = "=" * 100

# What is linked in and is not a crate: name, source, license, holder of the copyright.
OTHERS = [
    ("Rust standard library", "https://github.com/rust-lang/rust", "MIT OR Apache-2.0", ""),
    ("musl, on Linux", "https://musl.libc.org", "MIT", "Copyright © 2005-2020 Rich Felker, et al."),
    ("schemas and tables of cfn-lint", "https://github.com/aws-cloudformation/cfn-lint", "MIT-0", ""),
]


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    fresh = document(linked())
    if not sys.argv[1:]:
        FILE.write_text(fresh)
        print(f"{FILE.name}: {len(fresh)} bytes")
    elif FILE.read_text() != fresh:
        sys.exit(f"{FILE.name} is not up to date; write it with `make notices`")


def linked():
    """Returns the packages of registries that are linked into the program, on any target, ordered by name and version."""
    names = set()
    for target in TARGETS.read_text().split():
        tree = ["cargo", "tree", "--locked", "--target", target, "--edges", "normal,no-proc-macro", "--prefix", "none"]
        names.update(tuple(line.split()[:2]) for line in output(tree).splitlines())
    packages = json.loads(output(["cargo", "metadata", "--locked", "--format-version", "1"]))["packages"]
    found = [p for p in packages if p["source"] and (p["name"], f"v{p['version']}") in names]
    return sorted(found, key=lambda package: (package["name"], package["version"]))


def output(command):
    return subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.PIPE, text=True).stdout


def document(packages):
    parts = [
        "Third-party notices of cfn-warden",
        "This file is written by `make notices`. cfn-warden itself is licensed under Apache-2.0 (LICENSE).",
        listing("Linked in, apart from crates", OTHERS),
        listing(
            "Crates that are used under Apache-2.0",
            [row(package) for package in packages if is_apache(package["license"])],
        ),
        listing("Crates under other licenses", [row(p) for p in packages if not is_apache(p["license"])]),
    ]
    texts = {}
    for name, _, license, holder in OTHERS:
        if holder:
            add(texts, text_of(license, holder), name)
    for package in packages:
        for text in license_texts(package):
            add(texts, text, f"{package['name']} {package['version']}")
    parts.extend(f"{RULE}\n{', '.join(names)}\n{RULE}\n\n{text}" for text, names in texts.items())
    return "\n\n".join(parts) + "\n"


def listing(title, rows):
    return "\n".join([title, "-" * len(title), *(f"{name}: {license} ({source})" for name, source, license, _ in rows)])


def row(package):
    source = package["repository"] or f"https://crates.io/crates/{package['name']}"
    return f"{package['name']} {package['version']}", source, package["license"], ""


def is_apache(expression):
    """Whether Apache-2.0 alone is enough: one of the alternatives of an expression without `AND`."""
    return "AND" not in expression and "Apache-2.0" in re.split(r"\s+OR\s+|\s*/\s*", expression.strip("()"))


def license_texts(package):
    """Returns the texts to reproduce: notices of all crates; licenses of crates and C code that are not under Apache-2.0."""
    folder = pathlib.Path(package["manifest_path"]).parent
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix not in (".rs", ".py", ".json", ".toml"))
    wanted = [path for path in files if NOTICE.match(path.name)]
    if not is_apache(package["license"]):
        wanted += [path for path in files if TEXTS.match(path.name) and not is_choice(package["license"], path)]
        if not wanted:
            wanted = [None]
    else:
        # C code in a folder of its own has a license of its own.
        wanted += [path for path in files if TEXTS.match(path.name) and path.parent != folder]
    for path in wanted:
        yield normalized(path.read_text(errors="replace")) if path else standard(package)


def is_choice(expression, path):
    """Whether a file is not needed because MIT is among the alternatives: the text of Unlicense, or a list of the alternatives."""
    return "Unlicense" in expression and "MIT" in expression and path.name in ("UNLICENSE", "COPYING")


def standard(package):
    """Returns the text of the license of a package that has no file with it."""
    holder = ", ".join(package["authors"]) or f"the authors of {package['name']}"
    return text_of(package["license"].split(" OR ")[0], f"Copyright (c) {holder}")


def text_of(license, copyright):
    file = LICENSES / f"{license}.txt"
    if not file.is_file():
        sys.exit(f"{file.relative_to(ROOT)} does not exist, and a package without a license text needs it")
    return f"{copyright}\n\n{file.read_text().strip()}"


def normalized(text):
    """Returns a text without differences of line ends and of space at the ends of lines."""
    return "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").splitlines()).strip("\n")


def add(texts, text, name):
    names = texts.setdefault(text, [])
    if name not in names:
        names.append(name)


if __name__ == "__main__":
    main()
