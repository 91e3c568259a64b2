#!/bin/sh
# Finishes a release: checksums.sh DIST VERSION writes the provenance of the files in DIST and SHA256SUMS.
set -eu
dist=$1 version=$2
python3 "$(dirname "$0")/provenance.py" write "$dist" "$version"
cd "$dist"
rm -f SHA256SUMS SHA256SUMS.minisig
sha256sum -- * > ../SHA256SUMS
mv ../SHA256SUMS SHA256SUMS
cat SHA256SUMS
