#!/bin/sh
# Builds a release: release.sh TARGET_DIR TOOLS writes the function's zip file and a CycloneDX bill of materials for each
# architecture, and the checksums, to TARGET_DIR/dist. Equal sources give equal bytes.
set -eu
target_dir=$1 tools=$2
cd "$(dirname "$0")/.."
command -v cargo-cyclonedx >/dev/null || cargo install --locked cargo-cyclonedx
# Dates in the files are that of the last commit.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

dist=$target_dir/dist
mkdir -p "$dist"
for architecture in x86_64 aarch64; do
  sh scripts/bootstrap.sh $architecture-unknown-linux-musl "$target_dir" "$tools"
  python3 scripts/zip_function.py "$target_dir/lambda/bootstrap/bootstrap" "$dist/cfn-warden-$architecture.zip"
  cargo cyclonedx --format json --target $architecture-unknown-linux-musl --override-filename sbom
  mv sbom.json "$dist/cfn-warden-$architecture.cdx.json"
done
(cd "$dist" && sha256sum cfn-warden-* > SHA256SUMS && cat SHA256SUMS)
