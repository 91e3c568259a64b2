//! Reports resources of the same type with the same primary identifier.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::equal::equals;
use cfn_warden_schema::{InstancePath, Json, Operand, RelatedValue, Step, keyword, message};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::hash::HashMap;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Entry, Node, Value};
use cfn_warden_template::condition::objects::whole_or_parts;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3019"),
    tags: &["parameters", "resources"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

/// The values of a primary identifier, the conditions under which they apply, and the resources that have them.
struct IdentifierGroup<'a> {
    conditions: Vec<(&'a str, bool)>,
    values: Vec<Node<'a>>,
    resources: Vec<Entry<'a>>,
}

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let entries = lint
        .template
        .root
        .get("Resources")
        .and_then(|node| node.as_map())
        .unwrap_or_default();
    let mut types: BTreeMap<&str, Vec<Entry<'a>>> = BTreeMap::new();
    for entry in entries {
        if let Some(kind) = entry.value.get("Type").and_then(|kind| kind.as_str()) {
            types.entry(kind).or_default().push(*entry);
        }
    }
    // A single resource of a type cannot have a duplicate.
    for (name, of_type) in types.into_iter().filter(|(_, of_type)| of_type.len() > 1) {
        let Some(identifier) = identifier(lint, name) else {
            continue;
        };
        for group in group_resources(lint, &of_type, &identifier)
            .into_iter()
            .filter(|group| group.resources.len() > 1)
        {
            report(lint, sink, &identifier, &group);
        }
    }
}

/// Returns the properties of a type's primary identifier; `None` if one of them is read-only or nested.
fn identifier<'l>(lint: &'l Lint<'_, '_>, name: &str) -> Option<Vec<&'l str>> {
    if name == "AWS::CodeBuild::Project" {
        return Some(vec!["Name"]);
    }
    let region = lint.settings.regions().iter().next()?;
    let schema = lint
        .evaluation
        .knowledge
        .resource(name)
        .filter(|_| region.is_in(lint.evaluation.knowledge.regions(name)))?;
    let paths = |symbol| {
        schema
            .keyword(symbol)
            .map(Json::items)
            .into_iter()
            .flatten()
            .filter_map(Json::as_str)
    };
    let primary: Vec<&'l str> = paths(keyword::PRIMARY_IDENTIFIER).collect();
    if primary.is_empty()
        || primary
            .iter()
            .any(|path| paths(keyword::READ_ONLY_PROPERTIES).any(|own| own == *path))
    {
        return None;
    }
    let name = |path: &&'l str| {
        path.strip_prefix("/properties/")
            .filter(|name| !name.contains('/'))
    };
    primary.iter().map(name).collect()
}

fn group_resources<'a>(
    lint: &Lint<'a, '_>,
    resources: &[Entry<'a>],
    identifier: &[&str],
) -> Vec<IdentifierGroup<'a>> {
    let logic = lint.template.logic();
    let mut all: Vec<IdentifierGroup<'a>> = Vec::new();
    let mut candidates = Candidates::default();
    for entry in resources {
        let Some(properties) = entry.value.get("Properties") else {
            continue;
        };
        let condition = entry.value.get("Condition").and_then(|name| name.as_str());
        let objects = whole_or_parts(lint.arena, logic, properties, identifier);
        for plain in objects {
            let mut conditions = plain.scenario.unwrap_or_default();
            if let Some(condition) = condition {
                conditions.retain(|(name, _)| *name != condition);
                conditions.push((condition, true));
            }
            let Some(values) = identifier
                .iter()
                .map(|name| plain.object.get(name))
                .collect::<Option<Vec<_>>>()
            else {
                continue;
            };
            let signature = values
                .iter()
                .map(|value| signature(*value))
                .collect::<Option<Vec<_>>>();
            let mut found = false;
            let similar = candidates.of(signature.as_deref(), all.len());
            for index in similar {
                if !lint.evaluation.budget.spend(1) {
                    return all;
                }
                let Some(group) = all
                    .get_mut(index)
                    .filter(|group| same(&group.values, &values))
                else {
                    continue;
                };
                let Some(merged) = merged(&group.conditions, &conditions) else {
                    continue;
                };
                let required: Vec<_> = merged
                    .iter()
                    .map(|(name, holds)| (*name, Some(*holds)))
                    .collect();
                let possible = !logic.scenarios(&required).rows.is_empty();
                if merged.is_empty() || possible {
                    if !group
                        .resources
                        .iter()
                        .any(|existing| existing.key.id == entry.key.id)
                    {
                        group.resources.push(*entry);
                    }
                    found |= merged.is_empty() || same_conditions(&group.conditions, &conditions);
                }
            }
            if !found {
                candidates.add(signature, all.len());
                all.push(IdentifierGroup {
                    conditions,
                    values,
                    resources: vec![*entry],
                });
            }
        }
    }
    all
}

