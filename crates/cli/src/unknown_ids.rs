//! Warnings for unknown rule IDs and for unknown regions in templates: a misspelled one has no effect.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use super::Io;
use cfn_warden_engine::Run;
use cfn_warden_lint::settings::ALL_REGIONS;
use cfn_warden_lint::{Page, Settings, disabled_in_comments};
use cfn_warden_report::shown_name;
use cfn_warden_syntax::finding::{Suppression, SuppressionKind};
use cfn_warden_syntax::{Step, python};
use cfn_warden_template::Region;
use cfn_warden_terraform::RULE_IDS;

/// Warns on standard error about unknown IDs in options, configuration files, metadata and comments, and about unknown regions in
/// metadata.
pub fn warn(settings: &Settings, run: &Run<'_>, io: &mut Io<'_>) {
    let known = LazyCell::new(|| RuleIds::of(settings, run));
    let mut reported = BTreeSet::new();
    let all_settings =
        std::iter::successors(Some(settings), |settings| settings.fallback.as_deref());
    for (name, ids) in all_settings.flat_map(lists) {
        for id in ids
            .iter()
            .filter(|id| !known.has(id) && reported.insert((*id).clone()))
        {
            io.eprint(format_args!("warning: {name}: {}", known.explained(id)));
        }
    }
    for document in &run.documents {
        let file = shown_name(document.name);
        let own = document.linted.iter().flat_map(lists);
        for id in own
            .flat_map(|(_, ids)| ids)
            .filter(|id| !known.has(id) && reported.insert((*id).clone()))
        {
            io.eprint(format_args!(
                "warning: {file}: template metadata: {}",
                known.explained(id)
            ));
        }
        for name in document
            .linted
            .iter()
            .flat_map(unknown_regions)
            .filter(|name| reported.insert((*name).clone()))
        {
            io.eprint(format_args!(
                "warning: {file}: template metadata: {}",
                Region::unknown(name)
            ));
        }
        for (line, id) in
            disabled_in_resources(run, document.name).filter(|(_, id)| !known.is_one(id))
        {
            let why = match known.has(id) {
                true => format!(
                    "`{id}` has no effect; expected a whole rule ID in the metadata of a resource"
                ),
                false => known.explained(id),
            };
            io.eprint(format_args!(
                "warning: {file}:{line}: resource metadata: {why}"
            ));
        }
        for (line, id) in disabled_in_comments(&document.text)
            .into_iter()
            .filter(|(_, id)| !known.has(id))
        {
            io.eprint(format_args!(
                "warning: {file}:{line}: {}",
                known.explained(id)
            ));
        }
    }
}

/// Returns the unknown regions of settings.
fn unknown_regions(settings: &Settings) -> impl Iterator<Item = &String> {
    let names = settings.regions.iter().flatten();
    names.filter(|name| *name != ALL_REGIONS && Region::named(name).is_none())
}

/// Returns the rule IDs that the metadata of resources in a document disable, each with its line.
fn disabled_in_resources<'r>(
    run: &'r Run<'_>,
    file: &'r str,
) -> impl Iterator<Item = (u32, &'r String)> {
    let is_of_resource = |one: &&Suppression| {
        let section = one.path.as_ref().and_then(|path| path.0.first());
        one.kind == SuppressionKind::Metadata
            && matches!(section, Some(Step::Key(section)) if section == "Resources")
    };
    let own = run
        .suppressions
        .iter()
        .filter(move |one| one.file == file && !one.denied);
    own.filter(is_of_resource)
        .flat_map(|one| one.names.iter().map(|id| (one.span.start.line, id)))
}

/// Returns the ID lists of settings with the names of their options.
fn lists(settings: &Settings) -> [(&'static str, &[String]); 3] {
    [
        (
            "ignore-checks",
            settings.ignore_checks.as_deref().unwrap_or_default(),
        ),
        (
            "include-checks",
            settings.include_checks.as_deref().unwrap_or_default(),
        ),
        ("mandatory-checks", &settings.mandatory_checks),
    ]
}

/// Known rule IDs.
pub(super) struct RuleIds<'s>(BTreeSet<&'s str>);

impl<'s> RuleIds<'s> {
    fn of(settings: &'s Settings, run: &'s Run<'_>) -> RuleIds<'s> {
        let used = run
            .documents
            .iter()
            .filter_map(|document| document.linted.as_ref());
        let own = std::iter::once(settings)
            .chain(used)
            .flat_map(|settings| settings.custom_rules.iter());
        let mut known = RuleIds::bundled();
        known.0.extend(own.map(|rule| rule.id.as_str()));
        known
    }

    /// Returns the IDs of the bundled rules.
    pub fn bundled() -> RuleIds<'static> {
        RuleIds(Page::ids().chain(RULE_IDS).collect())
    }

    /// Returns whether a rule has this ID.
    pub fn is_one(&self, id: &str) -> bool {
        self.0.contains(id)
    }

    /// Returns whether a rule has this ID or an ID with this prefix.
    pub fn has(&self, id: &str) -> bool {
        self.0
            .range(id..)
            .next()
            .is_some_and(|known| known.starts_with(id))
    }

    /// Returns an error for an unknown ID, with the nearest known one.
    pub fn explained(&self, id: &str) -> String {
        let likeness = |known: &&&str| (python::ratio(&id.to_uppercase(), known) * 100.0) as u32;
        // `max_by_key` returns the last maximum; the reversal makes it the first.
        let nearest = self
            .0
            .iter()
            .rev()
            .max_by_key(likeness)
            .filter(|known| likeness(known) >= 60);
        let expected = match nearest {
            Some(nearest) => format!("did you mean {nearest}?"),
            None => "`cfn-warden rules list` lists the rules".to_owned(),
        };
        format!("unknown rule ID `{id}`; {expected}")
    }
}
