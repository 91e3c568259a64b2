//! Public modules: their examples are evaluated, planned, and checked by the rules in examples/terraform.

use std::path::{Path, PathBuf};

use cfn_warden::cli::Exit;
use cfn_warden_terraform::{Host, Mocks, PlanSettings, References, Settings, evaluate, plan, show};
use serde_json::Value as Json;

use super::super::support::{files, folder, roomy};
use super::{checked, places};

const EXAMPLES: [(&str, &str); 3] = [
    ("terraform-aws-vpc", "simple"),
    ("terraform-aws-vpc", "complete"),
    ("terraform-aws-s3-bucket", "complete"),
];

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("examples/terraform")
        .join(name)
}

fn mocks() -> Mocks {
    let mut mocks = Mocks::default();
    mocks
        .add(
            "aws.tfmock.hcl",
            &std::fs::read_to_string(example("aws.tfmock.hcl")).unwrap(),
        )
        .unwrap();
    mocks
}

#[test]
fn every_variable_local_value_and_output_has_a_value() {
    for (module, name) in EXAMPLES {
        roomy(move || {
            let files = files(&folder("public").join(module));
            for inner in [".".to_owned(), format!("examples/{name}")] {
                let host = Host {
                    folder: inner.clone(),
                    ..Host::from_files(&files)
                };
                let settings = Settings::new(&host);
                let run = evaluate(&settings);
                assert_eq!(run.located(), Vec::<String>::new(), "{module}/{inner}");
                let shown = show(&run);
                assert_eq!(shown, show(&evaluate(&settings)), "{module}/{inner}");
                let counts = ["variables", "locals", "outputs"]
                    .map(|section| shown[section].as_object().unwrap().len());
                let known = match (module, inner.as_str()) {
                    ("terraform-aws-vpc", ".") => [236, 40, 119],
                    ("terraform-aws-vpc", "examples/simple") => [0, 5, 103],
                    ("terraform-aws-vpc", "examples/complete") => [0, 5, 106],
                    (_, ".") => [72, 11, 15],
                    _ => [0, 2, 10],
                };
                assert_eq!(counts, known, "{module}/{inner}");
            }
        });
    }
}

pub fn planned(module: &str, name: &str) -> String {
    let files = files(&folder("public").join(module));
    let host = Host {
        folder: format!("examples/{name}"),
        ..Host::from_files(&files)
    };
    let mut settings = Settings::new(&host);
    settings.references = References::Planned;
    settings.providers.mocks = mocks();
    let run = evaluate(&settings);
    assert_eq!(run.located(), Vec::<String>::new());
    plan(&run, &settings, &PlanSettings::default())
        .unwrap()
        .document
        .to_string()
}

#[test]
fn plans_of_the_examples_are_the_same_each_time() {
    for ((module, name), resources, deferred) in [
        (EXAMPLES[0], 14, 0),
        (EXAMPLES[1], 71, 0),
        (EXAMPLES[2], 72, 2),
    ] {
        roomy(move || {
            let text = planned(module, name);
            assert_eq!(text, planned(module, name));
            let plan: Json = serde_json::from_str(&text).unwrap();
            assert_eq!(
                plan["resource_changes"].as_array().unwrap().len(),
                resources,
                "{module}/{name}"
            );
            assert_eq!(plan["x_static"]["deferred"], deferred);
        });
    }
}

/// Returns cfn-guard's report of an example, and the locations of the findings.
fn judged(module: &'static str, name: &'static str, rules: &'static str) -> (Exit, Json) {
    let judge = move || {
        let at = folder("public").join(module).join("examples").join(name);
        let (rules, mocks) = (example(rules), example("aws.tfmock.hcl"));
        checked(
            at.to_str().unwrap(),
            rules.to_str().unwrap(),
            &["--mocks", mocks.to_str().unwrap()],
        )
    };
    std::thread::Builder::new()
        .stack_size(32 << 20)
        .spawn(judge)
        .unwrap()
        .join()
        .unwrap()
}

#[test]
fn rules_for_networks_judge_the_vpc_module() {
    let (exit, answer) = judged("terraform-aws-vpc", "complete", "vpc.guard");
    assert_eq!(exit, Exit::NOT_COMPLIANT);
    let passed = [
        "vpc_names_are_resolved",
        "vpc_security_groups_let_in_neighbours_only",
        "vpc_subnets_are_named",
        "vpc_subnets_give_no_public_addresses",
    ];
    let report = &answer["guard"][0];
    assert_eq!(
        report["compliant"],
        Json::from(passed.to_vec()),
        "{answer:#}"
    );
    let failed: Vec<&str> = answer["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["rule"].as_str().unwrap())
        .collect();
    assert_eq!(failed, ["vpc_traffic_is_logged"]);
}

#[test]
fn rules_for_buckets_judge_the_s3_module_with_lines_of_its_files() {
    let (exit, answer) = judged("terraform-aws-s3-bucket", "complete", "s3.guard");
    assert_eq!(exit, Exit::NOT_COMPLIANT);
    let passed = ["s3_public_access_is_blocked", "s3_versions_are_kept"];
    assert_eq!(
        answer["guard"][0]["compliant"],
        Json::from(passed.to_vec()),
        "{answer:#}"
    );
    // All five buckets set `force_destroy`: one line of the module, called five times.
    let stay = (
        "main.tf".to_owned(),
        54,
        "s3_buckets_with_objects_stay".to_owned(),
    );
    let mut expected = vec![stay; 5];
    expected.push(("main.tf".to_owned(), 108, "terraform-deferred".to_owned()));
    assert_eq!(places(&answer), expected);
    let called = |finding: &Json| -> u64 {
        let message = finding["message"].as_str().unwrap();
        message
            .rsplit_once(':')
            .unwrap()
            .1
            .trim_end_matches(')')
            .parse()
            .unwrap()
    };
    let mut lines: Vec<u64> = answer["findings"]
        .as_array()
        .unwrap()
        .iter()
        .take(5)
        .map(called)
        .collect();
    lines.sort_unstable();
    assert_eq!(lines, [88, 110, 135, 143, 152]);
}
