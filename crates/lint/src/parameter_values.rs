//! What of the values given for parameters does not fit their declarations: E2900. It is said of the file that gives the
//! values, where there is one, so it is no part of the walk over the template.

use bumpalo::Bump;

use super::report::reference;
use super::rule::severity;
use super::{Input, Settings};
use cfn_warden_schema::pattern::{self, Outcome, Pattern};
use cfn_warden_schema::{equal, types};
use cfn_warden_syntax::finding::{Engine, Finding, Subject};
use cfn_warden_syntax::python;
use cfn_warden_syntax::{self as syntax, Node, NodeId, Path, Span, Step, Tree, Value};
use cfn_warden_template::parameter::is_documented_list;
use cfn_warden_template::parameter_values::{Literal, ParameterValue, ValueRules};
use cfn_warden_template::{ParameterSet, PseudoParameter, Template};

/// The rule.
pub const ID: &str = "E2900";

/// Types that a value which is no list can have.
const SINGULAR: &[&str] = &["string", "integer", "number", "boolean"];

/// What of the values given does not fit: the sets in order, the parameters in the template's.
pub fn findings<'a>(tree: &Tree<'a>, template: &Template<'a>, input: &Input<'_>, settings: &Settings) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for set in &settings.parameter_sets {
        let file = set.source.as_deref().unwrap_or(input.name);
        for wrong in faults(template, set) {
            let path =
                Path(["Parameters"].into_iter().chain(wrong.name.as_deref()).map(|s| Step::Key(s.into())).collect());
            let span = wrong.at.unwrap_or_else(|| syntax::location(tree, template.root, &path));
            let same = |one: &Finding| (one.file.as_str(), one.span, &one.message) == (file, span, &wrong.words);
            if found.iter().any(same) {
                continue;
            }
            found.push(Finding {
                engine: Engine::Lint,
                rule: reference(ID),
                severity: severity(ID),
                message: wrong.words,
                file: file.to_owned(),
                path: Some(path),
                span,
                value_span: wrong.at,
                remediation: None,
                children: Vec::new(),
                subject: Subject::Other,
            });
        }
    }
    found
}

/// A value that does not fit, or a parameter without one.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterError {
    /// The parameter; `None` where it has no value.
    pub name: Option<String>,
    /// What is wrong.
    pub words: String,
    /// Where the name stands in the file it was read from.
    pub at: Option<Span>,
}

/// What of a set does not fit a template's parameters.
pub fn faults(template: &Template<'_>, set: &ParameterSet) -> Vec<ParameterError> {
    let section = template.root.get("Parameters");
    let declared = match section.map(|section| section.as_map()) {
        Some(Some(declared)) => declared,
        // CloudFormation refuses values for what is not declared; cfn-lint does not look.
        None if set.rules == ValueRules::CloudFormation => &[],
        _ => return Vec::new(),
    };
    let arena = Bump::new();
    let mut found = Vec::new();
    let (mut missing, mut names) = (Vec::new(), Vec::new());
    for entry in declared {
        let Some(name) = entry.key.as_str() else { continue };
        names.push(name);
        let given = set.get(name);
        if let Some(given) = given {
            let wrong = |words| ParameterError { name: Some(name.to_owned()), words, at: given.at };
            found.extend(mismatches(&arena, entry.value, given, set.rules).into_iter().map(wrong));
        }
        let is_given = given.is_some_and(|given| given.value != Literal::Null);
        // To CloudFormation's reading a part may be given: what is missing is unknown.
        let is_asked = set.rules == ValueRules::CfnLint;
        if is_asked && !is_given && entry.value.as_map().is_some() && entry.value.get("Default").is_none() {
            let words = format!("{} is a required property", python::repr_str(name));
            missing.push(ParameterError { name: None, words, at: None });
        }
    }
    let is_pseudo = |name: &str| set.rules == ValueRules::CloudFormation && PseudoParameter::named(name).is_some();
    let is_declared = |name: &str| names.contains(&name) || is_pseudo(name);
    for given in set.values.iter().filter(|given| !is_declared(&given.name)) {
        let words = match set.rules {
            ValueRules::CfnLint => unexpected(&given.name, &names),
            ValueRules::CloudFormation => undeclared(&given.name, &names),
        };
        found.push(ParameterError { name: Some(given.name.clone()), words, at: given.at });
    }
    found.append(&mut missing);
    found
}

/// cfn-lint's words for a parameter that the template does not declare.
fn unexpected(given: &str, names: &[&str]) -> String {
    let meant = names.iter().find(|name| python::is_similar(given, name));
    let meant = meant.map_or(String::new(), |meant| format!(". Did you mean {}?", python::repr_str(meant)));
    format!("Additional properties are not allowed ({} was unexpected{meant})", python::repr_str(given))
}

/// The same in ours.
fn undeclared(given: &str, names: &[&str]) -> String {
    /// How many names are listed where none is near.
    const MOST: usize = 5;
    let likeness = |name: &&&str| (python::ratio(&given.to_lowercase(), &name.to_lowercase()) * 100.0) as u32;
    let nearest = names.iter().filter(|name| likeness(name) >= 60).max_by_key(likeness);
    let quoted = |name: &&str| python::repr_str(name);
    let expected = match (nearest, names.get(..MOST.min(names.len())).unwrap_or_default()) {
        (Some(nearest), _) => format!("did you mean {}?", quoted(nearest)),
        (None, []) => "it declares none".to_owned(),
        (None, first) => {
            let rest = if names.len() > MOST { ", ..." } else { "" };
            format!("it declares {}{rest}", first.iter().map(quoted).collect::<Vec<_>>().join(", "))
        }
    };
    format!("the template does not declare a parameter {}; {expected}", python::repr_str(given))
}

