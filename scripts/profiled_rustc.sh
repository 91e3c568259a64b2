#!/bin/sh
# Compiles a crate with profile-guided optimization (https://doc.rust-lang.org/rustc/profile-guided-optimization.html):
# RUSTC_WRAPPER=scripts/profiled_rustc.sh with PROFILED=KIND:use=FILE, or KIND:generate=FOLDER, where KIND is function or command.
#
# A profile finds functions by their symbols, which contain the metadata of their crates. Cargo makes it from the versions of
# all dependencies, the features and the target; here it is the crate's name, so that a profile still fits when they change.
set -eu
rustc=$1
shift
crate=${CARGO_CRATE_NAME:-}

case $crate in bootstrap | cfn_warden*) is_ours=yes ;; *) is_ours= ;; esac
is_for_target=
for argument; do
  shift
  case $is_ours$argument in
    yesmetadata=*) argument=metadata=$crate ;;
    yes--target) is_for_target=yes ;;
  esac
  set -- "$@" "$argument"
done

if [ -n "$is_for_target" ]; then
  # What often runs is inlined up to a size only: more costs 1 MB, and misses in the processor's cache of instructions.
  set -- "$@" \
    -C llvm-args=-inline-enable-cost-benefit-analysis=false \
    -C llvm-args=-hot-callsite-threshold=325 \
    -C llvm-args=-no-pgo-warn-mismatch
  # What never ran goes elsewhere, so that a start reads fewer pages. The function is too small for its longer jumps.
  case $PROFILED in command:use=*) set -- "$@" -C llvm-args=-enable-split-machine-functions ;; esac
  # Where a request or a command spends its time. The others keep their size.
  case $PROFILED:$crate in
    *:cfn_warden_schema | *:cfn_warden_syntax | *:cfn_warden_template | *:cfn_warden_rules | *:cfn_warden_secrets | \
      command:*:cfn_warden_guard | command:*:cfn_warden_lint | command:*:cfn_warden_cli | \
      function:generate=*:bootstrap | command:generate=*:cfn_warden) set -- "$@" -C "profile-${PROFILED#*:}" ;;
  esac
fi
exec "$rustc" "$@"
