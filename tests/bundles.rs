//! Tests of policy bundles: enforcement, owners, waivers by unit, and the commands that build, verify and compare them.

use std::path::{Path, PathBuf};

use cfn_warden::cli::Exit;
use serde_json::Value;

use crate::cli::{Ended, folder, run};
use crate::recorded::root;
use crate::result_schema::assert_valid;

const TEMPLATE: &str = "tests/packs/template.yaml";

/// A copy of the pack of tests/packs with more lines in its manifest.
fn pack(below: &Path, name: &str, more: &str) -> String {
    let (from, to) = (root().join("tests/packs/acme"), below.join(name));
    for file in crate::support::files_below(&from) {
        let copy = to.join(file.strip_prefix(&from).unwrap());
        std::fs::create_dir_all(copy.parent().unwrap()).unwrap();
        std::fs::copy(&file, &copy).unwrap();
    }
    let manifest = to.join("pack.toml");
    let text = std::fs::read_to_string(&manifest).unwrap() + more;
    std::fs::write(&manifest, text).unwrap();
    to.to_str().unwrap().to_owned()
}

fn checked(pack: &str, more: &[&str]) -> Value {
    let template = root().join(TEMPLATE);
    let line = [
        &[
            "check",
            template.to_str().unwrap(),
            "--pack",
            pack,
            "--format",
            "json",
        ],
        more,
    ]
    .concat();
    let Ended { out, err, .. } = run(&line, "");
    let answer = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}"));
    assert_valid(&answer);
    answer
}

/// The findings as `rule severity enforcement day`.
fn findings(answer: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let keys = ["rule", "severity", "enforcement", "enforced_from"];
    let line = |one: &Value| keys.map(|key| text(&one[key])).join(" ");
    let mut lines: Vec<String> = answer["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(line)
        .collect();
    lines.sort();
    lines
}

#[test]
fn rules_count_as_the_policy_says() {
    let here = folder("bundles-enforcement");
    let of =
        |name: &str, lines: &str| pack(here.path(), name, &format!("\n[enforcement]\n{lines}"));
    let all = "\"*\" = \"warn\"\n";
    let warned = checked(&of("warn", all), &["--lint", "off", "--fail-on", "warning"]);
    assert_eq!(
        findings(&warned),
        [
            "ACME.1 warning warn -",
            "QUEUES_HAVE_NAMES warning warn -",
            "S3.8 warning warn -"
        ]
    );
    assert_eq!(
        (&warned["compliant"], &warned["summary"]["warnings"]),
        (&true.into(), &3.into())
    );
    let text = warned["findings"][0]["message"].as_str().unwrap();
    assert!(
        text.ends_with("(only a warning: not enforced yet)"),
        "{text}"
    );
    assert_eq!(warned["findings"][0]["original_severity"], "error");

    let dated = "\"S3.8\" = \"enforce from 2000-01-01\"\n\"ACME.1\" = \"enforce from 2999-12-31\"\nQUEUES_HAVE_NAMES = \"off\"";
    let answer = checked(&of("dated", dated), &["--lint", "off"]);
    assert_eq!(
        findings(&answer),
        ["ACME.1 warning warn 2999-12-31", "S3.8 error - -"]
    );
    assert_eq!(answer["compliant"], false);

    let lint = checked(
        &of("lint", &format!("{all}E = \"warn\"\nE3012 = \"enforce\"\n")),
        &[],
    );
    assert!(
        findings(&lint).iter().all(|line| line.contains(" warn ")),
        "{lint}"
    );
    assert_eq!(lint["compliant"], true);
}

#[test]
fn owners_are_in_reports() {
    let here = folder("bundles-owners");
    let answer = checked(
        &pack(
            here.path(),
            "owned",
            "\n[owners]\n\"S3.8\" = \"storage team\"\n",
        ),
        &["--lint", "off"],
    );
    let of = |rule: &str| {
        answer["findings"]
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["rule"] == rule)
            .unwrap()
    };
    assert_eq!(of("S3.8")["control"]["owner"], "storage team");
    assert_eq!(of("ACME.1")["control"].get("owner"), None);
}

