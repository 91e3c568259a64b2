//! Tests of the function's policy bundle: pinned, followed by a pointer, the last good one, signed, and in shadow.

use std::sync::Arc;

use cfn_warden::lambda::Function;
use cfn_warden::lambda::call::Call;
use cfn_warden::policies::custom::{PackFile, checksums_of, zipped};
use serde_json::{Value, json};

use super::{Store, answer, event, function};

const BUNDLE: &str = "s3://policies/current.toml";
const RULES: &str = "rule NAMED { AWS::S3::Bucket { Properties.BucketName exists } }\n\
                     rule ENCRYPTED { AWS::S3::Bucket { Properties.BucketEncryption exists } }\n";

/// A bundle with two rules and more lines in the manifest; the bucket of the event fails `ENCRYPTED`.
fn bundle(version: &str, more: &str) -> Vec<u8> {
    let file = |name: &str, text: String| PackFile {
        name: name.to_owned(),
        content: text.into_bytes(),
    };
    let manifest = format!("name = \"acme\"\nversion = \"{version}\"\n{more}");
    let mut files = vec![
        file("pack.toml", manifest),
        file("rules.guard", RULES.to_owned()),
    ];
    files.push(file("checksums.txt", checksums_of(&files)));
    zipped(files).unwrap()
}

fn put(store: &Store, name: &str, content: &[u8]) {
    store
        .objects
        .lock()
        .unwrap()
        .insert(format!("s3://policies/{name}"), content.to_vec());
}

fn remove(store: &Store, name: &str) {
    store
        .objects
        .lock()
        .unwrap()
        .remove(&format!("s3://policies/{name}"));
}

fn hook(function: &Function, now: i64) -> Value {
    let call = Call {
        now,
        ..Call::new(function)
    };
    let event = event("hook/resource-create.json").to_string();
    serde_json::from_str(&cfn_warden::lambda::handle_call(event.as_bytes(), &call).answer).unwrap()
}

fn started(store: &Store, more: &[(&str, &str)]) -> Function {
    function(
        &[
            &[("WARDEN_BUNDLE", BUNDLE), ("WARDEN_HOOK_LINT", "off")],
            more,
        ]
        .concat(),
        store,
    )
}

fn annotation<'a>(answer: &'a Value, name: &str) -> Option<&'a Value> {
    answer["annotations"]
        .as_array()?
        .iter()
        .find(|one| one["annotationName"] == name)
}

/// 2026-12-31T12:00:00Z.
const BEFORE: i64 = 1_798_718_400;
const DAY: i64 = 86_400;

#[test]
fn a_pointer_names_the_bundle_and_the_day_decides() {
    let store = Store::of(&[]);
    put(&store, "current.toml", b"bundle = \"one.zip\"");
    put(
        &store,
        "one.zip",
        &bundle(
            "1",
            "[enforcement]\nENCRYPTED = \"enforce from 2027-01-01\"",
        ),
    );
    let function = started(&store, &[]);
    let warned = hook(&function, BEFORE);
    assert_eq!(warned["hookStatus"], "SUCCESS", "{warned}");
    let note = annotation(&warned, "ENCRYPTED").unwrap();
    assert_eq!(note["status"], "PASSED");
    assert!(
        note["statusMessage"]
            .as_str()
            .unwrap()
            .ends_with("(only a warning: enforced from 2027-01-01)"),
        "{note}"
    );
    let failed = hook(&function, BEFORE + DAY);
    assert_eq!(
        (&failed["hookStatus"], &failed["errorCode"]),
        (&json!("FAILED"), &json!("NonCompliant"))
    );
    assert_eq!(
        annotation(&failed, "ENCRYPTED").unwrap()["status"],
        "FAILED"
    );
    assert_eq!(
        annotation(&failed, "NAMED").unwrap()["statusMessage"],
        "passed"
    );

    put(
        &store,
        "two.zip",
        &bundle("2", "[enforcement]\nENCRYPTED = \"off\""),
    );
    put(&store, "current.toml", b"bundle = \"two.zip\"");
    let turned_off = hook(&function, BEFORE + DAY);
    assert_eq!(
        (
            &turned_off["hookStatus"],
            annotation(&turned_off, "ENCRYPTED")
        ),
        (&json!("SUCCESS"), None)
    );
}

