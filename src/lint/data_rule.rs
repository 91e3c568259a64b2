//! Rules that are data: `schemas/rules/<ID>.json`.
//!
//! ```json
//! {"id": "E3044", "title": "...", "description": "...", "source": "https://...", "tags": ["ecs"],
//!  "at": ["Resources/AWS::ECS::Service/Properties"], "schema": "extensions/aws_ecs_service/fargate", "report": "all"}
//! ```
//! `report` is `all` (every violation), `region` (the schema is one a region; the best violation of each),
//! `{"best": words}` (the violation that explains best) or `{"all": words}`. The words are a text, or texts by the keyword
//! that is violated: `{"enum": "...", "false": "...", "*": "..."}`; what stands in them in braces is said with [`Words`].
//! `"sees": {"lower": "Engine", "functions": "written", "absent": "fails"}` says how the schema sees the value ([`View`]).

use std::borrow::Cow;
use std::sync::LazyLock;

use super::Rule;
use super::rule::Check;
use super::schema_rule::{Absent, Report, SchemaRule, Seen, View};
use super::words::Words;
use crate::schema::keyword;
use crate::schema::violation::NO_KEYWORD;
use crate::schema::{Json, Pack};

// data: schemas/rules
// begin index
/// The files of the folder, by name.
#[rustfmt::skip]
static TEXTS: &[&str] = &[
    include_str!("../../schemas/rules/E3023.json"),
    include_str!("../../schemas/rules/E3025.json"),
    include_str!("../../schemas/rules/E3029.json"),
    include_str!("../../schemas/rules/E3042.json"),
    include_str!("../../schemas/rules/E3044.json"),
    include_str!("../../schemas/rules/E3045.json"),
    include_str!("../../schemas/rules/E3046.json"),
    include_str!("../../schemas/rules/E3047.json"),
    include_str!("../../schemas/rules/E3052.json"),
    include_str!("../../schemas/rules/E3054.json"),
    include_str!("../../schemas/rules/E3062.json"),
    include_str!("../../schemas/rules/E3501.json"),
    include_str!("../../schemas/rules/E3505.json"),
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
    include_str!("../../schemas/rules/E3663.json"),
    include_str!("../../schemas/rules/E3667.json"),
    include_str!("../../schemas/rules/E3670.json"),
    include_str!("../../schemas/rules/E3671.json"),
    include_str!("../../schemas/rules/E3672.json"),
    include_str!("../../schemas/rules/E3674.json"),
    include_str!("../../schemas/rules/E3675.json"),
    include_str!("../../schemas/rules/E3676.json"),
    include_str!("../../schemas/rules/E3677.json"),
    include_str!("../../schemas/rules/E3678.json"),
    include_str!("../../schemas/rules/E3679.json"),
    include_str!("../../schemas/rules/E3680.json"),
    include_str!("../../schemas/rules/E3681.json"),
    include_str!("../../schemas/rules/E3682.json"),
    include_str!("../../schemas/rules/E3683.json"),
    include_str!("../../schemas/rules/E3684.json"),
    include_str!("../../schemas/rules/E3685.json"),
    include_str!("../../schemas/rules/E3687.json"),
    include_str!("../../schemas/rules/E3688.json"),
    include_str!("../../schemas/rules/E3689.json"),
    include_str!("../../schemas/rules/E3690.json"),
    include_str!("../../schemas/rules/E3691.json"),
    include_str!("../../schemas/rules/E3692.json"),
    include_str!("../../schemas/rules/E3693.json"),
    include_str!("../../schemas/rules/E3694.json"),
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
    include_str!("../../schemas/rules/E3711.json"),
    include_str!("../../schemas/rules/E3712.json"),
    include_str!("../../schemas/rules/E3713.json"),
    include_str!("../../schemas/rules/E3714.json"),
    include_str!("../../schemas/rules/E3715.json"),
    include_str!("../../schemas/rules/E3717.json"),
    include_str!("../../schemas/rules/E3718.json"),
    include_str!("../../schemas/rules/E3719.json"),
    include_str!("../../schemas/rules/E3720.json"),
    include_str!("../../schemas/rules/E3721.json"),
    include_str!("../../schemas/rules/E3722.json"),
    include_str!("../../schemas/rules/E3723.json"),
    include_str!("../../schemas/rules/E3725.json"),
    include_str!("../../schemas/rules/W3663.json"),
    include_str!("../../schemas/rules/W3687.json"),
    include_str!("../../schemas/rules/W3688.json"),
    include_str!("../../schemas/rules/W3689.json"),
    include_str!("../../schemas/rules/W3690.json"),
    include_str!("../../schemas/rules/W3691.json"),
    include_str!("../../schemas/rules/W3693.json"),
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
        Some("all") => Report::All(Words::OWN),
        Some("region") => Report::BestPerRegion,
        Some(_) => return None,
        None => match report.get("best") {
            Some(said) => Report::Best(words(said)?),
            None => Report::All(words(report.get("all")?)?),
        },
    };
    let sees = json.get("sees").map_or(Some(View::PLAIN), view)?;
    let at = json.get("at")?.items().filter_map(Json::as_str).collect();
    let tags: Vec<&'static str> = json.get("tags")?.items().filter_map(Json::as_str).collect();
    // The rules are made once.
    let tags = Box::leak(tags.into_boxed_slice());
    let check = Check::Schema(SchemaRule { at: Cow::Owned(at), document: text("schema")?, sees, report });
    Some(Rule {
        id: text("id")?,
        title: text("title")?,
        description: text("description")?,
        source: text("source")?,
        tags,
        checks: Cow::Owned(vec![check]),
    })
}

/// What is said, of every violation or by keyword.
fn words(json: Json<'static>) -> Option<Words> {
    if let Some(text) = json.as_str() {
        return Some(Words::of_all(text));
    }
    let mut words = Words::OWN;
    for (key, said) in json.entries() {
        let symbol = match key.text {
            "*" => {
                words.otherwise = said.as_str()?;
                continue;
            }
            "false" => NO_KEYWORD,
            name => keyword::symbol(name)?,
        };
        words.of.to_mut().push((symbol, said.as_str()?));
    }
    Some(words)
}

fn view(json: Json<'static>) -> Option<View> {
    let functions = match json.get("functions").map(|seen| seen.as_str()) {
        None => Seen::Unknown,
        Some(Some("written")) => Seen::Written,
        Some(Some("resolved")) => Seen::Resolved,
        Some(_) => return None,
    };
    let absent = match json.get("absent").map(|absent| absent.as_str()) {
        None => Absent::Holds,
        Some(Some("fails")) => Absent::Fails,
        Some(_) => return None,
    };
    Some(View { lower: json.get("lower").and_then(Json::as_str), functions, absent })
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
