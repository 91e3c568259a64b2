//! `Fn::GetStackOutput`: its arguments, and what it gives.

use std::borrow::Cow;

use crate::Rule;
use crate::function::{self, SCALAR, Spec};
use crate::rule::Check;
use cfn_warden_schema::{Site, Violations, Walk, keyword};

/// E1033
pub static RULE: Rule = Rule {
    id: "E1033",
    title: "Fn::GetStackOutput is well formed",
    description: "Fn::GetStackOutput has the arguments it takes, and stands where what it gives can stand",
    source: "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/intrinsic-function-reference.html",
    tags: &["functions", "getstackoutput"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::FN_GET_STACK_OUTPUT, check)]),
};

const SPEC: Spec = Spec { arguments: "other/functions/getstackoutput", output: SCALAR, resolved: None };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    function::check(&SPEC, walk, site, out);
}
