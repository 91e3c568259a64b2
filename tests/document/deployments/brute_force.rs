//! Comparison of a template in all its deployments with each of its deployments.

use super::assertions::{Values, is_violated};
use bumpalo::Bump;
use cfn_warden_syntax::deployments::{Assignment, Unknown, UnknownKind, Variation};
use cfn_warden_syntax::derive::SYNTHETIC;
use cfn_warden_syntax::{Entry, Node, Tree, Value, parse};
use cfn_warden_template::deployments::{Inputs, Unknowns, VaryingTemplate, When, Witness, varying};
use cfn_warden_template::function::{Functions, function_of, is_no_value};
use cfn_warden_template::resolve::{self, Defaults, resolve};
use cfn_warden_template::{Parameter, ParameterSet};

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
    /// Deployments that depend on comparisons which their parameter values do not decide like that.
    pub partial: u64,
    pub axes: u64,
    pub conditions: u64,
    pub unknown: u64,
    /// Values that are unknown in the document of all deployments, and known in that of one.
    pub known_in_one: u64,
    pub limited: u64,
}

impl Counts {
    pub fn add(&mut self, other: &Counts) {
        self.templates += other.templates;
        self.deployments += other.deployments;
        self.invalid += other.invalid;
        self.without_values += other.without_values;
        self.partial += other.partial;
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
    let Some(tree) = parse(&arena, text, "").tree else {
        return Ok(Counts::default());
    };
    let inputs = inputs(&NO_VALUES, Defaults::Unknown);
    let template = varying(&arena, &tree, &inputs);
    let mut counts = Counts {
        templates: 1,
        limited: u64::from(template.limited),
        ..Counts::default()
    };
    counts.axes = template.space.axes.len() as u64;
    counts.conditions = template.space.conditions.len() as u64;
    let space = &template.space;
    described(&template)?;
    for deployment in deployments(&template) {
        let arena = Bump::new();
        let is_valid = space.contains(space.valid, &deployment);
        *(if is_valid {
            &mut counts.deployments
        } else {
            &mut counts.invalid
        }) += 1;
        let all: Vec<_> = space.axes.iter().map(|one| one.axis).collect();
        let witness = template.witness_of(&deployment, &all, inputs.matches);
        let violated = tree
            .root
            .get("Rules")
            .and_then(|rules| is_violated(rules, &values(&tree, &witness)));
        if violated == Some(is_valid) {
            return Err(format!(
                "the deployment is valid: {is_valid}, with {:?}",
                witness.values
            ));
        }
        if !is_valid {
            continue;
        }
        if !witness.unknown.is_empty() {
            counts.without_values += 1;
            continue;
        }
        let set = witness.parameter_set();
        let mut tree = parse(&arena, text, "").tree.unwrap();
        let values = resolve::Inputs {
            parameter_values: &set,
            defaults: Defaults::Used,
            limits: cfn_warden_template::DerivationLimits::default(),
        };
        let shown = || format!("{:?}", witness.values);
        counts.partial += u64::from(witness.is_partial);
        let written = tree.root;
        let mut assumed = Vec::new();
        // A condition may only be decided as long as another one is wrong.
        let resolved = loop {
            tree.root = with_assumptions(&arena, written, &assumed);
            let resolved = resolve(&arena, &tree, &values);
            let known = assumed.len();
            for (name, set) in &space.conditions {
                let holds = space.contains(*set, &deployment);
                let decided = resolved
                    .resolution
                    .conditions
                    .iter()
                    .find(|(own, _)| own == name);
                match decided {
                    Some((_, decided)) if *decided == holds => {}
                    Some(_) if !witness.is_partial => {
                        return Err(format!("condition {name} is {holds} with {}", shown()));
                    }
                    _ if !assumed.contains(&(*name, holds)) => assumed.push((*name, holds)),
                    _ => {}
                }
            }
            if assumed.len() == known {
                break resolved;
            }
        };
        let root = resolved.tree.as_ref().unwrap_or(&tree).root;
        let mut comparison = Comparison {
            template: &template,
            deployment: &deployment,
            counts,
        };
        comparison
            .sections(template.tree.root, root)
            .map_err(|error| format!("{error} with {}", shown()))?;
        counts = comparison.counts;
        let instance = template.instance(&arena, &deployment, Unknowns::Functions);
        let expected = comparison.json(template.tree.root);
        if instance.root.as_map().is_some() && Some(json(instance.root)) != expected {
            return Err(format!(
                "the instance differs from the document with {}",
                shown()
            ));
        }
    }
    Ok(counts)
}

/// Returns the values of the parameters, as they are compared.
fn values(tree: &Tree<'_>, witness: &Witness<'_>) -> Values {
    let entries = tree
        .root
        .get("Parameters")
        .and_then(|section| section.as_map())
        .unwrap_or_default();
    let parameters = entries
        .iter()
        .filter_map(|entry| Parameter::of(entry.key.as_str()?, entry.value));
    let mut values = Values::new();
    for parameter in parameters.filter(|parameter| !parameter.is_ssm()) {
        let known = witness
            .values
            .iter()
            .find(|(name, _)| *name == parameter.name)
            .map(|(_, value)| value.clone());
        let default = parameter.default().and_then(|default| match default.value {
            Value::Str(text) => Some(text.to_owned()),
            Value::Int(number) => Some(number.to_string()),
            _ => None,
        });
        let Some(value) = known.or(default) else {
            continue;
        };
        let texts = if parameter.is_list() {
            value.split(',').map(str::to_owned).collect()
        } else {
            vec![value]
        };
        values.insert(parameter.name.to_owned(), texts);
    }
    values.extend(
        witness
            .values
            .iter()
            .filter(|(name, _)| name.starts_with("AWS::"))
            .map(|(name, value)| ((*name).to_owned(), vec![value.clone()])),
    );
    values
}

/// Returns a template with the truth of conditions that the values of one deployment do not decide.
fn with_assumptions<'a>(arena: &'a Bump, root: Node<'a>, assumed: &[(&str, bool)]) -> Node<'a> {
    let node = |value| Node {
        id: SYNTHETIC,
        value,
    };
    let map = |key: &str, value: Node<'a>| {
        let entry = Entry {
            key: node(Value::Str(arena.alloc_str(key))),
            value,
        };
        node(Value::Map(arena.alloc_slice_copy(&[entry])))
    };
    let constant = |holds: bool| {
        let sides = [node(Value::Int(1)), node(Value::Int(i64::from(holds)))];
        map(
            "Fn::Equals",
            node(Value::List(arena.alloc_slice_copy(&sides))),
        )
    };
    let assumed = assumed.iter().map(|(name, holds)| Entry {
        key: node(Value::Str(arena.alloc_str(name))),
        value: constant(*holds),
    });
    let declared = root
        .get("Conditions")
        .and_then(|section| section.as_map())
        .unwrap_or_default();
    let conditions: Vec<_> = declared.iter().copied().chain(assumed).collect();
    let section = Entry {
        key: node(Value::Str("Conditions")),
        value: node(Value::Map(arena.alloc_slice_copy(&conditions))),
    };
    match root.as_map() {
        Some(sections) => {
            let sections: Vec<_> = sections.iter().copied().chain([section]).collect();
            Node {
                value: Value::Map(arena.alloc_slice_copy(&sections)),
                ..root
            }
        }
        None => root,
    }
}