#[test]
fn reports_of_hooks_count_the_findings_of_rules_that_are_off() {
    let store = Store::of(&[]);
    put(&store, "current.toml", b"bundle = \"one.zip\"");
    put(
        &store,
        "one.zip",
        &bundle("1", "[enforcement]\nENCRYPTED = \"off\""),
    );
    hook(
        &started(&store, &[("WARDEN_REPORT_BUCKET", "reports")]),
        BEFORE,
    );
    let (_, report) = store.below("s3://reports/hooks/").remove(0);
    assert_eq!(
        report["summary"]["turned_off"],
        json!({"ENCRYPTED": 1}),
        "{report}"
    );
}

#[test]
fn the_last_good_bundle_stays_in_force_and_says_so() {
    let store = Store::of(&[]);
    put(&store, "current.toml", b"bundle = \"one.zip\"");
    put(&store, "one.zip", &bundle("1", ""));
    let function = started(&store, &[]);
    assert_eq!(hook(&function, BEFORE)["errorCode"], "NonCompliant");
    let sum = "0".repeat(64);
    for (name, pointer, bytes, reason) in [
        (
            "broken.zip",
            "bundle = \"broken.zip\"".to_owned(),
            b"PK".to_vec(),
            "not a zip file, or a damaged one",
        ),
        (
            "wrong.zip",
            "bundle = \"wrong.zip\"".to_owned(),
            bundle("9", "[enforcement]\nOTHER = \"off\""),
            "unknown control or rule `OTHER`",
        ),
        (
            "other.zip",
            format!("bundle = \"other.zip\"\nsha256 = \"{sum}\""),
            bundle("9", ""),
            "and the pointer expects 0000",
        ),
        (
            "missing",
            "bundle = \"missing.zip\"".to_owned(),
            Vec::new(),
            "no such object",
        ),
        (
            "unread",
            "bundel = \"one.zip\"".to_owned(),
            Vec::new(),
            "unknown key `bundel`",
        ),
    ] {
        put(&store, name, &bytes);
        put(&store, "current.toml", pointer.as_bytes());
        let answer = hook(&function, BEFORE);
        assert_eq!(answer["errorCode"], "NonCompliant", "{name}: {answer}");
        let note = annotation(&answer, "policy_bundle").unwrap()["statusMessage"]
            .as_str()
            .unwrap();
        assert!(
            note.contains(reason) && note.ends_with("The last good bundle was used: acme 1"),
            "{name}: {note}"
        );
        let message = answer["message"].as_str().unwrap();
        assert!(
            message.ends_with(". The newest policy bundle cannot be used; acme 1 decided"),
            "{name}: {message}"
        );
    }
    remove(&store, "current.toml");
    assert_eq!(hook(&function, BEFORE)["errorCode"], "NonCompliant");
    // A function that starts now has no last good one.
    let refused = hook(&started(&store, &[]), BEFORE);
    assert_eq!(refused["errorCode"], "InternalFailure", "{refused}");
    assert!(
        refused["message"]
            .as_str()
            .unwrap()
            .contains("WARDEN_BUNDLE: s3://policies/current.toml"),
        "{refused}"
    );
    // ... unless the pointer names one.
    put(
        &store,
        "current.toml",
        b"bundle = \"broken.zip\"\nfallback = \"one.zip\"",
    );
    let restored = hook(&started(&store, &[]), BEFORE);
    assert_eq!(
        (
            &restored["errorCode"],
            annotation(&restored, "policy_bundle").is_some()
        ),
        (&json!("NonCompliant"), true)
    );
}

