#!/bin/sh
# Verifies a release: verify.sh DIST [PUBLIC_KEY [VERSION]] checks the signature of the checksums, its version, the checksums and the
# provenance. PUBLIC_KEY is the line of minisign that starts with RW; without it, the signature is not checked. The default of
# VERSION is that of this checkout.
set -eu
dist=$1 key=${2:-} version=${3:-}
here=$(dirname "$0")
[ -n "$version" ] || version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$here/../../Cargo.toml" | head -n 1)
if [ -n "$key" ]; then
  command -v minisign >/dev/null || { echo "minisign is not installed: https://jedisct1.github.io/minisign/" >&2; exit 1; }
  verified=$(minisign -V -P "$key" -m "$dist/SHA256SUMS")
  echo "$verified"
  signed=$(echo "$verified" | sed -n 's/^Trusted comment: //p')
  # An old release with its old signature is not a new one.
  [ "$signed" = "cfn-warden $version" ] || {
    echo "$dist/SHA256SUMS is signed for \`$signed\`; expected \`cfn-warden $version\`" >&2
    exit 1
  }
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
