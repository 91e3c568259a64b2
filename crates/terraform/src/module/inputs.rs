//! Values of the root module's variables and where they come from.

use cfn_warden_syntax::{Operand, Text, text};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::declarations::Declarations;
use super::load;
use super::variable::Variable;
use crate::diagnostic::{Diagnostic, Errors};
use crate::eval::{Texts, constant_value};
use crate::host::Host;
use crate::source::Range;
use crate::support::similar::nearest;
use crate::support::{files, path};
use crate::syntax::parse_expression;
use crate::value::Value;

/// The sources of variable values, in addition to the `.tfvars` files that are loaded automatically.
#[derive(Debug, Clone, Default)]
pub struct VariableSources {
    /// The environment variables `TF_VAR_name`: name without the prefix, and value.
    pub environment: Vec<(String, String)>,
    /// The `.tfvars` files, relative to the root module's folder.
    pub files: Vec<String>,
    /// The assignments of the command line: `name=value`.
    pub values: Vec<String>,
    /// Names with values in `files` that the root module must declare, as those of assignments.
    pub must_be_declared: Vec<String>,
}

/// A value and the range of its expression, if it comes from a file.
pub type Input = (Value, Option<Range>);
/// Values by variable name.
pub type Inputs = BTreeMap<Rc<str>, Input>;

/// The variable files that are loaded automatically, before `*.auto.tfvars`.
const FIRST: [&str; 2] = ["terraform.tfvars", "terraform.tfvars.json"];

fn is_automatic(name: &str) -> bool {
    name.ends_with(".auto.tfvars") || name.ends_with(".auto.tfvars.json")
}

/// Returns whether a file name is one of a variable file.
pub fn is_variable_file(name: &str) -> bool {
    name.ends_with(".tfvars") || name.ends_with(".tfvars.json")
}

/// Returns whether a file name is one of an automatically loaded variable file.
pub fn is_automatic_variable_file(name: &str) -> bool {
    FIRST.contains(&name) || is_automatic(name)
}

/// Returns the values of the root module's variables. Later sources override earlier ones: environment,
/// `terraform.tfvars`, `*.auto.tfvars`, named files, assignments. Errors about automatic files that cannot be read are added to
/// `unread`.
pub fn inputs(
    host: &Host<'_>,
    texts: &Texts,
    folder: &str,
    declared: &Declarations,
    sources: &VariableSources,
    unread: &mut Errors,
) -> Result<Inputs, Errors> {
    let mut inputs = Inputs::new();
    let mut names = host.files.list(folder).unwrap_or_default();
    names.extend(host.files.unreadable(folder));
    names.sort();
    let automatic = |name: &&String| is_automatic(name);
    let first = FIRST
        .into_iter()
        .filter(|name| names.iter().any(|other| other == name))
        .map(str::to_owned);
    let all: Vec<String> = first
        .chain(names.iter().filter(automatic).cloned())
        .collect();
    for name in all {
        let path = path::join(folder, &name);
        if host.files.read(&path).is_none() {
            unread.push(load::not_read(host, &path));
            continue;
        }
        inputs.extend(file(host, texts, &path)?);
    }
    for name in sources.files.iter().flat_map(|names| names.split(',')) {
        let outside = || {
            vec![Diagnostic::unlocated(
                "Failed to read file",
                text!("The file {}.", files::outside(name)),
            )]
        };
        inputs.extend(file(
            host,
            texts,
            &files::host_path(host, name).ok_or_else(outside)?,
        )?);
    }
    for name in &sources.must_be_declared {
        variable(declared, name)?;
    }
    // Only the last assignment to a variable is parsed.
    let mut assigned: BTreeMap<&str, (&Variable, &str)> = BTreeMap::new();
    for pair in &sources.values {
        let (name, variable, text) = named(declared, pair)?;
        assigned.insert(name, (variable, text));
    }
    for (name, (variable, text)) in assigned {
        inputs.insert(
            name.into(),
            (
                written(variable, text, &format!("<value for var.{name}>"), texts)?,
                None,
            ),
        );
    }
    for (name, text) in &sources.environment {
        let variable = declared
            .variables
            .get(name.as_str())
            .filter(|_| !inputs.contains_key(name.as_str()));
        if let Some(variable) = variable {
            let value = written(
                variable,
                text,
                &format!("<value for var.{name} from environment>"),
                texts,
            )?;
            inputs.insert(name.as_str().into(), (value, None));
        }
    }
    Ok(inputs)
}

/// Reads a variable file.
fn file(host: &Host<'_>, texts: &Texts, path: &str) -> Result<Vec<(Rc<str>, Input)>, Errors> {
    let body = load::values(host, texts, path)?;
    if let Some(block) = body.blocks.first() {
        let summary = text!("Unexpected \"{}\" block", Operand::Name(&block.kind));
        return Err(vec![Diagnostic::error(
            &summary,
            "Blocks are not allowed here.",
            block.range,
        )]);
    }
    let mut inputs = Vec::new();
    for attribute in &body.attributes {
        let value = constant_value(&attribute.expr)?;
        inputs.push((
            Rc::clone(&attribute.name),
            (value, Some(attribute.expr.range)),
        ));
    }
    Ok(inputs)
}

/// Parses an assignment, `name=value`.
fn named<'d>(
    declared: &'d Declarations,
    pair: &'d str,
) -> Result<(&'d str, &'d Variable, &'d str), Errors> {
    let malformed = || {
        let detail = text!("Expected name=value, but got \"{}\".", Operand::Value(pair));
        vec![Diagnostic::unlocated(
            "invalid variable value format",
            detail,
        )]
    };
    let (name, text) = pair.split_once('=').ok_or_else(malformed)?;
    let name = name.trim();
    Ok((name, variable(declared, name)?, text))
}

/// Returns the variable that an assignment names.
fn variable<'d>(declared: &'d Declarations, name: &str) -> Result<&'d Variable, Errors> {
    declared.variables.get(name).ok_or_else(|| {
        let near = nearest(name, declared.variables.keys().map(|name| &**name));
        let near = near.map_or_else(Text::default, |near| text!(" Did you mean \"{}\"?", Operand::Name(near)));
        let detail = text!("A variable named \"{}\" was assigned, but the root module does not declare a variable of that name.{}", Operand::Name(name), near);
        vec![Diagnostic::unlocated("Value for undeclared variable", detail)]
    })
}

/// Parses a value from the command line or the environment.
fn written(variable: &Variable, text: &str, name: &str, texts: &Texts) -> Result<Value, Errors> {
    if variable.takes_text() {
        return Ok(Value::from(text));
    }
    let expr = texts.read(name, text, parse_expression)?;
    constant_value(&expr)
}
