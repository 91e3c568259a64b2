//! The `terraform` ruleset: which rules run, their options, the comments that turn them off, and fixes.

use cfn_warden::cli::Exit;
use cfn_warden::engine::{self, RuleSelection};
use cfn_warden_syntax::finding::Finding;
use cfn_warden_terraform::{FileSet, Host, PlanSettings, RULES, Settings};

use crate::cli::{folder, run};

/// Returns the findings of the rules that run by default, and of others by prefix.
pub fn found(files: &[(&str, &str)], included: &[&str]) -> Vec<Finding> {
    let (findings, errors) = checked(files, included, &[]);
    assert_eq!(errors, Vec::<String>::new());
    findings
}

/// Returns the findings, and what is wrong with the configuration file.
fn checked(
    files: &[(&str, &str)],
    included: &[&str],
    ignored: &[&str],
) -> (Vec<Finding>, Vec<String>) {
    let files: FileSet = files.iter().copied().collect();
    let host = Host::from_files(&files);
    let listed = |list: &[&str]| list.iter().map(|id| (*id).to_owned()).collect();
    let rules = RuleSelection {
        included: listed(included),
        ignored: listed(ignored),
        ..RuleSelection::default()
    };
    let settings = Settings::new(&host);
    let made = engine::configuration(
        ".",
        &settings,
        &PlanSettings::default(),
        Some(&rules),
        &str::to_owned,
    );
    let config = made
        .incomplete()
        .iter()
        .filter(|issue| issue.message.contains(".tflint.hcl"));
    (
        made.rule_findings().to_vec(),
        config.map(|issue| issue.message.to_string()).collect(),
    )
}

fn ids(findings: &[Finding]) -> Vec<(&str, u32)> {
    findings
        .iter()
        .map(|finding| (&*finding.rule.id, finding.span.start.line))
        .collect()
}

/// A module with problems that recommended rules report, and others.
const MODULE: &str =
    "variable \"a-b\" {\n}\n// x\nterraform {\n  required_version = \">= 1.0\"\n}\n";

#[test]
fn the_rules_of_tflint_and_one_of_ours_run_by_default_as_theirs() {
    assert_eq!(
        (
            RULES.len(),
            RULES.iter().filter(|rule| rule.is_recommended).count()
        ),
        (20 + 1, 13 + 1)
    );
    let main = ("main.tf", MODULE);
    let recommended = [
        ("terraform_typed_variables", 1),
        ("terraform_unused_declarations", 1),
    ];
    assert_eq!(ids(&found(&[main], &[])), recommended);
    let of = |config: &str| {
        let findings = found(&[main, (".tflint.hcl", config)], &[]);
        findings
            .iter()
            .map(|finding| finding.rule.id.to_string())
            .collect::<Vec<_>>()
    };
    let all = of("plugin \"terraform\" {\n  enabled = true\n  preset = \"all\"\n}\n");
    for id in [
        "terraform_comment_syntax",
        "terraform_documented_variables",
        "terraform_naming_convention",
    ] {
        assert!(all.iter().any(|found| found == id), "{id}");
    }
    assert_eq!(
        of("plugin \"terraform\" {\n  enabled = false\n}\n"),
        [""; 0]
    );
    assert_eq!(of("config {\n  disabled_by_default = true\n}\n"), [""; 0]);
    let one = "config {\n  disabled_by_default = true\n}\nrule \"terraform_comment_syntax\" {\n  enabled = true\n}\n";
    assert_eq!(of(one), ["terraform_comment_syntax"]);
    let without = "rule \"terraform_typed_variables\" {\n  enabled = false\n}\nrule \"aws_other\" {\n  enabled = true\n}\n";
    assert_eq!(of(without), ["terraform_unused_declarations"]);
    let (findings, _) = checked(&[main], &["terraform_comment_syntax"], &["terraform_typed"]);
    assert_eq!(
        ids(&findings),
        [
            ("terraform_unused_declarations", 1),
            ("terraform_comment_syntax", 3)
        ]
    );
}

#[test]
fn names_have_the_format_of_their_block() {
    let main = "variable \"camelCase\" {}\nlocals {\n  snake_case = 1\n  Mixed_Case = 2\n}\ncheck \"c-c\" {\n  data \"x\" \"D\" {}\n}\n";
    let named = |options: &str| {
        let config =
            format!("rule \"terraform_naming_convention\" {{\n  enabled = true\n{options}\n}}\n");
        let (findings, errors) = checked(&[("main.tf", main), (".tflint.hcl", &config)], &[], &[]);
        let own = findings
            .into_iter()
            .filter(|finding| finding.rule.id == "terraform_naming_convention");
        (
            own.map(|finding| finding.message).collect::<Vec<_>>(),
            errors,
        )
    };
    let (messages, errors) = named("");
    assert_eq!(errors, [""; 0]);
    let shown = "must match the following format: snake_case";
    let expected = [
        format!("variable name `camelCase` {shown}"),
        format!("local value name `Mixed_Case` {shown}"),
        format!("check name `c-c` {shown}"),
        format!("data name `D` {shown}"),
    ];
    assert_eq!(messages, expected);
    assert_eq!(
        named("  format = \"mixed_snake_case\"").0,
        ["check name `c-c` must match the following format: mixed_snake_case"]
    );
    assert_eq!(named("  format = \"none\"").0, [""; 0]);
    assert_eq!(
        named("  format = \"none\"\n  check {\n    custom = \"^[a-z]$\"\n  }").0,
        ["check name `c-c` must match the following RegExp: ^[a-z]$"]
    );
    let custom = "  format = \"x\"\n  custom_formats = {\n    x = {\n      regex = \"^[a-zA-Z_-]+$\"\n      description = \"letters\"\n    }\n  }";
    assert_eq!(named(custom).0, [""; 0]);
    for (options, error) in [
        ("  format = \"kebab\"", "`kebab` is unsupported format"),
        ("  custom = \"(\"", "`(` is not a regular expression"),
        (
            "  data {\n    format = 1\n  }",
            "data: format: expected a string",
        ),
    ] {
        assert_eq!(
            named(options).1,
            [format!(
                ".tflint.hcl: rule terraform_naming_convention: {error}"
            )]
        );
    }
}

