//! Makes the command line start faster on Linux: a fixed load address, and a static unwinder.
//!
//! A position-independent executable relocates 46,000 addresses at every start, most of them in the AWS SDK, which few
//! commands use. This took longer than the evaluation of a small rule. The cost is that the address of the program's own
//! code is not randomized; stack, heap and libraries still are. The Lambda function is linked by zig, which chooses a fixed
//! address, too (`scripts/bootstrap.sh`).
//!
//! The compiler's unwinder is linked statically because the dynamic linker would otherwise find, map and relocate
//! `libgcc_s` at every start, for four functions that only a panic calls.

#![expect(
    clippy::disallowed_methods,
    reason = "Cargo passes the target to a build script in environment variables"
)]

use std::env;
use std::path::PathBuf;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // The linker reads them (`scripts/bootstrap.sh`, `scripts/release/cli.sh`), and Cargo does not know.
    println!("cargo::rerun-if-changed=scripts/bootstrap.ld");
    println!("cargo::rerun-if-changed=scripts/cfn-warden.ld");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let is_intel_or_arm =
        is("CARGO_CFG_TARGET_ARCH", "x86_64") || is("CARGO_CFG_TARGET_ARCH", "aarch64");
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") && is_intel_or_arm {
        println!("cargo::rustc-link-arg-bin=cfn-warden=-no-pie");
        if let Some(folder) = unwinder() {
            println!("cargo::rustc-link-search=native={}", folder.display());
            println!("cargo::rustc-link-lib=static:-bundle=gcc_eh");
        }
    }
}

/// Returns the folder of the static unwinder; `None` for cross builds and if the compiler does not have it.
fn unwinder() -> Option<PathBuf> {
    // The runtime of fuzz targets links its own unwinder.
    let is_fuzzed = env::var_os("CARGO_CFG_FUZZING").is_some();
    if is_fuzzed || env::var("HOST").ok()? != env::var("TARGET").ok()? {
        return None;
    }
    let output = Command::new("cc")
        .arg("-print-file-name=libgcc_eh.a")
        .output()
        .ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim_end());
    path.is_absolute()
        .then_some(path)?
        .parent()
        .map(PathBuf::from)
}
