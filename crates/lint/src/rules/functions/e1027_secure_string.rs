//! Secure strings of Parameter Store, and where they are resolved. Run by E1050.

use crate::Rule;
use crate::rules::secrets;
use cfn_warden_schema::{Fault, Operand, Site, Violation, Violations};

/// E1027
pub static RULE: Rule = Rule::label("E1027", &["functions", "dynamic reference"]);

/// Reports a reference where no secure string can stand.
pub fn check<'a>(site: &Site<'a, '_>, reference: &'a str, out: &mut Violations<'a>) {
    if secrets::PATHS.iter().any(|path| site.cx.schema_path.is(path)) {
        return;
    }
    let words = "Dynamic reference {} to SSM secure strings can only be used in resource properties";
    out.push(Violation { rule: Some(RULE.id), ..site.violation(Fault::new(words, [Operand::Text(reference)])) });
}
