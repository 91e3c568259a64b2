//! Runs rules on a module.

use std::rc::Rc;

use super::config::RulesConfig;
use super::ignored::{IgnoreComment, comments_of};
use super::issue::{Issue, Place};
use super::module::Module;
use super::rule::Rule;
use crate::module::{ModuleContext, Run, RunState, Scope, Settings};

/// What rules found in a module.
#[derive(Debug, Default)]
pub struct RulesResult {
    /// The problems, with their rules.
    pub issues: Vec<(&'static Rule, Issue)>,
    /// What is wrong with options.
    pub errors: Vec<String>,
    /// The comments that turn rules off.
    pub comments: Vec<IgnoreComment>,
}

/// Checks the root module of a run by rules.
pub fn check(
    rules: &'static [&'static Rule],
    run: &Run,
    settings: &Settings<'_>,
    config: &RulesConfig,
) -> RulesResult {
    let mut result = RulesResult::default();
    let Some(root) = &run.root else {
        return result;
    };
    // References to resources are unknown, as in TFLint, so that nothing is evaluated again.
    let (providers, settings) = (&settings.providers, Settings::new(settings.host));
    let run_state = RunState::new(&settings, &run.texts);
    let inputs = root
        .variables
        .iter()
        .map(|(name, value)| (Rc::clone(name), (value.clone(), None)))
        .collect();
    let scope = Scope::new(
        &run_state,
        &root.declared,
        ModuleContext::default(),
        &inputs,
    );
    let folder = settings.host.folder.as_str();
    let module = Module {
        declared: &root.declared,
        folder,
        root,
        providers,
        evaluator: scope.evaluator(),
    };
    for (rule, options) in config.enabled(rules) {
        match (rule.check)(&module, &options) {
            Ok(issues) => {
                let issues = issues.into_iter().map(|issue| (rule, issue));
                result.issues.extend(issues);
            }
            Err(message) => result.errors.push(format!("rule {}: {message}", rule.id)),
        }
    }
    run.texts.with(|sources| {
        let files = module.declared.files.iter();
        let mut comments: Vec<IgnoreComment> =
            files.flat_map(|file| comments_of(file, sources)).collect();
        if !config.denies_comments {
            result.issues.retain(|(rule, issue)| {
                let Place::Range(range) = issue.place else {
                    return true;
                };
                let is_about =
                    |comment: &&mut IgnoreComment| comment.is_about(rule.id, range, sources);
                let comment = comments.iter_mut().find(is_about);
                let is_hidden = comment.is_some();
                if let Some(comment) = comment {
                    comment.hidden = comment.hidden.saturating_add(1);
                }
                !is_hidden
            });
        }
        result.comments = comments;
    });
    result
}
