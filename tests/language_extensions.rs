//! `AWS::LanguageExtensions` against AWS's answers.
//!
//! In `tests/language_extensions`, and in the folders in it, `NAMEExpected.json` or `NAMEResolved.json` is the processed
//! template of `NAME.json`; AWS refuses a `NAME.json` without one. An input may also be the event of a macro, with the
//! template in `fragment`. `$RESOURCE_ATTRIBUTE` in an input is replaced by `DeletionPolicy` and by `UpdateReplacePolicy`. Every
//! input is processed by the transform, whether or not it declares it. The findings of refused inputs are in `NAME.ours`.
//!
//! `LANGUAGE_EXTENSIONS=FOLDER cargo test --test all aws_answers -- --nocapture` prints how another folder compares.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use bumpalo::Bump;
use cfn_warden_lint::{Input, Settings, lint, unreadable};
use cfn_warden_syntax as syntax;
use cfn_warden_syntax::finding::{Finding, Severity};
use cfn_warden_template::resolve::{Defaults, Inputs, resolve};
use cfn_warden_template::transform::{self, transform};
use cfn_warden_template::{Compat, ParameterSet};
use serde_json::Value;

use crate::recorded;

const TRANSFORM: &str = "AWS::LanguageExtensions";
/// The endings of processed templates.
const PROCESSED: [&str; 2] = ["Expected", "Resolved"];
const ATTRIBUTE: &str = "$RESOURCE_ATTRIBUTE";
/// Sections that a processed template may contain although its input does not.
const IMPLIED: [&str; 3] = ["Transform", "AWSTemplateFormatVersion", "Hooks"];

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Equal,
    Refused,
    Different,
    WronglyAccepted,
    WronglyRefused,
}

impl Verdict {
    fn is_right(self) -> bool {
        matches!(self, Verdict::Equal | Verdict::Refused)
    }
}

#[test]
fn aws_answers_language_extensions() {
    let other = std::env::var_os("LANGUAGE_EXTENSIONS").map(PathBuf::from);
    let folder = other
        .clone()
        .unwrap_or_else(|| recorded::root().join("tests/language_extensions"));
    let mut inputs = Vec::new();
    collect(&folder, &mut inputs);
    inputs.sort();
    assert!(inputs.len() >= 20);
    let mut counts: BTreeMap<Verdict, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for path in inputs {
        let written = std::fs::read_to_string(&path).unwrap();
        let attributes: &[&str] = if written.contains(ATTRIBUTE) {
            &["DeletionPolicy", "UpdateReplacePolicy"]
        } else {
            &[""]
        };
        for attribute in attributes {
            let text = template(&written.replace(ATTRIBUTE, attribute));
            let (verdict, details) = judge(&text, processed(&path));
            *counts.entry(verdict).or_default() += 1;
            let name = path.strip_prefix(&folder).unwrap().display();
            let line = format!("{verdict:?}: {name} {attribute}\n{details}");
            match &other {
                Some(_) => println!("{line}"),
                None if verdict.is_right() => {}
                None => wrong.push(line),
            }
            if other.is_none() && verdict == Verdict::Refused && *attribute != "UpdateReplacePolicy"
            {
                recorded::compare(&path.with_extension("ours"), &details);
            }
        }
    }
    println!("{counts:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Collects the inputs of a folder and the folders in it.
fn collect(folder: &Path, inputs: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        if path.is_dir() {
            collect(&path, inputs);
        } else if path.extension().is_some_and(|e| e == "json")
            && !PROCESSED.iter().any(|end| stem.ends_with(end))
        {
            inputs.push(path);
        }
    }
}

/// Returns the processed template of an input, if there is one.
fn processed(input: &Path) -> Option<Value> {
    let stem = input.file_stem().unwrap().to_str().unwrap();
    let read = |end: &&str| {
        std::fs::read_to_string(input.with_file_name(format!("{stem}{end}.json"))).ok()
    };
    PROCESSED
        .iter()
        .find_map(read)
        .map(|text| serde_json::from_str(&text).unwrap())
}

/// Returns the template of an input, with the transform declared.
fn template(text: &str) -> String {
    let mut template: Value = serde_json::from_str(text).unwrap();
    if let Some(fragment) = template.get_mut("fragment") {
        template = fragment.take();
    }
    template["Transform"] = TRANSFORM.into();
    serde_json::to_string_pretty(&template).unwrap()
}

/// Compares the processing of a template with AWS's: returns the verdict, and the difference or the errors found.
fn judge(text: &str, expected: Option<Value>) -> (Verdict, String) {
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, text, "template.json");
    let input = Input {
        name: "template.json",
        text,
        ..Input::default()
    };
    let settings = Settings {
        compat: Compat::default(),
        ..crate::support::settings()
    };
    let found = match &parsed.tree {
        Some(tree) if parsed.errors.is_empty() => lint(&arena, tree, &input, &settings).findings,
        _ => unreadable(&parsed.errors, &input, &settings),
    };
    let line = |finding: &Finding| {
        format!(
            "{}:{} {} {}\n",
            finding.span.start.line, finding.span.start.column, finding.rule.id, finding.message
        )
    };
    let errors: String = found
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .map(line)
        .collect();
    let is_refused = found
        .iter()
        .any(|finding| ["E0000", "E0001"].iter().any(|id| finding.rule.id == *id));
    let Some(expected) = expected else {
        return (
            if errors.is_empty() {
                Verdict::WronglyAccepted
            } else {
                Verdict::Refused
            },
            errors,
        );
    };
    let Some(tree) = parsed.tree.filter(|_| !is_refused) else {
        return (Verdict::WronglyRefused, errors);
    };
    let expanded = transform(&arena, &tree, &transform::Inputs::default())
        .unwrap()
        .tree
        .unwrap_or(tree);
    let values = ParameterSet::default();
    let resolved = resolve(
        &arena,
        &expanded,
        &Inputs {
            parameter_values: &values,
            defaults: Defaults::Used,
            limits: cfn_warden_template::DerivationLimits::default(),
        },
    );
    let ours = value(resolved.tree.as_ref().unwrap_or(&expanded).root);
    match difference(&plain(&ours), &plain(&expected), "") {
        None => (Verdict::Equal, String::new()),
        Some(difference) => (Verdict::Different, difference),
    }
}

