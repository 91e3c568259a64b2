//! Reports render a repeated text once and copy it, and fill in the values that differ.

use bumpalo::Bump;
use cfn_warden_guard::report::FileReport;
use cfn_warden_guard::report::json::List;
use cfn_warden_guard::{Detail, Doc, Options, Profile, Rules, evaluate};
use cfn_warden_syntax as syntax;
use serde_json::Value;

/// Failures that differ in the key only, in the value, not at all, and in several parts.
const RULES: &str = r#"
let wanted = Resources.C.Name
rule keys { Resources[ keys == 'x' ] not empty }
rule found { Resources[ keys == %wanted ] not empty }
rule twice { Resources[ keys == 'x' ] not empty or Resources[ keys == %wanted ] not empty }
rule same { Resources.*.Size[*] == 5 <<all of one size>> }
rule own { Resources.*.Size[*] != Resources.*.Size[*] }
rule names { Resources.*.Name in ['p', 'q'] }
rule missing { Resources.*.Other == 1 }
"#;

const DATA: &str = r#"
Resources:
  A: {Name: a, Size: [1, 2, 2.5, true]}
  "B\"b": {Name: "b\n", Size: [3, {x: 1}, [4]]}
  C: {Name: none, Size: [é, 6, 7]}
  "D\\": {Size: 8}
"#;

#[test]
fn repeated_failures_have_the_same_text_as_single_ones() {
    let rules = Rules::parse("r.guard", RULES).unwrap();
    let arena = Bump::new();
    let tree = syntax::parse(&arena, DATA, "").tree.unwrap();
    for profile in [Profile::Cli, Profile::Lib] {
        let doc = Doc::new(&arena, &[&tree], profile).unwrap();
        let options = Options {
            detail: Detail::Failures,
            now: 0,
        };
        let outcome = evaluate(&rules, &doc, &options).unwrap();
        let mut report = FileReport::new("d.yaml");
        report.add(&outcome);
        // Text reports do not share texts between failures.
        let leaves = report.not_compliant.iter().flat_map(|rule| rule.leaves());
        let expected: Vec<String> = leaves.filter_map(|leaf| leaf.messages().error).collect();
        assert!(expected.len() > 30, "{}", expected.len());
        for text in [report.to_json(), report.to_pretty_json()] {
            let written: Value = serde_json::from_str(&text).unwrap();
            let mut errors = Vec::new();
            collect(&written, &mut errors);
            let messages: Vec<&str> = errors.iter().map(|(message, _)| message.as_str()).collect();
            assert_eq!(messages, expected);
            for (message, shown) in errors.iter().filter(|(_, shown)| !shown.is_empty()) {
                assert!(
                    message.contains(&format!("Value=\"{shown}\"]")),
                    "{shown:?} in {message}"
                );
            }
        }
        assert_eq!(
            serde_json::to_string_pretty(&report.to_value()).unwrap(),
            report.to_pretty_json()
        );
    }
}

/// Records the sizes of writes.
#[derive(Default)]
struct Pieces(Vec<usize>);

impl std::io::Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.push(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The whole document is written for each missing section, and is larger than the buffer.
#[test]
fn large_reports_are_written_in_pieces() {
    let rules = "rule keys { Resources[ keys == 'x' ] not empty }\nrule missing { Parameters.A exists Outputs.B == 1 }\n";
    let rules = Rules::parse(
        "r.guard",
        &format!("{rules}rule both {{ Resources[ keys == 'y' ] not empty }}"),
    )
    .unwrap();
    let resources: Vec<String> = (0..3000)
        .map(|at| format!("\"Resource{at}\": {{\"Type\": \"{at}\"}}"))
        .collect();
    let data = format!("{{\"Resources\": {{{}}}}}", resources.join(", "));
    let arena = Bump::new();
    let tree = syntax::parse(&arena, &data, "").tree.unwrap();
    let doc = Doc::new(&arena, &[&tree], Profile::Cli).unwrap();
    let outcome = evaluate(&rules, &doc, &Options::default()).unwrap();
    let mut report = FileReport::new("d.json");
    report.add(&outcome);
    let mut pieces = Pieces::default();
    let mut list = List::new(&mut pieces);
    list.add(&report);
    list.end().unwrap();
    let (all, largest) = (
        pieces.0.iter().sum::<usize>(),
        pieces.0.iter().max().unwrap(),
    );
    assert_eq!(
        all,
        report
            .to_pretty_json()
            .lines()
            .map(|line| line.len() + 3)
            .sum::<usize>()
            + 3
    );
    assert!(
        pieces.0.len() > 30 && *largest < 400_000,
        "{} pieces of {all} bytes, the largest {largest}",
        pieces.0.len()
    );
}

/// Returns the error messages, each with the checked text.
fn collect(value: &Value, errors: &mut Vec<(String, String)>) {
    if let Some(message) = value
        .pointer("/messages/error_message")
        .and_then(Value::as_str)
    {
        let from = value
            .pointer("/check/Resolved/from/value")
            .and_then(Value::as_str);
        errors.push((message.to_owned(), from.unwrap_or_default().to_owned()));
    }
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, errors)),
        Value::Object(map) => map.values().for_each(|item| collect(item, errors)),
        _ => {}
    }
}
