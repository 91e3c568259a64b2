#!/bin/sh
# Builds the image of Dockerfile from the archives of a release: image.sh DIST CONTEXT [BUILDER] writes the build context to
# CONTEXT and builds with BUILDER, `docker` by default; with `none`, nothing is built.
set -eu
dist=$1 context=$2 builder=${3:-docker}
here=$(cd "$(dirname "$0")/../.." && pwd)
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$here/Cargo.toml" | head -n 1)
rm -rf "$context"
mkdir -p "$context"

for pair in amd64:x86_64 arm64:aarch64; do
  name=cfn-warden-$version-${pair#*:}-unknown-linux-musl
  [ -f "$dist/$name.tar.gz" ] || { echo "$dist/$name.tar.gz does not exist; the image is not for ${pair%:*}" >&2; continue; }
  tar -xzf "$dist/$name.tar.gz" -C "$context"
  mv "$context/$name/cfn-warden" "$context/cfn-warden-${pair%:*}"
  rm -r "${context:?}/$name"
done
cp "$here/Dockerfile" "$here/LICENSE" "$here/THIRD-PARTY-NOTICES.txt" "$context/"
for certificates in "${SSL_CERT_FILE:-}" /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/ssl/cert.pem; do
  [ ! -f "$certificates" ] || { cp "$certificates" "$context/ca-certificates.crt" && break; }
done
[ -f "$context/ca-certificates.crt" ] || { echo "no CA certificates on this machine; set SSL_CERT_FILE" >&2; exit 1; }

case $builder in
  none) ;;
  *) "$builder" build --build-arg "TARGETARCH=$(uname -m | sed 's/x86_64/amd64/; s/aarch64/arm64/')" \
       --tag "cfn-warden:$version" "$context" ;;
esac
