//! Tests of the bundled policies: each control with its unit tests, as written and on all deployments.
//!
//! `GUARD=cfn-guard` runs the unit tests with cfn-guard, too: they have the statuses of cfn-guard 3.2.1.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use cfn_warden::cli::Exit;
use cfn_warden::engine::{self, Cache, Input, Linting, Request, Run};
use cfn_warden::lambda::config::Config;
use cfn_warden::lambda::{self, Function};
use cfn_warden::policies::{self, PACKS};
use cfn_warden_syntax::control::Control;
use cfn_warden_syntax::finding::{Certainty, Severity};
use serde_json::{Value, json};

use crate::cli::{folder, run};
use crate::recorded::root;
use crate::result_schema::assert_valid;
use crate::support::json::to_json;

/// The Guard files of all controls.
pub fn all_files() -> Vec<PathBuf> {
    let services = std::fs::read_dir(root().join("policies"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files = services
        .filter(|path| path.is_dir())
        .flat_map(|path| std::fs::read_dir(path).unwrap());
    let mut files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "guard")
    });
    files.sort();
    files
}

/// The Guard files of controls for templates.
fn files() -> Vec<PathBuf> {
    all_files()
        .into_iter()
        .filter(|path| !is_for_plans(path))
        .collect()
}

pub fn is_for_plans(path: &Path) -> bool {
    path.to_str().unwrap().ends_with(".plan.guard")
}

fn tests_of(file: &Path) -> PathBuf {
    let name = file.file_stem().unwrap().to_str().unwrap();
    file.with_file_name("tests").join(format!("{name}.yaml"))
}

/// A unit test: its name, the template, and the statuses of rules as written and in all deployments.
pub struct Case {
    name: String,
    pub template: String,
    deployments: BTreeMap<String, String>,
}

pub fn cases(file: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(tests_of(file))
        .unwrap_or_else(|_| panic!("{} has no tests", file.display()));
    let arena = bumpalo::Bump::new();
    let tree = cfn_warden_syntax::parse(&arena, &text, "tests.yaml")
        .tree
        .unwrap();
    let all: Value = to_json(tree.root);
    let case = |case: &Value| {
        let expected = &case["expectations"];
        let of = |name: &str| serde_json::from_value(expected[name].clone()).unwrap_or_default();
        let (mut deployments, others): (BTreeMap<String, String>, BTreeMap<String, String>) =
            (of("rules"), of("deployments"));
        deployments.extend(others);
        Case {
            name: case["name"].as_str().unwrap().to_owned(),
            template: case["input"].to_string(),
            deployments,
        }
    };
    all.as_array().unwrap().iter().map(case).collect()
}

fn check<'r>(case: &'r Case, controls: &'r [Arc<Control>]) -> Run<'r> {
    let request = Request {
        documents: vec![Input {
            name: "t.json",
            content: case.template.as_bytes(),
        }],
        controls,
        lint: Linting::Off,
        ..Request::default()
    };
    engine::check(&request, &Cache::default())
}

