//! Tests of assemblies of the AWS CDK: which files are read, and the constructs of findings.

use std::process::Command;

use serde_json::{Value, json};

use crate::cli::tempdir::Folder;
use crate::cli::{folder, run};
use crate::result_schema::assert_valid;

/// Writes an assembly as the CDK does: a stack with a nested stack, a stage with a stack, and an asset that looks like a
/// template. `app` is the file that creates the constructs.
pub fn assembly(name: &str, app: &str) -> Folder {
    let here = folder(name);
    let json = |name: &str, value: Value| drop(here.file(name, &value.to_string()));
    let queue = |seconds: Value, metadata: Value| json!({"Type": "AWS::SQS::Queue", "Properties": {"DelaySeconds": seconds}, "Metadata": metadata});
    json(
        "cdk.out/manifest.json",
        json!({"version": "55.0.0", "artifacts": {
            "assembly-Prod": {"type": "cdk:cloud-assembly", "properties": {"directoryName": "assembly-Prod"}},
            "Storage.assets": {"type": "cdk:asset-manifest", "properties": {"file": "Storage.assets.json"}},
            "Storage": {
                "type": "aws:cloudformation:stack",
                "properties": {"templateFile": "Storage.template.json", "stackName": "storage-dev"},
                "additionalMetadataFile": "Storage.metadata.json",
            },
            "Tree": {"type": "cdk:tree", "properties": {"file": "tree.json"}},
        }}),
    );
    here.file("cdk.out/cdk.out", r#"{"version": "55.0.0"}"#);
    json(
        "cdk.out/tree.json",
        json!({"tree": {"path": ""}, "Resources": {"NotOne": {"Type": "AWS::Nothing"}}}),
    );
    json(
        "cdk.out/asset.1/template.yaml",
        json!({"Resources": {"Asset": {"Type": "AWS::Nothing"}}}),
    );
    let asset = |path: &str| json!({"source": {"path": path, "packaging": "file"}});
    json(
        "cdk.out/Storage.assets.json",
        json!({"files": {"1": asset("asset.1"), "2": asset("Inner.nested.template.json"), "3": asset("Storage.template.json")}}),
    );
    let nested = json!({
        "Type": "AWS::CloudFormation::Stack",
        "Properties": {"TemplateURL": {"Fn::Sub": "https://s3.${AWS::URLSuffix}/assets/2.json"}},
        "Metadata": {"aws:cdk:path": "Storage/Inner.NestedStack", "aws:asset:path": "Inner.nested.template.json", "aws:asset:property": "TemplateURL"},
    });
    json(
        "cdk.out/Storage.template.json",
        json!({"Resources": {"Raw": queue(json!("never"), json!({"aws:cdk:path": "Storage/Raw"})), "Inner": nested}}),
    );
    // Without path metadata, as `cdk synth --no-path-metadata` writes it.
    json(
        "cdk.out/Inner.nested.template.json",
        json!({"Resources": {"Raw": queue(json!("later"), json!({}))}}),
    );
    let created = |line: u32| json!({"type": "aws:cdk:creationStack", "data": ["...aws-cdk-lib...", format!("new Storage ({app}:{line}:5)")]});
    let id = |id: &str| json!({"type": "aws:cdk:logicalId", "data": id});
    json(
        "cdk.out/Storage.metadata.json",
        json!({
            "/Storage": [created(1), {"type": "aws:cdk:templateFile", "data": "Storage.template.json"}],
            "/Storage/Raw": [id("Raw"), created(3)],
            "/Storage/Inner": [created(4), {"type": "aws:cdk:templateFile", "data": "Inner.nested.template.json"}],
            "/Storage/Inner/Raw": [created(8)],
            "/Storage/Inner/Raw/Resource": [id("Raw")],
        }),
    );
    // An older version: metadata in the manifest, traces in the entries.
    let traced = json!({"type": "aws:cdk:logicalId", "data": "Raw", "trace": [
        "new Queue (/app/node_modules/aws-cdk-lib/aws-sqs/lib/queue.js:1:2)", format!("new Prod ({app}:13:5)"),
    ]});
    json(
        "cdk.out/assembly-Prod/manifest.json",
        json!({"version": "36.0.0", "artifacts": {"ProdStorage": {
            "type": "aws:cloudformation:stack",
            "properties": {"templateFile": "ProdStorage.template.json"},
            "metadata": {"/Prod/Storage/Raw": [traced]},
        }}}),
    );
    here.file("cdk.out/assembly-Prod/cdk.out", r#"{"version": "36.0.0"}"#);
    json(
        "cdk.out/assembly-Prod/ProdStorage.template.json",
        json!({"Resources": {"Raw": queue(json!("soon"), json!({"aws:cdk:path": "Prod/Storage/Raw"}))}}),
    );
    here
}

/// What the program printed.
struct Answer {
    out: String,
    err: String,
}

/// Runs `check` in a folder.
fn check_in(folder: &Folder, options: &[&str]) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cfn-warden"));
    let output = command
        .arg("check")
        .args(options)
        .current_dir(folder.path())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Answer {
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// Returns file, value and construct of each finding, in order.
fn findings(ended: &Answer) -> Vec<(String, Value)> {
    let result: Value = serde_json::from_str(&ended.out)
        .unwrap_or_else(|error| panic!("{error}: {}{}", ended.out, ended.err));
    assert_valid(&result);
    let found = result["findings"].as_array().unwrap().iter();
    found
        .map(|finding| {
            (
                finding["file"].as_str().unwrap().to_owned(),
                finding["resource"]["construct"].clone(),
            )
        })
        .collect()
}

#[test]
fn an_assembly_is_read_by_its_manifest() {
    let here = assembly("cdk-manifest", "app.js");
    here.file("app.js", "");
    let expected = [
        (
            "cdk.out/Inner.nested.template.json",
            json!({"path": "Storage/Inner/Raw/Resource", "source": {"file": "app.js", "line": 8, "column": 5}}),
        ),
        (
            "cdk.out/Storage.template.json",
            json!({"path": "Storage/Raw", "stack": "storage-dev", "source": {"file": "app.js", "line": 3, "column": 5}}),
        ),
        (
            "cdk.out/assembly-Prod/ProdStorage.template.json",
            json!({"path": "Prod/Storage/Raw", "stack": "ProdStorage", "source": {"file": "app.js", "line": 13, "column": 5}}),
        ),
    ];
    let expected: Vec<(String, Value)> = expected
        .into_iter()
        .map(|(file, value)| (file.to_owned(), value))
        .collect();
    let ended = check_in(&here, &["cdk.out", "--format", "json"]);
    assert_eq!(findings(&ended), expected);
    assert_eq!(ended.err, "");
    let result: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(result["summary"]["documents"], 3);
    assert_eq!(
        result["coverage"]["not_seen"],
        json!([]),
        "the nested template is checked"
    );
    // The same from the folder above, next to an ordinary template.
    here.file(
        "other.yaml",
        "Resources: {Topic: {Type: 'AWS::SNS::Topic'}}\n",
    );
    let above = findings(&check_in(&here, &[".", "--format", "json"]));
    assert_eq!(
        above
            .iter()
            .map(|(_, construct)| construct)
            .collect::<Vec<_>>(),
        expected
            .iter()
            .map(|(_, construct)| construct)
            .collect::<Vec<_>>()
    );
}

#[test]
fn every_format_for_people_names_the_construct() {
    let here = assembly("cdk-formats", "app.js");
    here.file("app.js", "");
    let report = |format: &str| check_in(&here, &["cdk.out", "--format", format]).out;
    let words = "in Storage/Raw, created at app.js:3:5";
    assert!(
        report("pretty").contains(&format!("\n  {words}\n")),
        "{}",
        report("pretty")
    );
    assert!(report("html").contains(words));
    assert!(
        report("markdown").contains(&format!("<br>{words}<br>")),
        "{}",
        report("markdown")
    );
    let github = report("github");
    assert!(
        github.contains("::error file=app.js,line=3,col=5,title=E3012::"),
        "{github}"
    );
    assert!(
        github.contains(&format!("%0A{words}%0Aat cdk.out/Storage.template.json:1:")),
        "{github}"
    );
    let sarif: Value = serde_json::from_str(&report("sarif")).unwrap();
    let result = &sarif["runs"][0]["results"][1];
    assert_eq!(
        result["locations"][0]["logicalLocations"],
        json!([{"fullyQualifiedName": "Storage/Raw", "kind": "resource"}])
    );
    let source = &result["relatedLocations"][0];
    assert_eq!(
        source["physicalLocation"]["artifactLocation"]["uri"],
        "app.js"
    );
    assert_eq!(
        source["physicalLocation"]["region"],
        json!({"startLine": 3, "startColumn": 5})
    );
}

#[test]
fn an_annotation_stays_at_the_template_if_the_source_is_elsewhere() {
    let here = assembly("cdk-elsewhere", "/nowhere/app.js");
    let github = check_in(&here, &["cdk.out", "--format", "github"]).out;
    assert!(
        github.contains("::error file=cdk.out/Storage.template.json,line=1,"),
        "{github}"
    );
    assert!(
        github.contains("created at /nowhere/app.js:3:5"),
        "{github}"
    );
}

#[test]
fn a_template_alone_names_the_construct_of_its_metadata() {
    let template = r#"{"Resources": {"Raw": {"Type": "AWS::SQS::Queue", "Properties": {"DelaySeconds": "x"}, "Metadata": {"aws:cdk:path": "App/Raw"}}}}"#;
    let ended = run(&["check", "-", "--format", "json"], template);
    let result: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(
        result["findings"][0]["resource"]["construct"],
        json!({"path": "App/Raw"})
    );
}

#[test]
fn a_manifest_that_cannot_be_used_is_named_and_all_files_are_searched() {
    let cases = [
        ("not JSON", "{", "manifest.json is not JSON: "),
        ("no artifacts", "{}", "manifest.json has no artifacts; "),
        (
            "missing",
            r#"{"artifacts": {"A": {"type": "aws:cloudformation:stack", "properties": {"templateFile": "A.json"}}}}"#,
            "manifest.json names A.json, which does not exist; ",
        ),
        (
            "outside",
            r#"{"artifacts": {"A": {"type": "aws:cloudformation:stack", "properties": {"templateFile": "../other.yaml"}}}}"#,
            "manifest.json names ../other.yaml, which is outside; ",
        ),
        (
            "nameless",
            r#"{"artifacts": {"A": {"type": "aws:cloudformation:stack"}}}"#,
            "manifest.json: the stack A has no templateFile; ",
        ),
        (
            "absolute",
            r#"{"artifacts": {"A": {"type": "cdk:cloud-assembly", "properties": {"directoryName": "/etc"}}}}"#,
            "manifest.json names /etc, which is outside; ",
        ),
    ];
    for (name, manifest, reason) in cases {
        let here = assembly(&format!("cdk-broken-{}", name.replace(' ', "-")), "app.js");
        here.file("other.yaml", "Resources: {}\n");
        here.file("cdk.out/manifest.json", manifest);
        let ended = check_in(&here, &["cdk.out", "--format", "json"]);
        assert!(
            ended.err.contains(&format!("warning: cdk.out: {reason}")),
            "{name}: {}",
            ended.err
        );
        assert!(
            ended.err.contains("all files are searched"),
            "{name}: {}",
            ended.err
        );
        assert!(
            findings(&ended)
                .iter()
                .any(|(file, _)| file == "cdk.out/asset.1/template.yaml"),
            "{name}"
        );
    }
}

#[test]
fn assemblies_that_contain_each_other_are_read_once() {
    let here = assembly("cdk-circle", "app.js");
    let circle = json!({"artifacts": {
        "self": {"type": "cdk:cloud-assembly", "properties": {"directoryName": "."}},
        "Storage": {"type": "aws:cloudformation:stack", "properties": {"templateFile": "Storage.template.json"}},
    }});
    here.file("cdk.out/manifest.json", &circle.to_string());
    let ended = check_in(&here, &["cdk.out", "--format", "json"]);
    assert_eq!(findings(&ended).len(), 1, "{}", ended.out);
}

/// The app of tests/cdk/app.js, synthesised in the folder `CDK_OUT` (`make test-cdk`): nothing to test without it.
#[test]
fn a_synthesised_app_is_read_by_its_manifest() {
    let Some(assembly) = std::env::var_os("CDK_OUT") else {
        return;
    };
    let ended = run(
        &["check", assembly.to_str().unwrap(), "--format", "json"],
        "",
    );
    assert_eq!(ended.err, "");
    let result: Value = serde_json::from_str(&ended.out).unwrap();
    assert_valid(&result);
    assert_eq!(
        result["summary"]["documents"], 5,
        "two stacks, one in a stage, and two nested stacks"
    );
    assert_eq!(result["coverage"]["not_seen"], json!([]));
    let of_queues = |finding: &&Value| finding["rule"] == "E3034";
    let queues: Vec<&Value> = result["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(of_queues)
        .collect();
    let mut constructs: Vec<String> = queues
        .iter()
        .map(|finding| {
            let construct = &finding["resource"]["construct"];
            let source = &construct["source"];
            assert!(
                source["file"]
                    .as_str()
                    .unwrap()
                    .ends_with("tests/cdk/app.js"),
                "{construct}"
            );
            format!("{}:{}", construct["path"].as_str().unwrap(), source["line"])
        })
        .collect();
    constructs.sort();
    assert_eq!(
        constructs,
        [
            "Prod/Storage/Inner/Raw:12",
            "Prod/Storage/Raw:20",
            "Storage/Inner/Raw:12",
            "Storage/Raw:20"
        ]
    );
    let all = result["findings"].as_array().unwrap().iter();
    let without = all.filter(|finding| {
        finding["resource"].is_object() && finding["resource"]["construct"]["path"].is_null()
    });
    assert_eq!(
        without.count(),
        0,
        "each finding about a resource names its construct"
    );
}

#[test]
fn stacks_are_linted_for_their_region() {
    let here = folder("cdk-regions");
    let stack = |name: &str, region: &str| {
        let text = json!({"Resources": {"Service": {"Type": "AWS::AppRunner::Service", "Properties": {"SourceConfiguration": {}}}}});
        here.file(&format!("cdk.out/{name}.template.json"), &text.to_string());
        json!({"type": "aws:cloudformation:stack", "environment": format!("aws://unknown-account/{region}"), "properties": {"templateFile": format!("{name}.template.json")}})
    };
    let artifacts = json!({
        "Away": stack("Away", "me-central-1"), "Anywhere": stack("Anywhere", "unknown-region"), "Home": stack("Home", "us-east-1")
    });
    here.file(
        "cdk.out/manifest.json",
        &json!({"version": "55.0.0", "artifacts": artifacts}).to_string(),
    );
    here.file("cdk.out/cdk.out", r#"{"version": "55.0.0"}"#);
    let path = here.path().join("cdk.out").to_str().unwrap().to_owned();
    let found = |more: &[&str]| {
        let ended = run(&[&["check", &path, "--format", "json"], more].concat(), "");
        let answer: Value = serde_json::from_str(&ended.out).unwrap();
        let findings = answer["findings"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|one| one["rule"] == "E3006");
        findings
            .map(|one| {
                one["file"]
                    .as_str()
                    .unwrap()
                    .rsplit('/')
                    .next()
                    .unwrap()
                    .to_owned()
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(found(&[]), ["Away.template.json"]);
    assert_eq!(found(&["--regions", "us-east-1"]), [""; 0]);
}
