//! Values for a template's parameters: pairs on the command line, and files.

use std::path::Path;

use bumpalo::Bump;

use super::Io;
use super::files;
use crate::document::ParameterSet;
use crate::document::given::file::Deployment;
use crate::document::given::{self, Given, Literal, Reading};
use crate::error::Error;
use crate::finding::Finding;
use crate::lint::{self, Input, Settings};
use crate::syntax::{self, Tree};

/// A parameter and its value, as they are written on the command line.
#[derive(Debug, Clone)]
pub struct Pair {
    name: String,
    value: String,
}

/// Reads `Name=value`.
///
/// # Errors
/// What is expected.
pub fn pair(text: &str) -> Result<Pair, String> {
    let (name, value) = text.split_once('=').ok_or("expected Name=value, as in Env=prod")?;
    Ok(Pair { name: name.trim().to_owned(), value: value.trim().to_owned() })
}

/// The set that pairs make; `None` where there is no pair.
pub fn set(pairs: &[Pair], reading: Reading) -> Option<ParameterSet> {
    let mut set = ParameterSet { reading, ..ParameterSet::default() };
    for Pair { name, value } in pairs {
        set.give(Given { name: name.clone(), value: Literal::Text(value.clone()), at: None });
    }
    (!pairs.is_empty()).then_some(set)
}

/// What was read, and what is wrong with the files that could not be.
#[derive(Debug)]
pub struct Files<T> {
    /// File by file.
    pub read: Vec<T>,
    /// E0000, E0100, E0200.
    pub findings: Vec<Finding>,
}

/// The sets in parameter files, as cfn-lint reads them: lists of `ParameterKey` and `ParameterValue`.
///
/// # Errors
/// A pattern that no file matches, a file that cannot be read.
pub fn parameter_files(patterns: &[String], io: &mut Io<'_>) -> Result<Files<ParameterSet>, Error> {
    let mut files = each(patterns, io, given::file::keys_and_values, lint::unsupported_parameter_file)?;
    files.read.iter_mut().for_each(|set| set.reading = Reading::CfnLint);
    Ok(files)
}

/// What deployment files deploy.
///
/// # Errors
/// A pattern that no file matches, a file that cannot be read.
pub fn deployment_files(patterns: &[String], io: &mut Io<'_>) -> Result<Files<Deployment>, Error> {
    let mut files = each(patterns, io, given::file::deployment, lint::unsupported_deployment_file)?;
    files.read.iter_mut().for_each(|deployment| deployment.parameters.reading = Reading::CfnLint);
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
            return Err(Error::Read { path: pattern.clone(), reason: "there is no such file".to_owned() });
        }
        names.extend(found);
    }
    names.sort();
    let mut all = Files { read: Vec::new(), findings: Vec::new() };
    for name in names {
        let file = files::read(Path::new(&name), io)?;
        let arena = Bump::new();
        let input = Input { name: &name, text: "", ..Input::default() };
        let text = match syntax::decode(&file.content) {
            Ok(text) => text,
            Err(error) => {
                all.findings.append(&mut lint::unreadable(&[error], &input, &Settings::default()));
                continue;
            }
        };
        let parsed = syntax::parse(&arena, &text, &name);
        match &parsed.tree {
            Some(tree) if parsed.errors.is_empty() => match read(tree, &name) {
                Some(value) => all.read.push(value),
                None => all.findings.push(unsupported(&name)),
            },
            _ => all.findings.append(&mut lint::unreadable(&parsed.errors, &input, &Settings::default())),
        }
    }
    Ok(all)
}
