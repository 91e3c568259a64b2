//! `check-vars`: findings, their locations, and incomplete checks.

use bumpalo::Bump;
use cfn_warden::engine::{FailOn, Run, Status, check_variables};
use cfn_warden::report::{Paint, by_name};
use cfn_warden_terraform::schema::Additional;
use cfn_warden_terraform::variables::{Check, Conversion};
use cfn_warden_terraform::{FileSet, Host, Settings};

/// Checks the values of a module's files.
pub fn checked<T>(
    files: &[(&str, &str)],
    (conversion, additional): (Conversion, Additional),
    look: impl FnOnce(&Run<'_>) -> T,
) -> T {
    let files: FileSet = files.iter().copied().collect();
    let host = Host::from_files(&files);
    let settings = Settings::new(&host);
    let asked = Check {
        settings: &settings,
        conversion,
        additional,
        name: &str::to_owned,
    };
    let arena = Bump::new();
    look(&check_variables(&asked, FailOn::Error, &arena))
}

pub const STRICT: (Conversion, Additional) = (Conversion::Strict, Additional::Allowed);
const AS_TERRAFORM: (Conversion, Additional) = (Conversion::AsTerraform, Additional::Allowed);

/// Returns findings and incomplete checks as lines of location, rule and message, with their causes below.
fn said(files: &[(&str, &str)], how: (Conversion, Additional)) -> Vec<String> {
    checked(files, how, |run| {
        let findings = run.findings.iter().flat_map(|finding| {
            let at = finding.span.start;
            let place = format!("{}:{}:{}", finding.file, at.line, at.column);
            let causes = finding
                .children
                .iter()
                .map(|cause| format!("  {}", cause.message));
            std::iter::once(format!("{place} {}: {}", finding.rule.id, finding.message))
                .chain(causes)
        });
        let incomplete = run.incomplete.iter().map(|fault| {
            let at = fault
                .at
                .map_or_else(String::new, |at| format!(":{}:{}", at.line, at.column));
            format!("{}{at} not checked: {}", fault.file, fault.message)
        });
        findings.chain(incomplete).collect()
    })
}

const MODULE: &str = r#"
variable "name" {
  type = string
  validation {
    condition     = can(regex("^[a-z]+$", var.name))
    error_message = "The name ${upper(var.name)} has other than small letters."
  }
}
variable "ports" {
  type    = list(object({ number = number, name = optional(string, "http") }))
  default = []
  validation {
    condition     = alltrue([for port in var.ports : port.number < 1024])
    error_message = "Ports are below 1024."
  }
}
variable "stage" {
  type     = string
  default  = "dev"
  nullable = false
  validation {
    condition     = var.stage != "prod" || var.name == "web"
    error_message = "Only web is in production."
  }
}
"#;

#[test]
fn values_that_fit_are_compliant() {
    for values in [
        "name = \"web\"\nstage = \"prod\"\nports = [{ number = 80 }]\n",
        "name = \"a\"\nstage = null\n",
    ] {
        let files = [("main.tf", MODULE), ("terraform.tfvars", values)];
        assert_eq!(said(&files, STRICT), [""; 0], "{values}");
        assert_eq!(checked(&files, STRICT, |run| run.status()), Status::Pass);
    }
}

#[test]
fn each_mistake_is_said_at_its_place_with_the_modules_words() {
    let values = "name  = \"Api\"\nports = [\n  { number = 80, name = 1 },\n  { number = \"443\" },\n  { number = 8080 },\n]\nstage = \"prod\"\n";
    let expected = [
        "a.auto.tfvars:1:9 variable_validation: The name API has other than small letters.",
        "  main.tf:5: can(regex(\"^[a-z]+$\", var.name)) is not met",
        "a.auto.tfvars:2:9 variable_validation: Ports are below 1024.",
        "  main.tf:13: alltrue([for port in var.ports : port.number < 1024]) is not met",
        "a.auto.tfvars:3:25 variable_type: ports[0].name: expected a string, found a number",
        "a.auto.tfvars:4:14 variable_type: ports[1].number: expected a number, found a string",
        "a.auto.tfvars:7:9 variable_validation: Only web is in production.",
        "  main.tf:22: var.stage != \"prod\" || var.name == \"web\" is not met",
    ];
    assert_eq!(
        said(&[("main.tf", MODULE), ("a.auto.tfvars", values)], STRICT),
        expected
    );
}

#[test]
fn places_in_json_are_those_of_the_file() {
    let values = "{\n  \"$schema\": \"schema.json\",\n  \"name\": \"web\",\n  \"ports\": [\n    {\"number\": true}\n  ]\n}\n";
    let expected = [
        "terraform.tfvars.json:5:16 variable_type: ports[0].number: expected a number, found a boolean",
    ];
    let said = said(
        &[("main.tf", MODULE), ("terraform.tfvars.json", values)],
        STRICT,
    );
    // Terraform's own conversion also fails, but the mistake is reported once.
    assert_eq!(said, expected);
}

#[test]
fn missing_and_undeclared_names_are_said() {
    let files = [
        ("main.tf", MODULE),
        ("terraform.tfvars", "nmae = \"web\"\n"),
    ];
    let undeclared = "terraform.tfvars:1:8 variable_undeclared: the module declares no variable \"nmae\". Did you mean \"name\"?";
    let missing =
        "main.tf:2:1 variable_required: the variable \"name\" has no default and no value";
    assert_eq!(said(&files, STRICT), [missing, undeclared]);
    let files = [
        ("main.tf", MODULE),
        (
            "terraform.tfvars",
            "name = \"web\"\nother = 1\nports = [{ number = 1, x = 2 }]\n",
        ),
    ];
    assert_eq!(checked(&files, STRICT, |run| run.status()), Status::Pass);
    let refused = said(&files, (Conversion::Strict, Additional::Refused));
    assert_eq!(refused.len(), 2, "{refused:?}");
    assert!(
        refused[1].ends_with("ports[0].x: \"x\" is not expected here"),
        "{refused:?}"
    );
    assert_eq!(
        checked(&files, (Conversion::Strict, Additional::Refused), |run| run
            .status()),
        Status::Fail
    );
}

#[test]
fn what_terraform_converts_passes_where_that_is_asked_for() {
    let module = "variable \"n\" { type = number }\nvariable \"o\" { type = object({ a = string, b = optional(bool) }) }\nvariable \"s\" { type = set(string) }\n";
    let values = "n = \"12\"\no = { a = 1, b = null }\ns = [\"a\", \"a\"]\n";
    let files = [("main.tf", module), ("terraform.tfvars", values)];
    let expected = [
        "terraform.tfvars:1:5 variable_type: n: expected a number, found a string",
        "terraform.tfvars:2:11 variable_type: o.a: expected a string, found a number",
        "terraform.tfvars:2:18 variable_type: o.b: expected a boolean, found null",
        "terraform.tfvars:3:5 variable_type: s: expected unique items",
    ];
    assert_eq!(said(&files, STRICT), expected);
    assert_eq!(said(&files, AS_TERRAFORM), [""; 0]);
    let files = [
        ("main.tf", module),
        ("terraform.tfvars", "n = \"x\"\no = {}\ns = {}\n"),
    ];
    let expected = [
        "terraform.tfvars:1:5 variable_type: n: expected a number, found a string",
        "terraform.tfvars:2:5 variable_type: o: \"a\" is missing",
        "terraform.tfvars:3:5 variable_type: s: expected an array, found an object",
    ];
    assert_eq!(said(&files, AS_TERRAFORM), expected);
}

#[test]
fn a_value_next_to_a_wrong_one_is_converted() {
    let module = r#"
variable "ports" { type = list(number) }
variable "names" { type = set(string) }
variable "sizes" { type = map(number) }
variable "rule" { type = object({ from = number, open = optional(bool), pair = tuple([string, number]) }) }
"#;
    let values = r#"ports = ["443", "https", "80"]
names = [1, "a", {}, "a"]
sizes = { a = "1", b = "b" }
rule  = { from = "22", open = "yes", pair = [1, "2"], more = [] }
"#;
    let files = [("main.tf", module), ("terraform.tfvars", values)];
    let expected = [
        "terraform.tfvars:1:17 variable_type: ports[1]: expected a number or null, found a string",
        "terraform.tfvars:2:18 variable_type: names[2]: expected a string or null, found an object",
        "terraform.tfvars:3:24 variable_type: sizes.b: expected a number or null, found a string",
        "terraform.tfvars:4:31 variable_type: rule.open: expected a boolean or null, found a string",
    ];
    assert_eq!(said(&files, AS_TERRAFORM), expected);
}

#[test]
fn what_only_terraform_refuses_is_said_in_its_words() {
    let files = [
        ("main.tf", "variable \"m\" { type = map(any) }\n"),
        ("terraform.tfvars", "m = { a = 1, b = [] }\n"),
    ];
    let said = said(&files, STRICT);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].starts_with(
            "terraform.tfvars:1:5 variable_type: The given value is not suitable for var.m"
        ),
        "{said:?}"
    );
}

