#!/bin/sh
# The GitHub Action (action.yml): installs the release of cfn-warden with install.sh and runs `cfn-warden check`. Findings become
# annotations of the changed lines. The inputs are in variables INPUT_*.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
# Inputs are lists of words; `*` in them is for cfn-warden, not for the shell.
set -f

version=${INPUT_VERSION:-$(sed -n 's/^VERSION=//p' "$here/install.sh")}
folder=${RUNNER_TOOL_CACHE:-${RUNNER_TEMP:-/tmp}}/cfn-warden/$version
if [ ! -x "$folder/cfn-warden" ]; then
  set -- --version "$version" --to "$folder"
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

exit_code=0
"$folder/cfn-warden" "$@" || exit_code=$?
[ -z "${GITHUB_OUTPUT:-}" ] || echo "exit-code=$exit_code" >> "$GITHUB_OUTPUT"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "$summary" ]; then
  cat "$summary" >> "$GITHUB_STEP_SUMMARY"
  rm -f "$summary"
fi
exit "$exit_code"
