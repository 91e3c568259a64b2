//! Tests of the edits that fix findings: on the fixtures of `tests/fixes`, with the expected documents in
//! `tests/fixes/fixed`; on the fixtures of all rules; and on the templates of the folder `FIXES_CORPUS`, if set.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use bumpalo::Bump;

use cfn_warden::cli::Exit;
use cfn_warden::engine::{self, Cache, Input, Request};
use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::fix::{Fix, Safety, SourceIndex, apply};
use cfn_warden_syntax::{self as syntax, Node, Span, Tree, Value};

use crate::cli::{folder, run};
use crate::harness::fixes::request;
use crate::{recorded, support};

fn findings(text: &str) -> Vec<Finding> {
    let documents = vec![Input {
        name: "t",
        content: text.as_bytes(),
    }];
    engine::check(
        &Request {
            documents,
            ..request()
        },
        &Cache::default(),
    )
    .findings
}

fn fix(text: &str, most: Safety) -> Option<engine::Fixed> {
    engine::fix(
        &request(),
        Input {
            name: "t",
            content: text.as_bytes(),
        },
        most,
        &Cache::default(),
    )
}

#[test]
fn the_fixtures_are_fixed_as_recorded() {
    let mut seen = 0;
    for path in support::files_below(&recorded::root().join("tests/fixes")) {
        if path
            .parent()
            .is_some_and(|folder| folder.ends_with("fixed"))
        {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let fixed =
            fix(&text, Safety::Unsafe).unwrap_or_else(|| panic!("{} is unchanged", path.display()));
        recorded::compare(
            &path.with_file_name("fixed").join(path.file_name().unwrap()),
            &fixed.text,
        );
        seen += 1;
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn a_missing_line_break_at_the_end_changes_no_fix() {
    let mut seen = 0;
    for path in recorded::files("tests/fixes", "yaml") {
        let text = std::fs::read_to_string(&path).unwrap();
        let fixed = fix(&text, Safety::Unsafe).map(|fixed| fixed.text.trim_end().to_owned());
        let without =
            fix(text.trim_end(), Safety::Unsafe).map(|fixed| fixed.text.trim_end().to_owned());
        assert_eq!(without, fixed, "{}", path.display());
        seen += 1;
    }
    assert!(seen > 5, "{seen}");
    let value = "Resources:\n  A:\n    Type: AWS::SNS::Topic\n    Properties:\n      DisplayName:\n        Fn::Sub: text # b";
    assert!(
        fix(value, Safety::Safe)
            .unwrap()
            .text
            .ends_with("DisplayName:\n        text # b")
    );
}

#[test]
fn fixes_have_the_line_breaks_of_the_document() {
    let mut broken = 0;
    for path in recorded::files("tests/fixes", "yaml")
        .into_iter()
        .chain(recorded::files("tests/fixes", "json"))
    {
        let text = std::fs::read_to_string(&path)
            .unwrap()
            .replace("\r\n", "\n");
        let fixed = fix(&text, Safety::Unsafe).unwrap().text;
        for line_break in ["\r\n", "\r"] {
            let other = fix(&text.replace('\n', line_break), Safety::Unsafe).unwrap();
            assert_eq!(
                other.text,
                fixed.replace('\n', line_break),
                "{}",
                path.display()
            );
            let edits = other
                .findings
                .iter()
                .flat_map(|finding| &finding.fix.as_ref().unwrap().edits);
            broken += edits.filter(|edit| edit.text.contains(line_break)).count();
        }
    }
    assert!(broken > 5, "{broken}");
}

#[test]
fn fixes_change_only_their_spans_and_uncover_nothing() {
    let mut files = support::files_below(&recorded::root().join("tests/fixes"));
    files.extend(support::files_below(&recorded::root().join("tests/rules")));
    let totals = check_files(&files);
    assert!(totals.rules() >= 40, "{totals}");
}

#[test]
fn fixes_of_a_corpus_change_only_their_spans_and_uncover_nothing() {
    if let Ok(folder) = std::env::var("FIXES_CORPUS") {
        println!("{}", check_files(&support::files_below(Path::new(&folder))));
    }
}

/// Where the other branch is deployed, nothing else orders the resources.
#[test]
fn a_dependency_is_safe_to_remove_only_if_every_deployment_has_the_reference() {
    let template = |name: &str| {
        format!(
            "Conditions:\n  IsMain: !Equals [!Ref AWS::Region, us-east-1]\nResources:\n  A:\n    Type: AWS::SNS::Topic\n  B:\n    \
             Type: AWS::SQS::Queue\n    DependsOn: A\n    Properties:\n      QueueName: {name}\n"
        )
    };
    for (name, is_safe) in [
        ("!GetAtt A.TopicName", true),
        ("!Sub '${A.TopicName}-queue'", true),
        ("!If [IsMain, !GetAtt A.TopicName, fixed]", false),
        (
            "!Join ['-', [!If [IsMain, !GetAtt A.TopicName, fixed], queue]]",
            false,
        ),
    ] {
        let text = template(name);
        let fixed = |most| fix(&text, most).map(|fixed| fixed.text.contains("DependsOn"));
        assert_eq!(
            fixed(Safety::Safe).is_some_and(|is_left| !is_left),
            is_safe,
            "{name}"
        );
        assert_eq!(fixed(Safety::Unsafe), Some(false), "{name}");
    }
}

/// A name that is misspelled where it is used is not unused: removing it would remove what is meant.
#[test]
fn what_a_misspelled_name_means_is_not_removed() {
    let topic = |name: &str| {
        format!(
            "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicName: {name}\n"
        )
    };
    let parameter = "Parameters:\n  TopicID:\n    Type: String\n";
    let mapping = "Mappings:\n  NamesOfTopics:\n    Main: {Name: a}\n";
    let condition = "Parameters:\n  Stage: {Type: String}\nConditions:\n  IsProduction: !Equals [!Ref Stage, a]\n";
    for (section, used, right) in [
        (parameter, "!Ref TopicId", "!Ref TopicID"),
        (parameter, "!Sub '${TopicIdd}-a'", "!Sub '${TopicID}-a'"),
        (
            mapping,
            "!FindInMap [NamesOfTopic, Main, Name]",
            "!FindInMap [NamesOfTopics, Main, Name]",
        ),
        (
            condition,
            "!If [IsProducton, a, b]",
            "!If [IsProduction, a, b]",
        ),
    ] {
        let text = format!("{section}{}", topic(used));
        let fixed = fix(&text, Safety::Unsafe).map(|fixed| fixed.text);
        assert_eq!(fixed, Some(format!("{section}{}", topic(right))), "{used}");
        let is_removal = |finding: &Finding| {
            ["W2001", "W7001", "W8001"].contains(&&*finding.rule.id) && finding.fix.is_some()
        };
        assert!(!findings(&text).iter().any(is_removal), "{used}");
    }
    let unused = format!("{parameter}{}", topic("a"));
    assert_eq!(fix(&unused, Safety::Unsafe).unwrap().text, topic("a"));
}

/// A macro gets the whole template, and may read what no function of the template refers to.
#[test]
fn names_that_a_macro_may_use_are_not_removed() {
    let mapping = "Mappings:\n  Names:\n    Main: {Name: a}\n";
    let condition = "Conditions:\n  IsMain: !Equals [!Ref AWS::Region, us-east-1]\n";
    let queue = "Resources:\n  Queue:\n    Type: AWS::SQS::Queue\n";
    let in_resource =
        "    Properties:\n      Fn::Transform: {Name: Team, Parameters: {Mapping: Names}}\n";
    for (transform, function, is_kept) in [
        ("", "", false),
        ("Transform: AWS::LanguageExtensions\n", "", false),
        ("Transform: [AWS::Serverless-2016-10-31]\n", "", false),
        ("Transform: Team\n", "", true),
        ("Transform: [AWS::LanguageExtensions, Team]\n", "", true),
        (
            "Transform: {Name: AWS::Include, Parameters: {Location: 's3://b/k'}}\n",
            "",
            true,
        ),
        ("", in_resource, true),
    ] {
        for section in [mapping, condition] {
            let text = format!("{transform}{section}{queue}{function}");
            let fixed = fix(&text, Safety::Unsafe).map_or(text.clone(), |fixed| fixed.text);
            assert_eq!(fixed.contains(section), is_kept, "{text}");
        }
    }
}

const MISSPELT: &str =
    "Resources:\n  Queue:\n    Type: AWS::SQS::Queue\n    Properties:\n      QueuName: a # b\n";
const UNUSED: &str = "Parameters:\n  Unused:\n    Type: String\n";

#[test]
fn the_command_line_writes_safe_fixes_and_reports_what_is_left() {
    let here = folder("fix");
    let fixed = MISSPELT.replace("QueuName", "QueueName");
    let path = here.file("queue.yaml", &format!("{UNUSED}{MISSPELT}"));
    let text = || std::fs::read_to_string(&path).unwrap();

    let ended = run(&["check", "--diff", &path], "");
    assert_eq!(
        (ended.exit, text()),
        (Exit::OK, format!("{UNUSED}{MISSPELT}"))
    );
    assert!(
        ended
            .out
            .starts_with(&format!("--- {path}\n+++ {path}\n@@ ")),
        "{}",
        ended.out
    );
    assert!(
        ended
            .out
            .contains("\n-      QueuName: a # b\n+      QueueName: a # b\n"),
        "{}",
        ended.out
    );
    assert!(
        ended
            .err
            .contains("would fix 1 finding in 1 document; 1 left, 1 of them with an unsafe fix"),
        "{}",
        ended.err
    );

    let broken = here.file("broken.yaml", "Resources: [");
    let ended = run(&["check", "--diff", &broken], "");
    assert_eq!((ended.exit, ended.out.as_str()), (Exit::NOT_COMPLIANT, ""));
    assert!(
        ended
            .err
            .contains(&format!("{broken}:2:1: not checked: cannot be read")),
        "{}",
        ended.err
    );

    let ended = run(&["check", "--fix", &path], "");
    assert_eq!((ended.exit, text()), (Exit::OK, format!("{UNUSED}{fixed}")));
    assert!(
        ended.out.contains("W2001") && !ended.out.contains("QueuName"),
        "{}",
        ended.out
    );
    assert!(
        ended
            .err
            .contains("queue.yaml:8:7: E3002: Rename `QueuName` to `QueueName`."),
        "{}",
        ended.err
    );

    let ended = run(&["check", "--fix", "--unsafe-fixes", &path], "");
    assert_eq!((ended.exit, text()), (Exit::OK, fixed.clone()));
    assert!(
        ended.err.contains("fixed 1 finding in 1 document; 0 left"),
        "{}",
        ended.err
    );

    let ended = run(&["check", "--fix", &path], "");
    assert_eq!((ended.exit, text()), (Exit::OK, fixed));
    assert!(
        ended
            .err
            .contains("fixed 0 findings in 0 documents; 0 left"),
        "{}",
        ended.err
    );
}

#[test]
fn fixed_standard_input_goes_to_standard_output_and_the_report_to_standard_error() {
    let ended = run(&["check", "--fix"], MISSPELT);
    assert_eq!(
        (ended.exit, ended.out),
        (Exit::OK, MISSPELT.replace("QueuName", "QueueName"))
    );
    assert!(ended.err.contains("compliant (1 document"), "{}", ended.err);
    let ended = run(&["check", "--unsafe-fixes"], MISSPELT);
    assert_eq!(ended.exit, Exit::ERROR);
    assert!(
        ended.err.contains("--unsafe-fixes: expected --fix"),
        "{}",
        ended.err
    );
}

/// An edit with a secret would show it, and with its mask would destroy it.
#[test]
fn findings_do_not_carry_edits_with_secrets() {
    let text = "Resources:\n  Parameter:\n    Type: AWS::DMS::Endpoint\n    Properties: {EndpointType: source, EngineName: mysql, Password: [hunter22]}\n";
    let found = findings(text);
    let finding = found
        .iter()
        .find(|finding| finding.rule.id == "E3012")
        .unwrap();
    assert_eq!(finding.fix, None);
}

/// What the fixes of all files did.
#[derive(Default)]
struct Totals {
    files: BTreeMap<Safety, usize>,
    findings: usize,
    offered: BTreeMap<Safety, usize>,
    fixed: BTreeMap<(Safety, String), usize>,
    refused: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

/// Checks the fixes of some files.
fn check_files(files: &[PathBuf]) -> Totals {
    let totals = Mutex::new(Totals::default());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            std::thread::Builder::new()
                .stack_size(64 << 20)
                .spawn_scoped(scope, || {
                    while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if let Ok(text) = std::fs::read_to_string(path) {
                            check_file(path, &text, &totals);
                        }
                    }
                })
                .unwrap();
        }
    });
    let totals = totals.into_inner().unwrap();
    assert!(
        totals.wrong.is_empty(),
        "{totals}\n{} are wrong:\n{}",
        totals.wrong.len(),
        totals.wrong.join("\n")
    );
    totals
}

