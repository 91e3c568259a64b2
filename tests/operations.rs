//! Tests of operations: provenance of reports, self-test, invalid settings and time limits.

#[path = "operations/bundles.rs"]
mod bundles;
#[path = "operations/configured.rs"]
mod configured;
#[path = "operations/knowledge.rs"]
mod knowledge;
#[path = "operations/requests.rs"]
mod requests;

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex};

use cfn_warden::lambda::call::Call;
use cfn_warden::lambda::config::Config;
use cfn_warden::lambda::{self, Function};
use cfn_warden_fetch::{Fetch, FetchError, Listed, Object, ObjectRequest, S3Uri, WriteMode};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use crate::recorded::root;

/// Objects by URI, and the objects written.
#[derive(Debug, Clone, Default)]
struct Store {
    objects: Arc<Mutex<BTreeMap<String, Vec<u8>>>>,
}

impl Store {
    fn of(objects: &[(&str, &[u8])]) -> Store {
        let objects = objects
            .iter()
            .map(|(at, body)| ((*at).to_owned(), body.to_vec()))
            .collect();
        Store {
            objects: Arc::new(Mutex::new(objects)),
        }
    }

    fn below(&self, prefix: &str) -> Vec<(String, Value)> {
        let objects = self.objects.lock().unwrap();
        let below = objects.iter().filter(|(at, _)| at.starts_with(prefix));
        below
            .map(|(at, body)| (at.clone(), serde_json::from_slice(body).unwrap()))
            .collect()
    }
}

impl Fetch for Store {
    fn presigned(&self, _url: &str) -> Result<Vec<u8>, FetchError> {
        Err(FetchError::NotAvailable)
    }

    fn objects(&self, wanted: &[ObjectRequest]) -> Vec<Result<Option<Object>, FetchError>> {
        let objects = self.objects.lock().unwrap();
        let get = |one: &ObjectRequest| {
            let found = objects.get(&one.at.to_string()).cloned();
            found
                .map(|bytes| {
                    Some(Object {
                        bytes,
                        etag: Some("1".to_owned()),
                    })
                })
                .ok_or(FetchError::Missing("object"))
        };
        wanted.iter().map(get).collect()
    }

    fn list(&self, prefix: &S3Uri, _most: usize) -> Result<Vec<Listed>, FetchError> {
        let objects = self.objects.lock().unwrap();
        let bucket = format!("s3://{}/", prefix.bucket);
        let keys = objects
            .keys()
            .filter_map(|at| at.strip_prefix(&bucket))
            .filter(|key| key.starts_with(&prefix.key));
        Ok(keys
            .map(|key| Listed {
                key: key.to_owned(),
                etag: None,
            })
            .collect())
    }

    fn put(
        &self,
        at: &S3Uri,
        _content_type: &str,
        body: Vec<u8>,
        mode: WriteMode,
    ) -> Result<(), FetchError> {
        let mut objects = self.objects.lock().unwrap();
        if mode == WriteMode::Create && objects.contains_key(&at.to_string()) {
            return Err(FetchError::Exists);
        }
        objects.insert(at.to_string(), body);
        Ok(())
    }
}

fn function(settings: &[(&str, &str)], store: &Store) -> Function {
    let settings = settings
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    Function::start(
        Config::read(settings),
        Box::new(store.clone()),
        cfn_warden_rules::bundled(),
    )
}

fn answer(event: &Value, function: &Function, request_id: &str) -> Value {
    let call = Call {
        request_id: request_id.to_owned(),
        ..Call::new(function)
    };
    serde_json::from_str(&lambda::handle_call(event.to_string().as_bytes(), &call).answer).unwrap()
}

fn event(name: &str) -> Value {
    serde_json::from_slice(&std::fs::read(root().join("events").join(name)).unwrap()).unwrap()
}

const RULE: &str = "rule NAMED { Resources exists }";

