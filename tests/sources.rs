//! Tests of requests that refer to other sources: documents, stacks, rules and report locations.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use cfn_warden::lambda::config::{Config, Rules};
use cfn_warden::lambda::{self, Function};
use cfn_warden_fetch::{
    Fetch, FetchError, Listed, Object, ObjectRequest, S3Uri, Stack, StackTemplate, Stage, WriteMode,
};
use serde_json::{Value, json};

/// The available sources, and the objects written.
#[derive(Debug, Clone, Default)]
struct World {
    objects: BTreeMap<&'static str, &'static str>,
    written: Arc<Mutex<BTreeMap<String, (String, String)>>>,
}

impl Fetch for World {
    fn presigned(&self, url: &str) -> Result<Vec<u8>, FetchError> {
        let name = url.split('?').next().unwrap();
        self.objects
            .get(name)
            .map(|text| text.as_bytes().to_vec())
            .ok_or(FetchError::Status(403))
    }

    fn objects(&self, wanted: &[ObjectRequest]) -> Vec<Result<Option<Object>, FetchError>> {
        let get = |one: &ObjectRequest| match self.objects.get(one.at.to_string().as_str()) {
            Some(text) => Ok(Some(Object {
                bytes: text.as_bytes().to_vec(),
                etag: None,
            })),
            None => Err(FetchError::Denied("s3:GetObject")),
        };
        wanted.iter().map(get).collect()
    }

    fn list(&self, prefix: &S3Uri, _most: usize) -> Result<Vec<Listed>, FetchError> {
        let below = self
            .objects
            .keys()
            .filter_map(|uri| uri.strip_prefix(&format!("s3://{}/", prefix.bucket)));
        let below = below.filter(|key| key.starts_with(&prefix.key));
        Ok(below
            .map(|key| Listed {
                key: key.to_owned(),
                etag: None,
            })
            .collect())
    }

    fn put(
        &self,
        at: &S3Uri,
        content_type: &str,
        body: Vec<u8>,
        mode: WriteMode,
    ) -> Result<(), FetchError> {
        if at.bucket != "reports" {
            return Err(FetchError::Denied("s3:PutObject"));
        }
        if mode == WriteMode::Create && self.written.lock().unwrap().contains_key(&at.to_string()) {
            return Err(FetchError::Exists);
        }
        let body = String::from_utf8(body).unwrap();
        self.written
            .lock()
            .unwrap()
            .insert(at.to_string(), (content_type.to_owned(), body));
        Ok(())
    }

    fn template(&self, stack: &Stack) -> Result<StackTemplate, FetchError> {
        let stage = if stage_of(stack) {
            "original"
        } else {
            "processed"
        };
        let missing = || {
            FetchError::Refused(
                "ValidationError".to_owned(),
                format!("{} does not exist", stack.name),
            )
        };
        let text = self
            .objects
            .get(format!("{stage} {}", stack.name).as_str())
            .ok_or_else(missing)?;
        let region = stack.region().unwrap_or("eu-west-1").to_owned();
        Ok(StackTemplate {
            text: (*text).to_owned(),
            region: Some(region),
        })
    }

    fn type_schema(&self, type_name: &str) -> Result<Option<String>, FetchError> {
        Ok((type_name == "Acme::Team::Thing").then(|| THING.to_owned()))
    }
}

const THING: &str = r#"{"typeName": "Acme::Team::Thing", "required": ["Name"], "additionalProperties": false,
    "readOnlyProperties": ["/properties/Arn"], "primaryIdentifier": ["/properties/Name"], "properties": {
    "Name": {"type": "string"}, "Size": {"type": "integer"}, "Open": {"type": "boolean"}, "Arn": {"type": "string"}}}"#;

fn stage_of(stack: &Stack) -> bool {
    stack.stage == Stage::Original
}

const BAD: &str = "Resources: {Queue: {Type: AWS::SQS::Queue, Properties: {DelaySeconds: never}}}";
const GOOD: &str = "Resources: {Queue: {Type: AWS::SQS::Queue}}";
// A type that exists in us-east-1, but neither in cn-north-1 nor in eu-west-1.
const REGIONAL: &str = "Resources: {Group: {Type: AWS::BillingConductor::BillingGroup}}";

