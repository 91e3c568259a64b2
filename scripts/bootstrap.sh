#!/bin/sh
# Builds the function as it ships: bootstrap.sh TARGET TARGET_DIR TOOLS writes TARGET_DIR/lambda/bootstrap/bootstrap.
#
# With cargo-lambda and zig, which link the smallest binary for either architecture on any machine; they are installed
# below TOOLS where they are not there. Where they cannot be had, plain cargo and the machine's C compiler link it.
set -eu
target=$1 target_dir=$2 tools=$3
cd "$(dirname "$0")/.."

if command -v rustup >/dev/null; then
  rustup target list --installed | grep -q "^$target\$" || rustup target add "$target"
fi

# Build scripts look for zig from folders of their own.
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

# The same sources are the same bytes, wherever they are built: panics name no place of this machine.
RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$PWD=cfn-warden --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
export RUSTFLAGS

out=$target_dir/lambda/bootstrap
if command -v cargo-lambda >/dev/null; then
  cargo lambda build --profile function --bin bootstrap --target "$target"
else
  cargo build --profile function --bin bootstrap --target "$target"
  mkdir -p "$out"
  cp "$target_dir/$target/function/bootstrap" "$out/bootstrap"
fi
echo "built $out/bootstrap for $target ($(wc -c < "$out/bootstrap") bytes)"
