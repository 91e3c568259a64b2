//! Tests of the deployment: template.yaml sets only known settings, the templates in `deploy` are secure and made from it, and
//! the state machines of `examples/step-functions` send valid requests.

use std::collections::BTreeSet;

use bumpalo::Bump;
use cfn_warden::lambda::{self, Config, Function};
use cfn_warden_syntax::{self as syntax, Node, Value};
use serde_json::{Value as Json, json};

use crate::recorded::root;

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

/// Returns the output of `lint` for a file; empty if there are no findings.
fn lint(path: &str) -> String {
    let crate::cli::Ended { out, err, .. } =
        crate::cli::run(&["lint", root().join(path).to_str().unwrap()], "");
    out + &err
}

fn at<'a>(node: Node<'a>, path: &[&str]) -> Node<'a> {
    path.iter().fold(node, |node, key| {
        node.get(key)
            .unwrap_or_else(|| panic!("no {key} of {path:?}"))
    })
}

/// Returns the possible values of a scalar, of the parameter that it refers to, or of the texts that a condition selects;
/// empty for other functions.
fn values(template: Node<'_>, value: Node<'_>) -> Vec<String> {
    if let Some(text) = value.as_str() {
        return vec![text.to_owned()];
    }
    if let Some([_, then, other]) = value.get("Fn::If").and_then(|branches| branches.as_list()) {
        return [*then, *other]
            .into_iter()
            .filter_map(|branch| branch.as_str())
            .map(str::to_owned)
            .collect();
    }
    let Some(parameter) = value.get("Ref").and_then(|name| name.as_str()) else {
        return Vec::new();
    };
    let parameter = at(template, &["Parameters", parameter]);
    let allowed = parameter
        .get("AllowedValues")
        .and_then(|list| list.as_list())
        .unwrap_or_default();
    let default = parameter.get("Default");
    allowed
        .iter()
        .copied()
        .chain(default)
        .map(|value| value.as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn the_template_sets_only_known_settings() {
    let (arena, text) = (Bump::new(), read("template.yaml"));
    let parsed = syntax::parse(&arena, &text, "template.yaml");
    let template = parsed.tree.unwrap().root;
    let function = at(template, &["Resources", "WardenFunction", "Properties"]);
    let variables = at(function, &["Environment", "Variables"])
        .as_map()
        .unwrap();
    assert!(variables.len() > 5);
    for variable in variables {
        let name = variable.key.as_str().unwrap().to_owned();
        let values = values(template, variable.value);
        // Composed of parameters: the location of rules.
        let object = if name.contains("BUNDLE") {
            "team.zip"
        } else {
            "team.guard"
        };
        let values = if values.is_empty() {
            vec![format!("s3://rules/{object}?versionId=1")]
        } else {
            values
        };
        for value in values {
            assert!(name.starts_with("WARDEN_"), "{name}");
            let read = Config::from_vars([(name.clone(), value.clone())]);
            assert!(read.is_ok(), "{name}={value}: {read:?}");
        }
    }
}

#[test]
fn each_parameter_is_in_one_group_of_the_console() {
    let (arena, text) = (Bump::new(), read("template.yaml"));
    let parsed = syntax::parse(&arena, &text, "template.yaml");
    let template = parsed.tree.unwrap().root;
    let interface = at(template, &["Metadata", "AWS::CloudFormation::Interface"]);
    let groups = at(interface, &["ParameterGroups"]).as_list().unwrap();
    let listed = |group: &Node<'_>| {
        let names = at(*group, &["Parameters"]).as_list().unwrap().iter();
        let names = names.map(|name| name.as_str().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    let mut grouped: Vec<String> = groups.iter().flat_map(listed).collect();
    let declared = at(template, &["Parameters"]).as_map().unwrap().iter();
    let mut declared: Vec<String> = declared
        .map(|one| one.key.as_str().unwrap().to_owned())
        .collect();
    grouped.sort();
    declared.sort();
    assert_eq!(grouped, declared);
}

#[test]
fn all_hooks_exclude_the_functions_own_stack() {
    let (arena, text) = (Bump::new(), read("template.yaml"));
    let template = syntax::parse(&arena, &text, "template.yaml")
        .tree
        .unwrap()
        .root;
    let resources = at(template, &["Resources"]).as_map().unwrap();
    let kind = |resource: Node<'_>| at(resource, &["Type"]).as_str().unwrap().to_owned();
    let hooks = resources
        .iter()
        .filter(|one| kind(one.value) == "AWS::CloudFormation::LambdaHook");
    let mut targets = Vec::new();
    for hook in hooks {
        let excluded = at(
            hook.value,
            &["Properties", "StackFilters", "StackNames", "Exclude"],
        );
        let excluded = at(excluded, &["Fn::If"]).as_list().unwrap();
        assert!(
            excluded[1..]
                .iter()
                .all(|names| mentions(*names, "AWS::StackName")),
            "{}",
            hook.key.as_str().unwrap()
        );
        let operations = at(hook.value, &["Properties", "TargetOperations"]);
        targets.push((
            hook.key.as_str().unwrap(),
            values(template, operations).pop(),
        ));
    }
    let expected = [
        ("TemplateHook", Some("STACK,CHANGE_SET".to_owned())),
        ("PropertiesHook", Some("RESOURCE,CLOUD_CONTROL".to_owned())),
        // Those of the other two.
        ("LatestHook", None),
    ];
    assert_eq!(targets, expected);
}

fn mentions(node: Node<'_>, name: &str) -> bool {
    match node.value {
        Value::Str(text) => text.contains(name),
        Value::List(items) => items.iter().any(|item| mentions(*item, name)),
        Value::Map(entries) => entries.iter().any(|entry| mentions(entry.value, name)),
        _ => false,
    }
}

#[test]
fn the_templates_have_no_findings() {
    assert_eq!(lint("template.yaml"), "");
    for name in ["code", "dashboard", "function", "organization"] {
        assert_eq!(lint(&format!("deploy/{name}.yaml")), "");
    }
    for (folder, _) in MACHINES {
        assert_eq!(
            lint(&format!("examples/step-functions/{folder}/template.yaml")),
            ""
        );
    }
}

/// What is meant is waived, with a reason.
#[test]
fn the_templates_are_as_secure_as_the_controls_ask() {
    let path = |name: &str| root().join(name).to_str().unwrap().to_owned();
    let (template, deploy, waivers) = (
        path("template.yaml"),
        path("deploy"),
        path("deploy/waivers.toml"),
    );
    let examples = [
        "audit/template.yaml",
        "organization/member.yaml",
        "organization/template.yaml",
        "pipeline/template.yaml",
    ];
    let examples = examples.map(|name| path(&format!("examples/step-functions/{name}")));
    let mut line = vec![
        "check",
        &template,
        &deploy,
        "--pack",
        "fsbp",
        "--waivers",
        &waivers,
        "--format",
        "json",
    ];
    line.extend(examples.iter().map(String::as_str));
    let ended = crate::cli::run(&line, "");
    let answer: Json = serde_json::from_str(&ended.out).unwrap();
    let serious = |one: &&Json| one["severity"] != "informational" && one["engine"] == "guard";
    let findings: Vec<&Json> = answer["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(serious)
        .collect();
    assert!(
        findings.is_empty() && answer["status"] == "PASS",
        "{findings:#?} {}",
        ended.err
    );
    assert!(
        answer["summary"]["documents"].as_u64().unwrap() >= 9,
        "{}",
        ended.err
    );
    assert!(!ended.err.contains("is not used"), "{}", ended.err);
}

/// A service-managed StackSet cannot use a template with a transform.
#[test]
fn the_plain_template_is_made_from_the_other() {
    let script = root().join("scripts/deploy.py");
    let python = |args: &[&str]| std::process::Command::new("python3").args(args).output();
    if !python(&["-c", "import yaml"]).is_ok_and(|tried| tried.status.success()) {
        // Only this test needs PyYAML: without it, what both templates declare is compared.
        let (arena, other) = (Bump::new(), Bump::new());
        let (from, to) = (read("template.yaml"), read("deploy/function.yaml"));
        let parse = |arena, text| syntax::parse(arena, text, "").tree.unwrap().root;
        let (from, to) = (parse(&arena, &from), parse(&other, &to));
        let names = |root: Node<'_>, section: &str| -> BTreeSet<String> {
            at(root, &[section])
                .as_map()
                .unwrap()
                .iter()
                .map(|one| one.key.as_str().unwrap().to_owned())
                .collect()
        };
        for section in ["Conditions", "Resources", "Outputs"] {
            assert!(
                names(to, section).is_superset(&names(from, section)),
                "{section}: run `make deploy`"
            );
        }
        return;
    }
    let checked = python(&[script.to_str().unwrap(), "--check"]).unwrap();
    assert!(
        checked.status.success(),
        "run `make deploy`: {}",
        String::from_utf8_lossy(&checked.stderr)
    );
}

/// In an organization, no name of a stack leaves it out of the checks of all accounts, and only functions write reports.
#[test]
fn an_organization_has_no_exclusion_that_anyone_can_join() {
    let text = read("deploy/organization.yaml");
    assert!(!text.contains("StackSet-${AWS::StackName}"), "{text}");
    let arena = Bump::new();
    let template = syntax::parse(&arena, &text, "").tree.unwrap().root;
    let declared = at(
        template,
        &["Parameters", "HookExcludedStacks", "AllowedPattern"],
    );
    let pattern =
        fancy_regex::Regex::new(&format!("^(?:{})$", declared.as_str().unwrap())).unwrap();
    for (value, is_allowed) in [("shop", true), ("", true), ("shop-*", false), ("?", false)] {
        assert_eq!(pattern.is_match(value).unwrap(), is_allowed, "{value}");
    }
    let policy = [
        "Resources",
        "ReportBucketPolicy",
        "Properties",
        "PolicyDocument",
        "Statement",
    ];
    let writes = at(template, &policy)
        .as_list()
        .unwrap()
        .iter()
        .find(|statement| at(**statement, &["Sid"]).as_str() == Some("AccountsWrite"))
        .copied()
        .unwrap();
    let role = at(writes, &["Condition", "ArnLike", "aws:PrincipalArn"]);
    let role = role.get("Fn::Sub").unwrap().as_str().unwrap();
    assert!(
        role.contains(":iam::${!aws:PrincipalAccount}:role/cfn-warden/"),
        "{role}"
    );
    let resource = at(writes, &["Resource"]).get("Fn::Sub").unwrap();
    assert_eq!(
        resource.as_str(),
        Some("${ReportBucket.Arn}/${!aws:PrincipalAccount}/*")
    );
    // The role of the function has the path.
    let text = read("deploy/function.yaml");
    let arena = Bump::new();
    let function = syntax::parse(&arena, &text, "").tree.unwrap().root;
    let path = at(function, &["Resources", "WardenRole", "Properties", "Path"]);
    assert_eq!(path.as_str(), Some("/cfn-warden/"));
}

/// The definitions of state machines by folder of `examples/step-functions`.
const MACHINES: &[(&str, &str)] = &[
    ("pipeline", "pipeline.asl.json"),
    ("audit", "templates.asl.json"),
    ("audit", "stacks.asl.json"),
    ("organization", "accounts.asl.json"),
];

fn definition(folder: &str, file: &str) -> (String, Json) {
    let text = read(&format!("examples/step-functions/{folder}/{file}"));
    let definition = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
    (text, definition)
}

/// Returns all maps in a JSON value, including itself.
fn maps(value: &Json) -> Vec<&serde_json::Map<String, Json>> {
    let inner: Vec<&Json> = match value {
        Json::Object(map) => map.values().collect(),
        Json::Array(items) => items.iter().collect(),
        _ => Vec::new(),
    };
    value
        .as_object()
        .into_iter()
        .chain(inner.into_iter().flat_map(maps))
        .collect()
}

#[test]
fn state_machines_send_valid_requests_and_read_existing_fields() {
    for (folder, file) in MACHINES {
        let (text, definition) = definition(folder, file);
        let maps = maps(&definition);
        let payloads: Vec<&Json> = maps.iter().filter_map(|map| map.get("Payload")).collect();
        assert_eq!(payloads.len(), 1, "{file}");
        for payload in payloads {
            let request: serde_json::Map<String, Json> =
                payload.as_object().unwrap().iter().map(known).collect();
            let event = Json::Object(request).to_string();
            let answer = lambda::handle(
                event.as_bytes(),
                &Function::new(cfn_warden_rules::bundled()),
            )
            .answer;
            let answer: Json = serde_json::from_str(&answer).unwrap();
            // The request is valid; this function has no AWS client.
            let kinds = answer["errors"]
                .as_array()
                .unwrap()
                .iter()
                .map(|error| error["kind"].as_str().unwrap());
            assert!(
                kinds.into_iter().all(|kind| kind == "fetch"),
                "{event}: {answer}"
            );
            for field in text.split("$.Payload.").skip(1) {
                let field = field.split('"').next().unwrap();
                assert!(
                    answer.get(field).is_some(),
                    "{file} reads {field}, which is not answered: {answer}"
                );
            }
        }
    }
}

/// Replaces the placeholder of a bucket name in a definition.
fn bucket(text: &str) -> Json {
    json!(if text.starts_with("${") {
        "some-bucket"
    } else {
        text
    })
}

/// Returns a field of a payload, with a value in place of a state machine path.
fn known((name, value): (&String, &Json)) -> (String, Json) {
    let Some(field) = name.strip_suffix(".$") else {
        let within = value
            .as_object()
            .map(|parts| Json::Object(parts.iter().map(known).collect()));
        return (
            name.clone(),
            within.unwrap_or_else(|| value.as_str().map_or(value.clone(), bucket)),
        );
    };
    let value = match field {
        "data" => json!("Resources: {Topic: {Type: AWS::SNS::Topic}}"),
        "key" => json!("shop.yaml"),
        "version_id" => json!("3/L4kqtJlcpXroDTDmJ+rmSpXd3dIbrHY"),
        "data_uri" => json!("s3://templates/shop.yaml"),
        "report_uri" => json!("s3://reports/shop.json"),
        "stack" => json!("arn:aws:cloudformation:eu-west-1:123456789012:stack/shop/1"),
        "parameters" => json!([{"ParameterKey": "Env", "ParameterValue": "prod"}]),
        other => panic!("no value for {other}"),
    };
    (field.to_owned(), value)
}

/// Regression: the pipeline checked one object and deployed another, because its URL was decoded differently.
#[test]
fn the_pipeline_deploys_the_checked_version() {
    let (_, definition) = definition("pipeline", "pipeline.asl.json");
    let states = &definition["States"];
    let data = &states["Validate"]["Parameters"]["Payload"]["data_uri"];
    assert_eq!(
        (&data["key.$"], &data["version_id.$"]),
        (&json!("$.key"), &json!("$.template.VersionId"))
    );
    for deploys in ["UpdateStack", "CreateStack"] {
        let url = states[deploys]["Parameters"]["TemplateURL.$"]
            .as_str()
            .unwrap();
        assert!(
            url.contains("/{}?versionId={}', $.key, $.template.VersionId)"),
            "{url}"
        );
    }
    assert_eq!(states["FindVersion"]["ResultPath"], "$.template");
    // Only the pipeline writes there, and keys that a URL would decode differently are rejected before.
    let writes = maps(&definition)
        .into_iter()
        .filter(|map| map.get("ResultPath") == Some(&json!("$.template")));
    assert_eq!(writes.count(), 1);
    let count = states["SplitKey"]["Parameters"]["count.$"]
        .as_str()
        .unwrap();
    let delimiters = count
        .strip_prefix("States.ArrayLength(States.StringSplit(States.Format('a{}a', $.key), '")
        .unwrap();
    assert_eq!(delimiters, "%?#&+ '))");
    let rejected = &states["IsPlainKey"]["Choices"][0];
    let conditions = rejected["Or"].as_array().unwrap();
    assert!(conditions.contains(&json!({"Variable": "$.parts.count", "NumericGreaterThan": 1})));
    for part in ["*//*", "*./*"] {
        assert!(
            conditions.contains(&json!({"Variable": "$.key", "StringMatches": part})),
            "{part}"
        );
    }
    let steps = [
        &definition["StartAt"],
        &states["SplitKey"]["Next"],
        &rejected["Next"],
        &states["IsPlainKey"]["Default"],
    ];
    assert_eq!(
        steps,
        [
            &json!("SplitKey"),
            &json!("IsPlainKey"),
            &json!("KeyNotPlain"),
            &json!("FindVersion")
        ]
    );
    assert_eq!(
        (
            &states["SplitKey"]["ResultPath"],
            &states["KeyNotPlain"]["Type"]
        ),
        (&json!("$.parts"), &json!("Fail"))
    );
}

/// Regression: invalid names were only detected when the function started.
#[test]
fn template_parameters_reject_values_that_the_function_rejects() {
    let (arena, text) = (Bump::new(), read("template.yaml"));
    let template = syntax::parse(&arena, &text, "template.yaml")
        .tree
        .unwrap()
        .root;
    for (parameter, good, bad) in [
        (
            "RulesBucket",
            &["", "my-rules.of"][..],
            &["s3://rules", "my rules", "rules/team", "Rules"][..],
        ),
        (
            "ReportBucket",
            &["", "reports"],
            &["s3://reports", "my reports"],
        ),
        (
            "DocumentBucket",
            &["", "documents"],
            &["s3://documents", "a b"],
        ),
        (
            "RulesKey",
            &["", "team/", "all.zip"],
            &["/team", "my rules/", "a,b", "a%20b", "a?versionId=1"],
        ),
        (
            "Rules",
            &["", "rules", "policies/team"],
            &["my rules", "/rules", "s3://rules/x"],
        ),
        (
            "RulesVersion",
            &["", "3/L4kqtJlcpXroDTDmJ+rmSpXd3dIbrHY"],
            &["a b", "a&b"],
        ),
        (
            "InputParameters",
            &["", "parameters.json"],
            &["my parameters.json", "/x", "a?b"],
        ),
        ("Packs", &["", "fsbp", "cis, S3.8"], &["fsbp;cis", "a b"]),
        (
            "Knowledge",
            &["", "acme.knowledge", "/opt/acme.knowledge"],
            &["my knowledge", "a,b", "a?b"],
        ),
        (
            "Schemas",
            &["", "schemas.yaml"],
            &["my schemas.json", "/x", "a,b"],
        ),
        (
            "Waivers",
            &["", "waivers.json"],
            &["my waivers.json", "/x", "a?b"],
        ),
        (
            "AlarmTopic",
            &["", "arn:aws:sns:eu-west-1:123456789012:alarms"],
            &["alarms", "arn:aws:sqs:x"],
        ),
        ("IgnoreChecks", &["", "W3, E3012"], &["W3;E3", "W3\n"]),
    ] {
        let declared = at(template, &["Parameters", parameter]);
        assert!(
            declared.get("ConstraintDescription").is_some(),
            "{parameter}"
        );
        let pattern = at(declared, &["AllowedPattern"]).as_str().unwrap();
        let pattern = fancy_regex::Regex::new(&format!("^(?:{pattern})$")).unwrap();
        for value in good {
            assert!(pattern.is_match(value).unwrap(), "{parameter}={value}");
        }
        for value in bad {
            assert!(!pattern.is_match(value).unwrap(), "{parameter}={value}");
        }
    }
    assert_eq!(
        at(template, &["Parameters", "HookExcludedStacks", "Type"]).as_str(),
        Some("CommaDelimitedList")
    );
}

#[test]
fn state_machines_refer_to_existing_states() {
    for (folder, file) in MACHINES {
        let (_, definition) = definition(folder, file);
        for machine in maps(&definition)
            .into_iter()
            .filter(|map| map.contains_key("StartAt"))
        {
            let states = machine["States"].as_object().unwrap();
            let start = machine["StartAt"].as_str();
            let own = states.values().flat_map(|state| {
                let choices = state["Choices"]
                    .as_array()
                    .into_iter()
                    .chain(state["Catch"].as_array())
                    .flatten();
                let next = choices
                    .map(|one| &one["Next"])
                    .chain([&state["Next"], &state["Default"]]);
                next.filter_map(Json::as_str).collect::<Vec<_>>()
            });
            let named: BTreeSet<&str> = own.chain(start).collect();
            let there: BTreeSet<&str> = states.keys().map(String::as_str).collect();
            assert_eq!(named, there, "{file}");
        }
    }
}

#[test]
fn state_machines_get_all_substitutions() {
    for (folder, file) in MACHINES {
        let (text, _) = definition(folder, file);
        let used: BTreeSet<&str> = text
            .split("${")
            .skip(1)
            .map(|rest| rest.split('}').next().unwrap())
            .collect();
        let (arena, template) = (
            Bump::new(),
            read(&format!("examples/step-functions/{folder}/template.yaml")),
        );
        let template = syntax::parse(&arena, &template, "template.yaml")
            .tree
            .unwrap()
            .root;
        let resources = at(template, &["Resources"]).as_map().unwrap().iter();
        let of_file = |resource: &Node<'_>| {
            resource
                .get("Properties")
                .and_then(|it| it.get("DefinitionUri")?.as_str())
                == Some(*file)
        };
        let machine = resources.map(|entry| entry.value).find(of_file).unwrap();
        let given = at(machine, &["Properties", "DefinitionSubstitutions"])
            .as_map()
            .unwrap();
        let given: BTreeSet<&str> = given
            .iter()
            .map(|entry| entry.key.as_str().unwrap())
            .collect();
        assert_eq!(used, given, "{file}");
    }
}
