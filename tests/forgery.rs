//! What the author of a template writes to be exempt from rules: suppressions in every spelling and function, sections of
//! a Hook, the text for unknown values, names of macros, and keys that are equal as text.

use cfn_warden::lambda::config::Config;
use cfn_warden::lambda::request::Text;
use cfn_warden::lambda::{self, Function};
use cfn_warden_fetch::{Fetch, FetchError};
use serde_json::{Value, json};

use crate::cli::{folder, run};
use cfn_warden::cli::Exit;

/// A rule in the style of AWS's Guard rules registry, which two tools' metadata turn off.
const CLOSED: &str = r#"let queues = Resources.*[ Type == 'AWS::SQS::Queue'
  Metadata.cfn_nag.rules_to_suppress not exists or
  Metadata.cfn_nag.rules_to_suppress.*.id != "F16"
  Metadata.guard.SuppressedRules not exists or
  Metadata.guard.SuppressedRules.* != "CLOSED"
]
rule CLOSED when %queues !empty { %queues.Properties.QueueName == 'closed' }
"#;

/// The text that CloudFormation writes in place of values that are known only after a change.
const MARKER: &str = "{{changeSet:KNOWN_AFTER_APPLY}}";

#[derive(Debug)]
struct Payload(Value);

impl Fetch for Payload {
    fn presigned(&self, _url: &str) -> Result<Vec<u8>, FetchError> {
        Ok(self.0.to_string().into_bytes())
    }
}

fn function(rules: &str, payload: Value, settings: &[(&str, &str)]) -> Function {
    let settings = settings
        .iter()
        .map(|(name, value)| (format!("WARDEN_{name}"), (*value).to_owned()));
    let rules = vec![Text {
        name: "rules.guard".to_owned(),
        content: rules.to_owned(),
    }];
    Function {
        config: Config::from_vars(settings).unwrap(),
        rules: rules.into(),
        fetch: Box::new(Payload(payload)),
        ..Function::new(cfn_warden_rules::bundled())
    }
}

fn answer(event: &Value, function: &Function) -> Value {
    serde_json::from_str(&lambda::handle(event.to_string().as_bytes(), function).answer).unwrap()
}

fn hook_event(target: &str) -> Value {
    json!({"actionInvocationPoint": "CREATE_PRE_PROVISION", "hookTypeName": "Private::Warden::Stacks",
        "stackId": "arn:aws:cloudformation:us-west-2:123456789012:stack/shop/1a2b",
        "requestData": {"targetName": target, "targetType": target, "targetLogicalId": "shop",
            "payload": "https://b.s3.us-west-2.amazonaws.com/p.json"}})
}

/// The answer of a STACK or CHANGE_SET Hook without the linter.
fn hook(target: &str, rules: &str, payload: Value, settings: &[(&str, &str)]) -> Value {
    let settings = [&[("HOOK_LINT", "off")], settings].concat();
    answer(&hook_event(target), &function(rules, payload, &settings))
}

fn resource_event(target_type: &str, properties: &Value) -> Value {
    json!({"actionInvocationPoint": "CREATE_PRE_PROVISION", "hookTypeName": "Private::Warden::Resources",
        "stackId": "arn:aws:cloudformation:us-west-2:123456789012:stack/shop/1a2b",
        "requestData": {"targetName": "AWS::SQS::Queue", "targetType": target_type, "targetLogicalId": "Queue",
            "targetModel": {"resourceProperties": properties}}})
}

fn status(answer: &Value) -> &str {
    answer["hookStatus"].as_str().unwrap()
}

/// The words of a suppression: the keys, and its value as JSON.
struct Spelling {
    tool: &'static str,
    rules: &'static str,
    value: Value,
}

fn spellings() -> Vec<Spelling> {
    let guard = [
        "SuppressedRules",
        "suppressedRules",
        "suppressed_rules",
        "suppressed-rules",
        "Suppressed Rules",
        "Suppressed-Rules",
        "SuppressedRule",
    ];
    let guard = guard.into_iter().flat_map(|rules| {
        ["guard", "Guard"].map(|tool| Spelling {
            tool,
            rules,
            value: json!(["CLOSED"]),
        })
    });
    let nag = [
        ("cfn_nag", "rules_to_suppress"),
        ("cfnNag", "rulesToSuppress"),
        ("CfnNag", "RulesToSuppress"),
        ("cfn-nag", "rules-to-suppress"),
        ("Cfn Nag", "Rules To Suppress"),
        ("Cfn-Nag", "Rules-To-Suppress"),
        ("cfn_nag", "RulesToSuppress"),
    ];
    let nag = nag.into_iter().flat_map(|(tool, rules)| {
        ["id", "Id"].map(|id| Spelling {
            tool,
            rules,
            value: json!([{id: "F16", "reason": "x"}]),
        })
    });
    guard.chain(nag).collect()
}

