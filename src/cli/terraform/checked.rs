//! The Terraform configurations that `check` reads.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::fix::{self, Changes};
use super::folders;
use super::options::{self, Checks};
use crate::cli::documents::Excluded;
use crate::cli::search;
use crate::engine::{Configuration, RuleSelection};
use crate::error::Error;
use cfn_warden_arguments::check::{Args, Lint};
use cfn_warden_syntax::fix::Safety;

/// Returns the Terraform configurations among the documents of a command line, their folders, and what fixes changed.
///
/// # Errors
/// As for [`options::configuration`].
pub fn configurations(
    paths: &[PathBuf],
    excluded: &Excluded,
    args: &Args,
    most: Option<Safety>,
    inputs: &mut Vec<PathBuf>,
) -> Result<(Vec<Configuration>, BTreeSet<PathBuf>, Changes), Error> {
    let selection = &args.selection;
    let rules = RuleSelection { included: selection.include_checks.clone(), ignored: selection.ignore_checks.clone() };
    let mut found = Vec::new();
    let mut changes = Changes::default();
    let mut seen = BTreeSet::new();
    for path in paths.iter().filter(|path| path.exists()) {
        let is_excluded = |folder: &PathBuf| path.is_dir() && excluded.has(folder, path);
        let folders = search::without_ignored(folders::of(path)?, path)?;
        let folders = folders.into_iter().filter(|folder| !is_excluded(folder));
        for folder in folders.filter(|folder| seen.insert(folder.clone())) {
            let within = if path.is_dir() { path } else { &folder };
            if matches!(args.lint, Lint::Off) {
                let checks = Checks::default();
                found.push(options::configuration_with(&args.terraform, &folder, within, &checks, inputs)?);
                continue;
            }
            let (configuration, mut made) =
                fix::configuration(&args.terraform, &folder, within, (&rules, most), inputs)?;
            found.push(configuration);
            changes.fixed.append(&mut made.fixed);
            changes.files.append(&mut made.files);
        }
    }
    Ok((found, seen, changes))
}
