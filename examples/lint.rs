//! Lints files with the library and prints findings in cfn-lint's JSON format.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "an example"
)]

use bumpalo::Bump;
use cfn_warden_lint::{Input, Settings, lint, unreadable};
use cfn_warden_schema::Knowledge;
use cfn_warden_syntax as syntax;
use cfn_warden_syntax::finding::{Finding, Severity};
use serde_json::{Value, json};

fn flat(finding: &Finding, out: &mut Vec<Value>) {
    let level = match finding.severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
        Severity::Informational => "Informational",
    };
    let path: Option<Vec<Value>> = finding.path.as_ref().map(|path| {
        let steps = path.0.iter().map(|step| match step {
            syntax::Step::Key(key) => json!(key),
            syntax::Step::Index(index) => json!(index),
        });
        steps.collect()
    });
    out.push(json!({
        "Level": level, "Message": finding.message.as_str(), "Filename": finding.file,
        "Location": {"Path": path,
            "Start": {"LineNumber": finding.span.start.line, "ColumnNumber": finding.span.start.column},
            "End": {"LineNumber": finding.span.end.line, "ColumnNumber": finding.span.end.column}},
        "Rule": {"Id": finding.rule.id},
    }));
    finding.children.iter().for_each(|child| flat(child, out));
}

fn main() {
    let mut out = Vec::new();
    for name in std::env::args()
        .skip(1)
        .filter(|name| !name.starts_with('-') && name != "lint" && name != "json")
    {
        let text = std::fs::read_to_string(&name).unwrap();
        let arena = Bump::new();
        let parsed = syntax::parse(&arena, &text, &name);
        let input = Input {
            name: &name,
            text: &text,
            ..Input::default()
        };
        let settings = Settings::new(cfn_warden_rules::bundled(), Knowledge::bundled());
        let findings = match &parsed.tree {
            Some(tree) if parsed.errors.is_empty() => {
                lint(&arena, tree, &input, &settings).findings
            }
            _ => unreadable(&parsed.errors, &input, &settings),
        };
        findings.iter().for_each(|finding| flat(finding, &mut out));
    }
    println!("{}", serde_json::to_string_pretty(&out).unwrap());
}
