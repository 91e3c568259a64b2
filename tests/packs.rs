//! Tests of packs that are not bundled: folders and zip files with a manifest, signatures, and versions compared.

use std::io::Write as _;
use std::path::Path;

use cfn_warden::cli::Exit;
use serde_json::Value;

use crate::cli::{folder, run};
use crate::recorded::root;
use crate::result_schema::assert_valid;

fn at(path: &str) -> String {
    root()
        .join("tests/packs")
        .join(path)
        .to_str()
        .unwrap()
        .to_owned()
}

/// The findings of a pack as `rule resource severity`, with the deployments of those that only some have.
fn found(args: &[&str]) -> Vec<String> {
    let template = at("template.yaml");
    let line = [
        &["check", &template, "--lint", "off", "--format", "json"],
        args,
    ]
    .concat();
    let ended = run(&line, "");
    let answer: Value = serde_json::from_str(&ended.out)
        .unwrap_or_else(|error| panic!("{error}: {}{}", ended.out, ended.err));
    assert_valid(&answer);
    let line = |one: &Value| {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (rule, resource) = (text(&one["rule"]), text(&one["resource"]["logical_id"]));
        format!(
            "{rule} {resource} {} {}",
            text(&one["severity"]),
            text(&one["when"])
        )
        .trim_end()
        .to_owned()
    };
    let mut lines: Vec<String> = answer["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(line)
        .collect();
    lines.sort();
    lines
}

const FINDINGS: [&str; 3] = [
    "ACME.1 Orders error when not IsEncrypted",
    "QUEUES_HAVE_NAMES Jobs warning always",
    "S3.8 Logs error always",
];

/// Zips a folder, with its name in front of each path.
fn zipped(from: &Path, to: &Path) {
    let mut archive = zip::ZipWriter::new(std::fs::File::create(to).unwrap());
    let options = zip::write::SimpleFileOptions::default();
    for file in crate::support::files_below(from) {
        let name = file
            .strip_prefix(from.parent().unwrap())
            .unwrap()
            .to_str()
            .unwrap();
        archive.start_file(name, options).unwrap();
        archive.write_all(&std::fs::read(&file).unwrap()).unwrap();
    }
    archive.finish().unwrap();
}

#[test]
fn a_folder_or_zip_file_is_a_pack() {
    let here = folder("packs-zip");
    let archive = here.path().join("acme.zip");
    zipped(&root().join("tests/packs/acme"), &archive);
    for pack in [at("acme"), archive.to_str().unwrap().to_owned()] {
        assert_eq!(found(&["--pack", &pack]), FINDINGS, "{pack}");
        let listed = run(&["packs", "list", &pack], "").out;
        assert!(
            listed.contains("ACME.1          high      Topic is not encrypted"),
            "{listed}"
        );
        assert!(listed.contains("S3.8            critical"), "{listed}");
        assert!(
            run(&["packs", "show", &pack], "")
                .out
                .contains("rule TOPICS_HAVE_NAMES {")
        );
    }
    let unknown = run(&["packs", "list", "acme"], "").err;
    assert!(
        unknown.contains("unknown pack or control `acme`")
            && unknown.contains("as in ./acme or acme.zip"),
        "{unknown}"
    );
    // An option takes all names behind it.
    let taken = run(&["check", "--pack", "fsbp", &at("template.yaml")], "").err;
    assert!(
        taken.contains("template.yaml` is a file, not a pack. Name documents before --pack: "),
        "{taken}"
    );
    // The pack's severity of a bundled control, not that of the program.
    let line = [
        "check",
        &at("template.yaml"),
        "--pack",
        "fsbp",
        &at("acme"),
        "--format",
        "json",
    ];
    let answer: Value = serde_json::from_str(&run(&line, "").out).unwrap();
    let bucket = answer["findings"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["rule"] == "S3.8")
        .unwrap();
    assert_eq!(bucket["control"]["severity"], "critical");
    let topic = answer["findings"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["rule"] == "ACME.1")
        .unwrap();
    assert_eq!(
        topic["control"]["frameworks"],
        serde_json::json!(["ISO 27001 A.8.24"])
    );
    assert_eq!(
        topic["message"],
        "Topic is not encrypted: The topic has no key."
    );
}

#[test]
fn reports_say_how_serious_a_control_is_and_what_requires_it() {
    let (template, pack) = (at("template.yaml"), at("acme"));
    let report = |format: &str| {
        run(
            &[
                "check", &template, "--lint", "off", "--pack", &pack, "--format", format,
            ],
            "",
        )
        .out
    };
    assert!(report("html").contains("severity high; required by ISO 27001 A.8.24"));
    let sarif: Value = serde_json::from_str(&report("sarif")).unwrap();
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"]
        .as_array()
        .unwrap();
    let rule = rules.iter().find(|rule| rule["id"] == "ACME.1").unwrap();
    assert_eq!(rule["properties"]["security-severity"], "8.0");
    assert!(
        rule["properties"]["tags"]
            .as_array()
            .unwrap()
            .contains(&Value::from("ISO 27001 A.8.24"))
    );
}

#[test]
fn a_project_names_a_pack_relative_to_its_file() {
    let here = folder("packs-project");
    zipped(
        &root().join("tests/packs/acme"),
        &here.path().join("acme.zip"),
    );
    std::fs::write(
        here.path().join("cfn-warden.toml"),
        "packs = [\"./acme.zip\"]\nlint = \"off\"\n",
    )
    .unwrap();
    std::fs::copy(at("template.yaml"), here.path().join("template.yaml")).unwrap();
    let template = here.path().join("template.yaml");
    let project = here.path().join("cfn-warden.toml");
    let ended = run(
        &[
            "check",
            template.to_str().unwrap(),
            "--config",
            project.to_str().unwrap(),
            "--format",
            "json",
        ],
        "",
    );
    assert!(
        ended.out.contains("\"ACME.1\""),
        "{}{}",
        ended.out,
        ended.err
    );
}

/// What the error says, and a change of a signed pack.
type Change = (&'static str, fn(&Path));

#[test]
fn a_key_accepts_only_what_was_signed_with_it() {
    let key = |name: &str| {
        std::fs::read_to_string(at(name))
            .unwrap()
            .lines()
            .last()
            .unwrap()
            .to_owned()
    };
    let ours = ["ACME.1 Orders error when not IsEncrypted"];
    for accepted in [key("acme.pub"), at("acme.pub")] {
        assert_eq!(
            found(&["--pack", &at("signed"), "--pack-key", &accepted]),
            ours
        );
    }
    let refused = |pack: &str, key: &str| {
        let ended = run(&["packs", "list", pack, "--pack-key", key], "");
        assert_eq!(ended.exit, Exit::ERROR, "{}", ended.out);
        ended.err
    };
    assert!(
        refused(&at("signed"), &key("other.pub"))
            .contains("was not signed with the secret key of this public key")
    );
    assert!(refused(&at("acme"), &key("acme.pub")).contains("the pack is not signed"));
    assert!(refused(&at("signed"), "RWx").contains("not a public key of minisign"));
    // A signed pack in which a rule was changed, added or removed afterwards; without a key, too.
    let here = folder("packs-changed");
    let copy = here.path().join("signed");
    let reset = || {
        let _ = std::fs::remove_dir_all(&copy);
        std::fs::create_dir_all(copy.join("rules")).unwrap();
        for file in [
            "pack.toml",
            "checksums.txt",
            "checksums.txt.minisig",
            "rules/ACME.1.guard",
        ] {
            std::fs::copy(at("signed").to_owned() + "/" + file, copy.join(file)).unwrap();
        }
    };
    let pack = copy.to_str().unwrap();
    let changes: [Change; 4] = [
        (
            "rules/ACME.1.guard: the content has another SHA-256 checksum",
            |copy| {
                std::fs::write(
                    copy.join("rules/ACME.1.guard"),
                    "rule ACME_1 { Resources exists }",
                )
                .unwrap();
            },
        ),
        (
            "rules/more.guard: the file is not in `checksums.txt`",
            |copy| {
                std::fs::write(
                    copy.join("rules/more.guard"),
                    "rule MORE { Resources exists }",
                )
                .unwrap();
            },
        ),
        (
            "checksums.txt: `rules/ACME.1.guard` is not in the pack",
            |copy| {
                std::fs::remove_file(copy.join("rules/ACME.1.guard")).unwrap();
            },
        ),
        ("checksums.txt:1:1: expected a SHA-256 checksum", |copy| {
            std::fs::write(copy.join("checksums.txt"), "abc pack.toml\n").unwrap();
        }),
    ];
    for (expected, change) in changes {
        reset();
        change(&copy);
        let ended = run(&["packs", "list", pack], "");
        assert!(
            ended.err.contains(expected) && ended.exit == Exit::ERROR,
            "{}",
            ended.err
        );
    }
}

#[test]
fn versions_of_a_pack_are_compared() {
    let here = folder("packs-versions");
    let next = here.path().join("next");
    std::fs::create_dir_all(&next).unwrap();
    let rules = std::fs::read_to_string(at("acme/rules/ACME.1.guard")).unwrap();
    std::fs::write(
        next.join("pack.toml"),
        "name = \"acme\"\nversion = \"2.0.0\"\ncontrols = [\"S3.8\"]\n",
    )
    .unwrap();
    std::fs::write(
        next.join("ACME.1.guard"),
        rules.replace("KmsMasterKeyId exists", "TopicName exists"),
    )
    .unwrap();
    let (from, to) = (at("acme"), next.to_str().unwrap().to_owned());
    let line = [
        "rules",
        "upgrade-check",
        "--from-pack",
        &from,
        "--to-pack",
        &to,
        "--data",
        &at("template.yaml"),
    ]
    .map(str::to_owned);
    let line: Vec<&str> = line.iter().map(String::as_str).collect();
    let ended = run(&line, "");
    assert_eq!(ended.exit, Exit::DIFFERENT, "{}", ended.err);
    for words in [
        "ACME.1 on ",
        ", resource Orders: fails, then no finding\n",
        "only in acme 1.2.0: QUEUES_HAVE_NAMES, TOPICS_HAVE_NAMES\n",
        "2 controls compared: 2 verdicts differ between acme 1.2.0 and acme 2.0.0\n",
    ] {
        assert!(ended.out.contains(words), "{words}: {}", ended.out);
    }
    let json: Value =
        serde_json::from_str(&run(&[&line[..], &["--format", "json"]].concat(), "").out).unwrap();
    assert_eq!(json["differences"][0]["to"], "no finding", "{json}");
    // What the program bundles is the same as what it exports.
    let exported = here.path().join("fsbp");
    run(
        &[
            "packs",
            "export",
            "fsbp",
            "--output",
            exported.to_str().unwrap(),
        ],
        "",
    );
    let same = run(
        &[
            "rules",
            "upgrade-check",
            "--from-pack",
            exported.to_str().unwrap(),
            "--to-pack",
            "fsbp",
            "--data",
            root()
                .join("tests/policies/insecure.yaml")
                .to_str()
                .unwrap(),
        ],
        "",
    );
    assert!(
        same.out
            .contains("no verdict differs between fsbp 1.0.0 and fsbp 1.0.0"),
        "{}{}",
        same.out,
        same.err
    );
    assert_eq!(same.exit, Exit::OK);
}
