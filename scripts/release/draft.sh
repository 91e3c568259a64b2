#!/bin/sh
# Drafts a release on GitHub: draft.sh DIST TAG verifies the files and uploads them with the section of CHANGELOG.md. A maintainer
# publishes the draft.
set -eu
dist=$1 tag=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
sh "$root/scripts/release/version.sh" "$tag"
sh "$root/scripts/release/verify.sh" "$dist" "$(tail -n 1 "$root/minisign.pub")"
notes=$(mktemp)
trap 'rm -f "$notes"' EXIT
awk -v start="## [${tag#v}]" 'index($0, "## [") == 1 { on = index($0, start) == 1; next } on' "$root/CHANGELOG.md" > "$notes"
gh release create "$tag" --draft --verify-tag --title "cfn-warden ${tag#v}" --notes-file "$notes" "$dist"/*
