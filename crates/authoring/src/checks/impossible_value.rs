use crate::check_type::Check;
use crate::value_type::{Part, alternatives, items};
use crate::visit::{Event, visit};
use cfn_warden_guard::check::literals::{self, is_match};
use cfn_warden_guard::check::{CheckInput, Report};
use cfn_warden_guard::syntax::ast::{Binary, Comparison, Literal, Operand, Test};
use cfn_warden_schema::{Json, JsonKind, Knowledge, keyword};
use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::names::nearest;

/// Comparison with a value that the property never has.
pub static CHECK: Check = Check {
    id: "impossible-value",
    title: "Property is compared with a value that it never has",
    description: "The resource type's schema does not allow the value, so that the comparison has the same result for every template that \
                  deploys.",
    severity: Severity::Warning,
    run,
};

fn run(knowledge: &Knowledge, facts: &CheckInput<'_>, report: &mut Report<'_>) {
    visit(knowledge, facts.file, &mut |event| {
        let Event::Comparison {
            one,
            value_type,
            alternatives,
            is_condition,
        } = event
        else {
            return;
        };
        let Test::Binary {
            operator,
            negated,
            right: Operand::Literal(right, span),
        } = &one.test
        else {
            return;
        };
        let values = match (operator, right) {
            (Binary::Equals | Binary::In, Literal::List(items)) => items.as_slice(),
            (Binary::Equals, one) => std::slice::from_ref(one),
            _ => return,
        };
        let Some(allowed) = Allowed::of(value_type) else {
            return;
        };
        let wrong: Vec<_> = values.iter().filter(|value| !allowed.has(value)).collect();
        let Some(first) = wrong.first() else { return };
        if is_covered(one, alternatives, &allowed) {
            return;
        }
        let mut message = allowed.message(first);
        if wrong.len() == values.len() {
            let comparable = matches!(allowed, Allowed::Enum(..)) || *operator == Binary::In;
            let effect = match (*negated != one.negated && comparable, is_condition) {
                (true, _) => ", so that this always holds",
                // Values that cannot be compared fail `!=`, too.
                (false, false) => ", so that this never holds",
                (false, true) => ", so that this condition never holds",
            };
            message.push_str(effect);
        }
        report.add(*span, message);
    });
}

/// The values that a property allows.
enum Allowed<'k> {
    /// One of these values; the flag says whether letter case is ignored.
    Enum(Vec<Json<'k>>, bool),
    /// `true` or `false`.
    Bool,
    /// A map.
    Map,
}

impl<'k> Allowed<'k> {
    fn of(value_type: &[Part<'k>]) -> Option<Allowed<'k>> {
        let mut parts = alternatives(value_type)?;
        if parts.iter().all(|part| part.types().eq(["array"])) {
            // A list is compared element by element.
            parts = alternatives(&items(&parts)?)?;
        }
        let only = |kind: &'static str| parts.iter().all(|part| part.types().eq([kind]));
        if parts.is_empty() {
            return None;
        }
        if only("boolean") {
            return Some(Allowed::Bool);
        }
        if only("object") {
            return Some(Allowed::Map);
        }
        let exact: Vec<_> = parts
            .iter()
            .filter_map(|part| part.node.keyword(keyword::ENUM))
            .collect();
        let loose = parts
            .iter()
            .filter_map(|part| part.node.keyword(keyword::ENUM_CASE_INSENSITIVE));
        let loose: Vec<_> = loose.collect();
        let all = exact.len() + loose.len() >= parts.len();
        let values = exact
            .iter()
            .chain(&loose)
            .flat_map(|list| list.items())
            .collect();
        all.then_some(Allowed::Enum(values, !loose.is_empty()))
    }

    fn has(&self, literal: &Literal) -> bool {
        match (self, literal) {
            (Allowed::Bool, Literal::String(_) | Literal::Regex(_)) => false,
            (
                Allowed::Map,
                Literal::String(_) | Literal::Regex(_) | Literal::Bool(_) | Literal::Int(_),
            ) => false,
            (Allowed::Bool | Allowed::Map, _) => true,
            (Allowed::Enum(values, loose), Literal::String(text)) => {
                values.iter().any(|value| match value.kind() {
                    JsonKind::Str(value) => {
                        *value == **text || (*loose && value.eq_ignore_ascii_case(text))
                    }
                    _ => value.to_string() == **text,
                })
            }
            (Allowed::Enum(values, loose), Literal::Regex(expression)) => {
                values.iter().any(|value| {
                    let text = value
                        .as_str()
                        .map_or_else(|| value.to_string(), str::to_owned);
                    *loose || is_match(expression, &text) != Some(false)
                })
            }
            (Allowed::Enum(..), _) => true,
        }
    }

    fn message(&self, literal: &Literal) -> String {
        let written = match literal {
            Literal::String(text) => format!("`\"{text}\"`"),
            Literal::Regex(text) => format!("`/{text}/`"),
            other => literals::name(other).to_owned(),
        };
        match (self, literal) {
            (Allowed::Map, _) => format!(
                "this property is a map, which is never {}",
                literals::name(literal)
            ),
            (Allowed::Bool, Literal::String(text)) if matches!(&**text, "true" | "false") => {
                format!(
                    "this property is a boolean, and `{text}` in a template is not the text {written}: write `{text}`, or \
                 `in [{text}, \"{text}\"]` for templates with quotes"
                )
            }
            (Allowed::Bool, _) => format!("this property is a boolean, which is never {written}"),
            (Allowed::Enum(values, _), literal) => {
                let names: Vec<&str> = values.iter().filter_map(|value| value.as_str()).collect();
                let near = match literal {
                    Literal::String(text) => nearest(text, names.iter().copied()),
                    _ => None,
                };
                match near {
                    Some(near) => {
                        format!("this property is never {written}: did you mean `\"{near}\"`?")
                    }
                    None => format!(
                        "this property is never {written}, but one of {}",
                        shown(&names)
                    ),
                }
            }
        }
    }
}

fn shown(names: &[&str]) -> String {
    const MOST: usize = 6;
    let mut text = names
        .iter()
        .take(MOST)
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ");
    if let Some(more @ 1..) = names.len().checked_sub(MOST) {
        text.push_str(&format!(" and {more} more"));
    }
    text
}

/// Returns whether another clause compares the same query with a real boolean, so that the rule covers both
/// spellings.
fn is_covered(one: &Comparison, alternatives: &[&Comparison], allowed: &Allowed<'_>) -> bool {
    let Allowed::Bool = allowed else { return false };
    alternatives
        .iter()
        .filter(|other| other.query.parts == one.query.parts)
        .any(|other| match &other.test {
            Test::Binary {
                right: Operand::Literal(literal, _),
                ..
            } => match literal {
                Literal::List(items) => items.iter().any(|item| matches!(item, Literal::Bool(_))),
                literal => matches!(literal, Literal::Bool(_)),
            },
            _ => false,
        })
}
