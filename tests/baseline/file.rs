//! The file of a baseline: what is written, and the mistakes in it.

use cfn_warden::cli::Exit;
use cfn_warden::engine::baseline::{Contents, Entry, digest, parse, write};
use cfn_warden_syntax::finding::Engine;

use crate::cli::{folder, run};

fn entry(file: &str, engine: Engine, rule: &str, path: &str, value: &str) -> Entry {
    let digest = digest(engine, rule, path, value);
    Entry {
        file: file.into(),
        path: path.into(),
        rule: rule.into(),
        engine,
        value: value.into(),
        digest,
    }
}

#[test]
fn a_baseline_is_sorted_with_a_line_for_each_entry() {
    let entries = [
        entry(
            "b.yaml",
            Engine::Lint,
            "E3012",
            "Resources/Q/Properties/DelaySeconds",
            "\"never\"",
        ),
        entry(
            "b.yaml",
            Engine::Guard,
            "NAMED",
            "Resources/Q",
            "`Name` is missing",
        ),
        entry("a.yaml", Engine::Terraform, "variable_type", "", "a\nb"),
    ];
    let contents = |findings: Vec<Entry>| Contents {
        findings,
        not_checked: Vec::new(),
    };
    let text = write(&contents(entries.to_vec()));
    let expected = r#"{
  "version": 1,
  "findings": [
    {"file": "a.yaml", "engine": "terraform", "rule": "variable_type", "path": "", "value": "a\nb", "digest": "DIGEST"},
    {"file": "b.yaml", "engine": "guard", "rule": "NAMED", "path": "Resources/Q", "value": "`Name` is missing", "digest": "DIGEST"},
    {"file": "b.yaml", "engine": "lint", "rule": "E3012", "path": "Resources/Q/Properties/DelaySeconds", "value": "\"never\"", "digest": "DIGEST"}
  ]
}
"#;
    let shown = entries.iter().fold(text.clone(), |text, entry| {
        text.replace(&entry.digest, "DIGEST")
    });
    assert_eq!(shown, expected);
    let mut sorted = entries.to_vec();
    sorted.sort();
    assert_eq!(parse(&text), Ok(contents(sorted)));
    assert_eq!(
        write(&Contents::default()),
        "{\n  \"version\": 1,\n  \"findings\": []\n}\n"
    );
    assert_eq!(parse(&write(&Contents::default())), Ok(Contents::default()));
    // Every part counts, also where one ends and the next begins.
    let other = [
        digest(Engine::Guard, "E3012", "a", "b"),
        digest(Engine::Lint, "E3012", "ab", ""),
        digest(Engine::Lint, "E3012", "a", "b"),
        digest(Engine::Lint, "E301", "2a", "b"),
    ];
    assert_eq!(std::collections::BTreeSet::from(other).len(), 4);
}

#[test]
fn the_example_of_the_documentation_is_a_baseline() {
    let page = include_str!("../../docs/cli.md");
    let section = page.split_once("### Baselines").unwrap().1;
    let example = section
        .split_once("```json\n")
        .unwrap()
        .1
        .split_once("```")
        .unwrap()
        .0;
    let entries = parse(example).unwrap();
    assert_eq!(
        (entries.findings.len(), write(&entries).as_str()),
        (1, example)
    );
}

/// A text in place of a baseline, and the lines about its mistakes.
const MISTAKES: &[(&str, &[&str])] = &[
    (
        "{\"version\": 1, \"findings\": [",
        &["2:1: not JSON: did not find expected node content"],
    ),
    (
        "[]",
        &["1:1: not a baseline; expected {\"version\": 1, \"findings\": [...]}"],
    ),
    (
        "{\"version\": 2, \"entries\": []}",
        &["1:13: version 2 of baselines is not supported; expected version 1"],
    ),
    (
        "{\"version\": \"1\", \"findings\": []}",
        &["1:13: invalid version; expected 1"],
    ),
    (
        "Resources: {}\n",
        &[
            "1:1: missing `version`; expected 1",
            "1:1: unknown key `Resources`; expected one of version, findings",
            "1:1: missing `findings`; expected a list of entries",
        ],
    ),
    (
        "{\"version\": 1,\n \"finding\": []}",
        &[
            "1:1: missing `findings`",
            "2:2: unknown key `finding`; did you mean `findings`?",
        ],
    ),
    (
        "{\"version\": 1, \"findings\": {}}",
        &["1:28: `findings` is not a list of entries"],
    ),
    (
        "{\"version\": 1, \"findings\": [\"E3012\"]}",
        &["1:29: expected an entry with file, engine, rule, path, value, digest"],
    ),
    (
        "{\"version\": 1, \"findings\": [\n  {\"file\": \"a\", \"engin\": \"lint\", \"rule\": 1, \"path\": \"\", \"value\": \"\", \"digest\": \"\"}]}",
        &[
            "2:3: missing `engine`; expected a string",
            "2:17: unknown key `engin`; did you mean `engine`?",
            "2:42: invalid value of `rule`; expected a string",
        ],
    ),
    (
        "{\"version\": 1, \"findings\": [\n  {\"file\": \"a\", \"engine\": \"linter\", \"rule\": \"E1\", \"path\": \"\", \"value\": \"\", \"digest\": \"\"}]}",
        &["2:27: unknown engine `linter`; expected one of lint, guard, terraform"],
    ),
    (
        "{\"version\": 1, \"findings\": [\n  {\"file\": \"a\", \"engine\": \"lint\", \"rule\": \"E1\", \"path\": \"\", \"value\": \"\", \"digest\": \"0\"}]}",
        &["2:84: the digest is not that of the entry; expected "],
    ),
    ("<<<<<<< HEAD\n", &["1:1: not a baseline"]),
];

