# Makes Cargo compile with a profile of scripts/record_profile.py: . scripts/with_profile.sh function|command changes RUSTFLAGS.
#
# Symbols contain the version of the compiler, so a profile is only of use for its own.
rust=$(rustc --version | cut -d ' ' -f 2)
profile=scripts/$1-$rust.profdata
if [ -f "$profile" ]; then
  PROFILED=$1:use=$PWD/$profile
  RUSTC_WRAPPER=$PWD/scripts/profiled_rustc.sh
  export PROFILED RUSTC_WRAPPER
  # Cargo does not know what the wrapper adds. With a checksum of it, it compiles again when that changes.
  RUSTFLAGS="$RUSTFLAGS --cfg=profile_$(cat "$profile" "$RUSTC_WRAPPER" | cksum | tr ' ' _)"
else
  echo "no profile for Rust $rust: the $1 is slower (make profiles records one)" >&2
fi
