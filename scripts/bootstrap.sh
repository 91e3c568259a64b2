#!/bin/sh
# Builds the function for release: bootstrap.sh TARGET TARGET_DIR TOOLS writes TARGET_DIR/lambda/bootstrap/bootstrap.
#
# Uses cargo-lambda and zig, which link the smallest binary for either architecture on any machine, and installs them in
# TOOLS if they are missing. If that fails, cargo and the C compiler of the machine link it.
set -eu
target=$1 target_dir=$2 tools=$3
cd "$(dirname "$0")/.."

if command -v rustup >/dev/null; then
  rustup target list --installed | grep -q "^$target\$" || rustup target add "$target"
fi

# Build scripts run in other folders, so the path of zig must be absolute.
case $tools in /*) ;; *) tools=$PWD/$tools ;; esac
if ! command -v cargo-lambda >/dev/null; then
  PATH=$tools/bin:$PATH
  export PATH
fi
if ! command -v cargo-lambda >/dev/null; then
  echo "installing cargo-lambda and zig in $tools"
  python3 -m venv "$tools" &&
    "$tools/bin/python" -m pip install --quiet --disable-pip-version-check cargo-lambda==1.9.2 ziglang==0.17.0 ||
    echo "cargo-lambda cannot be had here: building with cargo alone"
fi

# Equal sources give equal bytes in any folder: panic messages contain no absolute paths.
RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$PWD=cfn-warden --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
# These names tell the instances of a generic function apart, and the profile has them.
RUSTFLAGS="$RUSTFLAGS -C symbol-mangling-version=v0"

kind=function
. scripts/with_profile.sh
export RUSTFLAGS

out=$target_dir/lambda/bootstrap
if command -v cargo-lambda >/dev/null; then
  # Only zig's linker takes it. The path is relative: Cargo's hashes depend on it, and Cargo links in the workspace's root.
  RUSTFLAGS="$RUSTFLAGS -C link-arg=-Wl,-T,scripts/bootstrap.ld"
  cargo lambda build --profile function --bin bootstrap --target "$target" --no-default-features --features aws,knowledge
else
  cargo build --profile function --bin bootstrap --target "$target" --no-default-features --features aws,knowledge
  mkdir -p "$out"
  cp "$target_dir/$target/function/bootstrap" "$out/bootstrap"
fi
echo "built $out/bootstrap for $target ($(wc -c < "$out/bootstrap") bytes)"
