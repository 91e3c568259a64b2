//! The fixes of findings in a configuration, for `check --fix`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::options::{self, Checks};
use crate::files::File;
use crate::fix::Fixed;
use cfn_warden_arguments::terraform::options::PlanOptions;
use cfn_warden_engine::error::Error;
use cfn_warden_engine::{Configuration, RuleSelection};
use cfn_warden_schema::Knowledge;
use cfn_warden_secrets::Secrets;
use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::fix::{Fix, Safety, apply};

/// The maximum number of rounds. Each applies the fixes that do not overlap.
const ROUNDS: usize = 10;

/// What fixes change: the files before them, and after them.
#[derive(Default)]
pub struct Changes {
    /// The changed files, with the fixed findings.
    pub fixed: Vec<Fixed>,
    /// Their new texts.
    pub files: Vec<File>,
    /// The secrets of the configurations before and after the fixes.
    pub secrets: Secrets,
}

/// Evaluates and fixes a configuration. Returns it as it is after the fixes.
///
/// # Errors
/// As for [`options::configuration`].
pub fn configuration(
    plan_options: &PlanOptions,
    folder: &Path,
    within: &Path,
    (rules, most): (&RuleSelection, Option<Safety>),
    inputs: &mut Vec<PathBuf>,
) -> Result<(Configuration, Changes), Error> {
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    let mut before: BTreeMap<String, (String, Vec<Finding>)> = BTreeMap::new();
    let evaluate = |texts: &BTreeMap<String, String>, inputs: &mut Vec<PathBuf>| {
        let checks = Checks {
            rules: Some(rules),
            texts: Some(texts),
        };
        options::configuration_with(plan_options, folder, within, &checks, inputs)
    };
    let mut now = evaluate(&texts, inputs)?;
    let knowledge = Knowledge::default();
    let mut secrets = most
        .map(|_| now.all_secrets(&knowledge))
        .unwrap_or_default();
    for _ in 0..most.map_or(0, |_| ROUNDS) {
        let mut changed = false;
        for (name, findings) in fixable(&now, most) {
            let Some(text) = now.file(&name) else {
                continue;
            };
            let fixes = findings.iter().filter_map(|finding| finding.fix.as_deref());
            let (after, applied) = apply(text, fixes);
            if after != text {
                let (_, done) = before
                    .entry(name.clone())
                    .or_insert_with(|| (text.to_owned(), Vec::new()));
                done.extend(
                    findings
                        .into_iter()
                        .zip(applied)
                        .filter(|(_, applied)| *applied)
                        .map(|(finding, _)| finding),
                );
                texts.insert(name, after);
                changed = true;
            }
        }
        if !changed {
            break;
        }
        now = evaluate(&texts, inputs)?;
    }
    if most.is_some() {
        secrets.merge(&now.all_secrets(&knowledge));
    }
    let mut changes = Changes {
        secrets,
        ..Changes::default()
    };
    let mask = changes.secrets.mask();
    let (mut fixed, mut files) = (Vec::new(), Vec::new());
    for (name, (before, mut findings)) in before {
        for fix in findings
            .iter_mut()
            .filter_map(|finding| finding.fix.as_mut())
        {
            fix.description
                .edit_operands(&mut |operand| mask.text(operand));
        }
        let after = texts.remove(&name).unwrap_or_default();
        fixed.push(Fixed {
            name: name.clone(),
            before: before.into_bytes(),
            findings,
        });
        files.push(File {
            name,
            content: after.into_bytes(),
        });
    }
    drop(mask);
    (changes.fixed, changes.files) = (fixed, files);
    Ok((now, changes))
}

/// Returns the findings with fixes that are safe enough, by file.
fn fixable(configuration: &Configuration, most: Option<Safety>) -> BTreeMap<String, Vec<Finding>> {
    let mut found: BTreeMap<String, Vec<Finding>> = BTreeMap::new();
    let is_wanted = |fix: &Fix| most.is_some_and(|most| fix.safety <= most);
    for finding in configuration.rule_findings() {
        if finding.fix.as_deref().is_some_and(is_wanted) {
            found
                .entry(finding.file.clone())
                .or_default()
                .push(finding.clone());
        }
    }
    found
}
