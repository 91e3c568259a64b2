//! Links the command line so that it starts fast: where it may, at a fixed place, and without a library for what it
//! needs four functions of.
//!
//! A program that may be loaded anywhere has its 46,000 addresses put right at every start, nearly all of them the AWS
//! SDK's, of which most commands use nothing: that took longer than to evaluate a small rule. What is given up is the
//! random place of the program's own code; stack, heap and libraries keep theirs. The function is not linked like this:
//! it starts seldom, and its input comes from elsewhere.
//!
//! What walks the stack of a panic is the compiler's: as a library of its own it is looked for, mapped and put right at
//! every start, for what no run without a panic calls.

#![expect(clippy::disallowed_methods, reason = "cargo tells a build script its target by the environment")]

use std::env;
use std::path::PathBuf;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let is_intel_or_arm = is("CARGO_CFG_TARGET_ARCH", "x86_64") || is("CARGO_CFG_TARGET_ARCH", "aarch64");
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") && is_intel_or_arm {
        println!("cargo::rustc-link-arg-bin=cfn-warden=-no-pie");
        if let Some(folder) = unwinder() {
            println!("cargo::rustc-link-search=native={}", folder.display());
            println!("cargo::rustc-link-lib=static:-bundle=gcc_eh");
        }
    }
}

/// The folder of the static library that unwinds, where the compiler of this machine, for this machine, has one.
fn unwinder() -> Option<PathBuf> {
    // Fuzz targets have a runtime that looks into unwinding itself.
    let is_fuzzed = env::var_os("CARGO_CFG_FUZZING").is_some();
    if is_fuzzed || env::var("HOST").ok()? != env::var("TARGET").ok()? {
        return None;
    }
    let said = Command::new("cc").arg("-print-file-name=libgcc_eh.a").output().ok()?;
    let path = PathBuf::from(String::from_utf8(said.stdout).ok()?.trim_end());
    path.is_absolute().then_some(path)?.parent().map(PathBuf::from)
}
