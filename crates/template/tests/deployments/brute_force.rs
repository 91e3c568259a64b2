//! Comparison of a template in all its deployments with each of its deployments.

use bumpalo::Bump;
use cfn_warden_syntax::deployments::{Assignment, Unknown, UnknownKind, Variation};
use cfn_warden_syntax::{Entry, Node, Value, parse};
use cfn_warden_template::ParameterSet;
use cfn_warden_template::deployments::{Inputs, Subject, VaryingTemplate, varying};
use cfn_warden_template::function::{Function, Functions, function_of, is_no_value};
use cfn_warden_template::resolve::{self, Defaults, resolve};

/// The maximum number of deployments that are compared one by one; of larger spaces, as many are drawn.
const MOST: u64 = 4096;
const DRAWN: u64 = 300;

/// The numbers of what was compared.
#[derive(Debug, Default, Clone, Copy)]
pub struct Counts {
    pub templates: u64,
    pub deployments: u64,
    pub invalid: u64,
    /// Deployments for which no parameter values are known.
    pub without_values: u64,
    /// Deployments that depend on comparisons which their parameter values decide otherwise.
    pub not_reproduced: u64,
    pub axes: u64,
    pub conditions: u64,
    pub unknown: u64,
    /// Values that are unknown in the document of all deployments, and known in that of one.
    pub known_in_one: u64,
    pub limited: u64,
}

impl Counts {
    #[allow(dead_code, reason = "for the example")]
    pub fn add(&mut self, other: &Counts) {
        self.templates += other.templates;
        self.deployments += other.deployments;
        self.invalid += other.invalid;
        self.without_values += other.without_values;
        self.not_reproduced += other.not_reproduced;
        self.axes += other.axes;
        self.conditions += other.conditions;
        self.unknown += other.unknown;
        self.known_in_one += other.known_in_one;
        self.limited += other.limited;
    }
}

/// Compares a template with its deployments.
pub fn check(text: &str) -> Result<Counts, String> {
    let arena = Bump::new();
    let Some(tree) = parse(&arena, text, "").tree else { return Ok(Counts::default()) };
    let inputs = inputs(&NO_VALUES, Defaults::Unknown);
    let template = varying(&arena, &tree, &inputs);
    let mut counts = Counts { templates: 1, limited: u64::from(template.limited), ..Counts::default() };
    counts.axes = template.space.axes.len() as u64;
    counts.conditions = template.space.conditions.len() as u64;
    let space = &template.space;
    for deployment in deployments(&template) {
        let arena = Bump::new();
        if !space.contains(space.valid, &deployment) {
            counts.invalid += 1;
            continue;
        }
        counts.deployments += 1;
        let all: Vec<_> = space.axes.iter().map(|one| one.axis).collect();
        let witness = space.witness_of(&deployment, &all, inputs.matches);
        if !witness.unknown.is_empty() {
            counts.without_values += 1;
            continue;
        }
        let set = witness.parameter_set();
        let tree = parse(&arena, text, "").tree.unwrap();
        let resolved = resolve(&arena, &tree, &resolve::Inputs { parameter_values: &set, defaults: Defaults::Used });
        let shown = || format!("{:?}", witness.values);
        let mut is_reproduced = true;
        for (name, holds) in &resolved.resolution.conditions {
            let Some(condition) = space.condition(name) else { continue };
            if space.contains(condition, &deployment) != *holds {
                let support = space.deployments.support(condition);
                let mut subjects = support.iter().map(|axis| &space.axes[axis.index()].subject);
                if subjects.all(|subject| matches!(subject, Subject::Parameter(_))) {
                    return Err(format!("condition {name} is {holds} with {}", shown()));
                }
                is_reproduced = false;
            }
        }
        if !is_reproduced {
            counts.not_reproduced += 1;
            continue;
        }
        let root = resolved.tree.as_ref().unwrap_or(&tree).root;
        let mut comparison = Comparison { template: &template, deployment: &deployment, counts };
        comparison.sections(template.tree.root, root).map_err(|error| format!("{error} with {}", shown()))?;
        counts = comparison.counts;
    }
    Ok(counts)
}

