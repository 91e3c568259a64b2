//! Guard rules for configurations, from the command line and in Lambda requests.

mod clauses;
mod function;
mod public;
mod unknown_marks;
mod unset;

use cfn_warden::cli::Exit;
use serde_json::Value as Json;

use crate::cli::{folder, run, tempdir::Folder};

/// A rule in the style of cfn-guard's documentation for plans.
const TAGS: &str = "let s3_buckets = planned_values.root_module.resources[ type == 'aws_s3_bucket' ]\n\nrule check_s3_tags_present when %s3_buckets !empty {\n    %s3_buckets.values.tags !empty\n}\n";

const TAGGED: &str =
    "resource \"aws_s3_bucket\" \"b\" {\n  bucket = \"x\"\n  tags = {\n    Env = \"dev\"\n  }\n}\n";
const EMPTY: &str = "resource \"aws_s3_bucket\" \"b\" {\n  bucket = \"x\"\n  tags   = {}\n}\n";
const UNSET: &str = "\nresource \"aws_s3_bucket\" \"b\" {\n  bucket = \"x\"\n}\n";

fn made(name: &str, main: &str, rules: &str) -> (Folder, String, String) {
    let made = folder(name);
    made.file("infra/main.tf", main);
    let rules = made.file("rules.guard", rules);
    let infra = made.path().join("infra").to_str().unwrap().to_owned();
    (made, infra, rules)
}

fn checked(infra: &str, rules: &str, more: &[&str]) -> (Exit, Json) {
    let ended = run(
        &[
            &[
                "check",
                infra,
                "-r",
                rules,
                "-f",
                "json",
                "--ignore-checks",
                "terraform_",
            ],
            more,
        ]
        .concat(),
        "",
    );
    let is_unexpected = |line: &&str| !line.starts_with("cfn-warden: skipped, hidden files: ");
    assert_eq!(ended.err.lines().find(is_unexpected), None);
    (ended.exit, serde_json::from_str(&ended.out).unwrap())
}

