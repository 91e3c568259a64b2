//! Checks where secure strings of Parameter Store are used. Run by E1050.

use crate::secrets;
use cfn_warden_lint::Rule;
use cfn_warden_schema::{Assertion, Operand, Violation, Violations, message};

pub static RULE: Rule = Rule::label("E1027", &["functions", "dynamic reference"]);

/// Reports a reference in a property that does not support secure strings.
pub fn check<'a>(assertion: &Assertion<'a, '_>, reference: &'a str, out: &mut Violations<'a>) {
    if secrets::PATHS
        .iter()
        .any(|path| assertion.cx.schema_path.is(path))
    {
        return;
    }
    const MESSAGE: &str =
        "Dynamic reference {} to SSM secure strings can only be used in resource properties";
    out.push(Violation {
        rule: Some(RULE.id),
        ..assertion.violation(message!(MESSAGE, [Operand::Text(reference)]))
    });
}
