#!/usr/bin/env python3
"""Writes and checks the provenance of a release: an in-toto statement with the predicate https://slsa.dev/provenance/v1.

    provenance.py write DIST VERSION    write DIST/cfn-warden-VERSION.provenance.json
    provenance.py verify DIST           fail if a file of DIST is not a subject, or has another digest

The statement has no date of its own: equal sources give equal bytes. On GitHub, the builder is the workflow.
"""
import hashlib
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = "git+https://github.com/cfn-warden/cfn-warden"
BUILD_TYPE = "https://github.com/cfn-warden/cfn-warden/blob/main/docs/releasing.md#provenance"
SUFFIX = ".provenance.json"
# Written after the provenance, and checked by other means.
LATER = ("SHA256SUMS", "SHA256SUMS.minisig")


def main():
    match sys.argv[1:]:
        case ["write", dist, version]:
            write(pathlib.Path(dist), version)
        case ["verify", dist]:
            verify(pathlib.Path(dist))
        case _:
            sys.exit(__doc__)


def write(dist, version):
    statement = {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": path.name, "digest": {"sha256": sha256(path)}} for path in subjects(dist)],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": BUILD_TYPE,
                "externalParameters": {"command": "make release", "version": version},
                "internalParameters": {"SOURCE_DATE_EPOCH": os.environ["SOURCE_DATE_EPOCH"]},
                "resolvedDependencies": materials(),
            },
            "runDetails": {"builder": {"id": builder()}},
        },
    }
    file = dist / f"cfn-warden-{version}{SUFFIX}"
    file.write_text(json.dumps(statement, indent=2) + "\n")
    print(f"{file.name}: {len(statement['subject'])} subjects")


def builder():
    """Returns the address of the workflow on GitHub, or that of the description of local builds."""
    workflow, server = os.environ.get("GITHUB_WORKFLOW_REF"), os.environ.get("GITHUB_SERVER_URL")
    return f"{server}/{workflow}" if workflow and server else f"{BUILD_TYPE}-of-local-builds"


def materials():
    """Returns the commit, the versions and digests of all crates (`Cargo.lock`), and the compiler."""
    commit = output("git", "rev-parse", "HEAD")
    if output("git", "status", "--porcelain", "--untracked-files=no"):
        commit += "-modified"
    compiler = dict(line.split(": ", 1) for line in output("rustc", "-vV").splitlines() if ": " in line)
    return [
        {"uri": SOURCE, "digest": {"gitCommit": commit}},
        {"name": "Cargo.lock", "digest": {"sha256": sha256(ROOT / "Cargo.lock")}},
        {"uri": f"pkg:generic/rustc@{compiler['release']}", "digest": {"gitCommit": compiler["commit-hash"]}},
        *tools(),
    ]


def tools():
    """Returns the linkers, as `scripts/release/cli.sh` and `scripts/bootstrap.sh` pin them."""
    pinned = (ROOT / "scripts/release/cli.sh").read_text() + (ROOT / "scripts/bootstrap.sh").read_text()
    words = {word for word in pinned.split() if "==" in word}
    return [{"uri": f"pkg:pypi/{word.replace('==', '@')}"} for word in sorted(words)]


def verify(dist):
    files = sorted(dist.glob(f"*{SUFFIX}"))
    if len(files) != 1:
        sys.exit(f"{dist} has {len(files)} files *{SUFFIX}; expected 1")
    statement = json.loads(files[0].read_text())
    if statement["_type"] != "https://in-toto.io/Statement/v1" or "slsa.dev/provenance/v1" not in statement["predicateType"]:
        sys.exit(f"{files[0].name} is not an in-toto statement with SLSA provenance")
    known = {subject["name"]: subject["digest"]["sha256"] for subject in statement["subject"]}
    for path in subjects(dist):
        if known.get(path.name) != sha256(path):
            sys.exit(f"{path.name} is not the file that {files[0].name} describes")
    source = statement["predicate"]["buildDefinition"]["resolvedDependencies"][0]
    print(f"{len(subjects(dist))} files built by {statement['predicate']['runDetails']['builder']['id']}")
    print(f"from {source['uri']}, commit {source['digest']['gitCommit']}")


def subjects(dist):
    return [p for p in sorted(dist.iterdir()) if p.is_file() and p.name not in LATER and not p.name.endswith(SUFFIX)]


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def output(*command):
    return subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.PIPE, text=True).stdout.strip()


if __name__ == "__main__":
    main()
