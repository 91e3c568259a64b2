//! Checks that the parameter values of each finding reproduce it: `--witness`.
//!
//! A run with `--deployments given` and the parameter values has to have the same clause. Runs with `--resolve` are only
//! counted: they know fewer values, and print cfn-guard's report, which does not have every clause that fails.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use cfn_warden::Severity;
use cfn_warden::engine::{self, Cache, DeploymentScope, Input, Linting, Request, View};
use cfn_warden_syntax::finding::Finding;
use cfn_warden_template::ParameterSet;
use cfn_warden_template::parameter_values::{Literal, ParameterValue};

use crate::data::Node;
use crate::random::Random;
use crate::rules;
use crate::templates::files;
use crate::varied::{AXES, Shares, Varied, vary};
use crate::{RULES, data, text};

#[derive(Default)]
struct Tally {
    documents: usize,
    findings: usize,
    partial: usize,
    masked: usize,
    given: Reproduced,
    resolved: Reproduced,
    differ: usize,
}

/// How much of the findings the runs with their parameter values have.
#[derive(Default)]
struct Reproduced {
    values: usize,
    clauses: usize,
    rules: usize,
}

impl Reproduced {
    fn count(&mut self, found: &BTreeSet<Key>, finding: &Finding) {
        let key = key(finding);
        self.values += usize::from(found.contains(&key));
        self.clauses += usize::from(has_clause(found, &key));
        self.rules += usize::from(has_rule(found, &key));
    }
}

fn has_clause(found: &BTreeSet<Key>, key: &Key) -> bool {
    found
        .iter()
        .any(|other| (&other.0, &other.1) == (&key.0, &key.1))
}

fn has_rule(found: &BTreeSet<Key>, key: &Key) -> bool {
    found.iter().any(|other| other.0 == key.0)
}

/// What a finding is about: the rule, the clause, and the start of the value.
type Key = (String, String, Option<(u32, u32)>);

/// Checks findings about templates of a folder, at most `count` if it is not 0; prints up to `keep` that differ.
pub fn of_templates(folder: &Path, rules: &Path, count: usize, keep: usize) {
    let texts = files(rules, &["guard"]);
    let texts: Vec<(String, String)> = texts
        .into_iter()
        .map(|(path, text)| {
            (
                path.file_name().unwrap().to_string_lossy().into_owned(),
                text,
            )
        })
        .collect();
    let (cache, mut tally) = (Cache::default(), Tally::default());
    for (path, text) in files(folder, &["yaml", "yml", "json", "template"]) {
        if tally.findings >= count {
            break;
        }
        check(
            &path.display().to_string(),
            &text,
            &texts,
            &cache,
            keep,
            &mut tally,
        );
    }
    end("corpus", &tally);
}

/// Checks findings about made-up templates, `count` pairs of a template and a rules file.
pub fn of_made_up(seed: u64, count: usize, keep: usize) {
    let (cache, mut tally) = (Cache::default(), Tally::default());
    for group in 0..count.div_ceil(RULES) as u64 {
        let mut random = Random::new(seed, group);
        let base = data::document(&mut random).meaning();
        let shares = Shares {
            choices: 12,
            unknowns: if group.is_multiple_of(2) { 0 } else { 15 },
        };
        let varied = vary(&mut random, &base, shares, true);
        let template = template(&varied);
        let seen = [base, varied.whole(), template.clone()];
        let texts =
            (0..RULES).map(|index| (format!("{index}.guard"), rules::file(&mut random, &seen)));
        let texts: Vec<_> = texts.collect();
        check(
            &format!("group {group}"),
            &text(&template),
            &texts,
            &cache,
            keep,
            &mut tally,
        );
    }
    end(&format!("seed {seed}"), &tally);
}

fn end(what: &str, tally: &Tally) {
    println!(
        "{what}: {} documents, {} findings, {} of them with partial and {} with masked parameter values. Of the others, runs \
         with --deployments given have {} rules, {} clauses, {} values; with --resolve {} rules, {} clauses, {} values. {} \
         are not reproduced",
        tally.documents,
        tally.findings,
        tally.partial,
        tally.masked,
        tally.given.rules,
        tally.given.clauses,
        tally.given.values,
        tally.resolved.rules,
        tally.resolved.clauses,
        tally.resolved.values,
        tally.differ
    );
    std::process::exit(i32::from(tally.differ > 0 || tally.given.values == 0));
}

fn check(
    name: &str,
    text: &str,
    rules: &[(String, String)],
    cache: &Cache,
    keep: usize,
    tally: &mut Tally,
) {
    let any = findings(
        text,
        rules,
        cache,
        View::Deployments(DeploymentScope::Any),
        &[],
    );
    tally.documents += usize::from(!any.is_empty());
    let mut runs: HashMap<Vec<(String, String)>, [BTreeSet<Key>; 2]> = HashMap::new();
    for finding in any
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
    {
        let Some(note) = &finding.deployments else {
            continue;
        };
        tally.findings += 1;
        if note.is_partial {
            tally.partial += 1;
            continue;
        }
        if note.witness.iter().any(|(_, value)| value == "****") {
            tally.masked += 1;
            continue;
        }
        let [given, resolved] = &*runs.entry(note.witness.clone()).or_insert_with(|| {
            let keys = |view| failures(&findings(text, rules, cache, view, &note.witness));
            [
                keys(View::Deployments(DeploymentScope::Given)),
                keys(View::Deployed),
            ]
        });
        tally.given.count(given, finding);
        tally.resolved.count(resolved, finding);
        if !has_clause(given, &key(finding)) {
            tally.differ += 1;
            let line = format!(
                "{} {} {}",
                finding.rule.id, finding.rule.source, finding.message
            );
            if tally.differ <= keep {
                println!(
                    "{name}: {line}\n  at {:?} {:?}\n  with {:?}",
                    finding.path, note.when, note.witness
                );
                let is_own = |(file, _): &&(String, String)| {
                    finding.rule.source.starts_with(&format!("{file}:"))
                };
                if name.starts_with("group") {
                    println!(
                        "{text}\n---\n{}",
                        rules.iter().find(is_own).map_or("", |(_, text)| text)
                    );
                }
            }
        }
    }
}

