//! Resources of one type that have the same primary identifier.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::Rule;
use crate::rule::{Check, Lint, Sink};
use cfn_warden_schema::equal::equals;
use cfn_warden_schema::{Fault, InstancePath, Json, Operand, Step, keyword};
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Entry, Node, Value};
use cfn_warden_template::condition::objects::whole_or_parts;

/// E3019
pub static RULE: Rule =
    Rule { id: "E3019", tags: &["parameters", "resources"], checks: Cow::Borrowed(&[Check::Template(check)]) };

/// The values of a primary identifier, the conditions under which they hold, and the resources that have them.
struct Seen<'a> {
    conditions: Vec<(&'a str, bool)>,
    values: Vec<Node<'a>>,
    resources: Vec<Entry<'a>>,
}

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let entries = lint.template.root.get("Resources").and_then(|node| node.as_map()).unwrap_or_default();
    let mut types: BTreeMap<&str, Vec<Entry<'a>>> = BTreeMap::new();
    for entry in entries {
        if let Some(kind) = entry.value.get("Type").and_then(|kind| kind.as_str()) {
            types.entry(kind).or_default().push(*entry);
        }
    }
    // One of a type has none to be confused with.
    for (name, of_type) in types.into_iter().filter(|(_, of_type)| of_type.len() > 1) {
        let Some(identifier) = identifier(lint, name) else { continue };
        for seen in seen(lint, &of_type, &identifier).into_iter().filter(|seen| seen.resources.len() > 1) {
            report(lint, sink, &identifier, &seen);
        }
    }
}

/// The properties that tell the resources of a type apart, where these are all for the template to choose.
fn identifier<'l>(lint: &'l Lint<'_, '_>, name: &str) -> Option<Vec<&'l str>> {
    if name == "AWS::CodeBuild::Project" {
        return Some(vec!["Name"]);
    }
    let region = lint.settings.regions().iter().next()?;
    let schema = lint.settings.types.resource(name).filter(|_| region.is_in(lint.settings.types.regions(name)))?;
    let paths = |symbol| schema.keyword(symbol).map(Json::items).into_iter().flatten().filter_map(Json::as_str);
    let primary: Vec<&'l str> = paths(keyword::PRIMARY_IDENTIFIER).collect();
    if primary.is_empty() || primary.iter().any(|path| paths(keyword::READ_ONLY_PROPERTIES).any(|own| own == *path)) {
        return None;
    }
    let name = |path: &&'l str| path.strip_prefix("/properties/").filter(|name| !name.contains('/'));
    primary.iter().map(name).collect()
}

fn seen<'a>(lint: &Lint<'a, '_>, resources: &[Entry<'a>], identifier: &[&str]) -> Vec<Seen<'a>> {
    let logic = lint.template.logic();
    let mut all: Vec<Seen<'a>> = Vec::new();
    let mut candidates = Candidates::default();
    for entry in resources {
        let Some(properties) = entry.value.get("Properties") else { continue };
        let condition = entry.value.get("Condition").and_then(|name| name.as_str());
        let objects = whole_or_parts(lint.arena, logic, properties, identifier);
        for plain in objects {
            let mut conditions = plain.scenario.unwrap_or_default();
            if let Some(condition) = condition {
                conditions.retain(|(name, _)| *name != condition);
                conditions.push((condition, true));
            }
            let Some(values) = identifier.iter().map(|name| plain.object.get(name)).collect::<Option<Vec<_>>>() else {
                continue;
            };
            let signature = values.iter().map(|value| signature(*value)).collect::<Option<Vec<_>>>();
            let mut found = false;
            let like = candidates.of(signature.as_deref(), all.len());
            for place in like {
                if !lint.walk.budget.spend(1) {
                    return all;
                }
                let Some(seen) = all.get_mut(place).filter(|seen| same(&seen.values, &values)) else { continue };
                let Some(merged) = merged(&seen.conditions, &conditions) else { continue };
                let wanted: Vec<_> = merged.iter().map(|(name, holds)| (*name, Some(*holds))).collect();
                let possible = !logic.scenarios(&wanted).rows.is_empty();
                if merged.is_empty() || possible {
                    if !seen.resources.iter().any(|known| known.key.id == entry.key.id) {
                        seen.resources.push(*entry);
                    }
                    found |= merged.is_empty() || same_conditions(&seen.conditions, &conditions);
                }
            }
            if !found {
                candidates.add(signature, all.len());
                all.push(Seen { conditions, values, resources: vec![*entry] });
            }
        }
    }
    all
}