impl Totals {
    /// The number of rules with applied fixes.
    fn rules(&self) -> usize {
        self.fixed
            .keys()
            .map(|(_, rule)| rule)
            .collect::<BTreeSet<_>>()
            .len()
    }
}

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let of = |safety| -> usize {
            self.fixed
                .iter()
                .filter(|((own, _), _)| *own == safety)
                .map(|(_, count)| count)
                .sum()
        };
        writeln!(
            f,
            "{} findings; offered {:?}; changed files {:?}",
            self.findings, self.offered, self.files
        )?;
        writeln!(
            f,
            "applied: {} safe, {} unsafe",
            of(Safety::Safe),
            of(Safety::Unsafe)
        )?;
        writeln!(f, "{} rules: {:?}", self.rules(), self.fixed)?;
        write!(f, "left with a fix: {:?}", self.refused)
    }
}

fn check_file(path: &Path, text: &str, totals: &Mutex<Totals>) {
    let before = findings(text);
    let mut wrong = Vec::new();
    let fixes: Vec<&Fix> = before
        .iter()
        .filter_map(|finding| finding.fix.as_deref())
        .collect();
    for finding in before.iter().filter(|finding| finding.fix.is_some()) {
        let fix = finding.fix.as_deref().unwrap();
        wrong.extend(
            problem(text, fix).map(|problem| format!("{}: {fix:?}: {problem}", finding.rule.id)),
        );
    }
    let mut changed = Vec::new();
    for most in [Safety::Safe, Safety::Unsafe] {
        let Some(fixed) = self::fix(text, most).filter(|_| !fixes.is_empty()) else {
            continue;
        };
        let after = findings(&fixed.text);
        let (was, is) = (by_rule(&before), by_rule(&after));
        for (rule, count) in is
            .iter()
            .filter(|(rule, count)| was.get(*rule).is_none_or(|was| was < count))
        {
            wrong.push(format!(
                "{most:?}: {count} of {rule} after {:?} before",
                was.get(rule)
            ));
        }
        if let Some(again) = self::fix(&fixed.text, most) {
            let rules: Vec<&str> = again
                .findings
                .iter()
                .map(|finding| &*finding.rule.id)
                .collect();
            wrong.push(format!("{most:?}: not idempotent: {rules:?}"));
        }
        changed.push((most, fixed, after));
    }
    let mut totals = totals.lock().unwrap();
    totals.findings += before.len();
    for fix in fixes {
        *totals.offered.entry(fix.safety).or_default() += 1;
    }
    for (most, fixed, after) in changed {
        *totals.files.entry(most).or_default() += 1;
        if most == Safety::Unsafe {
            for finding in &fixed.findings {
                let safety = finding.fix.as_ref().unwrap().safety;
                *totals
                    .fixed
                    .entry((safety, finding.rule.id.to_string()))
                    .or_default() += 1;
            }
            for finding in after.iter().filter(|finding| finding.fix.is_some()) {
                *totals
                    .refused
                    .entry(finding.rule.id.to_string())
                    .or_default() += 1;
            }
        }
    }
    totals.wrong.extend(
        wrong
            .into_iter()
            .map(|wrong| format!("{}: {wrong}", path.display())),
    );
}

