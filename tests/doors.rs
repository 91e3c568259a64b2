//! All ways to check a document give the same findings for equal settings: the command line, a direct request, Hooks, the
//! language server, the library, and the requests of the bindings.
//!
//! `DOORS_CASES` is the number of generated documents.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::UNIX_EPOCH;

use bumpalo::Bump;
use cfn_warden::cli::json::to_json;
use cfn_warden::lambda::{self, Config, Function};
use cfn_warden::{Checker, Document};
use cfn_warden_fetch::{Fetch, FetchError, S3Uri, WriteMode};
use cfn_warden_syntax as syntax;
use serde_json::{Map, Value, json};

use crate::cli::{folder, run, tempdir::Folder};
use crate::lsp::Editor;
use crate::recorded::root;
use crate::support::files_below;

const RULES: &str = r#"
let buckets = Resources.*[ Type == 'AWS::S3::Bucket' ]
rule buckets_have_names when %buckets !empty { %buckets.Properties.BucketName exists }
rule buckets_are_encrypted when %buckets !empty {
  %buckets.Properties.BucketEncryption.ServerSideEncryptionConfiguration[*].ServerSideEncryptionByDefault.SSEAlgorithm == 'aws:kms'
}
rule ingress_is_not_open {
  Resources.*[ Type == 'AWS::EC2::SecurityGroup' ].Properties.SecurityGroupIngress[*] { CidrIp != '0.0.0.0/0' <<not open>> }
}
rule everything_has_tags { Resources.*.Properties { Tags exists  Tags !empty } }
rule some_tag_names_the_team { some Resources.*.Properties.Tags[*].Key == 'team' }
rule no_wildcards {
  Resources.*.Properties.PolicyDocument.Statement[*] {
    when Effect == 'Allow' { Action != '*'  Resource != /^\*$/ }
  }
}
rule descriptions { Description exists  AWSTemplateFormatVersion == '2010-09-09' }
"#;

const PACK: &str = "fsbp";
const LOGICAL_ID: &str = "Subject";
/// The function always knows its region, which decides conditions on it.
const REGION: &str = "us-east-1";

/// Rules on parts of a template that an event about a resource does not have; docs/hooks.md lists them.
const ABOUT_TEMPLATES: [&str; 9] = [
    "E1029", "E3006", "E3040", "I3011", "I3042", "I4010", "W2501", "W3010", "W3011",
];

/// Findings by rule, subject, part and path. A set: what is shown of repeated findings is for people.
type Found = BTreeSet<(String, String, String, String)>;

#[test]
fn every_way_to_check_a_document_gives_the_same_findings() {
    let doors = Doors::open();
    let mut random = Random(20);
    let pool = documents();
    let cases = std::env::var("DOORS_CASES").map_or(25, |count| count.parse().unwrap());
    let mut found_any = 0;
    for case in 0..cases {
        let document = document(&pool, &mut random);
        let text = document.to_string();
        let expected = doors.check(&text);
        found_any += usize::from(!expected.is_empty());
        let others: [(&str, Found); 6] = [
            ("direct request", doors.direct_request(&text)),
            (
                "STACK",
                doors.hook("stack-create", &json!({"template": text})),
            ),
            (
                "CHANGE_SET",
                doors.hook(
                    "change-set-create-not-compliant",
                    &json!({"template": text, "changedResources": []}),
                ),
            ),
            ("library", doors.library(&text)),
            ("request of a binding", doors.answer(&text)),
            ("direct request for a report", doors.direct_report(&text)),
        ];
        let changed = changes(&document).map(|changes| {
            let payload = json!({"template": text, "changedResources": changes});
            let found = doors.hook("change-set-create-not-compliant", &payload);
            ("CHANGE_SET with changes", found)
        });
        for (door, found) in others.into_iter().chain(changed) {
            compare(
                &expected,
                &found,
                &format!("case {case}: check, {door}"),
                &text,
            );
        }
    }
    assert!(
        found_any * 2 > cases,
        "{found_any} of {cases} documents have findings"
    );
}

#[test]
fn hooks_on_resources_give_the_findings_of_their_templates() {
    let doors = Doors::open();
    let mut random = Random(21);
    let resources: Vec<Value> = documents().iter().flat_map(literal_resources).collect();
    let cases = std::env::var("DOORS_CASES").map_or(25, |count| count.parse().unwrap());
    for case in 0..cases {
        let mut resource = resources[random.below(resources.len())].clone();
        if random.below(2) == 0 {
            mutate(&mut resource["Properties"], &mut random);
        }
        // An event whose properties are not an object is invalid.
        if !resource["Properties"].is_object() {
            continue;
        }
        let text = json!({"Resources": {LOGICAL_ID: resource}}).to_string();
        let expected = of_resource(doors.check(&text));
        for event in ["resource-create", "cloud-control-create"] {
            let found = of_resource(doors.hook_on_resource(event, &resource));
            compare(
                &expected,
                &found,
                &format!("case {case}: check, {event}"),
                &text,
            );
        }
    }
}

