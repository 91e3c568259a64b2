//! Functions of Terraform's built-in provider, as recorded from Terraform 1.11.4.

use cfn_warden_terraform::FileSet;

use super::support::eval;

fn text(expression: &str) -> String {
    eval(&FileSet::default(), expression)
        .unwrap()
        .str()
        .unwrap()
        .to_owned()
}

fn error(expression: &str) -> String {
    let errors = eval(&FileSet::default(), expression).unwrap_err();
    errors[0].split_once("failed: ").unwrap().1.to_owned()
}

#[test]
fn values_are_written_as_expressions() {
    let all = "provider::terraform::encode_expr({a=1,bb=[1,\"x\",null,true],c={},d=[],\"e f\"={g=\"h\\n$${x}\"}})";
    let expected = "{\n  a  = 1\n  bb = [1, \"x\", null, true]\n  c  = {}\n  d  = []\n  \"e f\" = {\n    g = \"h\\n$${x}\"\n  }\n}";
    assert_eq!(text(all), expected);
    assert_eq!(
        text("provider::terraform::encode_expr([[1],{a=[2]}])"),
        "[[1], {\n  a = [2]\n}]"
    );
    assert_eq!(
        text("provider::terraform::encode_expr(toset([\"b\",\"a\"]))"),
        "[\"a\", \"b\"]"
    );
}

#[test]
fn files_of_values_are_written_and_read() {
    assert_eq!(
        text("provider::terraform::encode_tfvars({a=1,bbb=[1],c={d=2}})"),
        "a   = 1\nbbb = [1]\nc = {\n  d = 2\n}\n"
    );
    let read = "jsonencode(provider::terraform::decode_tfvars(\"a = 1\\nb = [\\\"x\\\"]\\n\"))";
    assert_eq!(text(read), "{\"a\":1,\"b\":[\"x\"]}");
    assert_eq!(
        error("provider::terraform::encode_tfvars([])"),
        "invalid value to encode: must be an object whose attribute names will become the encoded variable names."
    );
    assert!(
        error("provider::terraform::encode_tfvars({\"a b\"=1})")
            .starts_with("invalid variable name \"a b\": must be")
    );
    assert_eq!(
        error("provider::terraform::decode_tfvars(\"a = b\")"),
        "invalid expression for variable \"a\": <decode_tfvars argument>:1,5-6: Variables not allowed; Variables may not be used here.."
    );
    assert!(
        error("provider::terraform::decode_tfvars(\"a =\")")
            .starts_with("invalid tfvars syntax: <decode_tfvars argument>:1,4-")
    );
}
