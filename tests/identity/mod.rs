//! What findings are about: rule, subject and part, on made-up templates. `IDENTITY_CASES=100000` tries more.
//!
//! - *Unsharing*: a template with copies of values has the same findings as one in which resources share them.
//! - *Independence*: a waiver or an entry of a baseline for one rule, subject and part changes no other finding.
//! - *Fixes* (`fixes.rs`): a fix removes no finding except those about what it edits, and adds none.

mod fixes;
mod generate;
mod mistakes;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cfn_warden::engine::baseline::{self, Entry, Files};
use cfn_warden::engine::waivers::{Patterns, Scope, Source, SourceKind, Waiver};
use cfn_warden::engine::{
    self, Cache, DeploymentScope, Fingerprints, Input, Linting, Request, Run, View,
    bundled_knowledge,
};
use cfn_warden_lint::Settings;
use cfn_warden_policies::select;
use cfn_warden_syntax::Position;
use cfn_warden_syntax::control::Control;
use cfn_warden_syntax::finding::{Finding, Subject};

use crate::secrets::generate::Random;
use generate::Template;

/// Controls about the lists of the templates, about single values, and about missing ones.
const CONTROLS: &str = "EC2.13,EC2.18,EC2.19,S3.2,S3.5,IAM.1,IAM.21,ELB.3,ELB.4,ELB.5,ELB.6,ELB.12,ECS.4,ECS.5,ECS.8,SQS.1,Lambda.2,Lambda.7";

/// Rules of a team: about each value, and about lists of which one item must be as required.
const RULES: &str = r#"
rule CLOSED { Resources.*[ Type == "AWS::EC2::SecurityGroup" ].Properties.SecurityGroupIngress[*].CidrIp != "0.0.0.0/0" }
rule PRINCIPALS { Resources.*.Properties[ PolicyDocument exists ].PolicyDocument.Statement[*] { Effect == "Deny" or Principal != "*" } }
rule LOGGED { Resources.*[ Type == "AWS::ElasticLoadBalancingV2::LoadBalancer" ] {
  some Properties.LoadBalancerAttributes[*] { Key == "access_logs.s3.enabled"  Value == "true" }
} }
rule HTTPS { Resources.*[ Type == "AWS::ElasticLoadBalancing::LoadBalancer" ] { some Properties.Listeners[*].Protocol == "HTTPS" } }
rule KEYS { Resources.*[ Type == "AWS::SQS::Queue" ].Properties { KmsMasterKeyId exists  SqsManagedSseEnabled != false } }
rule TIMEOUTS { Resources.*[ Type == "AWS::Serverless::Function" ].Properties.Timeout < 900 }
"#;

/// What is checked, and how.
struct Settled<'c> {
    view: View,
    lint: Linting,
    controls: &'c [Arc<Control>],
    waivers: &'c [Waiver],
}

const NAME: &str = "t.yaml";

fn checked<'r>(text: &'r str, settings: &'r Settled<'r>, cache: &Cache) -> Run<'r> {
    engine::check(&request(text, settings), cache)
}

fn request<'r>(text: &'r str, settings: &'r Settled<'r>) -> Request<'r> {
    Request {
        documents: vec![Input {
            name: NAME,
            content: text.as_bytes(),
        }],
        rules: vec![Input {
            name: "r.guard",
            content: RULES.as_bytes(),
        }],
        controls: settings.controls,
        waivers: settings.waivers,
        view: settings.view,
        lint: settings.lint,
        lint_settings: Settings {
            deployment_rules: true,
            ..Settings::new(cfn_warden_rules::bundled(), bundled_knowledge())
        },
        fingerprints: Fingerprints::Computed,
        // 2026-06-01: deprecation dates must not change the results.
        now: 1_780_272_000,
        ..Request::default()
    }
}

/// Rule, subject and part.
type About = (String, String, String);

fn about(finding: &Finding) -> About {
    let identity = finding.identity.as_deref().unwrap();
    (
        finding.rule.id.to_string(),
        identity.subject.name().to_owned(),
        identity.part.to_string(),
    )
}

/// The rules about merge keys and aliases themselves, which copies do not have.
const OF_SPELLING: [&str; 2] = ["W1100", "W1101"];

