//! Checks that `DependsOn` refers to resources that exist in the same scenario.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, ViolationKind, Violations, message};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;
use cfn_warden_template::condition::path::{conditions_on_path, missing};

pub static RULE: Rule = Rule {
    id: RuleId::new("E3005"),
    tags: &["resources", "dependson"],
    checks: Cow::Borrowed(&[Check::Value(
        &["Resources/*/DependsOn", "Resources/*/DependsOn/*"],
        check,
    )]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(name) = assertion.instance.as_str() else {
        return;
    };
    let template = evaluation.template;
    // Modules and SAM generate resources with names that start with the original name.
    let is_prefix_of_generated = |of: &str| name.starts_with(of) && name != of;
    if template
        .resources
        .iter()
        .any(|resource| resource.has_parts() && is_prefix_of_generated(resource.name))
    {
        return;
    }
    let own = assertion
        .cx
        .instance_path
        .nth(1)
        .and_then(|step| step.text());
    if template.resource(name).is_none() || Some(name) == own {
        let others = template
            .resources
            .iter()
            .map(|resource| resource.name)
            .filter(|other| Some(*other) != own);
        let declared = evaluation.arena.keep_all(others.collect::<Vec<_>>());
        return assertion.fail(
            out,
            ViolationKind::Undeclared {
                instance: assertion.instance,
                declared,
            },
        );
    }
    let conditions = conditions_on_path(evaluation.tree, template.root, assertion.instance.id);
    let Some(mut scenario) = missing(template.logic(), template.root, &conditions, name) else {
        return;
    };
    scenario.sort_unstable();
    let when = scenario.iter().map(|(name, holds)| {
        let holds = if *holds { "True" } else { "False" };
        format!("when condition {} is {holds}", python::repr_str(name))
    });
    let when = evaluation
        .arena
        .alloc_str(&when.collect::<Vec<_>>().join(" and "));
    assertion.fail(
        out,
        message!(
            "{} will not exist {}",
            [Operand::Value(assertion.instance), Operand::Plain(when)]
        ),
    );
}
