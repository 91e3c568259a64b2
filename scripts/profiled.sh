# For a script that builds, in the root of the workspace: Cargo compiles with the profile of scripts/record_profile.py. Symbols
# contain the version of the compiler, so a profile is only of use for its own.
rust=$(rustc --version | cut -d ' ' -f 2)
recorded=scripts/lint-$rust.profdata
if [ -f "$recorded" ]; then
  PROFILED=use=$recorded
  RUSTC_WRAPPER=$PWD/scripts/profiled_rustc.sh
  export PROFILED RUSTC_WRAPPER
  # Cargo does not know what the wrapper adds. With a checksum of it, it compiles again when that changes.
  RUSTFLAGS="${RUSTFLAGS:-} --cfg=profile_$(cat "$recorded" "$RUSTC_WRAPPER" | cksum | tr ' ' _)"
else
  echo "no profile for Rust $rust: the program is slower (scripts/record_profile.py records one)" >&2
fi
