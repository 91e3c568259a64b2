//! E2900: checks parameter values against their declarations. Findings are located in the file with the values, if any,
//! so this check is not part of the schema evaluation of the template.

use bumpalo::Bump;

use super::finding::rule_ref;
use super::{Input, Settings};
use cfn_warden_schema::equal;
use cfn_warden_schema::pattern::{self, Outcome, Pattern};
use cfn_warden_schema::types::{Type, passes_for};
use cfn_warden_syntax::finding::{Aspect, Certainty, Engine, Finding, RuleId};
use cfn_warden_syntax::python;
use cfn_warden_syntax::{
    self as syntax, Known, Node, NodeId, Operand, Path, Span, Step, Text, Tree, Value, text,
};
use cfn_warden_template::parameter::is_documented_list;
use cfn_warden_template::parameter_values::{Literal, ParameterValue, ValueRules};
use cfn_warden_template::{ParameterSet, PseudoParameter, Template};

/// Rule ID.
pub const ID: RuleId = RuleId::new("E2900");

/// Types of values that are not lists.
const SINGULAR: [Type; 4] = [Type::String, Type::Integer, Type::Number, Type::Boolean];

/// Returns the findings for all parameter sets, in the order of the sets and of the template's parameters.
pub fn findings<'a>(
    tree: &Tree<'a>,
    template: &Template<'a>,
    input: &Input<'_>,
    settings: &Settings,
) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for set in &settings.parameter_sets {
        let file = set.source.as_deref().unwrap_or(input.name);
        for error in check_parameters(template, set) {
            let path = Path(
                ["Parameters"]
                    .into_iter()
                    .chain(error.name.as_deref())
                    .map(|s| Step::Key(s.into()))
                    .collect(),
            );
            let span = error
                .span
                .unwrap_or_else(|| syntax::location(tree, template.root, &path));
            let same = |one: &Finding| {
                (one.file.as_str(), one.span, one.message.as_str())
                    == (file, span, error.message.as_str())
            };
            if found.iter().any(same) {
                continue;
            }
            found.push(Finding {
                engine: Engine::Lint,
                rule: rule_ref(ID),
                severity: ID.severity(),
                message: error.message,
                file: file.to_owned(),
                path: Some(path),
                span,
                value_span: error.span,
                remediation: None,
                fix: None,
                children: Vec::new(),
                aspect: Aspect::Other,
                certainty: Certainty::Certain,
                deployments: None,
                related: Vec::new(),
                documentation: None,
                extent: None,
                identity: None,
                fingerprint: None,
                original_severity: None,
                warn_mode: None,
            });
        }
    }
    found
}

/// An invalid parameter value, or a parameter without a value.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterError {
    /// Parameter name; `None` if the parameter has no value.
    pub name: Option<String>,
    /// Description of the problem.
    pub message: Text,
    /// Span of the name in the parameter file.
    pub span: Option<Span>,
}

/// Checks a parameter set against the declarations in a template.
pub fn check_parameters(template: &Template<'_>, set: &ParameterSet) -> Vec<ParameterError> {
    let section = template.root.get("Parameters");
    let declared = match section.map(|section| section.as_map()) {
        Some(Some(declared)) => declared,
        // CloudFormation rejects values of undeclared parameters; cfn-lint ignores them if there is no section.
        None if set.rules == ValueRules::CloudFormation => &[],
        _ => return Vec::new(),
    };
    let arena = Bump::new();
    let mut found = Vec::new();
    let (mut missing, mut names) = (Vec::new(), Vec::new());
    for entry in declared {
        let Some(name) = entry.key.as_str() else {
            continue;
        };
        names.push(name);
        let parameter = set.get(name);
        if let Some(parameter) = parameter {
            let error = |message| ParameterError {
                name: Some(name.to_owned()),
                message,
                span: parameter.at,
            };
            found.extend(
                value_errors(&arena, entry.value, parameter, set.rules)
                    .into_iter()
                    .map(error),
            );
        }
        let has_value = parameter.is_some_and(|parameter| parameter.value != Literal::Null);
        // In CloudFormation's reading the set may be partial, so that a missing value is unknown.
        let is_complete = set.rules == ValueRules::CfnLint;
        if is_complete
            && !has_value
            && entry.value.as_map().is_some()
            && entry.value.get("Default").is_none()
        {
            let message = text!("{} is a required property", quoted_name(name));
            missing.push(ParameterError {
                name: None,
                message,
                span: None,
            });
        }
    }
    let is_pseudo = |name: &str| {
        set.rules == ValueRules::CloudFormation && PseudoParameter::named(name).is_some()
    };
    let is_declared = |name: &str| names.contains(&name) || is_pseudo(name);
    for parameter in set
        .values
        .iter()
        .filter(|parameter| !is_declared(&parameter.name))
    {
        let message = match set.rules {
            ValueRules::CfnLint => unexpected_parameter(&parameter.name, &names),
            ValueRules::CloudFormation => undeclared_parameter(&parameter.name, &names),
        };
        found.push(ParameterError {
            name: Some(parameter.name.clone()),
            message,
            span: parameter.at,
        });
    }
    found.append(&mut missing);
    found
}