#[test]
fn a_candidate_is_compared_and_never_decides() {
    let store = Store::of(&[]);
    put(&store, "current.toml", b"bundle = \"one.zip\"");
    put(
        &store,
        "one.zip",
        &bundle("1", "[enforcement]\nENCRYPTED = \"warn\""),
    );
    put(&store, "two.zip", &bundle("2", ""));
    let settings = [("WARDEN_SHADOW_BUNDLE", "s3://policies/two.zip")];
    let function = started(&store, &settings);
    let answered = hook(&function, BEFORE);
    assert_eq!(answered["hookStatus"], "SUCCESS");
    let note = annotation(&answered, "policy_candidate").unwrap();
    assert_eq!(
        (&note["status"], &note["severityLevel"]),
        (&json!("SKIPPED"), &json!("INFORMATIONAL"))
    );
    let text = note["statusMessage"].as_str().unwrap();
    assert!(
        text.starts_with("with acme 2, FAIL: 1 more would fail (first: ENCRYPTED Resources/"),
        "{text}"
    );

    let template = json!({"Resources": {"B": {"Type": "AWS::S3::Bucket"}}});
    let direct = answer(&json!({"data": template, "lint": false}), &function, "");
    assert_eq!(
        (&direct["status"], &direct["policy"]["bundle"]["version"]),
        (&json!("FAIL"), &json!("1"))
    );
    let change = json!({"rule": "ENCRYPTED", "file": "data", "path": "Resources/B", "now": "warns", "then": "fails"});
    let mut changes = direct["policy"]["candidate"]["changes"].clone();
    changes[0]["file"] = json!("data");
    assert_eq!(changes, json!([change]), "{direct}");
    crate::result_schema::assert_valid(&direct);

    // What cannot be read, or is in force already, has nothing to compare.
    put(&store, "two.zip", b"PK");
    let unread = hook(&started(&store, &settings), BEFORE);
    assert_eq!(unread["hookStatus"], "SUCCESS");
    let note = annotation(&unread, "policy_candidate").unwrap()["statusMessage"]
        .as_str()
        .unwrap();
    assert!(
        note.contains("the newest candidate cannot be read: s3://policies/two.zip"),
        "{note}"
    );
    let same = started(&store, &[("WARDEN_SHADOW_BUNDLE", "s3://policies/one.zip")]);
    assert_eq!(annotation(&hook(&same, BEFORE), "policy_candidate"), None);
}

#[test]
fn waivers_of_a_bundle_end_on_their_day_and_apply_to_units() {
    let store = Store::of(&[]);
    put(&store, "current.toml", b"bundle = \"one.zip\"");
    let waiver = |more: &str| {
        format!(
            "[units]\nours = [\"123456789012\"]\n[[waiver]]\nrule = \"ENCRYPTED\"\nreason = \"site\"\nowner = \"web\"\n{more}"
        )
    };
    for (more, before, after) in [
        ("until = 2026-12-31", "SUCCESS", "FAILED"),
        ("unit = \"ours\"", "SUCCESS", "SUCCESS"),
        ("unit = \"theirs\"", "FAILED", "FAILED"),
        (
            "account = \"123456789012\"\nunit = \"ou*\"",
            "SUCCESS",
            "SUCCESS",
        ),
    ] {
        put(&store, "one.zip", &bundle("1", &waiver(more)));
        let function = started(&store, &[]);
        let answers = [hook(&function, BEFORE), hook(&function, BEFORE + DAY)];
        let statuses =
            [&answers[0], &answers[1]].map(|answer| answer["hookStatus"].as_str().unwrap());
        assert_eq!(statuses, [before, after], "{more}: {answers:?}");
        if before == "SUCCESS" {
            let note = annotation(&answers[0], "ENCRYPTED").unwrap()["statusMessage"]
                .as_str()
                .unwrap();
            assert!(
                note.starts_with("waived by web") && note.contains(": site; "),
                "{note}"
            );
        }
    }
}

