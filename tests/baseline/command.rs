//! `check --baseline` on files.

use cfn_warden::cli::Exit;
use serde_json::Value;

use crate::cli::tempdir::Folder;
use crate::cli::{Ended, folder, run};
use crate::result_schema::assert_valid;

const BAD: &str = "Resources:
  Queue:
    Type: AWS::SQS::Queue
    Properties:
      DelaySeconds: never
      Nope: 1
  Group:
    Type: AWS::EC2::SecurityGroup
    Properties:
      GroupDescription: g
      SecurityGroupIngress:
        - {IpProtocol: tcp, FromPort: a, ToPort: 22, CidrIp: 10.0.0.0/8}
        - {IpProtocol: tcp, FromPort: b, ToPort: 23, CidrIp: 10.0.0.0/8}
";
const RULE: &str = "rule NAMED { Resources.*[ Type == /Queue/ ].Properties.QueueName exists }\n";

/// A folder with templates, rules and the name of a baseline.
struct Here {
    folder: Folder,
}

impl Here {
    fn new(name: &str) -> Here {
        let folder = folder(&format!("baseline-{name}"));
        folder.file("rules/r.guard", RULE);
        folder.file("t/a.yaml", BAD);
        Here { folder }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    /// Runs `check` on the folder of templates with the baseline.
    fn check(&self, options: &[&str]) -> Ended {
        let (templates, rules, baseline) = (
            self.path("t"),
            self.path("rules"),
            self.path("baseline.json"),
        );
        run(
            &[
                &[
                    "check",
                    &templates,
                    "--rules",
                    &rules,
                    "--baseline",
                    &baseline,
                ],
                options,
            ]
            .concat(),
            "",
        )
    }

    fn update(&self) -> Ended {
        self.check(&["--update-baseline"])
    }

    fn result(&self, options: &[&str]) -> Value {
        let ended = self.check(&[options, &["--format", "json"]].concat());
        let result = serde_json::from_str(&ended.out).unwrap();
        assert_valid(&result);
        result
    }

    /// Returns the numbers of known, new and stale findings.
    fn counts(&self) -> [u64; 3] {
        let result = self.result(&[]);
        ["known", "new", "stale"].map(|name| result["baseline"][name].as_u64().unwrap())
    }

    fn baseline(&self) -> String {
        std::fs::read_to_string(self.path("baseline.json")).unwrap()
    }
}

#[test]
fn the_second_run_is_green() {
    let here = Here::new("green");
    let first = here.update();
    let file = here.path("baseline.json");
    assert_eq!(first.exit, Exit::OK, "{}{}", first.out, first.err);
    assert_eq!(first.err, format!("cfn-warden: wrote {file}: 5 findings\n"));
    let second = here.check(&[]);
    assert_eq!((second.exit, second.err.as_str()), (Exit::OK, ""));
    let verdict =
        "compliant (1 document, 0 errors, 0 warnings, 0 inputs not checked, 5 in the baseline)\n";
    assert_eq!(
        (first.out.as_str(), second.out.as_str()),
        (verdict, verdict)
    );
    assert_eq!(
        here.update().err,
        format!("cfn-warden: {file} is up to date: 5 findings\n")
    );
    // The names of files are relative to the baseline, with `/` between folders.
    let baseline: Value = serde_json::from_str(&here.baseline()).unwrap();
    assert!(
        baseline["findings"]
            .as_array()
            .unwrap()
            .iter()
            .all(|entry| entry["file"] == "t/a.yaml")
    );
}

#[test]
fn new_findings_are_shown_and_fail_the_run() {
    let here = Here::new("new");
    here.update();
    here.folder
        .file("t/a.yaml", &BAD.replace("never", "always"));
    let ended = here.check(&[]);
    assert_eq!(ended.exit, Exit::NOT_COMPLIANT);
    assert!(
        ended.out.contains("error E3012") && !ended.out.contains("E3002"),
        "{}",
        ended.out
    );
    assert_eq!(here.counts(), [4, 1, 1]);
    here.folder.file("t/b.yaml", BAD);
    here.folder.file("t/a.yaml", BAD);
    assert_eq!(
        here.counts(),
        [5, 5, 0],
        "a copy of a template has new findings"
    );
}

#[test]
fn informational_findings_are_not_listed() {
    let here = Here::new("informational");
    here.folder.file(
        "t/a.yaml",
        "Resources:\n  Table:\n    Type: AWS::SQS::Queue\n    Properties: {QueueName: q}\n",
    );
    let shown = here.check(&["--include-checks", "I", "--update-baseline"]);
    assert!(shown.out.contains("informational I3011"), "{}", shown.out);
    assert!(shown.err.ends_with(": 0 findings\n"), "{}", shown.err);
}

#[test]
fn stale_entries_are_listed_and_do_not_fail_the_run() {
    let here = Here::new("stale");
    here.update();
    here.folder.file(
        "t/a.yaml",
        &BAD.replace("      Nope: 1\n", "")
            .replace("FromPort: a", "FromPort: 1"),
    );
    let ended = here.check(&[]);
    let file = here.path("baseline.json");
    let expected = format!(
        "cfn-warden: warning: {file}: 2 entries are stale: no finding matches; remove with --update-baseline\n  \
         t/a.yaml: E3012: Resources/Group/Properties/SecurityGroupIngress/[{{\"CidrIp\":\"10.0.0.0/8\",\"FromPort…7baa74fe668f0923]/FromPort: \"a\"\n  \
         t/a.yaml: E3002: Resources/Queue/Properties/Nope: \"1\"\n"
    );
    assert_eq!((ended.exit, ended.err), (Exit::OK, expected));
    assert_eq!(
        here.update().err,
        format!("cfn-warden: wrote {file}: 3 findings, 0 added, 2 removed\n")
    );
    assert_eq!(
        (here.check(&[]).err, here.counts()),
        (String::new(), [3, 0, 0])
    );
}

#[test]
fn many_stale_entries_are_counted() {
    let here = Here::new("many");
    let queue = |n: usize| {
        format!(
            "  Q{n}:\n    Type: AWS::SQS::Queue\n    Properties: {{QueueName: q{n}, Nope: 1}}\n"
        )
    };
    here.folder.file(
        "t/a.yaml",
        &format!("Resources:\n{}", (0..25).map(queue).collect::<String>()),
    );
    here.update();
    here.folder
        .file("t/a.yaml", &format!("Resources:\n{}", queue(0)));
    let err = here.check(&[]).err;
    assert!(err.contains(": 24 entries are stale"), "{err}");
    assert!(
        err.ends_with("\n  and 4 more\n") && err.lines().count() == 22,
        "{err}"
    );
}

#[test]
fn reordered_and_inserted_items_are_known() {
    let here = Here::new("items");
    here.update();
    let (a, b) = (
        "        - {IpProtocol: tcp, FromPort: a, ToPort: 22, CidrIp: 10.0.0.0/8}\n",
        "        - {IpProtocol: tcp, FromPort: b, ToPort: 23, CidrIp: 10.0.0.0/8}\n",
    );
    let good = "        - {IpProtocol: tcp, FromPort: 1, ToPort: 2, CidrIp: 10.0.0.0/8}\n";
    here.folder.file(
        "t/a.yaml",
        &BAD.replace(&format!("{a}{b}"), &format!("{b}{good}{a}")),
    );
    assert_eq!(here.counts(), [5, 0, 0]);
    // The same mistake again is new.
    here.folder
        .file("t/a.yaml", &BAD.replace(a, &format!("{a}{a}")));
    let [known, new, stale] = here.counts();
    assert!(
        known == 5 && new >= 1 && stale == 0,
        "{known} {new} {stale}"
    );
}

#[test]
fn moved_files_are_known() {
    let here = Here::new("moved");
    here.update();
    std::fs::create_dir_all(here.path("t/sub")).unwrap();
    std::fs::rename(here.path("t/a.yaml"), here.path("t/sub/b.yaml")).unwrap();
    assert_eq!(here.counts(), [5, 0, 0]);
    // Both files are there: one of them is a copy, and neither of them moved.
    here.folder
        .file("t/a.yaml", "Resources: {Topic: {Type: AWS::SNS::Topic}}\n");
    assert_eq!(here.counts(), [0, 5, 5]);
    std::fs::remove_file(here.path("t/a.yaml")).unwrap();
    assert_eq!(here.check(&["--update-baseline"]).err.lines().count(), 1);
    // A template that was in the baseline before is not the new name of another one.
    here.folder
        .file("t/b.yaml", "Resources:\n  Other:\n    Type: AWS::SQS::Queue\n    Properties: {QueueName: q, Nope: 1}\n");
    here.update();
    std::fs::remove_file(here.path("t/sub/b.yaml")).unwrap();
    here.folder.file("t/b.yaml", BAD);
    assert_eq!(here.counts()[..2], [0, 5]);
}

#[test]
fn files_that_are_not_checked_keep_their_entries() {
    let here = Here::new("partial");
    here.folder.file("t/b.yaml", BAD);
    here.update();
    let before = here.baseline();
    let (one, rules, baseline) = (
        here.path("t/a.yaml"),
        here.path("rules"),
        here.path("baseline.json"),
    );
    let line = ["check", &one, "--rules", &rules, "--baseline", &baseline];
    let ended = run(&line, "");
    assert_eq!(
        (ended.exit, ended.err.as_str()),
        (Exit::OK, ""),
        "{}",
        ended.out
    );
    run(&[&line[..], &["--update-baseline"]].concat(), "");
    assert_eq!(here.baseline(), before);
    // Nor does a template that cannot be parsed.
    here.folder.file("t/a.yaml", "Resources: [\n");
    assert_eq!(here.counts()[2], 0);
    let ended = here.update();
    assert_eq!(
        ended.exit,
        Exit::NOT_COMPLIANT,
        "an incomplete check is never in a baseline"
    );
    assert!(here.baseline().contains("t/a.yaml"));
    // Entries of a document that is gone are stale.
    std::fs::remove_file(here.path("t/a.yaml")).unwrap();
    let err = here.check(&[]).err;
    assert!(
        err.contains("t/a.yaml: NAMED: Resources/Queue/Properties: `QueueName` is missing\n"),
        "{err}"
    );
}

#[test]
fn rules_that_cannot_be_read_keep_their_entries() {
    let here = Here::new("rules");
    here.update();
    let before = here.baseline();
    here.folder
        .file("rules/r.guard", "rule unfinished when {\n");
    assert_eq!(here.counts(), [4, 0, 0]);
    assert_eq!(here.update().exit, Exit::NOT_COMPLIANT);
    assert_eq!(here.baseline(), before);
    here.folder
        .file("rules/r.guard", "rule OTHER { Resources exists }\n");
    assert_eq!(here.counts(), [4, 0, 1]);
}

#[test]
fn a_baseline_may_be_in_a_folder_that_does_not_exist() {
    let here = Here::new("folders");
    let (template, baseline) = (here.path("t/a.yaml"), here.path("ci/known/baseline.json"));
    let ended = run(
        &[
            "check",
            &template,
            "--baseline",
            &baseline,
            "--update-baseline",
        ],
        "",
    );
    assert_eq!(ended.exit, Exit::OK, "{}", ended.err);
    let text = std::fs::read_to_string(&baseline).unwrap();
    assert!(text.contains("{\"file\": \"../../t/a.yaml\", "), "{text}");
}

#[test]
fn standard_input_is_known_as_itself() {
    let here = Here::new("stdin");
    let baseline = here.path("baseline.json");
    let check = |options: &[&str]| {
        run(
            &[&["check", "--baseline", &baseline], options].concat(),
            BAD,
        )
    };
    check(&["--update-baseline"]);
    assert_eq!(check(&[]).exit, Exit::OK);
    assert_eq!(here.counts(), [0, 5, 0], "a file is not standard input");
}

#[test]
fn fixes_read_the_baseline() {
    let here = Here::new("fix");
    here.update();
    assert_eq!(here.check(&["--fix"]).exit, Exit::OK);
    assert_eq!(here.check(&["--diff"]).exit, Exit::OK);
}

const WAIVER: &str = "[[waiver]]\nrule = 'E3002'\nreason = 'later'\nuntil = UNTIL\n";

#[test]
fn a_waived_finding_is_not_in_the_baseline() {
    let here = Here::new("waived");
    let waivers = here
        .folder
        .file("w.toml", &WAIVER.replace("UNTIL", "2999-01-31"));
    let with = ["--waivers", &waivers];
    here.check(&[&with[..], &["--update-baseline"]].concat());
    assert!(!here.baseline().contains("E3002"));
    assert_eq!(here.check(&with).exit, Exit::OK);
    // When the waiver expires, the finding is shown: it was never in the baseline.
    here.folder
        .file("w.toml", &WAIVER.replace("UNTIL", "2020-01-31"));
    let ended = here.check(&with);
    assert_eq!(ended.exit, Exit::NOT_COMPLIANT);
    assert!(
        ended.out.contains("error E3002") && ended.out.contains("expired on 2020-01-31"),
        "{}",
        ended.out
    );
}

#[test]
fn the_entry_of_a_waived_finding_is_neither_used_nor_stale() {
    let here = Here::new("waived-later");
    here.update();
    let waivers = here
        .folder
        .file("w.toml", &WAIVER.replace("UNTIL", "2999-01-31"));
    let with = ["--waivers", &waivers];
    let result = here.result(&with);
    assert_eq!(
        (&result["baseline"]["known"], &result["baseline"]["stale"]),
        (&4.into(), &0.into()),
        "{result}"
    );
    assert_eq!(
        (&result["summary"]["waived"], &result["status"]),
        (&1.into(), &"PASS".into())
    );
    assert_eq!(here.check(&with).err, "");
    // The baseline still hides it after the waiver expired, and says so.
    here.folder
        .file("w.toml", &WAIVER.replace("UNTIL", "2020-01-31"));
    let ended = here.check(&with);
    let warning = "w.toml:1:1: the waiver of E3002 expired on 2020-01-31; the baseline still hides 1 finding of it\n";
    assert!(
        ended.exit == Exit::OK && ended.err.ends_with(warning),
        "{}",
        ended.err
    );
    // Unless the baseline was updated while the waiver was valid.
    here.folder
        .file("w.toml", &WAIVER.replace("UNTIL", "2999-01-31"));
    let updated = here.check(&[&with[..], &["--update-baseline"]].concat());
    assert!(
        updated.err.ends_with(": 4 findings, 0 added, 1 removed\n"),
        "{}",
        updated.err
    );
    here.folder
        .file("w.toml", &WAIVER.replace("UNTIL", "2020-01-31"));
    assert_eq!(here.check(&with).exit, Exit::NOT_COMPLIANT);
}

#[test]
fn a_waived_finding_leaves_its_entry_to_an_equal_finding() {
    let here = Here::new("waived-equal");
    let twice = BAD.replace(
        "      Nope: 1\n",
        "      Nope: 1\n      Other: 1 # cfn-warden: waive E3002 reason=x\n",
    );
    here.folder.file("t/a.yaml", &twice);
    here.update();
    assert_eq!(here.counts(), [5, 0, 0]);
    assert_eq!(here.baseline().matches("E3002").count(), 1);
}

const MAIN: &str = "resource \"aws_s3_bucket\" \"logs\" {
  bucket = \"logs\"
}
resource \"aws_s3_bucket\" \"data\" {
  bucket = \"data\"
}
";
const OF_BUCKETS: &str =
    "rule NAMED { resource_changes[ type == 'aws_s3_bucket' ].change.after.bucket == /^corp-/ }\n";

