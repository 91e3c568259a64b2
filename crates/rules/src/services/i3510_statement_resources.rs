//! Checks that a policy statement lists resources that its actions apply to.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::filter::is_dynamic_reference;
use cfn_warden_schema::{Assertion, Evaluation, Json, Operand, Step, Violations, message};
use cfn_warden_syntax::Node;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;
use cfn_warden_template::function::{Function, function_of};
use cfn_warden_template::{Compat, Quirk};

pub static RULE: Rule = Rule {
    id: RuleId::new("I3510"),
    tags: &["resources", "iam"],
    checks: Cow::Borrowed(&[Check::Value(
        &["AWS::IAM::Policy/Properties/PolicyDocument/Statement"],
        check,
    )]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(services) = evaluation
        .knowledge
        .document("specs/Policies")
        .filter(|_| assertion.instance.as_map().is_some())
    else {
        return;
    };
    let Some(resources) = StatementResources::of(evaluation, assertion) else {
        return;
    };
    for (actions, _) in evaluation.values(assertion.cx, assertion.instance, &["Action"]) {
        let Some(actions) = actions else { continue };
        for action in items(&actions).iter().filter_map(|action| action.as_str()) {
            if action.contains(['*', '?']) {
                continue;
            }
            let Some((service, permission)) = action.split_once(':') else {
                continue;
            };
            let known = || {
                let service = services.get(&python::lower(service))?;
                let types = service
                    .get("Actions")?
                    .get(&python::lower(permission))?
                    .get("Resources")?;
                Some((service, types))
            };
            let Some((service, types)) = known().filter(|_| !resources.functions) else {
                continue;
            };
            match match_resources(service, types, &resources, evaluation.options.compat) {
                ResourceMatch::Match => {}
                ResourceMatch::Unknown => return,
                ResourceMatch::NoMatch(formats) => {
                    let operands = [Operand::Text(action), Operand::Json(formats)];
                    let message = message!("action {} requires a resource of {}", operands);
                    assertion.fail_at(evaluation, out, Step::Name("Resource"), message);
                }
            }
        }
    }
}

/// Resources of a statement.
struct StatementResources<'a> {
    arns: Vec<Vec<&'a str>>,
    functions: bool,
}

impl<'a> StatementResources<'a> {
    /// Returns the resources of a statement; `None` if they can be anything.
    fn of(
        evaluation: &Evaluation<'a>,
        assertion: &Assertion<'a, '_>,
    ) -> Option<StatementResources<'a>> {
        let mut resources = StatementResources {
            arns: Vec::new(),
            functions: false,
        };
        for key in ["Resource", "NotResource"] {
            let values = evaluation.values(assertion.cx, assertion.instance, &[key]);
            for value in values
                .iter()
                .filter_map(|(value, _)| value.as_ref())
                .flat_map(items)
            {
                match (value.as_str(), function_of(*value)) {
                    (Some(text), _) if text == "*" || is_dynamic_reference(text) => return None,
                    (Some(text), _) => resources.arns.push(parts(text)),
                    (None, Some((Function::Ref, name))) if is_parameter(evaluation, name) => {
                        return None;
                    }
                    (None, Some(_)) => resources.functions = true,
                    (None, None) => {}
                }
            }
        }
        Some(resources)
    }
}

fn is_parameter(evaluation: &Evaluation<'_>, name: Node<'_>) -> bool {
    name.as_str()
        .is_some_and(|name| evaluation.template.parameter(name).is_some())
}

/// Returns the items of a list, or the node itself if it is not a list.
fn items<'n, 'a>(node: &'n Node<'a>) -> &'n [Node<'a>] {
    node.as_list().unwrap_or(std::slice::from_ref(node))
}

enum ResourceMatch<'p> {
    Match,
    NoMatch(Json<'p>),
    Unknown,
}

/// Compares the resources of a statement with the resource types of an action. If none matches, returns the ARN formats
/// of the last type. In cfn-lint, only the last ARN format of a type counts.
fn match_resources<'p>(
    service: Json<'p>,
    types: Json<'p>,
    resources: &StatementResources<'_>,
    compat: Compat,
) -> ResourceMatch<'p> {
    let names: Vec<&str> = types.as_str().map_or_else(
        || types.items().filter_map(Json::as_str).collect(),
        |one| vec![one],
    );
    let mut last = None;
    for name in names {
        let formats = || {
            service
                .get("Resources")?
                .get(&python::lower(name))?
                .get("ARNFormats")
        };
        let Some(formats) = formats() else {
            return ResourceMatch::Unknown;
        };
        let skipped = if compat.has(Quirk::ArnForms) {
            formats.items().count().saturating_sub(1)
        } else {
            0
        };
        if formats.items().count() == 0 {
            return ResourceMatch::Unknown;
        }
        for format in formats.items().skip(skipped) {
            let Some(format) = format.as_str().map(parts) else {
                return ResourceMatch::Unknown;
            };
            if resources.arns.iter().any(|arn| arn_matches(arn, &format)) {
                return ResourceMatch::Match;
            }
        }
        last = Some(formats);
    }
    last.map_or(ResourceMatch::Unknown, ResourceMatch::NoMatch)
}

/// Splits an ARN into six parts. Missing parts are `*`.
fn parts(arn: &str) -> Vec<&str> {
    arn.splitn(6, ':')
        .chain(std::iter::repeat("*"))
        .take(6)
        .collect()
}

/// Returns whether an ARN of a statement can match an ARN format.
fn arn_matches(arn: &[&str], format: &[&str]) -> bool {
    let ([head @ .., own], [expected @ .., name]) = (arn, format) else {
        return true;
    };
    let part_matches = |(part, expected): (&&str, &&str)| {
        *part == "*"
            || matches!(*expected, "${Partition}" | "${Region}" | "${Account}")
            || part == expected
    };
    if !head.iter().zip(expected).all(part_matches) {
        return false;
    }
    let delimiter = [':', '/']
        .into_iter()
        .find(|delimiter| name.contains(*delimiter));
    let Some(delimiter) = delimiter.filter(|_| *own != "*") else {
        return true;
    };
    let different = own
        .split(delimiter)
        .zip(name.split(delimiter))
        .find(|(part, expected)| part != expected);
    different.is_none_or(|(part, expected)| {
        part.starts_with('*')
            || expected.is_empty()
            || expected == ".*"
            || (part.starts_with(expected) && part.contains('*'))
    })
}
