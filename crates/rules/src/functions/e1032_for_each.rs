//! Reports `Fn::ForEach` in templates without the language extensions transform.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Operand, Step, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1032"),
    tags: &["functions", "foreach"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    if lint.template.has_language_extensions() {
        return;
    }
    for used in &lint.template.uses().for_eaches {
        let instance_path = InstancePath::of(lint.arena, lint.tree, used.holder.id)
            .step(lint.arena, Step::Key(used.entry.key));
        const MESSAGE: &str = "Missing Transform: Declare the AWS::LanguageExtensions Transform globally to enable use of the \
                     intrinsic function Fn::ForEach at {}";
        let path = lint.arena.alloc_str(&instance_path.to_string());
        sink.report(
            instance_path,
            used.entry.value,
            message!(MESSAGE, [Operand::Plain(path)]),
        );
    }
}
