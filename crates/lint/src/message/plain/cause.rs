//! Why a rule applies: the properties on which the schema of a rule that is data depends.

use super::context::Context;
use super::shown::{code, shown};
use crate::registry;
use crate::rule::Check;
use cfn_warden_schema::{Json, Step, Violation, keyword};
use cfn_warden_syntax::{Node, Value};

/// The maximum number of properties that are named.
const MOST: usize = 2;
/// The maximum nesting of conditions in a schema.
const DEPTH: usize = 6;

/// Returns the values of the properties that a rule's schema has conditions on, as the end of a message, which begins
/// with `; here`; empty if the message names them, or if there are none.
pub fn of<'a>(violation: &Violation<'a>, context: Context<'_, 'a>, message: &str) -> String {
    let Some(rule) = violation.rule.and_then(|id| registry::all().find(|rule| rule.id == id)) else {
        return String::new();
    };
    let mut names = Vec::new();
    for check in rule.checks.iter() {
        if let Check::Schema(spec) = check
            && let Some(schema) = context.knowledge.document(spec.document)
        {
            conditional(schema, &mut names, 0);
        }
    }
    let mut causes = Vec::new();
    for name in names {
        let is_own = violation.instance_path.last().as_ref().and_then(Step::text) == Some(name);
        let is_named = is_own || message.contains(&code(name));
        let is_scalar = |value: &Node<'_>| !matches!(value.value, Value::List(_) | Value::Map(_));
        let value = value_beside(violation, context, name).filter(is_scalar);
        causes.extend(value.filter(|_| !is_named).map(|value| format!("{} is {}", code(name), shown(value))));
    }
    causes.truncate(MOST);
    if causes.is_empty() { String::new() } else { format!("; here {}", causes.join(" and ")) }
}

/// Collects the properties that the conditions (`if`) of a schema constrain.
fn conditional<'p>(schema: Json<'p>, names: &mut Vec<&'p str>, depth: usize) {
    if depth > DEPTH {
        return;
    }
    if let Some(properties) = schema.keyword(keyword::IF).and_then(|condition| condition.keyword(keyword::PROPERTIES)) {
        for (key, _) in properties.entries() {
            if !names.contains(&key.text) {
                names.push(key.text);
            }
        }
    }
    let parts = [keyword::IF, keyword::THEN, keyword::ELSE].into_iter().filter_map(|symbol| schema.keyword(symbol));
    let lists = [keyword::ALL_OF, keyword::ANY_OF, keyword::ONE_OF].into_iter();
    let branches = lists.filter_map(|symbol| schema.keyword(symbol)).flat_map(Json::items);
    parts.chain(branches).for_each(|part| conditional(part, names, depth.saturating_add(1)));
}

/// Returns the value of a property in the innermost object around a violation that has it.
fn value_beside<'a>(violation: &Violation<'a>, context: Context<'_, 'a>, name: &str) -> Option<Node<'a>> {
    let mut around = vec![context.template.root];
    for step in violation.instance_path.steps() {
        let next = match (around.last()?, step) {
            (node, Step::Index(index)) => node.as_list().and_then(|items| items.get(index as usize).copied()),
            (node, step) => step.text().and_then(|text| node.get(text)),
        };
        let Some(next) = next else { break };
        around.push(next);
    }
    // The property of a template section is not meant.
    around.iter().skip(3).rev().find_map(|node| node.get(name))
}
