//! What findings say about deployments.

use std::cell::RefCell;
use std::collections::HashMap;

use bumpalo::Bump;

use super::java_pattern::{is_common, is_common_text};
use crate::request::{DeploymentScope, Request};
use crate::view::Subject;
use cfn_warden_guard::deployments::VaryingCheck;
use cfn_warden_guard::{self as guard, Doc};
use cfn_warden_schema::pattern::{Outcome, Pattern};
use cfn_warden_secrets::{MASK, Secrets, Values};
use cfn_warden_syntax::deployments::{
    Assignment, Axis, DeploymentSet, Deployments, Variation, Variations,
};
use cfn_warden_syntax::finding::{DeploymentNote, Finding};
use cfn_warden_syntax::{LocationIndex, Node, Operand, Position, Step, Text, Tree, Value, text};
use cfn_warden_template::Parameter;
use cfn_warden_template::deployments::VaryingTemplate;
use cfn_warden_template::parameter_values::{Literal, ParameterValue};
use cfn_warden_template::resolve::{Defaults, Inputs, resolve};

/// The most unknown values that a finding names.
const NAMED: usize = 8;

/// What findings are made of.
pub(super) struct Findings<'f, 't, 'a> {
    pub template: &'f VaryingTemplate<'a>,
    pub doc: &'f Doc<'f>,
    pub trees: &'f [&'f Tree<'a>],
    /// Those of the template.
    pub places: LocationIndex<'f, 'a>,
    pub subject: &'f Subject<'t, 'a>,
    pub request: &'f Request<'f>,
    pub options: guard::Options,
    pub patterns: &'f Patterns,
    /// The secrets of the document, which get those of its deployments.
    pub secrets: &'f RefCell<Secrets>,
    /// Notes that are already made; many findings have the same deployments.
    pub notes: RefCell<HashMap<Affected, DeploymentNote>>,
}

/// The deployments that have a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Affected {
    pub all: DeploymentSet,
    /// Those to show: where no unknown value can end the evaluation with an error, if there are any.
    pub shown: DeploymentSet,
    /// Whether an unknown value can end the evaluation with an error in those to show.
    pub is_unsure: bool,
}

impl Affected {
    pub const NONE: Affected = Affected {
        all: DeploymentSet::NONE,
        shown: DeploymentSet::NONE,
        is_unsure: false,
    };

    /// These deployments, and those in which an unknown value can end the evaluation with an error.
    pub fn new(all: DeploymentSet, unsure: DeploymentSet, sets: &Deployments) -> Affected {
        let sure = sets.minus(all, unsure);
        let is_unsure = sure.is_empty() && !all.is_empty();
        Affected {
            all,
            shown: if is_unsure { all } else { sure },
            is_unsure,
        }
    }
}

impl<'a> Findings<'_, '_, 'a> {
    /// Describes a set of deployments.
    pub fn note(&self, affected: Affected, unknowns: Vec<Text>) -> DeploymentNote {
        let known = self.notes.borrow().get(&affected).cloned();
        let note = known.unwrap_or_else(|| {
            let note = self.note_about(affected);
            self.notes.borrow_mut().insert(affected, note.clone());
            note
        });
        DeploymentNote { unknowns, ..note }
    }

    fn note_about(
        &self,
        Affected {
            all,
            shown,
            is_unsure,
        }: Affected,
    ) -> DeploymentNote {
        let matches = |pattern: &str, text: &str| self.patterns.matches(pattern, text);
        let witness = self.template.witness(shown, &matches).unwrap_or_default();
        let mut values: Vec<_> = witness
            .values
            .into_iter()
            .map(|(name, value)| (name.to_owned(), self.visible(name, value)))
            .collect();
        values.sort();
        let is_partial = is_unsure || witness.is_partial || !witness.unknown.is_empty();
        let when = self.template.space.describe(all).text();
        DeploymentNote {
            when,
            witness: values,
            is_partial,
            unknowns: Vec::new(),
        }
    }

    /// Returns the document of a deployment, as `--resolve` has it with the parameter values that show the deployment;
    /// `None` if none are known that show it, or if they change nothing.
    pub fn resolved<'b>(&self, arena: &'b Bump, deployment: &Assignment) -> Option<Tree<'b>>
    where
        'a: 'b,
    {
        let matches = |pattern: &str, text: &str| self.patterns.matches(pattern, text);
        let axes: Vec<Axis> = self
            .template
            .space
            .axes
            .iter()
            .map(|one| one.axis)
            .collect();
        let witness = self.template.witness_of(deployment, &axes, &matches);
        if witness.is_partial || !witness.unknown.is_empty() {
            return None;
        }
        let supplied = self.request.lint_settings.parameter_sets.first();
        let supplied = supplied.filter(|_| self.subject.scope != DeploymentScope::Any);
        let mut parameter_values = supplied.cloned().unwrap_or_default();
        for (name, value) in witness.values {
            if parameter_values.get(name).is_none() {
                let value = Literal::Text(value);
                parameter_values.set_value(ParameterValue {
                    name: name.to_owned(),
                    value,
                    at: None,
                });
            }
        }
        let inputs = Inputs {
            parameter_values: &parameter_values,
            defaults: Defaults::Used,
            limits: self.request.derivation_limits(),
        };
        resolve(arena, self.subject.tree, &inputs).tree
    }

    /// Masks a value of a hidden parameter that is in the template.
    fn visible(&self, name: &str, value: String) -> String {
        let parameter = self
            .subject
            .tree
            .root
            .get("Parameters")
            .and_then(|section| section.get(name));
        let parameter = parameter.and_then(|node| Parameter::of(name, node));
        let is_hidden = parameter.is_some_and(|parameter| parameter.is_hidden());
        let is_secret =
            self.request.values == Values::Masked && self.secrets.borrow().is_parameter(name);
        if (is_hidden || is_secret) && self.template.space.is_written(name, &value) {
            MASK.to_owned()
        } else {
            value
        }
    }

    /// Adds the secrets of a document in which functions are replaced by their values in a deployment.
    pub fn collect_secrets(&self, tree: &Tree<'_>) {
        let mut secrets = self.secrets.borrow_mut();
        if secrets.has_functions() {
            secrets.add_resolved(tree, &self.request.lint_settings.knowledge);
        }
    }
}

