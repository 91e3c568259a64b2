//! Checks the size of a Lambda function's environment.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Violations, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3697"),
    tags: &["resources", "lambda"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &["Resources/AWS::Lambda::Function/Properties/Environment/Variables"];

/// Maximum size in characters, as cfn-lint counts.
const LIMIT: usize = 4096;

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(entries) = assertion.instance.as_map() else {
        return;
    };
    let length = |text: Option<&str>| text.map_or(0, |text| text.chars().count());
    let lengths = entries.iter().filter_map(|entry| {
        let name = entry.key.as_str()?;
        Some(length(Some(name)).saturating_add(length(entry.value.as_str())))
    });
    let size: usize = lengths.sum();
    if size > LIMIT {
        const MESSAGE: &str =
            "Lambda environment variables total size ({}) exceeds the 4 KB ({} bytes) limit";
        assertion.fail(
            out,
            message!(MESSAGE, [Operand::Count(size), Operand::Count(LIMIT)]),
        );
    }
}
