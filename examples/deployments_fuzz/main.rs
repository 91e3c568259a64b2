//! Compares the evaluation of all deployments at once with the evaluation of each: `make deployments-fuzz`.
//!
//! A group is a document with choices, absent and unknown values on three axes (12 deployments) and forty rules files. For
//! each deployment, the verdict of every rule must be that of the plain evaluation of the deployment's document. Where it
//! does not depend on unknown values, it must be the same for every text in place of them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::disallowed_methods,
    dead_code,
    missing_docs,
    reason = "a tool that meets the unexpected should stop there, and the generators have more users"
)]

#[path = "../guard_fuzz/clause.rs"]
mod clause;
#[path = "../guard_fuzz/data.rs"]
mod data;
#[path = "../guard_fuzz/function.rs"]
mod function;
mod instances;
#[path = "../guard_fuzz/literal.rs"]
mod literal;
mod measure;
#[path = "../guard_fuzz/pattern.rs"]
mod pattern;
#[path = "../guard_fuzz/query.rs"]
mod query;
#[path = "../guard_fuzz/random.rs"]
mod random;
#[path = "../guard_fuzz/render.rs"]
mod render;
#[path = "../guard_fuzz/rules.rs"]
mod rules;
mod templates;
mod unresolved;
mod varied;
mod witness;
#[path = "../guard_fuzz/words.rs"]
mod words;

use std::path::PathBuf;

use bumpalo::Bump;
use cfn_warden_guard::deployments::{Points, Varying, VaryingOutcome};
use cfn_warden_guard::{Doc, Options, Profile, Rules, Status, evaluate, evaluate_deployments};
use cfn_warden_syntax::deployments::{Axis, DeploymentSet, Deployments, Variations};
use clap::Parser;

use crate::data::Node;
use crate::random::Random;
use crate::varied::{AXES, Shares, Varied, deployments, vary};

/// Compare the evaluation of all deployments with that of each
#[derive(Parser)]
struct Args {
    /// Number of pairs of a rules file and a document
    #[arg(long, default_value_t = 2000)]
    count: usize,
    /// Seed of the generator
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Index of the first group
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Folder with templates to compare instead of generated documents; needs `--rules`
    #[arg(long, requires = "rules")]
    templates: Option<PathBuf>,
    /// Folder with rules files for `--templates`
    #[arg(long)]
    rules: Option<PathBuf>,
    /// Compare each finding with runs that have its parameter values
    #[arg(long)]
    witness: bool,
    /// Count the failures on unresolved functions; needs `--templates`
    #[arg(long, requires = "templates", conflicts_with = "witness")]
    unresolved: bool,
    /// Number of differences to print
    #[arg(long, default_value_t = 3)]
    keep: usize,
    /// Measure the time of every N-th of `--templates` in place of comparing verdicts
    #[arg(long, value_name = "N", requires = "templates")]
    measure: Option<usize>,
}

const RULES: usize = 40;

#[derive(Default)]
struct Tally {
    pairs: usize,
    compared: usize,
    unknown: usize,
    split: usize,
    errors: usize,
    limited: usize,
    following: usize,
    differ: usize,
}

fn main() {
    let args = Args::parse();
    match (&args.templates, &args.rules) {
        (Some(folder), Some(rules)) if args.unresolved => {
            return unresolved::check(folder, rules, args.keep);
        }
        (Some(folder), Some(rules)) if args.witness => {
            return witness::of_templates(folder, rules, args.count, args.keep);
        }
        (Some(folder), Some(rules)) => match args.measure {
            Some(every) => return measure::measure(folder, rules, every),
            None => return templates::check(folder, rules, args.count, args.keep),
        },
        _ if args.witness => return witness::of_made_up(args.seed, args.count, args.keep),
        _ => {}
    }
    let mut tally = Tally::default();
    let mut group = args.first;
    while tally.pairs < args.count {
        check(&args, group, &mut tally);
        group += 1;
    }
    println!(
        "seed {}, groups {} to {}: {} pairs, {} verdicts compared, {} unknown, {} rules with several verdicts, \
         {} deployments with errors, {} pairs limited, {} follow a Ref, {} differ",
        args.seed,
        args.first,
        group - 1,
        tally.pairs,
        tally.compared,
        tally.unknown,
        tally.split,
        tally.errors,
        tally.limited,
        tally.following,
        tally.differ
    );
    std::process::exit(i32::from(tally.differ > 0 || tally.compared == 0));
}