#[test]
fn numbers_beyond_the_range_of_floats_are_checked() {
    let module = "variable \"n\" {\n  type = number\n  validation {\n    condition     = var.n < 10\n    error_message = \"No.\"\n  }\n}\nvariable \"m\" {\n  type = list(number)\n}\n";
    let with = |values| said(&[("main.tf", module), ("terraform.tfvars", values)], STRICT);
    assert_eq!(with("n = -1e400\nm = [1e400]\n"), Vec::<String>::new());
    let found = with("n = 1e400\nm = []\n");
    assert!(
        found[0].starts_with("terraform.tfvars:1:5 variable_validation:"),
        "{found:?}"
    );
}

#[test]
fn a_condition_that_cannot_be_told_is_no_pass() {
    let module = "variable \"x\" {\n  default = \"a\"\n  validation {\n    condition = var.x == data.aws_region.here.id\n    error_message = \"No.\"\n  }\n}\n";
    let files = [("main.tf", module)];
    let expected = [
        "main.tf:4:17 not checked: a condition of \"x\" cannot be evaluated: data.aws_region.here.id is not known",
    ];
    assert_eq!(said(&files, STRICT), expected);
    assert_eq!(checked(&files, STRICT, |run| run.status()), Status::Error);
}

#[test]
fn a_condition_without_a_value_is_not_met() {
    let module = "variable \"x\" {\n  default = \"a\"\n  validation {\n    condition = regex(\"b\", var.x) == \"b\"\n    error_message = \"No.\"\n  }\n  validation {\n    condition = null\n    error_message = \"No.\"\n  }\n}\n";
    let said = said(&[("main.tf", module)], STRICT);
    assert!(
        said[0]
            .starts_with("main.tf:2:13 variable_validation: the condition cannot be evaluated: "),
        "{said:?}"
    );
    assert!(
        said[2].ends_with("the condition is null; expected true or false"),
        "{said:?}"
    );
}

