//! Hostile variables: deep or numerous types and conditions, and values for them, are processed in a short time.

use std::time::{Duration, Instant};

use cfn_warden::engine::Status;
use cfn_warden_terraform::schema::{Options, variables};
use cfn_warden_terraform::{FileSet, Host};

use super::support::roomy;
use super::variables::{STRICT, checked};

/// Returns the length of the schema and the result for values. Each must be computed within a generous limit.
fn answered(module: &str, values: &str) -> (Option<usize>, Status) {
    let begun = Instant::now();
    let files = FileSet::from_iter([("main.tf", module)]);
    let schema = variables(&Host::from_files(&files))
        .and_then(|variables| variables.schema(&Options::default()));
    let length = schema.ok().map(|schema| schema.json.line().len());
    let status = checked(
        &[("main.tf", module), ("terraform.tfvars", values)],
        STRICT,
        |run| run.status(),
    );
    assert!(
        begun.elapsed() < Duration::from_secs(20),
        "{:?}",
        begun.elapsed()
    );
    (length, status)
}

fn variable(ty: &str, condition: &str) -> String {
    format!(
        "variable \"x\" {{\n  type = {ty}\n  validation {{\n    condition = {condition}\n    error_message = \"No.\"\n  }}\n}}\n"
    )
}

#[test]
fn deep_types_and_values() {
    roomy(|| {
        let nested = |count: usize| {
            format!(
                "variable \"x\" {{ type = {}string{} }}\n",
                "list(".repeat(count),
                ")".repeat(count)
            )
        };
        let value = |count: usize| format!("x = {}{}\n", "[".repeat(count), "]".repeat(count));
        assert_eq!(answered(&nested(50), &value(50)).1, Status::Pass);
        let (length, status) = answered(&nested(390), &value(390));
        assert!(length.is_some_and(|length| length > 390));
        assert_eq!(status, Status::Error);
        assert_eq!(answered(&nested(10_000), &value(1)), (None, Status::Error));
        let objects = format!(
            "{}string{}",
            "object({ a = optional(".repeat(90),
            ") })".repeat(90)
        );
        assert!(
            answered(
                &format!("variable \"x\" {{ type = {objects} }}\n"),
                "x = {}\n"
            )
            .0
            .is_some()
        );
    });
}

#[test]
fn long_and_deep_conditions() {
    roomy(|| {
        let many: Vec<String> = (0..400).map(|at| format!("var.x == {at}")).collect();
        assert_eq!(
            answered(&variable("number", &many.join(" || ")), "x = 399\n").1,
            Status::Pass
        );
        let listed = (0..50_000)
            .map(|at| at.to_string())
            .collect::<Vec<_>>()
            .join(", ");
        let (length, status) = answered(
            &variable("number", &format!("contains([{listed}], var.x)")),
            "x = -1\n",
        );
        assert!(length.is_some_and(|length| length > 250_000));
        assert_eq!(status, Status::Fail);
        // Each level could match several forms.
        let mut deep = "var.x.a.b != 1".to_owned();
        for at in 0..190 {
            let operator = if at % 2 == 0 { "&&" } else { "||" };
            deep = format!("(var.x.a.b == null {operator} {deep})");
        }
        let object = "object({ a = object({ b = optional(number) }) })";
        assert_eq!(
            answered(&variable(object, &deep), "x = { a = { b = 2 } }\n").1,
            Status::Fail
        );
        assert_eq!(
            answered(
                &variable(
                    "number",
                    "length(setproduct(range(1000), range(1000), range(1000))) > var.x"
                ),
                "x = 1\n"
            )
            .1,
            Status::Error
        );
    });
}

#[test]
fn patterns_that_take_long() {
    let condition = "can(regex(\"^(a+)+$\", var.x))";
    let value = format!("x = \"{}b\"\n", "a".repeat(5_000));
    assert_eq!(
        answered(&variable("string", condition), &value).1,
        Status::Fail
    );
    let repeated = format!("can(regex(\"{}\", var.x))", "(a{1,500}){1,500}".repeat(50));
    assert!(matches!(
        answered(&variable("string", &repeated), "x = \"a\"\n").1,
        Status::Fail | Status::Error
    ));
}

#[test]
fn many_variables_and_values() {
    let module: String = (0..3_000)
        .map(|at| format!("variable \"x{at}\" {{\n  type = set(number)\n}}\n"))
        .collect();
    let values: String = (0..3_000)
        .map(|at| format!("x{at} = [1, 2, 3]\n"))
        .collect();
    assert_eq!(answered(&module, &values).1, Status::Pass);
    let items = (0..4_000)
        .map(|at| at.to_string())
        .collect::<Vec<_>>()
        .join(", ");
    assert_eq!(
        answered(
            "variable \"x\" { type = set(number) }\n",
            &format!("x = [{items}]\n")
        )
        .1,
        Status::Pass
    );
}
