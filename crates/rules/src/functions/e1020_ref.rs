//! Checks that `Ref` refers to an existing name of a matching type.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::function::{self, EVERY_TYPE, FunctionSpec, SCALAR};
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::types::{Type, Types};
use cfn_warden_schema::{
    Assertion, AttachedCheck, Evaluation, ListedType, ViolationKind, Violations, keyword,
};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::function::lone_function;
use cfn_warden_template::parameter::is_tolerated_type;
use cfn_warden_template::{PseudoParameter, Quirk};

pub static RULE: Rule = Rule {
    id: RuleId::new("E1020"),
    tags: &["functions", "ref"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::REF_FUNCTION, check)]),
};

const SPEC: FunctionSpec = FunctionSpec {
    arguments: "other/functions/ref",
    output: EVERY_TYPE,
    resolved_rule: Some(RuleId::new("W1030")),
};

/// Type of the value that a name refers to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ValueType {
    Scalar,
    List,
    /// A parameter of an unknown type.
    Unknown,
}

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    function::check(&SPEC, evaluation, assertion, out);
    let Some((_, entry)) = lone_function(assertion.instance) else {
        return;
    };
    let Some(name) = entry.value.as_str() else {
        return;
    };
    if let Some((value_type, allows_lists)) = value_type(evaluation, assertion, name) {
        // cfn-lint does not check further if no type is expected.
        let Some(types) = function::types(assertion.cx, *assertion.schema) else {
            return;
        };
        let expected = Types::named(types);
        let is_mismatch = if !expected.meets(SCALAR) {
            value_type != ValueType::List
        } else {
            allows_lists && !expected.has(Type::Array) && value_type != ValueType::Scalar
        };
        if is_mismatch {
            return assertion.fail(
                out,
                ViolationKind::Type {
                    instance: assertion.instance,
                    types,
                },
            );
        }
    }
    run_reference_checks(
        evaluation,
        &Assertion {
            instance: entry.value,
            ..*assertion
        },
        out,
    );
}

/// Runs the checks attached to a `Ref` at the current path. The assertion's instance is the name that the `Ref` refers to.
fn run_reference_checks<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let here = evaluation
        .places
        .attached(assertion.cx.schema_path.place)
        .iter();
    let here = here.filter_map(|number| evaluation.rules.attached.get(usize::from(*number)));
    let here = here.filter_map(|attached| match attached.check {
        AttachedCheck::Reference(check) => Some((attached.rule, check)),
        AttachedCheck::Value(_) | AttachedCheck::Data(_) => None,
    });
    for (rule, check) in evaluation.rules.references.iter().copied().chain(here) {
        let mark = out.len();
        check(evaluation, assertion, out);
        out.since(mark)
            .iter_mut()
            .filter(|one| one.rule.is_none())
            .for_each(|one| one.rule = Some(rule));
    }
}

/// Returns the type of the value of a name, and whether it can be a list.
fn value_type<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    name: &str,
) -> Option<(ValueType, bool)> {
    if let Some(parameter) = evaluation.template.parameter(name) {
        let value_type = match evaluation.parameter_type(parameter.kind) {
            ListedType::List => ValueType::List,
            ListedType::Scalar => ValueType::Scalar,
            ListedType::Unlisted if evaluation.options.compat.has(Quirk::UndocumentedTypes) => {
                ValueType::Unknown
            }
            ListedType::Unlisted if !is_tolerated_type(parameter.kind) => ValueType::Unknown,
            ListedType::Unlisted if parameter.kind.contains("List<") => ValueType::List,
            ListedType::Unlisted => ValueType::Scalar,
        };
        return Some((value_type, true));
    }
    match PseudoParameter::named(name) {
        Some(PseudoParameter::NoValue) => None,
        Some(PseudoParameter::NotificationArns) => Some((ValueType::List, true)),
        Some(_) => Some((ValueType::Scalar, true)),
        None => (assertion.cx.resources.are_allowed()
            && evaluation.template.resource(name).is_some())
        .then_some((ValueType::Scalar, false)),
    }
}