/// Ways to write the suppression: directly, or as the value of a function at each level.
fn nestings(spelling: &Spelling) -> Vec<(&'static str, Value)> {
    let Spelling { tool, rules, value } = spelling;
    let choice = |value: Value| json!({"Fn::If": ["Always", value, {}]});
    vec![
        ("plain", json!({*tool: {*rules: value}})),
        ("around", choice(json!({*tool: {*rules: value}}))),
        ("inside", json!({*tool: choice(json!({*rules: value}))})),
        (
            "rules",
            json!({*tool: {*rules: {"Fn::If": ["Always", value, []]}}}),
        ),
        (
            "twice",
            choice(choice(json!({*tool: choice(json!({*rules: value}))}))),
        ),
        (
            "selected",
            json!({*tool: {"Fn::Select": [0, [{*rules: value}]]}}),
        ),
        ("parameter", json!({*tool: {*rules: {"Ref": "Rules"}}})),
        (
            "mapping",
            json!({*tool: {*rules: {"Fn::FindInMap": ["Map", "a", "b"]}}}),
        ),
        ("unknown", json!({*tool: {"Fn::GetAtt": ["Other", "Arn"]}})),
        ("unknown-metadata", json!({"Fn::GetAtt": ["Other", "Arn"]})),
    ]
}

fn template(metadata_key: &str, metadata: &Value) -> Value {
    json!({
        "Parameters": {"Rules": {"Type": "CommaDelimitedList", "Default": "CLOSED"}},
        "Mappings": {"Map": {"a": {"b": ["CLOSED"]}}},
        "Conditions": {"Always": {"Fn::Equals": ["a", "a"]}},
        "Resources": {"Queue": {"Type": "AWS::SQS::Queue", metadata_key: metadata, "Properties": {"QueueName": "open"}},
            "Other": {"Type": "AWS::SNS::Topic"}},
    })
}

