//! Tests of cfn-lint's output formats against recorded output of cfn-lint.

use std::process::Command;

use crate::recorded;

#[test]
fn formats_match_cfn_lints_output() {
    let replay = Command::new("python3")
        .args([
            "scripts/compare_lint_outputs.py",
            "--replay",
            env!("CARGO_BIN_EXE_cfn-warden"),
        ])
        .current_dir(recorded::root())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&replay.stdout);
    assert!(
        replay.status.success() && said.ends_with("outputs, 0 differ\n"),
        "{said}{replay:?}"
    );
}
