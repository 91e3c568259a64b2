//! Facts about a template's conditions as a whole: scenarios of a resource's properties, implications.
//!
//! All `Rules` are true.

use std::cell::{LazyCell, RefCell};
use std::rc::Rc;

use cfn_warden_syntax::hash::HashMap;
use cfn_warden_syntax::{Node, NodeId, Value};

use super::axioms::Axioms;
use super::comparison::{Comparison, Side};
use super::encoder::Encoder;
use super::formula::Truth;
use super::identity::reference;
use super::parse::{Expression, expression};
use super::sat::Lit;
use super::sets::{self, ConditionSets};
use super::solver::{LIMIT, Solutions, Solver};

/// The well-formed conditions of a template and their solver.
#[derive(Debug)]
pub struct Logic<'a> {
    by_name: HashMap<&'a str, Condition>,
    solver: Solver,
    has_rules: bool,
    /// The objects whose scenarios were not all enumerated.
    cut: RefCell<Vec<NodeId>>,
    /// Whether a condition was ignored because its references are too deep.
    is_deep: bool,
    template: Node<'a>,
    /// Built when first needed: few templates need it.
    as_sets: RefCell<Option<Rc<ConditionSets<'a>>>>,
}

#[derive(Debug)]
struct Condition {
    lit: Lit,
    /// The distinct comparisons that the condition depends on.
    comparisons: Vec<Rc<Comparison>>,
}

/// The maximum depth of references between conditions. Deeper conditions are ignored, like circular ones, but the
/// result is marked as incomplete.
const DEEPEST: usize = 200;

/// Whether a parameter value satisfies the pinned conditions cannot be decided: they compare something other than a
/// `Ref`, or are not conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undecidable;

impl<'a> Logic<'a> {
    /// Parses `Conditions`, `Parameters` and `Rules` of a template.
    pub fn of(template: Node<'a>) -> Logic<'a> {
        let (names, mut read) = Read::of(template);
        let rules = read.rules(template);
        let mut encoder = Encoder::new(Axioms::Whole, template);
        for expression in rules
            .iter()
            .flat_map(|rule| rule.condition.iter().chain(&rule.assertions))
        {
            read.comparisons(&mut encoder, expression, &mut Vec::new(), &mut Vec::new());
        }
        let mut by_name = HashMap::default();
        for (name, condition) in names
            .iter()
            .filter_map(|name| Some((*name, read.conditions.get(name)?)))
        {
            let mut comparisons = Vec::new();
            read.comparisons(&mut encoder, condition, &mut comparisons, &mut vec![name]);
            let (lit, truth) = (encoder.condition(name), encoder.truth(condition));
            encoder.clauses.define(lit, truth);
            by_name.insert(name, Condition { lit, comparisons });
        }
        for rule in &rules {
            let assertions: Vec<_> = rule
                .assertions
                .iter()
                .map(|assertion| encoder.truth(assertion))
                .collect();
            let all = encoder.clauses.all(assertions);
            let unless = rule
                .condition
                .as_ref()
                .map(|condition| encoder.truth(condition).negated());
            encoder.clauses.demand_any(unless.into_iter().chain([all]));
        }
        let (has_rules, is_deep) = (!rules.is_empty(), read.is_deep);
        Logic {
            by_name,
            solver: encoder.solver(),
            has_rules,
            cut: RefCell::default(),
            is_deep,
            template,
            as_sets: RefCell::default(),
        }
    }

    /// Returns the conditions as sets of the deployments that satisfy the rules; `None` if conditions are too many.
    pub fn sets(&self) -> Option<Rc<ConditionSets<'a>>> {
        let build = || {
            let (names, mut read) = Read::of(self.template);
            let rules = read
                .rules(self.template)
                .into_iter()
                .map(Rule::into_expression)
                .collect::<Vec<_>>();
            let definitions: Vec<_> = names
                .into_iter()
                .map(|name| (name, read.conditions.get(name).cloned()))
                .collect();
            ConditionSets::of(Axioms::Whole, self.template, &definitions, &rules)
        };
        sets::exact(&self.as_sets, build)
    }

    /// Whether these conditions can have these values together. False if a name is unknown.
    pub fn satisfiable(&self, scenario: &[(&str, bool)]) -> bool {
        let lits = scenario
            .iter()
            .map(|(name, holds)| Some(self.by_name.get(name)?.lit.when(*holds)));
        lits.collect::<Option<Vec<_>>>()
            .is_some_and(|lits| self.solver.satisfiable(lits))
    }

