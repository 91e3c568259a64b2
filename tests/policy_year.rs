//! The policy and the log of the function's binary over many events: scripts that compare them with a model, or measure them.

use std::process::Command;

use crate::bootstrap::binary;
use crate::recorded::root;

/// Runs a script of `scripts/` on the binary; returns what it prints.
fn run(script: &str, more: &[&str]) -> String {
    let ran = Command::new("python3")
        .env_remove("LD_LIBRARY_PATH")
        .arg(root().join("scripts").join(script))
        .arg(binary())
        .args(more)
        .output()
        .unwrap();
    let (out, err) = (
        String::from_utf8_lossy(&ran.stdout).into_owned(),
        String::from_utf8_lossy(&ran.stderr),
    );
    assert!(ran.status.success(), "{out}{err}");
    out
}

/// 52 versions of a bundle, 40 events with each, and the clock of the model.
#[test]
fn every_event_of_a_year_has_the_outcome_of_the_schedule() {
    let out = run("policy_year.py", &[]);
    assert!(
        out.contains(" 2080 events, ") && out.ends_with("0 differences from the model\n"),
        "{out}"
    );
}

/// `scripts/log_events.py` sends 10,000 by default.
#[test]
fn the_log_has_the_reason_of_each_failure_and_no_contents() {
    let out = run("log_events.py", &["--events", "1500"]);
    assert!(out.ends_with("0 wrong log lines of 1500 events\n"), "{out}");
}

/// `scripts/log_faults.py` has the faults and the words that their logs must have.
#[test]
fn the_log_names_the_cause_of_each_seeded_fault() {
    let out = run("log_faults.py", &[]);
    assert!(
        out.ends_with("24 faults, 0 whose log does not name the cause\n"),
        "{out}"
    );
}

/// 1,000 rules and 2,000 waivers. The times are those of a release: a debug build only has to answer.
#[test]
fn a_large_bundle_is_fast_and_small() {
    let is_release = std::env::var_os("CFN_WARDEN_BOOTSTRAP").is_some();
    // Twice the limits that docs/bundles.md states: other tests run at the same time.
    let most = if is_release {
        "80,10,64"
    } else {
        "10000,5000,100"
    };
    let out = run(
        "bundle_speed.py",
        &["--starts", "3", "--warm", "9", "--most", most],
    );
    assert!(out.contains(" 30 findings: "), "{out}");
}
