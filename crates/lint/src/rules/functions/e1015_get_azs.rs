//! Checks the arguments and the result type of `Fn::GetAZs`.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::Rule;
use crate::function;
use crate::rule::Check;
use cfn_warden_schema::inline::{Inline, pack};
use cfn_warden_schema::{Site, Violations, Walk, keyword, store};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::region::REGIONS;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1015"),
    tags: &["functions", "getaz"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::FN_GET_AZS, check)]),
};

/// Schema of the argument: the name of a region, or an empty string.
static ARGUMENTS: Inline = LazyLock::new(|| {
    let functions = store::document("other/functions/getazs")
        .and_then(|schema| schema.keyword(keyword::CFN_CONTEXT)?.get("functions"));
    let functions = functions.map_or_else(|| "[]".to_owned(), |functions| functions.to_string());
    let regions: Vec<_> = [""].iter().chain(REGIONS).map(|region| format!("\"{region}\"")).collect();
    let schema = format!(r#"{{"type": ["string"], "enum": [{}]}}"#, regions.join(", "));
    pack(&format!(r#"{{"cfnContext": {{"functions": {functions}, "schema": {schema}}}}}"#))
});

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    function::check_with(ARGUMENTS.root(), &["array"], Some(RuleId::new("W1036")), walk, site, out);
}
