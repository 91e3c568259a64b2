#!/bin/sh
# Builds a release: release.sh TARGET_DIR TOOLS [TARGET...] writes to TARGET_DIR/dist an archive of the CLI and an npm package for each
# target, the npm package, the Python package for this machine, the function's zip file for both architectures, a CycloneDX bill of
# materials for each binary, the provenance and the checksums. Needs Node.
# The targets are those of scripts/release/targets.txt by default. Equal sources give equal bytes.
set -eu
target_dir=$1 tools=$2
shift 2
cd "$(dirname "$0")/.."
# shellcheck disable=SC2046 # a list of words
[ $# -gt 0 ] || set -- $(cat scripts/release/targets.txt)
command -v cargo-cyclonedx >/dev/null || cargo install --locked --quiet cargo-cyclonedx@0.5.9
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
# Dates in the files are that of the last commit.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

# materials TARGET FILE: writes the bill of materials.
materials() {
  cargo cyclonedx --quiet --format json --spec-version 1.5 --target "$1" --override-filename sbom
  # The names of crates contain their folder.
  sed "s|file://$PWD|file:///cfn-warden|g" sbom.json > "$2"
  # The tool writes one for each crate of the workspace.
  rm -f sbom.json bindings/*/sbom.json crates/*/sbom.json schemas/sbom.json
}

# platform TARGET: prints the name that Node has for it.
platform() {
  case $1 in *-linux-*) os=linux ;; *-apple-*) os=darwin ;; *-windows-*) os=win32 ;; esac
  case $1 in x86_64-*) echo "$os-x64" ;; aarch64-*) echo "$os-arm64" ;; *) return 1 ;; esac
}

dist=$target_dir/dist
rm -rf "$dist" "$target_dir/node"
mkdir -p "$dist"
python3 scripts/release/notices.py --check
rm -rf "$target_dir/manual"
cargo run --quiet --locked --example manual -- "$target_dir/manual" "$(git log -1 --format=%cs)"

for target in "$@"; do
  sh scripts/release/cli.sh "$target" "$target_dir" "$tools" "${CLI_PROFILE:-release}"
  binary=$target_dir/cli/$target/cfn-warden
  [ -f "$binary" ] || binary=$binary.exe
  python3 scripts/release/archive.py "$binary" "$target" "$version" "$dist" "$target_dir/manual"
  sh bindings/node/scripts/platform.sh "$(platform "$target")" "$binary" "$target_dir"
  materials "$target" "$dist/cfn-warden-$version-$target.cdx.json"
done

sh bindings/node/scripts/build.sh "$target_dir" "$tools"
cp "$target_dir"/node/*-"$version".tgz "$dist/"
sh scripts/python.sh build "$target_dir" "$tools"
cp "$target_dir"/python/*.whl "$target_dir"/python/*.tar.gz "$dist/"

"$tools/zip/bin/python" -c 'import deflate' 2>/dev/null || {
  python3 -m venv "$tools/zip"
  "$tools/zip/bin/python" -m pip install --quiet --disable-pip-version-check deflate==0.9.0
}
# The names are without a version: they are defaults of the templates in deploy/.
for architecture in x86_64 aarch64; do
  sh scripts/bootstrap.sh $architecture-unknown-linux-musl "$target_dir" "$tools"
  "$tools/zip/bin/python" scripts/zip_function.py "$target_dir/lambda/bootstrap/bootstrap" "$dist/cfn-warden-$architecture.zip"
  materials "$architecture-unknown-linux-musl" "$dist/cfn-warden-$architecture.cdx.json"
done

cp install.sh "$dist/"
sh scripts/release/checksums.sh "$dist" "$version"
