//! Parameters of nested stacks.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::{Check, Lint, Sink};
use crate::rules::related::when;
use cfn_warden_schema::{Fault, InstancePath, Operand, Step};
use cfn_warden_syntax::{Entry, Node};
use cfn_warden_template::condition::objects::{Scenario, without_conditions};
use cfn_warden_template::nested::STACKS;

/// E3043
pub static RULE: Rule =
    Rule { id: "E3043", tags: &["resources", "cloudformation"], checks: Cow::Borrowed(&[Check::Template(check)]) };

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    if lint.input.nested.is_empty() {
        return;
    }
    let resources = lint.template.root.get("Resources").and_then(|node| node.as_map()).unwrap_or_default();
    for (kind, key) in STACKS {
        let is_one = |entry: &&Entry<'a>| entry.value.get("Type").and_then(|own| own.as_str()) == Some(kind);
        for entry in resources.iter().filter(is_one) {
            let Some(properties) = entry.value.get("Properties") else { continue };
            let plain = without_conditions(lint.arena, lint.template.logic(), properties, &[key, "Parameters"]);
            let trail = InstancePath::ROOT.names(lint.arena, ["Resources"]).step(lint.arena, Step::Key(entry.key));
            let trail = trail.names(lint.arena, ["Properties", "Parameters"]);
            for stack in plain {
                let Some(location) = stack.object.get(key).and_then(|location| location.as_str()) else { continue };
                let Some(given) = stack.object.get("Parameters").filter(|given| given.as_map().is_some()) else {
                    continue;
                };
                compare(lint, sink, location, (given, trail), stack.scenario.as_ref());
            }
        }
    }
}

/// Compares the parameters that a stack is given with those of its template.
fn compare<'a>(
    lint: &Lint<'a, '_>,
    sink: &mut Sink<'a>,
    location: &str,
    (given, trail): (Node<'a>, InstancePath<'a>),
    scenario: Option<&Scenario<'a>>,
) {
    let nested = lint.input.nested.iter().find(|nested| nested.location == location);
    let Some(declared) = nested.and_then(|nested| nested.parameters.as_ref()) else { return };
    let mut say = |at: InstancePath<'a>, [alone, among]: [&'a str; 2], name: &str| {
        let name = Operand::Plain(lint.arena.alloc_str(name));
        let fault = match scenario {
            None => Fault::new(alone, [name, Operand::Plain(lint.arena.alloc_str(&at.to_string()))]),
            Some(scenario) => Fault::new(among, [name, Operand::Plain(lint.arena.alloc_str(&when(scenario)))]),
        };
        // With conditions, the place is the parameters as a whole.
        sink.report(if scenario.is_none() { at } else { trail }, given, fault);
    };
    for entry in given.as_map().unwrap_or_default() {
        let Some(name) = entry.key.as_str().filter(|name| declared.iter().all(|(own, _)| own != name)) else {
            continue;
        };
        let words = [
            "Specified parameter \"{}\" doesn't exist in nested stack template at {}",
            "Specified parameter \"{}\" doesn't exist in nested stack template {}",
        ];
        say(trail.step(lint.arena, Step::Key(entry.key)), words, name);
    }
    for (name, _) in declared.iter().filter(|(name, has_default)| !has_default && given.get(name).is_none()) {
        let words = [
            "Nested stack template parameter \"{}\" is not specified at {}",
            "Nested stack template parameter \"{}\" is not specified {}",
        ];
        say(trail, words, name);
    }
}
