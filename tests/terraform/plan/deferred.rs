//! Resources with an unknown number of instances.

use cfn_warden_terraform::{FileSet, PlanSettings, UnknownCount};

use super::planned;

fn files() -> FileSet {
    FileSet::from_iter([
        (
            "main.tf",
            "data \"aws_subnets\" \"all\" {}\nresource \"aws_instance\" \"a\" {\n  for_each      = data.aws_subnets.all.ids\n  subnet_id     = each.value\n  instance_type = \"t3.micro\"\n}\nmodule \"m\" {\n  source = \"./m\"\n  count  = length(data.aws_subnets.all.ids)\n  n      = 1\n}\noutput \"all\" {\n  value = [for one in aws_instance.a : one.arn]\n}\n",
        ),
        (
            "m/main.tf",
            "variable \"n\" {}\nresource \"aws_instance\" \"b\" {\n  count    = var.n\n  monitoring = true\n}\n",
        ),
    ])
}

#[test]
fn they_are_listed_apart() {
    let (plan, run) = planned(&files(), PlanSettings::default(), |_| {});
    assert_eq!(run.located(), Vec::<String>::new());
    assert_eq!(
        plan.deferred,
        ["aws_instance.a[*]", "module.m[*].aws_instance.b[0]"]
    );
    assert_eq!(plan.document["x_static"]["deferred"], 2);
    let deferred = &plan.document["deferred_changes"];
    assert_eq!(deferred[0]["reason"], "instance_count_unknown");
    let change = &deferred[0]["resource_change"]["change"];
    assert_eq!(
        change["after"],
        serde_json::json!({ "instance_type": "t3.micro" })
    );
    assert_eq!(
        change["after_unknown"],
        serde_json::json!({ "subnet_id": true })
    );
    assert_eq!(
        deferred[1]["resource_change"]["change"]["after"]["monitoring"],
        true
    );
    assert_eq!(
        plan.document["resource_changes"].as_array().unwrap().len(),
        1
    );
    assert_eq!(
        plan.document["output_changes"]["all"]["after_unknown"],
        true
    );
}

#[test]
fn or_one_stands_for_all() {
    let (plan, _) = planned(&files(), PlanSettings::default(), |settings| {
        settings.unknown_count = UnknownCount::One
    });
    assert_eq!(plan.deferred, Vec::<String>::new());
    let addresses: Vec<&str> = plan.document["resource_changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| change["address"].as_str().unwrap())
        .collect();
    assert_eq!(
        addresses,
        [
            "data.aws_subnets.all",
            "aws_instance.a[*]",
            "module.m[*].aws_instance.b[0]"
        ]
    );
}
