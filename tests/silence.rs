//! Tests that `check` and `lint` never ignore silently: nothing to check, misplaced files, unknown names, unseen
//! parts.

use cfn_warden::cli::Exit;

use crate::cli::{folder, run};

const GOOD: &str = "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n";
const RULE: &str = "rule named { Resources.*.Properties.TopicName exists <<name it>> }\n";

/// Every way to have nothing to check is an error with a message that names what is missing.
#[test]
fn nothing_to_check_is_an_error() {
    let here = folder("nothing");
    let file = |name: &str, content: &str| here.file(name, content);
    let (topic, named) = (file("topic.yaml", GOOD), file("names.guard", RULE));
    let skips = file(
        "skips.guard",
        "rule never when Nope exists { Resources exists }\n",
    );
    let (empty, comment) = (
        file("empty.yaml", ""),
        file("comment.yaml", "# later\n---\n"),
    );
    let (no_rules, comments) = (
        file("empty.guard", ""),
        file("comment.guard", "# none yet\n"),
    );
    let lets = file("lets.guard", "let x = 1\n");
    std::fs::create_dir_all(here.path().join("folder")).unwrap();
    let folder = here.path().join("folder").to_str().unwrap().to_owned();
    let (values, missing) = (
        file("prod.tfvars", "a = 1\n"),
        here.path().join("nope.tf").to_str().unwrap().to_owned(),
    );
    let cases: &[(&[&str], Exit, &str)] = &[
        (
            &["--rules", &skips],
            Exit::ERROR,
            "cannot read standard input: it is empty; name the documents to check",
        ),
        (
            &["-", "--rules", &skips],
            Exit::ERROR,
            "cannot read standard input: it is empty",
        ),
        (&[], Exit::ERROR, "cannot read standard input: it is empty"),
        (
            &[&empty, "--rules", &skips],
            Exit::NOT_COMPLIANT,
            "empty.yaml: not checked: the document is empty; expected a template",
        ),
        (
            &[&comment, "--rules", &skips],
            Exit::NOT_COMPLIANT,
            "comment.yaml: not checked: the document is empty",
        ),
        (&[&empty], Exit::NOT_COMPLIANT, "empty.yaml: not checked: "),
        (
            &[&topic, "--rules", &no_rules],
            Exit::NOT_COMPLIANT,
            "empty.guard: not checked: no rules to evaluate; expected",
        ),
        (
            &[&topic, "--rules", &comments],
            Exit::NOT_COMPLIANT,
            "comment.guard: not checked: no rules to evaluate",
        ),
        (
            &[&topic, "--rules", &lets],
            Exit::NOT_COMPLIANT,
            "lets.guard: not checked: no rules to evaluate",
        ),
        (
            &[&folder],
            Exit::ERROR,
            "folder: found no files that end in .json, .template, .yaml, .yml, .tf",
        ),
        (
            &[&topic, "--rules", &folder],
            Exit::ERROR,
            "folder: found no files that end in .guard, .ruleset",
        ),
        (
            &[&values],
            Exit::ERROR,
            "prod.tfvars: Terraform files are checked as a configuration",
        ),
        (&[&missing], Exit::ERROR, "cannot read "),
        (
            &[&topic, &missing, "--rules", &named],
            Exit::ERROR,
            "nope.tf",
        ),
    ];
    for (line, exit, said) in cases {
        let ended = run(&[&["check"], *line].concat(), "");
        let all = format!("{}{}", ended.out, ended.err);
        assert!(
            ended.exit == *exit && all.contains(said),
            "{line:?}: {:?}\n{all}",
            ended.exit
        );
        assert!(!ended.out.starts_with("compliant"), "{line:?}: {all}");
    }
}

