//! Tests of `bundle replay`: reports of the deployed bundle, and what a candidate decides about them.

use cfn_warden::cli::Exit;
use serde_json::{Value, json};

use crate::cli::{Ended, folder, run, tempdir::Folder};
use crate::recorded::root;

const BUCKET: &str =
    "Resources:\n  Uploads:\n    Type: AWS::S3::Bucket\n    Properties: {BucketName: uploads}\n";
const STACK: &str = "arn:aws:cloudformation:us-west-2:111122223333:stack/shop/1a2b";

/// A pack with two rules about buckets and one about queues.
fn pack(here: &Folder, name: &str, version: &str, more: &str) -> String {
    let rule = |id: &str, kind: &str, property: &str| {
        format!("rule {id} {{ {kind} {{ Properties.{property} exists }} }}\n")
    };
    here.file(
        &format!("{name}/rules/a.guard"),
        &rule("TAGGED", "AWS::S3::Bucket", "Tags"),
    );
    here.file(
        &format!("{name}/rules/b.guard"),
        &rule("LOGGED", "AWS::S3::Bucket", "LoggingConfiguration"),
    );
    here.file(
        &format!("{name}/rules/c.guard"),
        &rule("NAMED", "AWS::SQS::Queue", "QueueName"),
    );
    here.file(
        &format!("{name}/pack.toml"),
        &format!(
            "name = \"acme\"\ntitle = \"t\"\nversion = \"{version}\"\nrules = [\"rules\"]\n{more}"
        ),
    );
    here.path().join(name).to_str().unwrap().to_owned()
}

/// The report that the function writes about a template with a pack.
fn report(here: &Folder, pack: &str) -> Value {
    let template = here.file("t/template.yaml", BUCKET);
    let line = ["check", &template, "--pack", pack, "-f", "json"];
    let Ended { out, err, .. } = run(&line, "");
    let mut report: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{err}"));
    report["hook"] = json!({"account_id": "111122223333", "stack_id": STACK, "change_set_id": "",
        "hook_type_name": "A::B::C", "invocation_point": "CREATE_PRE_PROVISION", "target": "STACK",
        "target_logical_id": "shop"});
    report["provenance"] =
        json!({"time": "2027-01-15T10:00:00Z", "settings": {"FAIL_ON": "error"}});
    report["policy"] =
        json!({"bundle": {"name": "acme", "version": "1.0.0", "uri": "s3://b/a.zip"}});
    report
}

/// Replays a candidate; returns what is printed without the first line and without the folder, and the exit code.
fn replay(here: &Folder, deployed: &str, candidate: &str, more: &[&str]) -> (String, Exit) {
    let reports = here.path().join("reports");
    let line = [
        "bundle",
        "replay",
        deployed,
        candidate,
        reports.to_str().unwrap(),
    ];
    let Ended { exit, out, err } = run(&[&line, more].concat(), "");
    let text = if exit == Exit::ERROR { err } else { out };
    let text = text.replace(&format!("{}/", here.path().display()), "");
    let lines = text.split_once('\n').map(|(first, rest)| match exit {
        Exit::ERROR => first.to_owned(),
        _ => rest.to_owned(),
    });
    (lines.unwrap(), exit)
}

const SHOP: &str = "  reports/shop.json: CREATE STACK in stack shop of 111122223333";