#[test]
fn a_key_accepts_only_signed_bundles() {
    let store = Store::of(&[]);
    put(&store, "current.toml", b"bundle = \"one.zip\"");
    let key =
        std::fs::read_to_string(crate::recorded::root().join("tests/packs/acme.pub")).unwrap();
    let key = key.lines().last().unwrap();
    put(&store, "one.zip", &bundle("1", ""));
    let unsigned = hook(
        &started(&store, &[("WARDEN_BUNDLE_PUBLIC_KEY", key)]),
        BEFORE,
    );
    assert!(
        unsigned["message"]
            .as_str()
            .unwrap()
            .contains("the pack is not signed"),
        "{unsigned}"
    );
    let folder = crate::recorded::root().join("tests/packs/signed");
    let file = |path: std::path::PathBuf| PackFile {
        name: path
            .strip_prefix(&folder)
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned(),
        content: std::fs::read(&path).unwrap(),
    };
    let files = crate::support::files_below(&folder)
        .into_iter()
        .map(file)
        .collect();
    put(&store, "one.zip", &zipped(files).unwrap());
    let signed = hook(
        &started(&store, &[("WARDEN_BUNDLE_PUBLIC_KEY", key)]),
        BEFORE,
    );
    assert_eq!(annotation(&signed, "policy_bundle"), None, "{signed}");
    assert_ne!(signed["errorCode"], "InternalFailure", "{signed}");
}

/// A signature does not say that a bundle is the one to use: another one that was signed once is refused by name and version.
#[test]
fn bundles_cannot_be_replaced_by_older_or_other_ones() {
    let store = Store::of(&[]);
    let settings = [
        ("WARDEN_BUNDLE_NAME", "acme"),
        ("WARDEN_BUNDLE_MIN_VERSION", "2.0.0"),
    ];
    let other = |name: &str, version: &str| {
        let manifest = format!("name = \"{name}\"\nversion = \"{version}\"\n");
        let mut files = vec![
            PackFile {
                name: "pack.toml".to_owned(),
                content: manifest.into_bytes(),
            },
            PackFile {
                name: "rules.guard".to_owned(),
                content: b"rule NAMED { AWS::S3::Bucket { Properties.BucketName exists } }\n"
                    .to_vec(),
            },
        ];
        files.push(PackFile {
            name: "checksums.txt".to_owned(),
            content: checksums_of(&files).into_bytes(),
        });
        zipped(files).unwrap()
    };
    put(&store, "weak-1.zip", &other("acme", "1.99.9"));
    put(&store, "sandbox-9.zip", &other("sandbox", "9.0.0"));
    put(&store, "acme-2.zip", &bundle("2.0.0", ""));
    put(&store, "current.toml", b"bundle = \"acme-2.zip\"");
    let warm = started(&store, &settings);
    let before = hook(&warm, BEFORE);
    assert_eq!(before["errorCode"], "NonCompliant", "{before}");
    let attacks = [
        ("bundle = \"weak-1.zip\"", "acme 1.99.9 is older than 2.0.0"),
        (
            "bundle = \"sandbox-9.zip\"",
            "the bundle is `sandbox`; WARDEN_BUNDLE_NAME expects `acme`",
        ),
        (
            "bundle = \"missing.zip\"\nfallback = \"weak-1.zip\"",
            "no such object",
        ),
        (
            "bundle = \"missing.zip\"\nfallback = \"sandbox-9.zip\"",
            "no such object",
        ),
    ];
    for (pointer, reason) in attacks {
        put(&store, "current.toml", pointer.as_bytes());
        // A function that has the newer one keeps it, and says so.
        let kept = hook(&warm, BEFORE);
        assert_eq!(kept["errorCode"], "NonCompliant", "{pointer}: {kept}");
        let message = kept["message"].as_str().unwrap();
        assert!(
            message.ends_with("acme 2.0.0 decided"),
            "{pointer}: {message}"
        );
        // One that starts now blocks.
        let refused = hook(&started(&store, &settings), BEFORE);
        assert_eq!(
            refused["errorCode"], "InternalFailure",
            "{pointer}: {refused}"
        );
        let message = refused["message"].as_str().unwrap();
        assert!(message.contains(reason), "{pointer}: {message}");
    }
    // A rollback is an old pack with a new version.
    put(&store, "acme-2.0.1.zip", &other("acme", "2.0.1"));
    put(&store, "current.toml", b"bundle = \"acme-2.0.1.zip\"");
    let rolled_back = hook(&warm, BEFORE);
    assert_eq!(rolled_back["hookStatus"], "SUCCESS", "{rolled_back}");
}