#[test]
fn sensitive_values_are_shown_nowhere() {
    let module = r#"
variable "password" {
  type      = object({ text = string })
  sensitive = true
  validation {
    condition     = length(var.password.text) > 12
    error_message = "The password ${var.password.text} is too short."
  }
}
variable "other" {
  default = 1
  validation {
    condition     = tonumber(var.password.text) > var.other
    error_message = "No."
  }
}
variable "key" {
  type      = map(number)
  sensitive = true
}
"#;
    let values = "password = {\n text = \"é-s3cr3t\" }\npasswort = \"s3cr3t\"\nkey = { s3cr3t = \"s3cr3t\" }\n";
    // The overridden value in another file is as secret; here it is on the line of a finding.
    let earlier = "{\"password\": {\"text\": \"s3cr3t\"}, \"misspelt\": \"s3cr3t\"}";
    let files = [
        ("main.tf", module),
        ("terraform.tfvars.json", earlier),
        ("z.auto.tfvars", values),
    ];
    checked(&files, STRICT, |run| {
        assert_eq!(run.findings.len(), 5, "{:#?}", run.findings);
        for format in [
            "pretty",
            "json",
            "sarif",
            "html",
            "markdown",
            "cfn-lint-pretty",
            "junit",
            "github",
        ] {
            let mut out = Vec::new();
            by_name(format)
                .unwrap()
                .write(run, Paint::Plain, &mut out)
                .unwrap();
            let out = String::from_utf8(out).unwrap();
            assert!(out.contains("password"), "{format}");
            assert!(!out.contains("s3cr3t"), "{format}: {out}");
        }
    });
}

