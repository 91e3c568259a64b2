#!/bin/sh
# Builds the Python package and tests it: python.sh build TARGET_DIR TOOLS writes a source distribution and a wheel to
# TARGET_DIR/python; python.sh test TARGET_DIR TOOLS installs the wheel in a new virtual environment and tests it there.
#
# On Linux, the wheel is for any distribution (manylinux2014): zig links it, and the program in it is that of a release.
#
# CFN_WARDEN_PROGRAM=FILE: the program for the wheel, instead of building it. CFN_WARDEN_TEMPLATES=DIR: templates on which
# the package and the program must agree. PYTHON: the interpreter of the virtual environments.
set -eu
verb=$1
mkdir -p "$2/python" "$3"
out=$(cd "$2/python" && pwd) tools=$(cd "$3" && pwd)
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
quietly="--quiet --disable-pip-version-check"

case $verb in
build)
  if ! test -x "$tools/python-build/bin/maturin"; then
    $python -m venv "$tools/python-build"
    # shellcheck disable=SC2086
    "$tools/python-build/bin/python" -m pip install $quietly build==1.6.1 maturin==1.16.0 ziglang==0.17.0
  fi
  rm -f "$out"/*.whl "$out"/*.tar.gz
  # Equal sources give equal bytes in any folder.
  RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$PWD=cfn-warden --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || echo 315532800)
  PATH=$tools/python-build/bin:$PATH
  export RUSTFLAGS SOURCE_DATE_EPOCH PATH
  if [ "$(uname -s)" = Linux ]; then
    target=$(uname -m)-unknown-linux-musl
    if [ -z "${CFN_WARDEN_PROGRAM:-}" ]; then
      RUSTFLAGS= sh scripts/release/cli.sh "$target" "$out/.." "$tools"
      CFN_WARDEN_PROGRAM=$out/../cli/$target/cfn-warden
    fi
    MATURIN_PEP517_ARGS="--zig --compatibility manylinux2014"
    export CFN_WARDEN_PROGRAM MATURIN_PEP517_ARGS
  fi
  python -m build --no-isolation --sdist --wheel --outdir "$out" bindings/python
  ls -l "$out"
  ;;
test)
  environment=$out/test
  rm -rf "$environment"
  $python -m venv "$environment"
  # shellcheck disable=SC2086
  "$environment/bin/python" -m pip install $quietly --no-index --no-deps "$out"/*.whl
  # shellcheck disable=SC2086
  "$environment/bin/python" -m pip install $quietly pytest mypy
  "$environment/bin/python" -m mypy --strict bindings/python/tests/typed.py
  "$environment/bin/python" -m pytest -q -p no:cacheprovider bindings/python/tests
  ;;
*)
  echo "unknown verb \`$verb\`; expected build or test" >&2
  exit 1
  ;;
esac