/// What a value does not fit of its declaration.
fn mismatches(arena: &Bump, declaration: Node<'_>, given: &ParameterValue, rules: ValueRules) -> Vec<String> {
    let Some(kind) = declaration.get("Type").and_then(|kind| kind.as_str()) else { return Vec::new() };
    let value = given.value.node(arena, NodeId(0));
    let is_list = match rules {
        ValueRules::CfnLint => kind.contains("List"),
        ValueRules::CloudFormation => kind == "CommaDelimitedList" || kind.starts_with("List<"),
    };
    let mut found = Vec::new();
    let items = match (is_list, value.value) {
        (true, Value::List(items)) => items,
        (true, _) => {
            if types::passes_for(value, "array") {
                return found;
            }
            return vec![format!("{} is not of type 'array'", python::repr(value))];
        }
        (false, _) => &[value],
    };
    for item in items {
        if !SINGULAR.iter().any(|kind| types::passes_for(*item, kind)) {
            let kinds: Vec<_> = SINGULAR.iter().map(|kind| python::repr_str(kind)).collect();
            found.push(format!("{} is not of type {}", python::repr(*item), kinds.join(", ")));
        }
        if let Some(allowed) = declaration.get("AllowedValues").filter(|allowed| allowed.as_list().is_some())
            && !allowed.as_list().unwrap_or_default().iter().any(|one| equal::is_listed(*item, *one))
        {
            found.push(format!("{} is not one of {}", python::repr(*item), python::repr(allowed)));
        }
        if rules == ValueRules::CloudFormation {
            found.extend(constraints(declaration, kind, *item));
        }
    }
    found
}

/// What CloudFormation asks of a value beside its type and the values that are allowed.
fn constraints(declaration: Node<'_>, kind: &str, value: Node<'_>) -> Vec<String> {
    let shown = python::repr(value);
    let text = python::str(value);
    let bound = |name: &str| declaration.get(name).and_then(equal::numeric);
    let number = equal::numeric(value);
    let mut found = Vec::new();
    if matches!(kind, "Number" | "List<Number>") {
        match number {
            None => found.push(format!("{shown} is not of type 'number'")),
            Some(number) => {
                if let Some(least) = bound("MinValue").filter(|least| number < *least) {
                    found.push(format!("{shown} is less than the minimum of {least}"));
                }
                if let Some(most) = bound("MaxValue").filter(|most| number > *most) {
                    found.push(format!("{shown} is greater than the maximum of {most}"));
                }
            }
        }
        return found;
    }
    let length = text.chars().count() as f64;
    if let Some(least) = bound("MinLength").filter(|least| length < *least) {
        found.push(format!("{shown} is shorter than {least}"));
    }
    if let Some(most) = bound("MaxLength").filter(|most| length > *most) {
        found.push(format!("{shown} is longer than {most}"));
    }
    let pattern = declaration.get("AllowedPattern").and_then(|pattern| pattern.as_str());
    if let Some(pattern) = pattern.filter(|_| !is_documented_list(kind)) {
        let shown_pattern = python::repr_str(pattern);
        match matches_whole(pattern, &text) {
            Outcome::Match => {}
            Outcome::NoMatch => found.push(format!("{shown} does not match {shown_pattern}")),
            Outcome::OutOfBudget => {
                found.push(format!("{shown} cannot be held to {shown_pattern}: that takes too many steps"));
            }
        }
    }
    found
}

/// Whether a pattern matches a text as a whole; one that cannot be used does.
fn matches_whole(pattern: &str, text: &str) -> Outcome {
    let whole = Pattern::compile(&format!("(?:{pattern})\\Z"));
    whole.map_or(Outcome::Match, |pattern| pattern.matches(text, pattern::BUDGET))
}

/// Writes `****` in findings where they show the value given for a parameter with `NoEcho`.
pub fn hide(findings: &mut [Finding], template: &Template<'_>, settings: &Settings) {
    let is_hidden = |name: &str| template.parameter(name).is_some_and(|parameter| parameter.is_hidden());
    let given = settings.parameter_sets.iter().flat_map(|set| &set.values).filter(|given| is_hidden(&given.name));
    let mut texts = Vec::new();
    given.for_each(|given| texts_of(&given.value, &mut texts));
    if !texts.is_empty() {
        findings.iter_mut().for_each(|finding| hide_in(finding, &texts));
    }
}

fn texts_of(value: &Literal, texts: &mut Vec<String>) {
    let arena = Bump::new();
    match value {
        Literal::List(items) => items.iter().for_each(|item| texts_of(item, texts)),
        Literal::Map(_) | Literal::Null | Literal::Bool(_) => {}
        other => texts.push(python::str(other.node(&arena, NodeId(0)))),
    }
}

/// A text of some length is hidden wherever it is; a shorter one where it is the whole of a value.
fn hide_in(finding: &mut Finding, texts: &[String]) {
    for text in texts.iter().filter(|text| !text.is_empty()) {
        finding.message = match text.chars().count() {
            0..6 => finding.message.replace(&python::repr_str(text), "'****'"),
            _ => finding.message.replace(text, "****"),
        };
    }
    finding.children.iter_mut().for_each(|child| hide_in(child, texts));
}