fn by_rule(findings: &[Finding]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    findings
        .iter()
        .for_each(|finding| *counts.entry(&*finding.rule.id).or_default() += 1);
    counts
}

/// Returns what is wrong with a fix: it changes bytes outside of its spans, the result cannot be read, or its tree
/// differs elsewhere.
fn problem(text: &str, fix: &Fix) -> Option<String> {
    let (fixed, applied) = apply(text, [fix]);
    if applied != [true] {
        return Some("its edits overlap or are outside of the text".to_owned());
    }
    let index = SourceIndex::of(text);
    let (mut rest, mut at) = (fixed.as_str(), 0);
    for edit in &fix.edits {
        let range = index.range(edit.span)?;
        let Some(after) = rest
            .strip_prefix(&text[at..range.start])
            .and_then(|rest| rest.strip_prefix(&*edit.text))
        else {
            return Some("it changes bytes outside of its spans".to_owned());
        };
        (rest, at) = (after, range.end);
    }
    if rest != &text[at..] {
        return Some("it changes bytes outside of its spans".to_owned());
    }
    let arena = Bump::new();
    let (old, new) = (
        syntax::parse(&arena, text, ""),
        syntax::parse(&arena, &fixed, ""),
    );
    let (Some(old), Some(new), []) = (&old.tree, &new.tree, new.errors.as_slice()) else {
        return Some(format!("the result cannot be read: {:?}", new.errors));
    };
    let mut differences = Vec::new();
    compare(old, old.root, new.root, &mut differences);
    let touches = |span: &Span| {
        fix.edits
            .iter()
            .any(|edit| edit.span.start <= span.end && span.start <= edit.span.end)
    };
    if differences.is_empty() {
        return Some("the tree is the same".to_owned());
    }
    let other = differences.iter().find(|span| !touches(span))?;
    Some(format!("the tree differs at {other:?}"))
}