/// Returns cfn-lint's message for a parameter that the template does not declare.
fn unexpected_parameter(parameter: &str, names: &[&str]) -> Text {
    let suggestion = names
        .iter()
        .find(|name| python::is_similar(parameter, name));
    let suggestion =
        suggestion.map(|suggestion| text!(". Did you mean {}?", quoted_name(suggestion)));
    text!(
        "Additional properties are not allowed ({} was unexpected{})",
        quoted_name(parameter),
        suggestion
    )
}

/// Returns our message for a parameter that the template does not declare.
fn undeclared_parameter(parameter: &str, names: &[&str]) -> Text {
    /// Maximum number of declared names to list if no name is similar.
    const MAX_NAMES: usize = 5;
    let likeness = |name: &&&str| {
        (python::ratio(&parameter.to_lowercase(), &name.to_lowercase()) * 100.0) as u32
    };
    let nearest = names
        .iter()
        .filter(|name| likeness(name) >= 60)
        .max_by_key(likeness);
    let quoted = |name: &&str| quoted_name(name);
    let expected = match (
        nearest,
        names.get(..MAX_NAMES.min(names.len())).unwrap_or_default(),
    ) {
        (Some(nearest), _) => text!("did you mean {}?", quoted(nearest)),
        (None, []) => "it declares none".into(),
        (None, first) => {
            let rest = if names.len() > MAX_NAMES { ", ..." } else { "" };
            text!(
                "it declares {}{}",
                Text::join(first.iter().map(quoted), ", "),
                rest
            )
        }
    };
    text!(
        "the template does not declare a parameter {}; {}",
        quoted_name(parameter),
        expected
    )
}

fn quoted_name(name: &str) -> Text {
    text!("{}", Operand::Name(&python::repr_str(name)))
}

/// Checks a value against its declaration. Returns messages.
fn value_errors(
    arena: &Bump,
    declaration: Node<'_>,
    parameter: &ParameterValue,
    rules: ValueRules,
) -> Vec<Text> {
    let Some(kind) = declaration.get("Type").and_then(|kind| kind.as_str()) else {
        return Vec::new();
    };
    let value = parameter.value.node(arena, NodeId(0));
    let is_list = match rules {
        ValueRules::CfnLint => kind.contains("List"),
        ValueRules::CloudFormation => kind == "CommaDelimitedList" || kind.starts_with("List<"),
    };
    let mut found = Vec::new();
    let items = match (is_list, value.value) {
        (true, Value::List(items)) => items,
        (true, _) => {
            if passes_for(value, Type::Array) {
                return found;
            }
            return vec![text!(
                "{} is not of type 'array'",
                Text::operand(python::repr(value))
            )];
        }
        (false, _) => &[value],
    };
    for item in items {
        if !SINGULAR.iter().any(|kind| passes_for(*item, *kind)) {
            found.push(text!(
                "{} is not of type 'string', 'integer', 'number', 'boolean'",
                Text::operand(python::repr(*item))
            ));
        }
        if let Some(allowed) = declaration
            .get("AllowedValues")
            .filter(|allowed| allowed.as_list().is_some())
            && !allowed
                .as_list()
                .unwrap_or_default()
                .iter()
                .any(|one| is_allowed(*item, *one, rules))
        {
            found.push(text!(
                "{} is not one of {}",
                Text::operand(python::repr(*item)),
                Text::operand(python::repr(allowed))
            ));
        }
        if rules == ValueRules::CloudFormation {
            found.extend(constraints(declaration, kind, *item));
        }
    }
    found
}

