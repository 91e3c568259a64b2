//! Warnings for rule IDs that no rule has: a misspelt suppression suppresses nothing, or not what it should.

use std::collections::BTreeSet;

use super::Io;
use crate::engine::Run;
use crate::report::shown_name;
use cfn_warden_lint::{self as lint, Settings};
use cfn_warden_syntax::python;

/// Warns on standard error of IDs in options, configuration files, metadata of templates and comments.
pub fn warn(settings: &Settings, run: &Run<'_>, io: &mut Io<'_>) {
    let known = Known::of(settings, run);
    let mut said = BTreeSet::new();
    let given = std::iter::successors(Some(settings), |settings| settings.fallback.as_deref());
    for (name, ids) in given.flat_map(lists) {
        for id in ids.iter().filter(|id| !known.has(id) && said.insert((*id).clone())) {
            io.complain(format_args!("warning: {name}: {}", known.explained(id)));
        }
    }
    for document in &run.documents {
        let file = shown_name(document.name);
        let own = document.linted.iter().flat_map(lists);
        for id in own.flat_map(|(_, ids)| ids).filter(|id| !known.has(id) && said.insert((*id).clone())) {
            io.complain(format_args!("warning: {file}: Metadata of the template: {}", known.explained(id)));
        }
        for (line, id) in lint::disabled_in_comments(&document.text).into_iter().filter(|(_, id)| !known.has(id)) {
            io.complain(format_args!("warning: {file}:{line}: {}", known.explained(id)));
        }
    }
}

/// The lists of IDs in settings, by the options that give them.
fn lists(settings: &Settings) -> [(&'static str, &[String]); 3] {
    [
        ("ignore-checks", settings.ignore_checks.as_deref().unwrap_or_default()),
        ("include-checks", settings.include_checks.as_deref().unwrap_or_default()),
        ("mandatory-checks", &settings.mandatory_checks),
    ]
}

/// All rule IDs.
struct Known<'s>(BTreeSet<&'s str>);

impl<'s> Known<'s> {
    fn of(settings: &'s Settings, run: &'s Run<'_>) -> Known<'s> {
        let used = run.documents.iter().filter_map(|document| document.linted.as_ref());
        let own = std::iter::once(settings).chain(used).flat_map(|settings| settings.custom_rules.iter());
        Known(lint::all_rules().map(|rule| rule.id).chain(own.map(|rule| rule.id.as_str())).collect())
    }

    /// Whether a rule has an ID, or one that begins like this.
    fn has(&self, id: &str) -> bool {
        self.0.range(id..).next().is_some_and(|known| known.starts_with(id))
    }

    fn explained(&self, id: &str) -> String {
        let likeness = |known: &&&str| (python::ratio(&id.to_uppercase(), known) * 100.0) as u32;
        // Of several the first.
        let nearest = self.0.iter().rev().max_by_key(likeness).filter(|known| likeness(known) >= 60);
        let expected = match nearest {
            Some(nearest) => format!("the nearest is {nearest}"),
            None => "`cfn-warden rules list` lists them".to_owned(),
        };
        format!("no lint rule has the ID {id}; {expected}")
    }
}
