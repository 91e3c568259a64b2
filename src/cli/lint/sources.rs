//! Which templates are linted, and with which values for their parameters.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use super::Args;
use crate::cli::files::{self, File, STDIN};
use crate::cli::{Io, parameters};
use crate::engine::{self, Input, Linting, Run};
use crate::error::Error;
use cfn_warden_lint::Settings;
use cfn_warden_lint::report::rule_ref;
use cfn_warden_syntax::finding::{Engine, Finding, Severity, Subject};
use cfn_warden_syntax::{Position, Span};
use cfn_warden_template::ParameterSet;

/// Templates by name, and what their parameters are given.
pub struct Pass {
    /// In the spelling that findings show.
    pub templates: Vec<String>,
    parameter_sets: Vec<ParameterSet>,
}

/// Texts by name, or why there is none.
pub type Texts<'n> = BTreeMap<&'n str, Result<File, Box<Finding>>>;

/// The texts of all templates, each read once.
pub fn texts<'p>(passes: &'p [Pass], io: &mut Io<'_>) -> Texts<'p> {
    let mut texts = BTreeMap::new();
    for name in passes.iter().flat_map(|pass| &pass.templates) {
        texts.entry(name.as_str()).or_insert_with(|| read(name, io));
    }
    texts
}

impl Pass {
    /// Lints those of its templates that could be read.
    pub fn run<'f>(&self, texts: &'f Texts<'_>, nested: &'f [File], settings: &Settings) -> Run<'f> {
        let input = |file: &'f File| Input { name: &file.name, content: &file.content };
        let files = self.templates.iter().filter_map(|name| texts.get(name.as_str())?.as_ref().ok());
        let asked = engine::Request {
            documents: files.map(input).collect(),
            beside: nested.iter().map(input).collect(),
            lint: Linting::All,
            lint_settings: Settings { parameter_sets: self.parameter_sets.clone(), ..settings.clone() },
            // cfn-lint shows all values.
            values: engine::secrets::Values::Shown,
            now: files::now(),
            ..engine::Request::default()
        };
        engine::check(&asked, &engine::Cache::default())
    }
}

/// What is linted with what, and what is wrong with the files that say so. With parameter files the reference lints a
/// template twice, with their values and without.
///
/// # Errors
/// A parameter file, deployment file or deployed template that is not there.
pub fn passes(args: &Args, settings: &Settings, io: &mut Io<'_>) -> Result<(Vec<Pass>, Vec<Finding>), Error> {
    if !args.deployment_files.is_empty() {
        return deployments(args, io);
    }
    let templates = match sources(args) {
        Ok(templates) => templates,
        Err(finding) => return Ok((Vec::new(), vec![*finding])),
    };
    let plain = Pass { templates: templates.clone(), parameter_sets: settings.parameter_sets.clone() };
    let files = parameters::parameter_files(&args.parameter_files, io)?;
    let with = Pass { templates, parameter_sets: files.read };
    Ok((if with.parameter_sets.is_empty() { vec![plain] } else { vec![with, plain] }, files.findings))
}

fn deployments(args: &Args, io: &mut Io<'_>) -> Result<(Vec<Pass>, Vec<Finding>), Error> {
    let files = parameters::deployment_files(&args.deployment_files, io)?;
    let mut passes: Vec<(String, Pass)> = Vec::new();
    for deployment in files.read {
        let template = files::from_here(Path::new(&deployment.template));
        if let Some((_, pass)) = passes.iter_mut().find(|(known, _)| *known == template) {
            pass.parameter_sets.push(deployment.parameters);
            continue;
        }
        if !Path::new(&template).exists() && !args.ignore_bad_template {
            return Err(Error::Read { path: template, reason: "there is no such file".to_owned() });
        }
        let templates = vec![template.clone()];
        passes.push((template, Pass { templates, parameter_sets: vec![deployment.parameters] }));
    }
    Ok((passes.into_iter().map(|(_, pass)| pass).collect(), files.findings))
}

/// Adds what another run found and this one did not.
pub fn add<'f>(run: &mut Run<'f>, other: Run<'f>) {
    let key =
        |finding: &Finding| (finding.rule.id.clone(), finding.file.clone(), finding.span, finding.message.clone());
    let known: HashSet<_> = run.findings.iter().map(key).collect();
    run.findings.extend(other.findings.into_iter().filter(|finding| !known.contains(&key(finding))));
    for document in other.documents {
        if run.documents.iter().all(|known| known.name != document.name) {
            run.documents.push(document);
        }
    }
}

/// The templates to read, sorted, in the spelling that findings show; where a pattern finds nothing, E0003 alone.
fn sources(args: &Args) -> Result<Vec<String>, Box<Finding>> {
    let patterns = args.named();
    if patterns.is_empty() {
        return Ok(vec![STDIN.to_owned()]);
    }
    let mut names = Vec::new();
    for pattern in patterns {
        let found = files::matching(pattern);
        if found.is_empty() && !args.ignore_bad_template {
            return Err(failure("E0003", None, format!("{pattern} could not be processed by glob.glob")));
        }
        names.extend(found);
    }
    let left_out: Vec<String> = args.ignore_templates.iter().flat_map(|pattern| files::matching(pattern)).collect();
    names.retain(|name| !left_out.contains(name));
    names.sort();
    Ok(names)
}

fn read(name: &str, io: &mut Io<'_>) -> Result<File, Box<Finding>> {
    let path = Path::new(name);
    files::read(path, io).map_err(|error| {
        let message = match (path.is_dir(), path.exists()) {
            (true, _) => format!("Template references a directory, not a file: {name}"),
            (_, false) => format!("Template file not found: {name}"),
            _ => error.to_string(),
        };
        failure("E0000", Some(name), message)
    })
}

/// A finding before there is a document. The reference gives one without a file no width.
fn failure(rule: &'static str, file: Option<&str>, message: String) -> Box<Finding> {
    Box::new(Finding {
        engine: Engine::Lint,
        rule: rule_ref(rule),
        severity: Severity::Error,
        message,
        file: file.unwrap_or_default().to_owned(),
        path: None,
        span: if file.is_some() { Span::START } else { Span { start: Position::START, end: Position::START } },
        value_span: None,
        remediation: None,
        children: Vec::new(),
        subject: Subject::Other,
    })
}
