//! Which lint rules took part in a run.

use std::collections::BTreeSet;

use crate::engine::Run;
use crate::lint::select;

/// The ids of the rules that were wanted for any document that rules came to.
pub fn of(run: &Run<'_>) -> BTreeSet<&'static str> {
    let settings = run.documents.iter().filter_map(|document| document.linted.as_ref());
    settings.flat_map(select::rules).map(|rule| rule.id).collect()
}