/// Returns the names of the unknown values that a check depends on, without duplicates. `index` is that of the tree among those
/// that the document was made from.
pub(crate) fn unknown_values(
    check: &VaryingCheck<'_>,
    doc: &Doc<'_>,
    (tree, index): (&Tree<'_>, usize),
    variations: &Variations<'_>,
) -> Vec<Text> {
    let source = check.unknown_value().and_then(|origin| doc.source(origin));
    let Some(source) = source.filter(|source| source.tree as usize == index) else {
        return Vec::new();
    };
    // Most are unknown themselves.
    if let Some(Variation::Unknown(unknown)) = variations.get(&source.node) {
        return vec![text!("{}", Operand::Name(unknown.name))];
    }
    let mut names = Vec::new();
    if let Some(node) = tree.root.at(&tree.path(source.node)) {
        add_unknowns(node, variations, &mut names);
    }
    names
}

fn add_unknowns(node: Node<'_>, variations: &Variations<'_>, names: &mut Vec<Text>) {
    if names.len() >= NAMED {
        return;
    }
    if let Some(Variation::Unknown(unknown)) = variations.get(&node.id) {
        if !names.iter().any(|name| name == unknown.name) {
            names.push(text!("{}", Operand::Name(unknown.name)));
        }
        return;
    }
    match node.value {
        Value::List(items) => items
            .iter()
            .for_each(|item| add_unknowns(*item, variations, names)),
        Value::Map(entries) => entries
            .iter()
            .for_each(|entry| add_unknowns(entry.value, variations, names)),
        _ => {}
    }
}

/// Returns the message of a clause that depends on unknown values. `why` says why they are.
pub(crate) fn not_decided(unknowns: &[Text], why: &'static str) -> Text {
    let what = if unknowns.is_empty() {
        "a value".into()
    } else {
        Text::join(unknowns.iter().cloned(), ", ")
    };
    text!("not decided: it depends on {}, {}", what, why)
}

/// What a failure is about: the clause, and the value in a resource.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key {
    pub rule: String,
    /// The location of the clause.
    pub source: String,
    /// The path without its steps into functions: the document of a deployment has values in their place.
    pub path: Vec<Step>,
    /// The start of the value. Values of several resources may have the same.
    pub start: Option<Position>,
}

impl Key {
    /// Returns whether both are about the same clause, and one is about a value that contains that of the other.
    pub fn has_clause_of(&self, other: &Key) -> bool {
        let is_related = self.path.is_empty()
            || other.path.is_empty()
            || self.path.starts_with(&other.path)
            || other.path.starts_with(&self.path);
        self.rule == other.rule && self.source == other.source && is_related
    }
}

/// Adds what a finding is about, and its children: a disjunction fails where all of its clauses do, and is shown once.
pub(crate) fn add_keys(finding: &Finding, keys: &mut Vec<Key>) {
    keys.push(key(finding));
    finding
        .children
        .iter()
        .for_each(|child| add_keys(child, keys));
}

pub(crate) fn key(finding: &Finding) -> Key {
    let is_function =
        |step: &&Step| matches!(step, Step::Key(key) if key == "Ref" || key.starts_with("Fn::"));
    let steps = finding.path.iter().flat_map(|path| &path.0);
    Key {
        rule: finding.rule.id.clone().into_owned(),
        source: finding.rule.source.clone().into_owned(),
        path: steps
            .take_while(|step| !is_function(step))
            .cloned()
            .collect(),
        start: finding.value_span.map(|span| span.start),
    }
}

/// The `AllowedPattern`s of parameters, each compiled once; `None` for one that is not a regular expression, or that may
/// mean something else in Java, whose expressions CloudFormation uses.
#[derive(Default)]
pub(super) struct Patterns(RefCell<HashMap<String, Option<Pattern>>>);

impl Patterns {
    /// Decides whether a pattern admits a text.
    pub fn matches(&self, pattern: &str, text: &str) -> Option<bool> {
        /// Steps; the patterns of parameters are small.
        const BUDGET: u32 = 100_000;
        let mut known = self.0.borrow_mut();
        if !known.contains_key(pattern) {
            let compiled = is_common(pattern)
                .then(|| Pattern::compile(&format!("(?:{pattern})\\Z")).ok())
                .flatten();
            known.insert(pattern.to_owned(), compiled);
        }
        if !is_common_text(text) {
            return None;
        }
        match known.get(pattern)?.as_ref()?.matches(text, BUDGET) {
            Outcome::Match => Some(true),
            Outcome::NoMatch => Some(false),
            Outcome::OutOfBudget => None,
        }
    }
}