static NO_VALUES: std::sync::LazyLock<ParameterSet> = std::sync::LazyLock::new(ParameterSet::default);

pub fn inputs(parameter_values: &ParameterSet, defaults: Defaults) -> Inputs<'_> {
    Inputs { parameter_values, defaults, regions: &[], matches: &matches }
}

/// Matches the simplest patterns: classes of characters that are repeated.
fn matches(pattern: &str, text: &str) -> Option<bool> {
    match pattern.trim_start_matches('^').trim_end_matches('$') {
        "[a-z]+" => Some(!text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase())),
        "[a-zA-Z0-9]*" => Some(text.chars().all(|c| c.is_ascii_alphanumeric())),
        "[0-9]+" => Some(!text.is_empty() && text.chars().all(|c| c.is_ascii_digit())),
        _ => None,
    }
}

/// Returns all deployments of a space, or some of a large one.
pub fn deployments(template: &VaryingTemplate<'_>) -> Vec<Assignment> {
    let axes: Vec<_> = template.space.axes.iter().map(|one| (one.axis, one.values.len() as u64)).collect();
    let all = axes.iter().fold(1u64, |all, (_, values)| all.saturating_mul(*values));
    let assignment = |mut number: u64| {
        let mut value = |count: u64| {
            let value = number % count;
            number /= count;
            value as usize
        };
        axes.iter().map(|(axis, count)| (*axis, value(*count))).collect()
    };
    if all <= MOST {
        return (0..all).map(assignment).collect();
    }
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let draw = |_| axes.iter().map(|(axis, count)| (*axis, (next() >> 11) as usize % *count as usize)).collect();
    (0..DRAWN).map(draw).collect()
}

struct Comparison<'t, 'a> {
    template: &'t VaryingTemplate<'a>,
    deployment: &'t Assignment,
    counts: Counts,
}