/// Regression: with the same token, a passing report replaced a failing one.
#[test]
fn every_hook_invocation_has_its_own_report_with_provenance() {
    let store = Store::of(&[("s3://policies/a.guard", RULE.as_bytes())]);
    let settings = [
        ("WARDEN_REPORT_BUCKET", "reports/warden"),
        ("WARDEN_RULES", "s3://policies/a.guard"),
        ("AWS_LAMBDA_FUNCTION_NAME", "gate"),
        ("AWS_LAMBDA_FUNCTION_VERSION", "7"),
        ("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "512"),
    ];
    let function = function(&settings, &store);
    let mut failing = event("hook/resource-create-not-compliant.json");
    let mut passing = event("hook/resource-create.json");
    for event in [&mut failing, &mut passing] {
        event["clientRequestToken"] = json!("one-token");
    }
    for (event, id) in [
        (&failing, "id-1"),
        (&passing, "id-2"),
        (&passing, ""),
        (&failing, ""),
    ] {
        let said = answer(event, &function, id)["message"]
            .as_str()
            .unwrap()
            .to_owned();
        assert!(
            said.contains(". Report: s3://reports/warden/hooks/2"),
            "{said}"
        );
    }
    let reports = store.below("s3://reports/warden/hooks/");
    let statuses: Vec<&str> = reports
        .iter()
        .map(|(_, report)| report["status"].as_str().unwrap())
        .collect();
    assert_eq!(
        (
            reports.len(),
            statuses.iter().filter(|status| **status == "FAIL").count()
        ),
        (4, 2),
        "{statuses:?}"
    );
    assert!(
        reports.iter().all(|(at, _)| at.contains("/one-token-")),
        "{reports:?}"
    );

    assert!(
        reports
            .iter()
            .all(|(_, report)| report["summary"]["documents"] == 1),
        "{reports:?}"
    );
    let of_bucket = json!({"logical_id": "ArtifactBucket", "type": "AWS::S3::Bucket"});
    let failed = reports
        .iter()
        .filter(|(_, report)| report["status"] == "FAIL");
    assert!(
        failed
            .clone()
            .all(|(_, report)| report["findings"][0]["resource"] == of_bucket),
        "{reports:?}"
    );

    let (_, report) = reports
        .iter()
        .find(|(at, _)| at.ends_with("/one-token-id-1.json"))
        .unwrap();
    let provenance = &report["provenance"];
    // printf 'rule NAMED { Resources exists }' | sha256sum
    let sha256 = "3224394e1723dd8cc024a57020c90740fc4d07a7647fd2d49e202dfc978931cb";
    assert_eq!(
        provenance["rules"],
        json!([{"name": "s3://policies/a.guard", "sha256": sha256}])
    );
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        provenance["function"],
        json!({"name": "gate", "version": "7", "warden_version": version, "memory_mb": 512})
    );
    assert_eq!(
        provenance["hook"],
        json!({"name": failing["hookTypeName"], "version": failing["hookTypeVersion"]})
    );
    assert_eq!(provenance["settings"]["RULES"], "s3://policies/a.guard");
    assert_eq!(
        (
            &provenance["settings"]["FAIL_ON"],
            &provenance["request_id"]
        ),
        (&json!("error"), &json!("id-1"))
    );
    assert!(provenance["duration_ms"].is_u64(), "{provenance}");
    let time = provenance["time"].as_str().unwrap();
    assert!(
        time.len() == 20 && time.ends_with('Z') && time.as_bytes()[10] == b'T',
        "{time}"
    );

    // A repeated invocation keeps the existing report and its verdict.
    let before = report.clone();
    let again = answer(&passing, &function, "id-1");
    assert_eq!(again["hookStatus"], "SUCCESS");
    assert!(
        again["message"]
            .as_str()
            .unwrap()
            .contains("could not be written: the object already exists"),
        "{again}"
    );
    let reports = store.below("s3://reports/warden/hooks/");
    assert!(reports.len() == 4 && reports.iter().any(|(_, report)| *report == before));
}

