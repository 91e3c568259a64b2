//! Rules that are data: `schemas/rules/<ID>.json`.
//!
//! ```json
//! {"id": "E3044", "tags": ["ecs"], "at": ["Resources/AWS::ECS::Service/Properties"],
//!  "schema": "extensions/aws_ecs_service/fargate", "report": "all"}
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
use cfn_warden_schema::keyword;
use cfn_warden_schema::violation::NO_KEYWORD;
use cfn_warden_schema::{Json, Pack, PackError};

/// The files of `schemas/rules`, by name: `make index` packs them, so that no start reads their texts.
static PACK: LazyLock<Result<Pack, PackError>> = LazyLock::new(|| {
    let words: &'static [u8] = include_bytes!("../../../schemas/rules.pack");
    Pack::new(words, include_str!("../../../schemas/rules.txt"))
});

static RULES: LazyLock<Vec<Rule>> =
    LazyLock::new(|| PACK.iter().flat_map(|pack| pack.root().items()).filter_map(rule).collect());

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
    Some(Rule { id: text("id")?, tags, checks: Cow::Owned(vec![check]) })
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
    use cfn_warden_schema::store;

    #[test]
    fn every_entry_of_the_pack_is_a_rule_whose_schema_is_there() {
        let pack = PACK.as_ref().expect("run `make index`");
        assert_eq!(all().count(), pack.root().items().count());
        assert!(all().count() > 90, "{}", all().count());
        for rule in all() {
            for check in rule.checks.iter() {
                let Check::Schema(spec) = check else { panic!("{} is no schema", rule.id) };
                assert!(!spec.at.is_empty(), "{} runs nowhere", rule.id);
                assert!(store::document(spec.document).is_some(), "{}: there is no {}", rule.id, spec.document);
            }
        }
    }
}
