//! The `terraform` commands with files on disk and the environment.

use std::process::Command;

use cfn_warden::cli::Exit;
use serde_json::{Value as Json, json};

use crate::cli::{Ended, folder, run, tempdir::Folder};

const MAIN: &str = "variable \"name\" {\n  type    = string\n  default = \"default\"\n}\nvariable \"list\" {\n  type    = list(number)\n  default = []\n}\nlocals {\n  both = \"${var.name}-${length(var.list)}\"\n}\noutput \"o\" {\n  value = local.both\n}\n";

fn module(name: &str, files: &[(&str, &str)]) -> Folder {
    let made = folder(name);
    for (path, text) in files {
        made.file(path, text);
    }
    made
}

fn at(folder: &Folder, line: &[&str]) -> Ended {
    let chdir = folder.path().to_str().unwrap();
    run(&[&["terraform"], line, &["--chdir", chdir]].concat(), "")
}

fn value(folder: &Folder, line: &[&str]) -> String {
    let ended = at(folder, &[&["eval"], line].concat());
    assert_eq!((ended.exit, ended.err.as_str()), (Exit::OK, ""));
    ended.out
}

/// Runs the program with the given environment variables and no other `TF_*` variables.
fn with_environment(folder: &Folder, environment: &[(&str, &str)], line: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cfn-warden"));
    command
        .args(["terraform", "eval"])
        .args(line)
        .current_dir(folder.path())
        .env_clear();
    let output = command.envs(environment.iter().copied()).output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn an_expression_has_a_value_and_a_type() {
    let made = module("terraform-eval", &[("main.tf", MAIN)]);
    assert_eq!(value(&made, &["local.both"]), "\"default-0\"\n");
    assert_eq!(
        value(&made, &["[upper(var.name), 1]"]),
        "[\n  \"DEFAULT\",\n  1\n]\n"
    );
    assert_eq!(
        value(&made, &["--type", "{ a = [1], b = var.list }"]),
        "object({ a: tuple([ number, ]), b: list(number), })\n"
    );
    assert_eq!(value(&made, &["sensitive(1)"]), "(sensitive value)\n");
    assert_eq!(value(&made, &["aws_x.y.id"]), "(not known)\n");
    assert_eq!(value(&made, &["-5 % 3"]), "-2\n");
    assert_eq!(value(&made, &["--type", "-5"]), "number\n");
    let wrong = at(&made, &["eval", "1 + "]);
    assert_eq!((wrong.exit, wrong.out.as_str()), (Exit::NO_VALUE, ""));
    assert!(wrong.err.contains("<expression>:1,"), "{}", wrong.err);
    let old = at(
        &made,
        &["eval", "--language-version", "1.11", "convert(1, string)"],
    );
    assert!(
        old.err
            .contains("There is no function named \"convert\".\n"),
        "{}",
        old.err
    );
    let other = at(&made, &["eval", "textencodebase64(\"a\", \"Shift_JIS\")"]);
    assert!(
        other
            .err
            .contains("cfn-warden does not support the encoding \"Shift_JIS\""),
        "{}",
        other.err
    );
    let none = run(
        &["terraform", "eval", "1", "--chdir", "/does/not/exist"],
        "",
    );
    assert_eq!(none.exit, Exit::ERROR);
}

#[test]
fn values_for_variables_come_from_files_and_options() {
    let made = module(
        "terraform-values",
        &[
            ("main.tf", MAIN),
            ("terraform.tfvars", "name = \"file\"\n"),
            ("more.tfvars", "list = [1, 2]\n"),
        ],
    );
    assert_eq!(value(&made, &["local.both"]), "\"file-0\"\n");
    assert_eq!(
        value(&made, &["local.both", "--var-file", "more.tfvars"]),
        "\"file-2\"\n"
    );
    assert_eq!(
        value(
            &made,
            &[
                "local.both",
                "--var-file",
                "more.tfvars",
                "--var",
                "name=line",
                "--var",
                "list=[3]"
            ]
        ),
        "\"line-1\"\n"
    );
    let undeclared = at(&made, &["eval", "1", "--var", "nane=x"]);
    assert_eq!(undeclared.exit, Exit::NO_VALUE);
    assert!(
        undeclared.err.contains("Did you mean \"name\"?"),
        "{}",
        undeclared.err
    );
}

#[test]
fn the_environment_has_values_and_the_workspace() {
    let made = module(
        "terraform-environment",
        &[
            ("main.tf", MAIN),
            (".terraform/environment", "chosen\n"),
            ("data/environment", "other"),
        ],
    );
    assert_eq!(
        with_environment(
            &made,
            &[("TF_VAR_name", "env"), ("TF_VAR_list", "[1]")],
            &["local.both"]
        ),
        "\"env-1\"\n"
    );
    assert_eq!(
        with_environment(
            &made,
            &[("TF_VAR_name", "env")],
            &["var.name", "--var", "name=line"]
        ),
        "\"line\"\n"
    );
    assert_eq!(
        with_environment(&made, &[], &["terraform.workspace"]),
        "\"chosen\"\n"
    );
    assert_eq!(
        with_environment(&made, &[("TF_DATA_DIR", "data")], &["terraform.workspace"]),
        "\"other\"\n"
    );
    assert_eq!(
        with_environment(&made, &[("TF_WORKSPACE", "env")], &["terraform.workspace"]),
        "\"env\"\n"
    );
    let here = made.path().canonicalize().unwrap();
    assert_eq!(
        with_environment(&made, &[], &["path.cwd"]),
        format!("\"{}\"\n", here.display())
    );
}

#[test]
fn a_module_is_shown_whole() {
    let made = module(
        "terraform-show",
        &[(
            "main.tf",
            "variable \"v\" {\n  default = 1\n}\nresource \"aws_x\" \"y\" {\n  count = 1\n  n     = var.v\n}\n",
        )],
    );
    let ended = at(&made, &["show", "--var", "v=2"]);
    assert_eq!((ended.exit, ended.err.as_str()), (Exit::OK, ""));
    let expected = json!({
        "folder": ".",
        "variables": { "v": { "value": "2", "type": "string" } },
        "locals": {}, "outputs": {}, "providers": [],
        "resources": [{ "address": "aws_x.y[0]", "type": "aws_x", "name": "y", "values": { "n": { "value": "2", "type": "string" } } }],
        "modules": [], "errors": [],
    });
    assert_eq!(ended.out, format!("{expected:#}\n"));
    made.file("main.tf", "output \"o\" {\n  value = var.nope\n}\n");
    let wrong = at(&made, &["show"]);
    assert_eq!(wrong.exit, Exit::NO_VALUE);
    assert!(
        wrong
            .err
            .contains("main.tf:2,14-19: Reference to undeclared input variable"),
        "{}",
        wrong.err
    );
}

#[test]
fn called_modules_are_chosen() {
    let call =
        |name: &str, source: &str| format!("module \"{name}\" {{\n  source = \"{source}\"\n}}\n");
    let main = call("near", "./near") + &call("far", "registry/far");
    let manifest = "{\"Modules\": [{\"Key\": \"far\", \"Source\": \"registry/far\", \"Dir\": \".terraform/modules/far\"}]}";
    let made = module(
        "terraform-modules",
        &[
            ("main.tf", &main),
            ("near/main.tf", ""),
            (".terraform/modules/modules.json", manifest),
            (".terraform/modules/far/main.tf", ""),
        ],
    );
    let modules = |line: &[&str]| -> Vec<String> {
        let shown: Json =
            serde_json::from_str(&at(&made, &[&["show"], line].concat()).out).unwrap();
        shown["modules"]
            .as_array()
            .unwrap()
            .iter()
            .map(|module| module["address"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(modules(&[]), ["module.near"]);
    assert_eq!(
        modules(&["--call-module-type", "none"]),
        Vec::<String>::new()
    );
    assert_eq!(
        modules(&["--call-module-type", "all"]),
        ["module.far", "module.near"]
    );
    assert_eq!(
        modules(&["--call-module-type", "all", "--ignore-module", "./near,x"]),
        ["module.far"]
    );
}

#[test]
fn no_file_outside_of_the_modules_folder_is_read() {
    let made = module(
        "terraform-disk",
        &[
            ("outside.txt", "secret"),
            ("module/main.tf", MAIN),
            ("module/inside.txt", "yes"),
            ("module/deep/a.txt", "a"),
        ],
    );
    let module = made.path().join("module");
    std::os::unix::fs::symlink("../outside.txt", module.join("link.txt")).unwrap();
    std::os::unix::fs::symlink("..", module.join("up")).unwrap();
    let eval = |expression: &str, line: &[&str]| {
        run(
            &[
                &[
                    "terraform",
                    "eval",
                    expression,
                    "--chdir",
                    module.to_str().unwrap(),
                ],
                line,
            ]
            .concat(),
            "",
        )
    };
    assert_eq!(eval("file(\"inside.txt\")", &[]).out, "\"yes\"\n");
    assert_eq!(
        eval("fileset(\".\", \"**/*.txt\")", &[]).out,
        "[\n  \"deep/a.txt\",\n  \"inside.txt\"\n]\n"
    );
    for path in [
        "/proc/self/environ",
        "../outside.txt",
        "link.txt",
        "up/outside.txt",
        "deep/../../outside.txt",
        "/etc/hostname",
    ] {
        let ended = eval(&format!("file(\"{path}\")"), &[]);
        assert_eq!(
            (ended.exit, ended.out.as_str()),
            (Exit::NO_VALUE, ""),
            "{path}"
        );
        assert!(
            ended
                .err
                .contains("is outside of the folder that may be read; use --root"),
            "{path}: {}",
            ended.err
        );
    }
    let missing = eval("file(\"none.txt\")", &[]);
    assert!(missing.err.contains("no file exists"), "{}", missing.err);
    let root = made.path().to_str().unwrap();
    assert_eq!(
        eval("file(\"../outside.txt\")", &["--root", root]).out,
        "\"secret\"\n"
    );
    let wrong = eval("1", &["--root", module.join("deep").to_str().unwrap()]);
    assert_eq!(wrong.exit, Exit::ERROR);
    assert!(wrong.err.contains("is outside of"), "{}", wrong.err);
}

#[test]
fn filesets_may_lead_to_other_folders_below_the_root() {
    let made = module(
        "terraform-fileset",
        &[
            ("a/main.tf", MAIN),
            ("b/x.json", "{}"),
            ("a/c/y.json", "{}"),
        ],
    );
    let (root, chdir) = (made.path().to_str().unwrap(), made.path().join("a"));
    let eval = |root: &str, expression: &str| {
        run(
            &[
                "terraform",
                "eval",
                expression,
                "--chdir",
                chdir.to_str().unwrap(),
                "--root",
                root,
            ],
            "",
        )
    };
    let found = |expression: &str| eval(root, expression).out;
    assert_eq!(
        found("fileset(\".\", \"../b/*.json\")"),
        "[\n  \"../b/x.json\"\n]\n"
    );
    assert_eq!(
        found("fileset(\"c\", \"../../*/*.json\")"),
        "[\n  \"../../b/x.json\"\n]\n"
    );
    assert_eq!(found("fileset(\"../b\", \"*\")"), "[\n  \"x.json\"\n]\n");
    assert_eq!(found("fileexists(\"../b/x.json\")"), "true\n");
    let outside = eval(chdir.to_str().unwrap(), "fileset(\".\", \"../b/*.json\")");
    assert_eq!(outside.exit, Exit::NO_VALUE);
    assert!(outside.err.contains("use --root"), "{}", outside.err);
}

#[test]
fn a_file_of_values_may_have_an_absolute_path() {
    let output = "variable \"name\" {\n  type = string\n}\noutput \"o\" {\n  value = var.name\n}\n";
    let made = module("terraform-absolute-values", &[("infra/main.tf", output)]);
    let values = made.file("env/prod.tfvars", "name = \"of the file\"\n");
    let root = made.path().to_str().unwrap();
    let infra = made.path().join("infra");
    let eval = |values: &str| {
        let line = [
            "terraform",
            "eval",
            "var.name",
            "--var-file",
            values,
            "--root",
            root,
        ];
        run(
            &[&line[..], &["--chdir", infra.to_str().unwrap()]].concat(),
            "",
        )
    };
    for path in [values.as_str(), "../env/prod.tfvars"] {
        let ended = eval(path);
        assert_eq!(
            (ended.exit, ended.out.trim()),
            (Exit::OK, "\"of the file\""),
            "{path}: {}",
            ended.err
        );
    }
    for path in ["/nowhere/prod.tfvars", "../../prod.tfvars"] {
        let ended = eval(path);
        assert!(
            ended.exit != Exit::OK && ended.err.contains("--root"),
            "{path}: {}{}",
            ended.out,
            ended.err
        );
    }
    // In the project file, it is relative to that.
    let config = made.file(
        "cfn-warden.toml",
        "documents = [\"infra\"]\nlint = \"off\"\npacks = [\"RDS.2\"]\n[terraform]\nvar-file = [\"env/prod.tfvars\"]\n",
    );
    let ended = run(&["check", "--config", &config, "--root", root], "");
    assert_eq!(ended.exit, Exit::OK, "{}{}", ended.out, ended.err);
}