#[test]
fn waivers_apply_to_accounts_of_units() {
    let here = folder("bundles-units");
    let more = "waivers = [\"more.yaml\"]\n[units]\nprod = [\"111122223333\"]\n\n[[waiver]]\nrule = \"S3.8\"\n\
                reason = \"public site\"\nunit = \"prod\"\n\n[[waiver]]\nrule = \"OTHER_RULE\"\nreason = \"of another pack\"\n";
    // A top-level key comes before the tables.
    let pack = pack(here.path(), "units", "");
    let manifest = PathBuf::from(&pack).join("pack.toml");
    let (first, rest) = more.split_once('\n').unwrap();
    let text = format!(
        "{first}\n{}\n{rest}",
        std::fs::read_to_string(&manifest).unwrap()
    );
    std::fs::write(&manifest, text).unwrap();
    std::fs::write(
        PathBuf::from(&pack).join("more.yaml"),
        "waiver:\n- {rule: ACME.1, reason: known, stack: shop}\n",
    )
    .unwrap();
    let of = |account: &str| {
        checked(
            &pack,
            &[
                "--lint",
                "off",
                "--parameters",
                &format!("AWS::AccountId={account}"),
            ],
        )
    };
    let waived = |answer: &Value| answer["waivers"].as_array().map_or(0, Vec::len);
    let prod = of("111122223333");
    assert_eq!(
        findings(&prod),
        ["ACME.1 error - -", "QUEUES_HAVE_NAMES warning - -"]
    );
    assert_eq!(
        (waived(&prod), &prod["waivers"][0]["source"]["kind"]),
        (1, &"policy".into())
    );
    assert_eq!(
        (
            waived(&of("444455556666")),
            findings(&of("444455556666")).len()
        ),
        (0, 3)
    );
}

#[test]
fn mistakes_have_their_places() {
    let here = folder("bundles-mistakes");
    for (index, (more, expected)) in [
        ("[enforcement]\n\"S3.9\" = \"warn\"", "unknown control or rule `S3.9`; did you mean `S3.8`?"),
        (
            "[enforcement]\n\"S3.8\" = \"on\"",
            "pack.toml:15:10: invalid enforcement `on`; expected off, warn, enforce or enforce from DATE",
        ),
        ("[enforcement]\n\"S3.8\" = \"enforce from 2026-02-30\"", "invalid date `2026-02-30`"),
        ("[units]\nprod = [\"123\"]", "pack.toml:15:9: invalid account `123`; expected twelve digits"),
        ("[owners]\nS3 = \"me\"", "unknown control `S3`"),
        ("[[waiver]]\nrule = \"S3.8\"", "missing `reason`"),
    ]
    .into_iter()
    .enumerate()
    {
        let pack = pack(here.path(), &index.to_string(), &format!("\n{more}\n"));
        let Ended { exit, err, .. } = run(&["bundle", "show", &pack], "");
        assert_eq!(exit, Exit::ERROR, "{more}");
        assert!(err.contains(expected), "{more}: {err}");
    }
}

