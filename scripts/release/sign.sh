#!/bin/sh
# Signs a release: sign.sh DIST KEY writes DIST/SHA256SUMS.minisig. KEY is the file of a secret key of minisign, which asks for
# its password. In CI, KEY is `-`: MINISIGN_SECRET_KEY has the content of that file and MINISIGN_PASSWORD the password.
set -eu
dist=$1 key=$2
command -v minisign >/dev/null || { echo "minisign is not installed: https://jedisct1.github.io/minisign/" >&2; exit 1; }
[ -f "$dist/SHA256SUMS" ] || { echo "$dist/SHA256SUMS does not exist; run \`make release\` first" >&2; exit 1; }
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$(dirname "$0")/../../Cargo.toml" | head -n 1)
# A signature holds for one version: an old release with its old signature is not taken for a new one.
comment="cfn-warden $version"
if [ "$key" = - ]; then
  umask 077
  key=$(mktemp)
  trap 'rm -f "$key"' EXIT
  printf '%s\n' "${MINISIGN_SECRET_KEY:?is not set}" > "$key"
fi
if [ -n "${MINISIGN_PASSWORD+set}" ]; then
  printf '%s\n' "$MINISIGN_PASSWORD" | minisign -S -s "$key" -m "$dist/SHA256SUMS" -t "$comment"
else
  minisign -S -s "$key" -m "$dist/SHA256SUMS" -t "$comment"
fi