#[test]
fn misplaced_files_are_errors_that_name_the_right_place() {
    let here = folder("mistaken");
    let (topic, named) = (
        here.file("topic.yaml", GOOD),
        here.file("names.guard", RULE),
    );
    let values = here.file("values.json", "{\"a\": 1}");
    let template = here.file("stack", GOOD);
    let rego = here.file(
        "public.rego",
        "# METADATA\npackage public\n\ndeny contains msg if { msg := \"no\" }\n",
    );
    let guard = here.file("names", RULE);
    let place =
        |name: &str| format!("Name documents before --rules: `check {name} --rules {named}`");
    let cases: &[(&[&str], String)] = &[
        (
            &["--rules", &named, &topic],
            format!(
                "--rules: {topic} is a template; expected Guard rules. {}",
                place(&topic)
            ),
        ),
        (
            &[&topic, "--rules", &template, &named],
            format!(
                "{template} is a template; expected Guard rules. {}",
                place(&template)
            ),
        ),
        (
            &[&topic, "--rules", &named, &values],
            format!(
                "{values} is a document; expected Guard rules. {}",
                place(&values)
            ),
        ),
        (
            &[&topic, "--rules", &rego],
            format!(
                "--rules: {rego} is a Rego policy, which is not evaluated; expected Guard rules"
            ),
        ),
        (
            &[&named],
            format!(
                "{named}: these are Guard rules; name them after --rules: `check DOCUMENT --rules {named}`"
            ),
        ),
        (
            &[&guard],
            format!("{guard}: these are Guard rules; name them after --rules"),
        ),
        (
            &[&rego],
            format!("{rego}: this is a Rego policy, which is not evaluated; expected a document"),
        ),
    ];
    for (line, said) in cases {
        let ended = run(&[&["check"], *line].concat(), GOOD);
        assert_eq!(
            (ended.exit, ended.out.as_str()),
            (Exit::ERROR, ""),
            "{line:?}: {}",
            ended.err
        );
        assert!(
            ended.err.contains(said),
            "{line:?}: {}\nnot {said}",
            ended.err
        );
    }
}

#[test]
fn unknown_rule_ids_are_reported() {
    let here = folder("ids");
    let suppressed = "# cfn-lint: disable=E9999\nMetadata:\n  cfn-lint: {config: {ignore_checks: [E3O02]}}\nResources:\n  Topic:\n    Type: \
                      AWS::SNS::Topic # cfn-lint: disable=W3,named\n";
    let topic = here.file("topic.yaml", suppressed);
    let ended = run(&["check", &topic], "");
    let said = format!(
        "cfn-warden: warning: {topic}: template metadata: unknown rule ID `E3O02`; did you mean E3002?\n\
         cfn-warden: warning: {topic}:1: unknown rule ID `E9999`; "
    );
    assert_eq!(ended.exit, Exit::OK);
    assert!(ended.err.starts_with(&said), "{}", ended.err);
    assert!(
        ended.err.contains(&format!(
            "{topic}:6: unknown rule ID `named`; `cfn-warden rules list` lists the rules\n"
        )),
        "{}",
        ended.err
    );
    assert_eq!(ended.err.lines().count(), 3, "{}", ended.err);

    let good = here.file("good.yaml", GOOD);
    let line = [
        "lint",
        "-i",
        "NOPE,E3003,W",
        "-m",
        "e3012",
        "-c",
        "I9",
        "--",
        &good,
    ];
    let ended = run(&line, "");
    assert_eq!((ended.exit, ended.out.as_str()), (Exit::OK, ""));
    let said: Vec<_> = ended.err.lines().collect();
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(
        said[0].starts_with("cfn-warden: warning: ignore-checks: unknown rule ID `NOPE`; "),
        "{said:?}"
    );
    assert!(
        said[1].starts_with("cfn-warden: warning: include-checks: unknown rule ID `I9`; "),
        "{said:?}"
    );
    assert_eq!(
        said[2],
        "cfn-warden: warning: mandatory-checks: unknown rule ID `e3012`; did you mean E3012?"
    );
}

