//! What holds for all rules on every Terraform plan with unknown values: the body of property tests and of the fuzz
//! target `fuzz/fuzz_targets/plans.rs`.

use cfn_warden::engine::{Cache, Input, Request, RuleCounts, check};
use serde_json::{Map, Value as Json, json};

/// The number of plans in which values take the place of the unknown ones.
const SUBSTITUTES: usize = 12;

/// A place in the planned values of a resource.
pub type Path = Vec<Json>;

/// A plan of some resources, without values in the places that are unknown.
pub struct Plan {
    /// The items of `resource_changes`, each with a member `change`.
    pub resources: Vec<Json>,
    /// The resource and the place of each unknown value.
    pub unknown: Vec<(usize, Path)>,
}

/// Evaluates rules on a plan with unknown values, and on plans with values in their places. Returns the number of
/// verdicts that were compared: 0 for rules that read which values are unknown, because these values change that.
///
/// # Panics
/// Panics if a value changes a verdict that was decided without it.
pub fn check_plan(rules: &str, plan: &str) -> usize {
    if rules.contains("after_unknown") {
        return 0;
    }
    let Some(plan) = Plan::parse(plan) else {
        return 0;
    };
    let cache = Cache::default();
    let unknown = plan.with_unknowns();
    let Some(found) = verdicts(&unknown, rules, &cache) else {
        return 0;
    };
    let is_decided = |counts: &RuleCounts| counts.undecided == 0;
    let mut compared = 0;
    for round in 0..SUBSTITUTES {
        let mut number = round;
        let document = plan.with_values(|known| {
            number += 1;
            if round == 0 {
                known.clone()
            } else {
                substitute(known, number * round)
            }
        });
        let Some(with) = verdicts(&document, rules, &cache) else {
            assert!(
                found.iter().any(|(_, counts)| !is_decided(counts)),
                "an error with values:\n{unknown}\n{document}"
            );
            continue;
        };
        for ((rule, counts), (_, with)) in found
            .iter()
            .zip(&with)
            .filter(|((_, counts), _)| is_decided(counts))
        {
            assert_eq!(counts, with, "{rule}:\n{unknown}\n{document}");
            compared += 1;
        }
    }
    compared
}

/// Returns the verdicts by rule; `None` if something cannot be checked.
fn verdicts(document: &str, rules: &str, cache: &Cache) -> Option<Vec<(String, RuleCounts)>> {
    let documents = vec![Input {
        name: "plan.json",
        content: document.as_bytes(),
    }];
    let rules = vec![Input {
        name: "r.guard",
        content: rules.as_bytes(),
    }];
    let run = check(
        &Request {
            documents,
            rules,
            ..Request::default()
        },
        cache,
    );
    let counts = run
        .coverage
        .rules
        .get("r.guard")
        .filter(|_| run.incomplete.is_empty())?;
    Some(
        counts
            .iter()
            .map(|(name, counts)| (name.to_string(), *counts))
            .collect(),
    )
}

impl Plan {
    /// Reads a plan: its resources, and the places that `after_unknown` marks and its values can have. `None` if the text
    /// is not a plan.
    pub fn parse(text: &str) -> Option<Plan> {
        let document: Json = serde_json::from_str(text).ok()?;
        let mut plan = Plan {
            resources: Vec::new(),
            unknown: Vec::new(),
        };
        for resource in document.get("resource_changes")?.as_array()? {
            let mut resource = resource.clone();
            let change = resource.get_mut("change").and_then(Json::as_object_mut);
            let Some(change) = change.filter(|change| change.contains_key("after")) else {
                continue;
            };
            let marks = change
                .insert("after_unknown".to_owned(), json!({}))
                .unwrap_or_default();
            let mut paths = Vec::new();
            places(&marks, &mut Vec::new(), &mut paths);
            let after = &change["after"];
            let is_here = |path: &Path| {
                value(&marks, path) == Some(&Json::Bool(true)) && can_have(after, path)
            };
            let index = plan.resources.len();
            plan.unknown
                .extend(paths.into_iter().filter(is_here).map(|path| (index, path)));
            if !plan
                .resources
                .iter()
                .any(|other: &Json| other["address"] == resource["address"])
            {
                plan.resources.push(resource);
            } else {
                plan.unknown.retain(|(resource, _)| *resource != index);
            }
        }
        Some(plan)
    }