#[test]
fn the_language_server_gives_the_findings_of_check() {
    let doors = Doors::open();
    let mut editor = Editor::start(doors.folder.path(), &[]);
    let mut random = Random(22);
    let pool = documents();
    let cases = std::env::var("DOORS_CASES").map_or(10, |count| count.parse::<usize>().unwrap());
    for case in 0..cases {
        let text = format!("{:#}\n", document(&pool, &mut random));
        let name = format!("lsp-{case}.json");
        let path = doors.folder.file(&name, &text);
        let report = doors.check_file(&path);
        let line = |place: &Value| place["start"]["line"].as_u64().unwrap() - 1;
        // The server shows what a finding is about: the value, if it is on one line.
        let expected: BTreeSet<(String, u64)> = report["findings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|finding| {
                (
                    finding["rule"].as_str().unwrap().to_owned(),
                    line(&finding["location"]),
                )
            })
            .collect();
        let diagnostics = editor.open(&PathBuf::from(&path), &text);
        let found: BTreeSet<(String, u64)> = diagnostics
            .iter()
            .filter(|one| one["code"] != "not-checked")
            .map(|one| {
                let start = &one["range"]["start"]["line"];
                (
                    one["code"].as_str().unwrap().to_owned(),
                    start.as_u64().unwrap(),
                )
            })
            .collect();
        assert_eq!(expected, found, "case {case}:\n{text}");
    }
    assert_eq!(editor.end(), Some(0));
}

fn compare(expected: &Found, found: &Found, what: &str, text: &str) {
    let only = |one: &Found, other: &Found| one.difference(other).cloned().collect::<Vec<_>>();
    let (first, second) = (only(expected, found), only(found, expected));
    assert!(
        first.is_empty() && second.is_empty(),
        "{what}: only the first has {first:#?}, only the second {second:#?}\n{text}"
    );
}

/// The findings that an event about a resource can have: those on its properties.
fn of_resource(found: Found) -> Found {
    let start = format!("Resources/{LOGICAL_ID}/Properties");
    found
        .into_iter()
        .filter(|(rule, _, _, path)| {
            path.starts_with(&start) && !ABOUT_TEMPLATES.contains(&rule.as_str())
        })
        .collect()
}

/// The ways to check a document, with the same rules, pack and lint settings.
struct Doors {
    folder: Folder,
    rules: String,
    function: Function,
    payload: Arc<Mutex<Vec<u8>>>,
    reports: Arc<Mutex<Vec<Value>>>,
    checker: Checker,
    now: u64,
}

/// Answers with the payload of the test, and keeps the reports.
#[derive(Debug)]
struct Storage {
    payload: Arc<Mutex<Vec<u8>>>,
    reports: Arc<Mutex<Vec<Value>>>,
}

impl Fetch for Storage {
    fn presigned(&self, _url: &str) -> Result<Vec<u8>, FetchError> {
        Ok(self.payload.lock().unwrap().clone())
    }

    fn put(
        &self,
        _at: &S3Uri,
        _content_type: &str,
        body: Vec<u8>,
        _mode: WriteMode,
    ) -> Result<(), FetchError> {
        let report = serde_json::from_slice(&body).unwrap();
        self.reports.lock().unwrap().push(report);
        Ok(())
    }
}

impl Doors {
    fn open() -> Doors {
        let folder = folder("doors");
        let rules = folder.file("rules/all.guard", RULES);
        folder.file(
            "cfn-warden.toml",
            &format!(
                "rules = [\"rules/all.guard\"]\npacks = [\"{PACK}\"]\ninclude-checks = [\"I\"]\nregions = [\"{REGION}\"]\n"
            ),
        );
        let (payload, reports) = (Arc::default(), Arc::default());
        let storage = Storage {
            payload: Arc::clone(&payload),
            reports: Arc::clone(&reports),
        };
        let settings = [
            (
                "WARDEN_RULES",
                folder.path().join("rules").to_str().unwrap().to_owned(),
            ),
            ("WARDEN_PACKS", PACK.to_owned()),
            ("WARDEN_INCLUDE_CHECKS", "I".to_owned()),
            ("WARDEN_REGIONS", REGION.to_owned()),
            ("WARDEN_TEMPLATE_SUPPRESSIONS", "allow".to_owned()),
            ("WARDEN_REPORT_BUCKET", "reports".to_owned()),
        ];
        let config = Config::read(settings.map(|(name, value)| (name.to_owned(), value)));
        assert_eq!(config.problems, []);
        let function =
            Function::deployed(config, Box::new(storage), cfn_warden_rules::bundled()).unwrap();
        // The command line and the function have the clock of the system.
        let now = UNIX_EPOCH.elapsed().unwrap().as_secs();
        let checker = Checker::new(now.try_into().unwrap())
            .with_checks(["I"])
            .with_regions([REGION])
            .with_rules("all.guard", RULES)
            .unwrap()
            .with_pack(PACK)
            .unwrap();
        Doors {
            folder,
            rules,
            function,
            payload,
            reports,
            checker,
            now,
        }
    }

