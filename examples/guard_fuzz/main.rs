//! Compares the Guard evaluator with cfn-guard on generated rules and data: `make guard-fuzz`.
//!
//! A group is five documents of one shape and forty rules files about them: 200 pairs. For each pair the whole report or
//! the error is compared; for some pairs also the output and exit code of the commands.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::disallowed_methods,
    missing_docs,
    reason = "a tool that meets the unexpected should stop there"
)]

mod clause;
mod compare;
mod data;
mod function;
mod group;
mod literal;
mod ours;
mod pattern;
mod printed;
mod query;
mod random;
mod record;
mod reference;
mod render;
mod rules;
mod said;
mod shrink;
mod tally;
mod words;

use std::io::Write;
use std::path::PathBuf;

use cfn_warden_guard::semantics::{Semantics, Version};
use cfn_warden_guard::syntax::Language;
use clap::Parser;

use compare::{Verdict, compare};
use group::Group;
use reference::Reference;
use said::Said;
use tally::Tally;

/// Compare the evaluation of generated rules and data with cfn-guard's
#[derive(Parser)]
struct Args {
    /// Number of pairs
    #[arg(long, default_value_t = 2000)]
    pairs: usize,
    /// Seed of the generator
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Index of the first group
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Path of cfn-guard
    #[arg(long, default_value = "cfn-guard")]
    guard: String,
    /// Version whose verdicts are compared; cfn-guard must have this version
    #[arg(long, default_value = "3.2.1")]
    semantics: String,
    /// Folder for reduced cases of differences and temporary files
    #[arg(long, default_value = "target/guard-fuzz")]
    out: PathBuf,
    /// Number of differences of each kind to reduce and write
    #[arg(long, default_value_t = 2)]
    keep: usize,
    /// Number of pairs of each group whose printed output is compared
    #[arg(long, default_value_t = 1)]
    printed: usize,
    /// File to record the pairs and cfn-guard's answers in
    #[arg(long)]
    record: Option<PathBuf>,
    /// Rules files (.guard) and data files to compare instead of generated ones
    files: Vec<PathBuf>,
}

/// The version whose reports are compared. For other versions only verdicts are compared.
const WHOLE: &str = "3.2.1";

impl Args {
    fn language(&self) -> Language {
        Version::named(&self.semantics)
            .map(|version| Language::from(Semantics::from(version)))
            .unwrap_or_default()
    }
}

fn main() {
    let args = Args::parse();
    let Some(reference) = Reference::find(&args.guard, &args.semantics, &args.out.join("work"))
    else {
        println!(
            "cfn-guard {} is not there (GUARD=path names it): nothing was compared;",
            args.semantics
        );
        println!("`cargo test guard::fuzz` replays the recorded pairs of tests/guard/fuzz");
        return;
    };
    ours::keep_panics();
    let mut tally = Tally::default();
    if !args.files.is_empty() {
        check(&args, &reference, &Group::of(&args.files), &mut tally);
        print!("{tally}");
        std::process::exit(i32::from(tally.differ() > 0));
    }
    let mut at = args.first;
    while tally.pairs < args.pairs {
        let group = Group::new(args.seed, at);
        check(&args, &reference, &group, &mut tally);
        at += 1;
        if at % 50 == 0 {
            println!("{} pairs, {} differ", tally.pairs, tally.differ());
        }
    }
    println!("seed {}, groups {} to {}", args.seed, args.first, at - 1);
    print!("{tally}");
    std::process::exit(i32::from(tally.differ() > 0));
}

fn check(args: &Args, reference: &Reference, group: &Group, tally: &mut Tally) {
    let theirs = reference.answers(&group.rules, &group.data);
    let rules = files(&group.rules, |at| reference.rules_file(at));
    let data = files(&group.data, |at| reference.data_file(at));
    let ours = ours::answers(args.language(), &rules, &data);
    for (row, rules) in group.rules.iter().enumerate() {
        for (column, ours) in ours[row].iter().enumerate() {
            let Some(answer) = &theirs[row][column] else {
                continue;
            };
            let verdict = match args.semantics.as_str() {
                WHOLE => compare(rules, answer, ours),
                _ => compare(rules, &record::verdicts(answer), &record::verdicts(ours)),
            };
            tally.add(answer, &verdict);
            if let Verdict::Differs(how) = &verdict
                && tally.of(how) <= args.keep
            {
                keep(args, reference, group, (row, column), how);
            }
        }
    }
    if let Some(path) = &args.record
        && let Some(line) = record::line(group, &theirs)
    {
        let mut file = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .unwrap();
        writeln!(file, "{line}").unwrap();
    }
    let some = if args.semantics == WHOLE {
        args.printed
    } else {
        0
    };
    for (row, column) in group.some(some, &theirs) {
        printed::check(args, reference, group, (row, column), tally);
    }
}

fn files(texts: &[String], path: impl Fn(usize) -> PathBuf) -> Vec<ours::File<'_>> {
    texts
        .iter()
        .enumerate()
        .map(|(at, text)| (path(at), text.as_str()))
        .collect()
}

/// Writes a reduced case of a difference.
fn keep(
    args: &Args,
    reference: &Reference,
    group: &Group,
    (row, column): (usize, usize),
    how: &str,
) {
    let small = Reference::find(
        &args.guard,
        &args.semantics,
        &reference.folder.join("small"),
    )
    .unwrap();
    let differs = |rules: &str, data: &str| {
        let theirs = small.answers(&[rules.to_owned()], &[data.to_owned()]);
        let theirs = theirs[0][0].clone().expect("one pair, one answer");
        let ours = ours::answers(
            args.language(),
            &[(small.rules_file(0), rules)],
            &[(small.data_file(0), data)],
        )[0][0]
            .clone();
        let (theirs, ours) = match args.semantics.as_str() {
            WHOLE => (theirs, ours),
            _ => (record::verdicts(&theirs), record::verdicts(&ours)),
        };
        (
            compare(rules, &theirs, &ours) == Verdict::Differs(how.to_owned()),
            theirs,
            ours,
        )
    };
    let (mut rules, mut data) = (group.rules[row].clone(), group.data[column].clone());
    if differs(&rules, &data).0 {
        rules = shrink::text(&rules, |rules| differs(rules, &data).0);
        data = shrink::document(&group.nodes[column], &data, |data| differs(&rules, data).0);
        rules = shrink::text(&rules, |rules| differs(rules, &data).0);
    }
    let (_, theirs, ours) = differs(&rules, &data);
    let name = format!("{}-{}-{row}-{column}", group.seed, group.at);
    println!("{how}: {name}\n--- rules\n{rules}\n--- data\n{data}---");
    let (theirs, ours) = (written(&theirs), written(&ours));
    for (one, other) in theirs
        .lines()
        .zip(ours.lines())
        .filter(|(one, other)| one != other)
        .take(6)
    {
        println!("  cfn-guard  {}\n  cfn-warden {}", one.trim(), other.trim());
    }
    let folder = args.out.join("differences").join(&name);
    std::fs::create_dir_all(&folder).unwrap();
    let files = [
        ("rules.guard", &rules),
        ("data.yaml", &data),
        ("cfn-guard.txt", &theirs),
        ("cfn-warden.txt", &ours),
    ];
    for (file, text) in files {
        std::fs::write(folder.join(file), text).unwrap();
    }
}

fn written(said: &Said) -> String {
    match said {
        Said::Report(text) | Said::Error(text) | Said::Panic(text) => {
            format!("{}\n{text}\n", said.kind())
        }
        other => format!("{}\n", other.kind()),
    }
}