#[test]
fn no_spelling_of_a_suppression_has_an_effect_where_it_is_denied() {
    let mut problems = Vec::new();
    for spelling in spellings() {
        for (nesting, metadata) in nestings(&spelling) {
            for key in ["Metadata", "metadata"] {
                let template = template(key, &metadata);
                let name = format!("{key}/{}/{} {nesting}", spelling.tool, spelling.rules);
                let text = template.to_string();
                for deployments in ["", "any"] {
                    let settings = [("DEPLOYMENTS", deployments)];
                    let settings = if deployments.is_empty() {
                        &[][..]
                    } else {
                        &settings[..]
                    };
                    let after = &template["Resources"]["Queue"];
                    let changes = json!([{"logicalResourceId": "Queue", "resourceType": "AWS::SQS::Queue", "action": "Add",
                        "afterContext": json!({key: after[key], "Properties": after["Properties"]}).to_string()}]);
                    let doors = [
                        (
                            "STACK",
                            hook("STACK", CLOSED, json!({"template": text}), settings),
                        ),
                        (
                            "CHANGE_SET",
                            hook(
                                "CHANGE_SET",
                                CLOSED,
                                json!({"template": text, "changedResources": changes}),
                                settings,
                            ),
                        ),
                    ];
                    for (door, answer) in doors {
                        let denied = answer["message"].as_str().unwrap().contains(" denied");
                        if status(&answer) != "FAILED"
                            || answer["errorCode"] != "NonCompliant"
                            || !denied
                        {
                            problems.push(format!("{door} {deployments} {name}: {answer}"));
                        }
                    }
                    let mut event = json!({"data": text, "rules": [CLOSED], "template_suppressions": "deny", "lint": false});
                    if !deployments.is_empty() {
                        event["deployments"] = json!(deployments);
                    }
                    let answer = answer(&event, &function(CLOSED, Value::Null, &[]));
                    let rule = &answer["findings"][0]["rule"];
                    let denied = &answer["suppressions"][0]["status"];
                    if rule != "CLOSED" || answer["status"] != "FAIL" || denied != "denied" {
                        problems.push(format!("direct {deployments} {name}: {answer}"));
                    }
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}: {}", problems.len(), problems[0]);
}

/// Without this, the test above would pass for keys that are no suppressions. After a key in another spelling, Guard looks for
/// the next keys in the same one, so that not every combination is a suppression.
#[test]
fn spellings_are_suppressions_where_they_are_allowed() {
    let is_one = |spelling: &Spelling| {
        let has_id = spelling.value[0]["id"] == "F16" || spelling.rules == "rules_to_suppress";
        spelling.tool == "guard" || spelling.tool == "cfn_nag" && has_id
    };
    let all = spellings();
    let effective: Vec<_> = all.iter().filter(|spelling| is_one(spelling)).collect();
    assert_eq!(effective.len(), 10);
    for spelling in effective {
        let (nesting, metadata) = nestings(spelling).remove(0);
        assert_eq!(nesting, "plain");
        let text = template("Metadata", &metadata).to_string();
        let event = json!({"data": text, "rules": [CLOSED], "lint": false});
        let answer = answer(&event, &function(CLOSED, Value::Null, &[]));
        let listed = &answer["suppressions"][0];
        assert_eq!(answer["findings"], json!([]), "{text}: {answer}");
        assert_eq!(
            (&listed["status"], &listed["removed"]),
            (&json!("allowed"), &json!(1)),
            "{text}: {answer}"
        );
    }
}

#[test]
fn check_denies_all_spellings() {
    let folder = folder("forgery");
    let rules = folder.file("rules.guard", CLOSED);
    for spelling in spellings() {
        for (nesting, metadata) in nestings(&spelling) {
            let text = template("Metadata", &metadata).to_string();
            let path = folder.file("t.json", &text);
            for more in [&[][..], &["--deployments", "any"], &["--resolve"]] {
                let line = [
                    "check",
                    &path,
                    "-r",
                    &rules,
                    "--lint",
                    "off",
                    "--template-suppressions",
                    "deny",
                ];
                let ended = run(&[&line, more].concat(), "");
                assert_eq!(
                    ended.exit,
                    Exit::NOT_COMPLIANT,
                    "{nesting} {more:?} {text}: {}",
                    ended.out
                );
                assert!(
                    ended.out.contains("CLOSED") && ended.out.contains("denied"),
                    "{nesting} {text}: {}",
                    ended.out
                );
            }
        }
    }
}

/// Rules that the text for unknown values could make undecided.
const NAMES: &str =
    "rule NAMED { Resources.*[ Type == 'AWS::SQS::Queue' ].Properties.QueueName == /^[a-z]+$/ }";

/// The answer of a CHANGE_SET Hook on a template, with the queue's name after the change.
fn named_by_change(template: &Value, name: &str) -> Value {
    let after = json!({"Properties": {"QueueName": name}}).to_string();
    let changes = json!([{"logicalResourceId": "Queue", "resourceType": "AWS::SQS::Queue", "action": "Add", "afterContext": after}]);
    let payload = json!({"template": template.to_string(), "changedResources": changes});
    hook("CHANGE_SET", NAMES, payload, &[])
}

fn with_name(name: Value) -> Value {
    json!({
        "Parameters": {"Name": {"Type": "String", "Default": MARKER}},
        "Mappings": {"Map": {"a": {"b": MARKER}}},
        "Conditions": {"Always": {"Fn::Equals": ["a", "a"]}},
        "Resources": {"Queue": {"Type": "AWS::SQS::Queue", "Properties": {"QueueName": name}}, "Topic": {"Type": "AWS::SNS::Topic"}},
    })
}

#[test]
fn the_text_for_unknown_values_is_a_value_where_the_caller_may_have_written_it() {
    for name in [
        MARKER.to_owned(),
        format!("x{MARKER}"),
        format!("{MARKER}x"),
    ] {
        for target in ["RESOURCE", "CLOUD_CONTROL", "AWS::SQS::Queue"] {
            let event = resource_event(target, &json!({"QueueName": name}));
            for lint in ["on", "off"] {
                let answer = answer(
                    &event,
                    &function(NAMES, Value::Null, &[("HOOK_LINT", lint)]),
                );
                assert_eq!(status(&answer), "FAILED", "{target} {name} {answer}");
                assert!(
                    answer["message"].as_str().unwrap().contains("NAMED"),
                    "{target} {name} {answer}"
                );
            }
        }
        let template = with_name(json!(name)).to_string();
        let answer = hook(
            "STACK",
            NAMES,
            json!({"template": template}),
            &[("DEPLOYMENTS", "any")],
        );
        assert_eq!(status(&answer), "FAILED", "{name} {answer}");
    }
    // The linter, too: a name with these characters is invalid.
    let bucket = json!({"actionInvocationPoint": "CREATE_PRE_PROVISION", "hookTypeName": "Private::Warden::Resources",
        "requestData": {"targetName": "AWS::S3::Bucket", "targetType": "AWS::S3::Bucket", "targetLogicalId": "Bucket",
            "targetModel": {"resourceProperties": {"BucketName": MARKER}}}});
    let answer = answer(
        &bucket,
        &function("rule R { Resources exists }", Value::Null, &[]),
    );
    assert_eq!(status(&answer), "FAILED", "{answer}");
}

#[test]
fn in_a_change_set_the_text_counts_where_the_template_reads_a_resource() {
    let forged = [
        json!(MARKER),
        json!({"Ref": "Name"}),
        json!({"Fn::Sub": "${Name}"}),
        json!({"Fn::Sub": ["${name}", {"name": MARKER}]}),
        json!({"Fn::Join": ["", ["{{changeSet:", "KNOWN_AFTER_APPLY}}"]]}),
        json!({"Fn::FindInMap": ["Map", "a", "b"]}),
        json!({"Fn::If": ["Always", MARKER, "x"]}),
        json!({"Fn::Select": [0, [MARKER]]}),
        json!({"Fn::Sub": "${AWS::StackName}"}),
    ];
    for name in forged {
        let answer = named_by_change(&with_name(name.clone()), MARKER);
        assert_eq!(status(&answer), "FAILED", "{name} {answer}");
        assert!(
            answer["message"].as_str().unwrap().contains("NAMED"),
            "{name} {answer}"
        );
    }
    let unknown = [
        json!({"Ref": "Topic"}),
        json!({"Fn::GetAtt": ["Topic", "TopicName"]}),
        json!({"Fn::GetAtt": "Topic.TopicName"}),
        json!({"Fn::Sub": "${Topic.TopicName}"}),
        json!({"Fn::Sub": ["${name}", {"name": {"Ref": "Topic"}}]}),
        json!({"Fn::Join": ["", ["{{changeSet:", {"Ref": "Topic"}]]}),
        json!({"Fn::If": ["Always", {"Ref": "Topic"}, "x"]}),
        json!({"Fn::ImportValue": "Name"}),
    ];
    for name in unknown {
        let mut template = with_name(name.clone());
        template["Resources"]["Queue"]["Properties"]["QueueName"] = name.clone();
        // The rule is about values that are texts, so that only the change decides it.
        let rules = "rule NAMED { Resources.*[ Type == 'AWS::SQS::Queue' ] { Properties.QueueName is_struct or Properties.QueueName == /^[a-z]+$/ } }";
        let after = json!({"Properties": {"QueueName": MARKER}}).to_string();
        let changes = json!([{"logicalResourceId": "Queue", "resourceType": "AWS::SQS::Queue", "action": "Add", "afterContext": after}]);
        let payload = json!({"template": template.to_string(), "changedResources": changes});
        let answer = hook("CHANGE_SET", rules, payload, &[]);
        assert_eq!(status(&answer), "SUCCESS", "{name} {answer}");
        assert!(
            answer["message"].as_str().unwrap().contains("unresolved"),
            "{name} {answer}"
        );
    }
    // A resource that a transform generates: the text counts unless the template has it.
    let generated = |description: &str| {
        json!({"Transform": "AWS::Serverless-2016-10-31", "Description": description,
            "Resources": {"Topic": {"Type": "AWS::SNS::Topic"}}})
    };
    assert_eq!(status(&named_by_change(&generated("x"), MARKER)), "SUCCESS");
    assert_eq!(
        status(&named_by_change(&generated(MARKER), MARKER)),
        "FAILED"
    );
}

#[test]
fn sections_of_a_hook_cannot_be_forged_in_any_spelling() {
    let sections = [
        ("Previous", &["Previous", "previous"][..]),
        ("Changes", &["Changes", "changes", "Change"]),
        (
            "HookContext",
            &[
                "HookContext",
                "hookContext",
                "hook_context",
                "hook-context",
                "Hook Context",
                "Hook-Context",
            ],
        ),
    ];
    for (section, spellings) in sections {
        // The context of a Hook has this section; the forged part must not be seen in it.
        let rule = format!(
            "rule CLOSED when {section}.Forged !exists {{ Resources.*.Properties.QueueName == 'closed' }}"
        );
        for spelling in spellings {
            let template = json!({*spelling: {"Forged": true},
                "Resources": {"Queue": {"Type": "AWS::SQS::Queue", "Properties": {"QueueName": "open"}}}});
            for target in ["STACK", "CHANGE_SET"] {
                for deployments in [&[][..], &[("DEPLOYMENTS", "any")]] {
                    let payload = json!({"template": template.to_string()});
                    let answer = hook(target, &rule, payload, deployments);
                    assert_eq!(status(&answer), "FAILED", "{target} {spelling} {answer}");
                    assert_eq!(
                        answer["errorCode"], "NonCompliant",
                        "{target} {spelling} {answer}"
                    );
                }
            }
        }
    }
}

#[test]
fn names_that_no_macro_can_have_make_no_error_a_warning() {
    let queue =
        json!({"Queue": {"Type": "AWS::SQS::Queue", "Properties": {"DelaySeconds": "never"}}});
    let folder = folder("macro-names");
    let names = [
        json!(""),
        json!(" "),
        json!("\t"),
        json!("not a macro name!"),
        json!([""]),
        json!(["", " "]),
        json!("\u{200b}"),
        json!(["AWS::LanguageExtensions", ""]),
        json!("{}"),
        json!(" Team"),
        json!({"Name": ""}),
    ];
    for name in names {
        let template = json!({"Transform": name, "Resources": queue}).to_string();
        let path = folder.file("t.json", &template);
        let ended = run(&["check", &path], "");
        assert_eq!(ended.exit, Exit::NOT_COMPLIANT, "{name} {}", ended.out);
        assert!(
            ended.out.contains("error E1005") && ended.out.contains("error E3012"),
            "{name} {}",
            ended.out
        );
        let payload = json!({"template": template});
        let answer = answer(
            &hook_event("STACK"),
            &function("rule R { Resources exists }", payload, &[]),
        );
        assert_eq!(status(&answer), "FAILED", "{name} {answer}");
        // `lint` is cfn-lint, which accepts every name.
        assert!(!run(&["lint", &path], "").out.contains("E1005"), "{name}");
    }
    for name in [json!(""), json!("a b")] {
        let mut resources = queue.clone();
        resources["Queue"]["Properties"]["Fn::Transform"] = json!({"Name": name});
        let path = folder.file("call.json", &json!({"Resources": resources}).to_string());
        let out = run(&["check", &path], "").out;
        assert!(
            out.contains("error E1005") && out.contains("error E3012"),
            "{name} {out}"
        );
    }
    for name in [
        json!("Team"),
        json!("123456789012::Team"),
        json!(["cfn-macro_2"]),
    ] {
        let path = folder.file(
            "t.json",
            &json!({"Transform": name, "Resources": queue}).to_string(),
        );
        let out = run(&["check", &path], "").out;
        assert!(
            !out.contains("E1005") && out.contains("warning E3012"),
            "{name} {out}"
        );
    }
}

#[test]
fn keys_that_are_equal_as_text_are_ambiguous() {
    let equal = [
        ("1", "'1'"),
        ("1.0", "'1.0'"),
        ("1.0", "1"),
        ("true", "'true'"),
        ("yes", "'true'"),
        ("~", "'null'"),
        ("null", "'null'"),
        ("2012-10-17", "'2012-10-17'"),
        ("012", "'10'"),
        ("0x1F", "'31'"),
        ("'1'", "1"),
        ("false", "\"false\""),
    ];
    let open = "{Type: AWS::SQS::Queue, Properties: {QueueName: open}}";
    let closed = "{Type: AWS::SQS::Queue, Properties: {QueueName: closed}}";
    for (one, other) in equal {
        for section in ["Resources", "Mappings", "Conditions"] {
            let template = match section {
                "Resources" => format!("Resources:\n  {one}: {open}\n  {other}: {closed}\n"),
                "Mappings" => {
                    format!(
                        "Mappings:\n  Map:\n    Key:\n      {one}: open\n      {other}: closed\nResources:\n  Queue: {closed}\n"
                    )
                }
                _ => format!(
                    "Conditions:\n  {one}: !Equals [a, a]\n  {other}: !Equals [a, b]\nResources:\n  Queue: {closed}\n"
                ),
            };
            let answer = hook("STACK", CLOSED, json!({"template": template}), &[]);
            assert_eq!(status(&answer), "FAILED", "{template} {answer}");
            let event = json!({"data": template, "rules": [CLOSED], "lint": false});
            let direct = answer_of_direct(&event);
            assert_eq!(direct["compliant"], false, "{template} {direct}");
        }
    }
    for keys in [("1", "2"), ("1", "'01'"), ("true", "'yes!'"), ("1.5", "15")] {
        let template = format!(
            "Resources:\n  {}: {closed}\n  {}: {closed}\n",
            keys.0, keys.1
        );
        let answer = hook("STACK", CLOSED, json!({"template": template}), &[]);
        assert!(
            !answer["message"].as_str().unwrap().contains("ambiguous"),
            "{template} {answer}"
        );
    }
}

fn answer_of_direct(event: &Value) -> Value {
    answer(event, &function(CLOSED, Value::Null, &[]))
}

/// Two states of a stack of which the second has a violation that the first does not have, although the same rule has a
/// finding at the same path.
#[test]
fn findings_whose_effect_changes_are_not_those_that_existed() {
    let policy = |action: &str| {
        json!({"Policy": {"Type": "AWS::IAM::ManagedPolicy", "Properties": {"PolicyDocument": {"Statement": [
            {"Effect": "Allow", "Action": action, "Resource": "*"}]}}}})
    };
    let bucket = |condition: &Value, acl: Value| {
        let mut bucket = json!({"Type": "AWS::S3::Bucket", "Properties": {"AccessControl": acl}});
        if !condition.is_null() {
            bucket["Condition"] = condition.clone();
        }
        json!({"Store": bucket})
    };
    let with = |conditions: Value, default: &str, mapped: &str, resources: Value| {
        json!({"Parameters": {"Acl": {"Type": "String", "Default": default}}, "Mappings": {"Acls": {"a": {"b": mapped}}},
            "Conditions": conditions, "Resources": resources})
    };
    let never = json!({"Public": {"Fn::Equals": ["a", "b"]}});
    let always = json!({"Public": {"Fn::Equals": ["a", "a"]}});
    let indirect = |inner: &Value| json!({"Public": {"Fn::And": [{"Condition": "Inner"}, {"Condition": "Inner"}]}, "Inner": inner["Public"]});
    let none = Value::Null;
    let rules = "rule NARROW { Resources.*[ Type == 'AWS::IAM::ManagedPolicy' ].Properties.PolicyDocument.Statement[*].Action != /\\*/ }
        rule PRIVATE { Resources.*.Properties.AccessControl == 'Private' }
        rule NAMED { Resources.*.Properties.Name exists }";
    let changes = [
        (
            with(never.clone(), "", "", policy("s3:*")),
            with(never.clone(), "", "", policy("iam:*")),
        ),
        (
            with(never.clone(), "", "", bucket(&none, json!("PublicRead"))),
            with(
                never.clone(),
                "",
                "",
                bucket(&none, json!("PublicReadWrite")),
            ),
        ),
        (
            with(
                never.clone(),
                "",
                "",
                bucket(&json!("Public"), json!("PublicRead")),
            ),
            with(
                always.clone(),
                "",
                "",
                bucket(&json!("Public"), json!("PublicRead")),
            ),
        ),
        (
            with(
                indirect(&never),
                "",
                "",
                bucket(&json!("Public"), json!("PublicRead")),
            ),
            with(
                indirect(&always),
                "",
                "",
                bucket(&json!("Public"), json!("PublicRead")),
            ),
        ),
        (
            with(
                never.clone(),
                "",
                "",
                bucket(&json!("Public"), json!("PublicRead")),
            ),
            with(never.clone(), "", "", bucket(&none, json!("PublicRead"))),
        ),
        (
            with(
                never.clone(),
                "",
                "",
                bucket(
                    &none,
                    json!({"Fn::If": ["Public", "PublicRead", "Private"]}),
                ),
            ),
            with(
                always.clone(),
                "",
                "",
                bucket(
                    &none,
                    json!({"Fn::If": ["Public", "PublicRead", "Private"]}),
                ),
            ),
        ),
        (
            with(
                never.clone(),
                "Private",
                "",
                bucket(&none, json!({"Ref": "Acl"})),
            ),
            with(
                never.clone(),
                "PublicRead",
                "",
                bucket(&none, json!({"Ref": "Acl"})),
            ),
        ),
        (
            with(
                never.clone(),
                "Private",
                "",
                bucket(&none, json!({"Fn::Sub": "${Acl}"})),
            ),
            with(
                never.clone(),
                "PublicRead",
                "",
                bucket(&none, json!({"Fn::Sub": "${Acl}"})),
            ),
        ),
        (
            with(
                never.clone(),
                "",
                "Private",
                bucket(&none, json!({"Fn::FindInMap": ["Acls", "a", "b"]})),
            ),
            with(
                never.clone(),
                "",
                "PublicRead",
                bucket(&none, json!({"Fn::FindInMap": ["Acls", "a", "b"]})),
            ),
        ),
        (
            with(
                never.clone(),
                "",
                "",
                json!({"Store": {"Type": "AWS::SNS::Topic", "Properties": {"A": 1}}}),
            ),
            with(
                never.clone(),
                "",
                "",
                json!({"Store": {"Type": "AWS::RDS::DBInstance", "Properties": {"A": 1}}}),
            ),
        ),
    ];
    for (before, after) in &changes {
        let changed = |before: &Value, after: &Value| {
            let payload =
                json!({"template": after.to_string(), "previousTemplate": before.to_string()});
            hook(
                "STACK",
                rules,
                payload,
                &[
                    ("HOOK_FINDINGS", "changed"),
                    ("COVERAGE", "unresolved=ignore"),
                ],
            )
        };
        let answer = changed(before, after);
        assert_eq!(status(&answer), "FAILED", "{before}\n{after}\n{answer}");
        for same in [before, after] {
            let answer = changed(same, same);
            assert_eq!(status(&answer), "SUCCESS", "{same}\n{answer}");
        }
        // What another part of the template changes is not about the finding.
        let mut with_topic = after.clone();
        with_topic["Resources"]["Another"] = json!({"Type": "AWS::SNS::Topic", "Properties": {"Name": "x", "AccessControl": "Private"}});
        with_topic["Outputs"] = json!({"Value": {"Value": "x"}});
        let answer = changed(after, &with_topic);
        assert_eq!(status(&answer), "SUCCESS", "{after}\n{answer}");
    }
}

#[test]
fn a_change_set_that_changes_a_value_behind_a_parameter_is_not_an_old_finding() {
    let template = json!({"Parameters": {"Acl": {"Type": "String"}},
        "Resources": {"Store": {"Type": "AWS::S3::Bucket", "Properties": {"AccessControl": {"Ref": "Acl"}}}}});
    let rules = "rule PRIVATE { Resources.*.Properties.AccessControl == 'Private' }";
    let changed = |before: &str, after: &str| {
        let context = |acl: &str| json!({"Properties": {"AccessControl": acl}}).to_string();
        let changes = json!([{"logicalResourceId": "Store", "resourceType": "AWS::S3::Bucket", "action": "Modify",
            "beforeContext": context(before), "afterContext": context(after)}]);
        let payload = json!({"template": template.to_string(), "previousTemplate": template.to_string(), "changedResources": changes});
        hook(
            "CHANGE_SET",
            rules,
            payload,
            &[("HOOK_FINDINGS", "changed")],
        )
    };
    assert_eq!(status(&changed("Private", "PublicRead")), "FAILED");
    assert_eq!(status(&changed("PublicRead", "PublicReadWrite")), "FAILED");
    let same = changed("PublicRead", "PublicRead");
    assert_eq!(status(&same), "SUCCESS", "{same}");
}

#[test]
fn a_function_that_a_rule_reads_as_it_is_written_is_not_seen() {
    let functions = [
        json!({"Ref": "Acl"}),
        json!({"Fn::GetAtt": ["Topic", "TopicName"]}),
        json!({"Fn::Sub": "PublicRead"}),
        json!({"Fn::Join": ["", ["Public", "Read"]]}),
        json!({"Fn::If": ["Always", "PublicRead", "Private"]}),
        json!({"Fn::ImportValue": "x"}),
    ];
    let rules = [
        "rule R { Resources.*.Properties.AccessControl != 'PublicRead' }",
        "rule R { Resources.*.Properties.AccessControl not in ['PublicRead'] }",
        "rule R { Resources.*.Properties.AccessControl != /Public/ }",
        "rule R { Resources.*[ Properties.AccessControl == 'PublicRead' ] empty }",
        "rule R { Resources.*.Properties.AccessControl.Public !exists }",
        "let acl = Resources.*.Properties.AccessControl\nrule R { %acl != 'PublicRead' }",
        "rule R { Resources.*.Properties !in [{AccessControl: 'PublicRead'}] }",
    ];
    for function_value in &functions {
        let template = json!({"Parameters": {"Acl": {"Type": "String"}}, "Conditions": {"Always": {"Fn::Equals": ["a", "a"]}},
            "Resources": {"Store": {"Type": "AWS::S3::Bucket", "Properties": {"AccessControl": function_value}}}})
        .to_string();
        for rule in rules {
            let payload = json!({"template": template});
            let answer = hook(
                "STACK",
                rule,
                payload.clone(),
                &[("COVERAGE", "all=fail,rule_not_applied=ignore")],
            );
            assert_eq!(
                status(&answer),
                "FAILED",
                "{rule} {function_value} {answer}"
            );
            let message = answer["message"].as_str().unwrap();
            assert!(
                message.contains("is not known"),
                "{rule} {function_value} {message}"
            );
            let by_default = hook("STACK", rule, payload, &[]);
            let annotations = by_default["annotations"].as_array().unwrap();
            let named = annotations
                .iter()
                .any(|one| one["annotationName"] == "not_seen:unresolved");
            assert!(named, "{rule} {function_value} {by_default}");
        }
    }
    // On deployments, the value of the function decides, or the rule is undecided.
    for (value, said) in [
        (
            json!({"Fn::GetAtt": ["Topic", "TopicName"]}),
            "is not known",
        ),
        (json!({"Fn::Sub": "PublicRead"}), "1 Guard rule failed"),
    ] {
        let template = json!({"Resources": {"Topic": {"Type": "AWS::SNS::Topic"},
            "Store": {"Type": "AWS::S3::Bucket", "Properties": {"AccessControl": value}}}});
        let settings = [
            ("COVERAGE", "all=fail,rule_not_applied=ignore"),
            ("DEPLOYMENTS", "any"),
        ];
        let rule = "rule R { Resources.*[ Type == 'AWS::S3::Bucket' ].Properties.AccessControl != 'PublicRead' }";
        let answer = hook(
            "STACK",
            rule,
            json!({"template": template.to_string()}),
            &settings,
        );
        assert_eq!(status(&answer), "FAILED", "{value} {answer}");
        assert!(
            answer["message"].as_str().unwrap().contains(said),
            "{value} {answer}"
        );
    }
    // A rule that does not need the value passes.
    let template = json!({"Resources": {"Store": {"Type": "AWS::S3::Bucket", "Properties": {"AccessControl": {"Ref": "Acl"}}}}}).to_string();
    for rule in [
        "rule R { Resources.*.Properties.AccessControl exists }",
        "rule R { Resources.*.Properties.AccessControl.Ref == 'Acl' }",
    ] {
        let answer = hook(
            "STACK",
            rule,
            json!({"template": template}),
            &[("COVERAGE", "unresolved=fail")],
        );
        assert_eq!(status(&answer), "SUCCESS", "{rule} {answer}");
    }
}

#[test]
fn what_turns_rules_of_terraform_off_is_denied() {
    let folder = folder("tflint");
    let unused = "variable \"unused\" {\n  type = string\n}\n";
    let version = "terraform {\n  required_version = \">= 1.5\"\n}\n";
    let suppressed = [
        (format!("# tflint-ignore-file: all\n{version}{unused}"), ""),
        (format!("{version}# tflint-ignore: all\n{unused}"), ""),
        (
            format!("{version}# tflint-ignore: terraform_unused_declarations # reason\n{unused}"),
            "",
        ),
        (
            format!("{version}/* tflint-ignore: terraform_unused_declarations */\n{unused}"),
            "",
        ),
        (
            format!("{version}variable \"unused\" {{ # tflint-ignore: all\n  type = string\n}}\n"),
            "",
        ),
        (
            format!("{version}{unused}"),
            "rule \"terraform_unused_declarations\" {\n  enabled = false\n}\n",
        ),
        (
            format!("{version}{unused}"),
            "config {\n  disabled_by_default = true\n}\n",
        ),
        (
            format!("{version}{unused}"),
            "plugin \"terraform\" {\n  enabled = false\n}\n",
        ),
    ];
    for (index, (text, config)) in suppressed.iter().enumerate() {
        folder.file(&format!("{index}/main.tf"), text);
        if !config.is_empty() {
            folder.file(&format!("{index}/.tflint.hcl"), config);
        }
        let root = folder.path().join(index.to_string());
        let root = root.to_str().unwrap();
        let check = |policy: &str| {
            run(
                &[
                    "check",
                    root,
                    "--template-suppressions",
                    policy,
                    "--fail-on",
                    "warning",
                    "--format",
                    "json",
                ],
                "",
            )
        };
        let allowed = check("allow");
        assert_eq!(allowed.exit, Exit::OK, "{text} {config} {}", allowed.out);
        let denied = check("deny");
        assert_eq!(
            denied.exit,
            Exit::NOT_COMPLIANT,
            "{text} {config} {}",
            denied.out
        );
        let json: Value = serde_json::from_str(&denied.out).unwrap();
        assert!(
            denied.out.contains("terraform_unused_declarations"),
            "{}",
            denied.out
        );
        assert_eq!(
            json["suppressions"][0]["status"], "denied",
            "{text} {config} {}",
            denied.out
        );
    }
}
