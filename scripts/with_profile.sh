# Makes Cargo compile with a profile of scripts/record_profile.py: `kind=function` or `kind=command`, then
# `. scripts/with_profile.sh`, which changes RUSTFLAGS.
#
# Symbols contain the version of the compiler, so a profile is only of use for its own.
rust=$(rustc --version | cut -d ' ' -f 2)
recorded=scripts/$kind-$rust.profdata
if [ -f "$recorded" ]; then
  PROFILED=$kind:use=$recorded
  RUSTC_WRAPPER=$PWD/scripts/profiled_rustc.sh
  export PROFILED RUSTC_WRAPPER
  # Cargo does not know what the wrapper adds. With a checksum of it, it compiles again when that changes.
  RUSTFLAGS="$RUSTFLAGS --cfg=profile_$(cat "$recorded" "$RUSTC_WRAPPER" | cksum | tr ' ' _)"
else
  echo "no profile for Rust $rust: the $kind is slower (make profiles records one)" >&2
fi
