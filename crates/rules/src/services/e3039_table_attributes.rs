//! Checks that a DynamoDB table defines exactly the attributes that its keys use.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Operand, Step, message};
use cfn_warden_syntax::Node;
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::deployments::{DeploymentSet, Deployments};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::condition::ConditionSets;
use cfn_warden_template::condition::guarded::cases;
use cfn_warden_template::condition::objects::{
    PlainObject, all_variants, conditions_in, in_scenario, only, without_conditions,
};
use cfn_warden_template::{Functions, Quirk};

pub static RULE: Rule = Rule {
    id: RuleId::new("E3039"),
    tags: &["resources", "dynamodb"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

const PARTS: [&str; 4] = [
    "AttributeDefinitions",
    "KeySchema",
    "GlobalSecondaryIndexes",
    "LocalSecondaryIndexes",
];

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for entry in lint
        .template
        .root
        .get("Resources")
        .and_then(|node| node.as_map())
        .unwrap_or_default()
    {
        let kind = entry.value.get("Type").and_then(|kind| kind.as_str());
        let Some(properties) = entry
            .value
            .entry("Properties")
            .filter(|_| kind == Some("AWS::DynamoDB::Table"))
        else {
            continue;
        };
        if properties.value.as_map().is_none() {
            continue;
        }
        let instance_path = InstancePath::ROOT
            .names(lint.arena, ["Resources"])
            .step(lint.arena, Step::Key(entry.key));
        let instance_path = instance_path.step(lint.arena, Step::Key(properties.key));
        for object in variants(lint, properties.value) {
            let Some((attributes, keys)) = names(object.object) else {
                continue;
            };
            // A key whose name is a function can be any of the attributes that no other key uses.
            if has_unknown_key(lint, object.object) && keys.is_subset(&attributes) {
                continue;
            }
            if attributes != keys {
                let list = |names: BTreeSet<&'a str>| {
                    Operand::Names(lint.arena.keep_all(names.into_iter().collect::<Vec<_>>()))
                };
                let path = Operand::Plain(lint.arena.alloc_str(&instance_path.to_string()));
                const MESSAGE: &str = "The set of Attributes in AttributeDefinitions: {} and KeySchemas: {} must match at {}";
                sink.report(
                    instance_path,
                    properties.value,
                    message!(MESSAGE, [list(attributes), list(keys), path]),
                );
            }
        }
    }
}

/// Returns the variants of a table's properties; if there are too many, one for each attribute that can be wrong.
fn variants<'a>(lint: &Lint<'a, '_>, properties: Node<'a>) -> Vec<PlainObject<'a>> {
    let logic = lint.template.logic();
    let all = all_variants(lint.arena, logic, properties, &PARTS);
    let wrong = || {
        logic
            .sets()
            .and_then(|sets| wrong_variants(lint, &sets, properties))
    };
    all.or_else(wrong)
        .unwrap_or_else(|| without_conditions(lint.arena, logic, properties, &PARTS))
}

/// Returns a variant for each attribute that can be defined without being a key, or the reverse; `None` if a limit is
/// exceeded.
fn wrong_variants<'a>(
    lint: &Lint<'a, '_>,
    sets: &ConditionSets<'a>,
    properties: Node<'a>,
) -> Option<Vec<PlainObject<'a>>> {
    let attributes = Attributes::of(lint, sets, properties)?;
    let space = &sets.deployments;
    let parts = only(lint.arena, properties, &PARTS);
    let conditions = conditions_in(&[parts]);
    let (mut shown, mut found) = (BTreeSet::new(), Vec::new());
    for (name, [defined, used]) in attributes.by_name {
        let differs = space.or(space.minus(defined, used), space.minus(used, defined));
        let example = sets.example(space.minus(differs, attributes.unknown), &conditions);
        let Some(scenario) = example.filter(|_| !shown.contains(name)) else {
            continue;
        };
        let object = in_scenario(lint.arena, parts, &scenario);
        let (defined, used) = names(object).unwrap_or_default();
        shown.extend(defined.symmetric_difference(&used).copied());
        found.push(PlainObject {
            scenario: Some(scenario),
            object,
        });
    }
    sets.is_exact().then_some(found)
}

/// The attributes of a table in all deployments.
struct Attributes<'a> {
    /// By name: where it is defined, and where it is part of a key.
    by_name: BTreeMap<&'a str, [DeploymentSet; 2]>,
    /// Where the attributes are not known.
    unknown: DeploymentSet,
}

