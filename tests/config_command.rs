//! Tests of `config`: the settings that apply, the JSON Schema, and conversions.

use std::collections::BTreeSet;

use cfn_warden_schema::Pack;
use cfn_warden_schema::draft7::validate;
use serde_json::{Value, json};

use crate::cli::{folder, run};

/// A project file with a setting of each form.
const PROJECT: &str = r#"documents = ["templates"]
exclude = ["*.test.yaml", "old/x.yaml"]
rules = "policy"
regions = ["us-east-1", "eu-west-1"]
fail-on = "warning"
include-experimental = true

[parameters]
Env = "prod"
Count = 3
Zones = ["a", "b"]

[configure-rule.E3012]
strict = true

[output]
sarif = "out/report.sarif"

[terraform]
no-tags-all = true
unknown-count = "one"

[terraform.var]
region = "eu-west-1"

[[waiver]]
rule = "E3012"
reason = "known"
"#;

/// Writes a project file and the folders that it names; returns its path.
fn project(name: &str, text: &str) -> (crate::cli::tempdir::Folder, String) {
    let here = folder(name);
    here.file("templates/a.yaml", "Resources: {}\n");
    here.file("policy/a.guard", "rule A { Resources exists }\n");
    let path = here.file("cfn-warden.toml", text);
    (here, path)
}

#[test]
fn waivers_of_a_project_become_a_file_for_the_function() {
    let (here, path) = project("config-lambda-waivers", PROJECT);
    let toml =
        "[[waiver]]\nrule = \"NAMED\"\nreason = \"old\"\nuntil = 2027-01-31\nstack = \"prod-*\"\n";
    let (_other, with_file) = project(
        "config-lambda-waivers-file",
        &format!("waivers = \"more.toml\"\n{toml}"),
    );
    std::fs::write(
        std::path::Path::new(&with_file).with_file_name("more.toml"),
        toml.replace("NAMED", "SIZED"),
    )
    .unwrap();
    for (path, rules) in [(&path, &["E3012"][..]), (&with_file, &["NAMED", "SIZED"])] {
        let ended = run(&["config", "--lambda-waivers", "--config", path], "");
        assert_eq!(ended.err, "");
        let read = cfn_warden::engine::waivers::file::parse(&ended.out, "waivers.json").unwrap();
        assert_eq!(
            read.iter()
                .map(|waiver| waiver.rule.as_str())
                .collect::<Vec<_>>(),
            rules
        );
        if rules.len() > 1 {
            assert!(
                read.iter()
                    .all(|waiver| waiver.until.as_deref() == Some("2027-01-31")),
                "{read:?}"
            );
            assert!(ended.out.contains("\"stack\": \"prod-*\""), "{}", ended.out);
        }
        let converted = run(&["config", "--lambda", "--config", path], "");
        assert!(
            converted.err.contains("--lambda-waivers > waivers.json"),
            "{}",
            converted.err
        );
    }
    drop(here);
}

