//! Tests of `extends` and `locked` in project files, and of packs from URLs.

use std::path::Path;
use std::process::{Command, Stdio};

use cfn_warden::cli::Exit;
use cfn_warden::engine::sha256;

use crate::cli::{folder, run, tempdir::Folder};
use crate::lsp::Editor;
use crate::recorded::root;
use crate::walks::serve;

const BUCKET: &str = "Resources:\n  Uploads:\n    Type: AWS::S3::Bucket\n";
const NAMED: &str = "rule NAMED { Resources.*.Properties.BucketName exists }\n";

/// What a process printed on both streams, and its exit code.
struct Ended {
    code: i32,
    out: String,
    err: String,
}

/// Runs the program in a folder; `server` is an endpoint of S3.
fn run_in(here: &Path, line: &[&str], server: &str) -> Ended {
    let ended = Command::new(env!("CARGO_BIN_EXE_cfn-warden"))
        .args(line)
        .current_dir(here)
        .stdin(Stdio::null())
        .env("AWS_ENDPOINT_URL_S3", server)
        .env("AWS_ACCESS_KEY_ID", "key")
        .env("AWS_SECRET_ACCESS_KEY", "secret")
        .env("AWS_REGION", "us-east-1")
        .output()
        .unwrap();
    Ended {
        code: ended.status.code().unwrap(),
        out: String::from_utf8(ended.stdout).unwrap(),
        err: String::from_utf8(ended.stderr).unwrap(),
    }
}

/// Runs `check` with a project file; the program must not get far enough to check anything.
fn refused(here: &Folder, own: &str) -> String {
    let path = here.file("cfn-warden.toml", own);
    let ended = run(&["check", "--config", &path], "Resources: {}\n");
    assert_eq!((ended.exit, ended.out.as_str()), (Exit::ERROR, ""), "{own}");
    ended
        .err
        .replace(&format!("{}/", here.path().display()), "")
}

/// The settings that `config` shows, without the defaults and the first line.
fn shown(here: &Folder, own: &str) -> Vec<String> {
    let path = here.file("cfn-warden.toml", own);
    let ended = run(&["config", "--config", &path], "");
    assert_eq!(ended.err, "", "{own}");
    let out = ended
        .out
        .replace(&format!("{}/", here.path().display()), "");
    out.lines()
        .skip(1)
        .filter(|line| !line.is_empty() && !line.ends_with("# default"))
        .filter(|line| !line.starts_with('['))
        .map(str::to_owned)
        .collect()
}

#[test]
fn a_chain_of_files_is_merged_from_its_end() {
    let here = folder("extends-chain");
    here.file("rules/a.guard", NAMED);
    here.file("org/rules/b.guard", NAMED);
    here.file(
        "org/base.toml",
        "rules = [\"rules\"]\nregions = [\"us-east-1\"]\nignore-checks = [\"W2\"]\nfail-on = \"warning\"\nresolve = true\n\
         [severity]\nW3 = \"error\"\nW1 = \"error\"\n[[waiver]]\nrule = \"A\"\nreason = \"x\"\nfile = \"old/*\"\n",
    );
    here.file(
        "org/division.toml",
        "extends = \"base.toml\"\nignore-checks = [\"W3\"]\nfail-on = \"never\"\n",
    );
    let own = "extends = \"org/division.toml\"\nrules = \"rules\"\nregions = [\"eu-west-1\"]\nresolve = false\n\
               ignore-checks = [\"W2\", \"W7\"]\nseverity = {W3 = \"warning\"}\n\n[[waiver]]\nrule = \"B\"\nreason = \"y\"\n";
    assert_eq!(
        shown(&here, own),
        [
            "rules = [\"org/rules\", \"rules\"]  # org/base.toml:1:1, cfn-warden.toml:2:1"
                .replace(
                    "\"org/rules\", \"rules\"",
                    &format!("\"{0}/org/rules\", \"{0}/rules\"", here.path().display())
                )
                .replace(&format!("{}/", here.path().display()), "")
                .as_str(),
            "regions = [\"eu-west-1\"]  # cfn-warden.toml:3:1",
            "ignore-checks = [\"W3\", \"W2\", \"W7\"]  # org/division.toml:2:1, cfn-warden.toml:5:1",
            "fail-on = \"never\"  # org/division.toml:3:1",
            "W1 = \"error\"  # org/base.toml:6:2",
            "W3 = \"warning\"  # cfn-warden.toml:6:1",
            "# and 2 waivers",
        ]
    );
    let path = here.path().join("cfn-warden.toml");
    let lambda = run(
        &["config", "--config", path.to_str().unwrap(), "--lambda"],
        "",
    );
    assert!(
        lambda.out.contains("IgnoreChecks=W3,W2,W7\nFailOn=never\n"),
        "{}",
        lambda.out
    );
    assert!(
        lambda.err.contains("cfn-warden.toml:3:1: "),
        "{}",
        lambda.err
    );
}

