#!/bin/sh
# Verifies a release: verify.sh DIST [PUBLIC_KEY] checks the signature of the checksums, the checksums and the provenance.
# PUBLIC_KEY is the line of minisign that starts with RW; without it, the signature is not checked.
set -eu
dist=$1 key=${2:-}
here=$(dirname "$0")
if [ -n "$key" ]; then
  command -v minisign >/dev/null || { echo "minisign is not installed: https://jedisct1.github.io/minisign/" >&2; exit 1; }
  minisign -V -P "$key" -m "$dist/SHA256SUMS"
fi
(cd "$dist" && sha256sum --check --strict SHA256SUMS)
# Every file is one that SHA256SUMS lists.
for file in "$dist"/*; do
  name=$(basename "$file")
  case $name in SHA256SUMS | SHA256SUMS.minisig) continue ;; esac
  if [ -f "$file" ] && ! grep -q "  $name\$" "$dist/SHA256SUMS"; then
    echo "$name is not in SHA256SUMS" >&2
    exit 1
  fi
done
python3 "$here/provenance.py" verify "$dist"