/// Returns a template without the sections that its input does not need. One of AWS's files has them in `Resources`.
fn plain(template: &Value) -> Value {
    let mut template = template.clone();
    let is_empty = |value: &Value| value.as_object().is_some_and(serde_json::Map::is_empty);
    let is_needed = |key: &str, value: &Value| {
        !IMPLIED.contains(&key) && (key != "Outputs" || !is_empty(value))
    };
    template["Resources"]
        .as_object_mut()
        .unwrap()
        .retain(|key, value| is_needed(key, value));
    template
        .as_object_mut()
        .unwrap()
        .retain(|key, value| is_needed(key, value));
    template
}

/// Returns the first difference between two values.
fn difference(ours: &Value, theirs: &Value, path: &str) -> Option<String> {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            let all: BTreeSet<_> = ours.keys().chain(theirs.keys()).collect();
            all.into_iter()
                .find_map(|key| match (ours.get(key), theirs.get(key)) {
                    (Some(ours), Some(theirs)) => {
                        difference(ours, theirs, &format!("{path}/{key}"))
                    }
                    (ours, theirs) => {
                        Some(format!("{path}/{key}: ours {ours:?}, AWS's {theirs:?}"))
                    }
                })
        }
        (Value::Array(ours), Value::Array(theirs)) if ours.len() == theirs.len() => {
            let mut pairs = ours.iter().zip(theirs).enumerate();
            pairs.find_map(|(index, (ours, theirs))| {
                difference(ours, theirs, &format!("{path}/{index}"))
            })
        }
        _ => (ours != theirs).then(|| format!("{path}: ours {ours}, AWS's {theirs}")),
    }
}

/// Converts a node to JSON.
fn value(node: syntax::Node<'_>) -> Value {
    match node.value {
        syntax::Value::Null => Value::Null,
        syntax::Value::Bool(value) => value.into(),
        syntax::Value::Int(value) => value.into(),
        syntax::Value::Float(value) => value.into(),
        syntax::Value::Str(text) | syntax::Value::BigInt(text) | syntax::Value::Date(text) => {
            text.into()
        }
        syntax::Value::List(items) => items.iter().map(|item| value(*item)).collect(),
        syntax::Value::Map(entries) => Value::Object(
            entries
                .iter()
                .map(|e| (e.key.as_str().unwrap().to_owned(), value(e.value)))
                .collect(),
        ),
    }
}
