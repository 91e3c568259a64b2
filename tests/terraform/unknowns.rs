//! Values that a plan does not know: expressions with the answers of Terraform 1.11.4, recorded by
//! `scripts/terraform_fuzz.py --record`, and what references to resources and modules see.

use cfn_warden_terraform::{
    FileSet, Host, Language, PlanSettings, References, Settings, evaluate, evaluate_expression,
    plan,
};
use serde_json::{Value as Json, json};

use super::printed::printed;
use super::support::{eval, folder, lines, roomy};

#[test]
fn expressions_with_unknown_values_have_the_answers_of_the_reference() {
    roomy(|| {
        let module = std::fs::read_to_string(folder("unknowns/console.tf")).unwrap();
        let files = FileSet::from_iter([("main.tf", module.as_str())]);
        let rows = lines("unknowns/rows.jsonl");
        assert_eq!(rows.len(), 1000);
        let differences: Vec<String> = rows
            .iter()
            .filter_map(|row| difference(&files, row))
            .collect();
        assert!(
            differences.is_empty(),
            "{} differ:\n{}",
            differences.len(),
            differences.join("\n")
        );
    });
}

fn difference(files: &FileSet, row: &Json) -> Option<String> {
    let expression = row["expr"].as_str().unwrap();
    match (eval(files, expression), row.get("error")) {
        (Err(_), Some(_)) => None,
        (Ok(value), None) => {
            let (value, ty) = (printed(&value), value.ty().notation());
            // A heredoc in the recorded answer is not on one line.
            let same = row["value"].as_str().unwrap().contains("EOT") || row["value"] == value;
            (!same || row["type"] != ty).then(|| {
                format!(
                    "{expression}: {value} ({ty}), not {} ({})",
                    row["value"], row["type"]
                )
            })
        }
        (value, error) => Some(format!("{expression}: {value:?}, not {error:?}")),
    }
}

/// Returns the known part of an output and its unknown part, and the errors.
fn output(files: &[(&str, &str)]) -> (Json, Json, Vec<String>) {
    let files = FileSet::from_iter(files.iter().copied());
    let host = Host::from_files(&files);
    let mut settings = Settings::new(&host);
    settings.references = References::Planned;
    let run = evaluate(&settings);
    let plan = plan(&run, &settings, &PlanSettings::default()).unwrap();
    let change = &plan.document["output_changes"]["o"];
    (
        change["after"].clone(),
        change["after_unknown"].clone(),
        run.located(),
    )
}

#[test]
fn providers_can_add_attributes_at_every_depth() {
    let text = r#"
        resource "aws_eks_cluster" "c" {
          name = "c"
          role = null
          vpc_config { subnet_ids = ["a"] }
        }
        resource "aws_instance" "i" {
          tags = { Name = "x" }
          dynamic "ebs_block_device" {
            for_each = ["a"]
            content { device_name = ebs_block_device.value }
          }
        }
        resource "awscc_eks_cluster" "a" {
          vpc = { subnet_ids = ["a"], inner = [{ x = 1 }] }
        }
        resource "kubernetes_service" "k" {
          metadata { labels = { app = "a" } }
        }
        data "aws_ami" "d" {
          filter { name = "x" }
        }
        output "o" {
          value = {
            block     = try(aws_eks_cluster.c.vpc_config[0].cluster_security_group_id, "none")
            dynamic   = try(aws_instance.i.ebs_block_device[0].volume_id, "none")
            nested    = try(awscc_eks_cluster.a.vpc.inner[0].y, "none")
            looked_up = lookup(awscc_eks_cluster.a.vpc, "id", "none")
            merged    = merge(awscc_eks_cluster.a.vpc, { b = 1 })["id"]
            data      = try(data.aws_ami.d.filter[0].values, "none")
            splat     = one(aws_eks_cluster.c.vpc_config[*].vpc_id)
            can       = can(awscc_eks_cluster.a.vpc.id)
            null      = aws_eks_cluster.c.role
            written   = aws_eks_cluster.c.vpc_config[0].subnet_ids
            inner     = awscc_eks_cluster.a.vpc.inner[0].x
            labels    = kubernetes_service.k.metadata[0].labels
            tags      = merge(aws_instance.i.tags, { B = "c" })
          }
        }"#
    .replace(
        "vpc_config { subnet_ids = [\"a\"] }",
        "vpc_config {\n subnet_ids = [\"a\"]\n}",
    );
    let (known, unknown, errors) = output(&[("main.tf", &text)]);
    assert_eq!(errors, Vec::<String>::new());
    let expected = json!({"written": ["a"], "inner": 1, "labels": {"app": "a"}, "tags": {"Name": "x", "B": "c"}});
    assert_eq!(known, expected);
    for name in [
        "block",
        "dynamic",
        "nested",
        "looked_up",
        "merged",
        "data",
        "splat",
        "can",
        "null",
    ] {
        assert_eq!(unknown[name], true, "{name}");
    }
}