/// Checks the descriptions of the sets in a template, and their witnesses.
fn described(template: &VaryingTemplate<'_>) -> Result<(), String> {
    let space = &template.space;
    let mut sets: Vec<_> = space.conditions.iter().map(|(_, set)| *set).collect();
    for variation in template.variations.values() {
        match variation {
            Variation::Choice(list) => sets.extend(list),
            Variation::Present(set) => sets.push(*set),
            Variation::Unknown(_) => {}
        }
    }
    sets.sort_unstable();
    sets.dedup();
    for pair in sets.clone().windows(2).take(100) {
        sets.push(space.deployments.minus(pair[0], pair[1]));
        sets.push(space.deployments.or(pair[0], pair[1]));
    }
    for set in sets {
        let valid = space.deployments.and(set, space.valid);
        let when = space.describe(set);
        let described = space.described(&when);
        let is_cut = matches!(when, When::Terms { is_cut: true, .. });
        if described != valid && !(is_cut && space.deployments.minus(described, valid).is_empty()) {
            return Err(format!("a set is described as {when}"));
        }
        match space.pick(set) {
            Some(picked) if !space.contains(valid, &picked) => {
                return Err(format!("no witness of {when}"));
            }
            None if !valid.is_empty() => return Err(format!("no deployment {when}")),
            _ => {}
        }
    }
    Ok(())
}

