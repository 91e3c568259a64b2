//! Tests of the project file `cfn-warden.toml`.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::cli::{Ended, folder, run, tempdir::Folder};
use cfn_warden::cli::Exit;

const BAD: &str =
    "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicNam: x\n";
const GOOD: &str = "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n";
const RULE: &str = "rule named when Resources.Topic exists { Resources.Topic.Properties.TopicName exists <<name it>> }\n";
const PARAMETER: &str = "Parameters: {Env: {Type: String}}\nResources: {Topic: {Type: 'AWS::SNS::Topic', Properties: \
                         {TopicName: !Ref Env}}}\n";
const PROD: &str = "rule env { Resources.Topic.Properties.TopicName == 'prod' }\n";

/// What a process wrote, and its exit code.
struct Output {
    code: i32,
    out: String,
    err: String,
}

/// Runs the program in a folder.
fn run_in(folder: &Path, line: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cfn-warden"));
    let output = command
        .args(line)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    Output {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Creates a repository with a project file, a bad template and a rule.
fn repository(name: &str, config: &str) -> Folder {
    let here = folder(&format!("config-{name}"));
    here.file(".git/HEAD", "");
    here.file("cfn-warden.toml", config);
    here.file("templates/bad.yaml", BAD);
    here.file("policy/names.guard", RULE);
    here
}

fn with_config(here: &Folder, config: &str, line: &[&str]) -> Ended {
    let path = here.file("cfn-warden.toml", config);
    run(&[&["check", "--config", &path], line].concat(), "")
}

/// Returns the rules of the findings of a JSON report.
fn rules(out: &str) -> Vec<String> {
    let answer: Value = serde_json::from_str(out).unwrap();
    let findings = answer["findings"].as_array().unwrap();
    let mut rules: Vec<String> = findings
        .iter()
        .map(|one| one["rule"].as_str().unwrap().to_owned())
        .collect();
    rules.sort();
    rules
}

const PROJECT: &str = "documents = [\"templates\"]\nrules = [\"policy\"]\nformat = \"json\"\n";

#[test]
fn the_nearest_file_above_is_used_up_to_the_repository() {
    let here = repository("search", PROJECT);
    here.file("a/b/other.yaml", GOOD);
    let found = run_in(here.path(), &["check"]);
    assert_eq!(
        (found.code, rules(&found.out).join(" ").as_str()),
        (2, "E3002 named"),
        "{}",
        found.err
    );
    assert!(
        found.out.contains("\"templates/bad.yaml\""),
        "{}",
        found.out
    );

    let inner = here.path().join("a/b");
    let found = run_in(&inner, &["check"]);
    assert_eq!(rules(&found.out), ["E3002", "named"], "{}", found.err);
    assert!(
        found.out.contains("\"../../templates/bad.yaml\""),
        "{}",
        found.out
    );

    // The first file that is found counts, and only that one.
    here.file(
        "a/cfn-warden.toml",
        "documents = [\"b/other.yaml\"]\nformat = \"json\"\n",
    );
    let found = run_in(&inner, &["check"]);
    assert_eq!(
        (found.code, rules(&found.out)),
        (0, Vec::new()),
        "{}",
        found.err
    );

    // A repository inside does not see the file above.
    here.file("a/b/.git/HEAD", "");
    let found = run_in(&inner, &["check", "other.yaml"]);
    assert_eq!((found.code, found.err.as_str()), (0, ""), "{}", found.out);
    assert!(found.out.starts_with("compliant"), "{}", found.out);
}

#[test]
fn config_names_the_file_and_no_config_none() {
    let here = repository("choose", PROJECT);
    let found = run_in(here.path(), &["check", "--no-config", "templates"]);
    assert!(
        found.out.contains("error E3002") && !found.out.contains("named"),
        "{}",
        found.out
    );
    here.file(
        "other/strict.toml",
        "documents = [\"../templates\"]\nformat = \"quiet\"\n",
    );
    for line in [
        ["check", "--config", "other/strict.toml"].as_slice(),
        &["check", "--config=other/strict.toml"],
    ] {
        let found = run_in(here.path(), line);
        let expected = "E3002: Unknown or invalid resource property templates/bad.yaml:5\n";
        assert_eq!(
            (found.code, found.out.as_str()),
            (2, expected),
            "{}",
            found.err
        );
    }
    let both = run_in(
        here.path(),
        &["check", "--config", "cfn-warden.toml", "--no-config"],
    );
    assert!(
        both.err.contains("cannot be used with"),
        "{}{}",
        both.err,
        both.out
    );
    let missing = run_in(here.path(), &["check", "--config", "cfn-wardn.toml"]);
    let expected =
        "cfn-warden: cannot read cfn-wardn.toml: no such file; did you mean `cfn-warden.toml`?\n";
    assert_eq!((missing.code, missing.err.as_str()), (1, expected));
}

#[test]
fn a_broken_file_does_not_hide_the_help() {
    let here = repository("help", "rules = 1\n");
    let help = run_in(here.path(), &["check", "--help"]);
    assert_eq!((help.code, help.err.as_str()), (0, ""), "{}", help.out);
    assert!(help.out.contains("--no-config"), "{}", help.out);
    here.file("cfn-warden.toml", "");
    let usage = run_in(here.path(), &["check", "--no-such-option"]);
    assert!(
        usage.err.contains("unexpected argument '--no-such-option'"),
        "{}",
        usage.err
    );
    // Other commands do not read the file.
    assert_eq!(run_in(here.path(), &["explain", "E3012"]).code, 0);
}

#[test]
fn options_replace_the_values_of_the_file() {
    let here = folder("config-precedence");
    let (bad, good) = (here.file("bad.yaml", BAD), here.file("good.yaml", GOOD));
    here.file("policy/names.guard", RULE);
    here.file(
        "region.json",
        "{\"Parameters\": {\"AWS::Region\": \"eu-west-1\"}}",
    );
    let config = "documents = [\"bad.yaml\"]\nrules = [\"policy\"]\nformat = \"json\"\nfail-on = \"never\"\n\
                  parameter-file = \"region.json\"\nignore-checks = [\"E3002\"]\n";
    let ended = with_config(&here, config, &[]);
    assert_eq!(
        (ended.exit, rules(&ended.out)),
        (Exit::OK, vec!["named".to_owned()]),
        "{}",
        ended.err
    );
    // A list replaces the list of the file.
    let ended = with_config(&here, config, &["--ignore-checks", "W1"]);
    assert_eq!(rules(&ended.out), ["E3002", "named"]);
    let ended = with_config(&here, config, &["--fail-on", "error", &good]);
    assert_eq!(
        (ended.exit, rules(&ended.out)),
        (Exit::NOT_COMPLIANT, vec!["named".to_owned()]),
        "{}",
        ended.err
    );
    let ended = with_config(&here, config, &["--format", "text", "--", &bad]);
    assert!(
        ended.out.contains("named") && !ended.out.starts_with('{'),
        "{}",
        ended.out
    );
    // The default excludes nothing.
    let ended = with_config(
        &here,
        &format!("view = 'expanded'\ndeployments = 'written'\nresolve = true\n{config}"),
        &[],
    );
    assert_eq!(
        (ended.exit, ended.err.as_str()),
        (Exit::OK, ""),
        "{}",
        ended.out
    );
    // An option that excludes another replaces it, too.
    let ended = with_config(&here, config, &["--parameters", "AWS::Region=eu-west-1"]);
    assert_eq!(
        (ended.exit, ended.err.as_str()),
        (Exit::OK, ""),
        "{}",
        ended.out
    );
}

#[test]
fn paths_are_relative_to_the_file() {
    let here = repository("paths", "");
    here.file("templates/old/bad.yaml", BAD);
    here.file("work/x.yaml", GOOD);
    let config = "documents = [\"templates/**/*.yaml\"]\nrules = [\"./policy\"]\nexclude = [\"templates/old\"]\n\
                  format = \"json\"\n[output]\nquiet = \"out/q.txt\"\n";
    here.file("cfn-warden.toml", &config.replace("quiet", "text"));
    for from in ["", "work", "templates/old"] {
        let found = run_in(&here.path().join(from), &["check"]);
        assert_eq!(
            rules(&found.out),
            ["E3002", "E3002", "named", "named"],
            "patterns name files: {from} {}",
            found.err
        );
        let report = here.path().join("out/q.txt");
        assert!(
            std::fs::read_to_string(&report).unwrap().contains("E3002"),
            "{from}"
        );
        std::fs::remove_file(report).unwrap();
    }
    // What is left out does not depend on how folders are named.
    let documents = here.path().join("templates").to_str().unwrap().to_owned();
    for (from, named) in [
        ("", "templates"),
        ("", "."),
        ("work", "../templates"),
        ("templates", "."),
        ("work", &documents),
    ] {
        let found = run_in(&here.path().join(from), &["check", named]);
        let answer: Value = serde_json::from_str(&found.out).unwrap();
        let files: Vec<&str> = answer["findings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["file"].as_str().unwrap())
            .collect();
        assert!(
            !files.is_empty() && files.iter().all(|file| !file.contains("old/")),
            "{from} {named}: {files:?}"
        );
    }
}

#[test]
fn tables_set_options_with_names() {
    let here = folder("config-tables");
    here.file("template.yaml", PARAMETER);
    here.file("bad.yaml", BAD);
    here.file("policy/env.guard", PROD);
    let config = "documents = ['template.yaml']\nrules = ['policy']\nresolve = true\nformat = 'json'\n[parameters]\nEnv = 'prod'\n";
    let ended = with_config(&here, config, &[]);
    assert_eq!(
        (ended.exit, rules(&ended.out)),
        (Exit::OK, Vec::new()),
        "{}{}",
        ended.out,
        ended.err
    );
    let ended = with_config(&here, &config.replace("'prod'", "'test'"), &[]);
    assert_eq!(rules(&ended.out), ["env"], "{}", ended.err);

    let strict =
        "Resources:\n  Queue:\n    Type: AWS::SQS::Queue\n    Properties: {DelaySeconds: '3'}\n";
    here.file("strict.yaml", strict);
    let config = "documents = ['strict.yaml']\nformat = 'json'\n";
    assert_eq!(
        rules(&with_config(&here, config, &[]).out),
        Vec::<String>::new()
    );
    let ended = with_config(
        &here,
        &format!("{config}[configure-rule.E3012]\nstrict = true\n"),
        &[],
    );
    assert_eq!(rules(&ended.out), ["E3012"], "{}", ended.err);

    let macros = "Transform: Mine\nResources: {Topic: {Type: 'AWS::SNS::Topic'}}\n";
    here.file("macro.yaml", macros);
    let config = "documents = ['macro.yaml']\nformat = 'json'\n[coverage]\nmacro = 'fail'\n";
    assert_eq!(with_config(&here, config, &[]).exit, Exit::NOT_COMPLIANT);
    assert_eq!(
        with_config(&here, &config.replace("fail", "ignore"), &[]).exit,
        Exit::OK
    );

    let config = "documents = ['bad.yaml']\nformat = 'json'\n[output]\ntext = 'out/t.txt'\nmarkdown = 'out/m.md'\n";
    assert_eq!(rules(&with_config(&here, config, &[]).out), ["E3002"]);
    for report in ["out/t.txt", "out/m.md"] {
        assert!(
            std::fs::read_to_string(here.path().join(report))
                .unwrap()
                .contains("E3002"),
            "{report}"
        );
    }
}

#[test]
fn terraform_has_a_table() {
    let here = folder("config-terraform");
    here.file(
        "infra/main.tf",
        "variable \"name\" {}\nresource \"aws_s3_bucket\" \"logs\" {\n  bucket = var.name\n}\n",
    );
    let rule = "rule name { resource_changes[*].change.after.bucket == 'logs' }\n";
    here.file("policy/name.guard", rule);
    let config = "documents = ['infra']\nrules = ['policy']\nformat = 'json'\nignore-checks = ['terraform_']\n[terraform]\nroot = 'infra'\nvar.name = 'logs'\n";
    let ended = with_config(&here, config, &[]);
    assert_eq!(
        (ended.exit, rules(&ended.out)),
        (Exit::OK, Vec::new()),
        "{}{}",
        ended.out,
        ended.err
    );
    let ended = with_config(&here, &config.replace("'logs'", "'other'"), &[]);
    assert_eq!(rules(&ended.out), ["name"], "{}", ended.err);
}

#[test]
fn waivers_are_tables_of_the_file() {
    let here = repository("waivers", "");
    let config = "documents = ['templates']\nformat = 'json'\n[[waiver]]\nrule = 'E3002'\nreason = 'known'\nfile = 'templates/*'\n";
    here.file("cfn-warden.toml", config);
    here.file("work/x.yaml", GOOD);
    for from in ["", "work"] {
        let found = run_in(&here.path().join(from), &["check"]);
        assert_eq!(
            (found.code, rules(&found.out)),
            (0, Vec::new()),
            "{from} {}",
            found.err
        );
        let answer: Value = serde_json::from_str(&found.out).unwrap();
        assert_eq!(answer["waivers"][0]["reason"], "known", "{answer}");
    }
    // Those of a named file are added.
    here.file(
        "more.toml",
        "[[waiver]]\nrule = 'E3001'\nreason = 'other'\n",
    );
    let found = run_in(here.path(), &["check", "--waivers", "more.toml"]);
    assert_eq!(
        (found.code, rules(&found.out)),
        (0, Vec::new()),
        "{}",
        found.err
    );
    assert!(
        found
            .err
            .contains("more.toml:1:1: the waiver of E3001 is not used"),
        "{}",
        found.err
    );
}

#[test]
fn validate_takes_the_options_that_it_has() {
    let here = repository(
        "validate",
        "resolve = true\nfail-on = \"never\"\n[parameters]\nEnv = \"prod\"\n",
    );
    here.file("t.yaml", PARAMETER);
    here.file("r.guard", PROD);
    let line = [
        "validate",
        "--rules",
        "r.guard",
        "--data",
        "t.yaml",
        "--resolve",
    ];
    let found = run_in(here.path(), &line);
    assert_eq!(found.code, 0, "{}{}", found.out, found.err);
    assert_ne!(
        run_in(here.path(), &[&line[..], &["--no-config"]].concat()).code,
        0
    );
    here.file(
        "cfn-warden.toml",
        "rules = [\"r.guard\"]\ndocuments = [\"t.yaml\"]\n[parameters]\nEnv = \"test\"\n",
    );
    assert_eq!(run_in(here.path(), &["validate", "--resolve"]).code, 19);
    here.file("cfn-warden.toml", "resolv = true\n");
    let wrong = run_in(here.path(), &line);
    assert_eq!(wrong.code, 2, "{}", wrong.err);
    assert!(
        wrong
            .err
            .contains("cfn-warden.toml:1:1: unknown key `resolv`; did you mean `resolve`?"),
        "{}",
        wrong.err
    );
}

#[test]
fn all_mistakes_are_reported_with_position_and_nearest_name() {
    let here = folder("config-mistakes");
    here.file("templates/a.yaml", GOOD);
    let config = std::fs::read_to_string("tests/config/mistakes.toml").unwrap();
    let ended = with_config(&here, &config, &[]);
    assert_eq!(ended.exit, Exit::ERROR);
    let answer = ended
        .err
        .replace(&format!("{}/", here.path().display()), "");
    let expected = std::fs::read_to_string("tests/config/mistakes.txt").unwrap();
    assert!(answer == expected, "{answer}");
}

#[test]
fn syntax_errors_have_a_position() {
    let here = folder("config-syntax");
    let ended = with_config(&here, "rules = \n", &[]);
    assert_eq!(ended.exit, Exit::ERROR);
    assert!(ended.err.contains("cfn-warden.toml:1:9: "), "{}", ended.err);
}
