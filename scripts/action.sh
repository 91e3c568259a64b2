#!/bin/sh
# The GitHub Action (action.yml): installs the release of cfn-warden with install.sh and runs `cfn-warden check`. Findings become
# annotations of the changed lines. The inputs are in variables INPUT_*.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
# Inputs are lists of words; `*` in them is for cfn-warden, not for the shell.
set -f

version=${INPUT_VERSION:-$(sed -n 's/^VERSION=//p' "$here/install.sh")}
folder=${RUNNER_TOOL_CACHE:-${RUNNER_TEMP:-/tmp}}/cfn-warden/$version
if [ -n "${INPUT_FROM:-}${INPUT_PUBLIC_KEY:-}" ]; then
  # The cache does not say who signed a program and where it comes from.
  folder=${RUNNER_TEMP:-/tmp}/cfn-warden-release
  rm -rf "$folder"
fi
if ! sh "$here/install.sh" --is-installed "$folder"; then
  set -- --version "$version" --to "$folder" --with-checksum
  [ -z "${INPUT_FROM:-}" ] || set -- "$@" --from "$INPUT_FROM"
  [ -z "${INPUT_PUBLIC_KEY:-}" ] || set -- "$@" --public-key "$INPUT_PUBLIC_KEY"
  sh "$here/install.sh" "$@"
fi
[ -z "${GITHUB_PATH:-}" ] || echo "$folder" >> "$GITHUB_PATH"

set -- check --format github
[ -z "${INPUT_SARIF:-}" ] || set -- "$@" --output "sarif=$INPUT_SARIF"
summary=${RUNNER_TEMP:-/tmp}/cfn-warden-summary.md
case ${INPUT_SUMMARY:-true} in
  true) set -- "$@" --output "markdown=$summary" ;;
  false) ;;
  *) echo "::error::invalid value \`$INPUT_SUMMARY\` for summary; expected true or false" && exit 1 ;;
esac
# shellcheck disable=SC2086 # lists of words
{
  set -- "$@" ${INPUT_ARGS:-}
  [ -z "${INPUT_RULES:-}" ] || set -- "$@" --rules ${INPUT_RULES:-}
  [ -z "${INPUT_PACKS:-}" ] || set -- "$@" --packs ${INPUT_PACKS:-}
  set -- "$@" -- ${INPUT_PATHS:-.}
}

# Prints a report with paths from the root of the repository, where GitHub looks for them: from_root PREFIX. The prefix is the
# working directory, escaped as in the report.
from_root() {
  PREFIX=$1 LC_ALL=C awk '
    match($0, /^::[a-z]+ file=/) || match($0, /^ *"uri": "/) {
      start = substr($0, 1, RLENGTH)
      rest = substr($0, RLENGTH + 1)
      match(rest, start ~ /^:/ ? "[,:]" : "\"")
      path = substr(rest, 1, RSTART - 1)
      if (path !~ /^(\/|[a-z]+:)/) {
        sub(/^(\.\/)+/, "", path)
        path = ENVIRON["PREFIX"] path
        while (sub(/[^\/]+\/\.\.\//, "", path)) {}
      }
      $0 = start path substr(rest, RSTART)
    }
    { print }'
}

workspace=$(cd "${GITHUB_WORKSPACE:-.}" && pwd -P)
case $(pwd -P) in
  "$workspace"/*) prefix=$(pwd -P)/ && prefix=${prefix#"$workspace"/} ;;
  *) prefix="" ;;
esac
printed=${RUNNER_TEMP:-/tmp}/cfn-warden-printed
exit_code=0
"$folder/cfn-warden" "$@" > "$printed" || exit_code=$?
from_root "$(printf %s "$prefix" | sed 's/%/%25/g; s/:/%3A/g; s/,/%2C/g')" < "$printed"
if [ -n "${INPUT_SARIF:-}" ] && [ -f "$INPUT_SARIF" ]; then
  cp "$INPUT_SARIF" "$printed"
  from_root "$(printf %s "$prefix" | sed 's/%/%25/g; s/ /%20/g')" < "$printed" > "$INPUT_SARIF"
fi
rm -f "$printed"
[ -z "${GITHUB_OUTPUT:-}" ] || echo "exit-code=$exit_code" >> "$GITHUB_OUTPUT"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "$summary" ]; then
  cat "$summary" >> "$GITHUB_STEP_SUMMARY"
  rm -f "$summary"
fi
exit "$exit_code"
