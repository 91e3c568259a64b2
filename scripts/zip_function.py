#!/usr/bin/env python3
"""Packs a bootstrap as a zip file for Lambda: zip_function.py BOOTSTRAP ZIP. The same bootstrap gives the same bytes."""
import pathlib
import sys
import zipfile


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    entry = zipfile.ZipInfo("bootstrap")
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o755 << 16
    with zipfile.ZipFile(sys.argv[2], "w") as packed:
        packed.writestr(entry, pathlib.Path(sys.argv[1]).read_bytes(), compresslevel=9)
    print(f"{sys.argv[2]}: {pathlib.Path(sys.argv[2]).stat().st_size} bytes")


if __name__ == "__main__":
    main()