#[test]
fn unknown_names_in_metadata_are_reported() {
    let here = folder("metadata");
    let metadata = |config: &str| format!("    Metadata: {{cfn-lint: {{config: {{{config}}}}}}}\n");
    let of_template =
        metadata("regions: [us-west-9, eu-west-1]").replace("    Metadata", "Metadata");
    let of_resource = metadata("ignore_checks: [E9913, E30, E3012]");
    let topic = here.file("topic.yaml", &format!("{of_template}{GOOD}{of_resource}"));
    let ended = run(&["check", &topic], "");
    let [region, unknown, prefix] = ended.err.lines().collect::<Vec<_>>()[..] else {
        panic!("{}", ended.err)
    };
    assert_eq!(ended.exit, Exit::OK, "{}", ended.out);
    let warning = format!("cfn-warden: warning: {topic}");
    assert!(
        region.starts_with(&format!(
            "{warning}: template metadata: unknown region `us-west-9`; did you"
        )),
        "{region}"
    );
    assert!(
        unknown.starts_with(&format!(
            "{warning}:5: resource metadata: unknown rule ID `E9913`; did you"
        )),
        "{unknown}"
    );
    let said = "resource metadata: `E30` has no effect; expected a whole rule ID in the metadata of a resource";
    assert_eq!(prefix, format!("{warning}:5: {said}"));
    // `lint` ends with cfn-lint's exit code.
    let ended = run(&["lint", &topic], "");
    assert_eq!(
        (ended.exit, ended.out.as_str()),
        (Exit::LINT_REGION, ""),
        "{}",
        ended.err
    );
    let topic = here.file("resource.yaml", &format!("{GOOD}{of_resource}"));
    let ended = run(&["lint", &topic], "");
    assert_eq!(
        (ended.exit, ended.err.lines().count()),
        (Exit::OK, 2),
        "{}",
        ended.err
    );
}

#[test]
fn unknown_commands_and_parameters_have_suggestions() {
    for (line, said) in [
        (&["rul", "c"][..], "'rulegen', 'rules'"),
        (&["rules", "chek"], "'check'"),
    ] {
        let ended = run(line, "");
        assert_eq!((ended.exit, ended.out.as_str()), (Exit::ERROR, ""));
        assert!(ended.err.contains(said), "{}", ended.err);
    }
    let declares = "Parameters: {Environment: {Type: String, Default: x}, Size: {Type: String, Default: y}}\nResources:\n  T: {Type: AWS::SNS::Topic, Properties: \
                    {TopicName: !Ref Environment, DisplayName: !Ref Size}}\n";
    for (template, given, said) in [
        (
            declares,
            "environmnt=1",
            "the template does not declare a parameter 'environmnt'; did you mean 'Environment'?",
        ),
        (
            declares,
            "Nope=1",
            "the template does not declare a parameter 'Nope'; it declares 'Environment', 'Size'",
        ),
        (
            GOOD,
            "Nope=1",
            "the template does not declare a parameter 'Nope'; it declares none",
        ),
    ] {
        let ended = run(&["check", "--parameters", given], template);
        assert_eq!(ended.exit, Exit::NOT_COMPLIANT, "{given}: {}", ended.out);
        assert!(ended.out.contains(said), "{}", ended.out);
    }
    assert_eq!(
        run(&["check", "--parameters", "AWS::Region=eu-west-1"], GOOD).exit,
        Exit::OK
    );
    let ended = run(&["lint", "--parameters", "Nope=1"], declares);
    assert!(
        ended
            .out
            .contains("E2900 Additional properties are not allowed ('Nope' was unexpected)\n"),
        "{}",
        ended.out
    );
}

/// Regression: formats that printed only the linter's findings.
#[test]
fn cfn_lints_formats_show_guard_findings_and_incomplete_checks() {
    let here = folder("formats");
    let (topic, named) = (
        here.file("topic.yaml", GOOD),
        here.file("names.guard", RULE),
    );
    let broken = here.file("broken.guard", "rule {\n");
    for format in ["text", "quiet", "parseable", "cfn-lint", "cfn-lint-pretty"] {
        let ended = run(
            &["check", &topic, "--rules", &named, "--format", format],
            "",
        );
        assert_eq!(ended.exit, Exit::NOT_COMPLIANT);
        assert!(
            ended.out.contains("named") && ended.out.contains("name it"),
            "{format}: {}",
            ended.out
        );
        let ended = run(
            &["check", &topic, "--rules", &broken, "--format", format],
            "",
        );
        assert_eq!(ended.exit, Exit::NOT_COMPLIANT);
        assert!(
            ended.out.contains("not-checked") && ended.out.contains(&broken),
            "{format}: {}",
            ended.out
        );
    }
}