#[test]
fn every_answer_names_the_bundle_that_decided() {
    let store = Store::of(&[]);
    put(&store, "current.toml", b"bundle = \"one.zip\"");
    put(
        &store,
        "one.zip",
        &bundle("1.2.3", "[enforcement]\nENCRYPTED = \"off\"\n"),
    );
    let function = started(&store, &[]);
    let passed = hook(&function, BEFORE);
    assert_eq!(passed["hookStatus"], "SUCCESS");
    let message = passed["message"].as_str().unwrap();
    assert!(
        message.ends_with(". Policy bundle: acme 1.2.3"),
        "{message}"
    );
    let template =
        json!({"Resources": {"B": {"Type": "AWS::S3::Bucket", "Properties": {"BucketName": "b"}}}});
    let answered = answer(&json!({"data": template, "lint": false}), &function, "");
    assert_eq!(answered["status"], "PASS", "{answered}");
    assert_eq!(
        answered["policy"]["bundle"]["version"], "1.2.3",
        "{answered}"
    );
}

#[test]
fn requests_that_name_packs_are_not_decided_by_the_bundle() {
    let store = Store::of(&[]);
    put(&store, "current.toml", b"bundle = \"one.zip\"");
    put(&store, "one.zip", &bundle("1", ""));
    let function = started(&store, &[("WARDEN_PACKS", "S3.14")]);
    let template = json!({"Resources": {"B": {"Type": "AWS::S3::Bucket"}}});
    let rules = |more: Value| {
        let mut request = json!({"data": template, "lint": false});
        request
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let answer = answer(&request, &function, "");
        let findings = answer["findings"].as_array().unwrap();
        findings
            .iter()
            .map(|one| one["rule"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(rules(json!({})), ["ENCRYPTED", "NAMED", "S3.14"]);
    assert_eq!(rules(json!({"packs": ["S3.9"]})), ["S3.9"]);
}

#[test]
fn the_self_test_names_the_bundle_and_what_is_wrong() {
    let store = Store::of(&[]);
    put(&store, "current.toml", b"bundle = \"one.zip\"");
    put(&store, "one.zip", &bundle("1", ""));
    let function = started(&store, &[]);
    let tested = answer(&json!({"kind": "self-test"}), &function, "");
    assert_eq!(
        (&tested["status"], &tested["bundle"]),
        (&json!("PASS"), &json!("acme 1")),
        "{tested}"
    );
    put(&store, "current.toml", b"bundle = \"two.zip\"");
    let tested = answer(&json!({"kind": "self-test"}), &function, "");
    assert_eq!(
        (&tested["status"], &tested["bundle"]),
        (&json!("ERROR"), &json!("acme 1"))
    );
    assert_eq!(
        tested["errors"][0]["where"]["field"], "WARDEN_BUNDLE",
        "{tested}"
    );
}

#[test]
fn logs_name_the_bundle_and_count_rules() {
    let store = Store::of(&[]);
    put(&store, "current.toml", b"bundle = \"one.zip\"");
    put(
        &store,
        "one.zip",
        &bundle("1", "[enforcement]\nENCRYPTED = \"warn\""),
    );
    put(&store, "two.zip", &bundle("2", ""));
    let function = started(&store, &[("WARDEN_SHADOW_BUNDLE", "s3://policies/two.zip")]);
    let function = Arc::new(function);
    let event = event("hook/resource-create.json").to_string();
    let log = cfn_warden::lambda::handle_call(event.as_bytes(), &Call::new(&function)).log;
    assert_eq!(
        (
            log.bundle.as_deref(),
            log.candidate.as_deref(),
            log.candidate_changes
        ),
        (Some("acme 1"), Some("acme 2"), 1)
    );
    assert_eq!(
        log.listed(cfn_warden::lambda::Outcome::Warned).as_deref(),
        Some("ENCRYPTED:1")
    );
    assert_eq!(
        (&*log.place.account, &*log.place.stack, &*log.place.target),
        ("123456789012", "shop", "AWS::S3::Bucket")
    );
}
