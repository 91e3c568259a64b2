//! Tests of the linter: the findings in every fixture of `tests/rules` and `tests/depth`
//! (`scripts/lint_fuzz/depth.py`: values behind functions at every position) match its annotations, which were
//! recorded from cfn-lint (`scripts/annotate.py`).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Add;
use std::path::{Path, PathBuf};

use bumpalo::Bump;
use cfn_warden_lint::{self as lint, Input, Page, Settings, select};
use cfn_warden_syntax as syntax;
use cfn_warden_syntax::finding::Finding;
use cfn_warden_template::Compat;
use cfn_warden_template::nested::{self, Nested};

use crate::recorded;
use crate::support::annotation::{self, Expected};

fn folder() -> PathBuf {
    recorded::root().join("tests/rules")
}

/// Returns the fixtures of single rules by file name.
fn fixtures() -> BTreeMap<String, (String, Vec<Expected>)> {
    fixtures_in(&folder())
}

/// Returns the fixtures of a folder by file name: the template's text and the expected findings.
fn fixtures_in(folder: &Path) -> BTreeMap<String, (String, Vec<Expected>)> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if name.ends_with(".expected") || path.is_dir() {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let expected = match name.ends_with(".json") {
            true => {
                annotation::read(&std::fs::read_to_string(path.with_extension("expected")).unwrap())
            }
            false => annotation::read(&text),
        };
        found.insert(name, (text, expected));
    }
    found
}

/// 2026-11-21, when annotations that depend on the date were recorded.
const TODAY: i64 = 1_795_219_200;

/// Returns the findings in compatibility mode.
fn found(name: &str, text: &str) -> Vec<Expected> {
    found_with(
        name,
        text,
        &Settings {
            compat: Compat::CFN_LINT,
            ..crate::support::settings()
        },
    )
}

/// Returns the findings with some settings, including informational rules.
pub fn found_with(name: &str, text: &str, settings: &Settings) -> Vec<Expected> {
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, text, name);
    let nested = parsed
        .tree
        .as_ref()
        .map(|tree| nested(tree))
        .unwrap_or_default();
    let input = Input {
        name,
        text,
        now: TODAY,
        nested: &nested,
        ..Default::default()
    };
    let settings = Settings {
        include_checks: Some(vec!["I".into()]),
        ..settings.clone()
    };
    let findings = match &parsed.tree {
        Some(tree) if parsed.errors.is_empty() => {
            lint::lint(&arena, tree, &input, &settings).findings
        }
        _ => lint::unreadable(&parsed.errors, &input, &settings),
    };
    let mut flat = Vec::new();
    findings
        .iter()
        .for_each(|finding| flatten(finding, &mut flat));
    flat.sort();
    flat
}

/// Returns the nested-stack templates, which are files below the folder of fixtures.
fn nested(tree: &syntax::Tree<'_>) -> Vec<Nested> {
    let read = |location: &str| {
        let text = std::fs::read_to_string(folder().join(location)).ok()?;
        let arena = Bump::new();
        let parsed = syntax::parse(&arena, &text, location);
        Some(Nested::of(
            location,
            parsed.tree.as_ref().filter(|_| parsed.errors.is_empty())?,
        ))
    };
    nested::locations(tree.root)
        .into_iter()
        .filter_map(read)
        .collect()
}

fn flatten(finding: &Finding, flat: &mut Vec<Expected>) {
    let (start, end) = (finding.span.start, finding.span.end);
    flat.push(Expected {
        line: finding.span.start.line,
        column: finding.span.start.column,
        width: (start.line == end.line).then(|| end.column.saturating_sub(start.column)),
        rule: finding.rule.id.to_string(),
        path: finding
            .path
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default(),
        message: finding.message.replace('\n', "\\n"),
    });
    finding
        .children
        .iter()
        .for_each(|child| flatten(child, flat));
}

/// The rules of cfn-lint. Those of tests/deployability.rs are off with its answers.
fn ids() -> BTreeSet<&'static str> {
    Page::ids().filter(|id| !select::is_own(id)).collect()
}

#[test]
fn fixtures_have_the_annotated_findings() {
    assert_as_annotated(fixtures());
}

#[test]
fn values_behind_functions_are_found_at_every_depth() {
    let fixtures = fixtures_in(&folder().with_file_name("depth"));
    assert!(fixtures.len() > 100, "only {} fixtures", fixtures.len());
    assert_as_annotated(fixtures);
}

