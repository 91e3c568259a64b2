//! How large a function's environment is.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::{Fault, Operand, Site, Violations, Walk};

/// E3697
pub static RULE: Rule =
    Rule { id: "E3697", tags: &["resources", "lambda"], checks: Cow::Borrowed(&[Check::Value(PATHS, check)]) };

const PATHS: &[&str] = &["Resources/AWS::Lambda::Function/Properties/Environment/Variables"];

/// In characters, as the reference counts.
const LIMIT: usize = 4096;

fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(entries) = site.instance.as_map() else { return };
    let length = |text: Option<&str>| text.map_or(0, |text| text.chars().count());
    let lengths = entries.iter().filter_map(|entry| {
        let name = entry.key.as_str()?;
        Some(length(Some(name)).saturating_add(length(entry.value.as_str())))
    });
    let size: usize = lengths.sum();
    if size > LIMIT {
        let words = "Lambda environment variables total size ({}) exceeds the 4 KB ({} bytes) limit";
        site.fail(out, Fault::new(words, [Operand::Count(size), Operand::Count(LIMIT)]));
    }
}