#[test]
fn a_setting_replaces_those_that_it_excludes() {
    let here = folder("extends-excludes");
    here.file("values.json", "{}");
    here.file("base.toml", "[parameters]\nEnv = \"prod\"\n");
    let lines = shown(
        &here,
        "extends = \"base.toml\"\nparameter-file = \"values.json\"\n",
    );
    assert_eq!(
        lines,
        ["parameter-file = \"values.json\"  # cfn-warden.toml:2:1"]
    );
    here.file(
        "base.toml",
        "locked = [\"parameters\"]\n[parameters]\nEnv = \"prod\"\n",
    );
    let refused = refused(
        &here,
        "extends = \"base.toml\"\nparameter-file = \"values.json\"\n",
    );
    assert!(
        refused.contains("cfn-warden.toml:2:1: `parameters` is locked by base.toml:1:11: `parameter-file` would replace it"),
        "{refused}"
    );
}

const LOCKS: &str = "fail-on = \"error\"\nlint = \"templates\"\ntemplate-suppressions = \"deny\"\nunknown = \"warn\"\n\
    packs = [\"S3.8\"]\ninclude-experimental = true\n\
    locked = [\"fail-on\", \"lint\", \"template-suppressions\", \"unknown\", \"packs\", \"rules\", \"mandatory-checks\", \"severity\", \
    \"coverage\", \"waivers\", \"exclude\", \"include-experimental\", \"deployments\"]\n[severity]\nW3 = \"warning\"\n\
    [coverage]\nmacro = \"warn\"\n";

#[test]
fn a_file_may_not_weaken_what_is_locked() {
    let here = folder("extends-locked");
    here.file("base.toml", LOCKS);
    here.file(
        "division.toml",
        "extends = \"base.toml\"\nlocked = [\"regions\"]\n",
    );
    here.file("rules.guard", NAMED);
    here.file("waivers.toml", "");
    for (setting, expected) in [
        (
            "fail-on = \"never\"",
            "`fail-on` is locked by base.toml:7:11: \"never\" is weaker than \"error\"",
        ),
        ("lint = \"off\"", "\"off\" is weaker than \"templates\""),
        (
            "template-suppressions = \"allow\"",
            "\"allow\" is weaker than \"deny\"",
        ),
        ("unknown = \"pass\"", "\"pass\" is weaker than \"warn\""),
        (
            "packs = [\"./acme\"]",
            "only bundled packs and controls may be added, not `",
        ),
        (
            "packs = [\"acme.zip,S3.9\"]",
            "only bundled packs and controls may be added, not `acme.zip,S3.9`",
        ),
        (
            "severity = {W3 = \"informational\"}",
            "only `error` may be added, not `W3 = informational`",
        ),
        ("severity = {E3012 = \"off\"}", "only `error` may be added"),
        (
            "coverage = {macro = \"ignore\"}",
            "only `fail` may be added, not `macro = ignore`",
        ),
        (
            "exclude = [\"legacy\"]",
            "`exclude` is locked by base.toml:7:",
        ),
        (
            "include-experimental = false",
            "a file that extends it may not turn it off",
        ),
        (
            "deployments = \"any\"",
            "a file that extends it may not set it",
        ),
        (
            "waivers = \"waivers.toml\"",
            "`waivers` is locked by base.toml:7:",
        ),
        (
            "[[waiver]]\nrule = \"A\"\nreason = \"x\"",
            "a file that extends it may not have waivers",
        ),
        (
            "regions = [\"us-east-1\"]",
            "`regions` is locked by division.toml:2:11",
        ),
    ] {
        let own = format!("extends = \"division.toml\"\n{setting}\n");
        let err = refused(&here, &own);
        assert!(err.contains(expected), "{setting}: {err}");
        assert!(err.contains("cfn-warden.toml:2:"), "{setting}: {err}");
    }
    for setting in [
        "fail-on = \"warning\"",
        "fail-on = \"error\"",
        "lint = \"all\"",
        "unknown = \"fail\"",
        "packs = [\"S3.9\"]",
        "rules = [\"rules.guard\"]",
        "mandatory-checks = [\"E3012\"]",
        "severity = {W3 = \"error\", W2 = \"error\"}",
        "severity = {W3 = \"warning\"}",
        "coverage = {macro = \"fail\"}",
        "ignore-checks = [\"W2\"]",
    ] {
        shown(&here, &format!("extends = \"division.toml\"\n{setting}\n"));
    }
    // A file in the middle is bound, too.
    here.file(
        "division.toml",
        "extends = \"base.toml\"\nfail-on = \"never\"\n",
    );
    let err = refused(&here, "extends = \"division.toml\"\n");
    assert!(
        err.contains("division.toml:2:1: `fail-on` is locked by base.toml:7:11"),
        "{err}"
    );
}

