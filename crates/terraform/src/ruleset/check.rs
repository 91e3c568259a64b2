//! Runs rules on a module.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::config::RulesConfig;
use super::ignored::Ignored;
use super::issue::{Issue, Place};
use super::module::Module;
use super::rule::Rule;
use crate::module::{ModuleContext, Run, RunState, Scope, Settings};

/// Checks the root module of a run by rules. Returns the problems with their rules, and what is wrong with options.
pub fn check(
    rules: &'static [&'static Rule],
    run: &Run,
    settings: &Settings<'_>,
    config: &RulesConfig,
) -> (Vec<(&'static Rule, Issue)>, Vec<String>) {
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    let Some(root) = &run.root else {
        return (found, wrong);
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
            Ok(issues) => found.extend(issues.into_iter().map(|issue| (rule, issue))),
            Err(message) => wrong.push(format!("rule {}: {message}", rule.id)),
        }
    }
    run.texts.with(|sources| {
        let ignored: BTreeMap<u32, Ignored> = module
            .declared
            .files
            .iter()
            .map(|file| (file.body.range.file, Ignored::of(file, sources)))
            .collect();
        found.retain(|(rule, issue)| match issue.place {
            Place::Range(range) => !ignored
                .get(&range.file)
                .is_some_and(|file| file.has(rule.id, range, sources)),
            Place::File(_) => true,
        });
    });
    (found, wrong)
}
