//! Compares two answers, and recognizes the differences that docs/parity.md lists.

use crate::said::Said;

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Same,
    /// A difference that docs/parity.md lists: the name of the explanation.
    Explained(&'static str),
    /// The kind of the difference.
    Differs(String),
}

/// A known difference: its name, and whether it explains the answers to these rules.
type Explanation = (&'static str, fn(&str, &Said, &Said) -> bool);

const EXPLANATIONS: &[Explanation] = &[
    ("cfn-guard panics", |_, theirs, ours| {
        matches!(theirs, Said::Panic(_)) && !matches!(ours, Said::Panic(_) | Said::Hung)
    }),
    // Rules that refer to themselves: on a busy machine, cfn-guard takes minutes to overflow its stack.
    ("cfn-guard does not end", |_, theirs, ours| {
        *theirs == Said::Hung && !matches!(ours, Said::Panic(_) | Said::Hung)
    }),
    (
        "json_parse: how an error of YAML is worded",
        |rules, theirs, ours| {
            let about_yaml =
                |said: &Said| matches!(said, Said::Error(error) if error.starts_with(YAML_ERROR));
            rules.contains("json_parse") && about_yaml(theirs) && about_yaml(ours)
        },
    ),
];

const YAML_ERROR: &str = "Error parsing incoming YAML context";

const UNREADABLE: &str = "Unable to process data in file";

/// Returns the explanation for a difference in printed output, from cfn-guard's exit code and outputs, our output, and
/// the command line.
pub fn explained_output(
    code: Option<i32>,
    (out, err): (&str, &str),
    ours: &str,
    line: &[String],
) -> Option<&'static str> {
    let has = |word: &str| line.iter().any(|other| other == word);
    match code {
        Some(255) if out.is_empty() && has("-z") => {
            Some("-z: cfn-guard prints nothing after an error")
        }
        Some(255) if err.contains(YAML_ERROR) => Some("json_parse: how an error of YAML is worded"),
        Some(255) if has("test") => Some("test: cfn-guard stops at the first error"),
        Some(1)
            if (out.contains(UNREADABLE) || err.contains(UNREADABLE))
                && ours.contains(UNREADABLE) =>
        {
            Some("test: how an error of reading tests is worded")
        }
        Some(0..=100 | 255) => None,
        _ => Some("cfn-guard panics"),
    }
}

pub fn compare(rules: &str, theirs: &Said, ours: &Said) -> Verdict {
    if same(theirs, ours) && !matches!(ours, Said::Panic(_) | Said::Hung) {
        return Verdict::Same;
    }
    match EXPLANATIONS
        .iter()
        .find(|(_, explains)| explains(rules, theirs, ours))
    {
        Some((name, _)) => Verdict::Explained(name),
        None => Verdict::Differs(difference(theirs, ours)),
    }
}

fn same(theirs: &Said, ours: &Said) -> bool {
    match (theirs, ours) {
        (Said::Error(theirs), Said::Error(ours)) => in_order(theirs) == in_order(ours),
        _ => theirs == ours,
    }
}

/// Returns an error message with its rule names sorted, because cfn-guard lists them in the order of a hash map.
fn in_order(error: &str) -> String {
    let Some((before, list)) = error.split_once("Rule Names = [") else {
        return error.to_owned();
    };
    let mut names: Vec<&str> = list
        .split(", ")
        .map(|name| name.trim_end_matches("]`"))
        .collect();
    names.sort_unstable();
    format!("{before}{}", names.join(", "))
}

/// Returns the kind of a difference. Differences of one kind may have the same cause.
fn difference(theirs: &Said, ours: &Said) -> String {
    if let (Said::Error(theirs), Said::Error(ours)) = (theirs, ours) {
        return format!(
            "error in other words: {} for {}",
            start(ours),
            start(theirs)
        );
    }
    match (theirs, ours) {
        (Said::Report(_), Said::Report(_)) if theirs.status() == ours.status() => {
            "report".to_owned()
        }
        (_, Said::Panic(place)) => format!("panic at {place}"),
        (_, Said::Error(error)) => format!("error ({}) for {}", start(error), theirs.status()),
        (Said::Error(error), _) => format!("{} for error ({})", ours.status(), start(error)),
        _ => format!("{} for {}", ours.status(), theirs.status()),
    }
}

fn start(text: &str) -> &str {
    text.get(..text.floor_char_boundary(50)).unwrap_or(text)
}

/// Normalizes the parts of console output that vary between runs: times, and the order of resources.
pub fn normal(printed: &str) -> String {
    let mut parts = printed.split("time=\"");
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts.fold(first, |all, part| {
        format!("{all}time=\"0{}", &part[part.find('"').unwrap_or(0)..])
    });
    let (mut all, mut blocks) = (Vec::new(), Vec::new());
    let mut lines = text.lines();
    // cfn-guard prints resources in random order.
    while let Some(line) = lines.next() {
        if line.starts_with("Resource = ") {
            let rest: Vec<&str> = lines.by_ref().take_while(|line| *line != "}").collect();
            blocks.push(format!("{line}\n{}\n}}", rest.join("\n")));
            continue;
        }
        blocks.sort();
        all.append(&mut blocks);
        all.push(line.to_owned());
    }
    blocks.sort();
    all.append(&mut blocks);
    all.join("\n")
}
