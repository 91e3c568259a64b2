//! Compares the output and exit codes of commands for some pairs.

use crate::group::Group;
use crate::reference::{Ended, Reference};
use crate::render::flow;
use crate::tally::Tally;
use crate::{Args, compare, ours};

const OPTIONS: &[&[&str]] = &[
    &["-S", "all"],
    &["-v"],
    &["-p", "-S", "none"],
    &["-o", "yaml", "-S", "none"],
    &["-z", "-o", "json", "-S", "none"],
    &["-z", "-o", "yaml", "-S", "none"],
    &["-z", "-o", "junit", "-S", "none"],
    &["-z", "-o", "sarif", "-S", "none"],
];

/// Compares `validate` for a pair in all formats, and `test` for its rules on all documents of the group.
pub fn check(
    args: &Args,
    reference: &Reference,
    group: &Group,
    (row, column): (usize, usize),
    tally: &mut Tally,
) {
    reference.write(&group.rules, &group.data);
    let (rules, data) = (&group.rules[row], &group.data[column]);
    for options in OPTIONS {
        let line = reference.line(row..row + 1, &[column], options);
        let how = format!("validate {}", options.join(" "));
        one(args, reference, &line, &how, (rules, data), tally);
    }
    let tests = tests(group, rules);
    let file = reference.folder.join("tests.yaml");
    std::fs::write(&file, &tests).unwrap();
    for options in [&["-v"][..], &["-o", "json"]] {
        let mut line = vec![
            "test".to_owned(),
            "-r".to_owned(),
            reference.rules_file(row).display().to_string(),
        ];
        line.extend(["-t".to_owned(), file.display().to_string()]);
        line.extend(options.iter().map(|option| (*option).to_owned()));
        one(
            args,
            reference,
            &line,
            &format!("test {}", options.join(" ")),
            (rules, &tests),
            tally,
        );
    }
}

/// Returns the group's documents as unit tests, which cfn-guard reads with another loader.
fn tests(group: &Group, rules: &str) -> String {
    let mut text = String::new();
    let statuses = ["PASS", "FAIL", "SKIP"];
    for (node, at) in group.nodes.iter().zip(0..) {
        text.push_str(&format!("- name: d{at}\n  input: "));
        flow(&mut text, node, None);
        let names = (0..4)
            .map(|rule| format!("r{rule}"))
            .filter(|name| rules.contains(&format!("rule {name} ")));
        let expected = names
            .zip(at..)
            .map(|(name, at)| format!("{name}: {}", statuses[at % 3]));
        text.push_str(&format!(
            "\n  expectations: {{rules: {{{}}}}}\n",
            expected.collect::<Vec<_>>().join(", ")
        ));
    }
    text
}

/// Returns the command line for cfn-warden.
fn judged(args: &Args, line: &[String]) -> Vec<String> {
    line.iter()
        .cloned()
        .chain(["--semantics".to_owned(), args.semantics.clone()])
        .collect()
}

fn one(
    args: &Args,
    reference: &Reference,
    line: &[String],
    how: &str,
    (rules, data): (&str, &str),
    tally: &mut Tally,
) {
    let Ended { code, out, err, .. } = reference.run(line);
    let (our_code, our_out, our_err) =
        ours::printed(&judged(args, line)).unwrap_or_else(|place| (101, String::new(), place));
    let parts = [
        (
            "exit code",
            code.unwrap_or(-1).to_string(),
            our_code.to_string(),
        ),
        ("output", compare::normal(&out), compare::normal(&our_out)),
        ("standard error", err.clone(), our_err),
    ];
    let Some((part, theirs, ours)) = parts.iter().find(|(_, theirs, ours)| theirs != ours) else {
        tally.printed(None);
        return;
    };
    if let Some(why) =
        compare::explained_output(code, (&out, &err), ours, line).filter(|_| our_code != 101)
    {
        tally.explained(why);
        return;
    }
    let how = format!("{part} of {how}");
    tally.printed(Some(&how));
    if tally.of(&how) <= args.keep {
        println!("{how}\n--- rules\n{rules}\n--- data\n{data}---");
        for (one, other) in theirs
            .lines()
            .zip(ours.lines())
            .filter(|(one, other)| one != other)
            .take(6)
        {
            println!("  cfn-guard  {one}\n  cfn-warden {other}");
        }
        println!(
            "  ({} lines for {})",
            ours.lines().count(),
            theirs.lines().count()
        );
    }
}
