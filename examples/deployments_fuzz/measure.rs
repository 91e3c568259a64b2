//! Measures rules on all deployments of templates against the same rules on the templates as written.

use std::path::Path;
use std::time::{Duration, Instant};

use bumpalo::Bump;
use cfn_warden::engine::{self, Cache, DeploymentScope, Input, Linting, Request, View};
use cfn_warden_guard::deployments::{Points, Varying};
use cfn_warden_guard::{Doc, Options, Profile, Rules, evaluate, evaluate_deployments};
use cfn_warden_syntax::Tree;
use cfn_warden_template::ParameterSet;
use cfn_warden_template::deployments::{Inputs, varying};
use cfn_warden_template::resolve::Defaults;

use crate::templates::files;

/// The time for which each template is measured at least, and the number of runs.
const TIME: Duration = Duration::from_millis(20);
const RUNS: usize = 9;
/// The number of templates that are listed.
const SHOWN: usize = 8;

/// The times of a template: as written, and on all deployments.
struct Times<'t> {
    name: &'t Path,
    plain: Duration,
    all: Duration,
}

/// Prints how long all rules take on each template, as ratios. Runs alternate, and the fastest of each kind counts.
pub fn measure(folder: &Path, rules: &Path, every: usize) {
    let texts = files(rules, &["guard"]);
    let parsed: Vec<Rules> = texts
        .iter()
        .filter_map(|(_, text)| Rules::parse("rules", text).ok())
        .collect();
    let templates = files(folder, &["yaml", "yml", "json", "template"]);
    let templates: Vec<_> = templates
        .iter()
        .filter(|(_, text)| is_template(text))
        .step_by(every.max(1))
        .collect();
    let cache = Cache::default();
    let (mut readings, mut evaluations, mut checks) = (Vec::new(), Vec::new(), Vec::new());
    for (path, text) in templates {
        let reads = |evaluate: fn(&Bump, &Tree<'_>, &[Rules])| {
            let arena = Bump::new();
            cfn_warden_syntax::parse(&arena, text, "")
                .tree
                .iter()
                .for_each(|tree| evaluate(&arena, tree, &parsed));
        };
        readings.push(fastest(path, || reads(of_text), || reads(of_deployments)));
        let arena = Bump::new();
        let Some(tree) = cfn_warden_syntax::parse(&arena, text, "").tree else {
            continue;
        };
        let evaluates =
            |evaluate: fn(&Bump, &Tree<'_>, &[Rules])| evaluate(&Bump::new(), &tree, &parsed);
        evaluations.push(fastest(
            path,
            || evaluates(of_text),
            || evaluates(of_deployments),
        ));
        let request = |view| Request {
            documents: vec![Input {
                name: "template",
                content: text.as_bytes(),
            }],
            rules: texts
                .iter()
                .map(|(_, text)| Input {
                    name: "rules",
                    content: text.as_bytes(),
                })
                .collect(),
            lint: Linting::Off,
            view,
            ..Request::default()
        };
        let written = request(View::Written);
        let any = request(View::Deployments(DeploymentScope::Any));
        let check = |request: &Request<'_>| {
            std::hint::black_box(engine::check(request, &cache));
        };
        checks.push(fastest(path, || check(&written), || check(&any)));
    }
    print("reading and evaluation", readings);
    print("evaluation alone", evaluations);
    print("check with findings", checks);
}

fn is_template(text: &str) -> bool {
    let arena = Bump::new();
    let tree = cfn_warden_syntax::parse(&arena, text, "").tree;
    tree.is_some_and(|tree| {
        tree.root
            .get("Resources")
            .is_some_and(|resources| resources.as_map().is_some())
    })
}

fn of_text(arena: &Bump, tree: &Tree<'_>, rules: &[Rules]) {
    let Ok(doc) = Doc::new(arena, &[tree], Profile::CloudFormation) else {
        return;
    };
    for rules in rules {
        let _ = std::hint::black_box(evaluate(rules, &doc, &Options::default()));
    }
}

fn of_deployments(arena: &Bump, tree: &Tree<'_>, rules: &[Rules]) {
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
    let template = varying(arena, tree, &inputs);
    let Ok(doc) = Doc::new(arena, &[&template.tree], Profile::CloudFormation) else {
        return;
    };
    let (sets, valid) = (&template.space.deployments, template.space.valid);
    let varying = Varying {
        sets,
        valid,
        variations: &template.variations,
        tree: 0,
    };
    let points = Points::of(&doc, &varying);
    for rules in rules {
        let _ = std::hint::black_box(evaluate_deployments(
            rules,
            &doc,
            &varying,
            &points,
            &Options::default(),
        ));
    }
}

fn fastest<'t>(name: &'t Path, plain: impl Fn(), all: impl Fn()) -> Times<'t> {
    let mut times = Times {
        name,
        plain: Duration::MAX,
        all: Duration::MAX,
    };
    let (start, mut runs) = (Instant::now(), 0);
    while runs < RUNS || start.elapsed() < TIME {
        times.plain = times.plain.min(time(&plain));
        times.all = times.all.min(time(&all));
        runs += 1;
    }
    times
}

fn time(run: impl Fn()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

impl Times<'_> {
    fn ratio(&self) -> f64 {
        self.all.as_secs_f64() / self.plain.as_secs_f64().max(1e-9)
    }
}

fn print(what: &str, mut times: Vec<Times<'_>>) {
    times.sort_by(|one, other| one.ratio().total_cmp(&other.ratio()));
    let at = |share: usize| {
        times
            .get((times.len() * share / 100).min(times.len() - 1))
            .map_or(0.0, Times::ratio)
    };
    let sum = |of: fn(&Times<'_>) -> Duration| times.iter().map(of).sum::<Duration>();
    println!(
        "{what}, {} templates: ratio {:.2} (median), {:.2} (p90), {:.2} (p99), {:.2} (max); {:.1?} in place of {:.1?}",
        times.len(),
        at(50),
        at(90),
        at(99),
        at(100),
        sum(|times| times.all),
        sum(|times| times.plain)
    );
    for one in times.iter().rev().take(SHOWN) {
        println!(
            "  {:.2}: {:.2?}, plain {:.2?}, {}",
            one.ratio(),
            one.all,
            one.plain,
            one.name.display()
        );
    }
}
