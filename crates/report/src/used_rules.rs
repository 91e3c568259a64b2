//! Lint rules that ran.

use std::collections::BTreeSet;

use cfn_warden_engine::Run;
use cfn_warden_lint::select;

/// Returns the IDs of the rules that were enabled for any linted document, except those that `check --severity` turned off.
pub fn of<'r>(run: &'r Run<'_>) -> BTreeSet<&'r str> {
    let settings = run
        .documents
        .iter()
        .filter_map(|document| document.linted.as_ref());
    let used = settings.flat_map(|settings| {
        let own = settings.custom_rules.iter().map(|rule| rule.id.as_str());
        let own = own.filter(|id| select::is_enabled(id, settings));
        select::rules(settings)
            .map(|rule| rule.id.as_str())
            .chain(own)
    });
    used.filter(|id| !run.turned_off.contains_key(*id))
        .collect()
}