const NETWORK: &str = r#"
    variable "vm" {}
    variable "cidr" {}
    output "subnet" { value = cidrsubnet(var.cidr, 8, 1) }
    output "echo" { value = "of-${var.vm}" }
    resource "terraform_data" "inner" { input = var.vm }"#;

#[test]
fn an_argument_may_depend_on_another_output_of_the_same_module() {
    let text = r#"
        resource "terraform_data" "vm" { input = module.net.subnet }
        module "net" {
          source = "./net"
          vm     = terraform_data.vm.input
          cidr   = "10.0.0.0/8"
        }
        module "chain" {
          source = "./net"
          vm     = local.subnet
          cidr   = "10.1.0.0/16"
        }
        locals { subnet = module.chain.subnet }
        output "o" { value = [terraform_data.vm.input, module.net.echo, module.chain.echo] }"#;
    let (known, _, errors) = output(&[("main.tf", text), ("net/main.tf", NETWORK)]);
    assert_eq!(errors, Vec::<String>::new());
    assert_eq!(
        known,
        json!(["10.1.0.0/16", "of-10.1.0.0/16", "of-10.1.1.0/24"])
    );
}

#[test]
fn an_argument_that_depends_on_itself_is_a_cycle() {
    let through = |argument: &str| {
        format!(
            "module \"net\" {{\n source = \"./net\"\n vm = {argument}\n cidr = \"10.0.0.0/8\"\n}}\n\
             resource \"terraform_data\" \"vm\" {{\n input = module.net.echo\n}}\nlocals {{\n l = module.net.echo\n}}\n"
        )
    };
    for argument in ["terraform_data.vm.input", "local.l", "module.net.echo"] {
        let (_, _, errors) = output(&[("main.tf", &through(argument)), ("net/main.tf", NETWORK)]);
        assert!(!errors.is_empty(), "{argument}");
        assert!(
            errors
                .iter()
                .all(|error| error.contains("Cycle") || error.contains("circular")),
            "{errors:?}"
        );
    }
}

#[test]
fn an_error_that_only_a_default_causes_is_not_one_of_the_module() {
    let text = r#"
        variable "name" {
          type    = string
          default = null
        }
        locals {
          always = [][0]
        }
        output "o" { value = { of_default = "x-${var.name}" } }"#;
    let files = FileSet::from_iter([("main.tf", text)]);
    let host = Host::from_files(&files);
    let mut settings = Settings::new(&host);
    settings.references = References::Planned;
    let run = evaluate(&settings);
    let summaries = |errors: &[cfn_warden_terraform::Diagnostic]| -> Vec<String> {
        errors.iter().map(|error| error.summary.clone()).collect()
    };
    assert_eq!(summaries(&run.errors), ["Invalid index"]);
    assert_eq!(
        summaries(&run.errors_of_defaults),
        ["Invalid template interpolation value"]
    );
    // A value that is given counts as what it is.
    settings.variable_sources.values = vec!["name=null".to_owned()];
    let run = evaluate(&settings);
    assert_eq!((run.errors.len(), run.errors_of_defaults.len()), (1, 0));
    settings.variable_sources.values = vec!["name=x".to_owned()];
    assert_eq!(evaluate(&settings).errors_of_defaults.len(), 0);
}

#[test]
fn an_operand_can_decide_since_terraform_1_12() {
    let files = FileSet::from_iter([("main.tf", "variable \"b\" {\n  type = bool\n}\n")]);
    let of = |expression: &str, language: Language| {
        let host = Host {
            language,
            ..Host::from_files(&files)
        };
        let value = evaluate_expression(&Settings::new(&host), expression);
        value.map_or_else(|_| "error".to_owned(), |value| printed(&value))
    };
    let unknown = "(known after apply)";
    for (expression, before, now) in [
        ("true || [][0]", "error", "true"),
        ("[][0] || true", "error", "true"),
        ("false || [][0]", "error", "error"),
        ("false && [][0]", "error", "false"),
        ("[][0] && false", "error", "false"),
        ("true && [][0]", "error", "error"),
        ("var.b || true", unknown, "true"),
        ("false && var.b", unknown, "false"),
        ("var.b && true", unknown, unknown),
        ("var.b || [][0]", "error", unknown),
        ("[][0] || var.b", "error", "error"),
        ("true || \"x\"", "error", "error"),
        ("true || var.nope", "error", "error"),
        (
            "convert([\"1\", 2], list(number))",
            "error",
            "tolist([ 1, 2, ])",
        ),
        (
            "convert({ a = 1 }, object({ a = string, b = optional(number, 2) }))",
            "error",
            "{ \"a\" = \"1\" \"b\" = 2 }",
        ),
        ("convert(\"x\", number)", "error", "error"),
    ] {
        assert_eq!(
            of(expression, Language::V1_11),
            before,
            "1.11: {expression}"
        );
        assert_eq!(of(expression, Language::V1_15), now, "1.15: {expression}");
    }
}