/// What the findings about resources are about.
fn of_resources(run: &Run<'_>) -> BTreeSet<About> {
    assert!(run.incomplete.is_empty(), "{:?}", run.incomplete);
    let is_of_resource = |finding: &&Finding| {
        let subject = &finding.identity.as_deref().unwrap().subject;
        matches!(subject, Subject::Resource(_)) && !OF_SPELLING.contains(&&*finding.rule.id)
    };
    run.findings
        .iter()
        .filter(is_of_resource)
        .map(about)
        .collect()
}

fn all(run: &Run<'_>) -> BTreeMap<About, usize> {
    let mut counts = BTreeMap::new();
    for finding in &run.findings {
        *counts.entry(about(finding)).or_default() += 1;
    }
    counts
}

fn cases() -> usize {
    let cases = std::env::var("IDENTITY_CASES")
        .ok()
        .and_then(|count| count.parse().ok());
    cases.unwrap_or(60)
}

const VIEWS: [View; 4] = [
    View::Deployments(DeploymentScope::Any),
    View::Deployments(DeploymentScope::Default),
    View::Expanded,
    View::Deployed,
];

#[test]
fn copies_of_shared_values_have_the_same_findings() {
    let (cache, controls) = (Cache::default(), select(CONTROLS.split(',')).unwrap());
    let mut random = Random(65);
    let mut findings = 0;
    for case in 0..cases() {
        let view = VIEWS[case % VIEWS.len()];
        let has_mappings = matches!(view, View::Deployments(_));
        let Template { shared, copied } = generate::template(&mut random, has_mappings);
        let settings = Settled {
            view,
            lint: if case % 3 == 0 {
                Linting::All
            } else {
                Linting::Off
            },
            controls: &controls,
            waivers: &[],
        };
        let (shared_run, copied_run) = (
            checked(&shared, &settings, &cache),
            checked(&copied, &settings, &cache),
        );
        let (with_shared, with_copies) = (of_resources(&shared_run), of_resources(&copied_run));
        findings += with_copies.len();
        let lost: Vec<_> = with_copies.difference(&with_shared).collect();
        let added: Vec<_> = with_shared.difference(&with_copies).collect();
        assert!(
            lost.is_empty() && added.is_empty(),
            "case {case}, {view:?}\nlost: {lost:#?}\nadded: {added:#?}\n{shared}\n---\n{copied}"
        );
    }
    assert!(findings > cases() * 3, "{findings}");
}

fn waiver(finding: &Finding) -> Option<Waiver> {
    let (rule, subject, part) = about(finding);
    let is_resource = matches!(finding.identity.as_deref()?.subject, Subject::Resource(_));
    // A `*` of the value would match others.
    if !is_resource || part.contains('*') {
        return None;
    }
    let patterns = Patterns {
        resource: Some(subject.clone()),
        path: Some(match part.as_str() {
            "" => format!("Resources/{subject}"),
            part => format!("Resources/{subject}/{part}"),
        }),
        ..Patterns::default()
    };
    Some(Waiver {
        rule,
        scope: Scope::Patterns(Box::new(patterns)),
        reason: "accepted".to_owned(),
        owner: None,
        until: None,
        source: Source {
            kind: SourceKind::File,
            file: "w.toml".to_owned(),
            at: Position::START,
        },
    })
}

/// Whether a waiver of one finding covers another: the same part, or one in it.
fn contains((rule, subject, part): &About, other: &About) -> bool {
    let is_inside = other.2 == *part || part.is_empty() || other.2.starts_with(&format!("{part}/"));
    (rule, subject) == (&other.0, &other.1) && is_inside
}

