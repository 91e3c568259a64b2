//! Counts the rule failures whose clause compares an unresolved function, as written and on all deployments.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bumpalo::Bump;
use cfn_warden::Severity;
use cfn_warden::engine::{self, Cache, DeploymentScope, Input, Linting, Request, View};
use cfn_warden_guard::deployments::{Points, Varying};
use cfn_warden_guard::report::{BinaryCheck, ClauseReport, FileReport, UnaryCheck};
use cfn_warden_guard::value::{Kind, Value};
use cfn_warden_guard::{
    Doc, Options, Profile, QueryResult, Rules, Status, evaluate, evaluate_deployments,
};
use cfn_warden_syntax::deployments::{Assignment, Variation};
use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::{Node, Step, Tree};
use cfn_warden_template::ParameterSet;
use cfn_warden_template::deployments::{Inputs, VaryingTemplate, varying};
use cfn_warden_template::resolve::Defaults;

use crate::templates::{self, EACH, files};

#[derive(Default)]
struct Tally {
    templates: usize,
    written: usize,
    written_unresolved: usize,
    written_alarms: usize,
    all: usize,
    all_unresolved: usize,
    all_alarms: usize,
    unknown: usize,
    unnamed: usize,
}

/// Prints the shares for the rules files of a folder, and up to `keep` examples of what remains.
pub fn check(folder: &Path, rules: &Path, keep: usize) {
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
    let rules: Vec<Rules> = texts
        .iter()
        .filter_map(|(name, text)| Rules::parse(name, text).ok())
        .collect();
    let cache = Cache::default();
    let mut tally = Tally::default();
    let mut remaining: BTreeMap<String, usize> = BTreeMap::new();
    for (path, text) in files(folder, &["yaml", "yml", "json", "template"]) {
        let arena = Bump::new();
        let Some(tree) = cfn_warden_syntax::parse(&arena, &text, "").tree else {
            continue;
        };
        if tree
            .root
            .get("Resources")
            .is_none_or(|resources| resources.as_map().is_none())
        {
            continue;
        }
        tally.templates += 1;
        let expanded = engine::expanded(&arena, &tree, &ParameterSet::default());
        let tree = expanded.as_ref().unwrap_or(&tree);
        let none = ParameterSet::default();
        let matches = |_: &str, _: &str| None;
        let inputs = Inputs {
            parameter_values: &none,
            defaults: Defaults::Unknown,
            limits: cfn_warden_template::DerivationLimits::default(),
            regions: &[],
            placeholder: None,
            matches: &matches,
        };
        let template = varying(&arena, tree, &inputs);
        as_written(&arena, tree, &template, &rules, &mut tally);
        on_deployments(&arena, &template, &rules, &mut tally, &mut |rule, value| {
            *remaining
                .entry(format!("{rule}: {value} in {}", path.display()))
                .or_default() += 1;
        });
        unknowns(&text, &texts, &cache, &mut tally, &mut |finding| {
            let (rule, source) = (&finding.rule.id, &finding.rule.source);
            let line = format!("{rule} {source}: {} {:?}", finding.message, finding.path);
            *remaining
                .entry(format!("{line} in {}", path.display()))
                .or_default() += 1;
        });
    }
    remaining
        .iter()
        .take(keep)
        .for_each(|(line, count)| println!("{line} ({count})"));
    let share = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
    println!(
        "{} templates, {} rules files\n\
         as written: {} rules fail, {} of them ({:.2} %) on an unresolved function, {} ({:.2} %) though they do not fail \
         with some of its values\n\
         on all deployments: {} rules fail, {} of them ({:.2} %) on an unresolved function, {} ({:.2} %) though they do \
         not fail with some of its values; {} are not decided, {} of them without the name of the unknown value",
        tally.templates,
        rules.len(),
        tally.written,
        tally.written_unresolved,
        share(tally.written_unresolved, tally.written),
        tally.written_alarms,
        share(tally.written_alarms, tally.written),
        tally.all,
        tally.all_unresolved,
        share(tally.all_unresolved, tally.all),
        tally.all_alarms,
        share(tally.all_alarms, tally.all),
        tally.unknown,
        tally.unnamed,
    );
    std::process::exit(i32::from(
        share(tally.all_alarms, tally.all) >= 2.0 || tally.unnamed > 0,
    ));
}

/// Adds the failures of the plain evaluation. One is a false alarm if the rule does not fail in some deployment.
fn as_written(
    arena: &Bump,
    tree: &Tree<'_>,
    template: &VaryingTemplate<'_>,
    rules: &[Rules],
    tally: &mut Tally,
) {
    let Ok(doc) = Doc::new(arena, &[tree], Profile::CloudFormation) else {
        return;
    };
    for rules in rules {
        let Ok(outcome) = evaluate(rules, &doc, &Options::default()) else {
            continue;
        };
        let mut report = FileReport::new("");
        report.add(&outcome);
        for failure in &report.not_compliant {
            tally.written += 1;
            let ClauseReport::Rule { name, .. } = failure else {
                continue;
            };
            if failure.leaves().into_iter().any(is_unresolved) {
                tally.written_unresolved += 1;
                let mut deployments = (0..EACH)
                    .filter_map(|number| Some((number, templates::some(template, number)?)));
                let fails =
                    deployments.all(|(filling, one)| fails(template, &one, filling, rules, name));
                tally.written_alarms += usize::from(!fails);
            }
        }
    }
}

