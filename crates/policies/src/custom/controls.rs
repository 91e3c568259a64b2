//! Controls of a pack: those of its Guard files, and the bundled ones that it includes.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use super::file::{MANIFEST, PackFile, text};
use super::manifest::Manifest;
use crate::{header, packs};
use cfn_warden_guard::needs::resource_types;
use cfn_warden_guard::syntax::ast::{Rule, RulesFile};
use cfn_warden_guard::syntax::parse_as;
use cfn_warden_guard::{Language, ParseError};
use cfn_warden_syntax::control::{Control, ControlSeverity};
use cfn_warden_syntax::names;
use cfn_warden_syntax::{Position, place};

/// Returns the controls with the severities and frameworks of the manifest.
///
/// # Errors
/// All mistakes in Guard files and in what the manifest names.
pub fn read(files: &[PackFile], manifest: &Manifest) -> Result<Vec<Arc<Control>>, Vec<String>> {
    let (mut controls, mut mistakes) = (Vec::new(), Vec::new());
    for (path, at) in &manifest.rules {
        if !files
            .iter()
            .any(|file| is_rules(&file.name) && is_at(&file.name, path))
        {
            mistakes.push(mistake(
                *at,
                &format!("`{path}` is not in the pack, or has no Guard file"),
            ));
        }
    }
    let mut plans = Vec::new();
    for file in files.iter().filter(|file| is_wanted(file, manifest)) {
        if let Some((id, plan)) = text(file).ok().and_then(header::parse_plan) {
            plans.push((file, id, Arc::new(plan)));
            continue;
        }
        match of_file(file) {
            Ok(own) => controls.extend(own),
            Err(wrong) => mistakes.extend(wrong),
        }
    }
    for (name, at) in &manifest.controls {
        match packs::select([name.as_str()]) {
            Ok(bundled) => controls.extend(bundled.iter().map(|control| Control::clone(control))),
            Err(unknown) => mistakes.push(mistake(*at, &unknown)),
        }
    }
    let mut ids = HashSet::new();
    // A control of the pack replaces the bundled one with its ID.
    controls.retain(|control| ids.insert(control.id.clone()));
    for (file, id, plan) in plans {
        let checked =
            parsed(&file.name, &plan.rules).and_then(|parsed| has_rule(&file.name, &parsed, id));
        match (
            checked,
            controls.iter_mut().find(|control| control.id == id),
        ) {
            (Err(wrong), _) => mistakes.extend(wrong),
            (Ok(()), Some(control)) => control.plan = Some(plan),
            (Ok(()), None) => {
                mistakes.push(format!("{}:1:1: {}", file.name, unknown(id, &controls)))
            }
        }
    }
    let named = manifest.severities.iter().map(|(id, (_, at))| (id, at));
    let named = named.chain(manifest.frameworks.iter().map(|(id, (_, at))| (id, at)));
    for (id, at) in named.chain(manifest.owners.iter().map(|(id, (_, at))| (id, at))) {
        if !controls.iter().any(|control| control.id == *id) && mistakes.is_empty() {
            mistakes.push(mistake(*at, &unknown(id, &controls)));
        }
    }
    if controls.is_empty() && mistakes.is_empty() {
        mistakes.push(format!(
            "{MANIFEST}: the pack has no Guard file and names no control"
        ));
    }
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    Ok(controls
        .into_iter()
        .map(|control| Arc::new(adjusted(control, manifest)))
        .collect())
}

/// Returns whether a file name has the extension of Guard files.
pub fn is_rules(name: &str) -> bool {
    name.ends_with(".guard")
}

fn is_wanted(file: &PackFile, manifest: &Manifest) -> bool {
    is_rules(&file.name)
        && (manifest.rules.is_empty()
            || manifest
                .rules
                .iter()
                .any(|(path, _)| is_at(&file.name, path)))
}

/// Returns whether a file is the one at a path, or in the folder at it.
fn is_at(name: &str, path: &str) -> bool {
    let path = path.trim_start_matches("./").trim_end_matches('/');
    name.strip_prefix(path)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn parsed(name: &str, text: &str) -> Result<RulesFile, Vec<String>> {
    parse_as(Language::default(), name, text).map_err(|errors| {
        let mistake = |error: &ParseError| {
            format!(
                "{name}:{}:{}: {}",
                error.position.line, error.position.column, error.message
            )
        };
        errors.iter().map(mistake).collect()
    })
}

/// Checks that a file has the rule of a control.
fn has_rule(name: &str, parsed: &RulesFile, id: &str) -> Result<(), Vec<String>> {
    let rule = Control::rule_of(id);
    match parsed.rules.iter().any(|one| *one.name == *rule) {
        true => Ok(()),
        false => Err(vec![format!(
            "{name}:1:1: no rule `{rule}`, which the control `{id}` needs"
        )]),
    }
}

/// Returns the control of a file with a header, or one for each rule of another file.
fn of_file(file: &PackFile) -> Result<Vec<Control>, Vec<String>> {
    let PackFile { name, .. } = file;
    let text = text(file).map_err(|mistake| vec![mistake])?;
    let parsed = parsed(name, text)?;
    let start = |message: String| vec![format!("{name}:1:1: {message}")];
    if has_header(text) {
        let control = header::parse(text).map_err(start)?;
        return has_rule(name, &parsed, &control.id).map(|()| vec![control]);
    }
    let rules = Arc::new(Cow::Owned(text.to_owned()));
    let control = |rule: &Rule| Control {
        id: Cow::Owned(rule.name.to_string()),
        title: Cow::Owned(rule.name.to_string()),
        severity: ControlSeverity::Medium,
        types: Cow::Owned(resource_types(&parsed, rule).unwrap_or_default().join(", ")),
        frameworks: Cow::Borrowed(""),
        link: Cow::Borrowed(""),
        why: Cow::Borrowed(""),
        fix: Cow::Borrowed(""),
        owner: Cow::Borrowed(""),
        rules: Arc::clone(&rules),
        plan: None,
    };
    match parsed.rules.as_slice() {
        [] => Err(start(
            "no rule; expected at least one, as in `rule name { ... }`".to_owned(),
        )),
        rules => Ok(rules.iter().map(control).collect()),
    }
}

/// Returns whether the comments at the start of a file have the severity of a control.
fn has_header(text: &str) -> bool {
    let mut comments = text.lines().map_while(|line| line.strip_prefix('#'));
    comments.any(|line| line.trim_start().starts_with("severity:"))
}

fn adjusted(control: Control, manifest: &Manifest) -> Control {
    let id = control.id.as_ref();
    let severity = manifest
        .severities
        .get(id)
        .map_or(control.severity, |(severity, _)| *severity);
    let frameworks = manifest
        .frameworks
        .get(id)
        .map(|(names, _)| Cow::Owned(names.join("; ")));
    let owner = manifest
        .owners
        .get(id)
        .map(|(owner, _)| Cow::Owned(owner.clone()));
    Control {
        severity,
        frameworks: frameworks.unwrap_or_else(|| control.frameworks.clone()),
        owner: owner.unwrap_or_else(|| control.owner.clone()),
        ..control
    }
}

fn mistake(at: Position, message: &str) -> String {
    format!("{}: {message}", place(MANIFEST, Some(at)))
}

fn unknown(id: &str, controls: &[Control]) -> String {
    let ids = controls.iter().map(|control| &*control.id);
    let expected = names::instead(id, ids, || {
        "the pack has no control or rule of this name".to_owned()
    });
    format!("unknown control `{id}`; {expected}")
}