#[test]
fn a_file_that_cannot_be_used_is_an_error() {
    let here = folder("extends-errors");
    here.file("base.toml", "fail_on = \"never\"\n");
    here.file("self.toml", "extends = \"self.toml\"\n");
    for number in 0..20 {
        here.file(
            &format!("{number}.toml"),
            &format!("extends = \"{}.toml\"\n", number + 1),
        );
    }
    let sum = sha256(b"fail_on = \"never\"\n");
    let wrong = sha256(b"");
    for (own, expected) in [
        (
            "extends = \"nowhere.toml\"\n".to_owned(),
            "cfn-warden.toml:1:11: cannot read nowhere.toml: No such file",
        ),
        (
            "extends = \"base.toml\"\n".to_owned(),
            "base.toml:1:1: unknown key `fail_on`; did you mean `fail-on`?\nextended by cfn-warden.toml:1:11",
        ),
        (
            format!("extends = \"base.toml#sha256={sum}\"\n"),
            "unknown key `fail_on`",
        ),
        (
            format!("extends = \"base.toml#sha256={wrong}\"\n"),
            "cfn-warden.toml:1:11: base.toml has the SHA-256 checksum ",
        ),
        (
            "extends = \"self.toml\"\n".to_owned(),
            "self.toml:1:11: `extends` is a circle: self.toml -> self.toml",
        ),
        (
            "extends = \"0.toml\"\n".to_owned(),
            "14.toml:1:11: `extends`: more than 16 files extend one another",
        ),
        (
            "extends = [\"base.toml\"]\n".to_owned(),
            "1:11: expected a string: a path or URL",
        ),
        (
            "extends = \"https://a.example.com/base.toml\"\n".to_owned(),
            "has no checksum",
        ),
        (
            "locked = [\"fail_on\"]\n".to_owned(),
            "unknown key `fail_on`; did you mean `fail-on`?",
        ),
        (
            "packs = [\"https://a.example.com/acme.zip\"]\n".to_owned(),
            "1:10: https://a.example.com/acme.zip has no checksum",
        ),
    ] {
        let err = refused(&here, &own);
        assert!(err.contains(expected), "{own}: {err}");
    }
}

#[test]
fn a_file_from_a_url_has_no_paths() {
    let here = folder("extends-remote");
    let server = serve(here.path());
    let base = "rules = [\"rules\"]\npacks = [\"./acme\"]\noutput = {sarif = \"a.sarif\"}\nexclude = [\"old\"]\n";
    here.file("bucket/base.toml", base);
    let own = format!(
        "extends = \"{server}/bucket/base.toml#sha256={}\"\n",
        sha256(base.as_bytes())
    );
    here.file("cfn-warden.toml", &own);
    let ended = run_in(here.path(), &["check"], &server);
    assert_eq!((ended.code, ended.out.as_str()), (1, ""));
    for expected in [
        "1:10: `rules`: a file from a URL has no folder",
        "2:10: `packs`: ",
        "3:",
        "3 mistakes",
    ] {
        assert!(ended.err.contains(expected), "{expected}: {}", ended.err);
    }
    // Names of files that are left out are not paths.
    let base = "exclude = [\"old\"]\nextends = \"other.toml\"\n";
    here.file("bucket/base.toml", base);
    let own = format!(
        "extends = \"{server}/bucket/base.toml#sha256={}\"\n",
        sha256(base.as_bytes())
    );
    here.file("cfn-warden.toml", &own);
    let ended = run_in(here.path(), &["check"], &server);
    assert!(
        ended.err.contains("1 mistake\n") && ended.err.contains("2:11: `extends`: "),
        "{}",
        ended.err
    );
}