/// Where in a list values stand that may equal given ones.
#[derive(Default)]
struct Candidates {
    by_signature: HashMap<Vec<u64>, Vec<usize>>,
    /// Those that may equal values of any signature.
    any: Vec<usize>,
}

impl Candidates {
    fn add(&mut self, signature: Option<Vec<u64>>, place: usize) {
        match signature {
            Some(signature) => self.by_signature.entry(signature).or_default().push(place),
            None => self.any.push(place),
        }
    }

    /// In order.
    fn of(&self, signature: Option<&[u64]>, count: usize) -> Vec<usize> {
        let Some(signature) = signature else { return (0..count).collect() };
        let alike = self.by_signature.get(signature).map(Vec::as_slice).unwrap_or_default();
        let mut all: Vec<_> = alike.iter().chain(&self.any).copied().collect();
        all.sort_unstable();
        all
    }
}

/// A number that is the same for values that are equal; `None` for those that may equal values of other looks.
fn signature(value: Node<'_>) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    match value.value {
        // Texts that spell a truth, a list or a map equal other things, too.
        Value::Str(text) if text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false") => return None,
        Value::Str(text) if text.starts_with(['[', '{']) => return None,
        Value::Str(text) => text.hash(&mut hasher),
        Value::Int(number) => number.to_string().hash(&mut hasher),
        Value::List(items) => items.iter().map(|item| signature(*item)).collect::<Option<Vec<_>>>()?.hash(&mut hasher),
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

/// Both together; `None` where they contradict.
fn merged<'a>(one: &[(&'a str, bool)], two: &[(&'a str, bool)]) -> Option<Vec<(&'a str, bool)>> {
    let mut all = one.to_vec();
    for (name, holds) in two {
        match all.iter().find(|(known, _)| known == name) {
            Some((_, known)) if known != holds => return None,
            Some(_) => {}
            None => all.push((name, *holds)),
        }
    }
    Some(all)
}

fn report<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>, identifier: &[&str], seen: &Seen<'a>) {
    let values = identifier.iter().zip(&seen.values);
    let values = values.map(|(name, value)| format!("{}: {}", python::repr_str(name), python::repr(*value)));
    let names = seen.resources.iter().filter_map(|entry| entry.key.as_str()).map(python::repr_str);
    let words = format!(
        "Primary identifiers {{{}}} should have unique values across the resources {{{}}}",
        values.collect::<Vec<_>>().join(", "),
        names.collect::<Vec<_>>().join(", ")
    );
    let fault = Fault::new("{}", [Operand::Plain(lint.arena.alloc_str(&words))]);
    for entry in &seen.resources {
        let trail = InstancePath::ROOT.names(lint.arena, ["Resources"]).step(lint.arena, Step::Key(entry.key));
        let Some(properties) = entry.value.entry("Properties") else { continue };
        let trail = trail.step(lint.arena, Step::Key(properties.key));
        let [name] = identifier else {
            sink.report(trail, properties.value, fault);
            continue;
        };
        // In one scenario the property may be what an Fn::If around all properties leads to.
        let (step, instance) = match properties.value.entry(name) {
            Some(property) => (Step::Key(property.key), property.value),
            None => (Step::Name(lint.arena.alloc_str(name)), properties.value),
        };
        sink.report(trail.step(lint.arena, step), instance, fault);
    }
}
