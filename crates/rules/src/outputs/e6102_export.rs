//! Checks the export name of an output.

use std::borrow::Cow;

use std::sync::LazyLock;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::inline::{Inline, pack};
use cfn_warden_schema::mode::ResourceReferences;
use cfn_warden_schema::{Assertion, Context, Evaluation, Owner, Violations};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::{Function, Functions};

pub static RULE: Rule = Rule {
    id: RuleId::new("E6102"),
    tags: &["outputs"],
    checks: Cow::Borrowed(&[Check::Value(&["Outputs/*/Export/Name"], check)]),
};

static TEXT: Inline = LazyLock::new(|| pack(r#"{"type": "string"}"#));

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let functions = Functions::PROPERTIES.without(Function::GetStackOutput);
    let cx = Context {
        resources: ResourceReferences::Forbidden,
        functions,
        ..*assertion.cx
    };
    let mark = out.len();
    evaluation.check(&cx, TEXT.root(), assertion.instance, out);
    out.attribute(
        mark,
        &Owner {
            rule: RuleId::new("E6102"),
            by_keyword: &[],
        },
    );
}