    /// Whether a name is a well-formed condition.
    pub fn knows(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// Whether a condition is true whenever the scenario is. True if a name is unknown.
    pub fn implies(&self, scenario: &[(&str, bool)], implied: &str) -> bool {
        if scenario
            .iter()
            .any(|(name, value)| *name == implied && !value)
        {
            return false;
        }
        let Some(implied) = self.by_name.get(implied) else {
            return true;
        };
        let mut lits = Vec::with_capacity(scenario.len() + 1);
        for (name, value) in scenario {
            let Some(condition) = self.by_name.get(name) else {
                return true;
            };
            lits.push(condition.lit.when(*value));
        }
        lits.push(implied.lit.negated());
        !self.solver.satisfiable(lits)
    }

    /// Returns the satisfying assignments of these conditions, with the given values fixed. Empty if a name is unknown.
    pub fn scenarios(&self, wanted: &[(&str, Option<bool>)]) -> Solutions {
        let (mut pinned, mut free) = (Vec::new(), Vec::new());
        for (name, value) in wanted {
            match (self.by_name.get(name), value) {
                (Some(condition), Some(value)) => pinned.push(condition.lit.when(*value)),
                (Some(condition), None) => free.push(condition.lit),
                (None, _) => return Solutions::default(),
            }
        }
        if wanted.is_empty() {
            return Solutions::default();
        }
        let mut found = self.solver.scenarios(&pinned, &free, LIMIT);
        for row in &mut found.rows {
            let mut free = std::mem::take(row).into_iter();
            row.extend(
                wanted
                    .iter()
                    .filter_map(|(_, value)| value.or_else(|| free.next())),
            );
        }
        found
    }

    /// Whether the pinned conditions are satisfiable while parameters have these values (`None` for a value that is not
    /// a string).
    ///
    /// # Errors
    /// Returns [`Undecidable`] if the conditions do not depend on parameter values alone.
    pub fn possible(
        &self,
        pinned: &[(&str, bool)],
        values: &[(&str, Option<&str>)],
    ) -> Result<bool, Undecidable> {
        // Most templates compare few of the parameters that they refer to.
        let compared = LazyCell::new(|| {
            values
                .iter()
                .rev()
                .map(|(name, value)| (reference(name), *value))
                .collect::<Vec<_>>()
        });
        let mut lits = Vec::new();
        for (name, value) in pinned {
            let condition = self.by_name.get(name).ok_or(Undecidable)?;
            for comparison in &condition.comparisons {
                if !values.is_empty()
                    && comparison
                        .sides
                        .iter()
                        .any(|side| matches!(side, Side::Value(_, false)))
                {
                    return Err(Undecidable);
                }
                let Some(holds) = compared
                    .iter()
                    .find_map(|(name, value)| test(comparison, name, *value))
                else {
                    continue;
                };
                if let Truth::Literal(lit) = comparison.truth {
                    lits.push(lit.when(holds));
                }
                lits.push(condition.lit.when(*value));
            }
        }
        Ok(if lits.is_empty() && !self.has_rules {
            true
        } else {
            self.solver.satisfiable(lits)
        })
    }

    /// Whether a condition can be true in a region. True if the name is unknown.
    pub fn can_hold_in_region(&self, name: &str, region: &str) -> bool {
        let Some(condition) = self.by_name.get(name) else {
            return true;
        };
        let own = reference("AWS::Region");
        let mut lits = vec![condition.lit.when(true)];
        for comparison in &condition.comparisons {
            let is_literal = matches!(comparison.other_side(&own), Some(Side::Literal(_)));
            let holds = test(comparison, &own, Some(region)).filter(|_| is_literal);
            if let (Some(holds), Truth::Literal(lit)) = (holds, comparison.truth) {
                lits.push(lit.when(holds));
            }
        }
        self.solver.satisfiable(lits)
    }

    /// Returns the objects that had more scenarios than were enumerated.
    pub fn incomplete_objects(&self) -> Vec<NodeId> {
        self.cut.borrow().clone()
    }

    /// Records that an object has more scenarios than were enumerated.
    pub fn cut(&self, object: NodeId) {
        let mut cut = self.cut.borrow_mut();
        if !cut.contains(&object) {
            cut.push(object);
        }
    }

    /// Whether a budget was exhausted or a condition was too deep, so that an answer defaulted to "possible".
    pub fn exhausted(&self) -> bool {
        self.is_deep || self.solver.exhausted()
    }
}

/// Evaluates a comparison for a value of a parameter; `None` if it does not depend on the parameter.
fn test(comparison: &Comparison, parameter: &str, value: Option<&str>) -> Option<bool> {
    let other = comparison.other_side(parameter)?;
    Some(matches!(other, Side::Literal(text) if value == Some(text)))
}

/// The parsed conditions.
#[derive(Default)]
struct Read<'a> {
    conditions: HashMap<&'a str, Expression<'a>>,
    /// By name: whether the condition and all conditions that it refers to are well formed; `None` while this is unknown.
    sound: HashMap<&'a str, Option<bool>>,
    is_deep: bool,
}