/// Returns the locations of findings: file, line and rule.
fn places(answer: &Json) -> Vec<(String, u64, String)> {
    let one = |finding: &Json| {
        let file = finding["file"]
            .as_str()
            .unwrap()
            .rsplit_once('/')
            .map_or("", |(_, name)| name)
            .to_owned();
        (
            file,
            finding["location"]["start"]["line"].as_u64().unwrap(),
            finding["rule"].as_str().unwrap().to_owned(),
        )
    };
    answer["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(one)
        .collect()
}

#[test]
fn a_folder_with_a_configuration_may_have_other_documents() {
    let rules = "rule sized { Size == 5 or planned_values exists }\n";
    let (made, infra, rules) = made("terraform-and-data", TAGGED, rules);
    for name in ["infra/wrong.yaml", "infra/deeper/wrong.json"] {
        made.file(name, "{\"Size\": 6}");
    }
    made.file("infra/more.tf.json", "{\"locals\": {\"a\": 1}}");
    made.file("infra/.terraform/modules/modules.json", "{\"Modules\": []}");
    let ended = run(&["validate", "-d", &infra, "-r", &rules, "-S", "all"], "");
    let statuses: Vec<&str> = ended
        .out
        .lines()
        .filter(|line| line.contains(" Status = "))
        .collect();
    let expected = [
        ("", "PASS"),
        ("/deeper/wrong.json", "FAIL"),
        ("/wrong.yaml", "FAIL"),
    ];
    assert_eq!(
        statuses,
        expected.map(|(name, status)| format!("{infra}{name} Status = {status}")),
        "{}",
        ended.out
    );
    assert_eq!(ended.exit, Exit::GUARD_FAIL);
}

#[test]
fn tags_are_set_empty_or_not_there() {
    let rule = "check_s3_tags_present".to_owned();
    for (main, line) in [(TAGGED, None), (EMPTY, Some(3)), (UNSET, Some(2))] {
        let (_folder, infra, rules) = made("terraform-policy", main, TAGS);
        let (exit, answer) = checked(&infra, &rules, &[]);
        let expected: Vec<_> = line
            .into_iter()
            .map(|line| ("main.tf".to_owned(), line, rule.clone()))
            .collect();
        assert_eq!(places(&answer), expected, "{answer:#}");
        let (verdict, status) = if line.is_some() {
            (Exit::NOT_COMPLIANT, "FAIL")
        } else {
            (Exit::OK, "PASS")
        };
        assert_eq!((exit, &answer["status"]), (verdict, &Json::from(status)));
        assert!(
            answer["plans"][0]["limits"]
                .as_str()
                .unwrap()
                .contains("by default are unknown")
        );
        let ended = run(&["validate", "-d", &infra, "-r", &rules, "-S", "none"], "");
        let at = line.map(|line| format!("{infra}/main.tf:{line} check_s3_tags_present"));
        assert_eq!(
            ended.exit,
            if line.is_some() {
                Exit::GUARD_FAIL
            } else {
                Exit::OK
            },
            "{}",
            ended.err
        );
        assert!(at.is_none_or(|at| ended.out.contains(&at)), "{}", ended.out);
    }
}

#[test]
fn findings_show_their_line_of_the_configuration() {
    let (_folder, infra, rules) = made("terraform-pretty", EMPTY, TAGS);
    let ended = run(&["check", &infra, "-r", &rules], "");
    assert!(
        ended
            .out
            .contains(&format!("{infra}/main.tf:3:3: error check_s3_tags_present")),
        "{}",
        ended.out
    );
    assert!(ended.out.contains("tags   = {}"), "{}", ended.out);
    assert!(ended.out.contains("1 document,"), "{}", ended.out);
    assert!(
        ended.out.contains("unless provider schemas are given"),
        "{}",
        ended.out
    );
}

#[test]
fn a_called_module_says_who_calls_it() {
    let (folder, infra, rules) = made(
        "terraform-called",
        "module \"m\" {\n  source = \"./m\"\n  on     = false\n}\n",
        "rule encrypted { resource_changes[ type == 'aws_ebs_volume' ].change.after.encrypted == true }\n",
    );
    folder.file(
        "infra/m/main.tf",
        "variable \"on\" {}\nresource \"aws_ebs_volume\" \"v\" {\n  encrypted = var.on\n}\n",
    );
    let (_, answer) = checked(&infra, &rules, &[]);
    assert_eq!(
        places(&answer),
        [("main.tf".to_owned(), 3, "encrypted".to_owned())]
    );
    let finding = &answer["findings"][0];
    assert!(
        finding["file"]
            .as_str()
            .unwrap()
            .ends_with("infra/m/main.tf")
    );
    let called = format!("(in a module called at {infra}/main.tf:1)");
    assert!(
        finding["message"].as_str().unwrap().ends_with(&called),
        "{finding}"
    );
    assert_eq!(finding["path"][0], "resource_changes");
}

#[test]
fn deferred_resources_are_counted_and_warned_of() {
    let main = "data \"aws_subnets\" \"all\" {}\nresource \"aws_instance\" \"a\" {\n  for_each = toset(data.aws_subnets.all.ids)\n}\n";
    let (folder, infra, rules) = made(
        "terraform-deferred",
        main,
        "rule any { resource_changes !empty }\n",
    );
    let (exit, answer) = checked(&infra, &rules, &[]);
    assert_eq!(
        (exit, answer["plans"][0]["deferred"].as_u64()),
        (Exit::OK, Some(1))
    );
    assert_eq!(
        places(&answer),
        [("main.tf".to_owned(), 2, "terraform-deferred".to_owned())]
    );
    assert_eq!(answer["summary"]["warnings"], 1);
    let mocks = folder.file(
        "all.tfmock.hcl",
        "mock_data \"aws_subnets\" {\n  defaults = { ids = [\"a\"] }\n}\n",
    );
    let (_, answer) = checked(&infra, &rules, &["--mocks", &mocks]);
    assert_eq!(
        (answer["plans"][0]["deferred"].as_u64(), places(&answer)),
        (Some(0), Vec::new())
    );
    let (_, answer) = checked(&infra, &rules, &["--unknown-count", "one"]);
    assert_eq!(answer["plans"][0]["deferred"], 0);
}

#[test]
fn what_cannot_be_evaluated_or_looked_into_is_never_compliant() {
    for (main, message) in [
        (
            "output \"o\" {\n  value = var.nope\n}\n",
            "Reference to undeclared input variable",
        ),
        (
            "module \"m\" {\n  source = \"registry/x\"\n}\n",
            "Did you run \"terraform init\"?",
        ),
        ("resource \"a\" {\n", "labels"),
        ("resource \"a\" \"b\" {\n", "Unclosed configuration block"),
    ] {
        let (_folder, infra, rules) = made(
            "terraform-broken",
            main,
            "rule any { format_version exists }\n",
        );
        let (exit, answer) = checked(&infra, &rules, &[]);
        assert_eq!(
            (exit, &answer["status"]),
            (Exit::NOT_COMPLIANT, &Json::from("ERROR")),
            "{main}"
        );
        assert!(
            answer["errors"][0]["message"]
                .as_str()
                .unwrap()
                .contains(message)
                || message == "labels",
            "{answer:#}"
        );
        let ended = run(&["validate", "-d", &infra, "-r", &rules], "");
        assert_eq!(ended.exit, Exit::GUARD_ERROR, "{main}");
    }
    let (_folder, infra, rules) = made(
        "terraform-ignored",
        "module \"m\" {\n  source = \"registry/x\"\n}\n",
        "rule any { format_version exists }\n",
    );
    for more in [
        ["--ignore-module", "registry/x"],
        ["--call-module-type", "local"],
        ["--call-module-type", "none"],
    ] {
        let (exit, answer) = checked(&infra, &rules, &more);
        assert_eq!(
            (exit, &answer["status"]),
            (Exit::OK, &Json::from("PASS")),
            "{answer:#}"
        );
        let part = &answer["coverage"]["not_seen"][0];
        assert_eq!(part["kind"], "module");
        assert_eq!(
            part["reason"],
            "module.m is left out: its source is registry/x"
        );
        let (exit, _) = checked(
            &infra,
            &rules,
            &[&more[..], &["--coverage", "module=fail"]].concat(),
        );
        assert_eq!(exit, Exit::NOT_COMPLIANT);
        let ended = run(
            &[&["validate", "-d", &infra, "-r", &rules], &more[..]].concat(),
            "",
        );
        assert_eq!(ended.exit, Exit::OK, "{}", ended.err);
        assert!(
            ended.err.contains("not seen: module.m is left out"),
            "{}",
            ended.err
        );
    }
    let (_, answer) = checked(&infra, &rules, &[]);
    let message = answer["errors"][0]["message"].as_str().unwrap();
    assert!(
        message.contains("It is registry/x; --ignore-module registry/x leaves it out."),
        "{message}"
    );
}

#[test]
fn a_hash_of_an_artifact_that_is_not_built_is_unknown() {
    let main = "resource \"aws_lambda_function\" \"f\" {\n  filename = \"lambda.zip\"\n  source_code_hash = filebase64sha256(\"lambda.zip\")\n}\n";
    let rule = "rule r { resource_changes[*].change.after.source_code_hash == /./ }\n";
    let (folder, infra, rules) = made("terraform-artifact", main, rule);
    let (exit, answer) = checked(&infra, &rules, &[]);
    assert_eq!(exit, Exit::NOT_COMPLIANT, "{answer:#}");
    let part = &answer["coverage"]["not_seen"][0];
    assert_eq!(
        (&part["kind"], &part["location"]["start"]["line"]),
        (&"unresolved".into(), &3.into()),
        "{answer:#}"
    );
    assert_eq!(
        part["reason"],
        "lambda.zip does not exist: its content is unknown"
    );
    assert_eq!(
        answer["findings"][0]["unknowns"],
        serde_json::json!(["aws_lambda_function.f.source_code_hash"])
    );
    assert_eq!(answer["errors"], Json::Array(Vec::new()));
    folder.file("infra/lambda.zip", "x");
    let (exit, answer) = checked(&infra, &rules, &[]);
    assert_eq!(
        (exit, &answer["coverage"]["not_seen"]),
        (Exit::OK, &Json::Array(Vec::new())),
        "{answer:#}"
    );
}

#[test]
fn a_hash_of_the_content_of_a_missing_file_is_unknown_and_other_contents_are_errors() {
    let errors = |value: &str| {
        let text = match value.contains("local.text") {
            true => "file(\"app.js\")",
            false => "1",
        };
        let main = format!(
            "locals {{\n  text = {text}\n}}\nresource \"aws_lambda_function\" \"f\" {{\n  x = {value}\n}}\n"
        );
        let (_folder, infra, rules) = made(
            "terraform-content",
            &main,
            "rule r { resource_changes exists }\n",
        );
        let (_, answer) = checked(&infra, &rules, &[]);
        let not_seen = answer["coverage"]["not_seen"].to_string();
        (
            answer["errors"].as_array().unwrap().len(),
            not_seen.contains("app.js does not exist: its content is unknown"),
        )
    };
    for value in [
        "base64sha256(filebase64(\"app.js\"))",
        "filebase64(\"app.js\")",
        "sha1(file(\"app.js\"))",
        "md5(join(\"\", [for f in [\"app.js\", \"b.js\"] : file(f)]))",
        "upper(sha256(jsonencode([1, file(\"app.js\")])))",
    ] {
        assert_eq!(errors(value), (0, true), "{value}");
    }
    for value in [
        "file(\"app.js\")",
        "jsondecode(file(\"app.js\"))",
        "templatefile(\"app.js\", {})",
        "sha1(local.text)",
        "sha1(file([1][5]))",
        "sha1(\"${file(\"app.js\")}${[1][5]}\")",
    ] {
        assert_ne!(errors(value).0, 0, "{value}");
    }
}

/// A module that is called twice in one configuration, once for each of two keys there, and in another configuration.
fn called_modules() -> (Folder, String, String) {
    let made = folder("terraform-calls");
    made.file(
        "module/main.tf",
        "resource \"aws_s3_bucket\" \"b\" {\n  force_destroy = true\n}\nresource \"aws_iam_role_policy\" \"p\" {\n  policy = aws_s3_bucket.b.policy\n}\n",
    );
    let call = |name: &str| format!("module \"{name}\" {{\n  source = \"../module\"\n}}\n");
    let each =
        "module \"each\" {\n  source = \"../module\"\n  for_each = toset([\"k\", \"l\"])\n}\n";
    made.file("one/main.tf", &[&call("a"), &call("b"), each].concat());
    made.file("two/main.tf", &call("a"));
    let rules = made.file(
        "rules.guard",
        "rule force { resource_changes[ type == 'aws_s3_bucket' ].change.after.force_destroy != true }\n\
         rule policy { resource_changes[ type == 'aws_iam_role_policy' ].change.after.policy == /x/ }\n",
    );
    let root = made.path().to_str().unwrap().to_owned();
    (made, root, rules)
}

#[test]
fn findings_of_several_calls_of_a_module_are_one_entry_for_people() {
    let (_folder, root, rules) = called_modules();
    let (_, answer) = checked(&root, &rules, &[]);
    assert_eq!(answer["findings"].as_array().unwrap().len(), 10);
    assert_eq!(answer["summary"]["errors"], 10);
    for finding in answer["findings"].as_array().unwrap() {
        let message = finding["message"].as_str().unwrap();
        assert_eq!(
            message.matches("(in a module called at ").count(),
            1,
            "{message}"
        );
    }
    let printed = |format: &str| {
        let line = [
            "check",
            &*root,
            "-r",
            &rules,
            "-f",
            format,
            "--ignore-checks",
            "terraform_",
        ];
        run(&line, "").out.replace(&root, "")
    };
    let pretty = printed("pretty");
    let calls =
        "(in modules called at /one/main.tf:1, /one/main.tf:4, /one/main.tf:7, /two/main.tf:1)";
    assert_eq!(pretty.matches("error force:").count(), 1, "{pretty}");
    assert_eq!(pretty.matches("error policy:").count(), 1, "{pretty}");
    assert_eq!(pretty.matches(calls).count(), 2, "{pretty}");
    for line in [
        "/module/main.tf:2:3: error force: true must not equal true (in modules",
        "  at module.a.aws_s3_bucket.b/force_destroy\n  at module.b.aws_s3_bucket.b/force_destroy\n  at module.each[\"k\"].aws_s3_bucket.b/force_destroy\n",
        "not decided: it depends on aws_iam_role_policy.p.policy, which the plan does not know (in modules",
        "  at module.each[\"l\"].aws_iam_role_policy.p/policy\n",
        "  not known: aws_iam_role_policy.p.policy\n",
        "10 errors",
    ] {
        assert!(pretty.contains(line), "{line}\n{pretty}");
    }
    assert!(!pretty.contains("resource_changes/"), "{pretty}");
    let path = "  at module.a.aws_s3_bucket.b/force_destroy\n";
    assert_eq!(pretty.matches(path).count(), 1, "{pretty}");
    let markdown = printed("markdown");
    assert_eq!(markdown.matches("| force |").count(), 1, "{markdown}");
    assert_eq!(markdown.matches(calls).count(), 2, "{markdown}");
    let html = printed("html");
    let shown = html.split("<script").next().unwrap();
    assert_eq!(shown.matches(calls).count(), 2, "{shown}");
    assert!(html.contains("\"call\":\"/two/main.tf:1\""), "{html}");
}

#[test]
fn resources_are_named_by_their_addresses_in_all_sections_of_a_plan() {
    let main = "resource \"aws_sqs_queue\" \"q\" {\n  count = 2\n  name  = \"q-${count.index}\"\n  tags  = { a = \"x\" }\n  fifo_queue = aws_sqs_queue.other.fifo_queue\n}\nresource \"aws_sqs_queue\" \"other\" {}\n";
    let rules = "let queues = planned_values.root_module.resources[ address == /q\\[/ ]\n\
        rule planned { %queues.values.tags.a == 'y' }\n\
        rule changed { resource_changes[ address == /q\\[/ ].change.after.tags.a == 'y' }\n\
        rule configured { configuration.root_module.resources[ address == 'aws_sqs_queue.q' ].expressions.name.references empty }\n\
        rule unknown { resource_changes[ address == /q\\[/ ].change.after.fifo_queue == true }\n\
        rule actions { resource_changes[ address == /q\\[/ ].change.actions == ['update'] }\n";
    let (_folder, infra, rules) = made("terraform-addresses", main, rules);
    let line = [
        "check",
        &*infra,
        "-r",
        &rules,
        "--ignore-checks",
        "terraform_",
    ];
    let pretty = run(&line, "").out;
    let mut paths: Vec<&str> = pretty
        .lines()
        .filter_map(|line| line.strip_prefix("  at "))
        .collect();
    paths.sort();
    paths.dedup();
    assert_eq!(
        paths,
        [
            "aws_sqs_queue.q/name/references",
            "aws_sqs_queue.q[0]/change/actions",
            "aws_sqs_queue.q[0]/fifo_queue",
            "aws_sqs_queue.q[0]/tags/a",
            "aws_sqs_queue.q[1]/change/actions",
            "aws_sqs_queue.q[1]/fifo_queue",
            "aws_sqs_queue.q[1]/tags/a",
        ],
        "{pretty}"
    );
}

#[test]
fn what_a_configuration_reads_is_a_part_of_it() {
    let made = folder("terraform-read-files");
    made.file("main.tf", "output \"o\" {\n  value = [templatefile(\"p/policy.json\", { arn = \"x\" }), file(\"p/c.json\"), file(\"stack.yaml\")]\n}\n");
    // It is not JSON before it is rendered, and a key of it is also one of templates.
    made.file("p/policy.json", "{\"Resources\": [${jsonencode(arn)}]}");
    made.file("p/c.json", "{\"a\": 1}");
    made.file("stack.yaml", "Resources:\n  Q:\n    Type: AWS::SQS::Queue\n    Properties:\n      DelaySeconds: banana\n");
    let rules = made.file("rules.guard", "rule r { a exists }\n");
    let root = made.path().to_str().unwrap();
    let ended = run(&["check", root, "-f", "json", "-r", &rules], "");
    let answer: Json = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(answer["errors"], Json::Array(Vec::new()), "{answer:#}");
    let files: Vec<&str> = answer["coverage"]["skipped"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|skipped| skipped["file"].as_str()?.rsplit('/').next())
        .collect();
    assert_eq!(files, ["c.json", "policy.json"], "{answer:#}");
    // A template is deployed by what reads it.
    let is_of_template = |finding: &&Json| finding["rule"] == "E3012";
    assert_eq!(
        answer["findings"]
            .as_array()
            .unwrap()
            .iter()
            .filter(is_of_template)
            .count(),
        1,
        "{answer:#}"
    );
    // What nothing reads may be a template.
    made.file("main.tf", "");
    let ended = run(&["check", root, "-f", "json", "-r", &rules], "");
    let answer: Json = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(answer["errors"].as_array().unwrap().len(), 1, "{answer:#}");
}

/// Rules on an argument that is unknown, and their verdicts.
const UNKNOWN: &str = r#"let bucket = resource_changes[ type == 'aws_s3_bucket' ].change.after
rule absent { %bucket.acl !exists }
rule filtered { %bucket[ acl == 'public-read' ] empty }
rule guarded when %bucket.acl == 'public-read' { %bucket.bucket == 'y' }
rule other { %bucket.acl != 'public-read' }
rule planned { planned_values.root_module.resources[ values.acl == 'public-read' ] empty }
rule output { planned_values.outputs.acl.value == 'private' }
rule present { %bucket.acl exists }
rule known { %bucket.bucket == 'x' or %bucket.acl == 'private' }
rule wrong { %bucket.bucket == 'y' }
"#;

#[test]
fn no_rule_passes_on_an_unknown_value() {
    let main = "variable \"acl\" {\n  type = string\n}\nresource \"aws_s3_bucket\" \"b\" {\n  bucket = \"x\"\n  acl    = var.acl\n}\n\
                output \"acl\" {\n  value = var.acl\n}\n";
    let (_folder, infra, rules) = made("terraform-unknown", main, UNKNOWN);
    for (more, severity) in [
        (&[][..], "error"),
        (&["--unknown", "warn"], "warning"),
        (&["--unknown", "pass"], "informational"),
    ] {
        let (exit, answer) = checked(&infra, &rules, more);
        assert_eq!(exit, Exit::NOT_COMPLIANT);
        let of_rules = &answer["coverage"]["rules"];
        let undecided = serde_json::json!(["filtered", "guarded", "other", "output", "planned"]);
        assert_eq!(
            (&of_rules["undecided"], &of_rules["passed"]),
            (&undecided, &serde_json::json!(["known", "present"]))
        );
        assert_eq!(of_rules["failed"], serde_json::json!(["absent", "wrong"]));
        let findings = answer["findings"].as_array().unwrap();
        for finding in findings {
            let is_certain = ["absent", "wrong"].contains(&finding["rule"].as_str().unwrap());
            assert_eq!(
                finding["severity"],
                if is_certain { "error" } else { severity },
                "{finding:#}"
            );
            assert_eq!(finding.get("unknowns").is_none(), is_certain, "{finding:#}");
        }
        let of = |rule: &str| {
            findings
                .iter()
                .find(|finding| finding["rule"] == rule)
                .unwrap()
        };
        assert_eq!(
            of("other")["message"],
            "not decided: it depends on aws_s3_bucket.b.acl, which the plan does not know"
        );
        assert_eq!(of("other")["location"]["start"]["line"], 6);
        assert_eq!(of("output")["unknowns"], serde_json::json!(["output.acl"]));
        assert_eq!(of("wrong")["message"], "\"x\" must equal \"y\"");
    }
    let known = ["--unknown", "warn", "--var", "acl=private"];
    let (_, answer) = checked(&infra, &rules, &known);
    assert_eq!(
        answer["coverage"]["rules"].get("undecided"),
        None,
        "{answer:#}"
    );
}

#[test]
fn an_error_behind_an_unknown_value_is_reported() {
    let plan = serde_json::json!({
        "format_version": "1.2",
        "resource_changes": [{"type": "t", "change": {"after": {}, "after_unknown": {"a": true}}}]
    });
    let folder = folder("terraform-error-behind-unknown");
    let plan = folder.file("plan.json", &plan.to_string());
    let rules = "rule ok { resource_changes exists }\nrule r { resource_changes[*].change.after[ key ] { nope(a) } }\n";
    let rules = folder.file("r.guard", rules);
    let other = folder.file("other.guard", "rule other { resource_changes exists }\n");
    let ended = run(
        &[
            "check", &plan, "--rules", &rules, &other, "--lint", "off", "--format", "json",
        ],
        "",
    );
    let answer: Json = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(
        (ended.exit, &answer["status"]),
        (Exit::NOT_COMPLIANT, &"ERROR".into()),
        "{answer:#}"
    );
    let message = answer["errors"][0]["message"].as_str().unwrap();
    assert!(
        message.contains("evaluation ended early")
            && message.contains("Parameterized Rule with name nope"),
        "{message}"
    );
    assert_eq!(
        answer["errors"].as_array().map(Vec::len),
        Some(1),
        "{answer:#}"
    );
}

#[test]
fn a_policy_that_is_not_known_does_not_hide_those_that_are() {
    let policy = |name: &str, text: &str| {
        format!("resource \"aws_x\" \"{name}\" {{\n  policy = {text}\n}}\n")
    };
    let (open, unknown) = (
        policy("open", r#"jsonencode({ a = "*" })"#),
        policy("unknown", "var.v"),
    );
    let rules = "rule r { resource_changes[*].change.after {\n  let document = json_parse(policy)\n  %document.a != \"*\"\n} }\n";
    let checked = |name: &str, policies: &[&str]| {
        let main = format!("variable \"v\" {{}}\n{}", policies.concat());
        let (_folder, infra, rules) = made(name, &main, rules);
        checked(&infra, &rules, &[])
    };
    let (exit, answer) = checked("terraform-unknown-policy", &[&open, &unknown]);
    assert_eq!(
        (exit, &answer["status"]),
        (Exit::NOT_COMPLIANT, &"FAIL".into()),
        "{answer:#}"
    );
    assert!(
        places(&answer).iter().any(|(_, line, _)| *line == 3),
        "{answer:#}"
    );
    let (_, answer) = checked("terraform-unknown-policy-only", &[&unknown]);
    assert_eq!(
        answer["coverage"]["rules"]["undecided"],
        serde_json::json!(["r"]),
        "{answer:#}"
    );
}

#[test]
fn plans_with_many_unknown_values_are_read_in_a_short_time() {
    let made = folder("terraform-many-unknowns");
    let marks: serde_json::Map<String, Json> = (0..30_000)
        .map(|at| (format!("k{at}"), true.into()))
        .collect();
    let long = serde_json::json!({ "k".repeat(1_000): vec![true; 30_000] });
    let change = |after_unknown: Json| serde_json::json!({ "address": "a.b", "type": "a", "change": { "after": {}, "after_unknown": after_unknown } });
    let changes = [change(marks.into()), change(long)];
    let plan = serde_json::json!({ "format_version": "1.2", "resource_changes": changes });
    let plan = made.file("plan.json", &plan.to_string());
    let rules = made.file(
        "rules.guard",
        "rule r { some resource_changes[*].change.after.*.* == 'x' }\n",
    );
    let begun = std::time::Instant::now();
    let (exit, answer) = checked(&plan, &rules, &[]);
    assert!(
        begun.elapsed() < std::time::Duration::from_secs(20),
        "{:?}",
        begun.elapsed()
    );
    assert_eq!(
        (exit, &answer["coverage"]["rules"]["undecided"]),
        (Exit::NOT_COMPLIANT, &serde_json::json!(["r"]))
    );
    let names = answer["findings"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|finding| finding["unknowns"].as_array().unwrap());
    assert!(names.clone().count() > 1000);
    assert!(
        names
            .map(|name| name.as_str().unwrap().len())
            .all(|length| length < 300)
    );
}

#[test]
fn a_module_above_the_root_names_the_option() {
    let (folder, infra, rules) = made(
        "terraform-above",
        "module \"m\" {\n  source = \"../m\"\n}\n",
        "rule any { format_version exists }\n",
    );
    folder.file("m/main.tf", "");
    let (_, answer) = checked(&infra, &rules, &["--root", &infra]);
    let message = answer["errors"][0]["message"].as_str().unwrap();
    assert!(
        message.contains("--root chooses one above both"),
        "{message}"
    );
    let (exit, _) = checked(&infra, &rules, &["--root", folder.path().to_str().unwrap()]);
    assert_eq!(exit, Exit::OK);
}

#[test]
fn folders_of_configurations_are_told_from_templates() {
    let folder = folder("terraform-folders");
    for (path, text) in [
        ("a/main.tf", "module \"m\" {\n  source = \"../m\"\n}\n"),
        ("a/dev.tfvars.json", "{}"),
        (
            "b/main.tf.json",
            "{\"resource\": {\"terraform_data\": {\"x\": {}}}}",
        ),
        ("m/main.tf", "resource \"terraform_data\" \"m\" {}\n"),
        (
            "template.yaml",
            "Resources:\n  T:\n    Type: AWS::SNS::Topic\n",
        ),
        (".hidden/main.tf", "not read"),
    ] {
        folder.file(path, text);
    }
    let rules = folder.file(
        "rules.guard",
        "rule any { Resources exists or resource_changes exists }\n",
    );
    let whole = folder.path().to_str().unwrap();
    let (exit, answer) = checked(whole, &rules, &[]);
    assert_eq!(exit, Exit::OK, "{answer:#}");
    // The template, and the root modules.
    assert_eq!(answer["summary"]["documents"], 3);
    let named: Vec<&str> = answer["plans"]
        .as_array()
        .unwrap()
        .iter()
        .map(|plan| plan["file"].as_str().unwrap())
        .collect();
    assert_eq!(named, [format!("{whole}/a"), format!("{whole}/b")]);
    let (_, answer) = checked(&format!("{whole}/m/main.tf"), &rules, &[]);
    assert_eq!(answer["plans"][0]["file"], format!("{whole}/m"));
}

#[test]
fn plans_pass_untouched() {
    let folder = folder("terraform-plan-file");
    let plan = folder.file("plan.json", "{\"format_version\": \"1.2\", \"planned_values\": {\"root_module\": {}}, \"resource_changes\": [{\"type\": \"aws_s3_bucket\", \"change\": {\"after\": {\"tags\": null}}}]}");
    let rules = folder.file(
        "rules.guard",
        "rule tagged { resource_changes[*].change.after.tags != null }\n",
    );
    let (exit, answer) = checked(&plan, &rules, &["--lint", "all"]);
    assert_eq!(exit, Exit::NOT_COMPLIANT);
    let engines: Vec<&Json> = answer["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| &finding["engine"])
        .collect();
    assert_eq!(engines, ["guard"]);
    assert_eq!(answer["findings"][0]["file"], plan);
    assert!(answer.get("plans").is_none());
}