/// Adds the spans of the nodes that differ.
fn compare(tree: &Tree<'_>, old: Node<'_>, new: Node<'_>, differences: &mut Vec<Span>) {
    match (old.value, new.value) {
        (Value::Map(one), Value::Map(other)) => {
            for entry in one {
                match entry.key.as_str().map_or_else(|| None, |key| new.get(key)) {
                    Some(value) => compare(tree, entry.value, value, differences),
                    None if entry.key.as_str().is_none() => {}
                    None => differences.push(Span {
                        start: tree.span(entry.key.id).start,
                        end: tree.span(entry.value.id).end,
                    }),
                }
            }
            let is_added = |key: Node<'_>| key.as_str().is_some_and(|key| old.get(key).is_none());
            if other.iter().any(|entry| is_added(entry.key)) {
                differences.push(tree.span(old.id));
            }
        }
        (Value::List(one), Value::List(other)) if one.len() == other.len() => {
            one.iter()
                .zip(other)
                .for_each(|(old, new)| compare(tree, *old, *new, differences));
        }
        _ if format!("{:?}", Bare(old)) == format!("{:?}", Bare(new)) => {}
        _ => differences.push(tree.span(old.id)),
    }
}

/// A value without the IDs of its nodes.
struct Bare<'a>(Node<'a>);

