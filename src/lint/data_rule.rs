//! Rules that are data: `schemas/rules/<ID>.json`.
//!
//! ```json
//! {"id": "E3044", "title": "...", "description": "...", "source": "https://...",
//!  "at": ["Resources/AWS::ECS::Service/Properties"], "schema": "extensions/aws_ecs_service/fargate", "report": "all"}
//! ```
//! `report` is `all` (every violation), `region` (the schema is one a region; the best violation of each) or
//! `{"best": "words"}`: the violation that explains best, told in words in which `{message}` stands for its own,
//! `{value}` and `{instance}` for the values it and the rule are about, `{property:X}` for a property of the latter.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::Rule;
use super::rule::Check;
use super::schema_rule::{Report, SchemaRule};
use crate::schema::{Json, Pack};

// data: schemas/rules
// begin index
/// The files of the folder, by name.
#[rustfmt::skip]
static TEXTS: &[&str] = &[
    include_str!("../../schemas/rules/E3023.json"),
    include_str!("../../schemas/rules/E3029.json"),
    include_str!("../../schemas/rules/E3042.json"),
    include_str!("../../schemas/rules/E3044.json"),
    include_str!("../../schemas/rules/E3045.json"),
    include_str!("../../schemas/rules/E3047.json"),
    include_str!("../../schemas/rules/E3052.json"),
    include_str!("../../schemas/rules/E3615.json"),
    include_str!("../../schemas/rules/E3617.json"),
    include_str!("../../schemas/rules/E3620.json"),
    include_str!("../../schemas/rules/E3621.json"),
    include_str!("../../schemas/rules/E3628.json"),
    include_str!("../../schemas/rules/E3633.json"),
    include_str!("../../schemas/rules/E3634.json"),
    include_str!("../../schemas/rules/E3635.json"),
    include_str!("../../schemas/rules/E3636.json"),
    include_str!("../../schemas/rules/E3638.json"),
    include_str!("../../schemas/rules/E3639.json"),
    include_str!("../../schemas/rules/E3640.json"),
    include_str!("../../schemas/rules/E3641.json"),
    include_str!("../../schemas/rules/E3642.json"),
    include_str!("../../schemas/rules/E3643.json"),
    include_str!("../../schemas/rules/E3644.json"),
    include_str!("../../schemas/rules/E3647.json"),
    include_str!("../../schemas/rules/E3652.json"),
    include_str!("../../schemas/rules/E3653.json"),
    include_str!("../../schemas/rules/E3660.json"),
    include_str!("../../schemas/rules/E3661.json"),
    include_str!("../../schemas/rules/E3667.json"),
    include_str!("../../schemas/rules/E3670.json"),
    include_str!("../../schemas/rules/E3672.json"),
    include_str!("../../schemas/rules/E3674.json"),
    include_str!("../../schemas/rules/E3675.json"),
    include_str!("../../schemas/rules/E3676.json"),
    include_str!("../../schemas/rules/E3677.json"),
    include_str!("../../schemas/rules/E3678.json"),
    include_str!("../../schemas/rules/E3679.json"),
    include_str!("../../schemas/rules/E3680.json"),
    include_str!("../../schemas/rules/E3685.json"),
    include_str!("../../schemas/rules/E3687.json"),
    include_str!("../../schemas/rules/E3688.json"),
    include_str!("../../schemas/rules/E3689.json"),
    include_str!("../../schemas/rules/E3690.json"),
    include_str!("../../schemas/rules/E3695.json"),
    include_str!("../../schemas/rules/E3696.json"),
    include_str!("../../schemas/rules/E3698.json"),
    include_str!("../../schemas/rules/E3699.json"),
    include_str!("../../schemas/rules/E3704.json"),
    include_str!("../../schemas/rules/E3705.json"),
    include_str!("../../schemas/rules/E3706.json"),
    include_str!("../../schemas/rules/E3707.json"),
    include_str!("../../schemas/rules/E3708.json"),
    include_str!("../../schemas/rules/E3709.json"),
    include_str!("../../schemas/rules/E3715.json"),
    include_str!("../../schemas/rules/E3720.json"),
    include_str!("../../schemas/rules/E3721.json"),
    include_str!("../../schemas/rules/E3722.json"),
    include_str!("../../schemas/rules/E3723.json"),
    include_str!("../../schemas/rules/E3725.json"),
    include_str!("../../schemas/rules/W3663.json"),
    include_str!("../../schemas/rules/W3687.json"),
    include_str!("../../schemas/rules/W3688.json"),
    include_str!("../../schemas/rules/W3689.json"),
    include_str!("../../schemas/rules/W3694.json"),
    include_str!("../../schemas/rules/W3702.json"),
    include_str!("../../schemas/rules/W3703.json"),
];
// end index

static PACKS: LazyLock<Vec<Pack>> =
    LazyLock::new(|| TEXTS.iter().filter_map(|text| Pack::from_json(text).ok()).collect());

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| PACKS.iter().filter_map(|pack| rule(pack.root())).collect());

/// Every rule that is data.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    RULES.iter()
}

fn rule(json: Json<'static>) -> Option<Rule> {
    let text = |key: &str| json.get(key).and_then(Json::as_str);
    let report = json.get("report")?;
    let report = match report.as_str() {
        Some("all") => Report::All,
        Some("region") => Report::BestPerRegion,
        Some(_) => return None,
        None => Report::Best(report.get("best")?.as_str()?),
    };
    let at = json.get("at")?.items().filter_map(Json::as_str).collect();
    let check = Check::Schema(SchemaRule { at: Cow::Owned(at), document: text("schema")?, report });
    Some(Rule {
        id: text("id")?,
        title: text("title")?,
        description: text("description")?,
        source: text("source")?,
        tags: &["resources"],
        checks: Cow::Owned(vec![check]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::store;

    #[test]
    fn every_file_is_a_rule_whose_schema_is_there() {
        assert_eq!(all().count(), TEXTS.len());
        for rule in all() {
            for check in rule.checks.iter() {
                let Check::Schema(spec) = check else { panic!("{} is no schema", rule.id) };
                assert!(!spec.at.is_empty(), "{} runs nowhere", rule.id);
                assert!(store::document(spec.document).is_some(), "{}: there is no {}", rule.id, spec.document);
            }
        }
    }
}
