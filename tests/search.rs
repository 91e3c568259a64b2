//! Tests of what `check` reads and skips in folders.

use cfn_warden::cli::Exit;

use crate::cli::{folder, run};

const BAD: &str =
    "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicNam: x\n";
const GOOD: &str = "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n";
const RULE: &str = "rule NAMED { Resources.*.Properties.TopicName exists <<name it>> }\n";

#[test]
fn extensions_have_any_case() {
    for name in ["a.YAML", "a.Yml", "a.JSON", "a.TEMPLATE"] {
        let here = folder("case");
        here.file("good.yaml", GOOD);
        let bad = here.file(name, BAD);
        let ended = run(&["check", here.path().to_str().unwrap()], "");
        assert!(
            ended.exit == Exit::NOT_COMPLIANT && ended.out.contains(&bad),
            "{name}: {}",
            ended.out
        );
    }
    for name in ["x.GUARD", "x.RuleSet"] {
        let here = folder("case-rules");
        here.file("other.guard", "rule OTHER { Resources exists }\n");
        let (rules, good) = (
            here.file(&format!("deep/{name}"), RULE),
            folder("case-good"),
        );
        let good = good.file("good.yaml", GOOD);
        let ended = run(
            &["check", &good, "--rules", here.path().to_str().unwrap()],
            "",
        );
        assert!(
            ended.exit == Exit::NOT_COMPLIANT && ended.out.contains("NAMED"),
            "{name}: {}",
            ended.out
        );
        let ended = run(
            &[
                "rules",
                "check",
                here.path().to_str().unwrap(),
                "--format",
                "json",
            ],
            "",
        );
        assert!(
            ended.out.contains("\"documents\": 2"),
            "{rules}: {}",
            ended.out
        );
    }
}

#[cfg(unix)]
#[test]
fn links_to_folders_are_listed_and_those_to_files_are_read() {
    use std::os::unix::fs::symlink;

    let (here, out) = (folder("links"), folder("links-out"));
    let at = |name: &str| here.path().join(name);
    let (root, bad) = (here.path().to_str().unwrap(), out.file("bad.yaml", BAD));
    here.file("good.yaml", GOOD);
    here.file("deep/good.yaml", GOOD);
    symlink(out.path(), at("linked")).unwrap();
    symlink(at("deep"), at("searched")).unwrap();
    symlink("..", at("deep/loop")).unwrap();
    let ended = run(&["check", root], "");
    assert_eq!(ended.exit, Exit::OK, "{}", ended.out);
    assert_eq!(
        ended.err,
        format!("cfn-warden: skipped, links to folders: {root}/linked\n")
    );
    let ended = run(&["check", root, "--exclude", "linked"], "");
    assert_eq!((ended.exit, ended.err.as_str()), (Exit::OK, ""));
    let named = at("linked");
    assert_eq!(
        run(&["check", named.to_str().unwrap()], "").exit,
        Exit::NOT_COMPLIANT
    );
    symlink(&bad, at("file.yaml")).unwrap();
    let ended = run(&["check", root], "");
    assert!(
        ended.exit == Exit::NOT_COMPLIANT && ended.out.contains("file.yaml:5:7"),
        "{}",
        ended.out
    );

    let rules = folder("links-rules");
    out.file("named.guard", RULE);
    rules.file("other.guard", "rule OTHER { Resources exists }\n");
    symlink(out.path(), rules.path().join("linked")).unwrap();
    let folder = rules.path().to_str().unwrap();
    let ended = run(&["check", "-", "--rules", folder], GOOD);
    assert_eq!(
        ended.err,
        format!("cfn-warden: skipped, links to folders: {folder}/linked\n")
    );
}

#[cfg(unix)]
#[test]
fn pipes_in_folders_are_not_read() {
    let here = folder("pipes");
    here.file("good.yaml", GOOD);
    here.file("rules/other.guard", "rule OTHER { Resources exists }\n");
    let make = |name: &str| {
        let path = here.path().join(name);
        assert!(
            std::process::Command::new("mkfifo")
                .arg(&path)
                .status()
                .unwrap()
                .success()
        );
        path.to_str().unwrap().to_owned()
    };
    let (pipe, rule, _) = (make("p.yaml"), make("rules/p.guard"), make("unrelated"));
    let (root, rules) = (here.path().to_str().unwrap(), here.path().join("rules"));
    let ended = run(&["check", root, "--rules", rules.to_str().unwrap()], "");
    let said = format!(
        "cfn-warden: skipped, not regular files: {rule}\ncfn-warden: skipped, not regular files: {pipe}\n"
    );
    assert_eq!((ended.exit, ended.err), (Exit::OK, said), "{}", ended.out);
    let named = pipe.clone();
    let writer = std::thread::spawn(move || std::fs::write(named, BAD).unwrap());
    let ended = run(&["check", &pipe], "");
    writer.join().unwrap();
    assert!(
        ended.exit == Exit::NOT_COMPLIANT && ended.out.contains("TopicNam"),
        "{}",
        ended.out
    );
}

#[cfg(unix)]
#[test]
fn a_pattern_leaves_out_hidden_names_and_those_that_are_not_utf_8() {
    use std::os::unix::ffi::OsStrExt;

    let here = folder("pattern-names");
    here.file("good.yaml", GOOD);
    here.file(".hidden/bad.yaml", BAD);
    here.file(".bad.yaml", BAD);
    let name = std::ffi::OsStr::from_bytes(b"n\xff.yaml");
    // Some file systems refuse the name.
    let _ = std::fs::write(here.path().join(name), BAD);
    let check = |pattern: &str| run(&["check", here.path().join(pattern).to_str().unwrap()], "");
    for pattern in ["*.yaml", "**/*.yaml"] {
        let ended = check(pattern);
        assert_eq!(
            ended.exit,
            Exit::OK,
            "{pattern}: {}{}",
            ended.out,
            ended.err
        );
        assert!(
            ended.out.contains("(1 document,"),
            "{pattern}: {}",
            ended.out
        );
    }
    for pattern in [".*.yaml", ".h*/*.yaml"] {
        assert_eq!(check(pattern).exit, Exit::NOT_COMPLIANT, "{pattern}");
    }
}