#[test]
fn unseen_parts_are_shown_and_fail_by_policy() {
    let here = folder("coverage");
    let stack = "Transform: Corp::Tags\nResources:\n  Topic: {Type: AWS::SNS::Topic}\n";
    let (stack, skips) = (
        here.file("stack.yaml", stack),
        "rule never when Nope exists { Resources exists }\n",
    );
    let rules = here.file(
        "rules.guard",
        &format!("{skips}rule typed {{ Resources.*.Type exists }}\n"),
    );
    let line = ["check", &stack, "--rules", &rules];
    let unseen = format!("{stack}:1:1: not seen: macro Corp::Tags is not executed");
    let ended = run(&line, "");
    assert_eq!(ended.exit, Exit::OK, "{}{}", ended.out, ended.err);
    assert!(ended.out.contains(&unseen), "{}", ended.out);
    assert!(
        ended
            .out
            .contains("rules that did not apply to any document: never\n"),
        "{}",
        ended.out
    );
    assert!(
        ended
            .out
            .ends_with(", 1 part not seen, 1 rule not applied)\n"),
        "{}",
        ended.out
    );
    let with = |more: &[&str]| run(&[&line, more].concat(), "");
    let ended = with(&["--coverage", "macro=fail"]);
    assert_eq!(ended.exit, Exit::NOT_COMPLIANT);
    assert!(
        ended.out.contains(&unseen) && ended.out.contains("not compliant"),
        "{}",
        ended.out
    );
    let ended = with(&[
        "--coverage",
        "all=fail",
        "--coverage",
        "macro=ignore,rule_not_applied=ignore",
    ]);
    assert_eq!(ended.exit, Exit::OK, "{}", ended.out);
    assert!(!ended.out.contains("Corp::Tags"), "{}", ended.out);
    let ended = with(&["--fail-on-skip", "--format", "text"]);
    assert_eq!(ended.exit, Exit::NOT_COMPLIANT);
    assert!(
        ended
            .out
            .contains("not-seen rule_not_applied: rule never did not apply to any document\n"),
        "{}",
        ended.out
    );
    for (wrong, said) in [
        (
            "makro=fail",
            "unknown coverage kind `makro`; did you mean `macro`?",
        ),
        (
            "macro=stop",
            "invalid policy `stop` for `macro`; expected one of ignore, warn, fail",
        ),
    ] {
        let ended = with(&["--coverage", wrong]);
        assert_eq!(ended.exit, Exit::ERROR);
        assert!(ended.err.contains(said), "{}", ended.err);
    }
    assert_eq!(with(&["--view", "written", "--resolve"]).exit, Exit::ERROR);
}

#[test]
fn rules_see_the_expanded_template_or_the_written_one() {
    let loops = "Transform: AWS::LanguageExtensions\nResources:\n  Fn::ForEach::Topics:\n    - Name\n    - [A, B]\n    - Topic${Name}: \
                 {Type: AWS::SNS::Topic}\n  Other: {Type: AWS::SNS::Topic}\n";
    let here = folder("view");
    let rule = "rule named when Resources.TopicA exists { Resources.TopicA.Properties.TopicName exists <<name it>> }\n";
    let (stack, rules) = (
        here.file("stack.yaml", loops),
        here.file("rules.guard", rule),
    );
    let ended = run(&["check", &stack, "--rules", &rules], "");
    assert_eq!(ended.exit, Exit::NOT_COMPLIANT, "{}", ended.out);
    assert!(ended.out.contains("error named: name it"), "{}", ended.out);
    let ended = run(
        &["check", &stack, "--rules", &rules, "--view", "written"],
        "",
    );
    assert_eq!(ended.exit, Exit::OK, "{}", ended.out);
}

