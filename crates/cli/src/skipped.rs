//! What `check` skips in folders: listed on standard error and in the report.

use std::collections::BTreeSet;
use std::path::Path;

use super::files::File;
use super::search::without_dot;
use super::{Io, serverless_framework};
use cfn_warden_engine::coverage::{Kind, NotSeen, SkipReason, SkippedFile};
use cfn_warden_engine::{Incomplete, IncompleteKind, Run};
use cfn_warden_syntax::names::listed;

/// The maximum number of skipped files that are listed.
const NAMED: usize = 5;

/// Removes the files that are not templates and in which nothing was checked from the run, and adds them to what is skipped.
/// Files that the command line names keep their errors.
pub fn remove_other_files(run: &mut Run<'_>, is_named: impl Fn(&str) -> bool) {
    let templates: BTreeSet<&str> = run
        .documents
        .iter()
        .filter(|document| document.is_template)
        .map(|document| document.name)
        .collect();
    let may_skip = |name: &str| !is_named(name) && !templates.contains(name);
    let is_other =
        |issue: &Incomplete| issue.kind == IncompleteKind::NothingToCheck && may_skip(&issue.file);
    let is_unseen = |part: &NotSeen| part.kind == Kind::NothingChecked && may_skip(&part.file);
    let unasked = run
        .incomplete
        .iter()
        .filter(|issue| is_other(issue))
        .map(|issue| issue.file.clone());
    let unseen = run
        .coverage
        .not_seen
        .iter()
        .filter(|part| is_unseen(part))
        .map(|part| part.file.clone());
    let others: BTreeSet<String> = unasked.chain(unseen).collect();
    if others.is_empty() {
        return;
    }
    run.incomplete.retain(|issue| !is_other(issue));
    run.coverage.not_seen.retain(|part| !is_unseen(part));
    run.documents
        .retain(|document| !others.contains(document.name));
    let skipped = others.into_iter().map(not_an_input);
    run.coverage.skipped.extend(skipped);
}

/// Takes the files that are not inputs out of the documents of a folder.
pub fn take_other_files(
    documents: &mut Vec<File>,
    is_input: impl Fn(&File) -> bool,
) -> Vec<SkippedFile> {
    let others = documents.extract_if(.., |file| !is_input(file));
    let skipped = others.map(|file| not_an_input(file.name));
    skipped.collect()
}

/// Says why a file that is not an input was skipped.
fn not_an_input(file: String) -> SkippedFile {
    let reason = match serverless_framework::lacks_package(Path::new(&file)) {
        true => SkipReason::NotPackaged,
        false => SkipReason::NotTemplate,
    };
    SkippedFile { file, reason }
}

/// Takes the documents that did not change out of the documents of a folder.
pub fn take_unchanged(
    documents: &mut Vec<File>,
    is_checked: impl Fn(&File) -> bool,
) -> Vec<SkippedFile> {
    let others = documents.extract_if(.., |file| !is_checked(file));
    let skipped = others.map(|file| unchanged(file.name));
    skipped.collect()
}

/// Returns the entry of a folder with a configuration that did not change.
pub fn unchanged_folder(folder: &Path) -> SkippedFile {
    let folder = without_dot(folder.to_owned());
    unchanged(folder.to_string_lossy().into_owned())
}

fn unchanged(file: String) -> SkippedFile {
    SkippedFile {
        file,
        reason: SkipReason::Unchanged,
    }
}

/// Lists what was skipped on standard error.
pub fn print(skipped: &[SkippedFile], io: &mut Io<'_>) {
    for reason in SkipReason::ALL {
        let files: Vec<_> = skipped
            .iter()
            .filter(|one| one.reason == reason)
            .map(|one| one.file.as_str())
            .collect();
        if !files.is_empty() {
            io.eprint(format_args!(
                "skipped, {}: {}",
                reason.plural(),
                listed(files.into_iter(), NAMED)
            ));
        }
    }
}