/// An entry of `Rules`.
struct Rule<'a> {
    condition: Option<Expression<'a>>,
    assertions: Vec<Expression<'a>>,
}

impl<'a> Rule<'a> {
    /// Returns the constraint that the rule states.
    fn into_expression(self) -> Expression<'a> {
        let all = Expression::All(self.assertions);
        match self.condition {
            Some(condition) => Expression::Any(vec![Expression::Not(Box::new(condition)), all]),
            None => all,
        }
    }
}

impl<'a> Read<'a> {
    /// Parses `Conditions`. Returns the names of the well-formed ones in the order of declaration.
    fn of(template: Node<'a>) -> (Vec<&'a str>, Read<'a>) {
        let (mut names, mut read) = (Vec::new(), Read::default());
        for entry in template
            .get("Conditions")
            .and_then(|c| c.as_map())
            .unwrap_or_default()
        {
            if let (Some(name), Some(condition)) =
                (entry.key.as_str(), expression(entry.value).filter(dumpable))
                && read.conditions.insert(name, condition).is_none()
            {
                names.push(name);
            }
        }
        names.retain(|name| read.is_sound(name, DEEPEST));
        (names, read)
    }

    /// Whether all conditions that a condition refers to are well formed and not circular.
    fn is_sound(&mut self, name: &'a str, left: usize) -> bool {
        if let Some(known) = self.sound.get(name) {
            return known.unwrap_or(false);
        }
        let Some(condition) = self.conditions.get(name) else {
            return false;
        };
        let Some(left) = left.checked_sub(1) else {
            self.is_deep = true;
            return false;
        };
        let mut names = Vec::new();
        condition.names(&mut names);
        self.sound.insert(name, None);
        let sound = names.into_iter().all(|other| self.is_sound(other, left));
        self.sound.insert(name, Some(sound));
        sound
    }

    /// Returns the well-formed rules.
    fn rules(&mut self, template: Node<'a>) -> Vec<Rule<'a>> {
        let fine = template
            .get("Conditions")
            .is_none_or(|conditions| conditions.as_map().is_some());
        let rules = template
            .get("Rules")
            .filter(|_| fine)
            .and_then(|rules| rules.as_map())
            .unwrap_or_default();
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
            let Some(assertions) = entry.value.get("Assertions").and_then(|a| a.as_list()) else {
                continue;
            };
            let parts: Option<Vec<_>> = assertions
                .iter()
                .map(|assertion| self.assertion(assertion.get("Assert")?))
                .collect();
            if let Some(assertions) = parts.filter(|parts| !parts.is_empty()) {
                read.push(Rule {
                    condition,
                    assertions,
                });
            }
        }
        read
    }

    fn assertion(&mut self, node: Node<'a>) -> Option<Expression<'a>> {
        let assertion = expression(node).filter(dumpable)?;
        let mut names = Vec::new();
        assertion.names(&mut names);
        names
            .into_iter()
            .all(|name| self.is_sound(name, DEEPEST))
            .then_some(assertion)
    }

    /// Collects the comparisons in an expression and in the conditions that it refers to.
    fn comparisons(
        &self,
        encoder: &mut Encoder<'a>,
        expression: &Expression<'a>,
        found: &mut Vec<Rc<Comparison>>,
        seen: &mut Vec<&'a str>,
    ) {
        match expression {
            Expression::Equals(first, second) => {
                let comparison = encoder.comparison(*first, *second);
                if !found.iter().any(|known| Rc::ptr_eq(known, comparison)) {
                    found.push(Rc::clone(comparison));
                }
            }
            Expression::All(parts) | Expression::Any(parts) => {
                parts
                    .iter()
                    .for_each(|part| self.comparisons(encoder, part, found, seen));
            }
            Expression::Not(inner) => self.comparisons(encoder, inner, found, seen),
            Expression::Named(name) if !seen.contains(name) => {
                seen.push(name);
                if let Some(other) = self.conditions.get(name) {
                    self.comparisons(encoder, other, found, seen);
                }
            }
            Expression::Named(_) => {}
        }
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
    !equals
        .into_iter()
        .any(|(first, second)| dated(first) || dated(second))
}
