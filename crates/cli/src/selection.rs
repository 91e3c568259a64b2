//! The options that select lint rules, as settings of the linter.

use std::collections::BTreeMap;

use super::unknown_ids::RuleIds;
use cfn_warden_arguments::selection::{RuleOption, Selection};
use cfn_warden_engine::error::Error;
use cfn_warden_lint::Settings;
use cfn_warden_lint::options;
use cfn_warden_lint::settings::RuleOptions;

/// Adds a selection to settings.
pub fn add(selection: &Selection, settings: Settings) -> Settings {
    let listed = |list: &[String]| (!list.is_empty()).then(|| list.to_vec());
    Settings {
        ignore_checks: listed(&selection.ignore_checks),
        include_checks: listed(&selection.include_checks),
        mandatory_checks: selection.mandatory_checks.clone(),
        include_experimental: selection.include_experimental.then_some(true),
        configure_rules: rule_options(&selection.configure_rules),
        ..settings
    }
}

fn rule_options(options: &[RuleOption]) -> Option<RuleOptions> {
    let mut configured: RuleOptions = BTreeMap::new();
    for option in options {
        let options = configured.entry(option.rule.clone()).or_default();
        options.insert(option.name.clone(), vec![option.value.clone()]);
    }
    (!configured.is_empty()).then_some(configured)
}

/// Rejects rule IDs that no rule has, and rule options that no rule has or whose value has the wrong type.
///
/// # Errors
/// [`Error::Value`] with the option and the nearest name.
pub fn reject_unknown(selection: &Selection) -> Result<(), Error> {
    let known = RuleIds::bundled();
    let lists = [
        ("--ignore-checks", &selection.ignore_checks),
        ("--include-checks", &selection.include_checks),
        ("--mandatory-checks", &selection.mandatory_checks),
    ];
    for (name, ids) in lists {
        if let Some(id) = ids.iter().find(|id| !known.has(id)) {
            return Err(invalid(name, known.explained(id)));
        }
    }
    let invalid_one = selection.configure_rules.iter().find_map(invalid_option);
    invalid_one.map_or(Ok(()), |reason| Err(invalid("--configure-rule", reason)))
}

/// Returns what is wrong with an option of a rule: the rule, the name of the option, or its value.
pub fn invalid_option(RuleOption { rule, name, value }: &RuleOption) -> Option<String> {
    let known = RuleIds::bundled();
    if !known.is_one(rule) {
        return Some(known.explained(rule));
    }
    options::problem(rule, name, value)
}

fn invalid(name: &str, reason: String) -> Error {
    Error::Value {
        name: name.to_owned(),
        reason,
    }
}
