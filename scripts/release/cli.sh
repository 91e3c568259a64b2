#!/bin/sh
# Builds the CLI for release: cli.sh TARGET TARGET_DIR TOOLS [PROFILE] writes TARGET_DIR/cli/TARGET/cfn-warden, on Windows
# cfn-warden.exe. Equal sources give equal bytes, in any folder.
#
# Uses cargo-zigbuild and zig, which link for Linux, macOS and Windows on any machine, and installs them in TOOLS if they
# are missing.
set -eu
target=$1 target_dir=$2 tools=$3 profile=${4:-release}
cd "$(dirname "$0")/../.."

# Build scripts run in other folders, and so do linkers.
case $tools in /*) ;; *) tools=$PWD/$tools ;; esac
case $target_dir in /*) ;; *) target_dir=$PWD/$target_dir ;; esac
PATH=$tools/bin:$PATH
export PATH
if ! command -v cargo-zigbuild >/dev/null || ! python3 -c 'import ziglang' 2>/dev/null; then
  echo "installing cargo-zigbuild and zig in $tools"
  [ -x "$tools/bin/python" ] || python3 -m venv "$tools"
  "$tools/bin/python" -m pip install --quiet --disable-pip-version-check cargo-zigbuild==0.24.1 ziglang==0.17.0
fi

if command -v rustup >/dev/null; then
  rustup target list --installed | grep -q "^$target\$" || rustup target add "$target"
fi

# Panic messages contain no absolute paths.
flags="--remap-path-prefix=$PWD=cfn-warden --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
binary=cfn-warden
case $target in
  # A fixed load address (build.rs has the reason), and the functions of a start next to each other, by names that tell the
  # instances of a generic function apart. The path is relative: Cargo's hashes depend on it.
  *-linux-musl)
    flags="$flags -C relocation-model=static -C symbol-mangling-version=v0 -C link-arg=-Wl,-T,scripts/cfn-warden.ld"
    ;;
  # The linker needs the names of the functions in two frameworks, which only Apple's SDK has.
  *-apple-darwin)
    python3 scripts/release/frameworks.py "$target" "$target_dir/cli/$target/frameworks"
    flags="$flags -C link-arg=-F$target_dir/cli/$target/frameworks"
    ;;
  *-windows-*) binary=cfn-warden.exe ;;
esac
RUSTFLAGS="${RUSTFLAGS:-} $flags"
kind=command
. scripts/with_profile.sh
CARGO_TARGET_DIR=$target_dir
export RUSTFLAGS CARGO_TARGET_DIR

cargo zigbuild --locked --quiet --profile "$profile" --bin cfn-warden --target "$target"
mkdir -p "$target_dir/cli/$target"
folder=$profile
[ "$profile" != dev ] || folder=debug
cp "$target_dir/$target/$folder/$binary" "$target_dir/cli/$target/$binary"
echo "built $target_dir/cli/$target/$binary ($(wc -c < "$target_dir/cli/$target/$binary" | tr -d ' ') bytes)"
