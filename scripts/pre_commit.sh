#!/bin/sh
# The hooks of .pre-commit-hooks.yaml: runs the release of cfn-warden that belongs to this checkout, which install.sh installs in
# the user's cache the first time. CFN_WARDEN_FROM is the address of another copy of the release's files.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
version=$(sed -n 's/^VERSION=//p' "$here/install.sh")
folder=${XDG_CACHE_HOME:-$HOME/.cache}/cfn-warden/$version
if ! sh "$here/install.sh" --is-installed "$folder"; then
  sh "$here/install.sh" --to "$folder" --with-checksum ${CFN_WARDEN_FROM:+--from "$CFN_WARDEN_FROM"} >&2
fi

# pre-commit passes the names of files as they are. One such as `--waivers=w/template.yaml` is not an option, even if `args` has no `--`.
count=$# is_file=no
while [ "$count" -gt 0 ]; do
  argument=$1
  shift
  count=$((count - 1))
  case $argument in
    --) is_file=yes ;;
    -*.[Jj][Ss][Oo][Nn] | -*.[Tt][Ee][Mm][Pp][Ll][Aa][Tt][Ee] | -*.[Yy][Mm][Ll] | -*.[Yy][Aa][Mm][Ll])
      [ "$is_file" = yes ] || [ ! -e "./$argument" ] || argument=./$argument
      ;;
  esac
  set -- "$@" "$argument"
done
exec "$folder/cfn-warden" "$@"