    /// Returns the plan in which these places are unknown.
    pub fn with_unknowns(&self) -> String {
        self.document(|change, path| {
            let (last, holder) = path.split_last().unwrap();
            match at(&mut change["after"], holder) {
                Json::Object(members) => drop(members.remove(last.as_str().unwrap())),
                Json::Array(items) => items[last.as_u64().unwrap() as usize] = Json::Null,
                other => panic!("{other}"),
            }
            mark(&mut change["after_unknown"], path);
        })
    }

    /// Returns a plan with values in these places.
    pub fn with_values(&self, mut value: impl FnMut(&Json) -> Json) -> String {
        self.document(|change, path| {
            let place = at(&mut change["after"], path);
            *place = value(place);
        })
    }

    fn document(&self, mut edit: impl FnMut(&mut Json, &[Json])) -> String {
        let mut changes = self.resources.clone();
        for (resource, path) in &self.unknown {
            edit(&mut changes[*resource]["change"], path);
        }
        let planned = |change: &Json| {
            let mut planned = json!({ "address": change["address"], "mode": change["mode"], "type": change["type"] });
            planned["values"] = change["change"]["after"].clone();
            planned
        };
        let resources: Vec<Json> = changes.iter().map(planned).collect();
        let planned_values = json!({ "root_module": { "resources": resources } });
        json!({ "format_version": "1.2", "planned_values": planned_values, "resource_changes": changes }).to_string()
    }
}

/// Returns a place in a value; members that are not there are created.
pub fn at<'v>(value: &'v mut Json, path: &[Json]) -> &'v mut Json {
    path.iter().fold(value, |value, step| match step {
        Json::String(key) => value
            .as_object_mut()
            .unwrap()
            .entry(key.clone())
            .or_insert(Json::Null),
        index => &mut value[index.as_u64().unwrap() as usize],
    })
}

/// Returns what is at a place.
fn value<'v>(value: &'v Json, path: &[Json]) -> Option<&'v Json> {
    path.iter().try_fold(value, |value, step| match step {
        Json::String(key) => value.get(key),
        index => value.get(usize::try_from(index.as_u64()?).ok()?),
    })
}

/// Returns whether a value can have a place: a member of an object, or an item of a list.
fn can_have(after: &Json, path: &[Json]) -> bool {
    let Some((last, holder)) = path.split_last() else {
        return false;
    };
    value(after, holder).is_some_and(|holder| match last {
        Json::String(_) => holder.is_object(),
        index => index.as_u64().is_some_and(|index| {
            holder
                .as_array()
                .is_some_and(|items| index < items.len() as u64)
        }),
    })
}

/// Marks a place in a tree of `after_unknown`.
fn mark(tree: &mut Json, path: &[Json]) {
    let Some((step, rest)) = path.split_first() else {
        *tree = true.into();
        return;
    };
    match step {
        Json::String(key) => {
            if !tree.is_object() {
                *tree = Map::new().into();
            }
            mark(&mut tree[key], rest);
        }
        index => {
            let index = index.as_u64().unwrap() as usize;
            if !tree.is_array() {
                *tree = Json::Array(Vec::new());
            }
            let items = tree.as_array_mut().unwrap();
            while items.len() <= index {
                items.push(false.into());
            }
            mark(&mut items[index], rest);
        }
    }
}

/// Collects the places in a value, outermost first.
pub fn places(value: &Json, path: &mut Path, all: &mut Vec<Path>) {
    let steps: Vec<(Json, &Json)> = match value {
        Json::Object(members) => members
            .iter()
            .map(|(key, value)| (key.as_str().into(), value))
            .collect(),
        Json::Array(items) => items
            .iter()
            .enumerate()
            .map(|(index, item)| (index.into(), item))
            .collect(),
        _ => return,
    };
    for (step, inner) in steps {
        path.push(step);
        all.push(path.clone());
        places(inner, path, all);
        path.pop();
    }
}

/// Returns a value in place of an unknown one: the known value, or another.
pub fn substitute(known: &Json, number: usize) -> Json {
    match number % 14 {
        0 => Json::Null,
        1 => "".into(),
        2 => "x".into(),
        3 => "private".into(),
        4 => true.into(),
        5 => false.into(),
        6 => 0.into(),
        7 => 1.into(),
        8 => 443.into(),
        9 => json!([]),
        10 => json!(["x"]),
        11 => json!({}),
        12 => json!({ "x": 1 }),
        _ => known.clone(),
    }
}