#[test]
fn an_object_in_s3_is_extended() {
    let here = folder("extends-s3");
    let server = serve(here.path());
    let base = "packs = [\"S3.9\"]\n";
    here.file("acme-policies/base.toml", base);
    here.file("t.yaml", BUCKET);
    let own = |sum: &str| {
        here.file(
            "cfn-warden.toml",
            &format!("extends = \"s3://acme-policies/base.toml#sha256={sum}\"\n"),
        )
    };
    own(&sha256(base.as_bytes()));
    let ended = run_in(here.path(), &["check", "t.yaml"], &server);
    assert!(ended.out.contains("S3.9"), "{}{}", ended.out, ended.err);
    let shown = run_in(here.path(), &["config"], &server);
    assert!(
        shown
            .out
            .contains("packs = [\"S3.9\"]  # s3://acme-policies/base.toml:1:1"),
        "{}",
        shown.out
    );
    own(&sha256(b""));
    let ended = run_in(here.path(), &["check", "t.yaml"], &server);
    assert_eq!((ended.code, ended.out.as_str()), (1, ""));
    assert!(
        ended
            .err
            .contains("s3://acme-policies/base.toml has the SHA-256 checksum"),
        "{}",
        ended.err
    );
    std::fs::remove_file(here.path().join("acme-policies/base.toml")).unwrap();
    let ended = run_in(here.path(), &["check", "t.yaml"], &server);
    assert_eq!((ended.code, ended.out.as_str()), (1, ""));
    assert!(
        ended
            .err
            .contains("cannot fetch s3://acme-policies/base.toml: "),
        "{}",
        ended.err
    );
}

#[test]
fn a_pack_is_fetched_and_kept_by_its_checksum() {
    let here = folder("extends-pack");
    let server = serve(here.path());
    let acme = root().join("tests/packs/acme");
    let zip = here.path().join("acme.zip");
    let built = run(
        &[
            "bundle",
            "build",
            acme.to_str().unwrap(),
            "--output",
            zip.to_str().unwrap(),
        ],
        "",
    );
    assert_eq!(built.exit, Exit::OK, "{}", built.err);
    let sum = sha256(&std::fs::read(&zip).unwrap());
    let template = std::fs::read_to_string(root().join("tests/packs/template.yaml")).unwrap();
    here.file("t.yaml", &template);
    let url = format!("{server}/acme.zip?signature=secret#sha256={sum}");
    let check = |url: &str, more: &[&str]| {
        run_in(
            here.path(),
            &[&["check", "t.yaml", "--pack", url], more].concat(),
            &server,
        )
    };
    let local = check("acme.zip", &[]);
    assert!(local.out.contains("S3.8"), "{}", local.out);
    assert_eq!(check(&url, &[]).out, local.out);
    assert_eq!(check(&url, &["--cache", "cache"]).out, local.out);
    let cached = here.path().join("cache").join(&sum);
    assert!(cached.exists());
    // A damaged file in the cache is fetched again.
    std::fs::write(&cached, "").unwrap();
    assert_eq!(check(&url, &["--cache", "cache"]).out, local.out);
    assert_eq!(sha256(&std::fs::read(&cached).unwrap()), sum);
    // Without the server, only the cache has it.
    std::fs::rename(&zip, here.path().join("moved.zip")).unwrap();
    assert_eq!(check(&url, &["--cache", "cache"]).out, local.out);
    let missing = check(&url, &[]);
    assert_eq!((missing.code, missing.out.as_str()), (1, ""));
    assert!(
        missing.err.contains("/acme.zip: the server answered 404"),
        "{}",
        missing.err
    );
    assert!(!missing.err.contains("secret"), "{}", missing.err);
    let wrong = check(&format!("{server}/moved.zip#sha256={}", sha256(b"")), &[]);
    assert_eq!((wrong.code, wrong.out.as_str()), (1, ""));
    assert!(
        wrong.err.contains("has the SHA-256 checksum"),
        "{}",
        wrong.err
    );
    let unpinned = check(&format!("{server}/moved.zip"), &[]);
    assert!(
        unpinned.code == 1 && unpinned.err.contains("has no checksum"),
        "{}",
        unpinned.err
    );
    let shown = run_in(
        here.path(),
        &[
            "bundle",
            "show",
            &format!("{server}/moved.zip#sha256={sum}"),
        ],
        &server,
    );
    assert!(
        shown.out.starts_with("acme 1.2.0: "),
        "{}{}",
        shown.out,
        shown.err
    );
}

#[test]
fn editors_and_validate_use_the_extended_file() {
    let here = folder("extends-editor");
    here.file(".git/HEAD", "");
    here.file("org/rules/named.guard", NAMED);
    here.file("org/base.toml", "rules = [\"rules\"]\n");
    here.file("cfn-warden.toml", "extends = \"org/base.toml\"\n");
    let path = here.file("t.yaml", BUCKET);
    let ended = run_in(here.path(), &["validate", "--data", "t.yaml"], "");
    assert!(
        ended.code == 19 && ended.out.contains("NAMED"),
        "{}{}",
        ended.out,
        ended.err
    );
    let mut editor = Editor::start(here.path(), &[]);
    let diagnostics = editor.open(Path::new(&path), BUCKET);
    assert!(
        diagnostics.iter().any(|one| one["code"] == "NAMED"),
        "{diagnostics:?}"
    );
    assert_eq!(editor.end(), Some(0));
}