/// Index of identifiers by signature.
#[derive(Default)]
struct Candidates {
    by_signature: HashMap<Vec<u64>, Vec<usize>>,
    /// Identifiers that can equal values with any signature.
    any: Vec<usize>,
}

impl Candidates {
    fn add(&mut self, signature: Option<Vec<u64>>, index: usize) {
        match signature {
            Some(signature) => self.by_signature.entry(signature).or_default().push(index),
            None => self.any.push(index),
        }
    }

    /// Returns the sorted indices of the identifiers that can equal values with a signature, of `count` in total.
    fn of(&self, signature: Option<&[u64]>, count: usize) -> Vec<usize> {
        let Some(signature) = signature else {
            return (0..count).collect();
        };
        let alike = self
            .by_signature
            .get(signature)
            .map(Vec::as_slice)
            .unwrap_or_default();
        let mut all: Vec<_> = alike.iter().chain(&self.any).copied().collect();
        all.sort_unstable();
        all
    }
}

/// Returns a hash that is the same for equal values; `None` for values that can equal values of another type.
fn signature(value: Node<'_>) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    match value.value {
        // Strings that spell a boolean, a list or a map also equal values of those types.
        Value::Str(text)
            if text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false") =>
        {
            return None;
        }
        Value::Str(text) if text.starts_with(['[', '{']) => return None,
        Value::Str(text) => text.hash(&mut hasher),
        Value::Int(number) => number.to_string().hash(&mut hasher),
        Value::List(items) => items
            .iter()
            .map(|item| signature(*item))
            .collect::<Option<Vec<_>>>()?
            .hash(&mut hasher),
        Value::Map([only]) => (only.key.as_str()?, signature(only.value)?).hash(&mut hasher),
        _ => return None,
    }
    Some(hasher.finish())
}

fn same(one: &[Node<'_>], two: &[Node<'_>]) -> bool {
    one.iter().zip(two).all(|(one, two)| equals(*one, *two))
}

fn same_conditions(one: &[(&str, bool)], two: &[(&str, bool)]) -> bool {
    one.len() == two.len() && one.iter().all(|condition| two.contains(condition))
}

/// Merges two sets of conditions; `None` if they contradict each other.
fn merged<'a>(one: &[(&'a str, bool)], two: &[(&'a str, bool)]) -> Option<Vec<(&'a str, bool)>> {
    let mut all = one.to_vec();
    for (name, holds) in two {
        match all.iter().find(|(existing, _)| existing == name) {
            Some((_, existing)) if existing != holds => return None,
            Some(_) => {}
            None => all.push((name, *holds)),
        }
    }
    Some(all)
}

fn report<'a>(
    lint: &Lint<'a, '_>,
    sink: &mut Sink<'a>,
    identifier: &[&str],
    group: &IdentifierGroup<'a>,
) {
    let values = identifier.iter().zip(&group.values);
    let values =
        values.map(|(name, value)| format!("{}: {}", python::repr_str(name), python::repr(*value)));
    let names = group
        .resources
        .iter()
        .filter_map(|entry| entry.key.as_str())
        .map(python::repr_str);
    let list = |texts: Vec<String>| Operand::Plain(lint.arena.alloc_str(&texts.join(", ")));
    let message = message!(
        "Primary identifiers {{}} should have unique values across the resources {{}}",
        [list(values.collect()), list(names.collect())]
    );
    let places: Vec<_> = group
        .resources
        .iter()
        .filter_map(|entry| place(lint, identifier, *entry))
        .collect();
    for (path, instance) in &places {
        let others = places.iter().filter(|(_, other)| other.id != instance.id);
        let related = others.map(|(path, _)| RelatedValue {
            path: *path,
            text: "the other resource",
            is_mutual: true,
        });
        let related = lint.arena.keep_all(related.collect::<Vec<_>>());
        sink.report_with(*path, *instance, message, related);
    }
}

/// Returns the path and value of a resource's identifier; of its properties, if the identifier has several parts.
fn place<'a>(
    lint: &Lint<'a, '_>,
    identifier: &[&str],
    entry: Entry<'a>,
) -> Option<(InstancePath<'a>, Node<'a>)> {
    let instance_path = InstancePath::ROOT
        .names(lint.arena, ["Resources"])
        .step(lint.arena, Step::Key(entry.key));
    let properties = entry.value.entry("Properties")?;
    let instance_path = instance_path.step(lint.arena, Step::Key(properties.key));
    let [name] = identifier else {
        return Some((instance_path, properties.value));
    };
    // In a scenario, the property can come from an `Fn::If` around all properties.
    let (step, instance) = match properties.value.entry(name) {
        Some(property) => (Step::Key(property.key), property.value),
        None => (Step::Name(lint.arena.alloc_str(name)), properties.value),
    };
    Some((instance_path.step(lint.arena, step), instance))
}
