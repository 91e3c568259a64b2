#!/bin/sh
# Checks that a tag is the version to release: version.sh TAG compares it with Cargo.toml and CHANGELOG.md, which needs a date.
set -eu
tag=$1
cd "$(dirname "$0")/../.."
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
[ "$tag" = "v$version" ] || { echo "tag \`$tag\` is not the version in Cargo.toml; expected \`v$version\`" >&2; exit 1; }
grep -q "^## \[$version\] - [0-9]\{4\}-[0-9]\{2\}-[0-9]\{2\}\$" CHANGELOG.md ||
  { echo "CHANGELOG.md has no heading \`## [$version] - YYYY-MM-DD\`" >&2; exit 1; }
echo "$tag"