    fn check(&self, text: &str) -> Found {
        let path = self.folder.file("template.json", text);
        records(&self.check_file(&path))
    }

    fn check_file(&self, path: &str) -> Value {
        let line = [
            "check",
            "--no-config",
            "--format",
            "json",
            "--include-checks",
            "I",
            "--regions",
            REGION,
            "--packs",
            PACK,
            "--rules",
            &self.rules,
            "--",
            path,
        ];
        let ended = run(&line, "");
        serde_json::from_str(&ended.out).unwrap_or_else(|_| panic!("{}", ended.err))
    }

    fn request(&self, text: &str) -> Value {
        json!({
            "data": [{"name": "template.json", "content": text}],
            "rules": [{"name": "all.guard", "content": RULES}],
            "packs": [PACK],
            "lint": {"include_checks": ["I"]},
            "template_suppressions": "allow",
        })
    }

    fn direct_request(&self, text: &str) -> Found {
        let event = self.request(text).to_string();
        let answer = lambda::handle(event.as_bytes(), &self.function).answer;
        records(&serde_json::from_str(&answer).unwrap())
    }

    fn direct_report(&self, text: &str) -> Found {
        let mut event = self.request(text);
        event["report_uri"] = json!("s3://reports/direct.json");
        self.report_of(&event)
    }

    fn hook(&self, event: &str, payload: &Value) -> Found {
        *self.payload.lock().unwrap() = payload.to_string().into_bytes();
        self.report_of(&hook_event(event))
    }

    fn hook_on_resource(&self, event: &str, resource: &Value) -> Found {
        let mut event = hook_event(event);
        let data = &mut event["requestData"];
        data["targetName"] = resource["Type"].clone();
        if data["targetType"] != "RESOURCE" {
            data["targetType"] = resource["Type"].clone();
        }
        data["targetLogicalId"] = json!(LOGICAL_ID);
        data["targetModel"]["resourceProperties"] = resource["Properties"].clone();
        self.report_of(&event)
    }

    fn report_of(&self, event: &Value) -> Found {
        let answer = lambda::handle(event.to_string().as_bytes(), &self.function).answer;
        let report = self.reports.lock().unwrap().pop();
        records(&report.unwrap_or_else(|| panic!("no report: {answer}")))
    }

    fn library(&self, text: &str) -> Found {
        let report = self.checker.check(&[Document::new("template.json", text)]);
        records(&serde_json::from_str(&report.to_json()).unwrap())
    }

    fn answer(&self, text: &str) -> Found {
        let request = json!({"check": {
            "format": "json",
            "templates": [{"name": "template.json", "content": text}],
            "nested": [],
            "settings": {
                "now": self.now,
                "rules": [{"name": "all.guard", "content": RULES}],
                "packs": [PACK],
                "includeChecks": ["I"],
                "regions": [REGION],
            },
        }});
        let answer = cfn_warden::request::answer(request.to_string().as_bytes()).unwrap();
        records(&serde_json::from_str(&answer).unwrap())
    }
}

