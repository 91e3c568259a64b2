//! Checks the tags of a resource: unique keys, no reserved prefix.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::mode::AttachedRules;
use cfn_warden_schema::{Assertion, Context, Evaluation, Violations, keyword};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3024"),
    tags: &["parameters", "resources", "tags"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::TAGGING, check)]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if assertion
        .value
        .keyword(keyword::TAGGABLE)
        .and_then(|taggable| taggable.as_bool())
        != Some(true)
    {
        return;
    }
    let Some(schema) = evaluation.knowledge.document("other/resources/tagging") else {
        return;
    };
    let mark = out.len();
    evaluation.check(
        &Context {
            attached_rules: AttachedRules::Skip,
            ..*assertion.cx
        },
        schema,
        assertion.instance,
        out,
    );
    out.since(mark)
        .iter_mut()
        .for_each(|violation| violation.keyword = keyword::TAGGING);
}