/// Returns whether a value is one of the allowed ones. For cfn-lint, all texts that mean a Boolean are equal; for CloudFormation,
/// which compares texts, `1` is not `true`.
fn is_allowed(value: Node<'_>, allowed: Node<'_>, rules: ValueRules) -> bool {
    let text = |node: Node<'_>| match node.value {
        Value::Bool(is) => is.to_string(),
        _ => python::str(node),
    };
    let is_exact = rules == ValueRules::CloudFormation && python::spells_truth(&text(allowed));
    if is_exact {
        text(value) == text(allowed)
    } else {
        equal::is_listed(value, allowed)
    }
}

/// Checks the constraints that CloudFormation enforces in addition to the type and `AllowedValues`.
fn constraints(declaration: Node<'_>, kind: &str, value: Node<'_>) -> Vec<Text> {
    let shown = Text::operand(python::repr(value));
    let value_text = python::str(value);
    let bound = |name: &str| declaration.get(name).and_then(equal::numeric);
    let number = equal::numeric(value);
    let mut found = Vec::new();
    if matches!(kind, "Number" | "List<Number>") {
        match number {
            None => found.push(text!("{} is not of type 'number'", shown)),
            Some(number) => {
                if let Some(minimum) = bound("MinValue").filter(|minimum| number < *minimum) {
                    found.push(text!(
                        "{} is less than the minimum of {}",
                        shown,
                        Known(&minimum.to_string())
                    ));
                }
                if let Some(maximum) = bound("MaxValue").filter(|maximum| number > *maximum) {
                    found.push(text!(
                        "{} is greater than the maximum of {}",
                        shown,
                        Known(&maximum.to_string())
                    ));
                }
            }
        }
        return found;
    }
    let length = value_text.chars().count() as f64;
    if let Some(minimum) = bound("MinLength").filter(|minimum| length < *minimum) {
        found.push(text!(
            "{} is shorter than {}",
            shown,
            Known(&minimum.to_string())
        ));
    }
    if let Some(maximum) = bound("MaxLength").filter(|maximum| length > *maximum) {
        found.push(text!(
            "{} is longer than {}",
            shown,
            Known(&maximum.to_string())
        ));
    }
    let pattern = declaration
        .get("AllowedPattern")
        .and_then(|pattern| pattern.as_str());
    if let Some(pattern) = pattern.filter(|_| !is_documented_list(kind)) {
        let shown_pattern = Text::operand(python::repr_str(pattern));
        match matches_whole(pattern, &value_text) {
            Outcome::Match => {}
            Outcome::NoMatch => found.push(text!("{} does not match {}", shown, shown_pattern)),
            Outcome::OutOfBudget => {
                found.push(text!(
                    "{} cannot be matched against {}: too many steps",
                    shown,
                    shown_pattern
                ));
            }
        }
    }
    found
}

/// Matches a whole string against a pattern. An unsupported pattern matches.
fn matches_whole(pattern: &str, text: &str) -> Outcome {
    let whole = Pattern::compile(&format!("(?:{pattern})\\Z"));
    whole.map_or(Outcome::Match, |pattern| {
        pattern.matches(text, pattern::BUDGET)
    })
}

/// Replaces the values of `NoEcho` parameters in findings with `****`.
pub fn mask_hidden_values(findings: &mut [Finding], template: &Template<'_>, settings: &Settings) {
    let is_hidden = |name: &str| {
        template
            .parameter(name)
            .is_some_and(|parameter| parameter.is_hidden())
    };
    let hidden = settings
        .parameter_sets
        .iter()
        .flat_map(|set| &set.values)
        .filter(|parameter| is_hidden(&parameter.name));
    let mut texts = Vec::new();
    hidden.for_each(|parameter| texts_of(&parameter.value, &mut texts));
    if !texts.is_empty() {
        findings
            .iter_mut()
            .for_each(|finding| mask(finding, &texts));
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

/// Replaces strings in the messages of a finding. A string of fewer than six characters is only replaced as a whole
/// quoted value, because it can be part of ordinary words.
fn mask(finding: &mut Finding, texts: &[String]) {
    for text in texts.iter().filter(|text| !text.is_empty()) {
        let quoted = python::repr_str(text);
        let is_short = text.chars().count() < 6;
        finding.message.edit_operands(&mut |operand| {
            *operand = match is_short {
                true => operand.replace(&quoted, "'****'"),
                false => operand.replace(text, "****"),
            };
        });
    }
    finding
        .children
        .iter_mut()
        .for_each(|child| mask(child, texts));
}
