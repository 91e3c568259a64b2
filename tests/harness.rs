//! The harnesses of fuzz targets, on damaged fixtures.

pub mod deployments;
mod files;
pub mod fixes;
mod language_server;
pub mod plans;
mod project;
mod waivers;

use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::Index;

use crate::cli::folder;
use crate::recorded::root;
use crate::support::damage::{Places, damaged};
use crate::support::files_below;
use crate::terraform::support::roomy;

/// Returns the texts of the files below a folder of the repository that have one of these extensions.
fn texts(folder: &str, extensions: &[&str]) -> Vec<String> {
    let is_wanted = |path: &Path| {
        path.extension()
            .is_some_and(|own| extensions.iter().any(|other| own == *other))
    };
    let paths = files_below(&root().join(folder))
        .into_iter()
        .filter(|path| is_wanted(path));
    paths
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}

fn templates() -> Vec<String> {
    [
        texts("tests/fixes", &["yaml", "json"]),
        texts("tests/deployability", &["yaml"]),
    ]
    .concat()
}

/// Returns the template and the waivers of each fixture of waivers.
fn waived() -> Vec<String> {
    let section = |text: &str, ends: &[&str]| -> Option<String> {
        let sections = text
            .split("--- ")
            .filter_map(|section| section.split_once('\n'));
        let mut own = sections.filter(|(name, _)| ends.iter().any(|end| name.ends_with(end)));
        Some(own.next()?.1.to_owned())
    };
    let pair = |text: String| {
        let waivers = section(&text, &["waivers.toml"]).unwrap_or_default();
        Some([section(&text, &[".yaml", ".json"])?, waivers].join("\0"))
    };
    texts("tests/waivers", &["txt"])
        .into_iter()
        .filter_map(pair)
        .collect()
}

/// Returns the fenced blocks of a kind in a page.
fn blocks(page: &str, kind: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join("docs").join(page)).unwrap();
    let start = format!("```{kind}\n");
    text.split(&start)
        .skip(1)
        .map(|rest| rest.split("```\n").next().unwrap().to_owned())
        .collect()
}

/// Returns the rules and the template of each example of deployments.
fn examples() -> Vec<String> {
    let rules = blocks("deployments.md", "guard").into_iter();
    rules
        .zip(blocks("deployments.md", "yaml"))
        .map(|(rules, template)| [rules, template].join("\0"))
        .collect()
}

/// Returns rules on plans, and the plans of their tests.
fn plans() -> Vec<String> {
    let mut pairs = Vec::new();
    for path in files_below(&root().join("policies/s3")) {
        let name = path.file_name().unwrap().to_str().unwrap();
        let Some(name) = name.strip_suffix(".plan.yaml") else {
            continue;
        };
        let rules = path
            .parent()
            .unwrap()
            .with_file_name(format!("{name}.plan.guard"));
        let (Ok(rules), tests) = (
            std::fs::read_to_string(rules),
            std::fs::read_to_string(&path).unwrap(),
        ) else {
            continue;
        };
        let inputs = tests
            .lines()
            .filter_map(|line| line.trim_start().strip_prefix("input: {"));
        pairs.extend(inputs.map(|input| format!("{rules}\0{{{input}")));
    }
    pairs
}

#[test]
fn verdicts_on_the_examples_are_compared() {
    let compared = |check: fn(&str, &str) -> usize| {
        move |pair: &String| {
            pair.split_once('\0')
                .map_or(0, |(rules, document)| check(rules, document))
        }
    };
    let of_deployments = examples()
        .iter()
        .map(compared(deployments::check_deployments))
        .sum::<usize>();
    assert!(of_deployments > 0, "{of_deployments}");
    let of_plans = plans()
        .iter()
        .map(compared(plans::check_plan))
        .sum::<usize>();
    assert!(of_plans > 0, "{of_plans}");
}

/// Found by libFuzzer: a block that is unknown in a plan is not set, and then the rule does not apply.
#[test]
fn rules_that_read_which_values_are_unknown_are_not_compared() {
    let rules = std::fs::read_to_string(root().join("policies/ec2/EC2.3.plan.guard")).unwrap();
    let plan = r#"{"resource_changes": [{"address": "aws_instance.x", "type": "aws_instance",
                  "change": {"after": {"ami": "a"}, "after_unknown": {"root_block_device": true}}}]}"#;
    assert_eq!(plans::check_plan(&rules, plan), 0);
}

/// Found by libFuzzer: the fix of a type uncovers findings that are fixed, and one with the same message is not.
#[test]
fn a_fixed_finding_may_have_the_message_of_one_that_stays() {
    let long = "  Long:\n    Type: AWS::SNS::Topic\n    Properties:\n      DisplayName:\n        Fn::Sub: &a text\n";
    let plain =
        "  Plain:\n    Type: AWS::S1NS::Topic\n    Properties:\n      DisplayName: !Sub plain\n";
    fixes::check_fixes(&format!("Resources:\n{plain}{long}"));
}