/// Regression: a direct request replaced a Hook's report.
#[test]
fn direct_requests_neither_write_below_hooks_nor_replace_reports_by_default() {
    let store = Store::of(&[("s3://reports/hooks/2026/11/21/token.json", b"{}")]);
    let function = function(&[("WARDEN_REPORT_BUCKET", "reports")], &store);
    let request =
        |uri: &str| json!({"data": {"Resources": {}}, "rules": [RULE], "report_uri": uri});
    let variables = |uri: &str| json!({"kind": "terraform-variables", "data": "", "module": [{"name": "main.tf", "content": ""}], "report_uri": uri});
    for uri in [
        "hooks/2026/11/21/token.json",
        "s3://reports/hooks/2026/11/21/token.json",
        "s3://reports/%68ooks/x",
    ] {
        for request in [request(uri), variables(uri)] {
            let refused = answer(&request, &function, "");
            assert_eq!(
                refused["errors"][0]["where"],
                json!({"field": "report_uri"}),
                "{refused}"
            );
            assert_eq!(refused["errors"][0]["kind"], "request", "{refused}");
        }
    }
    assert_eq!(store.below("s3://reports/").len(), 1);

    let first = answer(&request("audit/shop.json"), &function, "");
    assert_eq!(first["report_uri"], "s3://reports/audit/shop.json");
    let (_, report) = store.below("s3://reports/audit/").remove(0);
    assert_eq!(report["provenance"]["rules"][0]["name"], "rules[0]");
    assert_eq!(report["provenance"].get("hook"), None);
    let second = answer(&request("audit/shop.json"), &function, "");
    let said = second["errors"][0]["message"].as_str().unwrap();
    assert!(
        said.contains("the object already exists") && said.contains("report_mode"),
        "{said}"
    );
    assert_eq!(
        (&second["status"], &second["compliant"]),
        (&json!("ERROR"), &json!(false))
    );
    let mut replacing = request("audit/shop.json");
    replacing["report_mode"] = json!("replace");
    replacing["fail_on"] = json!("warning");
    assert_eq!(
        answer(&replacing, &function, "")["report_uri"],
        "s3://reports/audit/shop.json"
    );
    let (_, report) = store.below("s3://reports/audit/").remove(0);
    assert_eq!(report["provenance"]["settings"]["FAIL_ON"], "warning");
    replacing["report_mode"] = json!("append");
    assert_eq!(
        answer(&replacing, &function, "")["errors"][0]["where"],
        json!({"field": "report_mode"})
    );
}

/// A deployment can check whether the function works.
#[test]
fn the_self_test_reports_the_configuration_and_its_errors() {
    let store = Store::of(&[
        ("s3://policies/team/a.GUARD", RULE.as_bytes()),
        ("s3://policies/team/notes.md", b"notes"),
        ("s3://policies/broken.guard", b"rule x {"),
        ("s3://policies/parameters.json", b"{\"Tags\": [\"Team\"]}"),
    ]);
    let of = |settings: &[(&str, &str)], writes: bool| {
        answer(
            &json!({"kind": "self-test", "write_report": writes}),
            &function(settings, &store),
            "id",
        )
    };
    let parameters = ("WARDEN_INPUT_PARAMETERS", "s3://policies/parameters.json");
    let works = of(
        &[
            ("WARDEN_RULES", "s3://policies/team/"),
            ("WARDEN_REPORT_BUCKET", "reports"),
            parameters,
        ],
        true,
    );
    assert_eq!(
        (&works["status"], &works["errors"]),
        (&json!("PASS"), &json!([])),
        "{works}"
    );
    assert_eq!(works["rules"][0]["name"], "s3://policies/team/a.GUARD");
    assert_eq!(
        works["skipped_rules"],
        json!(["s3://policies/team/notes.md"])
    );
    assert_eq!(
        works["input_parameters"],
        json!(["s3://policies/parameters.json"])
    );
    assert_eq!(works["settings"]["REPORT_BUCKET"], "reports");
    let at = works["report_uri"].as_str().unwrap();
    assert!(
        at.starts_with("s3://reports/self-test/") && store.below(at).len() == 1,
        "{at}"
    );

    for (settings, writes, field, reason) in [
        (
            &[("WARDEN_RULES", "s3://policies/none.guard")][..],
            false,
            "WARDEN_RULES",
            "no such object",
        ),
        (
            &[("WARDEN_RULES", "no/such/folder")],
            false,
            "WARDEN_RULES",
            "cannot read no/such/folder",
        ),
        (
            &[("WARDEN_RULES", "s3://my rules/")],
            false,
            "WARDEN_RULES",
            "invalid S3 URI",
        ),
        (
            &[("WARDEN_HOOK_LINT", "off")],
            false,
            "WARDEN_RULES",
            "no Guard rules",
        ),
        (
            &[],
            true,
            "WARDEN_REPORT_BUCKET",
            "requires a report bucket",
        ),
    ] {
        let fails = of(settings, writes);
        assert_eq!(
            (&fails["status"], &fails["errors"][0]["where"]["field"]),
            (&json!("ERROR"), &json!(field)),
            "{fails}"
        );
        assert!(
            fails["errors"][0]["message"]
                .as_str()
                .unwrap()
                .contains(reason),
            "{fails}"
        );
    }
    let broken = of(&[("WARDEN_RULES", "s3://policies/broken.guard")], false);
    assert_eq!(
        (&broken["status"], &broken["errors"][0]["kind"]),
        (&json!("ERROR"), &json!("rules")),
        "{broken}"
    );
    let unknown = answer(
        &json!({"kind": "self-test", "data": "{}"}),
        &function(&[], &store),
        "",
    );
    assert_eq!(unknown["errors"][0]["where"], json!({"field": "data"}));
}