/// What is meant as a template is checked in a folder as it is when it is named.
#[test]
fn broken_templates_in_folders_are_not_skipped() {
    let broken = [
        (
            "AWSTemplateFormatVersion: 2010-09-09\nResource:\n  T: {Type: AWS::SNS::Topic}\n",
            "did you mean `Resources`?",
        ),
        (
            "Transform: AWS::Serverless-2016-10-31\nResource: {}\n",
            "did you mean `Resources`?",
        ),
        (
            "Transform: [Corp::Tags, AWS::Serverless-2016-10-31]\nResource: {}\n",
            "did you mean `Resources`?",
        ),
        (
            "Transform: {Name: AWS::Include}\n",
            "E1001: the template lacks the required property `Resources`",
        ),
        ("Resources: null\nDescription: x\nResouces: {}\n", "E1001"),
        ("Resources: []\n", "E3001"),
        (
            "Resources:\n  - T: {Type: AWS::SNS::Topic}\nOutputs: {}\n",
            "E3001",
        ),
    ];
    for (content, said) in broken {
        let here = folder("broken");
        here.file("good.yaml", GOOD);
        let file = here.file("broken.yaml", content);
        for path in [here.path().to_str().unwrap(), &file] {
            let ended = run(&["check", path], "");
            assert_eq!(
                (ended.exit, ended.err.as_str()),
                (Exit::NOT_COMPLIANT, ""),
                "{content}: {}",
                ended.out
            );
            assert!(ended.out.contains(said), "{content}: {}", ended.out);
        }
    }
    let here = folder("not-templates");
    here.file("good.yaml", GOOD);
    let others = [
        (
            "appspec.yaml",
            "version: 0.0\nResources:\n  - Service: {Type: AWS::ECS::Service}\n",
            "`Resources` is not a map",
        ),
        (
            "en.json",
            "{\"Home\": \"Home\", \"Resources\": \"Resources\"}",
            "`Resources` is not a map",
        ),
        (
            "macro.yaml",
            "Transform: identity\nsteps: []\n",
            "`Resources` is missing",
        ),
        (
            "package.json",
            "{\"name\": \"x\"}",
            "`Resources` is missing",
        ),
    ];
    let files: Vec<String> = others
        .iter()
        .map(|(name, content, _)| here.file(name, content))
        .collect();
    let ended = run(
        &["check", here.path().to_str().unwrap(), "--format", "json"],
        "",
    );
    assert_eq!(ended.exit, Exit::OK, "{}", ended.out);
    assert_eq!(
        ended.err,
        format!("cfn-warden: skipped, not templates: {}\n", files.join(", "))
    );
    let answer: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
    crate::result_schema::assert_valid(&answer);
    let skipped = answer["coverage"]["skipped"].as_array().unwrap();
    let files_of: Vec<_> = skipped
        .iter()
        .map(|one| one["file"].as_str().unwrap())
        .collect();
    assert_eq!(files_of, files);
    assert!(
        skipped.iter().all(|one| one["reason"] == "not a template"),
        "{skipped:?}"
    );
    for (file, (.., said)) in files.iter().zip(others) {
        let ended = run(&["check", file], "");
        let said = format!(
            "nothing to check: no rules were given, and the document is not a template: {said}\n"
        );
        assert!(
            ended.exit == Exit::NOT_COMPLIANT && ended.out.contains(&said),
            "{}",
            ended.out
        );
    }
}

/// With rules, only files that are not templates may be skipped.
#[test]
fn a_template_in_which_nothing_was_checked_is_not_skipped() {
    let here = folder("unchecked");
    here.file("good.yaml", GOOD);
    let custom = here.file("custom.yaml", "Resources:\n  A: {Type: Corp::Own::Type}\n");
    let rules = here.file(
        "r.guard",
        "rule topics when Resources.Topic exists { Resources exists }\n",
    );
    let line = [
        "check",
        here.path().to_str().unwrap(),
        "--rules",
        &rules,
        "--lint",
        "off",
    ];
    let ended = run(&line, "");
    let said = format!("{custom}: not seen: nothing was checked");
    assert!(
        ended.exit == Exit::NOT_COMPLIANT && ended.out.contains(&said),
        "{}{}",
        ended.out,
        ended.err
    );
}
