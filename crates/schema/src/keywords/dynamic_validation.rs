//! `dynamicValidation`: a name that the template declares, a transform that it uses, or a path that the instance must
//! have.

use super::pattern;
use crate::{
    Assertion, Context, Evaluation, Json, Keyword, KeywordValue, Violation, ViolationKind,
    Violations, keyword,
};
use cfn_warden_syntax::{Node, Value};

/// The `dynamicValidation` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::DYNAMIC_VALIDATION,
    check,
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let text = |symbol| assertion.value.keyword(symbol).and_then(Json::as_str);
    if let Some(transform) = text(keyword::TRANSFORM_CHECK)
        && !evaluation.template.transforms.contains(&transform)
    {
        assertion.fail(out, ViolationKind::MissingTransform { transform });
    }
    match text(keyword::CONTEXT) {
        Some("conditions") => one_of(
            evaluation,
            assertion,
            evaluation.template.conditions.names(),
            out,
        ),
        Some("mappings") => {
            let names: Vec<_> = evaluation
                .template
                .mappings
                .iter()
                .map(|map| map.name)
                .collect();
            one_of(evaluation, assertion, &names, out);
        }
        Some("refs") => reference(evaluation, assertion, out),
        _ => {}
    }
    if let Some(prefix) = text(keyword::PATH_CHECK) {
        let path = assertion.cx.instance_path.to_string();
        if !path.starts_with(prefix) {
            let instance = Node {
                value: Value::Str(evaluation.arena.alloc_str(&path)),
                ..assertion.instance
            };
            out.push(unlike(evaluation, assertion, instance, (prefix, ".*$")));
        }
    }
}

fn one_of<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    names: &[&'a str],
    out: &mut Violations<'a>,
) {
    let known = assertion
        .instance
        .as_str()
        .is_some_and(|name| names.contains(&name));
    if !known {
        out.push(not_one_of(evaluation, assertion, names));
    }
}

fn not_one_of<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    names: &[&'a str],
) -> Violation<'a> {
    let kind = ViolationKind::Undeclared {
        instance: assertion.instance,
        declared: evaluation.arena.alloc_slice_copy(names),
    };
    Violation {
        keyword: keyword::ENUM,
        ..assertion.violation(kind)
    }
}

/// Checks that `Ref` can refer to a name. In templates with modules or SAM resources, names that begin with their
/// logical ID are also valid.
fn reference<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    if assertion
        .instance
        .as_str()
        .is_some_and(|name| is_known(evaluation, assertion.cx, name))
    {
        return;
    }
    let whole = not_one_of(evaluation, assertion, &names(evaluation, assertion.cx));
    let parts: &[&'a str] = if assertion.cx.resources.are_allowed() {
        &evaluation.template.wholes
    } else {
        &[]
    };
    if parts.is_empty() {
        return out.push(whole);
    }
    // Patterns apply to strings, not to lists and maps.
    let Some(text) = pattern::text_of(evaluation, assertion.instance) else {
        return;
    };
    if parts
        .iter()
        .any(|whole| text.len() > whole.len() && text.starts_with(whole))
    {
        return;
    }
    let name = Node {
        value: Value::Str(text),
        ..assertion.instance
    };
    let unlike = parts
        .iter()
        .map(|part| unlike(evaluation, assertion, name, (part, ".+")));
    let children = std::iter::once(whole).chain(unlike).collect();
    let kind = ViolationKind::AnyOf {
        instance: assertion.instance,
    };
    out.push(Violation {
        keyword: keyword::ANY_OF,
        children,
        ..assertion.violation(kind)
    });
}

/// Returns the violation of the pattern for texts with a prefix.
fn unlike<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    instance: Node<'a>,
    (prefix, end): (&str, &str),
) -> Violation<'a> {
    let pattern = KeywordValue::Text(evaluation.arena.alloc_str(&format!("^{prefix}{end}")));
    Violation {
        keyword: keyword::PATTERN,
        ..assertion.violation(ViolationKind::Pattern { instance, pattern })
    }
}

fn is_known(evaluation: &Evaluation<'_>, cx: &Context<'_>, name: &str) -> bool {
    evaluation.template.parameter(name).is_some()
        || (cx.resources.are_allowed() && evaluation.template.resource(name).is_some())
        || cx.pseudos.iter().any(|pseudo| pseudo.name() == name)
        || cx.ref_value(name).is_some()
}

/// Returns the names that `Ref` can refer to.
fn names<'a>(evaluation: &Evaluation<'a>, cx: &Context<'a>) -> Vec<&'a str> {
    let parameters = evaluation
        .template
        .parameters
        .iter()
        .map(|parameter| parameter.name);
    let resources = evaluation
        .template
        .resources
        .iter()
        .map(|resource| resource.name)
        .filter(|_| cx.resources.are_allowed());
    let values = cx.ref_values().map(|value| value.name);
    let pseudos = cx.pseudos.iter().map(|pseudo| pseudo.name());
    parameters
        .chain(resources)
        .chain(pseudos)
        .chain(values)
        .collect()
}
