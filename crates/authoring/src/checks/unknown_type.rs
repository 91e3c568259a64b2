use crate::check_type::Check;
use crate::types::matching;
use crate::visit::{Event, visit};
use cfn_warden_guard::check::{CheckInput, Report};
use cfn_warden_schema::Knowledge;
use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::names::most_like;

/// Reference to a resource type that does not exist.
pub static CHECK: Check = Check {
    id: "unknown-type",
    title: "Resource type does not exist",
    description: "The embedded schemas have no type of this name, or none that the regular expression matches, so that the rule is skipped on \
                  every document.",
    severity: Severity::Error,
    run,
};

fn run(knowledge: &Knowledge, facts: &CheckInput<'_>, report: &mut Report<'_>) {
    let mut reported = std::collections::HashSet::new();
    visit(knowledge, facts.file, &mut |event| {
        let Event::Type {
            text,
            is_regex,
            span,
            certain,
        } = event
        else {
            return;
        };
        // A variable is visited once per comparison.
        if !reported.insert((text, span)) {
            return;
        }
        let message = if is_regex {
            expression(knowledge, text, certain)
        } else {
            name(knowledge, text, certain)
        };
        if let Some(message) = message {
            report.add(span, message);
        }
    });
}

/// Returns the known resource type most similar to an unknown one. The threshold is high, as type names share long
/// prefixes.
fn nearest_type<'k>(knowledge: &'k Knowledge, unknown: &str) -> Option<&'k str> {
    most_like(unknown, knowledge.types(), 0.8)
}

fn name(knowledge: &Knowledge, text: &str, certain: bool) -> Option<String> {
    if knowledge.resource(text).is_some() || text.split("::").count() != 3 {
        return None;
    }
    let is_aws = text
        .split("::")
        .next()
        .is_some_and(|owner| owner.eq_ignore_ascii_case("AWS"));
    let near = nearest_type(knowledge, text);
    // Types of other owners are not embedded, and names in a list of property types may look like resource types.
    let unknown = is_aws || (certain && near.is_some_and(|near| near.eq_ignore_ascii_case(text)));
    unknown.then(|| match near {
        Some(near) => format!("unknown resource type `{text}`: did you mean `{near}`?"),
        None => format!("unknown resource type `{text}`"),
    })
}

fn expression(knowledge: &Knowledge, text: &str, certain: bool) -> Option<String> {
    let unknown = certain && text.contains("AWS::") && matching(knowledge, text).is_empty();
    unknown.then(|| {
        let plain = text.trim_start_matches("(?i)").trim_matches(['^', '$']);
        let is_plain = plain.chars().all(|c| c.is_alphanumeric() || c == ':');
        match nearest_type(knowledge, plain).filter(|_| is_plain) {
            Some(near) => format!("no resource type matches `/{text}/`: did you mean `{near}`?"),
            None => format!("no resource type matches `/{text}/`"),
        }
    })
}
