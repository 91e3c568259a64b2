//! A year of policy bundles, played through the function's binary against a model of the schedule.

use std::process::Command;

use crate::bootstrap::binary;
use crate::recorded::root;

/// `scripts/policy_year.py` has the model: 52 versions of a bundle and 40 events with each.
#[test]
fn every_event_of_a_year_has_the_outcome_of_the_schedule() {
    let played = Command::new("python3")
        .env_remove("LD_LIBRARY_PATH")
        .arg(root().join("scripts/policy_year.py"))
        .arg(binary())
        .output()
        .unwrap();
    let (out, err) = (String::from_utf8_lossy(&played.stdout), String::from_utf8_lossy(&played.stderr));
    assert!(played.status.success(), "{out}{err}");
    assert!(out.contains(" 2080 events, ") && out.ends_with("0 differences from the model\n"), "{out}");
}
