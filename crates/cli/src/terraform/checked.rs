//! The Terraform configurations that `check` reads.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::fix::{self, Changes};
use super::folders;
use super::options::{self, Checks};
use crate::documents::Excluded;
use crate::parallel;
use crate::search;
use cfn_warden_arguments::check::{Args, Lint};
use cfn_warden_engine::error::Error;
use cfn_warden_engine::{Configuration, RuleSelection};
use cfn_warden_syntax::finding::TemplateSuppressions;
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
    let rules = RuleSelection {
        included: selection.include_checks.clone(),
        ignored: selection.ignore_checks.clone(),
        suppressions: TemplateSuppressions::named(&args.template_suppressions).unwrap_or_default(),
    };
    let (mut roots, mut seen) = (Vec::new(), BTreeSet::new());
    for path in paths.iter().filter(|path| path.symlink_metadata().is_ok()) {
        let is_excluded = |folder: &PathBuf| path.is_dir() && excluded.has(folder, path);
        let folders = search::without_ignored(folders::of(path)?, path);
        let folders = folders.into_iter().filter(|folder| !is_excluded(folder));
        for folder in folders.filter(|folder| seen.insert(folder.clone())) {
            let within = if path.is_dir() {
                path.clone()
            } else {
                folder.clone()
            };
            roots.push((folder, within));
        }
    }
    let evaluated = parallel::map(&roots, |(folder, within)| {
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
    let (mut found, mut changes) = (Vec::with_capacity(roots.len()), Changes::default());
    for evaluated in evaluated {
        let ((configuration, mut made), mut accessed) = evaluated?;
        found.push(configuration);
        inputs.append(&mut accessed);
        changes.fixed.append(&mut made.fixed);
        changes.files.append(&mut made.files);
        changes.secrets.merge(&made.secrets);
    }
    Ok((found, seen, changes))
}