fn hook_event(name: &str) -> Value {
    let path = root().join(format!("events/hook/{name}.json"));
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// Returns the findings of a result document.
fn records(result: &Value) -> Found {
    let errors = result["errors"].as_array().into_iter().flatten();
    let is_refused = |error: &Value| {
        ["request", "setting"]
            .iter()
            .any(|kind| error["kind"] == *kind)
    };
    assert!(!errors.clone().any(is_refused), "{result}");
    let step = |step: &Value| match step {
        Value::String(key) => key.clone(),
        other => other.to_string(),
    };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    result["findings"]
        .as_array()
        .unwrap_or_else(|| panic!("{result}"))
        .iter()
        .map(|finding| {
            let path = finding["path"].as_array().into_iter().flatten();
            let part = finding["part"].as_str();
            let part = part.unwrap_or_else(|| panic!("no part: {finding}"));
            (
                text(&finding["rule"]),
                subject(finding),
                part.to_owned(),
                path.map(step).collect::<Vec<_>>().join("/"),
            )
        })
        .collect()
}

/// The resource that a finding is about, otherwise the section.
fn subject(finding: &Value) -> String {
    let resource = finding["resource"]["logical_id"].as_str();
    let section = finding["path"][0].as_str();
    resource.or(section).unwrap_or_default().to_owned()
}

/// Returns the templates of the fixtures and of the tests of controls.
fn documents() -> Vec<Value> {
    let mut all = Vec::new();
    let folders = [
        "examples",
        "tests/rules",
        "tests/deployability",
        "tests/serverless",
        "policies",
    ];
    let mut paths: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| files_below(&root().join(folder)))
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "yaml")
        })
        .collect();
    paths.sort();
    for path in paths {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let arena = Bump::new();
        let parsed = syntax::parse(&arena, &text, "");
        let Some(tree) = parsed.tree.filter(|_| parsed.errors.is_empty()) else {
            continue;
        };
        let value = to_json(tree.root);
        match value {
            Value::Array(cases) => {
                all.extend(cases.into_iter().map(|mut case| case["input"].take()))
            }
            other => all.push(other),
        }
    }
    all.retain(|document| {
        document["Resources"]
            .as_object()
            .is_some_and(|all| !all.is_empty())
    });
    assert!(all.len() > 500, "{}", all.len());
    all
}

/// Returns one of the documents, or two in one, with changes of some values.
fn document(pool: &[Value], random: &mut Random) -> Value {
    let mut document = pool[random.below(pool.len())].clone();
    if random.below(3) == 0 {
        let other = &pool[random.below(pool.len())];
        for (section, own) in other.as_object().unwrap() {
            match document.get_mut(section).and_then(Value::as_object_mut) {
                Some(known) => {
                    for (key, value) in own.as_object().into_iter().flatten() {
                        known.entry(key.clone()).or_insert_with(|| value.clone());
                    }
                }
                None => document[section] = own.clone(),
            }
        }
    }
    for _ in 0..random.below(3) {
        mutate(&mut document["Resources"], random);
    }
    document
}

/// Removes or replaces a value somewhere in a map or list.
fn mutate(value: &mut Value, random: &mut Random) {
    let inner: Vec<&mut Value> = match value {
        Value::Object(map) => {
            let keys: Vec<String> = map.keys().cloned().collect();
            if !keys.is_empty() && random.below(6) == 0 {
                map.remove(&keys[random.below(keys.len())]);
                return;
            }
            map.values_mut().collect()
        }
        Value::Array(items) => items.iter_mut().collect(),
        _ => Vec::new(),
    };
    let count = inner.len();
    match inner.into_iter().nth(random.below(count.max(1))) {
        Some(inner) => mutate(inner, random),
        None => {
            *value = match random.below(6) {
                0 => json!(true),
                1 => json!("true"),
                2 => json!(7),
                3 => json!([]),
                4 => json!({"Key": "team", "Value": "x"}),
                _ => json!("0.0.0.0/0"),
            }
        }
    }
}

/// Returns the resources of a document whose properties have no functions.
fn literal_resources(document: &Value) -> Vec<Value> {
    let is_literal = |resource: &&Value| {
        let text = resource["Properties"].to_string();
        resource["Type"].is_string()
            && resource["Properties"].is_object()
            && !["\"Ref\"", "\"Fn::", "${", "{{resolve:", "\"Condition\""]
                .iter()
                .any(|part| text.contains(part))
    };
    let resources = document["Resources"]
        .as_object()
        .into_iter()
        .flat_map(Map::values);
    let plain =
        |resource: &Value| json!({"Type": resource["Type"], "Properties": resource["Properties"]});
    resources.filter(is_literal).map(plain).collect()
}

/// Returns the resources of a document as the changes of a change set that creates them; `None` if CloudFormation would show
/// other values in a change set than the template has.
fn changes(document: &Value) -> Option<Vec<Value>> {
    let resources = document["Resources"].as_object()?;
    let is_plain = document.get("Transform").is_none() && document.get("Conditions").is_none();
    if !is_plain || literal_resources(document).len() != resources.len() {
        return None;
    }
    let change = |(id, resource): (&String, &Value)| {
        let context = json!({"Properties": resource["Properties"]}).to_string();
        json!({
            "logicalResourceId": id,
            "resourceType": resource["Type"],
            "action": "CREATE",
            "lineNumber": 1,
            "afterContext": context,
        })
    };
    Some(resources.iter().map(change).collect())
}

/// A seeded pseudo-random generator.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}
