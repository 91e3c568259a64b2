//! Tests of controls on Terraform configurations.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::cli::{folder, run};
use crate::policies::{all_files, cases, is_for_plans};
use crate::recorded::root;

/// Checks a configuration with controls; returns the rules and the resources of the findings.
fn found_in_terraform(text: &str, controls: &str) -> Vec<String> {
    let here = folder("policies-terraform");
    here.file("main.tf", text);
    let path = here.path().to_str().unwrap().to_owned();
    let ended = run(
        &[
            "check", &path, "--pack", controls, "--lint", "off", "--format", "json",
        ],
        "",
    );
    let answer: Value =
        serde_json::from_str(&ended.out).unwrap_or_else(|error| panic!("{error}: {}", ended.err));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let one = |one: &Value| {
        format!(
            "{} {} {}",
            text(&one["rule"]),
            one["location"]["start"]["line"],
            text(&one["severity"])
        )
    };
    let of_controls = |one: &&Value| one["control"].is_object();
    answer["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(of_controls)
        .map(one)
        .collect()
}

#[test]
fn controls_do_not_judge_data_sources() {
    let text = |mode: &str| format!("{mode} \"aws_lb\" \"x\" {{\n  name = \"x\"\n}}\n");
    assert!(found_in_terraform(&text("data"), "ELB.4,ELB.6").is_empty());
    assert_eq!(
        found_in_terraform(&text("resource"), "ELB.4,ELB.6"),
        ["ELB.4 1 error", "ELB.6 1 error"]
    );
    let both = format!("{}{}", text("data"), text("resource"));
    assert_eq!(found_in_terraform(&both, "ELB.6"), ["ELB.6 4 error"]);
}

#[test]
fn values_of_terraform_arguments_may_be_texts() {
    let text = |public: &str, days: &str| {
        format!(
            "resource \"aws_db_instance\" \"x\" {{\n  publicly_accessible = {public}\n  backup_retention_period = {days}\n}}\n"
        )
    };
    let found = |public, days| found_in_terraform(&text(public, days), "RDS.2,RDS.11");
    assert!(found("\"false\"", "\"14\"").is_empty());
    assert_eq!(found("\"true\"", "\"3\""), found("true", "3"));
    assert_eq!(found("true", "3").len(), 2);
    let ports = |from: &str| {
        format!(
            "resource \"aws_security_group\" \"x\" {{\n  ingress {{\n    protocol = \"tcp\"\n    from_port = {from}\n    \
             to_port = {from}\n    cidr_blocks = [\"0.0.0.0/0\"]\n  }}\n}}\n"
        )
    };
    assert!(found_in_terraform(&ports("\"443\""), "EC2.13").is_empty());
    assert_eq!(found_in_terraform(&ports("\"22\""), "EC2.13").len(), 1);
}

#[test]
fn a_resource_that_is_not_known_does_not_hide_a_violation_of_another() {
    let text = |of_other: &str| {
        format!(
            "variable \"rules\" {{\n  type = list(number)\n}}\nresource \"aws_security_group\" \"other\" {{\n{of_other}}}\n\
             resource \"aws_security_group\" \"open\" {{\n  ingress {{\n    protocol = \"tcp\"\n    from_port = 22\n    \
             to_port = 22\n    cidr_blocks = [\"0.0.0.0/0\"]\n  }}\n}}\n"
        )
    };
    let unknown = "  dynamic \"ingress\" {\n    for_each = var.rules\n    content {\n      protocol = \"tcp\"\n      \
                   from_port = ingress.value\n      to_port = ingress.value\n      cidr_blocks = [\"10.0.0.0/8\"]\n    }\n  }\n";
    for control in ["EC2.13", "EC2.53"] {
        let errors = |of_other: &str| {
            let found = found_in_terraform(&text(of_other), control);
            found
                .into_iter()
                .filter(|one| one.ends_with("error"))
                .count()
        };
        assert_eq!((errors(""), errors(unknown)), (1, 1), "{control}");
    }
}

/// Checks the plan of one new resource in a module of a module with a control; returns the severities of the findings.
fn found_in_plan(kind: &str, expressions: &Value, unknown: &[&str], control: &str) -> Vec<String> {
    let here = folder("policies-terraform-plan");
    let resource = json!({ "address": format!("{kind}.x"), "mode": "managed", "type": kind, "name": "x", "expressions": expressions });
    let module = json!({ "module_calls": { "n": { "source": "./n", "module": { "resources": [resource] } } } });
    let marks: serde_json::Map<String, Value> = unknown
        .iter()
        .map(|name| ((*name).to_owned(), true.into()))
        .collect();
    let plan = json!({
        "format_version": "1.2",
        "resource_changes": [{
            "address": format!("module.m[\"x.y\"].module.n[0].{kind}.x"), "module_address": "module.m[\"x.y\"].module.n[0]",
            "mode": "managed", "type": kind, "name": "x",
            "change": { "actions": ["create"], "before": null, "after": {}, "after_unknown": marks }
        }],
        "configuration": { "root_module": { "module_calls": { "m": { "source": "./m", "module": module } } } }
    });
    let path = here.file("plan.json", &plan.to_string());
    let ended = run(
        &[
            "check", &path, "--pack", control, "--lint", "off", "--format", "json",
        ],
        "",
    );
    let answer: Value =
        serde_json::from_str(&ended.out).unwrap_or_else(|error| panic!("{error}: {}", ended.err));
    let severity = |finding: &Value| finding["severity"].as_str().unwrap().to_owned();
    answer["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(severity)
        .collect()
}

#[test]
fn arguments_that_a_plan_does_not_set_are_judged_as_in_the_configuration() {
    let set = |name: &str| json!({ name: { "references": ["var.value"] } });
    for (kind, argument, control, unset, to_unknown) in [
        (
            "aws_ebs_volume",
            "encrypted",
            "EC2.3",
            vec!["error"],
            vec!["warning"],
        ),
        (
            "aws_instance",
            "metadata_options",
            "EC2.8",
            vec!["error"],
            vec!["warning"],
        ),
        ("aws_kms_key", "policy", "KMS.5", vec![], vec!["warning"]),
        (
            "aws_security_group",
            "ingress",
            "EC2.53",
            vec![],
            vec!["warning"],
        ),
    ] {
        assert_eq!(
            found_in_plan(kind, &json!({}), &[argument, "id"], control),
            unset,
            "{control}"
        );
        assert_eq!(
            found_in_plan(kind, &set(argument), &[argument, "id"], control),
            to_unknown,
            "{control}"
        );
    }
}

#[test]
fn a_secondary_in_a_module_of_a_module_is_told_from_a_group_that_is_none() {
    let unknown = [
        "global_replication_group_id",
        "at_rest_encryption_enabled",
        "transit_encryption_enabled",
    ];
    let member = json!({ "global_replication_group_id": { "references": ["var.group"] } });
    for control in ["ElastiCache.4", "ElastiCache.5"] {
        let found = |expressions: &Value| {
            found_in_plan(
                "aws_elasticache_replication_group",
                expressions,
                &unknown,
                control,
            )
        };
        assert_eq!(
            (found(&json!({})), found(&member)),
            (vec!["error".to_owned()], vec!["informational".to_owned()]),
            "{control}"
        );
    }
}

/// Calls a function for each value below another one, with the names on the way; lists have none.
fn each_value(value: &Value, path: &str, each: &mut dyn FnMut(&str, &Value)) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                let path = if path.is_empty() {
                    name.clone()
                } else {
                    format!("{path}.{name}")
                };
                each_value(value, &path, each);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| each_value(item, path, each)),
        other => each(path, other),
    }
}

