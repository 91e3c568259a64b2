//! Tests of knowledge files and additional schemas in the command line.

use cfn_warden::cli::Exit;
use cfn_warden::{Checker, Document, Knowledge};
use serde_json::Value;

use crate::cli::{Ended, folder, run};
use crate::recorded::root;

fn at(name: &str) -> String {
    root()
        .join("tests/knowledge/file")
        .join(name)
        .to_str()
        .unwrap()
        .to_owned()
}

fn refused(line: &[&str]) -> String {
    let ended = run(line, "");
    assert_eq!(ended.exit, Exit::ERROR, "{}", ended.out);
    ended.err
}

const TEMPLATE: &str = "Resources:\n  T:\n    Type: AWS::SNS::Topic\n    Properties: {TopicNam: a}\n  U: {Type: AWS::New::Thing}\n";

#[test]
fn the_bundled_base_as_a_file_gives_the_same_report() {
    let here = folder("knowledge-bundled");
    let file = here.path().join("bundled.knowledge");
    let file = file.to_str().unwrap();
    let built = run(&["knowledge", "build", "--output", file], "");
    assert_eq!((built.exit, built.err.as_str()), (Exit::OK, ""));
    assert!(
        built.out.starts_with(&format!("{file}: cfn-lint 1.")),
        "{}",
        built.out
    );
    let info: Value =
        serde_json::from_str(&run(&["knowledge", "info", file, "--format", "json"], "").out)
            .unwrap();
    let bundled: Value =
        serde_json::from_str(&run(&["knowledge", "info", "--format", "json"], "").out).unwrap();
    assert_eq!(info, bundled);
    assert_eq!(info["resource_types"], Knowledge::bundled().types().count());
    assert!(info["bytes"].as_u64().unwrap() < 8 << 20);
    let same = run(&["knowledge", "diff", "bundled", file], "");
    assert_eq!((same.exit, same.out.lines().count()), (Exit::OK, 1));
    for command in ["check", "lint"] {
        let plain = run(&[command, "--format", "json"], TEMPLATE);
        let with = run(
            &[command, "--format", "json", "--knowledge", file],
            TEMPLATE,
        );
        assert!(
            plain.out.contains("E3006") && plain.out.contains("E3002"),
            "{}",
            plain.out
        );
        assert_eq!((with.exit, with.out), (plain.exit, plain.out));
    }
}

#[test]
fn differences_are_sorted_and_short() {
    let here = folder("knowledge-diff");
    let text = std::fs::read_to_string(at("small.json")).unwrap();
    let newer = text
        .replace("AWS::Old::Thing", "AWS::New::Thing")
        .replace("2026-01-02", "2026-02-03")
        .replace(
            "\"TopicName\": {\"type\": \"string\"}",
            "\"TopicName\": {\"type\": \"string\", \"maxLength\": 256}",
        )
        .replace(
            "\"Key\": {\"type\": \"string\"}",
            "\"Name\": {\"type\": \"string\"}",
        )
        .replace(
            "\"constants/helpers\": {}",
            "\"constants/helpers\": {\"A\": 1}",
        );
    let (json, file) = (
        here.path().join("newer.json"),
        here.path().join("newer.knowledge"),
    );
    std::fs::write(&json, newer).unwrap();
    let (json, file) = (json.to_str().unwrap(), file.to_str().unwrap());
    assert_eq!(
        run(&["knowledge", "build", json, "-o", file], "").exit,
        Exit::OK
    );
    let ended = run(&["knowledge", "diff", &at("small.knowledge"), file], "");
    let expected = "cfn-lint 1.0.0, schemas of 2026-01-02 -> cfn-lint 1.0.0, schemas of 2026-02-03\n+ AWS::New::Thing\n\
                    - AWS::Old::Thing\n~ AWS::SNS::Topic: +Tag.Name -Tag.Key ~TopicName\n~ document constants/helpers\n";
    assert_eq!(
        (ended.exit, ended.out.as_str()),
        (Exit::DIFFERENT, expected)
    );
    let ended = run(
        &[
            "knowledge",
            "diff",
            &at("small.knowledge"),
            file,
            "--format",
            "json",
        ],
        "",
    );
    let found: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(
        found["changed"]["AWS::SNS::Topic"]["removed"],
        serde_json::json!(["Tag.Key"])
    );
    assert_eq!(
        (&found["added"][0], &found["new"]["date"]),
        (&"AWS::New::Thing".into(), &"2026-02-03".into())
    );
}

