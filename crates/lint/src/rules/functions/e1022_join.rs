//! Checks the arguments and the result type of `Fn::Join`.

use std::borrow::Cow;

use super::i1022_sub;
use crate::Rule;
use crate::function::{self, FunctionSpec};
use crate::rule::Check;
use cfn_warden_schema::mode::TypeMatching;
use cfn_warden_schema::{Context, Site, Violations, Walk, keyword};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1022"),
    tags: &["functions", "join"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::FN_JOIN, check)]),
};

const SPEC: FunctionSpec =
    FunctionSpec { arguments: "other/functions/join", output: &["string"], resolved_rule: Some(RuleId::new("W1032")) };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context { types: TypeMatching::Exact, ..*site.cx };
    function::check(&SPEC, walk, &Site { cx: &cx, ..*site }, out);
    i1022_sub::check(walk, site, out);
}