#[test]
fn the_types_of_arguments_that_rules_for_plans_read_are_known() {
    let table = std::fs::read_to_string(root().join("crates/terraform/src/provider/arguments.txt"))
        .unwrap();
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let known: BTreeSet<String> = lines
        .flat_map(|line| {
            let mut words = line.split(' ');
            let (kind, ty) = (words.next().unwrap(), words.next().unwrap());
            words
                .map(|path| format!("{kind} {ty} {path}"))
                .collect::<Vec<_>>()
        })
        .collect();
    // Of the provider, these are texts: "true", "false" or "".
    let texts = [
        "aws_elasticache_replication_group bool at_rest_encryption_enabled",
        "aws_launch_template bool network_interfaces.associate_public_ip_address",
        "aws_redshift_cluster bool encrypted",
    ];
    let mut missing = BTreeSet::new();
    for file in all_files().iter().filter(|file| is_for_plans(file)) {
        for case in cases(file) {
            let input: Value = serde_json::from_str(&case.template).unwrap();
            for resource in input["resource_changes"].as_array().into_iter().flatten() {
                each_value(&resource["change"]["after"], "", &mut |path, value| {
                    let ty = if value.is_boolean() { "bool" } else { "number" };
                    let entry = format!("{} {ty} {path}", resource["type"].as_str().unwrap());
                    if (value.is_boolean() || value.is_number())
                        && !texts.contains(&entry.as_str())
                        && !known.contains(&entry)
                    {
                        missing.insert(entry);
                    }
                });
            }
        }
    }
    assert!(missing.is_empty(), "not in arguments.txt: {missing:#?}");
}

#[test]
fn arguments_that_providers_compute_are_those_that_rules_for_plans_read() {
    let table =
        std::fs::read_to_string(root().join("crates/engine/src/planned/computed.txt")).unwrap();
    let rules: Vec<String> = all_files()
        .iter()
        .filter(|file| is_for_plans(file))
        .map(|file| std::fs::read_to_string(file).unwrap())
        .collect();
    let lines: Vec<&str> = table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert!(lines.is_sorted(), "{lines:#?}");
    for line in lines {
        let (kind, arguments) = line.split_once(' ').unwrap();
        for argument in arguments.split(' ') {
            let names: Vec<&str> = argument.split('.').collect();
            let reads = |rule: &&String| {
                rule.contains(kind) && names.iter().all(|name| rule.contains(name))
            };
            assert!(rules.iter().any(|rule| reads(&rule)), "{kind} {argument}");
        }
    }
}
