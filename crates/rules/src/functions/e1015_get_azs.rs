//! Checks the arguments and the result type of `Fn::GetAZs`.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::function;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::inline::pack;
use cfn_warden_schema::types::{Type, Types};
use cfn_warden_schema::{Assertion, Evaluation, Knowledge, Pack, Violations, keyword};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::region::REGIONS;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1015"),
    tags: &["functions", "getaz"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::FN_GET_AZS, check)]),
};

const SCHEMA: &str = "other/functions/getazs";

/// Returns the schema of the argument: the name of a region, or an empty string.
fn arguments(knowledge: &Knowledge) -> Pack {
    let functions = knowledge
        .document(SCHEMA)
        .and_then(|schema| schema.keyword(keyword::CFN_CONTEXT)?.get("functions"));
    let functions = functions.map_or_else(|| "[]".to_owned(), |functions| functions.to_string());
    let regions: Vec<_> = [""]
        .iter()
        .chain(REGIONS)
        .map(|region| format!("\"{region}\""))
        .collect();
    let schema = format!(
        r#"{{"type": ["string"], "enum": [{}]}}"#,
        regions.join(", ")
    );
    pack(&format!(
        r#"{{"cfnContext": {{"functions": {functions}, "schema": {schema}}}}}"#
    ))
}

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let arguments = evaluation.knowledge.derived(SCHEMA, arguments);
    function::check_with(
        arguments,
        Types::of(&[Type::Array]),
        Some(RuleId::new("W1036")),
        evaluation,
        assertion,
        out,
    );
}