impl Comparison<'_, '_> {
    fn sections(&mut self, varying: Node<'_>, one: Node<'_>) -> Result<(), String> {
        for section in ["Resources", "Outputs"] {
            let (Some(varying), Some(one)) = (varying.get(section), one.get(section)) else { continue };
            let Some(members) = one.as_map() else { continue };
            // A condition that one deployment does not decide is decided by an axis.
            let is_present = |entry: &&Entry<'_>| {
                let condition = entry.value.get("Condition").and_then(|name| name.as_str());
                condition.is_none_or(|name| self.holds(name).unwrap_or(true))
            };
            let members: Vec<_> = members.iter().filter(is_present).copied().collect();
            self.entries(varying.as_map().unwrap_or_default(), &members, section)?;
        }
        Ok(())
    }

    fn holds(&self, condition: &str) -> Option<bool> {
        let set = self.template.space.condition(condition)?;
        Some(self.template.space.contains(set, self.deployment))
    }

    fn entries(&mut self, varying: &[Entry<'_>], one: &[Entry<'_>], path: &str) -> Result<(), String> {
        let varying = varying.iter().filter_map(|entry| Some((entry.key, self.chosen(entry.value)?)));
        let varying: Vec<_> = varying.collect();
        let one: Vec<_> = one.iter().filter_map(|entry| Some((entry.key, self.decided(entry.value)?))).collect();
        let names = |keys: Vec<Node<'_>>| keys.iter().map(|key| key.as_str().unwrap_or("?").to_owned()).collect();
        let left: Vec<String> = names(varying.iter().map(|(key, _)| *key).collect());
        let right: Vec<String> = names(one.iter().map(|(key, _)| *key).collect());
        if left != right {
            return Err(format!("{path}: keys {left:?}, of one deployment {right:?}"));
        }
        for ((key, varying), (_, one)) in varying.iter().zip(&one) {
            self.nodes(*varying, *one, &format!("{path}/{}", key.as_str().unwrap_or("?")))?;
        }
        Ok(())
    }

    /// Returns the value of a node in the deployment.
    fn chosen<'n>(&self, node: Node<'n>) -> Option<Node<'n>> {
        match self.template.variations.get(&node.id) {
            Some(Variation::Choice(sets)) => {
                let mut items = sets.iter().zip(node.as_list().unwrap());
                let mut found = items.by_ref().filter(|(set, _)| self.template.space.contains(**set, self.deployment));
                let (_, item) = found.next()?;
                assert!(found.next().is_none(), "the alternatives overlap");
                self.chosen(*item)
            }
            Some(Variation::Present(set)) => self.template.space.contains(*set, self.deployment).then_some(node),
            Some(Variation::Unknown(_)) | None => Some(node),
        }
    }

    /// Returns the branch of a choice that one deployment leaves open.
    fn decided<'n>(&self, node: Node<'n>) -> Option<Node<'n>> {
        if let Some((Function::If, argument)) = function_of(node)
            && let Some([condition, then, other]) = argument.as_list()
            && let Some(holds) = condition.as_str().and_then(|name| self.holds(name))
        {
            let branch = if holds { *then } else { *other };
            return if is_no_value(branch) { None } else { self.decided(branch) };
        }
        Some(node)
    }

    fn nodes(&mut self, varying: Node<'_>, one: Node<'_>, path: &str) -> Result<(), String> {
        if let Some(Variation::Unknown(unknown)) = self.template.variations.get(&varying.id) {
            self.counts.unknown += 1;
            return self.unknown(unknown, varying, one).map_err(|error| format!("{path}: {error}"));
        }
        let is_function = |node| {
            function_of(node).is_some_and(|(function, _)| Functions::PROPERTIES.has(function)) && !is_no_value(node)
        };
        if is_function(varying) && !path.contains("Fn::ForEach") {
            return Err(format!("{path}: a function without a variation: {varying:?}"));
        }
        match (varying.value, one.value) {
            (Value::Map(varying), Value::Map(one)) => self.entries(varying, one, path),
            (Value::List(varying), Value::List(one)) => {
                let varying: Vec<_> = varying.iter().filter_map(|item| self.chosen(*item)).collect();
                let one: Vec<_> = one.iter().filter_map(|item| self.decided(*item)).collect();
                if varying.len() != one.len() {
                    return Err(format!("{path}: {} items, of one deployment {}", varying.len(), one.len()));
                }
                let mut pairs = varying.iter().zip(&one).enumerate();
                pairs.try_for_each(|(index, (varying, one))| self.nodes(*varying, *one, &format!("{path}/{index}")))
            }
            (left, right) if format!("{left:?}") == format!("{right:?}") => Ok(()),
            (left, right) => Err(format!("{path}: {left:?}, of one deployment {right:?}")),
        }
    }

    fn unknown(&mut self, unknown: &Unknown<'_>, varying: Node<'_>, one: Node<'_>) -> Result<(), String> {
        let is_dynamic = varying.as_str().is_some();
        self.counts.known_in_one += u64::from(!is_dynamic && function_of(one).is_none());
        let fits = match one.value {
            Value::Str(text) => {
                let edges = text.starts_with(unknown.prefix) && text.ends_with(unknown.suffix);
                edges
                    && text.len() >= unknown.prefix.len() + unknown.suffix.len()
                    && unknown.kind != UnknownKind::TextList
            }
            Value::List(_) => unknown.kind != UnknownKind::Text,
            Value::Map(_) => true,
            _ => unknown.kind == UnknownKind::Any,
        };
        if fits { Ok(()) } else { Err(format!("{unknown:?}, of one deployment {one:?}")) }
    }
}
