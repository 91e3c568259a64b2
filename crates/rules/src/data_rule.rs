//! Rules that are data: `schemas/rules/<ID>.json`.
//!
//! ```json
//! {"id": "E3044", "tags": ["ecs"], "at": ["Resources/AWS::ECS::Service/Properties"],
//!  "schema": "extensions/aws_ecs_service/fargate", "report": "all"}
//! ```
//!
//! | `report` | meaning |
//! |---|---|
//! | `"all"` | all violations |
//! | `"region"` | the most relevant violation in each region; the document has one schema per region |
//! | `{"best": message}` | the most relevant violation |
//! | `{"all": message}` | all violations, with the rule's message |
//!
//! A message is a string, or an object with a string for each violated keyword:
//! `{"enum": "...", "false": "...", "*": "..."}`. [`MessageTemplate`] lists the placeholders.
//!
//! `"sees": {"lower": "Engine", "functions": "written", "absent": "fails"}` prepares the value for the schema
//! ([`View`]).

use std::borrow::Cow;
use std::sync::LazyLock;

use cfn_warden_lint::Rule;
use cfn_warden_lint::message::MessageTemplate;
use cfn_warden_lint::rule::Check;
use cfn_warden_lint::schema_rule::{FunctionView, Report, SchemaRule, View};
use cfn_warden_schema::keyword;
use cfn_warden_schema::mode::AbsentProperties;
use cfn_warden_schema::violation::NO_KEYWORD;
use cfn_warden_schema::{Json, Pack, PackError};
use cfn_warden_syntax::finding::RuleId;

/// The files in `schemas/rules` by name, packed by `make index` to avoid parsing them at startup.
static PACK: LazyLock<Result<Pack, PackError>> =
    LazyLock::new(|| Pack::new(cfn_warden_data::RULES_PACK, cfn_warden_data::RULES_TEXT));

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    PACK.iter()
        .flat_map(|pack| pack.root().items())
        .filter_map(rule)
        .collect()
});

/// Returns all rules that are data.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    RULES.iter()
}

fn rule(json: Json<'static>) -> Option<Rule> {
    let (mut id, mut tags, mut paths, mut schema, mut report) = (None, None, None, None, None);
    let mut view = View::PLAIN;
    for (key, value) in json.entries() {
        match key.text {
            "id" => id = value.as_str(),
            "tags" => {
                tags = Some(
                    value
                        .items()
                        .filter_map(Json::as_str)
                        .collect::<Vec<&'static str>>(),
                )
            }
            "at" => {
                paths = Some(
                    value
                        .items()
                        .filter_map(Json::as_str)
                        .collect::<Vec<&'static str>>(),
                )
            }
            "schema" => schema = value.as_str(),
            "report" => report = Some(report_of(value)?),
            "sees" => view = view_of(value)?,
            _ => return None,
        }
    }
    // Rules are created once per process, so the leak is bounded.
    let tags = Box::leak(tags?.into_boxed_slice());
    let check = Check::Schema(SchemaRule {
        paths: Cow::Owned(paths?),
        document: schema?,
        view,
        report: report?,
    });
    Some(Rule {
        id: RuleId::new(id?),
        tags,
        checks: Cow::Owned(vec![check]),
    })
}

fn report_of(json: Json<'static>) -> Option<Report> {
    if let Some(text) = json.as_str() {
        return match text {
            "all" => Some(Report::All(MessageTemplate::VIOLATION)),
            "region" => Some(Report::BestPerRegion),
            _ => None,
        };
    }
    let (kind, text) = json.entries().next()?;
    match kind.text {
        "best" => message(text).map(Report::Best),
        "all" => message(text).map(Report::All),
        _ => None,
    }
}

/// Parses a message for all violations, or messages by keyword.
fn message(json: Json<'static>) -> Option<MessageTemplate> {
    if let Some(text) = json.as_str() {
        return Some(MessageTemplate::of_all(text));
    }
    let mut message = MessageTemplate::VIOLATION;
    for (key, template) in json.entries() {
        let symbol = match key.text {
            "*" => {
                message.default = template.as_str()?;
                continue;
            }
            "false" => NO_KEYWORD,
            name => keyword::symbol(name)?,
        };
        message
            .by_keyword
            .to_mut()
            .push((symbol, template.as_str()?));
    }
    Some(message)
}

fn view_of(json: Json<'static>) -> Option<View> {
    let functions = match json
        .get("functions")
        .map(|prepare_instance| prepare_instance.as_str())
    {
        None => FunctionView::Unknown,
        Some(Some("written")) => FunctionView::Written,
        Some(Some("resolved")) => FunctionView::Resolved,
        Some(_) => return None,
    };
    let absent = match json.get("absent").map(|absent| absent.as_str()) {
        None => AbsentProperties::Holds,
        Some(Some("fails")) => AbsentProperties::Fails,
        Some(_) => return None,
    };
    Some(View {
        lower: json.get("lower").and_then(Json::as_str),
        functions,
        absent,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cfn_warden_schema::Knowledge;

    #[test]
    fn every_packed_rule_has_paths_and_a_schema() {
        let pack = PACK.as_ref().expect("run `make index`");
        let knowledge = Knowledge::bundled();
        assert_eq!(all().count(), pack.root().items().count());
        assert!(all().count() > 90, "{}", all().count());
        for rule in all() {
            for check in rule.checks.iter() {
                let Check::Schema(spec) = check else {
                    panic!("{} is not a schema rule", rule.id)
                };
                assert!(!spec.paths.is_empty(), "{} has no paths", rule.id);
                assert!(
                    knowledge.document(spec.document).is_some(),
                    "{}: schema {} does not exist",
                    rule.id,
                    spec.document
                );
            }
        }
    }
}