#[test]
fn mistakes_in_a_baseline_have_positions() {
    let here = folder("baseline-mistakes");
    let template = here.file("t.yaml", "Resources: {Topic: {Type: AWS::SNS::Topic}}\n");
    for (text, mistakes) in MISTAKES {
        let file = here.file("baseline.json", text);
        for options in [
            &["--baseline", &file][..],
            &["--baseline", &file, "--update-baseline"],
        ] {
            let ended = run(&[&["check", &template], options].concat(), "");
            assert_eq!(
                (ended.exit, ended.out.as_str()),
                (Exit::ERROR, ""),
                "{text}"
            );
            let lines: Vec<&str> = ended.err.lines().collect();
            let (last, lines) = lines.split_last().unwrap();
            let advice =
                format!("restore {file}, or delete it and write it again with --update-baseline");
            assert_eq!(*last, advice, "{text}");
            assert_eq!(lines.len(), mistakes.len(), "{text}\n{}", ended.err);
            for (line, mistake) in lines.iter().zip(*mistakes) {
                let line = line.trim_start_matches("cfn-warden: --baseline: ");
                assert!(
                    line.starts_with(&format!("{file}:{mistake}")),
                    "{text}\n{}",
                    ended.err
                );
            }
        }
        assert_eq!(std::fs::read_to_string(&file).unwrap(), *text);
    }
}

#[test]
fn a_baseline_that_cannot_be_read_is_an_error() {
    let here = folder("baseline-unreadable");
    let template = here.file("t.yaml", "Resources: {Topic: {Type: AWS::SNS::Topic}}\n");
    let missing = here
        .path()
        .join("baseline.json")
        .to_str()
        .unwrap()
        .to_owned();
    let ended = run(&["check", &template, "--baseline", &missing], "");
    assert_eq!(ended.exit, Exit::ERROR);
    assert!(
        ended
            .err
            .starts_with(&format!("cfn-warden: cannot read {missing}: ")),
        "{}",
        ended.err
    );
    assert!(
        ended.err.ends_with("; --update-baseline writes it\n"),
        "{}",
        ended.err
    );
    let ended = run(
        &[
            "check",
            &template,
            "--baseline",
            here.path().to_str().unwrap(),
        ],
        "",
    );
    assert_eq!(ended.exit, Exit::ERROR, "{}", ended.err);
    assert!(!ended.err.contains("--update-baseline"), "{}", ended.err);
    std::fs::write(&missing, b"\xff").unwrap();
    let ended = run(&["check", &template, "--baseline", &missing], "");
    assert_eq!(
        ended.err,
        format!("cfn-warden: cannot read {missing}: byte 0 is not UTF-8\n")
    );
}

#[test]
fn options_that_do_not_fit_are_refused() {
    for options in [
        &["--update-baseline"][..],
        &["--baseline", "b.json", "--update-baseline", "--watch"],
        &["--baseline", "b.json", "--update-baseline", "--fix"],
        &["--baseline", "b.json", "--update-baseline", "--diff"],
    ] {
        let ended = run(&[&["check", "t.yaml"], options].concat(), "");
        assert_eq!(ended.exit, Exit::ERROR, "{options:?}");
        assert!(
            ended.err.contains("--update-baseline"),
            "{options:?}: {}",
            ended.err
        );
    }
}
