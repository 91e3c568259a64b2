//! Template parameter values from the command line and from files.

use std::collections::BTreeSet;
use std::path::Path;

use bumpalo::Bump;

use super::Io;
use super::files;
use cfn_warden_arguments::parameters::{Options, Pair};
use cfn_warden_engine::error::Error;
use cfn_warden_lint::{self as lint, Input, Settings};
use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::{self as syntax, Tree};
use cfn_warden_template::ParameterSet;
use cfn_warden_template::parameter_values::file::Deployment;
use cfn_warden_template::parameter_values::{self, Literal, ParameterValue, ValueRules};

/// Returns the parameter set of some pairs; `None` without pairs.
pub fn set(pairs: &[Pair], rules: ValueRules) -> Option<ParameterSet> {
    let mut set = ParameterSet {
        rules,
        ..ParameterSet::default()
    };
    for Pair { name, value } in pairs {
        set.set_value(ParameterValue {
            name: name.clone(),
            value: Literal::Text(value.clone()),
            at: None,
        });
    }
    (!pairs.is_empty()).then_some(set)
}

/// Returns the parameter values; `None` when there are none.
///
/// # Errors
/// [`Error::Read`] when the file cannot be read or has an unknown form, and [`Error::Value`] for a parameter with two values.
pub fn values(options: &Options, io: &mut Io<'_>) -> Result<Option<ParameterSet>, Error> {
    let Some(path) = &options.parameter_file else {
        reject_repeated(&options.parameters)?;
        return Ok(set(&options.parameters, ValueRules::CloudFormation));
    };
    let file = files::read(path, io)?;
    let unreadable = |reason: String| Error::Read {
        path: file.name.clone(),
        reason,
    };
    let arena = Bump::new();
    let text = syntax::decode(&file.content).map_err(|_| unreadable("not UTF-8".to_owned()))?;
    let parsed = syntax::parse(&arena, &text, &file.name);
    if let Some(error) = parsed.errors.into_iter().next() {
        let at = error.span.start;
        return Err(unreadable(format!(
            "{}:{}: {}",
            at.line,
            at.column,
            error.message.escaped()
        )));
    }
    let set = parsed
        .tree
        .as_ref()
        .and_then(|tree| parameter_values::file::any_form(tree, &file.name));
    let forms = "expected a list of {ParameterKey, ParameterValue}, a map with Parameters, a deployment file or a \
                 map of values";
    set.map(Some).ok_or_else(|| unreadable(forms.to_owned()))
}

fn reject_repeated(pairs: &[Pair]) -> Result<(), Error> {
    let mut names = BTreeSet::new();
    match pairs.iter().find(|pair| !names.insert(&pair.name)) {
        Some(Pair { name, .. }) => {
            let reason =
                format!("`{name}` has more than one value; expected one for each parameter");
            Err(Error::Value {
                name: "--parameters".to_owned(),
                reason,
            })
        }
        None => Ok(()),
    }
}

/// The parsed files and the findings about those that do not parse.
#[derive(Debug)]
pub struct Files<T> {
    /// The values, one per file.
    pub read: Vec<T>,
    /// E0000, E0100 and E0200 findings.
    pub findings: Vec<Finding>,
}

/// Reads parameter files as cfn-lint does: lists of `ParameterKey` and `ParameterValue`.
///
/// # Errors
/// [`Error::Read`] when a pattern matches nothing or a file cannot be read.
pub fn parameter_files(patterns: &[String], io: &mut Io<'_>) -> Result<Files<ParameterSet>, Error> {
    let mut files = each(
        patterns,
        io,
        parameter_values::file::keys_and_values,
        lint::unsupported_parameter_file,
    )?;
    files
        .read
        .iter_mut()
        .for_each(|set| set.rules = ValueRules::CfnLint);
    Ok(files)
}

/// Reads Git sync deployment files.
///
/// # Errors
/// [`Error::Read`] when a pattern matches nothing or a file cannot be read.
pub fn deployment_files(patterns: &[String], io: &mut Io<'_>) -> Result<Files<Deployment>, Error> {
    let mut files = each(
        patterns,
        io,
        parameter_values::file::deployment,
        lint::unsupported_deployment_file,
    )?;
    files
        .read
        .iter_mut()
        .for_each(|deployment| deployment.parameters.rules = ValueRules::CfnLint);
    Ok(files)
}

fn each<T>(
    patterns: &[String],
    io: &mut Io<'_>,
    read: fn(&Tree<'_>, &str) -> Option<T>,
    unsupported: fn(&str) -> Finding,
) -> Result<Files<T>, Error> {
    let mut names = Vec::new();
    for pattern in patterns {
        let found = files::matching(pattern);
        if found.is_empty() {
            return Err(Error::Read {
                path: pattern.clone(),
                reason: "no such file".to_owned(),
            });
        }
        names.extend(found);
    }
    names.sort();
    let mut all = Files {
        read: Vec::new(),
        findings: Vec::new(),
    };
    for name in names {
        let file = files::read(Path::new(&name), io)?;
        let arena = Bump::new();
        let input = Input {
            name: &name,
            text: "",
            ..Input::default()
        };
        let text = match syntax::decode(&file.content) {
            Ok(text) => text,
            Err(error) => {
                all.findings.append(&mut lint::unreadable(
                    &[error],
                    &input,
                    &Settings::default(),
                ));
                continue;
            }
        };
        let parsed = syntax::parse(&arena, &text, &name);
        match &parsed.tree {
            Some(tree) if parsed.errors.is_empty() => match read(tree, &name) {
                Some(value) => all.read.push(value),
                None => all.findings.push(unsupported(&name)),
            },
            _ => all.findings.append(&mut lint::unreadable(
                &parsed.errors,
                &input,
                &Settings::default(),
            )),
        }
    }
    Ok(all)
}
