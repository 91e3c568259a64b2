//! Where the reference is wrong: what we say by default, and that `--compat` says what it does.
//!
//! A template of `tests/compat` is annotated with what the reference finds (`scripts/annotate.py`); beside it is what we
//! find (`UPDATE=1` records it).

use std::path::PathBuf;

use cfn_warden::document::{Compat, Quirk};
use cfn_warden::lint::Settings;

use crate::lint::found_with;
use crate::recorded;
use crate::support::annotation::{self, Expected};

fn folder() -> PathBuf {
    recorded::root().join("tests/compat")
}

/// `UnusedVariables` as files have it: `unused-variables`.
fn file_name(quirk: Quirk) -> String {
    let spread = |name: String, c: char| match c.is_ascii_uppercase() {
        true if name.is_empty() => c.to_ascii_lowercase().to_string(),
        true => name + "-" + &c.to_ascii_lowercase().to_string(),
        false => name + &c.to_string(),
    };
    format!("{quirk:?}").chars().fold(String::new(), spread)
}

fn found(text: &str, compat: Compat) -> Vec<Expected> {
    found_with("quirk.yaml", text, &Settings { compat, ..Settings::default() })
}

#[test]
fn quirks_of_the_reference_are_kept_only_where_they_are_asked_for() {
    for quirk in Quirk::ALL.iter().filter(|quirk| **quirk != Quirk::ParameterLimit) {
        let name = file_name(*quirk);
        let text = std::fs::read_to_string(folder().join(format!("{name}.yaml"))).expect(&name);
        let theirs = found(&text, Compat::REFERENCE);
        assert_eq!(theirs, annotation::read(&text), "{name}");
        let ours = found(&text, Compat::default());
        assert_ne!(ours, theirs, "{name}");
        let ours: String = ours.iter().map(|one| format!("{one}\n")).collect();
        recorded::compare(&folder().join(format!("{name}.ours")), &ours);
    }
}

#[test]
fn parameters_are_counted() {
    let said = |count: usize, compat| {
        let parameters: String = (0..count).map(|n| format!("  P{n}: {{Type: String}}\n")).collect();
        let text = format!("Parameters:\n{parameters}Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n");
        let all = found(&text, compat).into_iter().filter(|one| one.rule != "W2001");
        all.map(|one| format!("{} {}: {}", one.rule, one.path, one.message)).collect::<Vec<_>>()
    };
    assert_eq!(said(201, Compat::default()), ["E2010 Parameters: 'Parameters' has more than 200 properties"]);
    let near = "I2010 Parameters: 'Parameters' is approaching the limit of 200 properties";
    assert_eq!(said(181, Compat::default()), [near]);
    assert_eq!(said(180, Compat::default()), [""; 0]);
    assert_eq!(said(201, Compat::REFERENCE), [""; 0]);
}

/// The reference ends in a traceback here.
#[test]
fn metadata_is_a_map() {
    let found = found("Metadata: [a]\nResources:\n  Topic:\n    Type: AWS::SNS::Topic\n", Compat::default());
    let said: Vec<_> = found.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["1:1 E4002 Metadata: ['a'] is not of type 'object'"]);
}

#[test]
fn the_table_of_quirks_is_the_codes() {
    let page = std::fs::read_to_string(recorded::root().join("docs/parity.md")).unwrap();
    let row = |quirk: &Quirk| format!("| {} | {} | {} |\n", quirk.name(), quirk.ours(), quirk.theirs());
    let table: String = Quirk::ALL.iter().map(row).collect();
    assert!(page.contains(&table), "docs/parity.md should have these rows:\n{table}");
}
