//! The values that the schemas of a property allow.

use super::schema::{Subschema, steps};
use crate::outline::{NodeId, Outline, Step};
use cfn_warden_lint::{RuleSet, rule::Check};
use cfn_warden_schema::{Json, JsonKind, Knowledge};

/// Returns the values, as they are written, in the order of the schemas and without repetitions.
pub fn allowed(
    knowledge: &Knowledge,
    rules: RuleSet,
    outline: &Outline<'_>,
    id: NodeId,
    kind: Option<&str>,
    schemas: &[Subschema<'_>],
) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let own = schemas.iter().flat_map(|one| one.values());
    let of_rules = kind
        .into_iter()
        .flat_map(|kind| of_rules(knowledge, rules, &steps(outline, id), kind));
    let switches = schemas.iter().any(|one| one.types().contains(&"boolean"));
    let switches = switches
        .then_some(["true", "false"])
        .into_iter()
        .flatten()
        .map(str::to_owned);
    for value in own.chain(of_rules).filter_map(written).chain(switches) {
        if !found.contains(&value) {
            found.push(value);
        }
    }
    found
}

/// Returns the values that lint rules allow at a path: those that AWS publishes apart from the schema of the type.
fn of_rules<'k>(
    knowledge: &'k Knowledge,
    rules: RuleSet,
    path: &[Step<'_>],
    kind: &str,
) -> Vec<Json<'k>> {
    let rules = rules.registry().rules().flat_map(|rule| rule.checks.iter());
    let schemas = rules.filter_map(|check| match check {
        Check::Schema(spec) if spec.paths.iter().any(|at| is_at(at, path, kind)) => {
            Some(spec.document)
        }
        _ => None,
    });
    let documents = schemas.filter_map(|name| knowledge.document(name));
    documents
        .flat_map(|document| in_region(document).values())
        .collect()
}

/// Returns the schema of a region, if a document has one for each: the values differ little.
fn in_region(document: Json<'_>) -> Subschema<'_> {
    Subschema::root(document.get("us-east-1").unwrap_or(document))
}

/// Whether the path of a rule, as `Resources/AWS::EC2::Instance/Properties/InstanceType`, is that of a value.
fn is_at(at: &str, path: &[Step<'_>], kind: &str) -> bool {
    let mut parts = at.split('/');
    let [Step::Key("Resources"), Step::Key(_), rest @ ..] = path else {
        return false;
    };
    let is_type = parts.next() == Some("Resources") && parts.next() == Some(kind);
    is_type
        && parts.clone().count() == rest.len()
        && parts.zip(rest).all(|(part, step)| match step {
            Step::Key(key) => part == *key,
            Step::Index(_) => part == "*",
        })
}

fn written(value: Json<'_>) -> Option<String> {
    match value.kind() {
        JsonKind::Str(text) => Some(text.to_owned()),
        JsonKind::Bool(_) | JsonKind::Int(_) | JsonKind::BigInt(_) | JsonKind::Float(_) => {
            Some(value.to_string())
        }
        JsonKind::Null | JsonKind::List(_) | JsonKind::Object(_) => None,
    }
}
