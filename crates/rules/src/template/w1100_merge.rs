//! Reports YAML merge keys, which CloudFormation does not support.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("W1100"),
    tags: &["yaml"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for merged in lint.tree.merges() {
        const MESSAGE: &str = "This code is using yaml marge capabilities and can only be deployed using the 'package' cli command";
        sink.report(
            InstancePath::of(lint.arena, lint.tree, merged),
            lint.template.root,
            message!(MESSAGE),
        );
    }
}