/// Whether a rule fails on a deployment, with these values in place of unknown ones.
fn fails(
    template: &VaryingTemplate<'_>,
    deployment: &Assignment,
    filling: usize,
    rules: &Rules,
    name: &str,
) -> bool {
    let arena = Bump::new();
    let text = templates::filled_in(template, deployment, filling);
    let tree = cfn_warden_syntax::parse(&arena, &text, "").tree.unwrap();
    let doc = Doc::new(&arena, &[&tree], Profile::CloudFormation).unwrap();
    let outcome = evaluate(rules, &doc, &Options::default()).unwrap();
    outcome
        .rules()
        .any(|(rule, status)| rule == name && status == Status::Fail)
}

/// Whether a clause fails on an unresolved function, or compares a value that contains one.
fn is_unresolved(failure: &ClauseReport<'_>) -> bool {
    match failure {
        ClauseReport::Block {
            missing: Some(missing),
            ..
        } => is_function(missing.at),
        ClauseReport::Unary {
            check: UnaryCheck::Value { from, .. },
            ..
        } => match from {
            QueryResult::Missing(missing) => is_function(missing.at),
            QueryResult::Resolved(value) | QueryResult::Literal(value) => is_function(value),
        },
        ClauseReport::Binary { check, .. } => match check {
            BinaryCheck::FromMissing(missing) | BinaryCheck::ToMissing(missing) => {
                is_function(missing.at)
            }
            BinaryCheck::One { from, to, .. } => contains_function(from) || contains_function(to),
            BinaryCheck::Several { from, to } => {
                contains_function(from)
                    || to
                        .iter()
                        .filter_map(QueryResult::value)
                        .any(contains_function)
            }
        },
        _ => false,
    }
}

fn is_function(value: &Value<'_>) -> bool {
    match value.kind {
        Kind::Map(map) => match map.entries {
            [only] => is_name(only.key),
            _ => false,
        },
        _ => false,
    }
}

fn is_name(key: &str) -> bool {
    key == "Ref" || key.starts_with("Fn::")
}

fn contains_function(value: &Value<'_>) -> bool {
    is_function(value)
        || match value.kind {
            Kind::List(items) => items.iter().any(contains_function),
            Kind::Map(map) => map
                .entries
                .iter()
                .any(|entry| contains_function(&entry.value)),
            _ => false,
        }
}

/// Adds the failures of the evaluation of all deployments.
fn on_deployments<'a>(
    arena: &'a Bump,
    template: &VaryingTemplate<'a>,
    rules: &[Rules],
    tally: &mut Tally,
    remaining: &mut dyn FnMut(&str, &str),
) {
    let Ok(doc) = Doc::new(arena, &[&template.tree], Profile::CloudFormation) else {
        return;
    };
    let sets = &template.space.deployments;
    let varying = Varying {
        sets,
        valid: template.space.valid,
        variations: &template.variations,
        tree: 0,
    };
    let points = Points::of(&doc, &varying);
    for rules in rules {
        let Ok(outcome) = evaluate_deployments(rules, &doc, &varying, &points, &Options::default())
        else {
            continue;
        };
        tally.all += outcome
            .rules
            .iter()
            .filter(|(_, verdict)| !verdict.fail.is_empty())
            .count();
        let mut unresolved = BTreeSet::new();
        for check in outcome.checks.iter().filter(|check| !check.fail.is_empty()) {
            let Some(origin) = check.origin else { continue };
            let Some(source) = doc.source(origin) else {
                continue;
            };
            let written = match template.variations.get(&source.node) {
                Some(Variation::Unknown(unknown)) => Some(unknown.name.to_owned()),
                _ => node_at(&template.tree, doc.steps(origin).unwrap().0.as_slice())
                    .and_then(|node| node.as_map())
                    .and_then(|entries| match entries {
                        [only] => only
                            .key
                            .as_str()
                            .filter(|key| is_name(key))
                            .map(str::to_owned),
                        _ => None,
                    }),
            };
            if let Some(written) = written.filter(|_| unresolved.insert(check.rule)) {
                let at = check.at.start;
                let name = outcome.rules[check.rule as usize].0;
                let deployment = template.space.pick(check.fail).unwrap();
                let always =
                    (0..EACH).all(|filling| fails(template, &deployment, filling, rules, name));
                tally.all_alarms += usize::from(!always);
                let what = if always {
                    "fails with every value of"
                } else {
                    "FALSE ALARM on"
                };
                remaining(
                    &format!("{name} {}:{}", at.line, at.column),
                    &format!("{what} {written}"),
                );
            }
        }
        tally.all_unresolved += unresolved.len();
    }
}

fn node_at<'a>(tree: &Tree<'a>, path: &[Step]) -> Option<Node<'a>> {
    path.iter().try_fold(tree.root, |node, step| match step {
        Step::Key(key) => node.get(key),
        Step::Index(index) => node.as_list()?.get(*index as usize).copied(),
    })
}

/// Adds the rules that are reported as not decided.
fn unknowns(
    text: &str,
    rules: &[(String, String)],
    cache: &Cache,
    tally: &mut Tally,
    remaining: &mut dyn FnMut(&Finding),
) {
    let request = Request {
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
        view: View::Deployments(DeploymentScope::Any),
        ..Request::default()
    };
    let run = engine::check(&request, cache);
    let mut open: BTreeMap<&str, bool> = BTreeMap::new();
    for finding in run
        .findings
        .iter()
        .filter(|finding| finding.severity == Severity::Warning)
    {
        let named = finding
            .deployments
            .as_ref()
            .is_some_and(|note| !note.unknowns.is_empty());
        *open.entry(&finding.rule.id).or_insert(true) &= named;
        if !named {
            remaining(finding);
        }
    }
    tally.unknown += open.len();
    tally.unnamed += open.values().filter(|named| !**named).count();
}