fn json(node: Node<'_>) -> serde_json::Value {
    match node.value {
        Value::Map(entries) => entries
            .iter()
            .map(|entry| (format!("{:?}", entry.key.value), json(entry.value)))
            .collect(),
        Value::List(items) => items.iter().map(|item| json(*item)).collect(),
        scalar => format!("{scalar:?}").into(),
    }
}

static NO_VALUES: std::sync::LazyLock<ParameterSet> =
    std::sync::LazyLock::new(ParameterSet::default);

pub fn inputs(parameter_values: &ParameterSet, defaults: Defaults) -> Inputs<'_> {
    Inputs {
        parameter_values,
        defaults,
        limits: cfn_warden_template::DerivationLimits::default(),
        regions: &[],
        placeholder: None,
        matches: &matches,
    }
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
    let axes: Vec<_> = template
        .space
        .axes
        .iter()
        .map(|one| (one.axis, one.values.len() as u64))
        .collect();
    let all = axes
        .iter()
        .fold(1u64, |all, (_, values)| all.saturating_mul(*values));
    let assignment = |mut number: u64| {
        let mut value = |count: u64| {
            let value = number % count;
            number /= count;
            value as usize
        };
        axes.iter()
            .map(|(axis, count)| (*axis, value(*count)))
            .collect()
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
    let draw = |_| {
        axes.iter()
            .map(|(axis, count)| (*axis, (next() >> 11) as usize % *count as usize))
            .collect()
    };
    (0..DRAWN).map(draw).collect()
}

struct Comparison<'t, 'a> {
    template: &'t VaryingTemplate<'a>,
    deployment: &'t Assignment,
    counts: Counts,
}

