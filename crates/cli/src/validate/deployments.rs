//! `validate --deployments`: a report for each deployment that shows a failure.
//!
//! cfn-guard's reports are about one document. A template therefore becomes several: as deployed with the supplied
//! parameter values and defaults, and with the parameter values of each finding of `check --deployments`.

use std::collections::BTreeMap;

use super::input::{File, Inputs, RulesFile};
use super::shared::options;
use crate::language::language;
use crate::{Io, parameters};
use cfn_warden_arguments::validate::Args;
use cfn_warden_engine::{
    self as engine, Cache, DeploymentScope, Incomplete, IncompleteKind, Input, Request, View,
};
use cfn_warden_guard::Detail;
use cfn_warden_schema::Knowledge;
use cfn_warden_secrets::MASK;
use cfn_warden_syntax::finding::{Finding, Severity};
use cfn_warden_template::ParameterSet;
use cfn_warden_template::parameter_values::{Literal, ParameterValue};

/// Replaces each template by its deployments. Returns whether a rule fails in a deployment that no known parameter
/// values show; these failures are listed on standard error.
///
/// # Errors
/// Not all deployments of a template can be evaluated.
pub(super) fn expand(
    args: &Args,
    scope: DeploymentScope,
    inputs: &mut Inputs,
    io: &mut Io<'_>,
) -> Result<bool, String> {
    let mut is_failing = false;
    let cache = Cache::default();
    inputs.rules.iter_mut().for_each(RulesFile::load);
    let given = &parameters::values(&args.deployed, io)
        .map_err(|error| error.to_string())?
        .unwrap_or_default();
    for file in std::mem::take(&mut inputs.data) {
        if inputs.configurations.contains_key(&file.name) {
            inputs.data.push(file);
            continue;
        }
        let run = engine::check(&request(args, scope, given, &file, inputs), &cache);
        // Text that cannot be parsed is an error where it is evaluated.
        let is_unseen =
            |issue: &&Incomplete| issue.kind == IncompleteKind::Document && issue.at.is_none();
        if let Some(issue) = run.incomplete.iter().find(is_unseen) {
            return Err(format!("{}: {}", file.name, issue.message));
        }
        let mut shown = BTreeMap::new();
        for finding in &run.findings {
            let Some(note) = &finding.deployments else {
                continue;
            };
            let is_masked = note.witness.iter().any(|(_, value)| value == MASK);
            if finding.severity < Severity::Error {
                let _ = writeln!(
                    io.err,
                    "{}: {}: {}",
                    file.name,
                    finding.rule.id,
                    finding.described()
                );
            } else if note.is_partial || is_masked {
                is_failing = true;
                let _ = writeln!(
                    io.err,
                    "{}: {} fails: {}",
                    file.name,
                    finding.rule.id,
                    note.summary().unwrap_or_default()
                );
            } else {
                shown.insert(note.values().to_string(), with(given, finding));
            }
        }
        let own = (String::new(), given.clone());
        for (values, set) in std::iter::once(own).chain(shown) {
            let name = if values.is_empty() {
                file.name.clone()
            } else {
                format!("{} with {values}", file.name)
            };
            inputs.deployments.insert(name.clone(), set);
            inputs.data.push(File {
                name,
                text: file.text.clone(),
            });
        }
    }
    Ok(is_failing)
}

fn request<'r>(
    args: &Args,
    scope: DeploymentScope,
    given: &ParameterSet,
    file: &'r File,
    inputs: &'r Inputs,
) -> Request<'r> {
    let input = |file: &'r File| Input {
        name: &file.name,
        content: file.text.as_bytes(),
    };
    let rules = |file: &'r RulesFile| {
        Some(Input {
            name: &file.name,
            content: file.loaded()?.as_bytes(),
        })
    };
    let mut request = Request {
        documents: vec![input(file)],
        rules: inputs.rules.iter().filter_map(rules).collect(),
        input_parameters: inputs.parameters.iter().map(input).collect(),
        language: language(&args.language),
        view: View::Deployments(scope),
        ..Request::for_rules(Knowledge::default(), options(Detail::Failures).now)
    };
    request.lint_settings.parameter_sets = vec![given.clone()];
    request
}

/// The parameter values of a finding, and the supplied ones.
fn with(given: &ParameterSet, finding: &Finding) -> ParameterSet {
    let mut set = given.clone();
    for (name, value) in finding.deployments.iter().flat_map(|note| &note.witness) {
        if given.get(name).is_none() {
            set.set_value(ParameterValue {
                name: name.clone(),
                value: Literal::Text(value.clone()),
                at: None,
            });
        }
    }
    set
}
