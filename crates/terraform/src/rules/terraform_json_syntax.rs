//! `terraform_json_syntax`

use std::collections::BTreeMap;

use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::fix::Safety;
use serde_json::{Map, Value as Json};

use crate::module::SourceFile;
use crate::ruleset::{Issue, Module, Options, Rule};
use crate::source::Range;

/// The root of a configuration in JSON is an object, not an array of objects.
pub static RULE: Rule = Rule {
    id: "terraform_json_syntax",
    title: "JSON configuration is an array",
    description: "The root of a configuration in JSON is an object, not an array of objects.",
    severity: Severity::Warning,
    is_recommended: true,
    check,
};

fn check(module: &Module<'_>, _: &Options<'_>) -> Result<Vec<Issue>, String> {
    Ok(module
        .declared
        .files
        .iter()
        .filter(|file| file.is_json())
        .filter_map(|file| issue(module, file))
        .collect())
}

fn issue(module: &Module<'_>, file: &SourceFile) -> Option<Issue> {
    let range = file.body.range;
    let text = module.with(|sources| {
        sources
            .get(range.file)
            .map(|source| source.text.to_string())
    })?;
    let Ok(Json::Array(items)) = serde_json::from_str(&text) else {
        return None;
    };
    let start = u32::try_from(text.len().saturating_sub(text.trim_start().len())).ok()?;
    let issue = Issue::at(
        Range {
            start,
            end: start.saturating_add(1),
            ..range
        },
        "JSON configuration uses array syntax at root, expected object",
    );
    let whole = Range {
        start: 0,
        end: u32::try_from(text.len()).ok()?,
        ..range
    };
    let fixed = serde_json::to_string_pretty(&merged(items)).ok()?;
    Some(issue.fixed(
        Safety::Unsafe,
        "merge the objects of the array",
        whole,
        fixed + "\n",
    ))
}

/// Merges objects. Values of one key are merged if they are objects that agree, and listed otherwise.
fn merged(items: Vec<Json>) -> Json {
    let mut members: BTreeMap<String, Vec<Json>> = BTreeMap::new();
    for item in items {
        let Json::Object(item) = item else { continue };
        for (name, value) in item {
            members.entry(name).or_default().push(value);
        }
    }
    let one = |mut values: Vec<Json>| match values.len() {
        1 => values.pop().unwrap_or_default(),
        _ => {
            let mut whole = Json::Object(Map::new());
            if values
                .iter()
                .all(|value| value.is_object() && merge(&mut whole, value))
            {
                whole
            } else {
                values.into()
            }
        }
    };
    members
        .into_iter()
        .map(|(name, values)| (name, one(values)))
        .collect::<Map<_, _>>()
        .into()
}

/// Adds the members of an object; false if both have a member that is not an object.
fn merge(target: &mut Json, other: &Json) -> bool {
    let (Json::Object(target), Json::Object(other)) = (target, other) else {
        return false;
    };
    other
        .iter()
        .all(|(name, value)| match target.get_mut(name) {
            Some(known) => merge(known, value),
            None => target.insert(name.clone(), value.clone()).is_none(),
        })
}