#[test]
fn a_waiver_of_a_part_leaves_all_others() {
    let (cache, controls) = (Cache::default(), select(CONTROLS.split(',')).unwrap());
    let mut random = Random(66);
    let mut waived = 0;
    for case in 0..cases() {
        let text = generate::template(&mut random, true).shared;
        let settings = Settled {
            view: VIEWS[case % VIEWS.len()],
            lint: Linting::Off,
            controls: &controls,
            waivers: &[],
        };
        let run = checked(&text, &settings, &cache);
        let before = all(&run);
        let Some(chosen) = run.findings.get(random.below(run.findings.len().max(1))) else {
            continue;
        };
        let Some(waiver) = waiver(chosen) else {
            continue;
        };
        let waivers = [waiver];
        let after = all(&checked(
            &text,
            &Settled {
                waivers: &waivers,
                ..settings
            },
            &cache,
        ));
        let key = about(chosen);
        let mut expected = before;
        expected.retain(|other, _| !contains(&key, other));
        assert_eq!(after, expected, "case {case}: a waiver of {key:?}\n{text}");
        waived += 1;
    }
    assert!(waived * 3 > cases(), "{waived}");
}

#[test]
fn a_comment_in_a_list_item_waives_the_findings_on_its_line_only() {
    let (cache, controls) = (Cache::default(), select(CONTROLS.split(',')).unwrap());
    let mut random = Random(67);
    let mut waived = 0;
    for case in 0..cases() {
        let text = generate::template(&mut random, true).shared;
        let settings = Settled {
            view: VIEWS[case % VIEWS.len()],
            lint: Linting::Off,
            controls: &controls,
            waivers: &[],
        };
        let run = checked(&text, &settings, &cache);
        let items: Vec<&Finding> = run
            .findings
            .iter()
            .filter(|finding| {
                finding
                    .extent
                    .as_deref()
                    .is_some_and(|extent| extent.item.is_some())
            })
            .collect();
        let Some(chosen) = items.get(random.below(items.len().max(1))) else {
            continue;
        };
        let (rule, line) = (&chosen.rule.id, chosen.span.start.line);
        let commented: Vec<String> = (1..)
            .zip(text.lines())
            .map(|(number, written): (u32, _)| match number == line {
                true => format!("{written} # cfn-warden: waive {rule} reason=\"accepted\""),
                false => written.to_owned(),
            })
            .collect();
        let commented = commented.join("\n");
        let mut expected = BTreeMap::new();
        let is_covered =
            |finding: &Finding| finding.rule.id == *rule && finding.span.start.line == line;
        for finding in run.findings.iter().filter(|finding| !is_covered(finding)) {
            *expected.entry(about(finding)).or_default() += 1;
        }
        let after = all(&checked(&commented, &settings, &cache));
        assert_eq!(
            after, expected,
            "case {case}: {rule} on line {line}\n{text}"
        );
        waived += 1;
    }
    assert!(waived * 3 > cases(), "{waived}");
}

struct Existing;

impl Files for Existing {
    fn name(&self, document: &str) -> String {
        document.to_owned()
    }

    fn exists(&self, name: &str) -> bool {
        name == NAME
    }
}

#[test]
fn an_entry_of_a_baseline_lists_one_part_only() {
    let (cache, controls) = (Cache::default(), select(CONTROLS.split(',')).unwrap());
    let mut random = Random(68);
    let mut listed = 0;
    for case in 0..cases() {
        let text = generate::template(&mut random, true).shared;
        let settings = Settled {
            view: VIEWS[case % VIEWS.len()],
            lint: Linting::Off,
            controls: &controls,
            waivers: &[],
        };
        let mut run = checked(&text, &settings, &cache);
        let entries = baseline::updated(&run, &[], &Existing);
        let Some(entry) = entries.get(random.below(entries.len().max(1))) else {
            continue;
        };
        let before = run.findings.len();
        let entries: Vec<Entry> = vec![entry.clone()];
        baseline::apply(&mut run, "base.json", entries, &Existing);
        let known = &run.baseline.as_ref().unwrap().known;
        assert_eq!(
            (known.len(), run.findings.len()),
            (1, before - 1),
            "case {case}: {entry:?}\n{text}"
        );
        listed += 1;
    }
    assert!(listed * 3 > cases(), "{listed}");
}

