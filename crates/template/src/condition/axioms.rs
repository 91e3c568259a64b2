//! The axioms of [`Logic`]: converts `Conditions`, `Parameters` and `Rules` to clauses.

use std::cell::Cell;
use std::collections::HashMap;

use cfn_warden_syntax::{Node, Value};

use super::formula::{Clauses, Formula};
use super::identity::{function, identity, reference, text};
use super::logic::{Condition, Equals, Logic, Side};
use super::parse::{Expression, expression};
use super::sat::Lit;
use super::solver::Solver;

/// The maximum depth of references between conditions. Deeper conditions are ignored, like circular ones, but the
/// result is marked as incomplete.
const DEEPEST: usize = 200;

#[derive(Default)]
pub(super) struct Builder<'a> {
    clauses: Clauses,
    equals: Vec<Equals>,
    by_key: HashMap<(String, String), usize>,
    read: HashMap<&'a str, Expression<'a>>,
    /// By name: whether the condition and all conditions that it refers to are well formed.
    sound: HashMap<&'a str, Option<bool>>,
    variables: HashMap<&'a str, u32>,
    /// Whether a condition was ignored because of its depth.
    deep: bool,
}

impl<'a> Logic<'a> {
    /// Parses `Conditions`, `Parameters` and `Rules` of a template.
    pub fn of(template: Node<'a>) -> Logic<'a> {
        Builder::default().build(template)
    }
}

impl<'a> Builder<'a> {
    pub(super) fn build(mut self, template: Node<'a>) -> Logic<'a> {
        let mut names = Vec::new();
        for entry in template.get("Conditions").and_then(|c| c.as_map()).unwrap_or_default() {
            let (Some(name), Some(condition)) = (entry.key.as_str(), expression(entry.value).filter(dumpable)) else {
                continue;
            };
            if self.read.insert(name, condition).is_none() {
                names.push(name);
            }
        }
        names.retain(|name| self.is_sound(name, DEEPEST));
        for name in &names {
            let variable = self.clauses.variable();
            self.variables.insert(name, variable);
        }
        let rules = self.rules(template);
        for (condition, assertions) in &rules {
            for part in condition.iter().chain(assertions) {
                self.closure(part, &mut Vec::new(), &mut Vec::new());
            }
        }
        let mut by_name = HashMap::new();
        for name in &names {
            let Some(condition) = self.read.get(name).cloned() else { continue };
            let mut equals = Vec::new();
            self.closure(&condition, &mut equals, &mut vec![name]);
            let Some(variable) = self.variables.get(name).copied() else { continue };
            by_name.insert(*name, Condition { lit: Lit::positive(variable), equals });
        }
        self.allowed_values(template);
        for name in &names {
            if let (Some(condition), Some(variable)) = (self.read.get(name).cloned(), self.variables.get(name)) {
                let variable = *variable;
                let formula = self.formula(&condition);
                self.clauses.define(variable, &formula);
            }
        }
        for (condition, assertions) in &rules {
            let all = Formula::All(assertions.iter().map(|part| self.formula(part)).collect());
            let rule = match condition {
                Some(condition) => Formula::Any(vec![Formula::Not(Box::new(self.formula(condition))), all]),
                None => all,
            };
            self.clauses.demand(&rule);
        }
        let solver = Solver::new(self.clauses);
        Logic { by_name, equals: self.equals, solver, ruled: !rules.is_empty(), cut: Cell::new(false), deep: self.deep }
    }

    /// Whether all conditions that a condition refers to are well formed and not circular.
    fn is_sound(&mut self, name: &'a str, left: usize) -> bool {
        if let Some(known) = self.sound.get(name) {
            return known.unwrap_or(false);
        }
        let Some(condition) = self.read.get(name) else { return false };
        let Some(left) = left.checked_sub(1) else {
            self.deep = true;
            return false;
        };
        let mut names = Vec::new();
        condition.names(&mut names);
        self.sound.insert(name, None);
        let sound = names.into_iter().all(|other| self.is_sound(other, left));
        self.sound.insert(name, Some(sound));
        sound
    }

    /// Returns the well-formed rules: a condition and assertions.
    fn rules(&mut self, template: Node<'a>) -> Vec<(Option<Expression<'a>>, Vec<Expression<'a>>)> {
        let fine = template.get("Conditions").is_none_or(|conditions| conditions.as_map().is_some());
        let rules = template.get("Rules").filter(|_| fine).and_then(|rules| rules.as_map()).unwrap_or_default();
        let mut read = Vec::new();
        for entry in rules {
            let condition = match entry.value.get("RuleCondition") {
                None => None,
                Some(node) if node.is_false() => None,
                Some(node) => match self.assertion(node) {
                    Some(condition) => Some(condition),
                    None => continue,
                },
            };
            let Some(assertions) = entry.value.get("Assertions").and_then(|a| a.as_list()) else { continue };
            let parts: Option<Vec<_>> =
                assertions.iter().map(|assertion| self.assertion(assertion.get("Assert")?)).collect();
            if let Some(parts) = parts.filter(|parts| !parts.is_empty()) {
                read.push((condition, parts));
            }
        }
        read
    }

    fn assertion(&mut self, node: Node<'a>) -> Option<Expression<'a>> {
        let assertion = expression(node).filter(dumpable)?;
        let mut names = Vec::new();
        assertion.names(&mut names);
        names.into_iter().all(|name| self.is_sound(name, DEEPEST)).then_some(assertion)
    }

    /// Registers the comparisons in an expression and in the conditions that it refers to.
    fn closure(&mut self, expression: &Expression<'a>, found: &mut Vec<usize>, seen: &mut Vec<&'a str>) {
        match expression {
            Expression::Equals(first, second) => {
                let index = self.comparison(*first, *second);
                if !found.contains(&index) {
                    found.push(index);
                }
            }
            Expression::All(parts) | Expression::Any(parts) => {
                for part in parts {
                    self.closure(part, found, seen);
                }
            }
            Expression::Not(inner) => self.closure(inner, found, seen),
            Expression::Named(name) => {
                if !seen.contains(name) {
                    seen.push(name);
                    if let Some(other) = self.read.get(name).cloned() {
                        self.closure(&other, found, seen);
                    }
                }
            }
        }
    }

    fn comparison(&mut self, first: Node<'a>, second: Node<'a>) -> usize {
        let (a, b) = (side(first), side(second));
        let key = |side: &Side| match side {
            Side::Literal(text) => format!("literal {text}"),
            Side::Value(identity, _) => format!("value {identity}"),
        };
        let (ka, kb) = (key(&a), key(&b));
        let key = if ka <= kb { (ka, kb) } else { (kb, ka) };
        if let Some(index) = self.by_key.get(&key) {
            return *index;
        }
        let fixed = match (&a, &b) {
            (Side::Literal(a), Side::Literal(b)) => Some(a == b),
            (Side::Value(a, _), Side::Value(b, _)) if a == b => Some(true),
            _ => None,
        };
        let new = Equals { sides: [a, b], fixed, variable: self.clauses.variable() };
        if fixed.is_none() {
            for other in &self.equals {
                let shared = new.sides.iter().any(|s| matches!(s, Side::Value(..)) && other.sides.contains(s));
                match other.fixed {
                    _ if !shared => {}
                    Some(false) => {}
                    Some(true) => self.clauses.list.push(vec![Lit::positive(new.variable).negated()]),
                    None => self.clauses.exclude(new.variable, other.variable),
                }
            }
        }
        let index = self.equals.len();
        self.equals.push(new);
        self.by_key.insert(key, index);
        index
    }

    /// Adds clauses for `AllowedValues`: other literals are never equal, and if all values are compared, one comparison
    /// is true.
    fn allowed_values(&mut self, template: Node<'a>) {
        let mut left: Vec<(String, Vec<String>)> = Vec::new();
        for entry in template.get("Parameters").and_then(|p| p.as_map()).unwrap_or_default() {
            let allowed = entry.value.get("AllowedValues").and_then(|a| a.as_list()).unwrap_or_default();
            if let (Some(name), false) = (entry.key.as_str(), allowed.is_empty()) {
                let scalar = |node: &&Node<'_>| {
                    matches!(
                        node.value,
                        Value::Str(_) | Value::Int(_) | Value::BigInt(_) | Value::Float(_) | Value::Bool(_)
                    )
                };
                left.push((reference(name), allowed.iter().filter(scalar).map(|node| text(*node)).collect()));
            }
        }
        for equals in &mut self.equals {
            let [a, b] = &equals.sides;
            let (parameter, literal) = match (a, b) {
                (Side::Value(parameter, _), Side::Literal(literal)) => (parameter, literal),
                (Side::Literal(literal), Side::Value(parameter, _)) => (parameter, literal),
                _ => continue,
            };
            let Some((_, values)) = left.iter_mut().find(|(of, _)| of == parameter) else { continue };
            match values.iter().position(|value| value == literal) {
                Some(index) => drop(values.remove(index)),
                None => equals.fixed = Some(false),
            }
        }
        for (parameter, _) in left.iter().filter(|(_, values)| values.is_empty()) {
            let of = |side: &Side| matches!(side, Side::Value(identity, _) if identity == parameter);
            let any: Vec<Formula> =
                self.equals.iter().filter(|equals| equals.sides.iter().any(of)).map(formula_of).collect();
            if !any.is_empty() {
                self.clauses.demand(&Formula::Any(any));
            }
        }
    }

    fn formula(&mut self, expression: &Expression<'a>) -> Formula {
        match expression {
            Expression::Equals(first, second) => {
                let index = self.comparison(*first, *second);
                self.equals.get(index).map_or(Formula::Constant(true), formula_of)
            }
            Expression::All(parts) => Formula::All(parts.iter().map(|part| self.formula(part)).collect()),
            Expression::Any(parts) => Formula::Any(parts.iter().map(|part| self.formula(part)).collect()),
            Expression::Not(inner) => Formula::Not(Box::new(self.formula(inner))),
            Expression::Named(name) => {
                self.variables.get(name).map_or(Formula::Constant(true), |variable| Formula::Variable(*variable))
            }
        }
    }
}

fn formula_of(equals: &Equals) -> Formula {
    equals.fixed.map_or(Formula::Variable(equals.variable), Formula::Constant)
}

fn side(node: Node<'_>) -> Side {
    match node.value {
        Value::Map(_) => Side::Value(identity(node), function(node).is_some_and(|(name, _)| name == "Ref")),
        _ => Side::Literal(text(node)),
    }
}

/// Whether the sides can be written as JSON, by which cfn-lint sorts them. Dates cannot; it ignores those conditions.
fn dumpable(expression: &Expression<'_>) -> bool {
    fn dated(node: Node<'_>) -> bool {
        match node.value {
            Value::Date(_) => true,
            Value::List(items) => items.iter().any(|item| dated(*item)),
            Value::Map(entries) => entries.iter().any(|entry| dated(entry.value)),
            _ => false,
        }
    }
    let mut equals = Vec::new();
    expression.equals(&mut equals);
    !equals.into_iter().any(|(first, second)| dated(first) || dated(second))
}
