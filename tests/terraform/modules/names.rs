//! Name resolution.

use cfn_warden_terraform::FileSet;
use serde_json::json;

use super::super::support::{eval, host, shown, shown_with};
use super::{errors, output};

fn of(text: &str) -> FileSet {
    FileSet::from_iter([("main.tf", text)])
}

#[test]
fn n1_local_values_are_evaluated_once() {
    let files = of(
        "locals {\n  id   = uuid()\n  foo  = local.id\n  bar  = local.id\n  self = local.self\n  a    = local.b\n  b    = local.a\n}\n",
    );
    assert_eq!(
        eval(&files, "local.foo == local.bar && length(local.foo) == 36")
            .unwrap()
            .bool(),
        Some(true)
    );
    let errors = errors(&shown(&files, &[]));
    assert!(
        errors.contains(&"circular reference found; local.self -> local.self".to_owned()),
        "{errors:?}"
    );
    assert!(
        errors.contains(&"circular reference found; local.a -> local.b -> local.a".to_owned()),
        "{errors:?}"
    );
    let undeclared = eval(&files, "local.fooo").unwrap_err();
    assert!(
        undeclared[0].ends_with(
            "A local value with the name \"fooo\" has not been declared. Did you mean \"foo\"?"
        ),
        "{undeclared:?}"
    );
}

#[test]
fn n2_n3_paths() {
    let files = of("output \"o\" {\n  value = [path.module, path.root]\n}\n");
    assert_eq!(output(&shown(&files, &[]), "o"), &json!([".", "."]));
    let mut host = host(&files);
    host.working_folder = "/somewhere".to_owned();
    let settings = cfn_warden_terraform::Settings::new(&host);
    let cwd = cfn_warden_terraform::evaluate_expression(&settings, "path.cwd").unwrap();
    assert_eq!(cwd.str(), Some("/somewhere"));
    assert!(eval(&files, "path.home").unwrap_err()[0].contains("Invalid \"path\" attribute;"));
}

#[test]
fn n4_n5_the_workspace() {
    let files = of("output \"o\" {\n  value = [terraform.workspace, terraform.applying]\n}\n");
    assert_eq!(output(&shown(&files, &[]), "o"), &json!(["default", false]));
    let module = shown_with(&files, |settings| settings.workspace = "prod".to_owned());
    assert_eq!(output(&module, "o")[0], "prod");
    for wrong in ["terraform.env", "terraform.other"] {
        assert!(eval(&files, wrong).unwrap_err()[0].contains("Invalid \"terraform\" attribute;"));
    }
}

#[test]
fn n6_what_a_state_knows_is_not_known() {
    for reference in [
        "aws_x.y",
        "aws_x.y.id",
        "aws_x.none[0].a[\"b\"]",
        "data.a.b.c",
        "module.m.out",
        "self.x",
        "resource.a.b.c",
    ] {
        let value = eval(&of(""), reference).unwrap();
        assert!(
            !value.is_known() && value.ty().notation() == "dynamic",
            "{reference}"
        );
    }
    assert!(eval(&of(""), "aws_x").unwrap_err()[0].contains("Invalid reference;"));
}

#[test]
fn n7_counts_and_each_outside_of_their_blocks_are_not_known() {
    for reference in ["count.index", "each.key", "each.value.a"] {
        assert!(!eval(&of(""), reference).unwrap().is_known(), "{reference}");
    }
}

#[test]
fn n8_the_beginning_of_a_text_may_be_known() {
    for (expression, known) in [
        ("startswith(\"pre-${aws_x.y.z}\", \"pre-\")", Some(true)),
        ("startswith(\"pre-${aws_x.y.z}\", \"pro\")", Some(false)),
        ("startswith(\"pre-${aws_x.y.z}\", \"pre-a\")", None),
        ("\"pre-${aws_x.y.z}\" == null", Some(false)),
        ("\"pre-${aws_x.y.z}\" == \"other\"", Some(false)),
    ] {
        assert_eq!(
            eval(&of(""), expression).unwrap().bool(),
            known,
            "{expression}"
        );
    }
}

#[test]
fn n9_what_holds_something_unknown_is_known() {
    assert_eq!(
        eval(&of(""), "length([aws_x.y.z, \"k\"])")
            .unwrap()
            .number()
            .unwrap()
            .to_string(),
        "2"
    );
    assert_eq!(
        eval(&of(""), "keys({ a = aws_x.y.z })[0]").unwrap().str(),
        Some("a")
    );
}
