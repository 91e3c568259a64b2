//! Which lint rules took part in a run.

use std::collections::BTreeSet;

use crate::engine::Run;
use cfn_warden_lint::select;

/// The ids of the rules that were wanted for any document that rules came to.
pub fn of<'r>(run: &'r Run<'_>) -> BTreeSet<&'r str> {
    let settings = run.documents.iter().filter_map(|document| document.linted.as_ref());
    let used = settings.flat_map(|settings| {
        let own = settings.custom_rules.iter().map(|rule| rule.id.as_str());
        let own = own.filter(|id| select::is_enabled(id, settings));
        select::rules(settings).map(|rule| rule.id).chain(own)
    });
    used.collect()
}