#[test]
fn a_candidate_changes_how_findings_count() {
    let both = "LOGGED Resources/Uploads/Properties, TAGGED Resources/Uploads/Properties";
    for (deployed_more, candidate_more, expected) in [
        // Nothing changes.
        (
            "[enforcement]\n\"*\" = \"warn\"\n",
            "[enforcement]\n\"*\" = \"warn\"\n",
            "unchanged: 1\n".to_owned(),
        ),
        ("", "", "unchanged: 1\n".to_owned()),
        // Enforced, at once or on the day.
        (
            "[enforcement]\n\"*\" = \"warn\"\n",
            "",
            format!("would be blocked: 1\n{SHOP}: {both}\nunchanged: 0\n"),
        ),
        (
            "[enforcement]\n\"*\" = \"warn\"\n",
            "[enforcement]\n\"*\" = \"enforce from 2027-02-01\"\n",
            format!("would be blocked: 1\n{SHOP}: {both}\nunchanged: 0\n"),
        ),
        (
            "[enforcement]\n\"*\" = \"warn\"\n",
            "[enforcement]\n\"*\" = \"enforce from 2027-02-02\"\n",
            "unchanged: 1\n".to_owned(),
        ),
        // Not enforced any more.
        (
            "",
            "[enforcement]\n\"*\" = \"warn\"\n",
            format!("would not be blocked any more: 1\n{SHOP}\nunchanged: 0\n"),
        ),
        (
            "",
            "[enforcement]\nTAGGED = \"off\"\nLOGGED = \"off\"\n",
            format!("would not be blocked any more: 1\n{SHOP}\nunchanged: 0\n"),
        ),
        (
            "",
            "[enforcement]\nTAGGED = \"off\"\n",
            "unchanged: 1\n".to_owned(),
        ),
        // Severities.
        (
            "",
            "[severities]\nTAGGED = \"low\"\nLOGGED = \"low\"\n",
            format!("would not be blocked any more: 1\n{SHOP}\nunchanged: 0\n"),
        ),
        (
            "[severities]\nTAGGED = \"low\"\nLOGGED = \"low\"\n",
            "[severities]\nTAGGED = \"low\"\n",
            format!(
                "would be blocked: 1\n{SHOP}: LOGGED Resources/Uploads/Properties\nunchanged: 0\n"
            ),
        ),
        // Waivers, by unit, stack and resource; and one that is gone.
        (
            "",
            "[units]\nsandbox = [\"111122223333\"]\n[[waiver]]\nrule = \"TAGGED\"\nreason = \"r\"\nunit = \"sandbox\"\nstack = \"sh*\"\n\
             [[waiver]]\nrule = \"LOGGED\"\nreason = \"r\"\nresource = \"Uploads\"\n",
            format!("would not be blocked any more: 1\n{SHOP}\nunchanged: 0\n"),
        ),
        (
            "",
            "[[waiver]]\nrule = \"*\"\nreason = \"r\"\naccount = \"444455556666\"\n",
            "unchanged: 1\n".to_owned(),
        ),
        (
            "[[waiver]]\nrule = \"TAGGED\"\nreason = \"r\"\n[[waiver]]\nrule = \"LOGGED\"\nreason = \"r\"\n",
            "[[waiver]]\nrule = \"TAGGED\"\nreason = \"r\"\n",
            format!(
                "would be blocked: 1\n{SHOP}: LOGGED Resources/Uploads/Properties\nunchanged: 0\n"
            ),
        ),
        // A control that was off was not evaluated; one that only warns cannot block.
        (
            "[enforcement]\n\"*\" = \"warn\"\nLOGGED = \"off\"\n",
            "[enforcement]\n\"*\" = \"warn\"\nLOGGED = \"enforce\"\n",
            format!(
                "not decided: 1, because LOGGED was not evaluated: acme 1.0.0 does not have it or turns it off\n{SHOP}\nunchanged: 0\n"
            ),
        ),
        (
            "[enforcement]\n\"*\" = \"warn\"\nLOGGED = \"off\"\n",
            "[enforcement]\n\"*\" = \"warn\"\n",
            "unchanged: 1\n".to_owned(),
        ),
    ] {
        let here = folder("replay");
        let deployed = pack(&here, "deployed", "1.0.0", deployed_more);
        let candidate = pack(&here, "candidate", "1.1.0", candidate_more);
        here.file("reports/shop.json", &report(&here, &deployed).to_string());
        let (text, exit) = replay(&here, &deployed, &candidate, &["--date", "2027-02-01"]);
        assert_eq!(text, expected, "{deployed_more} -> {candidate_more}");
        let is_same = text.starts_with("unchanged");
        assert_eq!(
            exit,
            if is_same { Exit::OK } else { Exit::DIFFERENT },
            "{text}"
        );
    }
}