#[test]
fn in_json_a_workspace_is_found_at_the_member_at_the_top() {
    let text = "{\n  \"terraform\": {\"required_version\": \">= 1.0\", \"backend\": {\"remote\": {}}},\n  \"locals\": {\n    \"a\": \"x, }\\\" ${terraform.workspace}\"\n  },\n  \"output\": {\"o\": {\"value\": 1}}\n}\n";
    let findings = found(&[("main.tf.json", text)], &["terraform_workspace_remote"]);
    let own = findings
        .iter()
        .find(|finding| finding.rule.id == "terraform_workspace_remote")
        .unwrap();
    let (start, end) = (own.span.start, own.span.end);
    assert_eq!(
        ((start.line, start.column), (end.line, end.column)),
        ((3, 13), (5, 4))
    );
}

#[test]
fn comments_turn_rules_off() {
    let of = |text: &str| {
        ids(&found(
            &[
                ("main.tf", text),
                ("v.tf", "terraform {\n  required_version = \"1\"\n}\n"),
            ],
            &[],
        ))
        .len()
    };
    let plain = "variable \"a\" {}\n";
    assert_eq!(of(plain), 2);
    assert_eq!(
        of(&format!(
            "# tflint-ignore: terraform_typed_variables\n{plain}"
        )),
        1
    );
    assert_eq!(
        of(&format!(
            "# tflint-ignore: terraform_typed_variables, terraform_unused_declarations # meant\n{plain}"
        )),
        0
    );
    assert_eq!(of("variable \"a\" {} // tflint-ignore: all\n"), 0);
    assert_eq!(of(&format!("# tflint-ignore: all\n\n{plain}")), 2);
    assert_eq!(
        of(&format!(
            "# tflint-ignore-file: terraform_typed_variables\n\n{plain}"
        )),
        1
    );
    assert_eq!(
        of(&format!(
            "\n# tflint-ignore-file: terraform_typed_variables\n{plain}"
        )),
        2
    );
}

#[test]
fn a_configuration_is_checked_without_guard_rules_and_fixed() {
    let own = folder("terraform-rules");
    let main = "terraform {\n  required_version = \">= 1.9\"\n}\nlocals {\n  maps = { a = { b = 1 } }\n}\noutput \"o\" {\n  value = \"${lookup(lookup(local.maps, \"a\"), \"b\")}\"\n}\nvariable \"unused\" {\n  type = string\n}\n";
    let path = own.file("main.tf", main);
    let infra = own.path().to_str().unwrap();
    let ended = run(&["check", infra, "-f", "json"], "");
    let answer: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(
        (ended.exit, &answer["status"]),
        (Exit::OK, &"PASS".into()),
        "{answer:#}"
    );
    assert_eq!(answer["summary"]["warnings"], 4);
    assert_eq!(
        run(&["check", infra, "--fail-on", "warning"], "").exit,
        Exit::NOT_COMPLIANT
    );
    let off = run(&["check", infra, "--lint", "off"], "");
    assert!(off.out.contains("nothing to check"), "{}", off.out);
    let diff = run(&["check", infra, "--diff"], "");
    assert!(
        diff.out.contains("+  value = local.maps[\"a\"][\"b\"]"),
        "{}",
        diff.out
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), main);
    let fixed = run(&["check", infra, "--fix"], "");
    assert!(
        fixed
            .err
            .contains("fixed 3 findings in 1 document; 1 left, 1 of them with an unsafe fix"),
        "{}",
        fixed.err
    );
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(
        text.contains("  value = local.maps[\"a\"][\"b\"]\n")
            && text.contains("variable \"unused\""),
        "{text}"
    );
    run(&["check", infra, "--fix", "--unsafe-fixes"], "");
    assert!(!std::fs::read_to_string(&path).unwrap().contains("unused"));
    let ended = run(&["check", infra, "--ignore-checks", "terraform_typo"], "");
    assert!(ended.err.contains("terraform_typo"), "{}", ended.err);
    assert!(
        run(&["explain", "terraform_typed_variables"], "")
            .out
            .contains("Variable has no type")
    );
}

#[test]
fn mistakes_in_the_configuration_file_are_errors() {
    let files = [
        ("main.tf", MODULE),
        (
            ".tflint.hcl",
            "plugin \"terraform\" {\n  preset = \"some\"\n}\n",
        ),
    ];
    assert_eq!(
        checked(&files, &[], &[]).1,
        [".tflint.hcl: preset: expected all or recommended"]
    );
    let files = [("main.tf", MODULE), (".tflint.hcl", "rule {\n")];
    assert_eq!(checked(&files, &[], &[]).1.len(), 1);
}
