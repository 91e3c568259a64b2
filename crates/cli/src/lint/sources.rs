//! The templates to lint and their parameter values.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use crate::files::{self, File, STDIN};
use crate::{Io, parameters};
use cfn_warden_arguments::lint::Args;
use cfn_warden_engine::error::Error;
use cfn_warden_engine::{self as engine, Input, Linting, Run};
use cfn_warden_lint::Settings;
use cfn_warden_lint::finding::rule_ref;
use cfn_warden_syntax::finding::{Aspect, Certainty, Engine, Finding, RuleId, Severity};
use cfn_warden_syntax::{Position, Span, Text};
use cfn_warden_template::ParameterSet;

/// Templates that are linted with the same parameter values.
pub struct Pass {
    /// Template names as findings show them.
    pub templates: Vec<String>,
    parameter_sets: Vec<ParameterSet>,
}

/// Template files by name, or the finding that explains why one cannot be read.
pub type Texts<'n> = BTreeMap<&'n str, Result<File, Box<Finding>>>;

/// Reads all templates, each once.
pub fn texts<'p>(passes: &'p [Pass], io: &mut Io<'_>) -> Texts<'p> {
    let mut texts = BTreeMap::new();
    for name in passes.iter().flat_map(|pass| &pass.templates) {
        texts.entry(name.as_str()).or_insert_with(|| read(name, io));
    }
    texts
}

impl Pass {
    /// Lints the templates that could be read.
    pub fn run<'f>(
        &self,
        texts: &'f Texts<'_>,
        nested: &'f [File],
        settings: &Settings,
    ) -> Run<'f> {
        let input = |file: &'f File| Input {
            name: &file.name,
            content: &file.content,
        };
        let files = self
            .templates
            .iter()
            .filter_map(|name| texts.get(name.as_str())?.as_ref().ok());
        let request = engine::Request {
            documents: files.map(input).collect(),
            nested_templates: nested.iter().map(input).collect(),
            lint: Linting::All,
            lint_settings: Settings {
                parameter_sets: self.parameter_sets.clone(),
                ..settings.clone()
            },
            // cfn-lint shows all values.
            values: cfn_warden_secrets::Values::Shown,
            ..engine::Request::for_rules(settings.knowledge.clone(), files::now())
        };
        engine::check(&request, &engine::Cache::default())
    }
}

/// Returns the lint passes and the findings about parameter and deployment files. Like cfn-lint, templates are linted
/// both with and without the values of parameter files.
///
/// # Errors
/// [`Error::Read`] when a parameter file, deployment file or deployed template does not exist.
pub fn passes(
    args: &Args,
    settings: &Settings,
    io: &mut Io<'_>,
) -> Result<(Vec<Pass>, Vec<Finding>), Error> {
    if !args.deployment_files.is_empty() {
        return deployments(args, io);
    }
    let templates = match sources(args) {
        Ok(templates) => templates,
        Err(finding) => return Ok((Vec::new(), vec![*finding])),
    };
    let plain = Pass {
        templates: templates.clone(),
        parameter_sets: settings.parameter_sets.clone(),
    };
    let files = parameters::parameter_files(&args.parameter_files, io)?;
    let with = Pass {
        templates,
        parameter_sets: files.read,
    };
    Ok((
        if with.parameter_sets.is_empty() {
            vec![plain]
        } else {
            vec![with, plain]
        },
        files.findings,
    ))
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
            return Err(Error::Read {
                path: template,
                reason: "no such file".to_owned(),
            });
        }
        let templates = vec![template.clone()];
        passes.push((
            template,
            Pass {
                templates,
                parameter_sets: vec![deployment.parameters],
            },
        ));
    }
    Ok((
        passes.into_iter().map(|(_, pass)| pass).collect(),
        files.findings,
    ))
}

/// Adds the findings and documents of another run that this run does not have.
pub fn add<'f>(run: &mut Run<'f>, other: Run<'f>) {
    let key = |finding: &Finding| {
        (
            finding.rule.id.clone(),
            finding.file.clone(),
            finding.span,
            finding.message.clone(),
        )
    };
    let known: HashSet<_> = run.findings.iter().map(key).collect();
    run.findings.extend(
        other
            .findings
            .into_iter()
            .filter(|finding| !known.contains(&key(finding))),
    );
    for document in other.documents {
        if run
            .documents
            .iter()
            .all(|known| known.name != document.name)
        {
            run.suppressions.extend(
                other
                    .suppressions
                    .iter()
                    .filter(|one| one.file == document.name)
                    .cloned(),
            );
            run.documents.push(document);
        }
    }
}

/// Returns the templates to read, sorted, as findings show them. If a pattern matches nothing, returns finding E0003.
fn sources(args: &Args) -> Result<Vec<String>, Box<Finding>> {
    let patterns = args.named();
    if patterns.is_empty() {
        return Ok(vec![STDIN.to_owned()]);
    }
    let mut names = Vec::new();
    for pattern in patterns {
        let found = files::matching(pattern);
        if found.is_empty() && !args.ignore_bad_template {
            return Err(failure(
                RuleId::new("E0003"),
                None,
                format!("{pattern} could not be processed by glob.glob"),
            ));
        }
        names.extend(found);
    }
    let ignored: Vec<String> = args
        .ignore_templates
        .iter()
        .flat_map(|pattern| files::matching(pattern))
        .collect();
    names.retain(|name| !ignored.contains(name));
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
        failure(RuleId::new("E0000"), Some(name), message)
    })
}

/// Creates a finding for a file that could not be read. Like cfn-lint's, a finding without a file has an empty span.
fn failure(rule: RuleId, file: Option<&str>, message: String) -> Box<Finding> {
    Box::new(Finding {
        engine: Engine::Lint,
        rule: rule_ref(rule),
        severity: Severity::Error,
        message: Text::known(message),
        file: file.unwrap_or_default().to_owned(),
        path: None,
        span: if file.is_some() {
            Span::START
        } else {
            Span {
                start: Position::START,
                end: Position::START,
            }
        },
        value_span: None,
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
    })
}
