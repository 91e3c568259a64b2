//! Prints failures by resource.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

use super::Files;
use super::clauses::{DocumentKind, Printer};
use crate::doc::Doc;
use crate::eval::result::{Missing, QueryResult};
use crate::report::{BinaryCheck, ClauseReport, FileReport, UnaryCheck};
use crate::text;
use crate::value::{Kind, Origin, Ref, hash};

/// A resource with failures.
pub(super) struct Resource<'e> {
    name: String,
    type_name: &'e str,
    cdk_path: Option<&'e str>,
    /// The failures of the resource, by address.
    pub clauses: HashSet<*const ClauseReport<'e>>,
    /// The names of the failed rules, between slashes.
    rules: Vec<String>,
}

/// Failures by the path of the value, with the name of the rule.
type Paths<'r, 'e> = BTreeMap<String, Vec<(&'r ClauseReport<'e>, &'r str)>>;

/// Formats the report of a CloudFormation template; `None` if a failure is not in a resource.
pub fn template(report: &FileReport<'_>, doc: &Doc<'_>, files: &Files<'_>) -> Option<String> {
    let mut resources = Vec::new();
    for (path, found) in paths(report, doc).range("/Resources".to_owned()..) {
        let name = resource_name(doc, path)?;
        let resource = at(doc, &format!("/Resources/{name}"))?;
        let type_name = string(resource, "Type")?;
        let cdk_path =
            child(resource, "Metadata").and_then(|metadata| string(metadata, "aws:cdk:path"));
        add(&mut resources, name, type_name, cdk_path, found);
    }
    let mut out = render(
        report,
        &resources,
        files,
        DocumentKind::Template(files.text.lines().collect()),
    );
    let mut unattributed = String::new();
    report
        .not_compliant
        .iter()
        .for_each(|failure| explain(failure, &mut unattributed));
    if !unattributed.is_empty() {
        out.push_str("Could not be evaluated:\n");
        out.push_str(&unattributed);
    }
    Some(out)
}

/// Formats the report of a Terraform plan; `None` if a failure is not in a planned resource.
pub fn terraform(report: &FileReport<'_>, doc: &Doc<'_>, files: &Files<'_>) -> Option<String> {
    let mut resources = Vec::new();
    for (path, found) in paths(report, doc).range("/resource_changes/".to_owned()..) {
        let (_, tail) = path.split_once("/resource_changes/")?;
        let (index, rest) = tail.split_once('/')?;
        rest.strip_prefix("change/after/")?;
        let resource = at(doc, &format!("/resource_changes/{index}"))?;
        let (type_name, name) = string(resource, "address")?.split_once('.')?;
        add(&mut resources, name.to_owned(), type_name, None, found);
    }
    Some(render(report, &resources, files, DocumentKind::Terraform))
}

fn add<'e>(
    resources: &mut Vec<Resource<'e>>,
    name: String,
    type_name: &'e str,
    cdk_path: Option<&'e str>,
    found: &[(&ClauseReport<'e>, &str)],
) {
    let at = resources
        .iter()
        .position(|resource| resource.name == name)
        .unwrap_or(resources.len());
    if at == resources.len() {
        resources.push(Resource {
            name,
            type_name,
            cdk_path,
            clauses: HashSet::new(),
            rules: Vec::new(),
        });
    }
    let Some(resource) = resources.get_mut(at) else {
        return;
    };
    for (clause, rule) in found {
        resource.clauses.insert(std::ptr::from_ref(*clause));
        resource.rules.push(format!("/{rule}/"));
    }
}

fn render<'e>(
    report: &FileReport<'e>,
    resources: &[Resource<'e>],
    files: &Files<'_>,
    document_kind: DocumentKind<'_>,
) -> String {
    let mut out = String::new();
    if report.not_compliant.is_empty() {
        return out;
    }
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "Evaluating data {} against rules {}",
        files.data, files.rules
    );
    let _ = writeln!(
        out,
        "Number of non-compliant resources {}",
        files.paint.bold(resources.len())
    );
    for resource in resources {
        let _ = writeln!(
            out,
            "Resource = {} {{",
            files.paint.resource(&resource.name)
        );
        let _ = writeln!(out, "  Type      = {}", resource.type_name);
        if let Some(path) = resource.cdk_path.filter(|path| !path.is_empty()) {
            let _ = writeln!(out, "  CDK-Path  = {path}");
        }
        for failure in &report.not_compliant {
            let ClauseReport::Rule { name, .. } = failure else {
                continue;
            };
            let start = format!("/{name}");
            // cfn-guard compares only the start of the name.
            if resource.rules.iter().any(|rule| rule.starts_with(&start)) {
                let (clauses, paint) = (&resource.clauses, files.paint);
                Printer {
                    out: &mut out,
                    clauses,
                    document_kind: &document_kind,
                    paint,
                }
                .print(failure, "  ");
            }
        }
        out.push_str("}\n");
    }
    out
}

/// Prints the failures that are not about a value of the document.
fn explain(report: &ClauseReport<'_>, out: &mut String) {
    let mut say = |context: &str, message: &str| {
        let _ = writeln!(out, "  {context}\n    {message}");
    };
    match report {
        ClauseReport::Block {
            missing: None,
            source,
            context,
            ..
        } => {
            if let Some(error) = report.messages().error {
                say(&text::context(source.program, *context), &error);
            }
        }
        ClauseReport::Rule {
            name,
            message,
            checks,
        } => {
            if let (Some(message), true) = (message, checks.is_empty()) {
                say(&format!("rule {name}"), message);
            }
            checks.iter().for_each(|check| explain(check, out));
        }
        ClauseReport::Disjunctions(checks) => checks.iter().for_each(|check| explain(check, out)),
        _ => {}
    }
}

fn paths<'r, 'e>(report: &'r FileReport<'e>, doc: &Doc<'_>) -> Paths<'r, 'e> {
    let mut paths = Paths::new();
    for failure in &report.not_compliant {
        let ClauseReport::Rule { name, .. } = failure else {
            continue;
        };
        for leaf in failure.leaves() {
            let mut add = |origin: Origin<'_>| {
                paths
                    .entry(doc.path(origin))
                    .or_default()
                    .push((leaf, *name))
            };
            match leaf {
                ClauseReport::Block {
                    missing: Some(missing),
                    ..
                } => add(missing.at.origin),
                ClauseReport::Unary {
                    check: UnaryCheck::Value { from, .. },
                    ..
                } => add(match from {
                    QueryResult::Missing(Missing { at, .. }) => at.origin,
                    QueryResult::Resolved(value) | QueryResult::Literal(value) => value.origin,
                }),
                ClauseReport::Binary { check, .. } => match check {
                    BinaryCheck::FromMissing(missing) | BinaryCheck::ToMissing(missing) => {
                        add(missing.at.origin)
                    }
                    BinaryCheck::Several { from, .. } => add(from.origin),
                    BinaryCheck::One { from, to, .. } => {
                        add(from.origin);
                        add(to.origin);
                    }
                },
                _ => {}
            }
        }
    }
    paths
}

