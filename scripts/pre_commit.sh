#!/bin/sh
# The hooks of .pre-commit-hooks.yaml: runs the release of cfn-warden that belongs to this checkout, which install.sh installs in
# the user's cache the first time. CFN_WARDEN_FROM is the address of another copy of the release's files.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
version=$(sed -n 's/^VERSION=//p' "$here/install.sh")
folder=${XDG_CACHE_HOME:-$HOME/.cache}/cfn-warden/$version
if [ ! -x "$folder/cfn-warden" ]; then
  sh "$here/install.sh" --to "$folder" ${CFN_WARDEN_FROM:+--from "$CFN_WARDEN_FROM"} >&2
fi
exec "$folder/cfn-warden" "$@"
