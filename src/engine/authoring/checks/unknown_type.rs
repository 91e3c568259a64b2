use super::{Check, CheckInput, Report};
use crate::engine::authoring::types::matching;
use crate::engine::authoring::visit::{Event, visit};
use cfn_warden_schema::store;
use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::names::most_like;

/// Types that do not exist.
pub static CHECK: Check = Check {
    id: "unknown-type",
    title: "A resource type does not exist",
    description: "The embedded schemas have no type of this name, or none that the regular expression matches, so that the rule is skipped on \
                  every document.",
    severity: Severity::Error,
    run,
};

fn run(input: &CheckInput<'_>, report: &mut Report<'_>) {
    let mut said = std::collections::HashSet::new();
    visit(input.file, &mut |event| {
        let Event::Type { text, is_regex, span, certain } = event else { return };
        // A variable is compared in many places.
        if !said.insert((text, span)) {
            return;
        }
        let message = if is_regex { expression(text, certain) } else { name(text, certain) };
        if let Some(message) = message {
            report.add(span, message);
        }
    });
}

/// The resource type that is most like an unknown one, if any is. Types share much with each other.
fn nearest_type(unknown: &str) -> Option<&'static str> {
    most_like(unknown, store::types(), 0.8)
}

fn name(text: &str, certain: bool) -> Option<String> {
    if store::resource(text).is_some() || text.split("::").count() != 3 {
        return None;
    }
    let is_aws = text.split("::").next().is_some_and(|owner| owner.eq_ignore_ascii_case("AWS"));
    let near = nearest_type(text);
    // Types of other owners are not embedded, and a list of property types may look like resource types.
    let unknown = is_aws || (certain && near.is_some_and(|near| near.eq_ignore_ascii_case(text)));
    unknown.then(|| match near {
        Some(near) => format!("there is no resource type `{text}`: did you mean `{near}`?"),
        None => format!("there is no resource type `{text}`"),
    })
}

fn expression(text: &str, certain: bool) -> Option<String> {
    let unknown = certain && text.contains("AWS::") && matching(text).is_empty();
    unknown.then(|| {
        let plain = text.trim_start_matches("(?i)").trim_matches(['^', '$']);
        let is_plain = plain.chars().all(|c| c.is_alphanumeric() || c == ':');
        match nearest_type(plain).filter(|_| is_plain) {
            Some(near) => format!("no resource type matches `/{text}/`: did you mean `{near}`?"),
            None => format!("no resource type matches `/{text}/`"),
        }
    })
}