/// Found by libFuzzer: of two resources with one ID, the second has a condition.
#[test]
fn the_last_of_equal_keys_is_deployed() {
    let rules =
        "rule named { Resources.*[ Type == 'AWS::S3::Bucket' ].Properties.BucketName != 'public' }";
    let template = "Parameters: {Env: {Type: String}}\n\
                    Conditions: {IsProd: !Equals [!Ref Env, prod]}\n\
                    Resources:\n  Logs: {Type: AWS::SNS::Topic}\n  A: {Type: AWS::S3::Bucket}\n  \
                    A: {Type: AWS::S3::BucketPolicy, Condition: IsProd, Properties: null}\n";
    assert!(deployments::check_deployments(rules, template) > 0);
}

/// A pack in a zip file, and a knowledge base in JSON and as a file.
#[test]
fn files_are_read_and_written() {
    let file = |name: &str, content: &[u8]| cfn_warden::policies::custom::PackFile {
        name: name.to_owned(),
        content: content.to_vec(),
    };
    let pack = [
        file("pack.toml", b"name = \"acme\"\nversion = \"1\"\n"),
        file("r.guard", b"rule NAMED { Resources exists }\n"),
    ];
    let small = root().join("tests/knowledge/file");
    let zipped = cfn_warden::policies::custom::zipped(pack.to_vec()).unwrap();
    for bytes in [
        zipped,
        std::fs::read(small.join("small.knowledge")).unwrap(),
        [
            std::fs::read(small.join("small.json")).unwrap(),
            vec![0, 20, 3, 1],
        ]
        .concat(),
    ] {
        files::check_file(&bytes);
    }
}

/// Texts to damage.
struct Texts(LazyLock<Vec<String>>);

impl Texts {
    const fn of(make: fn() -> Vec<String>) -> Texts {
        Texts(LazyLock::new(make))
    }

    fn damaged(&self, at: Index, places: &[Places]) -> String {
        damaged(&self.0[at.index(self.0.len())], places)
    }
}

static TEMPLATES: Texts = Texts::of(templates);
static WAIVED: Texts = Texts::of(waived);
static EXAMPLES: Texts = Texts::of(examples);
static PLANS: Texts = Texts::of(plans);
static SETTINGS: Texts = Texts::of(|| {
    [
        texts("tests/config", &["toml"]),
        blocks("project-file.md", "toml"),
    ]
    .concat()
});
static FILES: Texts = Texts::of(|| {
    let schemas = "typeName: AWS::SNS::Topic\nproperties: {Fresh: {type: array, items: {type: string}}, TopicName: null}\n";
    let pack = "name = \"acme\"\nversion = \"1\"\n\0\0rule NAMED { Resources exists }\n";
    let small = std::fs::read_to_string(root().join("tests/knowledge/file/small.json")).unwrap()
        + "\0\u{14}\u{3}\u{1}";
    let empty = "{\"version\": 1, \"findings\": []}\n";
    let waivers = waived()
        .into_iter()
        .filter_map(|pair| Some(pair.split_once('\0')?.1.to_owned()));
    [schemas.to_owned(), pack.to_owned(), small, empty.to_owned()]
        .into_iter()
        .chain(waivers)
        .collect()
});

/// Parts of a text that change.
fn parts() -> impl Strategy<Value = Vec<Places>> {
    prop::collection::vec(any::<Places>(), 0..4)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_templates_are_fixed(at in any::<Index>(), places in parts()) {
        let text = TEMPLATES.damaged(at, &places);
        roomy(move || fixes::check_fixes(&text));
    }

    #[test]
    fn damaged_files_are_read(at in any::<Index>(), places in parts()) {
        let text = FILES.damaged(at, &places);
        roomy(move || files::check_file(text.as_bytes()));
    }

    #[test]
    fn damaged_project_files_are_read(at in any::<Index>(), places in parts()) {
        project::check_project(&SETTINGS.damaged(at, &places), folder("harness-project").path());
    }

    #[test]
    fn damaged_templates_are_waived(at in any::<Index>(), places in parts()) {
        let text = WAIVED.damaged(at, &places);
        let (template, waivers) = text.split_once('\0').unwrap_or((&text, ""));
        waivers::check_waivers(template, waivers);
    }

    #[test]
    fn damaged_templates_are_edited(at in any::<Index>(), places in parts(), edits in prop::collection::vec("\\PC{2,10}", 0..3)) {
        let text = TEMPLATES.damaged(at, &places);
        language_server::check_edits(&[vec![text], edits].concat().join("\0"));
    }

    #[test]
    fn damaged_templates_are_deployed(at in any::<Index>(), places in parts()) {
        let text = EXAMPLES.damaged(at, &places);
        let (rules, template) = text.split_once('\0').unwrap_or((&text, ""));
        deployments::check_deployments(rules, template);
    }

    #[test]
    fn damaged_plans_are_checked(at in any::<Index>(), places in parts()) {
        let text = PLANS.damaged(at, &places);
        let (rules, plan) = text.split_once('\0').unwrap_or((&text, ""));
        plans::check_plan(rules, plan);
    }
}