fn tar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, content) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, name, *content).unwrap();
    }
    builder.into_inner().unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// The rules archives and extensions of the managed Guard Hook.
#[test]
fn rules_are_read_from_tar_files_and_extensions_ignore_case() {
    let long = format!("{}/long.rules", "folder/".repeat(30));
    let files: [(&str, &[u8]); 4] = [
        ("a.GUARD", b"rule A { Resources exists }"),
        ("b/c.RuleSet", b"rule B { Resources exists }"),
        (&long, b"rule C { Resources exists }"),
        ("notes.txt", b"notes"),
    ];
    let bomb = gzip(&vec![b' '; 64 << 20]);
    let entries = gzip(&tar(&[("a.guard", &vec![b' '; (16 << 20) + 1])]));
    let mut link = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::Symlink);
    header.set_size(0);
    link.append_link(&mut header, "a.guard", "../elsewhere.guard")
        .unwrap();
    let store = Store::of(&[
        ("s3://policies/rules.tar.gz", &gzip(&tar(&files))),
        ("s3://policies/RULES.TGZ", &gzip(&tar(&files))),
        ("s3://policies/rules.tar", &tar(&files)),
        (
            "s3://policies/empty.tgz",
            &gzip(&tar(&[("notes.txt", b"n")])),
        ),
        ("s3://policies/broken.tar.gz", b"no tar"),
        ("s3://policies/cut.tar.gz", &gzip(&tar(&files))[..40]),
        ("s3://policies/bomb.tgz", &bomb),
        ("s3://policies/entries.tgz", &entries),
        ("s3://policies/link.tar", &link.into_inner().unwrap()),
    ]);
    let function = function(&[], &store);
    let of = |uri: &str| {
        answer(
            &json!({"data": {"Resources": {}}, "lint": false, "rules_uri": uri}),
            &function,
            "",
        )
    };
    for uri in [
        "s3://policies/rules.tar.gz",
        "s3://policies/RULES.TGZ",
        "s3://policies/rules.tar",
    ] {
        let answer = of(uri);
        assert_eq!(
            answer["summary"]["rules"],
            json!({"passed": 3, "failed": 0, "skipped": 0}),
            "{uri}: {answer}"
        );
    }
    for (uri, reason) in [
        (
            "s3://policies/empty.tgz",
            "no rules found; expected files that end in .guard, .rules, .ruleset; skipped: s3://policies/empty.tgz/notes.txt",
        ),
        ("s3://policies/broken.tar.gz", "invalid tar file"),
        (
            "s3://policies/cut.tar.gz",
            "incomplete or invalid gzip file",
        ),
        (
            "s3://policies/bomb.tgz",
            "larger than the limit of 16777216 bytes",
        ),
        (
            "s3://policies/entries.tgz",
            "larger than the limit of 16777216 bytes",
        ),
        ("s3://policies/link.tar", "has a link to a rules file"),
    ] {
        let answer = of(uri);
        let mut errors = answer["errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| error["message"].as_str().unwrap());
        assert!(
            answer["compliant"] == false && errors.any(|said| said.contains(reason)),
            "{uri}: {answer}"
        );
    }
}