#[test]
fn findings_of_terraform_are_known() {
    let here = Here::new("terraform");
    let (configuration, baseline) = (here.path("infra"), here.path("baseline.json"));
    let rules = here.folder.file("tf.guard", OF_BUCKETS);
    here.folder.file("infra/main.tf", MAIN);
    let check = |options: &[&str]| {
        let line = [
            "check",
            &configuration,
            "--rules",
            &rules,
            "--baseline",
            &baseline,
            "-f",
            "json",
        ];
        run(
            &[&line[..], &["--ignore-checks", "terraform_"], options].concat(),
            "",
        )
    };
    let counts = || {
        let result: Value = serde_json::from_str(&check(&[]).out).unwrap();
        ["known", "new", "stale"].map(|name| result["baseline"][name].as_u64().unwrap())
    };
    check(&["--update-baseline"]);
    assert_eq!((check(&[]).exit, counts()), (Exit::OK, [2, 0, 0]));
    let text = here.baseline();
    assert!(text.contains("\"file\": \"infra\""), "{text}");
    assert!(
        text.contains("\"path\": \"resource_changes/[aws_s3_bucket.logs]/change/after/bucket\""),
        "{text}"
    );
    // In another file, in another order, with comments and another resource.
    let (logs, data) = MAIN.split_at(MAIN.find("resource \"aws_s3_bucket\" \"data\"").unwrap());
    let first = "resource \"aws_s3_bucket\" \"a\" {\n  bucket = \"corp-a\"\n}\n";
    here.folder
        .file("infra/main.tf", &format!("# data\n{first}\n\n{data}"));
    here.folder.file("infra/storage.tf", &format!("{logs}\n"));
    assert_eq!(counts(), [2, 0, 0]);
    here.folder.file(
        "infra/storage.tf",
        &logs.replace("\"logs\"\n}", "\"other\"\n}"),
    );
    assert_eq!(counts(), [1, 1, 1]);
}