#[test]
fn packs_report_what_fails_and_what_is_not_decided() {
    let mut differences = Vec::new();
    for file in files() {
        let rules = std::fs::read_to_string(&file).unwrap();
        let control = policies::parse(&rules).unwrap();
        let known = policies::find(&control.id)
            .unwrap_or_else(|| panic!("{}: run `make index`", control.id));
        let cases = cases(&file);
        for kind in ["fail", "pass", "skip", "conditional", "unknown"] {
            let has = cases
                .iter()
                .any(|case| case.name.split(':').next() == Some(kind));
            assert!(has, "{}: no test `{kind}: ...`", control.id);
        }
        for case in &cases {
            let name = format!("{}: {}", control.id, case.name);
            let status = |rule: String| case.deployments.get(&rule).map_or("SKIP", String::as_str);
            let (main, elsewhere) = (
                status(control.rule()),
                status(format!("{}_elsewhere", control.rule())),
            );
            let own = [Arc::clone(known)];
            let run = check(case, &own);
            assert!(run.incomplete.is_empty(), "{name}: {:?}", run.incomplete);
            let worst = run.findings.iter().map(|finding| finding.severity).max();
            let expected = match (main, elsewhere) {
                ("FAIL", _) => Some(known.severity.of_findings()),
                ("UNKNOWN", _) => Some(Severity::Warning),
                (_, "FAIL" | "UNKNOWN") => Some(Severity::Informational),
                _ => None,
            };
            if worst != expected {
                differences.push(format!(
                    "{name}: findings of the pack are {worst:?}, expected {expected:?}"
                ));
            }
            assert!(
                run.findings
                    .iter()
                    .all(|finding| finding.rule.id == control.id),
                "{name}: {:?}",
                run.findings
            );
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn controls_judge_terraform_plans() {
    let files: Vec<PathBuf> = all_files()
        .into_iter()
        .filter(|path| is_for_plans(path))
        .collect();
    assert!(files.len() >= 60, "{}", files.len());
    let mut differences = Vec::new();
    for file in files {
        let name = file.file_name().unwrap().to_str().unwrap();
        let known = policies::find(name.strip_suffix(".plan.guard").unwrap()).unwrap();
        let plan = known
            .plan
            .as_ref()
            .unwrap_or_else(|| panic!("{name}: run `make index`"));
        assert!(
            plan.rules
                .starts_with(&format!("# {}: {}\n# view: plan\n", known.id, known.title)),
            "{name}"
        );
        let cases = cases(&file);
        for case in &cases {
            let own = [Arc::clone(known)];
            let run = check(case, &own);
            assert!(
                run.incomplete.is_empty(),
                "{name}: {}: {:?}",
                case.name,
                run.incomplete
            );
            let expected = match case.name.split(':').next().unwrap() {
                "fail" => Some(known.severity.of_findings()),
                "unknown" => Some(Severity::Warning),
                _ => None,
            };
            let elsewhere = case
                .deployments
                .get(&format!("{}_elsewhere", known.rule()))
                .map(String::as_str);
            let expected = expected.or_else(|| {
                matches!(elsewhere, Some("FAIL" | "UNKNOWN")).then_some(Severity::Informational)
            });
            let found = run.findings.iter().map(|finding| finding.severity).max();
            if found != expected {
                differences.push(format!(
                    "{name}: {}: {found:?}, expected {expected:?}",
                    case.name
                ));
            }
            for finding in &run.findings {
                assert_eq!(
                    (&*finding.rule.id, finding.remediation.as_deref()),
                    (&*known.id, Some(&*plan.fix))
                );
                let begins = match finding.certainty {
                    Certainty::Certain => known.title.to_string(),
                    Certainty::Undecided => format!("not decided: {}", known.title),
                };
                assert!(finding.message.starts_with(&begins), "{}", finding.message);
                let path = finding.path.as_ref().unwrap().to_string();
                assert!(
                    path.starts_with("resource_changes/"),
                    "{name}: {}: {path}",
                    case.name
                );
            }
        }
        for kind in ["fail", "pass", "skip"] {
            assert!(
                cases
                    .iter()
                    .any(|case| case.name.split(':').next() == Some(kind))
                    || name.starts_with("IAM.2."),
                "{name}: {kind}"
            );
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Lists of a value, as JSON pointers. A condition of a policy with an empty list is never true, so lists in conditions
/// are not among them.
fn lists(value: &Value, pointer: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries.iter().filter(|(key, _)| *key != "Condition") {
                let key = key.replace('~', "~0").replace('/', "~1");
                lists(value, &format!("{pointer}/{key}"), found);
            }
        }
        Value::Array(items) => {
            found.extend((!items.is_empty()).then(|| pointer.to_owned()));
            for (index, item) in items.iter().enumerate() {
                lists(item, &format!("{pointer}/{index}"), found);
            }
        }
        _ => {}
    }
}

/// The resources of a template under other names.
fn renamed(template: &Value) -> Value {
    let mut text = template["Resources"].to_string();
    for name in template["Resources"].as_object().unwrap().keys() {
        for (before, after) in [("\"", "\""), ("\"", "."), ("${", "}"), ("${", ".")] {
            text = text.replace(
                &format!("{before}{name}{after}"),
                &format!("{before}Other{name}{after}"),
            );
        }
    }
    serde_json::from_str(&text).unwrap()
}

/// An empty list says as much as no list: wherever a control accepts a resource without the list, alone or next to
/// another one, it accepts an empty one.
#[test]
fn an_empty_list_fails_no_more_than_a_missing_one() {
    let (mut mutants, mut differences) = (0, Vec::new());
    for file in all_files() {
        let is_plan = is_for_plans(&file);
        let name = file.file_name().unwrap().to_str().unwrap();
        let id = name.trim_end_matches(".guard").trim_end_matches(".plan");
        let own = [Arc::clone(policies::find(id).unwrap())];
        let seeds: Vec<(String, Value)> = cases(&file)
            .into_iter()
            .map(|case| (case.name, serde_json::from_str(&case.template).unwrap()))
            .collect();
        let good = seeds
            .iter()
            .find(|(name, seed)| {
                name.starts_with("pass") && seed.as_object().is_some_and(|seed| seed.len() == 1)
            })
            .filter(|_| !is_plan)
            .map(|(_, seed)| renamed(seed));
        let mut documents = Vec::new();
        for (seed_name, seed) in &seeds {
            let section = if is_plan {
                "resource_changes"
            } else {
                "Resources"
            };
            let mut found = Vec::new();
            lists(&seed[section], &format!("/{section}"), &mut found);
            for pointer in found {
                let (above, key) = pointer.rsplit_once('/').unwrap();
                let (mut empty, mut missing) = (seed.clone(), seed.clone());
                let Some(above) = missing.pointer_mut(above).and_then(Value::as_object_mut) else {
                    continue;
                };
                if key.starts_with("Fn::") || above.remove(key).is_none() {
                    continue;
                }
                *empty.pointer_mut(&pointer).unwrap() = json!([]);
                if let Some(good) = &good {
                    for template in [&mut empty, &mut missing] {
                        let resources = template["Resources"].as_object_mut().unwrap();
                        resources.extend(good.as_object().unwrap().clone());
                    }
                }
                let name = format!("{name}: {seed_name}: {pointer}");
                documents.push((name, [empty.to_string(), missing.to_string()]));
            }
        }
        mutants += documents.len();
        let inputs = documents.iter().flat_map(|(name, [empty, missing])| {
            [
                (format!("{name} empty"), empty),
                (format!("{name} missing"), missing),
            ]
        });
        let inputs: Vec<(String, &String)> = inputs.collect();
        let request = Request {
            documents: inputs
                .iter()
                .map(|(name, text)| Input {
                    name,
                    content: text.as_bytes(),
                })
                .collect(),
            controls: &own,
            lint: Linting::Off,
            ..Request::default()
        };
        let run = engine::check(&request, &Cache::default());
        let failed: BTreeSet<&str> = run
            .findings
            .iter()
            .filter(|finding| finding.severity != Severity::Informational)
            .map(|finding| &*finding.file)
            .collect();
        differences.extend(
            documents
                .iter()
                .map(|(name, _)| name)
                .filter(|name| {
                    failed.contains(&*format!("{name} empty"))
                        && !failed.contains(&*format!("{name} missing"))
                })
                .cloned(),
        );
    }
    assert!(mutants > 2500, "{mutants}");
    assert!(
        differences.is_empty(),
        "{mutants}\n{}",
        differences.join("\n")
    );
}

#[test]
fn unit_tests_have_the_statuses_of_cfn_guard() {
    let guard = std::env::var("GUARD").ok();
    for file in all_files() {
        let (rules, tests) = (file.to_str().unwrap(), tests_of(&file));
        let line = ["test", "-r", rules, "-t", tests.to_str().unwrap()];
        let ended = run(&line, "");
        assert_eq!(ended.exit, Exit::OK, "{rules}\n{}{}", ended.out, ended.err);
        if !is_for_plans(&file) {
            let ended = run(
                &[
                    "test",
                    "-r",
                    rules,
                    "-t",
                    tests.to_str().unwrap(),
                    "--deployments",
                ],
                "",
            );
            assert_eq!(ended.exit, Exit::OK, "{rules}\n{}{}", ended.out, ended.err);
        }
        if let Some(guard) = &guard {
            let output = Command::new(guard).args(line).output().unwrap();
            assert!(
                output.status.success(),
                "{rules}\n{}",
                String::from_utf8_lossy(&output.stdout)
            );
        }
    }
}

#[test]
fn a_wrong_expectation_on_all_deployments_fails() {
    let here = folder("policies-deployments");
    let (rules, tests) = (here.path().join("a.guard"), here.path().join("a.yaml"));
    std::fs::write(
        &rules,
        "rule A { AWS::SQS::Queue { Properties.KmsMasterKeyId exists } }\n",
    )
    .unwrap();
    let case = |expected: &str| {
        format!(
            "- name: depends on a condition\n  input:\n    Parameters: {{P: {{Type: String}}}}\n    \
             Conditions: {{C: {{'Fn::Equals': [{{Ref: P}}, a]}}}}\n    Resources:\n      Q:\n        Type: AWS::SQS::Queue\n        \
             Properties: {{KmsMasterKeyId: {{'Fn::If': [C, k, {{Ref: 'AWS::NoValue'}}]}}}}\n  \
             expectations: {{rules: {{A: PASS}}, deployments: {{A: {expected}}}}}\n"
        )
    };
    let tested = |expected: &str| {
        std::fs::write(&tests, case(expected)).unwrap();
        run(
            &[
                "test",
                "-r",
                rules.to_str().unwrap(),
                "-t",
                tests.to_str().unwrap(),
                "--deployments",
            ],
            "",
        )
    };
    assert_eq!(tested("FAIL").exit, Exit::OK, "{}", tested("FAIL").out);
    let wrong = tested("PASS");
    assert!(
        wrong
            .out
            .contains("depends on a condition: A is FAIL, expected PASS"),
        "{}",
        wrong.out
    );
    assert!(
        wrong.out.contains("1 test on all deployments, 1 failed") && wrong.exit == Exit::GUARD_TEST,
        "{}",
        wrong.out
    );
}

#[test]
fn rules_check_finds_no_mistakes_in_policies() {
    let folder = root().join("policies");
    let ended = run(
        &[
            "rules",
            "check",
            folder.to_str().unwrap(),
            "--format",
            "json",
        ],
        "",
    );
    let answer: Value = serde_json::from_str(&ended.out).unwrap();
    let is_serious = |one: &&Value| one["severity"] != "informational";
    let serious: Vec<&Value> = answer["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(is_serious)
        .collect();
    assert!(ended.exit == Exit::OK && serious.is_empty(), "{serious:?}");
}

#[test]
fn the_packed_policies_are_those_of_the_folder() {
    let mut texts: Vec<String> = files()
        .iter()
        .map(|file| std::fs::read_to_string(file).unwrap())
        .collect();
    let mut packed: Vec<&str> = policies::all()
        .iter()
        .map(|control| &**control.rules)
        .collect();
    texts.sort();
    packed.sort_unstable();
    assert_eq!(packed, texts, "run `make index`");
    for file in files() {
        let control = policies::all()
            .iter()
            .find(|one| *file.file_stem().unwrap() == *one.id);
        let control = control
            .unwrap_or_else(|| panic!("{}: the file is not named as its control", file.display()));
        assert!(
            control.rules.contains("# view: deployments\n"),
            "{}",
            control.id
        );
        assert!(
            control.link.starts_with("https://"),
            "{}: {}",
            control.id,
            control.link
        );
        assert!(
            control.fix.ends_with('.') && control.why.ends_with('.'),
            "{}",
            control.id
        );
    }
}

/// `explain` prints a template that fails and one that passes: the first ones of the unit tests.
#[test]
fn examples_fail_and_pass() {
    for file in files() {
        let id = file.file_stem().unwrap().to_str().unwrap();
        let examples = policies::examples(id).unwrap_or_else(|| panic!("{id}: run `make index`"));
        let own = [Arc::clone(policies::find(id).unwrap())];
        for (kind, text) in [("fail:", examples.bad), ("pass:", examples.good)] {
            let case = cases(&file)
                .into_iter()
                .find(|case| case.name.starts_with(kind))
                .unwrap();
            let arena = bumpalo::Bump::new();
            let tree = cfn_warden_syntax::parse(&arena, text, "example.yaml")
                .tree
                .unwrap();
            assert_eq!(
                to_json(tree.root).to_string(),
                case.template,
                "{id}: run `make index`"
            );
            let case = Case {
                template: text.to_owned(),
                ..case
            };
            let fails = check(&case, &own)
                .findings
                .iter()
                .any(|finding| finding.severity != Severity::Informational);
            assert_eq!(fails, kind == "fail:", "{id}: {text}");
        }
    }
    let explained = run(&["explain", "S3.8"], "").out;
    assert!(
        explained.contains("Example that fails\n\nResources:\n"),
        "{explained}"
    );
    assert!(
        run(&["explain", "account.1"], "")
            .out
            .contains("No template decides this control")
    );
}

#[test]
fn packs_select_controls_by_framework_and_id() {
    let ids = |names: &[&str]| -> Vec<String> {
        policies::select(names.iter().copied())
            .unwrap()
            .iter()
            .map(|control| control.id.to_string())
            .collect()
    };
    assert_eq!(ids(&["s3.8", "S3.8"]), ["S3.8"]);
    assert!(
        ids(&["fsbp"]).contains(&"S3.8".to_owned()) && ids(&["cis"]).contains(&"S3.8".to_owned())
    );
    assert_eq!(ids(&["all"]).len(), policies::all().len());
    for pack in PACKS.iter().filter(|pack| pack.name != "all") {
        assert!(
            pack.controls().count() < policies::all().len(),
            "{}",
            pack.name
        );
    }
    let unknown = policies::select(["fsbq"]).unwrap_err();
    assert!(unknown.contains("did you mean `fsbp`?"), "{unknown}");
}

#[test]
fn the_command_line_lists_shows_and_exports_controls() {
    let listed = run(&["packs", "list"], "");
    assert!(
        listed.out.contains("fsbp") && listed.exit == Exit::OK,
        "{}",
        listed.out
    );
    assert!(
        run(&["packs", "list", "fsbp"], "").out.contains("S3.8"),
        "{}",
        listed.out
    );
    let shown = run(&["packs", "show", "S3.8"], "").out;
    assert_eq!(shown, **policies::find("S3.8").unwrap().rules);
    assert!(run(&["explain", "s3.8"], "").out.contains("How to fix it"));
    let here = folder("packs-export");
    let output = here.path().join("rules");
    let ended = run(
        &[
            "packs",
            "export",
            "S3.8",
            "--output",
            output.to_str().unwrap(),
        ],
        "",
    );
    assert_eq!(
        (
            ended.exit,
            std::fs::read_to_string(output.join("S3.8.guard")).unwrap()
        ),
        (Exit::OK, shown)
    );
    let wrong = run(&["packs", "show", "S3.88"], "");
    assert!(
        wrong
            .err
            .contains("unknown pack or control `S3.88`; did you mean"),
        "{}",
        wrong.err
    );
    assert_eq!(wrong.exit, Exit::ERROR);
}

/// An answer without writing a rule: each problem once, with the fix.
#[test]
fn an_insecure_template_is_described() {
    let path = root().join("tests/policies/insecure.yaml");
    let ended = run(
        &[
            "check",
            path.to_str().unwrap(),
            "--pack",
            "fsbp",
            "--format",
            "json",
        ],
        "",
    );
    assert_eq!(ended.exit, Exit::NOT_COMPLIANT);
    let answer: Value = serde_json::from_str(&ended.out).unwrap();
    assert_valid(&answer);
    let findings = answer["findings"].as_array().unwrap();
    for (rule, resource) in [
        ("S3.2", "Site"),
        ("S3.8", "Site"),
        ("EC2.19", "Servers"),
        ("RDS.2", "Orders"),
        ("RDS.3", "Orders"),
        ("W2501", "Orders"),
        ("CodeBuild.2", "Build"),
        ("IAM.1", "Admin"),
        ("EC2.182", "Snapshots"),
        ("ELB.17", "Https"),
    ] {
        let is_it = |one: &&Value| one["rule"] == rule && one["resource"]["logical_id"] == resource;
        let found: Vec<&Value> = findings.iter().filter(is_it).collect();
        assert_eq!(found.len(), 1, "{rule}: {findings:?}");
        assert!(
            found[0]["remediation"]
                .as_str()
                .is_some_and(|fix| !fix.is_empty()),
            "{rule}"
        );
    }
    let bucket = findings.iter().find(|one| one["rule"] == "S3.8").unwrap();
    assert_eq!(bucket["control"]["severity"], "high");
    assert!(
        bucket["control"]["frameworks"]
            .as_array()
            .unwrap()
            .contains(&Value::from("FSBP"))
    );
    let sarif = run(
        &[
            "check",
            path.to_str().unwrap(),
            "--pack",
            "S3.8",
            "--format",
            "sarif",
        ],
        "",
    )
    .out;
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"]
        .as_array()
        .unwrap();
    let rule = rules.iter().find(|rule| rule["id"] == "S3.8").unwrap();
    assert_eq!(rule["properties"]["security-severity"], "8.0");
}

/// Not at the attributes with other names.
#[test]
fn an_attribute_that_is_wrong_is_shown_where_it_is() {
    let path = root().join("tests/policies/attributes.yaml");
    let ended = run(
        &[
            "check",
            path.to_str().unwrap(),
            "--pack",
            "ELB.6",
            "--lint",
            "off",
            "--format",
            "json",
        ],
        "",
    );
    let answer: Value = serde_json::from_str(&ended.out).unwrap();
    let place = json!([
        "Resources",
        "Front",
        "Properties",
        "LoadBalancerAttributes",
        2,
        "Value"
    ]);
    assert_eq!(
        (
            &answer["findings"][0]["path"],
            answer["findings"].as_array().unwrap().len()
        ),
        (&place, 1)
    );
}

/// The function evaluates the packs of its settings or of the request, and Hooks those of the settings.
#[test]
fn the_function_evaluates_packs() {
    let function = |packs: &str| {
        let settings = [("WARDEN_PACKS", packs), ("WARDEN_HOOK_LINT", "off")];
        let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Function::start(
            Config::read(settings),
            Box::default(),
            cfn_warden_rules::bundled(),
        )
    };
    let answer = |event: &Value, function: &Function| -> Value {
        serde_json::from_str(&lambda::handle(event.to_string().as_bytes(), function).answer)
            .unwrap()
    };
    let bucket = json!({"Resources": {"Logs": {"Type": "AWS::S3::Bucket", "Properties": {"PublicAccessBlockConfiguration": {}}}}});
    let request = json!({"data": bucket, "lint": false});
    let answered = answer(&request, &function("S3.8"));
    assert_valid(&answered);
    assert_eq!(
        (&answered["status"], &answered["findings"][0]["rule"]),
        (&json!("FAIL"), &json!("S3.8"))
    );
    let own = json!({"data": bucket, "lint": false, "packs": ["S3.14"]});
    assert_eq!(
        answer(&own, &function("S3.8"))["findings"][0]["rule"],
        "S3.14"
    );
    let none = json!({"data": bucket, "packs": []});
    assert_eq!(answer(&none, &function("S3.8"))["findings"], json!([]));
    let unknown = json!({"data": bucket, "packs": ["fsbq"]});
    assert_eq!(
        answer(&unknown, &function(""))["errors"][0]["where"],
        json!({"field": "packs"})
    );
    let event: Value = serde_json::from_slice(
        &std::fs::read(root().join("events/hook/resource-create.json")).unwrap(),
    )
    .unwrap();
    let blocked = answer(&event, &function("fsbp"));
    assert_eq!(blocked["errorCode"], "NonCompliant", "{blocked}");
    assert!(
        blocked["message"].as_str().unwrap().contains("S3.9"),
        "{blocked}"
    );
    assert_eq!(blocked["annotations"][0]["severityLevel"], "MEDIUM");
    let invalid = answer(&request, &function("fsbq"));
    assert!(
        invalid["errors"][0]["message"]
            .as_str()
            .unwrap()
            .contains("did you mean `fsbp`"),
        "{invalid}"
    );
}

/// The tagging standard has an ID for each type; one rule checks all of them.
#[test]
fn the_tagging_rule_has_the_types_of_the_standard() {
    let list = std::fs::read_to_string(root().join("policies/tagging/controls.tsv")).unwrap();
    let types: BTreeSet<&str> = list
        .lines()
        .skip(1)
        .filter_map(|line| line.split('\t').nth(1))
        .collect();
    let control = policies::find("Tagging.1").unwrap();
    assert_eq!(control.types.split(',').collect::<BTreeSet<_>>(), types);
    assert!(
        types.len() > 100
            && types
                .iter()
                .all(|name| control.rules.contains(&format!("\"{name}\"")))
    );
}

#[test]
fn docs_policies_is_generated() {
    let page = std::fs::read_to_string(root().join("docs/policies.md")).unwrap();
    let comparison = std::fs::read_to_string(root().join("policies/comparison.md")).unwrap();
    assert!(
        page == run(&["packs", "list", "--format", "markdown"], "").out + &comparison,
        "run `make docs`"
    );
}