fn findings(
    text: &str,
    rules: &[(String, String)],
    cache: &Cache,
    view: View,
    values: &[(String, String)],
) -> Vec<Finding> {
    let mut request = Request {
        documents: vec![Input {
            name: "template",
            content: text.as_bytes(),
        }],
        rules: rules
            .iter()
            .map(|(name, text)| Input {
                name,
                content: text.as_bytes(),
            })
            .collect(),
        lint: Linting::Off,
        view,
        ..Request::default()
    };
    let mut set = ParameterSet::default();
    for (name, value) in values {
        set.set_value(ParameterValue {
            name: name.clone(),
            value: Literal::Text(value.clone()),
            at: None,
        });
    }
    request.lint_settings.parameter_sets = if values.is_empty() {
        Vec::new()
    } else {
        vec![set]
    };
    engine::check(&request, cache).findings
}

fn failures(findings: &[Finding]) -> BTreeSet<Key> {
    let failures = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error);
    failures
        .flat_map(|finding| std::iter::once(finding).chain(&finding.children))
        .map(key)
        .collect()
}

fn key(finding: &Finding) -> Key {
    let start = finding
        .value_span
        .map(|span| (span.start.line, span.start.column));
    (
        finding.rule.id.clone().into_owned(),
        finding.rule.source.clone().into_owned(),
        start,
    )
}

/// The template whose deployments are those of the document: parameters `A0` to `A2` choose a value on each axis.
fn template(varied: &Varied) -> Node {
    let entry = |key: &str, value: Node| (key.to_owned(), value);
    let strings = |axis: usize| {
        (0..AXES[axis])
            .map(|value| data::text(&format!("v{value}")))
            .collect()
    };
    let string = || entry("Type", data::text("String"));
    let parameter = |axis: usize| {
        let values = entry("AllowedValues", Node::List(strings(axis)));
        entry(&format!("A{axis}"), Node::Map(vec![string(), values]))
    };
    let mut parameters: Vec<_> = (0..AXES.len()).map(parameter).collect();
    parameters.push(entry("U", Node::Map(vec![string()])));
    let conditions = (0..AXES.len()).flat_map(|axis| {
        (0..AXES[axis]).map(move |value| {
            let reference = Node::Map(vec![("Ref".to_owned(), data::text(&format!("A{axis}")))]);
            let equals = Node::List(vec![reference, data::text(&format!("v{value}"))]);
            (
                condition(axis, value),
                Node::Map(vec![("Fn::Equals".to_owned(), equals)]),
            )
        })
    });
    let mut sections = vec![
        entry("Parameters", Node::Map(parameters)),
        entry("Conditions", Node::Map(conditions.collect())),
    ];
    match varied {
        Varied::Map(entries)
            if entries
                .iter()
                .any(|(key, value)| key == "Resources" && matches!(value, Varied::Map(_))) =>
        {
            let kept =
                |key: &str| matches!(key, "Resources" | "Outputs" | "Metadata" | "Description");
            sections.extend(
                entries
                    .iter()
                    .filter(|(key, _)| kept(key))
                    .map(|(key, value)| (key.clone(), written(value))),
            );
        }
        other => {
            let properties = entry("Properties", written(other));
            let resource = Node::Map(vec![
                entry("Type", data::text("AWS::S3::Bucket")),
                properties,
            ]);
            sections.push(entry(
                "Resources",
                Node::Map(vec![entry("Bucket", resource)]),
            ));
        }
    }
    Node::Map(sections)
}

fn condition(axis: usize, value: usize) -> String {
    format!("A{axis}is{value}")
}

/// The value with functions of the parameters.
fn written(varied: &Varied) -> Node {
    let function = |name: &str, argument: Node| Node::Map(vec![(name.to_owned(), argument)]);
    let absent = || function("Ref", data::text("AWS::NoValue"));
    let choice = |axis: usize, value: usize, then: Node, other: Node| {
        function(
            "Fn::If",
            Node::List(vec![data::text(&condition(axis, value)), then, other]),
        )
    };
    match varied {
        Varied::Scalar(node) => node.clone(),
        Varied::List(items) => Node::List(items.iter().map(written).collect()),
        Varied::Map(entries) => Node::Map(
            entries
                .iter()
                .map(|(key, value)| (key.clone(), written(value)))
                .collect(),
        ),
        Varied::Choice(axis, values) => {
            let alternative = |value: &Option<Varied>| value.as_ref().map_or_else(absent, written);
            let (last, others) = values.split_last().unwrap();
            let others = others.iter().enumerate().rev();
            others.fold(alternative(last), |rest, (at, value)| {
                choice(*axis, at, alternative(value), rest)
            })
        }
        Varied::Present(axis, value, inner) => choice(*axis, *value, written(inner), absent()),
        Varied::Unknown(prefix) if prefix.is_empty() => function("Ref", data::text("U")),
        Varied::Unknown(prefix) => function("Fn::Sub", data::text(&format!("{prefix}${{U}}"))),
    }
}
