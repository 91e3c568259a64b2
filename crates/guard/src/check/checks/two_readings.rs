use std::collections::HashSet;

use super::{Check, CheckInput, Report};
use crate::check::scalar_types::{ScalarType, scalar_types};
use crate::check::walk::Item;
use crate::syntax::ast::{Binary, Literal, Operand, QueryPart, Test};
use cfn_warden_syntax::finding::Severity;

/// Strings whose type in an unquoted template depends on the loader.
pub static CHECK: Check = Check {
    id: "two-readings",
    title: "String that YAML loaders read as different types",
    description: "CloudFormation (which `check`, the function and the Hooks follow), `validate` and `test` read the \
                  unquoted value as different types: some as a string, others as a boolean, a number or null. The \
                  verdict then depends on who evaluates the rule. Compare with both types, or require quotes in the \
                  message.",
    severity: Severity::Warning,
    run,
};

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    // If the query is also compared with the other type, the verdict is the same for all loaders.
    let mut typed: HashSet<(&str, &'static str)> = HashSet::new();
    input.walk(|item, _| {
        if let Item::Comparison(one) = item
            && let Test::Binary {
                right: Operand::Literal(literal, _),
                ..
            } = &one.test
        {
            let query = input.text_of(one.query.span);
            typed.extend(
                members(literal)
                    .filter_map(type_name)
                    .map(|name| (query, name)),
            );
        }
    });
    let mut reported = HashSet::new();
    input.walk(|item, scope| {
        let Item::Comparison(one) = item else { return };
        let Test::Binary { operator: Binary::Equals | Binary::In, right, .. } = &one.test else { return };
        let right = match right {
            Operand::Query(query) => match query.parts.as_slice() {
                [QueryPart::Variable(name)] => scope.find(name).map(|found| &found.value),
                _ => None,
            },
            other => Some(other),
        };
        let Some(Operand::Literal(literal, span)) = right else { return };
        let query = input.text_of(one.query.span);
        for text in members(literal).filter_map(text) {
            let Some(loaders) = scalar_types(text) else { continue };
            let others: Vec<_> = loaders.iter().filter(|(_, scalar_type)| *scalar_type != ScalarType::Text).collect();
            let covered = others.iter().all(|(_, scalar_type)| {
                typed.contains(&(query, scalar_type.name()))
                    || members(literal).filter_map(type_name).any(|name| name == scalar_type.name())
            });
            if others.is_empty() || others.len() == loaders.len() || covered || !reported.insert((*span, text)) {
                continue;
            }
            let names = |wanted: &dyn Fn(ScalarType) -> bool| {
                let names: Vec<_> =
                    loaders.iter().filter(|(_, scalar_type)| wanted(*scalar_type)).map(|(name, _)| *name).collect();
                names.join(" and ")
            };
            let kind = others.first().map_or("", |(_, scalar_type)| scalar_type.name());
            report.add(
                *span,
                format!(
                    "without quotes in a template, `{text}` is read as text by {}, and as {kind} by {}{}",
                    names(&|scalar_type| scalar_type == ScalarType::Text),
                    names(&|scalar_type| scalar_type != ScalarType::Text),
                    advice(text, &others),
                ),
            );
        }
    });
}

fn advice(text: &str, others: &[&(&str, ScalarType)]) -> String {
    match others.first() {
        Some((_, ScalarType::Bool(is))) => {
            format!("; compare with both, as in `in [{is}, \"{text}\"]`")
        }
        _ => "; the value needs quotes in templates".to_owned(),
    }
}

/// Returns the items of a list, or the literal itself.
fn members(literal: &Literal) -> impl Iterator<Item = &Literal> {
    match literal {
        Literal::List(items) => items.as_slice(),
        other => std::slice::from_ref(other),
    }
    .iter()
}

fn text(literal: &Literal) -> Option<&str> {
    match literal {
        Literal::String(text) => Some(text),
        _ => None,
    }
}

fn type_name(literal: &Literal) -> Option<&'static str> {
    match literal {
        Literal::Bool(is) => Some(ScalarType::Bool(*is).name()),
        Literal::Int(_) | Literal::Float(_) => Some(ScalarType::Number.name()),
        Literal::Null => Some(ScalarType::Null.name()),
        _ => None,
    }
}