/// Regression: the response had 402,974 bytes.
#[test]
fn responses_with_a_report_uri_are_small() {
    let function = function(&[], &Store::default());
    for name in ["n", "\u{1}", "\u{e9}", "\""] {
        let names = (0..30).map(|i| format!("{}{i}", name.repeat(20_000 / name.len())));
        let data: Vec<Value> = names
            .map(|name| json!({"name": name, "content": "a: ["}))
            .collect();
        let event =
            json!({"data": data, "report_uri": "s3://reports/x.json", "report_mode": "replace"})
                .to_string();
        let answered = lambda::handle(event.as_bytes(), &function).answer;
        assert!(
            answered.len() < 256 << 10,
            "{} bytes for {name:?}",
            answered.len()
        );
        let answered: Value = serde_json::from_str(&answered).unwrap();
        assert_eq!(
            (&answered["truncated"], &answered["summary"]["not_checked"]),
            (&json!(true), &json!(30))
        );
        assert_eq!(answered["errors"].as_array().unwrap().len(), 20);
    }
}

/// Regression: `key="shop.yaml?versionId=abc"` fetched an object with that literal name.
#[test]
fn documents_and_rules_may_have_versions() {
    let store = Store::of(&[
        (
            "s3://templates/shop.yaml",
            b"Resources: {A: {Type: AWS::SQS::Queue, Properties: {DelaySeconds: x}}}",
        ),
        (
            "s3://templates/shop.yaml?versionId=abc",
            b"Resources: {A: {Type: AWS::SQS::Queue}}",
        ),
        (
            "s3://templates/shop.yaml%3FversionId=abc",
            b"Resources: {A: {Type: AWS::Nope::Nope}}",
        ),
        ("s3://policies/a.guard?versionId=1", RULE.as_bytes()),
    ]);
    let function = function(
        &[("WARDEN_RULES", "s3://policies/a.guard?versionId=1")],
        &store,
    );
    let rule = |data_uri: Value| {
        let answered = answer(&json!({"data_uri": data_uri}), &function, "");
        assert_eq!(answered["summary"]["rules"]["passed"], 1, "{answered}");
        answered["findings"][0]["rule"]
            .as_str()
            .unwrap_or("none")
            .to_owned()
    };
    assert_eq!(rule(json!("s3://templates/shop.yaml")), "E3012");
    assert_eq!(
        rule(json!("s3://templates/shop.yaml?versionId=abc")),
        "none"
    );
    assert_eq!(
        rule(json!({"uri": "s3://templates/shop.yaml", "version_id": "abc"})),
        "none"
    );
    assert_eq!(
        rule(json!({"bucket": "templates", "key": "shop.yaml", "version_id": "abc"})),
        "none"
    );
    assert_eq!(
        rule(json!("s3://templates/shop.yaml%3FversionId=abc")),
        "E3006"
    );
    assert_eq!(
        rule(json!({"bucket": "templates", "key": "shop.yaml?versionId=abc"})),
        "E3006"
    );
    for wrong in [
        json!("s3://templates/shop.yaml?version=abc"),
        json!({"uri": "s3://templates/shop.yaml?versionId=a", "version_id": "b"}),
        json!({"uri": "s3://templates/", "version_id": "b"}),
        json!({"uri": "s3://templates/shop.yaml", "key": "x"}),
        json!({"uri": "s3://templates/shop.yaml", "version_id": "a&x=y"}),
        json!({"bucket": "templates"}),
    ] {
        let answered = answer(&json!({"data_uri": wrong}), &function, "");
        assert_eq!(
            answered["errors"][0]["where"],
            json!({"field": "data_uri"}),
            "{wrong}: {answered}"
        );
    }
    let with_rules = json!({"data": "Resources: {}", "rules_uri": [{"uri": "s3://policies/a.guard", "version_id": "1"}]});
    assert_eq!(
        answer(&with_rules, &function, "")["summary"]["rules"]["passed"],
        1
    );
}
