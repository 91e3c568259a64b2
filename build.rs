//! Links the command line where it may stand at a fixed place.
//!
//! A program that may be loaded anywhere has its 46,000 addresses put right at every start, nearly all of them the AWS
//! SDK's, of which most commands use nothing: that took longer than to evaluate a small rule. What is given up is the
//! random place of the program's own code; stack, heap and libraries keep theirs. The function is not linked like this:
//! it starts seldom, and its input comes from elsewhere.

#![expect(clippy::disallowed_methods, reason = "cargo tells a build script its target by the environment")]

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let is_intel_or_arm = is("CARGO_CFG_TARGET_ARCH", "x86_64") || is("CARGO_CFG_TARGET_ARCH", "aarch64");
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") && is_intel_or_arm {
        println!("cargo::rustc-link-arg-bin=cfn-warden=-no-pie");
    }
}
