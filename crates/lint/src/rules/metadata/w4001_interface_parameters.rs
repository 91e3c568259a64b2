//! Reports unknown parameters in `AWS::CloudFormation::Interface`.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::{Site, ViolationKind, Violations, Walk};
use cfn_warden_syntax::Value;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;

pub static RULE: Rule = Rule {
    id: RuleId::new("W4001"),
    tags: &["metadata"],
    checks: Cow::Borrowed(&[Check::Value(&["cfnParameter"], check)]),
};

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let names: Vec<&str> = walk.template.parameters.iter().map(|parameter| parameter.name).collect();
    let known = match site.instance.value {
        Value::Map(_) | Value::List(_) | Value::Null => false,
        _ => names.contains(&python::str(site.instance).as_str()),
    };
    if !known {
        let declared = walk.arena.alloc_slice_copy(&names);
        site.fail(out, ViolationKind::Undeclared { instance: site.instance, declared });
    }
}