impl<'a> Attributes<'a> {
    /// Reads what [`names`] reads in each scenario.
    fn of(
        lint: &Lint<'a, '_>,
        sets: &ConditionSets<'a>,
        properties: Node<'a>,
    ) -> Option<Attributes<'a>> {
        let space = &sets.deployments;
        let follows_cfn_lint = lint.settings.compat.has(Quirk::UnknownKeys);
        let within = |when, value| {
            let cases = cases(sets, Functions::PROPERTIES, when, value).into_iter();
            cases.filter_map(|case| Some((case.when, case.value?)))
        };
        let mut all = Attributes {
            by_name: BTreeMap::new(),
            unknown: DeploymentSet::NONE,
        };
        for (part, value) in PARTS
            .iter()
            .filter_map(|part| Some((*part, properties.get(part)?)))
        {
            for (when, list) in within(sets.assuming(&[]), value) {
                let Some(items) = list.as_list() else {
                    all.unknown = space.or(all.unknown, when);
                    continue;
                };
                for (when, item) in items.iter().flat_map(|item| within(when, *item)) {
                    if !lint.evaluation.budget.spend(1) {
                        return None;
                    }
                    match part {
                        "AttributeDefinitions" => match attribute(item) {
                            Some(name) => all.add(space, name, 0, when),
                            None => all.unknown = space.or(all.unknown, when),
                        },
                        "KeySchema" => match attribute(item) {
                            Some(name) => all.add(space, name, 1, when),
                            None if follows_cfn_lint => {}
                            None => all.unknown = space.or(all.unknown, when),
                        },
                        _ => {
                            index_keys(item).for_each(|name| all.add(space, name, 1, when));
                            if !follows_cfn_lint
                                && keys_of_index(item)
                                    .iter()
                                    .any(|key| attribute(*key).is_none())
                            {
                                all.unknown = space.or(all.unknown, when);
                            }
                        }
                    }
                }
            }
        }
        Some(all)
    }

    fn add(&mut self, space: &Deployments, name: &'a str, role: usize, when: DeploymentSet) {
        let sets = self.by_name.entry(name).or_insert([DeploymentSet::NONE; 2]);
        if let Some(set) = sets.get_mut(role) {
            *set = space.or(*set, when);
        }
    }
}

fn attribute(node: Node<'_>) -> Option<&str> {
    node.get("AttributeName")?.as_str()
}

/// Returns the attributes in the keys of an index.
fn index_keys<'a>(index: Node<'a>) -> impl Iterator<Item = &'a str> {
    keys_of_index(index)
        .iter()
        .filter_map(|node| attribute(*node))
}

fn keys_of_index<'a>(index: Node<'a>) -> &'a [Node<'a>] {
    index
        .get("KeySchema")
        .and_then(|schema| schema.as_list())
        .unwrap_or_default()
}

/// Returns whether the name of a key is not written in the template. cfn-lint ignores these keys.
fn has_unknown_key(lint: &Lint<'_, '_>, properties: Node<'_>) -> bool {
    let indexes = ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"].into_iter();
    let indexes = indexes
        .filter_map(|name| properties.get(name)?.as_list())
        .flatten();
    let mut keys = keys_of_index(properties)
        .iter()
        .chain(indexes.flat_map(|index| keys_of_index(*index)));
    !lint.settings.compat.has(Quirk::UnknownKeys) && keys.any(|key| attribute(*key).is_none())
}

/// Returns the defined attributes and those in keys; `None` if they are not known.
fn names(properties: Node<'_>) -> Option<(BTreeSet<&str>, BTreeSet<&str>)> {
    let mut lists = PARTS.iter().map(|part| {
        properties
            .get(part)
            .map_or(Some(&[][..]), |part| part.as_list())
    });
    let (definitions, key_schema) = (lists.next()??, lists.next()??);
    let (global, local) = (lists.next()??, lists.next()??);
    let attributes = definitions
        .iter()
        .map(|node| attribute(*node))
        .collect::<Option<_>>()?;
    let mut keys: BTreeSet<&str> = key_schema
        .iter()
        .filter_map(|node| attribute(*node))
        .collect();
    keys.extend(
        global
            .iter()
            .chain(local)
            .flat_map(|index| index_keys(*index)),
    );
    Some((attributes, keys))
}