#[test]
fn what_is_shown_is_a_project_file_with_the_same_settings() {
    let (here, path) = project("config-show", PROJECT);
    let shown = run(&["config", "--config", &path], "");
    assert_eq!(shown.err, "");
    let line = |text: &str| {
        shown
            .out
            .lines()
            .find(|line| line.starts_with(text))
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(
        line("fail-on"),
        format!("fail-on = \"warning\"  # {path}:5:1")
    );
    assert_eq!(line("view"), "view = \"expanded\"  # default");
    assert!(shown.out.ends_with("\n# and 1 waiver\n"), "{}", shown.out);
    // Paths are shown as seen from here, and are absolute: the file has them in a folder of its own.
    let again = here.file("again.toml", &shown.out);
    let without_origins = |text: &str, name: &str| {
        let lines = text
            .lines()
            .skip(1)
            .map(|line| line.split("  # ").next().unwrap().to_owned());
        assert!(text.contains(name));
        lines
            .filter(|line| !line.starts_with("# and"))
            .collect::<Vec<_>>()
            .join("\n")
            .trim_end()
            .to_owned()
    };
    let shown_again = run(&["config", "--show", "--config", &again], "");
    assert_eq!(shown_again.err, "");
    assert_eq!(
        without_origins(&shown_again.out, &again),
        without_origins(&shown.out, &path)
    );
}

#[test]
fn the_published_schema_is_that_of_the_program() {
    let schema = run(&["config", "--schema"], "").out;
    assert_eq!(
        schema,
        include_str!("../docs/cfn-warden.schema.json"),
        "cfn-warden config --schema > docs/cfn-warden.schema.json"
    );
}

/// Whether the schema accepts a project file.
fn is_accepted(schema: &Pack, text: &str) -> bool {
    let value: Value = toml::from_str(text).unwrap();
    validate(
        schema,
        &Pack::from_json(&value.to_string()).unwrap(),
        |_| (),
    )
    .violations
    .is_empty()
}

#[test]
fn the_schema_and_the_program_refuse_the_same_files() {
    let schema = Pack::from_json(include_str!("../docs/cfn-warden.schema.json")).unwrap();
    let files = [
        (PROJECT, true),
        ("", true),
        ("fail-on = \"never\"\n", true),
        ("fail-on = \"sometimes\"\n", false),
        ("fail-on = [\"never\"]\n", false),
        ("resolve = \"yes\"\n", false),
        ("fix = true\n", false),
        ("ignore_checks = [\"W\"]\n", false),
        ("ignore-checks = [1]\n", false),
        ("parameters = [\"A=b\"]\n", false),
        ("[parameters]\nA = {b = 1}\n", false),
        ("[configure-rule]\nE3012 = true\n", false),
        (
            "[severity]\nE3012 = \"off\"\n\"S3_*\" = \"informational\"\n",
            true,
        ),
        ("[severity]\nE3012 = \"fatal\"\n", false),
        ("[terraform]\nfail-on = \"never\"\n", false),
        ("[terraform]\nreferences = \"all\"\n", false),
        ("terraform = true\n", false),
        ("waiver = 1\n", false),
        ("[[waiver]]\nrule = \"E3012\"\n", false),
        (
            "[[waiver]]\nrule = \"E3012\"\nreason = \"x\"\nowners = \"y\"\n",
            false,
        ),
    ];
    for (index, (text, expected)) in files.into_iter().enumerate() {
        let (_here, path) = project(&format!("config-schema-{index}"), text);
        let ended = run(&["config", "--config", &path], "");
        assert_eq!(is_accepted(&schema, text), expected, "the schema:\n{text}");
        assert_eq!(
            ended.err.is_empty(),
            expected,
            "the program:\n{text}\n{}",
            ended.err
        );
    }
}

#[test]
fn settings_of_cfn_lint_become_a_project_file() {
    let here = folder("config-import");
    let theirs = here.file(
        ".cfnlintrc",
        "templates: ['templates/**/*.yaml']\nignore_templates: [legacy.yaml]\nregions: [us-east-1]\nignore_checks: [W2]\n\
         include_checks: [I]\nmandatory_checks: [E3012]\nconfigure_rules: {E3012: {strict: true}}\n\
         include_experimental: true\noutput_file: report.sarif\nformat: sarif\nnon_zero_exit_code: none\n\
         append_rules: [custom]\n",
    );
    let ended = run(&["config", "--import", &theirs], "");
    let expected = "documents = [\"templates/**/*.yaml\"]\nexclude = [\"legacy.yaml\"]\nregions = [\"us-east-1\"]\n\
                    ignore-checks = [\"W2\"]\ninclude-checks = [\"I\"]\nmandatory-checks = [\"E3012\"]\n\
                    include-experimental = true\nfail-on = \"never\"\n\n[output]\nsarif = \"report.sarif\"\n\n\
                    [configure-rule.E3012]\nstrict = true\n";
    assert_eq!(ended.out, expected);
    let remark = format!(
        "cfn-warden: {theirs}: `ignore_templates`: `exclude` leaves files out of folders, not out of what a pattern in \
         `documents` matches; name the folder there\n\
         cfn-warden: {theirs}: `append_rules` has no counterpart in `check`; `lint` reads it\n"
    );
    assert_eq!(ended.err, remark);
    let ours = here.file("cfn-warden.toml", &ended.out);
    let shown = run(&["config", "--config", &ours], "");
    assert!(
        shown.out.contains("[configure-rule.E3012]"),
        "{}{}",
        shown.out,
        shown.err
    );
    let missing = run(&["config", "--import", "nothing.yaml"], "");
    assert_eq!(
        missing.err.matches("cannot read nothing.yaml").count(),
        1,
        "{}",
        missing.err
    );
}

#[test]
fn settings_become_parameters_of_the_function_or_a_remark() {
    let template = include_str!("../template.yaml");
    let (_, parameters) = template.split_once("\nParameters:\n").unwrap();
    let is_parameter = |name: &str| parameters.contains(&format!("\n  {name}:\n"));
    let schema: Value =
        serde_json::from_str(include_str!("../docs/cfn-warden.schema.json")).unwrap();
    let mut converted = BTreeSet::new();
    for (name, value) in schema["properties"].as_object().unwrap() {
        let text = match (name.as_str(), &value["type"], &value["enum"][0]) {
            ("terraform" | "waiver" | "extends" | "locked", ..) => continue,
            ("max-findings", ..) => "max-findings = 50".to_owned(),
            ("coverage", ..) => "[coverage]\nmacro = 'fail'".to_owned(),
            ("configure-rule", ..) => "[configure-rule.E3012]\nstrict = true".to_owned(),
            ("severity", ..) => "[severity]\nE3012 = 'warning'".to_owned(),
            ("output", ..) => "[output]\njson = 'x'".to_owned(),
            ("regions", ..) => "regions = ['us-east-1', 'eu-west-1']".to_owned(),
            ("include-checks" | "ignore-checks" | "mandatory-checks", ..) => {
                format!("{name} = ['E3012', 'W2']")
            }
            (_, Value::String(kind), _) if kind == "boolean" => format!("{name} = true"),
            (_, Value::String(kind), _) if kind == "object" => format!("[{name}]\nA = 'b'"),
            (_, _, Value::String(allowed)) => format!("{name} = '{allowed}'"),
            _ => format!("{name} = 'policy'"),
        };
        let (_here, path) = project(&format!("config-lambda-{name}"), &text);
        let text = text.replace(
            "'policy'",
            &format!("'{}'", path.replace("cfn-warden.toml", "policy")),
        );
        std::fs::write(&path, text).unwrap();
        let ended = run(&["config", "--lambda", "--config", &path], "");
        assert_eq!(
            ended.out.is_empty(),
            ended.err.contains(&format!("`{name}`")),
            "{name}: {}{}",
            ended.out,
            ended.err
        );
        for line in ended.out.lines() {
            let (parameter, _) = line.split_once('=').unwrap();
            assert!(
                is_parameter(parameter),
                "{name}: template.yaml has no parameter {parameter}"
            );
            converted.insert(parameter.to_owned());
        }
        for name in ended
            .err
            .split(|c: char| !c.is_ascii_uppercase() && c != '_')
            .filter(|word| word.starts_with("WARDEN_"))
        {
            let config = cfn_warden::lambda::config::Config::from_vars([(
                name.to_owned(),
                "nonsense".to_owned(),
            )]);
            let known = config
                .err()
                .map(|error| error.to_string())
                .unwrap_or_default();
            assert!(!known.contains("unknown setting"), "{known}");
        }
    }
    assert!(converted.len() > 9, "{converted:?}");
    assert_eq!(json!(converted.contains("CoveragePolicies")), json!(true));
}

/// Returns the block of the page of the project file that starts with this line, without the line of the command.
fn example(start: &str) -> &'static str {
    let page = include_str!("../docs/project-file.md");
    let (_, rest) = page.split_once(start).unwrap();
    rest.split_once("```").unwrap().0
}

#[test]
fn the_example_of_the_page_is_a_project_file() {
    let (here, path) = project("config-page", example("```toml\n"));
    let ended = run(&["config", "--config", &path], "");
    assert_eq!(ended.err, "");
    assert!(
        ended.out.contains("[terraform.var]") && ended.out.ends_with("\n# and 1 waiver\n"),
        "{}",
        ended.out
    );
    let shown = example("$ cfn-warden check\ncfn-warden: ");
    let wrong = here.file(
        "cfn-warden.toml",
        "ignore_checks = [\"W2\"]\nregions = [\"eu-centrl-1\"]\n",
    );
    let ended = run(&["check", "--config", &wrong], "");
    assert_eq!(
        ended.err.replace(&wrong, "cfn-warden.toml"),
        format!("cfn-warden: {shown}")
    );
}
