#!/usr/bin/env python3
"""Packs the CLI: archive.py BINARY TARGET VERSION DIST MANUAL writes DIST/cfn-warden-VERSION-TARGET.tar.gz, for Windows .zip.

MANUAL is a folder with the man pages and completions. The date of all files is SOURCE_DATE_EPOCH: equal files give equal bytes.
"""
import gzip
import io
import os
import pathlib
import sys
import tarfile
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = ["CHANGELOG.md", "LICENSE", "README.md", "THIRD-PARTY-NOTICES.txt"]


def main():
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    binary, target, version, dist, manual = sys.argv[1:]
    name = f"cfn-warden-{version}-{target}"
    files = dict(sorted(contents(pathlib.Path(binary), pathlib.Path(manual), name)))
    date = int(os.environ["SOURCE_DATE_EPOCH"])
    if "windows" in target:
        archive, data = f"{name}.zip", zipped(files, date)
    else:
        archive, data = f"{name}.tar.gz", gzip.compress(tarred(files, date), mtime=date)
    (pathlib.Path(dist) / archive).write_bytes(data)
    print(f"{archive}: {len(data)} bytes")


def contents(binary, manual, name):
    """Yields the paths in the archive, each with its mode and bytes."""
    yield f"{name}/{binary.name}", (0o755, binary.read_bytes())
    for document in DOCUMENTS:
        yield f"{name}/{document}", (0o644, (ROOT / document).read_bytes())
    for path in manual.rglob("*"):
        if path.is_file():
            yield f"{name}/{path.relative_to(manual).as_posix()}", (0o644, path.read_bytes())


def tarred(files, date):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path, (mode, data) in files.items():
            entry = tarfile.TarInfo(path)
            entry.mode, entry.size, entry.mtime = mode, len(data), date
            archive.addfile(entry, io.BytesIO(data))
    return packed.getvalue()


def zipped(files, date):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, (mode, data) in files.items():
            entry = zipfile.ZipInfo(path, time.gmtime(date)[:6])
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, mode << 16
            archive.writestr(entry, data, compresslevel=9)
    return packed.getvalue()


if __name__ == "__main__":
    main()