/// Returns the name of the resource that contains a path: the innermost value on the path that has a `Type`.
fn resource_name(doc: &Doc<'_>, path: &str) -> Option<String> {
    let rest = path
        .strip_prefix("/Resources/")
        .filter(|rest| !rest.is_empty())?;
    if !rest.contains('/') {
        return Some(rest.to_owned());
    }
    let mut name = rest;
    while let Some((before, _)) = name.rsplit_once('/') {
        name = before;
        if at(doc, &format!("/Resources/{name}"))
            .is_some_and(|value| child(value, "Type").is_some())
        {
            return Some(name.to_owned());
        }
    }
    None
}

/// Returns the value at a path.
fn at<'e>(doc: &Doc<'e>, path: &str) -> Option<Ref<'e>> {
    let mut value = doc.root;
    let mut rest = path.strip_prefix('/')?;
    while !rest.is_empty() {
        let (step, tail) = match value.kind {
            // Keys can contain slashes: the longest matching key is used.
            Kind::Map(map) => {
                let fits = |key: &str| {
                    rest.strip_prefix(key)
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
                };
                let entry = map
                    .entries
                    .iter()
                    .filter(|entry| fits(entry.key))
                    .max_by_key(|entry| entry.key.len())?;
                (&entry.value, rest.strip_prefix(entry.key)?)
            }
            Kind::List(items) => {
                let (index, tail) = rest.split_at_checked(rest.find('/').unwrap_or(rest.len()))?;
                (items.get(index.parse::<usize>().ok()?)?, tail)
            }
            _ => return None,
        };
        value = step;
        rest = tail.strip_prefix('/').unwrap_or(tail);
    }
    Some(value)
}

fn child<'e>(value: Ref<'e>, key: &str) -> Option<Ref<'e>> {
    match value.kind {
        Kind::Map(map) => map.get(key, hash(key)),
        _ => None,
    }
}

fn string<'e>(value: Ref<'e>, key: &str) -> Option<&'e str> {
    match child(value, key)?.kind {
        Kind::Str(text) => Some(text),
        _ => None,
    }
}
