#!/bin/sh
# Installs the cfn-warden CLI for the current user, after it verified the checksum of the archive:
#
#   curl -fsSL https://raw.githubusercontent.com/cfn-warden/cfn-warden/v0.1.0/install.sh | sh
#
# Options, such as `--help`, follow `sh -s --`.
set -eu

VERSION=0.1.0
RELEASES=https://github.com/cfn-warden/cfn-warden/releases/download
# The public key that releases are signed with; docs/releasing.md describes how it is made. Empty until there is a release.
PUBLIC_KEY=

fail() {
  echo "cfn-warden: error: $*" >&2
  exit 1
}

usage() {
  cat <<END
Installs the cfn-warden CLI for the current user, after it verified the checksum of the archive.

Usage: sh install.sh [OPTIONS], or: curl -fsSL URL | sh -s -- [OPTIONS]

Options:
  --to FOLDER            folder of the binary (default: \$HOME/.local/bin)
  --version VERSION      version to install (default: $VERSION)
  --from URL             address of the release's files (default: the release on GitHub)
  --target TARGET        platform, such as aarch64-unknown-linux-musl (default: that of this machine)
  --public-key KEY       require a signature by this public key of minisign
  --with-manual          also install man pages and completions, in the folder share next to FOLDER
  --with-checksum        also write the checksum of the binary to FOLDER/.cfn-warden.sha256
  --is-installed FOLDER  only check that the binary in FOLDER has this checksum
  --help                 print this help
END
}