#[test]
fn files_that_cannot_be_used_are_errors() {
    let here = folder("knowledge-refused");
    let damaged = here.path().join("damaged.knowledge");
    let mut content = std::fs::read(at("small.knowledge")).unwrap();
    let last = content.len() - 2;
    content[last] ^= 1;
    std::fs::write(&damaged, content).unwrap();
    let damaged = damaged.to_str().unwrap();
    let template = root().join("tests/packs/template.yaml");
    let template = template.to_str().unwrap();
    for command in [
        &["check", template][..],
        &["rules", "check", &at("small.json")][..],
    ] {
        let with = |file: &str| refused(&[command, &["--knowledge", file]].concat());
        assert!(
            with(damaged)
                .contains("damaged.knowledge: damaged: the content has the SHA-256 checksum"),
            "{command:?}"
        );
        assert!(
            with(template).contains("not a knowledge file; expected the first line"),
            "{command:?}"
        );
        assert!(
            with("missing.knowledge").starts_with("cfn-warden: cannot read missing.knowledge"),
            "{command:?}"
        );
    }
    assert_eq!(
        run(&["lint", template, "--knowledge", damaged], "").exit,
        Exit::LINT_USAGE
    );
    assert!(refused(&["knowledge", "build", template, "-o", damaged]).contains("not JSON"));
    let text = std::fs::read_to_string(at("small.json"))
        .unwrap()
        .replace("\"constants/helpers\": {},", "");
    let without = here.path().join("without.json");
    std::fs::write(&without, text).unwrap();
    let error = refused(&[
        "knowledge",
        "build",
        without.to_str().unwrap(),
        "-o",
        damaged,
    ]);
    assert!(
        error.contains("without.json: not a knowledge base: `constants/helpers` is missing"),
        "{error}"
    );
}

#[test]
fn a_key_accepts_only_what_was_signed_with_it() {
    let (signed, key) = (at("small.knowledge"), at("acme.pub"));
    let text = std::fs::read_to_string(&key)
        .unwrap()
        .lines()
        .last()
        .unwrap()
        .to_owned();
    for key in [&key, &text] {
        let Ended { exit, out, err } = run(&["knowledge", "info", &signed, "--key", key], "");
        assert_eq!(exit, Exit::OK, "{err}");
        assert!(
            out.starts_with("cfn-lint 1.0.0, schemas of 2026-01-02: outdated"),
            "{out}"
        );
    }
    let other = root().join("tests/packs/other.pub");
    let error = refused(&[
        "knowledge",
        "info",
        &signed,
        "--key",
        other.to_str().unwrap(),
    ]);
    assert!(
        error.contains("was not signed with the secret key of this public key"),
        "{error}"
    );
    let here = folder("knowledge-unsigned");
    let copy = here.path().join("copy.knowledge");
    std::fs::copy(&signed, &copy).unwrap();
    let error = refused(&[
        "check",
        "-",
        "--knowledge",
        copy.to_str().unwrap(),
        "--knowledge-key",
        &key,
    ]);
    assert!(error.contains("copy.knowledge.minisig"), "{error}");
    let error = refused(&["check", "-", "--knowledge-key", &key]);
    assert!(error.contains("expected `--knowledge FILE`"), "{error}");
}

#[test]
fn findings_of_outdated_schemas_have_their_date() {
    let found = |now: i64| -> Vec<String> {
        let checker = Checker::new(now);
        let report = checker.check(&[Document::new("a.yaml", TEMPLATE)]);
        report
            .findings()
            .map(|one| one.message().to_owned())
            .collect()
    };
    let bundled = Knowledge::bundled();
    let note = format!(" (schemas of {})", bundled.date().unwrap());
    // 2026-10-21 and 2033-05-18.
    let (fresh, outdated) = (found(1_792_540_800), found(2_000_000_000));
    assert_eq!(fresh.len(), 2);
    assert!(
        fresh.iter().all(|message| !message.contains("schemas of")),
        "{fresh:?}"
    );
    assert_eq!(
        outdated,
        fresh
            .iter()
            .map(|message| format!("{message}{note}"))
            .collect::<Vec<_>>()
    );
}

#[test]
fn additional_schemas_add_types_and_properties() {
    let here = folder("knowledge-schemas");
    let write = |name: &str, text: &str| {
        let path = here.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let schemas = write(
        "schemas.yaml",
        "- {typeName: AWS::SNS::Topic, properties: {TopicNam: {type: string}}}\n\
         - {typeName: AWS::New::Thing, properties: {Size: {type: integer}}, required: [Size], additionalProperties: false}\n",
    );
    let template = write("template.yaml", TEMPLATE);
    for line in [
        &["check", &template, "--schemas", &schemas][..],
        &["check", &template, "--additional-schema", &schemas],
        &["lint", &template, "--schemas", &schemas],
    ] {
        let ended = run(line, "");
        assert!(
            ended.out.contains("E3003") && ended.out.contains("Size"),
            "{}{}",
            ended.out,
            ended.err
        );
        assert!(
            !ended.out.contains("E3002") && !ended.out.contains("E3006"),
            "{}",
            ended.out
        );
    }
    let project = write("cfn-warden.toml", "schemas = [\"schemas.yaml\"]\n");
    let ended = run(&["check", &template, "--config", &project], "");
    assert!(
        ended.out.contains("E3003") && !ended.out.contains("E3006"),
        "{}{}",
        ended.out,
        ended.err
    );
    let wrong = write(
        "wrong.yaml",
        "typeName: AWS::SNS::Topic\nproperties:\n  A: {minimun: 1}\n  B: {type: text}\n",
    );
    let error = refused(&["check", &template, "--schemas", &wrong]);
    assert!(
        error.starts_with(&format!(
            "cfn-warden: --schemas: {wrong}:3:7: unknown key `minimun`; did you mean `minimum`?\n"
        )),
        "{error}"
    );
    assert!(
        error.contains("wrong.yaml:4:13: invalid type; expected string, boolean"),
        "{error}"
    );
}