#[test]
fn secrets_are_not_in_a_baseline() {
    let here = Here::new("secrets");
    let text = "Resources:\n  Db:\n    Type: AWS::RDS::DBInstance\n    Properties:\n      MasterUserPassword: hunter2hunter2\n      Tags:\n        - {Key: password, Value: hunter2hunter2, Nope: 1}\n";
    here.folder.file("t/a.yaml", text);
    here.folder.file(
        "rules/r.guard",
        "rule SECRET { Resources.*.Properties.MasterUserPassword == /resolve/ }\n",
    );
    here.update();
    let text = here.baseline();
    assert!(
        text.contains("SECRET") && text.contains("E3002") && !text.contains("hunter2"),
        "{text}"
    );
    assert_eq!(here.check(&[]).exit, Exit::OK);
}

#[test]
fn a_finding_about_a_file_that_should_exist_is_listed() {
    let here = folder("baseline-file-that-should-exist");
    here.file(
        "stack/deploy.tf",
        "variable \"name\" {\n  type = string\n}\n",
    );
    here.file(
        "stack/outputs.tf",
        "output \"name\" {\n  value = var.name\n}\n",
    );
    let (stack, baseline) = (here.path().join("stack"), here.path().join("b.json"));
    let line = [
        "check",
        stack.to_str().unwrap(),
        "--baseline",
        baseline.to_str().unwrap(),
    ];
    let before = run(&["check", stack.to_str().unwrap()], "").out;
    assert!(
        before.contains("terraform.tf:1:1: warning terraform_required_version"),
        "{before}"
    );
    run(&[&line[..], &["--update-baseline"]].concat(), "");
    let after = run(&line, "").out;
    assert!(!after.contains("terraform_required_version: "), "{after}");
}