/// Two policies differ in what they require of one value, which has one path.
#[test]
fn a_candidate_that_drops_one_of_two_requirements_changes_one_finding() {
    let text = "Resources: {Queue: {Type: AWS::SQS::Queue, Properties: {DelaySeconds: 5, Tags: [{Key: a}, {Key: b}]}}}";
    let run = |rules: &str, check: &dyn Fn(&Run<'_>)| {
        let request = Request {
            documents: vec![Input {
                name: NAME,
                content: text.as_bytes(),
            }],
            rules: vec![Input {
                name: "r.guard",
                content: rules.as_bytes(),
            }],
            lint: Linting::Off,
            ..Request::default()
        };
        check(&engine::check(&request, &Cache::default()));
    };
    let now = "rule R { Resources.*.Properties { KmsMasterKeyId exists  QueueName exists  Tags[*].Value exists } }";
    let then =
        "rule R { Resources.*.Properties { QueueName exists  Tags[ Key == 'a' ].Value exists } }";
    run(now, &|now| {
        run(then, &|then| {
            let changes = engine::changes(now, then);
            let changes: Vec<(&str, &str, &str)> = changes
                .iter()
                .map(|change| (change.path.as_str(), change.now.name(), change.then.name()))
                .collect();
            assert_eq!(
                changes,
                [
                    ("Resources/Queue/Properties", "fails", "none"),
                    ("Resources/Queue/Properties/Tags/1", "fails", "none"),
                ]
            );
        });
    });
}

#[test]
fn a_called_rule_has_one_finding_for_each_part_that_fails() {
    let text = "Resources:
  One:
    Type: Own::Made::Type
    Properties: {Items: [{Port: 22, Key: a}, {Port: 22, Key: b}, {Port: 80, Key: c}]}
  Two:
    Type: Own::Made::Type
    Properties: {Items: [{Port: 22, Key: a}, {Port: 80, Key: logs}]}
";
    let first = "Properties/Items/[{\"Key\":\"a\",\"Port\":\"22\"}]/Port";
    let second = "Properties/Items/[{\"Key\":\"b\",\"Port\":\"22\"}]/Port";
    let list = "Properties/Items";
    let open = [("One", first), ("One", second), ("Two", first)];
    let logged = [("One", list)];
    for (name, rules, expected) in [
        (
            "open",
            "rule open { Resources.*.Properties.Items[*].Port != 22 }\nrule R {\n open\n}",
            &open[..],
        ),
        (
            "logged",
            "rule logged { Resources.* { some Properties.Items[*].Key == 'logs' } }\nrule R {\n logged\n}",
            &logged,
        ),
        (
            "R",
            "rule open(items) { %items.Port != 22 }\nrule R { Resources.* { open(Properties.Items[*]) } }",
            &open,
        ),
        (
            "R",
            "rule logged(items) { some %items.Key == 'logs' }\nrule R { Resources.* { logged(Properties.Items[*]) } }",
            &logged,
        ),
        (
            "R",
            "rule logged(items) { some %items.Key == 'logs' }\nrule between(all) { logged(%all) }
            rule R { Resources.* { let items = Properties.Items[*]\n between(%items) } }",
            &logged,
        ),
        (
            "R",
            "rule logged(items) { some %items { Key == 'logs'  Port == 80 } }\nrule R { Resources.* { logged(Properties.Items[*]) } }",
            &logged,
        ),
        (
            "R",
            "rule R { Resources.* { let items = Properties.Items[*]\n some %items.Key == 'logs' } }",
            &logged,
        ),
    ] {
        for view in VIEWS {
            let request = Request {
                documents: vec![Input {
                    name: NAME,
                    content: text.as_bytes(),
                }],
                rules: vec![Input {
                    name: "r.guard",
                    content: rules.as_bytes(),
                }],
                lint: Linting::Off,
                view,
                ..Request::default()
            };
            let cache = Cache::default();
            let run = engine::check(&request, &cache);
            let of_rule = all(&run).into_iter().filter(|((rule, ..), _)| rule == name);
            let found: Vec<((String, String), usize)> = of_rule
                .map(|((_, subject, part), count)| ((subject, part), count))
                .collect();
            let expected: Vec<((String, String), usize)> = expected
                .iter()
                .map(|(subject, part)| (((*subject).to_owned(), (*part).to_owned()), 1))
                .collect();
            assert_eq!(found, expected, "{view:?} {rules}");
        }
    }
}