#[test]
fn what_a_report_does_not_have_is_not_decided() {
    let here = folder("replay-undecided");
    let deployed = pack(
        &here,
        "deployed",
        "1.0.0",
        "[enforcement]\n\"*\" = \"warn\"\n",
    );
    let candidate = pack(&here, "candidate", "1.1.0", "");
    let warned = report(&here, &deployed);
    // Other rules: neither the finding nor its absence is known.
    let rules = std::fs::read_to_string(format!("{candidate}/rules/b.guard")).unwrap();
    here.file(
        "candidate/rules/b.guard",
        &rules.replace("exists", "!empty"),
    );
    here.file("reports/shop.json", &warned.to_string());
    let (text, exit) = replay(&here, &deployed, &candidate, &[]);
    assert_eq!(
        (text.contains("would be blocked: 1\n"), exit),
        (true, Exit::DIFFERENT),
        "{text}"
    );
    here.file(
        "candidate/rules/a.guard",
        &rules
            .replace("LOGGED", "TAGGED")
            .replace("exists", "!empty"),
    );
    let (text, _) = replay(&here, &deployed, &candidate, &[]);
    assert!(
        text.starts_with("not decided: 1, because the rules of LOGGED changed")
            && text.contains("the rules of TAGGED changed"),
        "{text}"
    );
    // The rules are about buckets: for another resource, they decide nothing; nor on deletions.
    for (target, point, is_decided) in [
        ("AWS::SQS::Queue", "CREATE_PRE_PROVISION", true),
        ("AWS::S3::Bucket", "CREATE_PRE_PROVISION", false),
        ("AWS::S3::Bucket", "DELETE_PRE_PROVISION", true),
    ] {
        let mut other = warned.clone();
        other["hook"]["target"] = json!(target);
        other["hook"]["invocation_point"] = json!(point);
        other["findings"] = json!([]);
        here.file("reports/shop.json", &other.to_string());
        let (text, _) = replay(&here, &deployed, &candidate, &[]);
        assert_eq!(
            text == "unchanged: 1\n",
            is_decided,
            "{target} {point}: {text}"
        );
    }
    // Another bundle decided, none did, another format.
    for (pointer, value, expected) in [
        (
            "/policy/bundle/version",
            json!("0.9.0"),
            "acme 0.9.0 decided, not acme 1.0.0",
        ),
        (
            "/policy",
            Value::Null,
            "no bundle decided, acme 1.0.0 is expected",
        ),
        (
            "/format_version",
            json!(1),
            "the report has format 1, expected 2",
        ),
        (
            "/summary/turned_off",
            json!({"W3005": 2}),
            "W3005 was off: its findings are only counted",
        ),
    ] {
        let mut other = warned.clone();
        other["findings"] = json!([]);
        let object = pointer.rsplit_once('/').unwrap();
        other.pointer_mut(object.0).unwrap()[object.1] = value;
        here.file("reports/shop.json", &other.to_string());
        let (text, exit) = replay(&here, &deployed, &candidate, &[]);
        assert!(
            text.contains(&format!("not decided: 1, because {expected}\n{SHOP}\n")),
            "{text}"
        );
        assert_eq!(exit, Exit::DIFFERENT);
    }
    // What could not be checked is blocked in any case.
    let mut failed = warned.clone();
    failed["status"] = json!("ERROR");
    here.file("reports/shop.json", &failed.to_string());
    assert_eq!(
        replay(&here, &deployed, &candidate, &[]),
        ("unchanged: 1\n".to_owned(), Exit::OK)
    );
}

#[test]
fn reports_are_selected_by_day_and_other_files_are_counted() {
    let here = folder("replay-days");
    let deployed = pack(&here, "deployed", "1.0.0", "");
    let mut new = report(&here, &deployed);
    here.file(
        "reports/2027/old.json",
        &new.to_string().replace("2027-01-15", "2001-01-15"),
    );
    new["provenance"]["time"] = json!("2999-01-15T10:00:00Z");
    here.file("reports/2999/new.json", &new.to_string());
    here.file("reports/notes.txt", "x");
    let (text, exit) = replay(&here, &deployed, &deployed, &[]);
    assert_eq!(
        (text.as_str(), exit),
        ("unchanged: 2\nnot reports: 1 file\n", Exit::OK)
    );
    let (text, _) = replay(&here, &deployed, &deployed, &["--since", "30"]);
    assert_eq!(text, "unchanged: 1\nnot reports: 1 file\n");
    std::fs::remove_dir_all(here.path().join("reports/2999")).unwrap();
    let (text, exit) = replay(&here, &deployed, &deployed, &["--since", "30"]);
    assert!(
        text.starts_with("cfn-warden: cannot read reports: no report of ") && exit == Exit::ERROR,
        "{text}"
    );
    std::fs::remove_dir_all(here.path().join("reports/2027")).unwrap();
    let (text, _) = replay(&here, &deployed, &deployed, &[]);
    assert_eq!(
        text,
        "cfn-warden: cannot read reports: no report of the function (1 other file)"
    );
    let (text, exit) = replay(&here, &deployed, &deployed, &["--date", "tomorrow"]);
    assert!(
        text.contains("--date: invalid date `tomorrow`") && exit == Exit::ERROR,
        "{text}"
    );
    let acme = root().join("nowhere.zip");
    let (text, exit) = replay(&here, acme.to_str().unwrap(), &deployed, &[]);
    assert!(
        text.contains("cannot read ") && exit == Exit::ERROR,
        "{text}"
    );
}