impl Comparison<'_, '_> {
    /// Returns the document of the deployment.
    fn json(&self, node: Node<'_>) -> Option<serde_json::Value> {
        let node = self.chosen(node)?;
        Some(match node.value {
            _ if matches!(
                self.template.variations.get(&node.id),
                Some(Variation::Unknown(_))
            ) =>
            {
                json(node)
            }
            Value::Map(entries) => {
                let entry = |entry: &Entry<'_>| {
                    Some((format!("{:?}", entry.key.value), self.json(entry.value)?))
                };
                entries.iter().filter_map(entry).collect()
            }
            Value::List(items) => items.iter().filter_map(|item| self.json(*item)).collect(),
            _ => json(node),
        })
    }

    fn sections(&mut self, varying: Node<'_>, one: Node<'_>) -> Result<(), String> {
        for section in ["Resources", "Outputs"] {
            let (Some(varying), Some(one)) = (varying.get(section), one.get(section)) else {
                continue;
            };
            let Some(members) = one.as_map() else {
                continue;
            };
            self.entries(varying.as_map().unwrap_or_default(), members, section)?;
        }
        Ok(())
    }

    fn entries(
        &mut self,
        varying: &[Entry<'_>],
        one: &[Entry<'_>],
        path: &str,
    ) -> Result<(), String> {
        let varying = varying
            .iter()
            .filter_map(|entry| Some((entry.key, self.chosen(entry.value)?)));
        let varying: Vec<_> = varying.collect();
        let one: Vec<_> = one.iter().map(|entry| (entry.key, entry.value)).collect();
        let names = |keys: Vec<Node<'_>>| {
            keys.iter()
                .map(|key| key.as_str().unwrap_or("?").to_owned())
                .collect()
        };
        let left: Vec<String> = names(varying.iter().map(|(key, _)| *key).collect());
        let right: Vec<String> = names(one.iter().map(|(key, _)| *key).collect());
        if left != right {
            return Err(format!(
                "{path}: keys {left:?}, of one deployment {right:?}"
            ));
        }
        for ((key, varying), (_, one)) in varying.iter().zip(&one) {
            self.nodes(
                *varying,
                *one,
                &format!("{path}/{}", key.as_str().unwrap_or("?")),
            )?;
        }
        Ok(())
    }

    /// Returns the value of a node in the deployment.
    fn chosen<'n>(&self, node: Node<'n>) -> Option<Node<'n>> {
        match self.template.variations.get(&node.id) {
            Some(Variation::Choice(sets)) => {
                let mut items = sets.iter().zip(node.as_list().unwrap());
                let mut found = items
                    .by_ref()
                    .filter(|(set, _)| self.template.space.contains(**set, self.deployment));
                let (_, item) = found.next()?;
                assert!(found.next().is_none(), "the alternatives overlap");
                self.chosen(*item)
            }
            Some(Variation::Present(set)) => self
                .template
                .space
                .contains(*set, self.deployment)
                .then_some(node),
            Some(Variation::Unknown(_)) | None => Some(node),
        }
    }

    fn nodes(&mut self, varying: Node<'_>, one: Node<'_>, path: &str) -> Result<(), String> {
        if let Some(Variation::Unknown(unknown)) = self.template.variations.get(&varying.id) {
            self.counts.unknown += 1;
            return self
                .unknown(unknown, varying, one)
                .map_err(|error| format!("{path}: {error}"));
        }
        let is_function = |node| {
            function_of(node).is_some_and(|(function, _)| Functions::PROPERTIES.has(function))
                && !is_no_value(node)
        };
        if is_function(varying) && !path.contains("Fn::ForEach") {
            return Err(format!(
                "{path}: a function without a variation: {varying:?}"
            ));
        }
        match (varying.value, one.value) {
            (Value::Map(varying), Value::Map(one)) => self.entries(varying, one, path),
            (Value::List(varying), Value::List(one)) => {
                let varying: Vec<_> = varying
                    .iter()
                    .filter_map(|item| self.chosen(*item))
                    .collect();
                if varying.len() != one.len() {
                    return Err(format!(
                        "{path}: {} items, of one deployment {}",
                        varying.len(),
                        one.len()
                    ));
                }
                let mut pairs = varying.iter().zip(one).enumerate();
                pairs.try_for_each(|(index, (varying, one))| {
                    self.nodes(*varying, *one, &format!("{path}/{index}"))
                })
            }
            (left, right) if format!("{left:?}") == format!("{right:?}") => Ok(()),
            (left, right) => Err(format!("{path}: {left:?}, of one deployment {right:?}")),
        }
    }

    fn unknown(
        &mut self,
        unknown: &Unknown<'_>,
        varying: Node<'_>,
        one: Node<'_>,
    ) -> Result<(), String> {
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
            Value::Int(number) => match unknown.kind {
                UnknownKind::Number { least, most } => {
                    least.is_none_or(|least| least <= number)
                        && most.is_none_or(|most| number <= most)
                }
                kind => kind == UnknownKind::Any,
            },
            _ => unknown.kind == UnknownKind::Any,
        };
        if fits {
            Ok(())
        } else {
            Err(format!("{unknown:?}, of one deployment {one:?}"))
        }
    }
}