fn assert_as_annotated(fixtures: BTreeMap<String, (String, Vec<Expected>)>) {
    let mut wrong = Vec::new();
    for (name, (text, expected)) in fixtures {
        let found = found(&name, &text);
        let same = |one: &Expected, two: &Expected| {
            (one.line, one.column, &one.rule, &one.path)
                == (two.line, two.column, &two.rule, &two.path)
                && (one.message.is_empty() || two.message.is_empty() || one.message == two.message)
                && (one.width.is_none() || two.width.is_none() || one.width == two.width)
        };
        // Every expectation consumes one finding, so that duplicates are detected.
        let mut extra = found;
        for one in &expected {
            match extra.iter().position(|two| same(one, two)) {
                Some(met) => _ = extra.remove(met),
                None => wrong.push(format!("{name}: not found: {one}")),
            }
        }
        wrong.extend(
            extra
                .iter()
                .map(|extra| format!("{name}: not expected: {extra}")),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Rules for which no template has findings, with the reason.
const WITHOUT_FIXTURE: &[(&str, &str)] = &[
    ("E0003", "reports an invalid command line, not a template"),
    ("E0002", "reports incomplete checks: tests/budget.rs"),
    ("E0100", "reports on deployment files: tests/parameters.rs"),
    ("E0200", "reports on parameter files: tests/parameters.rs"),
    ("E2900", "reports on parameter values: tests/parameters.rs"),
    ("E1002", "needs a large template; tested below"),
    (
        "E1052",
        "cfn-lint never runs it: E1051.yaml has a misplaced dynamic reference",
    ),
    ("E1101", "runs other rules; they report"),
    (
        "E1103",
        "cfn-lint reports formats of JSON Schema as the rule above them, and other formats as rules of their own",
    ),
    (
        "E2003",
        "its keyword is not in the section's schema, as in cfn-lint: E2003.yaml",
    ),
    ("E2010", "cfn-lint never reports it; tests/compat.rs"),
    (
        "E3008",
        "no value violates the keyword itself; violations below it have rules of their own",
    ),
    ("E3011", "cfn-lint reports names that are too long as E3001"),
    ("E3040", "cfn-lint never reports it; tests/compat.rs"),
    (
        "E4002",
        "cfn-lint ends with a traceback instead; tests/compat.rs",
    ),
    (
        "E8002",
        "its keyword is not in any schema, as in cfn-lint: E3015.yaml",
    ),
    ("I1002", "needs a large template; tested below"),
    ("I2010", "cfn-lint never reports it; tests/compat.rs"),
    (
        "I2011",
        "E2011 gets lengths instead of names, as in cfn-lint: I2011.yaml",
    ),
    (
        "I7002",
        "E7002 gets lengths instead of names, as in cfn-lint: I2011.yaml",
    ),
    ("W1019", "cfn-lint never reports it; tests/compat.rs"),
    (
        "W1040",
        "cfn-lint reports violations by resolved values as E1031",
    ),
    (
        "W2030",
        "cfn-lint reports violations by resolved values as W1030: W2030.yaml",
    ),
    (
        "W2031",
        "cfn-lint reports violations by resolved values as W1030: W2031.yaml",
    ),
    (
        "W3034",
        "cfn-lint reports violations by resolved values as W1030: W3034.yaml",
    ),
    ("E8007", "cfn-lint reports its keyword as the rule above it"),
];

#[test]
fn every_rule_has_a_fixture_with_a_finding() {
    let fixtures = fixtures();
    let fires = |id: &str| {
        let own = fixtures
            .iter()
            .filter(|(name, _)| name.split('.').next() == Some(id));
        own.flat_map(|(_, (_, expected))| expected)
            .any(|expected| expected.rule == id)
    };
    let missing: Vec<_> = ids()
        .into_iter()
        .filter(|id| WITHOUT_FIXTURE.iter().all(|(other, _)| other != id) && !fires(id))
        .collect();
    assert!(
        missing.is_empty(),
        "rules without a fixture `tests/rules/<ID>.yaml` in which they fire: {missing:?}"
    );
    let stale: Vec<_> = WITHOUT_FIXTURE
        .iter()
        .filter(|(id, _)| fires(id) || !ids().contains(id))
        .collect();
    assert!(
        stale.is_empty(),
        "these rules have a fixture in which they fire, or do not exist: {stale:?}"
    );
}

/// Returns the entry that a finding is in: fixture, section and key.
type Entry = (String, String, String);

fn entry_of(name: &str, expected: &Expected) -> Entry {
    let mut steps = expected.path.split('/').map(str::to_owned);
    (
        name.to_owned(),
        steps.next().unwrap_or_default(),
        steps.next().unwrap_or_default(),
    )
}

/// Returns the entries of a fixture's sections; for resources with their type.
fn entries_of(name: &str, text: &str) -> Vec<(Entry, String)> {
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, text, name);
    let mut entries = Vec::new();
    for section in parsed
        .tree
        .iter()
        .flat_map(|tree| tree.root.as_map().unwrap_or_default())
    {
        let Some(title) = section.key.as_str() else {
            continue;
        };
        for entry in section.value.as_map().unwrap_or_default() {
            let kind = entry
                .value
                .get("Type")
                .and_then(|kind| kind.as_str())
                .filter(|_| title == "Resources");
            let key = entry.key.as_str().unwrap_or_default().to_owned();
            entries.push((
                (name.to_owned(), title.to_owned(), key),
                kind.unwrap_or_default().to_owned(),
            ));
        }
    }
    entries
}

/// Every rule has an entry without findings: in the same section of its fixture, of the same type in another one, or, for
/// findings on the whole template, another fixture.
#[test]
fn every_rule_has_a_fixture_entry_without_findings() {
    let fixtures = fixtures();
    let entries: BTreeMap<Entry, String> = fixtures
        .iter()
        .flat_map(|(name, (text, _))| entries_of(name, text))
        .collect();
    let mut fires: BTreeMap<&str, BTreeSet<Entry>> = BTreeMap::new();
    for (name, (_, expected)) in &fixtures {
        expected.iter().for_each(|one| {
            _ = fires
                .entry(&one.rule)
                .or_default()
                .insert(entry_of(name, one))
        });
    }
    let is_silent = |id: &str, at: &Entry| {
        let all = &fires[id];
        let Some(kind) = entries.get(at) else {
            return fixtures
                .keys()
                .any(|name| all.iter().all(|one| one.0 != *name));
        };
        let alike = |(other, own): (&Entry, &String)| {
            other.1 == at.1 && (other.0 == at.0 || own == kind) && !all.contains(other)
        };
        entries.iter().any(alike)
    };
    let loud = |(id, all): &(&&str, &BTreeSet<Entry>)| {
        let mut own = all
            .iter()
            .filter(|at| at.0.split('.').next() == Some(**id))
            .peekable();
        own.peek().is_some() && !own.any(|at| is_silent(id, at))
    };
    let loud: Vec<_> = fires.iter().filter(loud).map(|(id, _)| *id).collect();
    assert!(
        loud.is_empty(),
        "rules without a place in their fixtures where they are silent: {loud:?}"
    );
}

/// With `-c I -e`, the experimental rules have cfn-lint's findings, and all others are unaffected.
#[test]
fn experimental_rules_have_the_recorded_findings() {
    const EXPERIMENTAL: [&str; 3] = ["I4010", "W4011", "W4012"];
    let is_experimental = |one: &Expected| EXPERIMENTAL.contains(&one.rule.as_str());
    let recorded = std::fs::read_to_string(folder().join("experimental.expected")).unwrap();
    let mut said = BTreeSet::new();
    for (name, (text, _)) in fixtures() {
        let text = annotation::bare(&text);
        let included = Settings {
            include_experimental: Some(true),
            compat: Compat::CFN_LINT,
            ..crate::support::settings()
        };
        let (with, without) = (found_with(&name, &text, &included), found(&name, &text));
        let others = |all: &[Expected]| {
            all.iter()
                .filter(|one| !is_experimental(one))
                .cloned()
                .collect::<Vec<_>>()
        };
        assert_eq!(others(&with), others(&without), "{name}");
        let line = |one: &Expected| {
            format!(
                "{name} {}:{} {} {}",
                one.line, one.column, one.rule, one.path
            )
        };
        said.extend(with.iter().filter(|one| is_experimental(one)).map(line));
    }
    let recorded: BTreeSet<String> = recorded.lines().map(str::to_owned).collect();
    assert_eq!(
        said.symmetric_difference(&recorded).collect::<Vec<_>>(),
        Vec::<&String>::new()
    );
}

#[test]
fn rule_ids_are_unique_and_name_their_files() {
    let root = recorded::root();
    let named = |file: &PathBuf, id: &str| {
        let name = file.file_name().unwrap().to_str().unwrap();
        name.starts_with(&format!("{}_", id.to_ascii_lowercase())) || *name == *format!("{id}.json")
    };
    let files: Vec<PathBuf> = [root.join("crates/rules/src"), root.join("schemas/rules")]
        .iter()
        .flat_map(|folder| crate::support::files_below(folder))
        .collect();
    let mut seen = BTreeSet::new();
    for rule in cfn_warden_rules::bundled().registry().rules() {
        assert!(seen.insert(rule.id), "{} is there twice", rule.id);
        let own: Vec<_> = files
            .iter()
            .filter(|file| named(file, rule.id.as_str()))
            .collect();
        assert_eq!(own.len(), 1, "files of {}: {own:?}", rule.id);
    }
}

#[test]
fn the_same_template_gives_the_same_findings() {
    for (name, (text, _)) in fixtures() {
        let first = found(&name, &text);
        assert_eq!(first, found(&name, &text), "{name}");
    }
}

#[test]
fn long_texts_are_measured() {
    let text = |lines: usize| {
        format!(
            "Resources:\n  T:\n    Type: AWS::SNS::Topic\n{}",
            "#".repeat(99).add("\n").repeat(lines)
        )
    };
    let said = |lines| {
        let all = found("long.yaml", &text(lines));
        all.into_iter()
            .map(|one| (one.line, one.column, one.rule, one.path, one.message))
            .collect::<Vec<_>>()
    };
    // Recorded from cfn-lint.
    let expected = |rule: &str, message: &str| {
        vec![(
            1,
            1,
            rule.to_owned(),
            "Template".to_owned(),
            message.to_owned(),
        )]
    };
    let most = "The template file size (1000042 bytes) exceeds the limit (1000000 bytes)";
    assert_eq!(said(10_000), expected("E1002", most));
    let near = "The template file size (900042 bytes) is approaching the limit (1000000 bytes)";
    assert_eq!(said(9_000), expected("I1002", near));
    assert_eq!(said(8_900), []);
}

/// Returns a template with one resource with these properties.
fn resource(kind: &str, properties: serde_json::Value) -> serde_json::Value {
    let conditions: serde_json::Map<_, _> = (0..60)
        .map(|n| {
            (
                format!("C{n}"),
                serde_json::json!({"Fn::Equals": [{"Ref": format!("P{n}")}, "a"]}),
            )
        })
        .collect();
    let parameters: serde_json::Map<_, _> = (0..60)
        .map(|n| (format!("P{n}"), serde_json::json!({"Type": "String"})))
        .collect();
    serde_json::json!({
        "Parameters": parameters, "Conditions": conditions,
        "Resources": {"Only": {"Type": kind, "Properties": properties}}
    })
}

fn rules_found(template: &serde_json::Value) -> BTreeSet<String> {
    found("hostile.json", &template.to_string())
        .into_iter()
        .map(|one| one.rule)
        .collect()
}

#[test]
fn nine_conditions_of_one_object_are_evaluated_in_all_combinations() {
    let keys = [
        "Runtime",
        "Handler",
        "Role",
        "Description",
        "FunctionName",
        "MemorySize",
        "Timeout",
        "KmsKeyArn",
        "Layers",
    ];
    let value =
        |n: usize| serde_json::json!({"Fn::If": [format!("C{n}"), "a", {"Ref": "AWS::NoValue"}]});
    let properties: serde_json::Map<_, _> = keys
        .iter()
        .enumerate()
        .map(|(n, key)| ((*key).to_owned(), value(n)))
        .collect();
    let rules = rules_found(&resource("AWS::Lambda::Function", properties.into()));
    assert!(!rules.contains("E0002"), "{rules:?}");
}

#[test]
fn deep_and_long_functions_end() {
    let nested = |wrap: &dyn Fn(serde_json::Value) -> serde_json::Value| {
        (0..150).fold(serde_json::json!("v"), |inner, _| wrap(inner))
    };
    for deep in [
        nested(&|inner| serde_json::json!({"Fn::Join": ["", [inner]]})),
        nested(&|inner| serde_json::json!({"Fn::If": ["C0", inner, "x"]})),
        nested(&|inner| serde_json::json!({"Fn::Select": [0, [inner]]})),
        nested(&|inner| serde_json::json!([inner])),
    ] {
        let rules = rules_found(&resource(
            "AWS::S3::Bucket",
            serde_json::json!({"BucketName": deep}),
        ));
        assert!(!rules.is_empty(), "no finding for {deep}");
    }
    let long: Vec<_> = (0..3000)
        .map(|_| serde_json::json!({"Ref": "P1"}))
        .collect();
    let rules = rules_found(&resource(
        "AWS::S3::Bucket",
        serde_json::json!({"BucketName": {"Fn::Join": ["", long]}}),
    ));
    assert_eq!(
        rules.iter().map(String::as_str).collect::<Vec<_>>(),
        ["I1022", "W8001"]
    );
}