fn check(args: &Args, group: u64, tally: &mut Tally) {
    let mut random = Random::new(args.seed, group);
    let base = data::document(&mut random).meaning();
    let shares = Shares {
        choices: 12,
        unknowns: if group.is_multiple_of(2) { 0 } else { 15 },
    };
    let varied = vary(&mut random, &base, shares, true);
    let whole = text(&varied.whole());
    let seen = [
        base,
        varied.whole(),
        instance(&varied, &[0, 0, 0], 0),
        instance(&varied, &[1, 1, 1], 0),
    ];
    let sets = Deployments::default();
    let axes = AXES.map(|values| sets.add_axis(values));
    for _ in 0..RULES {
        let source = rules::file(&mut random, &seen);
        let Ok(rules) = Rules::parse("rules.guard", &source) else {
            continue;
        };
        tally.pairs += 1;
        // A query can follow an unknown value to its `Ref`, which the document of a deployment does not have.
        if shares.unknowns > 0 && source.contains("Ref") {
            tally.following += 1;
            continue;
        }
        let arena = Bump::new();
        let tree = cfn_warden_syntax::parse(&arena, &whole, "")
            .tree
            .expect("JSON is YAML");
        let mut variations = Variations::new();
        varied.variations(tree.root, (&sets, &axes), &mut variations);
        let Ok(doc) = Doc::new(&arena, &[&tree], Profile::CloudFormation) else {
            continue;
        };
        let varying = Varying {
            sets: &sets,
            valid: DeploymentSet::ALL,
            variations: &variations,
            tree: 0,
        };
        let points = Points::of(&doc, &varying);
        let Ok(outcome) =
            evaluate_deployments(&rules, &doc, &varying, &points, &Options::default())
        else {
            continue;
        };
        if outcome.limited.is_some() {
            tally.limited += 1;
            continue;
        }
        tally.split += outcome
            .rules
            .iter()
            .filter(|(_, verdict)| {
                verdict.pass != DeploymentSet::ALL
                    && verdict.fail != DeploymentSet::ALL
                    && verdict.skip != DeploymentSet::ALL
            })
            .count();
        'deployments: for deployment in deployments() {
            for filling in 0..if shares.unknowns > 0 { 5 } else { 1 } {
                let node = instance(&varied, &deployment, filling);
                let difference = compare(
                    &rules,
                    &outcome,
                    &sets,
                    &deployment,
                    &node,
                    shares.unknowns > 0,
                    tally,
                );
                if let Some(difference) = difference {
                    tally.differ += 1;
                    if tally.differ <= args.keep {
                        println!(
                            "group {group}, deployment {deployment:?}: {difference}\n--- rules\n{source}\n--- all\n{whole}\n--- instance\n{}\n---\n{variations:?}\n",
                            text(&node)
                        );
                    }
                    break 'deployments;
                }
            }
        }
    }
}

fn text(node: &Node) -> String {
    let mut out = String::new();
    render::flow(&mut out, node, None);
    out
}

/// The document of a deployment; `filling` selects the texts of unknown values.
fn instance(varied: &Varied, deployment: &[usize; 3], filling: usize) -> Node {
    let mut count = 0;
    let mut fill = |prefix: &str| {
        count += 1;
        let rest = match filling {
            0 => "",
            1 => "rn:aws:s3:::x",
            2 => words::TEXTS[count % words::TEXTS.len()],
            3 => "true",
            _ => words::TEXTS[(count * 7 + 3) % words::TEXTS.len()],
        };
        if filling >= 2 && rest.starts_with(prefix) {
            rest.to_owned()
        } else {
            format!("{prefix}{rest}")
        }
    };
    varied.instance(deployment, &mut fill).unwrap_or(Node::Null)
}

/// Returns how the verdicts of a deployment differ from the plain evaluation of its document.
fn compare(
    rules: &Rules,
    outcome: &VaryingOutcome<'_>,
    sets: &Deployments,
    deployment: &[usize; 3],
    node: &Node,
    has_unknowns: bool,
    tally: &mut Tally,
) -> Option<String> {
    let arena = Bump::new();
    let text = text(node);
    let tree = cfn_warden_syntax::parse(&arena, &text, "")
        .tree
        .expect("JSON is YAML");
    let doc =
        Doc::new(&arena, &[&tree], Profile::CloudFormation).expect("a document of a group loads");
    let within = |set: DeploymentSet| sets.contains(set, |axis: Axis| deployment[axis.index()]);
    let failed = outcome.error.as_ref().filter(|(set, _)| within(*set));
    let plain = match evaluate(rules, &doc, &Options::default()) {
        Ok(plain) => plain,
        Err(error) => {
            tally.errors += 1;
            // A clause that fails in any case can still end in an error with some texts.
            let expected = failed.is_some() || has_unknowns;
            return (!expected).then(|| format!("plain evaluation fails: {error}"));
        }
    };
    if let Some((_, message)) = failed {
        return Some(format!("evaluation of all deployments fails: {message}"));
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
            return Some(format!(
                "{name} is {} in its own document, but {verdict:?}",
                status.as_str()
            ));
        }
    }
    None
}