impl std::fmt::Debug for Bare<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0.value {
            Value::Map(entries) => f
                .debug_map()
                .entries(entries.iter().map(|e| (Bare(e.key), Bare(e.value))))
                .finish(),
            Value::List(items) => f
                .debug_list()
                .entries(items.iter().map(|item| Bare(*item)))
                .finish(),
            scalar => scalar.fmt(f),
        }
    }
}

#[test]
fn a_parameter_that_another_template_passes_stays() {
    let here = folder("fixes-passed");
    let nested = "Parameters:\n  Passed: {Type: String}\n  Unused: {Type: String, Default: a}\nResources:\n  T: {Type: AWS::SNS::Topic}\n";
    let parent = "Resources:\n  Nested:\n    Type: AWS::CloudFormation::Stack\n    Properties:\n      TemplateURL: ./nested.yaml\n      Parameters: {Passed: a}\n";
    here.file("nested.yaml", nested);
    here.file("parent.yaml", parent);
    let path = here.path().to_str().unwrap();
    let ended = run(&["check", path, "--fix", "--unsafe-fixes"], "");
    let text = std::fs::read_to_string(here.path().join("nested.yaml")).unwrap();
    assert!(
        text.contains("Passed") && !ended.out.contains("E3043"),
        "{text}{}",
        ended.out
    );
    let alone = here.path().join("nested.yaml");
    run(
        &["check", alone.to_str().unwrap(), "--fix", "--unsafe-fixes"],
        "",
    );
    let text = std::fs::read_to_string(&alone).unwrap();
    assert!(
        !text.contains("Unused"),
        "a file that is checked alone has no parent: {text}"
    );
}