#[test]
fn what_cannot_be_read_is_a_fault() {
    let rows: [(&[(&str, &str)], &str); 5] = [
        (&[("main.tf", "variable {")], "main.tf:1:11 not checked: "),
        (
            &[
                ("main.tf", "variable \"x\" {}\n"),
                ("terraform.tfvars", "x = ["),
            ],
            "terraform.tfvars:1:6 not checked: ",
        ),
        (
            &[
                ("main.tf", "variable \"x\" {}\n"),
                ("terraform.tfvars", "x = var.y\n"),
            ],
            "terraform.tfvars:1:5 not checked: Variables not allowed",
        ),
        (
            &[("main.tf", "locals {}\n")],
            ". not checked: the module declares no variables",
        ),
        (&[], ". not checked: the module declares no variables"),
    ];
    for (files, expected) in rows {
        let said = said(files, STRICT);
        assert!(said.len() == 1 && said[0].starts_with(expected), "{said:?}");
        assert_eq!(checked(files, STRICT, |run| run.status()), Status::Error);
    }
}

#[test]
fn a_text_that_a_template_would_read_otherwise_is_a_text() {
    let module = "variable \"n\" { type = number }\nvariable \"s\" { type = set(any) }\n";
    let files = [
        ("main.tf", module),
        (
            "terraform.tfvars",
            "n = \"AWS::Region\"\ns = [\"1\", 1, \"{{resolve:ssm:a}}\"]\n",
        ),
    ];
    let expected = ["terraform.tfvars:1:5 variable_type: n: expected a number, found a string"];
    assert_eq!(said(&files, STRICT)[..1], expected);
}

#[test]
fn values_are_taken_and_conditions_met_as_by_terraform() {
    let rows = super::support::lines("variables.jsonl");
    for row in &rows {
        let [declared, value, verdict] =
            ["declared", "value", "verdict"].map(|name| row[name].as_str().unwrap());
        let condition = row["condition"].as_str().map_or_else(String::new, |condition| {
            format!("  validation {{\n    condition = {condition}\n    error_message = \"No.\"\n  }}\n")
        });
        let module = format!("variable \"x\" {{\n{declared}{condition}}}\n");
        let said = said(
            &[
                ("main.tf", &module),
                ("terraform.tfvars", &format!("x = {value}\n")),
            ],
            AS_TERRAFORM,
        );
        let first = said.first().map_or("", String::as_str);
        let ours = match (
            first.contains("variable_type: "),
            first.contains("variable_validation: "),
        ) {
            (true, _) => "type",
            (_, true) if first.ends_with(": No.") => "condition",
            (_, true) => "value",
            _ if first.is_empty() => "pass",
            _ => first,
        };
        assert_eq!(ours, verdict, "{row}: {said:?}");
    }
    assert_eq!(rows.len(), 400);
}
