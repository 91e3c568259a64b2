//! Controls of packs and rules of rules files that are not bundled.

use std::path::PathBuf;
use std::sync::Arc;

use super::control::explain_control;
use super::explanation::Explanation;
use crate::files;
use crate::input_kind::RULES;
use crate::packs::custom;
use crate::packs::selection::is_path;
use crate::{project, search};
use cfn_warden_arguments::Choices;
use cfn_warden_arguments::explain::Args;
use cfn_warden_engine::error::Error;
use cfn_warden_guard::Dialect;
use cfn_warden_guard::syntax::ast::Rule;
use cfn_warden_guard::syntax::parse_as;
use cfn_warden_report::Paint;
use cfn_warden_syntax::control::Control;
use cfn_warden_syntax::place;

/// The controls and rules of a team.
#[derive(Default)]
pub struct OwnNames {
    controls: Vec<Arc<Control>>,
    rules: Vec<OwnRule>,
}

struct OwnRule {
    name: String,
    /// The file with line and column.
    place: String,
    /// The comment above the rule.
    comment: String,
    text: String,
}

/// Returns the controls and rules that options name.
///
/// # Errors
/// For a pack or a rules file that cannot be read.
pub fn named(args: &Args) -> Result<OwnNames, Error> {
    read(&args.packs, &args.rules)
}

/// Returns the controls and rules that the project file names; none without a project file.
///
/// # Errors
/// For a project file, a pack or a rules file that cannot be read.
pub fn of_project(choices: &Choices) -> Result<OwnNames, Error> {
    let Some(path) = project::find() else {
        return Ok(OwnNames::default());
    };
    let project = project::read(&path, None, choices)?;
    let values = |key: &str| -> Vec<String> {
        let settings = project.settings.iter().map(|one| &one.setting);
        let of_key = settings.filter(|setting| setting.key == key);
        of_key.flat_map(|setting| setting.values.clone()).collect()
    };
    let packs = values("packs").into_iter().filter(|name| is_path(name));
    let packs: Vec<PathBuf> = packs.map(PathBuf::from).collect();
    let rules: Vec<PathBuf> = values("rules").into_iter().map(PathBuf::from).collect();
    read(&packs, &rules)
}

fn read(packs: &[PathBuf], rules: &[PathBuf]) -> Result<OwnNames, Error> {
    let mut found = OwnNames::default();
    for path in packs {
        found
            .controls
            .extend(custom::read(path, None)?.policy.controls);
    }
    for path in rules {
        for file in search::all_below(path, RULES)?.files {
            let name = file.to_string_lossy().into_owned();
            let text = String::from_utf8_lossy(&files::bytes(&file)?).into_owned();
            found.rules.extend(rules_of(&name, &text));
        }
    }
    Ok(found)
}

/// Returns the rules of a file; none if it has mistakes, which `rules check` shows.
fn rules_of(file: &str, text: &str) -> Vec<OwnRule> {
    let parse = |dialect: Dialect| parse_as(dialect.into(), file, text);
    let Ok(parsed) = parse(Dialect::Extended).or_else(|_| parse(Dialect::CfnGuard)) else {
        return Vec::new();
    };
    let parameterized = parsed.parameterized.iter().map(|rule| &rule.rule);
    let rules = parsed.rules.iter().filter(|rule| !rule.is_default);
    let own = |rule: &Rule| {
        let start = usize::try_from(rule.span.start).unwrap_or(usize::MAX);
        let end = usize::try_from(rule.span.end).unwrap_or(usize::MAX);
        let above = text.get(..start).unwrap_or_default();
        let mut comment: Vec<&str> = above
            .lines()
            .rev()
            .map_while(|line| line.trim().strip_prefix('#'))
            .map(str::trim)
            .collect();
        comment.reverse();
        OwnRule {
            name: rule.name.to_string(),
            place: place(file, Some(rule.location)),
            comment: comment.join("\n"),
            text: text.get(start..end).unwrap_or_default().to_owned(),
        }
    };
    rules.chain(parameterized).map(own).collect()
}

impl OwnNames {
    /// Returns all names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let controls = self.controls.iter().map(|control| &*control.id);
        controls.chain(self.rules.iter().map(|rule| rule.name.as_str()))
    }

    /// Explains what has a name, in any case.
    pub fn explain(&self, name: &str, paint: Paint) -> Vec<Explanation> {
        let is_named = |known: &str| known.eq_ignore_ascii_case(name);
        let controls = self
            .controls
            .iter()
            .filter(|control| is_named(&control.id))
            .map(|control| explain_control(control, paint));
        let rules = self
            .rules
            .iter()
            .filter(|rule| is_named(&rule.name))
            .map(|rule| of_rule(rule, paint));
        controls.chain(rules).collect()
    }
}

fn of_rule(rule: &OwnRule, paint: Paint) -> Explanation {
    let OwnRule {
        name,
        place,
        comment,
        text,
    } = rule;
    let mut page = format!("{} (Guard rule): {place}\n\n", paint.bold(name));
    if !comment.is_empty() {
        page.push_str(comment);
        page.push_str("\n\n");
    }
    page.push_str(text);
    page.push('\n');
    Explanation {
        description: Some(comment.clone()).filter(|comment| !comment.is_empty()),
        ..Explanation::new(name, "guard-rule", place, page)
    }
}