main() {
  version=$VERSION to=${HOME:-}/.local/bin from="" target="" key=$PUBLIC_KEY is_key_required=no with_manual=no with_checksum=no
  while [ $# -gt 0 ]; do
    case $1 in
      --to | --version | --from | --target | --public-key | --is-installed) [ $# -gt 1 ] || fail "\`$1\` needs a value" ;;
    esac
    case $1 in
      --to) to=$2 && shift ;;
      --version) version=${2#v} && shift ;;
      --from) from=${2%/} && shift ;;
      --target) target=$2 && shift ;;
      --public-key) key=$2 is_key_required=yes && shift ;;
      -h | --help)
        usage
        return
        ;;
      --with-manual) with_manual=yes ;;
      --with-checksum) with_checksum=yes ;;
      --is-installed)
        is_installed "$2"
        return
        ;;
      *) fail "invalid option \`$1\`; expected --to, --version, --from, --target, --public-key, --with-manual, --with-checksum, --is-installed or --help" ;;
    esac
    shift
  done
  case $version in *[!0-9A-Za-z.+-]* | '') fail "invalid version \`$version\`; expected one such as $VERSION" ;; esac
  case $to in /*) ;; *) to=$PWD/$to ;; esac
  [ -n "$target" ] || target=$(platform)
  [ -n "$from" ] || from=$RELEASES/v$version

  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT TERM
  name=cfn-warden-$version-$target
  archive=$name.tar.gz
  case $target in *-windows-*) fail "download $from/$name.zip and unpack it: this script does not install on Windows" ;; esac

  download "$from/SHA256SUMS" "$work/SHA256SUMS"
  verify_signature
  wanted=$(awk -v name="$archive" '$2 == name || $2 == "*" name { print $1 }' "$work/SHA256SUMS")
  [ -n "$wanted" ] || fail "$from/SHA256SUMS does not list $archive: releases have no build for $target"
  download "$from/$archive" "$work/$archive"
  found=$(sha256 "$work/$archive")
  [ "$found" = "$wanted" ] || fail "checksum of $archive is $found; expected $wanted. Nothing was installed"

  tar -xzf "$work/$archive" -C "$work"
  mkdir -p "$to"
  # Under a name of its own first, and then renamed: a running cfn-warden is not written to.
  cp "$work/$name/cfn-warden" "$to/.cfn-warden.$$"
  chmod 755 "$to/.cfn-warden.$$"
  mv -f "$to/.cfn-warden.$$" "$to/cfn-warden"
  [ "$with_checksum" = no ] || sha256 "$to/cfn-warden" > "$to/.cfn-warden.sha256"
  [ "$with_manual" = no ] || install_manual "$(dirname "$to")/share"
  echo "installed cfn-warden $version in $to"
  case :${PATH:-}: in *":$to:"*) ;; *) echo "add $to to PATH to run it by name" ;; esac
}

# Prints the target of this machine.
platform() {
  system=$(uname -s) machine=$(uname -m)
  case $machine in
    x86_64 | amd64) machine=x86_64 ;;
    aarch64 | arm64) machine=aarch64 ;;
    *) fail "releases have no build for processors of type \`$machine\`; build it: cargo install cfn-warden" ;;
  esac
  case $system in
    Linux) echo "$machine-unknown-linux-musl" ;;
    Darwin)
      # A shell under Rosetta reports x86_64.
      [ "$(sysctl -n hw.optional.arm64 2>/dev/null || true)" != 1 ] || machine=aarch64
      echo "$machine-apple-darwin"
      ;;
    MINGW* | MSYS* | CYGWIN*) echo "$machine-pc-windows-gnu" ;;
    *) fail "releases have no build for \`$system\`; build it: cargo install cfn-warden" ;;
  esac
}

# is_installed FOLDER: whether the program in a folder has the checksum that it had when it was installed.
is_installed() {
  [ -x "$1/cfn-warden" ] && [ -f "$1/.cfn-warden.sha256" ] && [ "$(sha256 "$1/cfn-warden")" = "$(cat "$1/.cfn-warden.sha256")" ]
}

# download URL FILE. Redirects from https stay on https.
download() {
  case $1 in
    https://*) protocols="=https" ;;
    *) protocols="=http,https,file" ;;
  esac
  if command -v curl >/dev/null; then
    curl --proto "$protocols" --proto-redir "$protocols" --fail --silent --show-error --location --retry 3 --output "$2" "$1" ||
      fail "cannot download $1"
  elif command -v wget >/dev/null; then
    # wget cannot limit the protocols of redirects, so that it follows those of http only.
    case $1 in
      https://*) download_https "$1" "$2" ;;
      *) wget -q -O "$2" "$1" || fail "cannot download $1" ;;
    esac
  else
    fail "neither curl nor wget is installed"
  fi
}

# download_https URL FILE: follows redirects with wget one by one, and only to https.
download_https() {
  url=$1 left=5
  while ! wget -q --max-redirect=0 --server-response -O "$2" "$url" 2> "$work/response"; do
    next=$(awk 'tolower($1) == "location:" { location = $2 } END { print location }' "$work/response")
    case $next in https://*) url=$next ;; *) fail "cannot download $1" ;; esac
    left=$((left - 1))
    [ "$left" -gt 0 ] || fail "cannot download $1: too many redirects"
  done
}

# Verifies the signature of SHA256SUMS if there is a public key. Checksums are always verified.
verify_signature() {
  [ -n "$key" ] || return 0
  if ! command -v minisign >/dev/null; then
    [ "$is_key_required" = no ] || fail "--public-key needs minisign: https://jedisct1.github.io/minisign/"
    echo "the signature is not verified: minisign is not installed"
    return 0
  fi
  download "$from/SHA256SUMS.minisig" "$work/SHA256SUMS.minisig"
  signed=$(minisign -V -Q -P "$key" -m "$work/SHA256SUMS") || fail "the signature of $from/SHA256SUMS is not valid"
  [ "$signed" = "cfn-warden $version" ] || fail "$from/SHA256SUMS is signed for \`$signed\`; expected \`cfn-warden $version\`"
}

# Prints the checksum of a file.
sha256() {
  if command -v sha256sum >/dev/null; then
    sha256sum "$1" | cut -d ' ' -f 1
  elif command -v shasum >/dev/null; then
    shasum -a 256 "$1" | cut -d ' ' -f 1
  elif command -v openssl >/dev/null; then
    openssl dgst -sha256 -r "$1" | cut -d ' ' -f 1
  else
    fail "the checksum cannot be verified: neither sha256sum, shasum nor openssl is installed"
  fi
}

# install_manual SHARE
install_manual() {
  mkdir -p "$1/man/man1" "$1/bash-completion/completions" "$1/zsh/site-functions" "$1/fish/vendor_completions.d"
  cp "$work/$name/man/"*.1 "$1/man/man1/"
  cp "$work/$name/completions/cfn-warden.bash" "$1/bash-completion/completions/cfn-warden"
  cp "$work/$name/completions/_cfn-warden" "$1/zsh/site-functions/"
  cp "$work/$name/completions/cfn-warden.fish" "$1/fish/vendor_completions.d/"
}

# Called in the last line: a download that was cut off runs nothing.
main "$@"
