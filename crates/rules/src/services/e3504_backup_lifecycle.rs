//! Checks the retention periods of backups.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Step, Violations, message};
use cfn_warden_syntax::Value;
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3504"),
    tags: &["properties", "backup", "plan", "lifecycle"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &[
    "Resources/AWS::Backup::BackupPlan/Properties/BackupPlan/BackupPlanRule/*/Lifecycle",
    "Resources/AWS::Backup::BackupPlan/Properties/BackupPlan/BackupPlanRule/*/CopyActions/*/Lifecycle",
];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(delete) = assertion.instance.entry("DeleteAfterDays") else {
        return;
    };
    let Some(moved) = assertion.instance.get("MoveToColdStorageAfterDays") else {
        return;
    };
    let (Value::Int(deleted), Value::Int(days)) = (delete.value.value, moved.value) else {
        return;
    };
    if deleted.saturating_sub(days) < 90 {
        const MESSAGE: &str =
            "DeleteAfterDays {} must be at least 90 days after MoveToColdStorageAfterDays {}";
        let message = message!(
            MESSAGE,
            [Operand::Value(delete.value), Operand::Value(moved)]
        );
        assertion.fail_at(evaluation, out, Step::Key(delete.key), message);
    }
}
