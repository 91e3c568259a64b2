//! Compares all deployments of templates with each of them, for the rules files of a folder.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bumpalo::Bump;
use cfn_warden_guard::deployments::{Points, Varying};
use cfn_warden_guard::{Doc, Options, Profile, Rules, Status, evaluate, evaluate_deployments};
use cfn_warden_syntax::deployments::{Assignment, DeploymentSet};
use cfn_warden_template::ParameterSet;
use cfn_warden_template::deployments::{Inputs, VaryingTemplate, varying};
use cfn_warden_template::resolve::Defaults;

use crate::instances;
use crate::random::Random;

/// The most deployments of a template that are evaluated one by one.
pub const EACH: usize = 12;

#[derive(Default)]
struct Tally {
    templates: usize,
    limited: usize,
    pairs: usize,
    compared: usize,
    unknown: usize,
    errors: usize,
    split: usize,
    unresolved: usize,
    differ: usize,
    plain: Duration,
    all: Duration,
    made: Duration,
    ratios: Vec<f64>,
}

/// Compares up to `count` pairs; prints up to `keep` differences.
pub fn check(folder: &Path, rules: &Path, count: usize, keep: usize) {
    let texts: Vec<(PathBuf, String)> = files(rules, &["guard"]);
    let rules: Vec<(PathBuf, Rules)> = texts
        .into_iter()
        .filter_map(|(path, text)| Some((path, Rules::parse("rules", &text).ok()?)))
        .collect();
    let mut tally = Tally::default();
    for (path, text) in files(folder, &["yaml", "yml", "json", "template"]) {
        if tally.pairs >= count {
            break;
        }
        let arena = Bump::new();
        let Some(tree) = cfn_warden_syntax::parse(&arena, &text, "").tree else {
            continue;
        };
        if tree
            .root
            .get("Resources")
            .is_none_or(|resources| resources.as_map().is_none())
        {
            continue;
        }
        let start = Instant::now();
        let none = ParameterSet::default();
        let matches = |_: &str, _: &str| None;
        let inputs = Inputs {
            parameter_values: &none,
            defaults: Defaults::Unknown,
            limits: cfn_warden_template::DerivationLimits::default(),
            regions: &[],
            placeholder: None,
            matches: &matches,
        };
        let template = varying(&arena, &tree, &inputs);
        let made = start.elapsed();
        let Ok(doc) = Doc::new(&arena, &[&template.tree], Profile::CloudFormation) else {
            continue;
        };
        tally.templates += 1;
        tally.limited += usize::from(template.limited);
        let sets = &template.space.deployments;
        let varying = Varying {
            sets,
            valid: template.space.valid,
            variations: &template.variations,
            tree: 0,
        };
        let points = Points::of(&doc, &varying);
        let outcomes: Vec<_> = rules
            .iter()
            .map(|(_, rules)| {
                evaluate_deployments(rules, &doc, &varying, &points, &Options::default())
            })
            .collect();
        let all = start.elapsed();
        let start = Instant::now();
        let Ok(written) = Doc::new(&arena, &[&tree], Profile::CloudFormation) else {
            continue;
        };
        for (_, rules) in &rules {
            let _ = evaluate(rules, &written, &Options::default());
        }
        let plain = start.elapsed();
        tally.plain += plain;
        tally.all += all;
        if all.as_millis() > 400 {
            println!(
                "slow: {} {all:?} {plain:?} varying {made:?}",
                path.display()
            );
        }
        tally
            .ratios
            .push(all.as_secs_f64() / plain.as_secs_f64().max(1e-9));
        tally.pairs += rules.len();
        for filling in 0..EACH {
            let Some(deployment) = some(&template, filling) else {
                break;
            };
            let inner = Bump::new();
            let text = filled_in(&template, &deployment, filling);
            let one = cfn_warden_syntax::parse(&inner, &text, "").tree.unwrap();
            let Ok(doc) = Doc::new(&inner, &[&one], Profile::CloudFormation) else {
                continue;
            };
            for ((file, rules), outcome) in rules.iter().zip(&outcomes) {
                let Ok(outcome) = outcome else { continue };
                if outcome.limited.is_some() {
                    if tally.unresolved < 3 {
                        println!("limited: {} {}", path.display(), file.display());
                    }
                    tally.unresolved += 1;
                    continue;
                }
                let plain = evaluate(rules, &doc, &Options::default());
                let within = |set: DeploymentSet| template.space.contains(set, &deployment);
                let failed = outcome.error.as_ref().is_some_and(|(set, _)| within(*set));
                let Ok(plain) = plain else {
                    tally.errors += 1;
                    continue;
                };
                if failed {
                    continue;
                }
                for ((name, status), (_, verdict)) in plain.rules().zip(&outcome.rules) {
                    if within(verdict.unknown) {
                        tally.unknown += 1;
                        continue;
                    }
                    tally.compared += 1;
                    let expected = match status {
                        Status::Pass => verdict.pass,
                        Status::Fail => verdict.fail,
                        Status::Skip => verdict.skip,
                    };
                    if !within(expected) {
                        tally.differ += 1;
                        if tally.differ <= keep {
                            println!(
                                "{}, {}, {name}: {} in its own document, but pass {} fail {} skip {}; filling {filling}, deployment {deployment:?}\n{}",
                                path.display(),
                                file.display(),
                                status.as_str(),
                                within(verdict.pass),
                                within(verdict.fail),
                                within(verdict.skip),
                                text.chars().take(1500).collect::<String>()
                            );
                        }
                    }
                }
            }
        }
        for outcome in outcomes.iter().flatten() {
            let whole = [DeploymentSet::NONE, template.space.valid];
            let is_split = |set: DeploymentSet| !whole.contains(&set);
            tally.split += outcome
                .rules
                .iter()
                .filter(|(_, v)| is_split(v.pass) || is_split(v.fail))
                .count();
        }
    }
    tally.ratios.sort_by(f64::total_cmp);
    println!(
        "{} templates ({} limited), {} pairs, {} verdicts compared, {} unknown, {} errors, {} rules with several verdicts, \
         {} outcomes limited, {} differ; time {:.2} s ({:.2} s for the deployments), plain {:.2} s, median ratio {:.2}, largest {:.1}",
        tally.templates,
        tally.limited,
        tally.pairs,
        tally.compared,
        tally.unknown,
        tally.errors,
        tally.split,
        tally.unresolved,
        tally.differ,
        tally.all.as_secs_f64(),
        tally.made.as_secs_f64(),
        tally.plain.as_secs_f64(),
        tally
            .ratios
            .get(tally.ratios.len() / 2)
            .copied()
            .unwrap_or_default(),
        tally.ratios.last().copied().unwrap_or_default()
    );
    std::process::exit(i32::from(tally.differ > 0 || tally.compared == 0));
}

/// Returns the texts of the files in a folder, sorted by path.
pub fn files(folder: &Path, extensions: &[&str]) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path
                .extension()
                .is_some_and(|own| extensions.iter().any(|one| own == *one))
                && let Ok(text) = std::fs::read_to_string(&path)
            {
                found.push((path, text));
            }
        }
    }
    found.sort();
    found
}

/// The document of a deployment, with a value for each unknown one; `filling` selects it.
pub fn filled_in(
    template: &VaryingTemplate<'_>,
    deployment: &Assignment,
    filling: usize,
) -> String {
    instances::filled_in(template, deployment, filling).unwrap()
}

/// The deployment of this number: the one of the defaults, then random ones.
pub fn some(template: &VaryingTemplate<'_>, number: usize) -> Option<Assignment> {
    if number == 0 {
        return template.space.pick(template.space.valid);
    }
    let mut random = Random::new(7, number as u64);
    instances::some(template, |count| random.below(count))
}
