//! Expressions with the answers recorded from `terraform console` 1.11.4: the value as JSON and its type, or the error.

use cfn_warden_terraform::{FileSet, syntax_errors};
use serde_json::Value as Json;

use super::support::{eval, files, folder, lines, roomy};

/// Expressions with a different answer, and the reason.
const DEVIATIONS: &[(&str, &str)] = &include!("console/deviations.in");

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns how our answer differs, if it does.
fn difference(files: &FileSet, row: &Json) -> Option<String> {
    let expression = row["expr"].as_str().unwrap();
    let got = eval(files, expression);
    match (got, row["error"].as_str()) {
        (Ok(value), None) => {
            let ty = value.ty().notation();
            if ty != row["type"] {
                return Some(format!("type {ty}, not {}", row["type"]));
            }
            let expected = row["json"].as_str()?;
            match eval(files, &format!("jsonencode({expression})")) {
                Ok(json) if json.str() == Some(expected) => None,
                Ok(json) => Some(format!("{:?}, not {expected:?}", json.str())),
                Err(errors) => Some(errors.join("\n")),
            }
        }
        (Err(errors), Some(expected)) => {
            let place = |error: &String| error.split_once(": ").unwrap().1.to_owned();
            let got = words(&errors.iter().map(place).collect::<Vec<_>>().join(" | "));
            let got = got.replace("<expression>:", "<console-input>:");
            (got != expected).then(|| format!("{got:?}, not {expected:?}"))
        }
        (Ok(value), Some(expected)) => Some(format!("{value:?}, not the error {expected:?}")),
        (Err(errors), None) => Some(errors.join("\n")),
    }
}

#[test]
fn expressions_have_the_values_types_and_errors_of_the_reference() {
    roomy(|| {
        let files = files(&folder("console"));
        let rows = lines("console/rows.jsonl");
        assert!(rows.len() > 900, "{} rows", rows.len());
        let mut wrong = Vec::new();
        let mut unexplained: Vec<&str> = DEVIATIONS
            .iter()
            .map(|(expression, _)| *expression)
            .collect();
        for row in &rows {
            let expression = row["expr"].as_str().unwrap();
            let Some(difference) = difference(&files, row) else {
                continue;
            };
            if unexplained.contains(&expression) {
                unexplained.retain(|other| *other != expression);
            } else {
                wrong.push(format!("{expression}\n    {difference}"));
            }
        }
        assert!(
            wrong.is_empty(),
            "{} of {} differ:\n{}",
            wrong.len(),
            rows.len(),
            wrong.join("\n")
        );
        assert!(
            unexplained.is_empty(),
            "these do not differ (any more), or are not rows: {unexplained:?}"
        );
    });
}

#[test]
fn files_are_read_where_the_reference_reads_them() {
    roomy(|| {
        let rows = lines("syntax.jsonl");
        assert_eq!(rows.len(), 130);
        let wrong: Vec<String> = rows
            .iter()
            .filter_map(|row| {
                let errors = syntax_errors("main.tf", row["text"].as_str().unwrap());
                (errors.is_empty() != row["valid"].as_bool().unwrap())
                    .then(|| format!("{}: {errors:?}", row["name"]))
            })
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    });
}