fn world() -> World {
    World {
        objects: BTreeMap::from([
            ("s3://templates/good.yaml", GOOD),
            ("s3://templates/bad.yaml", BAD),
            ("https://templates.s3.amazonaws.com/bad.yaml", BAD),
            (
                "s3://policies/team/never.guard",
                "rule NEVER { Resources !exists }",
            ),
            (
                "s3://policies/team/always.guard",
                "rule ALWAYS { Resources exists }",
            ),
            ("s3://policies/broken.guard", "rule x {"),
            ("original shop", BAD),
            ("processed shop", GOOD),
            (
                "original arn:aws-cn:cloudformation:cn-north-1:123456789012:stack/shop/1a2b",
                REGIONAL,
            ),
            ("original here", REGIONAL),
        ]),
        ..World::default()
    }
}

fn answer_of(event: &Value, function: &Function) -> Value {
    serde_json::from_str(&lambda::handle(event.to_string().as_bytes(), function).answer).unwrap()
}

fn answer(event: &Value) -> Value {
    answer_of(
        event,
        &Function {
            fetch: Box::new(world()),
            ..Function::new(cfn_warden_rules::bundled())
        },
    )
}

fn rules_of(answer: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    answer["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (text(&one["rule"]), text(&one["file"])))
        .collect()
}

fn found(rule: &str, file: &str) -> (String, String) {
    (rule.to_owned(), file.to_owned())
}

#[test]
fn document_names_have_no_credentials() {
    let one = answer(&json!({"data_uri": "s3://templates/bad.yaml"}));
    assert_eq!(rules_of(&one), [found("E3012", "s3://templates/bad.yaml")]);
    let presigned = answer(
        &json!({"data_uri": "https://templates.s3.amazonaws.com/bad.yaml?X-Amz-Signature=secret"}),
    );
    assert_eq!(
        rules_of(&presigned),
        [found(
            "E3012",
            "https://templates.s3.amazonaws.com/bad.yaml"
        )]
    );
    assert!(!presigned.to_string().contains("secret"), "{presigned}");
    let both =
        answer(&json!({"data_uri": ["s3://templates/good.yaml", "s3://templates/bad.yaml"]}));
    assert_eq!(
        (&both["summary"]["documents"], &both["status"]),
        (&json!(2), &json!("FAIL"))
    );
}

#[test]
fn failed_fetches_are_reported_by_field_and_the_rest_is_checked() {
    let uris = json!([
        "s3://templates/bad.yaml",
        "s3://templates/none.yaml",
        "https://x.s3.amazonaws.com/n?secret"
    ]);
    let answer = answer(&json!({"data_uri": uris, "rules_uri": "s3://policies/none.guard"}));
    assert_eq!(
        (&answer["status"], &answer["compliant"]),
        (&json!("ERROR"), &json!(false))
    );
    assert_eq!(
        rules_of(&answer),
        [found("E3012", "s3://templates/bad.yaml")]
    );
    let errors = answer["errors"].as_array().unwrap();
    let fields: Vec<&str> = errors
        .iter()
        .map(|error| error["where"]["field"].as_str().unwrap())
        .collect();
    assert_eq!(
        fields,
        ["data_uri[1]", "data_uri[2]", "rules_uri"],
        "{answer}"
    );
    let wanted = "s3://templates/none.yaml cannot be fetched: access denied; the function's role needs s3:GetObject";
    assert!(
        errors[0]["message"].as_str().unwrap().starts_with(wanted),
        "{answer}"
    );
    assert!(!answer.to_string().contains("secret"), "{answer}");
    assert!(errors.iter().all(|error| error["kind"] == "fetch"));
}

#[test]
fn stacks_are_checked_in_the_requested_stage() {
    assert_eq!(
        rules_of(&answer(&json!({"stack": "shop"}))),
        [found("E3012", "shop")]
    );
    assert_eq!(
        answer(&json!({"stack": {"name": "shop", "stage": "processed"}}))["status"],
        "PASS"
    );
    let missing = answer(&json!({"stack": "nope"}));
    assert_eq!(
        (&missing["status"], &missing["errors"][0]["where"]),
        (&json!("ERROR"), &json!({"field": "stack"}))
    );
    let said = missing["errors"][0]["message"].as_str().unwrap();
    assert!(
        said.contains("AWS answered ValidationError: nope does not exist"),
        "{said}"
    );
}

#[test]
fn stacks_are_linted_for_their_region() {
    let arn = "arn:aws-cn:cloudformation:cn-north-1:123456789012:stack/shop/1a2b";
    let is_unknown = |event: Value| {
        rules_of(&answer(&event))
            .iter()
            .any(|(rule, _)| rule == "E3006")
    };
    assert!(is_unknown(json!({"stack": arn})));
    assert!(!is_unknown(
        json!({"stack": arn, "lint": {"regions": ["us-east-1"]}})
    ));
    assert!(is_unknown(json!({"stack": "here"})));
}

#[test]
fn rules_come_from_the_request_or_the_configuration() {
    let deployed = Function {
        config: Config::from_vars([("WARDEN_RULES".to_owned(), "s3://policies/team/".to_owned())])
            .unwrap(),
        fetch: Box::new(world()),
        ..Function::new(cfn_warden_rules::bundled())
    };
    let of = |event: Value| {
        let answer = answer_of(&event, &deployed);
        (answer["summary"]["rules"].clone(), answer["status"].clone())
    };
    let counts =
        |passed: u32, failed: u32| json!({"passed": passed, "failed": failed, "skipped": 0});
    assert_eq!(of(json!({"data": GOOD})), (counts(1, 1), json!("FAIL")));
    assert_eq!(
        of(json!({"data": GOOD, "rules_uri": "s3://policies/team/always.guard"})),
        (counts(1, 0), json!("PASS"))
    );
    let both = json!({"data": GOOD, "rules": ["rule OWN { Resources exists }"], "rules_uri": ["s3://policies/team/"]});
    assert_eq!(of(both), (counts(2, 1), json!("FAIL")));
    assert_eq!(
        of(json!({"data": GOOD, "rules": []})),
        (Value::Null, json!("PASS"))
    );
    let broken = answer_of(
        &json!({"data": GOOD, "rules_uri": "s3://policies/broken.guard"}),
        &deployed,
    );
    assert_eq!(
        broken["errors"][0]["where"]["file"], "s3://policies/broken.guard",
        "{broken}"
    );
    assert!(!matches!(deployed.config.rules, Rules::None));
}

#[test]
fn reports_are_written_and_the_response_has_the_uri() {
    let world = world();
    let function = Function {
        fetch: Box::new(world.clone()),
        ..Function::new(cfn_warden_rules::bundled())
    };
    let event =
        json!({"data_uri": "s3://templates/bad.yaml", "report_uri": "s3://reports/shop.json"});
    let short = answer_of(&event, &function);
    let (content_type, report) = world.written.lock().unwrap()["s3://reports/shop.json"].clone();
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(content_type, "application/json");
    assert_eq!(
        rules_of(&report),
        [found("E3012", "s3://templates/bad.yaml")]
    );
    assert_eq!(
        short,
        json!({"format_version": 2, "tool_version": env!("CARGO_PKG_VERSION"), "compliant": false, "status": "FAIL", "summary": report["summary"], "errors": [], "report_uri": "s3://reports/shop.json"})
    );
    let event = json!({"data": BAD, "format": "parseable", "report_uri": "s3://reports/shop.txt"});
    answer_of(&event, &function);
    let (content_type, report) = world.written.lock().unwrap()["s3://reports/shop.txt"].clone();
    assert_eq!(content_type, "text/plain; charset=utf-8");
    assert!(report.contains(":E3012:"), "{report}");
}

#[test]
fn a_failed_report_is_an_error_and_keeps_the_findings() {
    let answer = answer(&json!({"data": GOOD, "report_uri": "s3://elsewhere/shop.json"}));
    assert_eq!(
        (&answer["status"], &answer["compliant"]),
        (&json!("ERROR"), &json!(false))
    );
    let error = &answer["errors"][0];
    assert_eq!(
        (&error["kind"], &error["where"]),
        (&json!("fetch"), &json!({"field": "report_uri"}))
    );
    assert!(
        error["message"].as_str().unwrap().contains("s3:PutObject"),
        "{error}"
    );
    assert!(answer["findings"].is_array());
}

#[test]
fn invalid_locations_are_reported() {
    let cases = [
        (json!({"data_uri": "templates/x.yaml"}), "data_uri"),
        (json!({"data_uri": "s3://templates/"}), "data_uri"),
        (json!({"data_uri": []}), "data_uri"),
        (
            json!({"data_uri": ["s3://templates/a", "s3://templates/a"]}),
            "data_uri[1]",
        ),
        (
            json!({"data_uri": "s3://templates/a", "data": "{}"}),
            "data_uri",
        ),
        (
            json!({"data_uri": "s3://templates/a", "stack": "shop"}),
            "stack",
        ),
        (json!({"stack": ""}), "stack"),
        (json!({"stack": 7}), "stack"),
        (
            json!({"stack": {"name": "shop", "stage": "final"}}),
            "stack.stage",
        ),
        (json!({"stack": {"stage": "original"}}), "stack.name"),
        (json!({"data": "{}", "rules_uri": "rules/"}), "rules_uri"),
        (
            json!({"data": "{}", "rules_uri": ["s3://policies/a/", 7]}),
            "rules_uri",
        ),
        (
            json!({"data": "{}", "report_uri": "s3://reports/"}),
            "report_uri",
        ),
    ];
    for (event, field) in cases {
        let answer = answer(&event);
        assert_eq!(
            (&answer["status"], &answer["errors"][0]["kind"]),
            (&json!("ERROR"), &json!("request")),
            "{event}"
        );
        assert_eq!(
            answer["errors"][0]["where"],
            json!({"field": field}),
            "{event}: {answer}"
        );
    }
}

#[test]
fn a_hook_without_its_rules_fails_with_the_reason() {
    let event =
        std::fs::read(crate::recorded::root().join("events/hook/resource-create.json")).unwrap();
    let function = |rules: &str| Function {
        config: Config::from_vars([("WARDEN_RULES".to_owned(), rules.to_owned())]).unwrap(),
        fetch: Box::new(world()),
        ..Function::new(cfn_warden_rules::bundled())
    };
    let answer = |rules| -> Value {
        serde_json::from_str(&lambda::handle(&event, &function(rules)).answer).unwrap()
    };
    let failed = answer("s3://policies/none.guard");
    assert_eq!(
        (&failed["hookStatus"], &failed["errorCode"]),
        (&json!("FAILED"), &json!("InternalFailure"))
    );
    let said = failed["message"].as_str().unwrap();
    assert!(
        said.contains("WARDEN_RULES: s3://policies/none.guard cannot be fetched: access denied"),
        "{said}"
    );
    assert_eq!(
        answer("s3://policies/team/always.guard")["hookStatus"],
        "SUCCESS"
    );
    assert_eq!(answer("s3://policies/team/")["errorCode"], "NonCompliant");
}

fn with_types() -> Function {
    let settings = [("WARDEN_REGISTRY_TYPES".to_owned(), "on".to_owned())];
    Function {
        config: Config::from_vars(settings).unwrap(),
        fetch: Box::new(world()),
        ..Function::new(cfn_warden_rules::bundled())
    }
}

#[test]
fn properties_of_registered_types_are_checked_and_their_attributes_known() {
    let template = "Resources:
  A: {Type: Acme::Team::Thing, Properties: {Name: [x], Size: large, Colour: red}}
  B: {Type: Acme::Team::Thing}
  C: {Type: AWS::SQS::Queue, Properties: {QueueName: !GetAtt A.Arn, KmsMasterKeyId: !GetAtt A.Nope}}
  D: {Type: Acme::Team::Unknown}
";
    let of = |function: &Function| -> Vec<(String, i64)> {
        let answer = answer_of(&json!({"data": template}), function);
        let unseen = answer["coverage"]["not_seen"].to_string();
        assert!(unseen.contains("Acme::Team::Unknown"), "{answer}");
        let line = |one: &Value| one["location"]["start"]["line"].as_i64().unwrap();
        let rule = |one: &Value| one["rule"].as_str().unwrap().to_owned();
        answer["findings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| (rule(one), line(one)))
            .collect()
    };
    let found = |list: &[(&str, i64)]| {
        list.iter()
            .map(|(rule, line)| ((*rule).to_owned(), *line))
            .collect::<Vec<_>>()
    };
    let known = [
        ("E3002", 2),
        ("E3012", 2),
        ("E3012", 2),
        ("E3003", 3),
        ("E1010", 4),
    ];
    assert_eq!(of(&with_types()), found(&known));
    let function = Function {
        fetch: Box::new(world()),
        ..Function::new(cfn_warden_rules::bundled())
    };
    assert_eq!(of(&function), []);
}

#[test]
fn hooks_convert_the_properties_of_registered_types() {
    let event =
        std::fs::read(crate::recorded::root().join("events/hook/resource-create.json")).unwrap();
    let mut event: Value = serde_json::from_slice(&event).unwrap();
    event["requestData"]["targetName"] = json!("Acme::Team::Thing");
    event["requestData"]["targetType"] = json!("Acme::Team::Thing");
    let mut answer = |properties: Value, function: &Function| {
        event["requestData"]["targetModel"]["resourceProperties"] = properties;
        answer_of(&event, function)
    };
    let good = json!({"Name": "shop", "Size": "3", "Open": "true"});
    assert_eq!(answer(good.clone(), &with_types())["hookStatus"], "SUCCESS");
    let bad = json!({"Size": "large"});
    let failed = answer(bad.clone(), &with_types());
    assert!(
        failed["message"].as_str().unwrap().contains("E3003"),
        "{failed}"
    );
    // Without the schema and without rules, nothing was checked.
    let unchecked = answer(
        bad,
        &Function {
            fetch: Box::new(world()),
            ..Function::new(cfn_warden_rules::bundled())
        },
    );
    assert_eq!(unchecked["errorCode"], "InternalFailure", "{unchecked}");
    assert!(
        unchecked["message"]
            .as_str()
            .unwrap()
            .contains("no schema is known for Acme::Team::Thing"),
        "{unchecked}"
    );
    let rule = "rule OPEN { Resources.*.Properties.Open == true }".to_owned();
    let rules = [lambda::request::Text {
        name: "open.guard".to_owned(),
        content: rule,
    }];
    assert_eq!(
        answer(
            good,
            &Function {
                rules: rules.into(),
                ..with_types()
            }
        )["hookStatus"],
        "SUCCESS"
    );
}

fn with_bucket(bucket: &str, world: World) -> Function {
    let settings = [("WARDEN_REPORT_BUCKET".to_owned(), bucket.to_owned())];
    Function {
        config: Config::from_vars(settings).unwrap(),
        fetch: Box::new(world),
        ..Function::new(cfn_warden_rules::bundled())
    }
}

#[test]
fn a_hooks_message_ends_with_the_report_uri() {
    let world = world();
    let event = std::fs::read(
        crate::recorded::root().join("events/hook/resource-create-not-compliant.json"),
    )
    .unwrap();
    let answer = |bucket: &str| -> Value {
        let function = with_bucket(bucket, world.clone());
        serde_json::from_str(&lambda::handle(&event, &function).answer).unwrap()
    };
    let written = answer("reports/warden");
    let said = written["message"].as_str().unwrap();
    let at = said.rsplit_once(". Report: ").unwrap().1;
    let token = written["clientRequestToken"].as_str().unwrap();
    assert!(
        at.starts_with("s3://reports/warden/hooks/2") && at.contains(&format!("/{token}-")),
        "{at}"
    );
    let (_, report) = world.written.lock().unwrap()[at].clone();
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(
        (&report["status"], &report["hook"]["target"]),
        (&json!("FAIL"), &json!("AWS::S3::Bucket")),
        "{report}"
    );
    // Every finding has an annotation, including those that the report shows inside another.
    let rules = |one: &Value| -> Vec<Value> {
        let also = one["also"].as_array().cloned().unwrap_or_default();
        std::iter::once(one)
            .chain(&also)
            .map(|finding| finding["rule"].clone())
            .collect()
    };
    let mut reported: Vec<Value> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(rules)
        .collect();
    let mut annotated: Vec<Value> = written["annotations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["annotationName"].clone())
        .collect();
    reported.sort_by_key(Value::to_string);
    annotated.sort_by_key(Value::to_string);
    assert_eq!(reported, annotated, "{report}");
    // Failing to write the report does not change the verdict.
    let failed = answer("elsewhere");
    let said = failed["message"].as_str().unwrap();
    assert!(
        said.contains(". The report could not be written: access denied"),
        "{said}"
    );
    assert_eq!(
        (&failed["errorCode"], &failed["annotations"]),
        (&json!("NonCompliant"), &written["annotations"])
    );
    assert!(said.len() <= 1000);
}

#[test]
fn report_keys_refer_to_the_configured_bucket() {
    let world = world();
    let event = json!({"data": GOOD, "report_uri": "audit/shop.json"});
    let named = answer_of(&event, &with_bucket("reports", world.clone()));
    assert_eq!(named["report_uri"], "s3://reports/audit/shop.json");
    assert!(
        world
            .written
            .lock()
            .unwrap()
            .contains_key("s3://reports/audit/shop.json")
    );
    assert_eq!(
        answer(&event)["errors"][0]["where"],
        json!({"field": "report_uri"})
    );
}