#[test]
fn a_bundle_is_built_verified_and_shown() {
    let here = folder("bundles-build");
    let source = pack(
        here.path(),
        "acme",
        "\n[enforcement]\n\"S3.8\" = \"enforce from 2027-01-01\"\n[owners]\n\"S3.8\" = \"storage\"\n",
    );
    let at = |name: &str| here.path().join(name).to_str().unwrap().to_owned();
    let build = |name: &str| {
        let Ended { exit, out, err } =
            run(&["bundle", "build", &source, "--output", &at(name)], "");
        assert_eq!((exit, &*err), (Exit::OK, ""), "{out}");
        assert!(
            out.starts_with("acme 1.2.0: 4 controls, 0 waivers, 0 units\nsha256 "),
            "{out}"
        );
        std::fs::read(at(name)).unwrap()
    };
    assert_eq!(
        build("one.zip"),
        build("two.zip"),
        "the same files give the same bytes"
    );
    let verified = run(&["bundle", "verify", &at("one.zip")], "");
    assert_eq!(
        (verified.exit, verified.out.lines().last()),
        (Exit::OK, Some("checksums are right")),
        "{}",
        verified.err
    );
    let on = |day: &str| run(&["bundle", "show", &at("one.zip"), "--date", day], "").out;
    assert!(
        on("2026-12-31")
            .contains("S3.8                     critical  warn, enforce 2027-01-01 storage"),
        "{}",
        on("2026-12-31")
    );
    assert!(
        on("2027-01-01")
            .contains("S3.8                     critical  enforce                  storage"),
        "{}",
        on("2027-01-01")
    );

    // A folder without checksums is not a bundle; a changed byte is found.
    let unchecked = run(&["bundle", "verify", &source], "");
    assert!(
        unchecked.exit == Exit::ERROR && unchecked.err.contains("has no `checksums.txt`"),
        "{}",
        unchecked.err
    );
    assert_eq!(
        run(&["bundle", "build", &source, "--checksums"], "").exit,
        Exit::OK
    );
    assert_eq!(run(&["bundle", "verify", &source], "").exit, Exit::OK);
    let rules = PathBuf::from(&source).join("rules");
    let file = crate::support::files_below(&rules)
        .into_iter()
        .next()
        .unwrap();
    std::fs::write(&file, std::fs::read_to_string(&file).unwrap() + "\n").unwrap();
    let changed = run(&["bundle", "verify", &source], "");
    assert!(
        changed.exit == Exit::ERROR && changed.err.contains("has another SHA-256 checksum"),
        "{}",
        changed.err
    );
}

#[test]
fn a_signed_bundle_is_accepted_with_its_key_only() {
    let here = folder("bundles-signed");
    let at = |path: &str| {
        root()
            .join("tests/packs")
            .join(path)
            .to_str()
            .unwrap()
            .to_owned()
    };
    let bundle = here.path().join("signed.zip").to_str().unwrap().to_owned();
    let built = run(
        &[
            "bundle",
            "build",
            &at("signed"),
            "--output",
            &bundle,
            "--pack-key",
            &at("acme.pub"),
        ],
        "",
    );
    assert_eq!(built.exit, Exit::OK, "{}", built.err);
    let verified = run(
        &["bundle", "verify", &bundle, "--pack-key", &at("acme.pub")],
        "",
    );
    assert!(
        verified
            .out
            .ends_with("checksums and signature are right\n"),
        "{}{}",
        verified.out,
        verified.err
    );
    assert_eq!(
        run(
            &["bundle", "verify", &bundle, "--pack-key", &at("other.pub")],
            ""
        )
        .exit,
        Exit::ERROR
    );
}

#[test]
fn differences_are_listed() {
    let here = folder("bundles-diff");
    let old = pack(here.path(), "old", "\n[units]\nprod = [\"111122223333\"]\n");
    let new = pack(
        here.path(),
        "new",
        "\n[enforcement]\n\"S3.8\" = \"warn\"\nW = \"off\"\n[owners]\n\"ACME.1\" = \"messaging\"\n[[waiver]]\nrule = \"S3.8\"\nreason = \"site\"\nuntil = \"2027-01-31\"\n",
    );
    let Ended { exit, out, .. } = run(&["bundle", "diff", &old, &new], "");
    let expected = "acme 1.2.0 -> acme 1.2.0\n~ ACME.1: owner `` -> `messaging`\n~ S3.8: enforcement enforce -> warn\n\
                    + lint rules W: off\n+ waiver of S3.8, everywhere, until 2027-01-31: site\n- unit prod: account 111122223333\n";
    assert_eq!((exit, &*out), (Exit::DIFFERENT, expected));
    let same = run(&["bundle", "diff", &old, &old], "");
    assert_eq!((same.exit, same.out.lines().count()), (Exit::OK, 1));
}
