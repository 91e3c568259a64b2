//! The Terraform configurations that `check` reads.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::fix::{self, Changes};
use super::folders;
use super::options::{self, Checks};
use crate::changed_files::ChangedFiles;
use crate::documents::Excluded;
use crate::parallel;
use crate::search;
use cfn_warden_arguments::check::{Args, Lint};
use cfn_warden_engine::error::Error;
use cfn_warden_engine::{Configuration, RuleSelection};
use cfn_warden_syntax::finding::TemplateSuppressions;
use cfn_warden_syntax::fix::Safety;

/// The Terraform configurations among the documents of a command line.
#[derive(Default)]
pub struct Checked {
    pub configurations: Vec<Configuration>,
    /// The folders of all configurations.
    pub folders: BTreeSet<PathBuf>,
    /// The folders of configurations that did not change and are not checked.
    pub unchanged: Vec<PathBuf>,
    /// What fixes changed.
    pub changes: Changes,
}

/// Returns the Terraform configurations among the documents of a command line: of those in folders, the changed ones, if only
/// these are to be checked.
///
/// # Errors
/// As for [`options::configuration`].
pub fn configurations(
    paths: &[PathBuf],
    excluded: &Excluded,
    changed_files: Option<&ChangedFiles>,
    args: &Args,
    most: Option<Safety>,
    inputs: &mut Vec<PathBuf>,
) -> Result<Checked, Error> {
    let selection = &args.selection;
    let rules = RuleSelection {
        included: selection.include_checks.clone(),
        ignored: selection.ignore_checks.clone(),
        suppressions: TemplateSuppressions::named(&args.template_suppressions).unwrap_or_default(),
    };
    let (mut roots, mut found) = (Vec::new(), Checked::default());
    for path in paths.iter().filter(|path| path.symlink_metadata().is_ok()) {
        let is_excluded = |folder: &PathBuf| path.is_dir() && excluded.has(folder, path);
        let folders = search::without_ignored(folders::of(path)?, path);
        let folders = folders.into_iter().filter(|folder| !is_excluded(folder));
        for folder in folders.filter(|folder| found.folders.insert(folder.clone())) {
            let is_named = !path.is_dir();
            let within = if is_named {
                folder.clone()
            } else {
                path.clone()
            };
            roots.push((folder, within, is_named));
        }
    }
    let evaluated = parallel::map(&roots, |(folder, within, _)| {
        let mut inputs = Vec::new();
        let configuration = match args.lint {
            Lint::Off => {
                let checks = Checks::default();
                let configuration = options::configuration_with(
                    &args.terraform,
                    folder,
                    within,
                    &checks,
                    &mut inputs,
                )?;
                (configuration, Changes::default())
            }
            Lint::Templates | Lint::All => {
                fix::configuration(&args.terraform, folder, within, (&rules, most), &mut inputs)?
            }
        };
        Ok((configuration, inputs))
    });
    for (evaluated, (folder, _, is_named)) in evaluated.into_iter().zip(roots) {
        let ((configuration, mut made), mut accessed) = evaluated?;
        let is_changed =
            changed_files.is_none_or(|changed| changed.has_configuration(&folder, &accessed));
        inputs.append(&mut accessed);
        if !is_changed && !is_named {
            found.unchanged.push(folder);
            continue;
        }
        found.configurations.push(configuration);
        found.changes.fixed.append(&mut made.fixed);
        found.changes.files.append(&mut made.files);
        found.changes.secrets.merge(&made.secrets);
    }
    Ok(found)
}
