//! Arguments that Terraform's plan does not know because the configuration does not set them.

use cfn_warden::engine::{Cache, Input, Request, check};
use serde_json::{Value as Json, json};

/// Returns the verdict on a plan of the clause that a value does not exist.
fn verdict(plan: &Json, value: &str) -> &'static str {
    let rules = format!("rule r {{ {value} !exists }}\n");
    let document = plan.to_string();
    let documents = vec![Input {
        name: "plan.json",
        content: document.as_bytes(),
    }];
    let rules = vec![Input {
        name: "r.guard",
        content: rules.as_bytes(),
    }];
    let run = check(
        &Request {
            documents,
            rules,
            ..Request::default()
        },
        &Cache::default(),
    );
    assert!(run.incomplete.is_empty(), "{plan:#}");
    let counts = run.coverage.rules["r.guard"]["r"];
    match (counts.passed, counts.failed) {
        (1, 0) => "absent",
        (0, 1) => "unknown",
        other => panic!("{other:?}"),
    }
}

/// Returns whether an argument in the planned values of the first resource is absent or unknown.
fn state(plan: &Json, argument: &str) -> &'static str {
    let after = verdict(
        plan,
        &format!("resource_changes[0].change.after.{argument}"),
    );
    let values = verdict(
        plan,
        &format!("planned_values.root_module.resources[0].values.{argument}"),
    );
    assert_eq!(after, values, "{plan:#}");
    after
}

/// Returns the plan of a new resource: what it sets, and what is unknown.
fn plan(address: &str, expressions: Json, after: Json, after_unknown: Json) -> Json {
    let (kind, name) = address.split_once('.').unwrap();
    let configured = json!({ "address": address, "mode": "managed", "type": kind, "name": name, "expressions": expressions });
    let planned = json!({ "address": address, "mode": "managed", "type": kind, "name": name, "values": after });
    let change = json!({ "actions": ["create"], "after": after, "after_unknown": after_unknown });
    json!({
        "format_version": "1.2",
        "planned_values": { "root_module": { "resources": [planned] } },
        "resource_changes": [{ "address": address, "mode": "managed", "type": kind, "name": name, "change": change }],
        "configuration": { "root_module": { "resources": [configured] } },
    })
}

/// Returns the plan of a new volume.
fn volume(expressions: Json) -> Json {
    plan(
        "aws_ebs_volume.v",
        expressions,
        json!({ "size": 8 }),
        json!({ "id": true, "encrypted": true }),
    )
}

#[test]
fn an_argument_that_is_not_set_is_absent() {
    for (expressions, expected) in [
        (json!({ "size": { "constant_value": 8 } }), "absent"),
        (json!({ "encrypted": { "constant_value": null } }), "absent"),
        (json!({ "encrypted": { "constant_value": [] } }), "absent"),
        (
            json!({ "encrypted": { "references": ["terraform_data.t.output", "terraform_data.t"] } }),
            "unknown",
        ),
        // A call of a function.
        (json!({ "encrypted": {} }), "unknown"),
        (
            json!({ "encrypted": { "constant_value": false } }),
            "unknown",
        ),
    ] {
        assert_eq!(
            state(&volume(expressions.clone()), "encrypted"),
            expected,
            "{expressions}"
        );
    }
    let mut bare = volume(json!({}));
    bare["configuration"]["root_module"]["resources"][0]
        .as_object_mut()
        .unwrap()
        .remove("expressions");
    assert_eq!(state(&bare, "encrypted"), "absent");
    // Attributes that cannot be set, and arguments that no rule reads.
    assert_eq!(state(&bare, "id"), "unknown");
    // Rules see what the plan says about it.
    assert_eq!(
        verdict(&bare, "resource_changes[0].change.after_unknown.encrypted"),
        "unknown"
    );
    assert_eq!(
        verdict(&bare, "resource_changes[0].change.after.size"),
        "unknown"
    );
}

#[test]
fn other_resources_keep_their_unknown_arguments() {
    type Edit = fn(&mut Json);
    let edits: [(Edit, &str); 8] = [
        (
            |plan| plan["resource_changes"][0]["change"]["actions"] = json!(["update"]),
            "unknown",
        ),
        (
            |plan| plan["resource_changes"][0]["change"]["actions"] = json!(["delete", "create"]),
            "absent",
        ),
        (
            |plan| plan["resource_changes"][0]["mode"] = "data".into(),
            "unknown",
        ),
        (
            |plan| plan["resource_changes"][0]["module_address"] = "module.m".into(),
            "unknown",
        ),
        (
            |plan| plan["resource_changes"][0]["module_address"] = "m[".into(),
            "unknown",
        ),
        (|plan| plan["configuration"] = json!({}), "unknown"),
        (
            |plan| plan["configuration"]["root_module"]["resources"][0]["mode"] = "data".into(),
            "unknown",
        ),
        // In plans of static evaluation, an argument that is not set is absent already.
        (|plan| plan["x_static"] = json!({}), "unknown"),
    ];
    for (at, (edit, expected)) in edits.into_iter().enumerate() {
        let mut plan = volume(json!({}));
        edit(&mut plan);
        assert_eq!(state(&plan, "encrypted"), expected, "{at}");
    }
}

#[test]
fn a_deposed_object_is_not_the_planned_one() {
    let mut plan = volume(json!({ "encrypted": { "references": ["terraform_data.t"] } }));
    let deposed = json!({
        "address": "aws_ebs_volume.v", "mode": "managed", "type": "aws_ebs_volume", "name": "v", "deposed": "11111111",
        "change": { "actions": ["delete"], "after": null, "after_unknown": {} }
    });
    plan["resource_changes"]
        .as_array_mut()
        .unwrap()
        .push(deposed);
    assert_eq!(state(&plan, "encrypted"), "unknown");
}

#[test]
fn instances_have_the_configuration_of_their_resource() {
    let resource = |encrypted: bool| {
        let set = json!({ "encrypted": { "references": ["var.encrypted"] } });
        let expressions = if encrypted { set } else { json!({}) };
        json!({ "address": "aws_ebs_volume.v", "mode": "managed", "type": "aws_ebs_volume", "name": "v", "expressions": expressions })
    };
    let module = |encrypted: bool, calls: Json| json!({ "resources": [resource(encrypted)], "module_calls": calls });
    // `m` and `m.n` do not set the argument, the root module and `n` do.
    let inner = module(
        false,
        json!({ "n": { "module": module(false, json!({})) } }),
    );
    let root = module(
        true,
        json!({ "m": { "module": inner }, "n": { "module": module(true, json!({})) } }),
    );
    for (address, index, expected) in [
        ("", "", "unknown"),
        ("", "[0]", "unknown"),
        ("module.m", "", "absent"),
        ("module.m", "[3]", "absent"),
        ("module.m", "[\"a.b[0]\"]", "absent"),
        ("module.m[0]", "", "absent"),
        ("module.m[\"a.b\"]", "", "absent"),
        ("module.m[\"module.n\"]", "", "absent"),
        (
            "module.m[\"]\\\\\\\".module.n[\"].module.n[12]",
            "[\"x\"]",
            "absent",
        ),
        ("module.m[\"a\\\\\"].module.n", "", "absent"),
        ("module.n", "", "unknown"),
        ("module.n.module.m", "", "unknown"),
        // These are not addresses.
        ("module.m[\"a\"", "", "unknown"),
        ("module.m.", "", "unknown"),
        ("module.m[0]x", "", "unknown"),
    ] {
        let mut plan = volume(json!({}));
        let dot = if address.is_empty() { "" } else { "." };
        let full = format!("{address}{dot}aws_ebs_volume.v{index}");
        plan["resource_changes"][0]["address"] = full.as_str().into();
        if !address.is_empty() {
            plan["resource_changes"][0]["module_address"] = address.into();
        }
        let mut resource = plan["planned_values"]["root_module"]["resources"][0].take();
        resource["address"] = full.as_str().into();
        plan["planned_values"]["root_module"] =
            json!({ "child_modules": [{ "address": address, "resources": [resource] }] });
        plan["configuration"]["root_module"] = root.clone();
        let after = verdict(&plan, "resource_changes[0].change.after.encrypted");
        assert_eq!(after, expected, "{full}");
        let values = "planned_values.root_module.child_modules[0].resources[0].values.encrypted";
        assert_eq!(verdict(&plan, values), expected, "{full}");
    }
}

#[test]
fn a_block_that_is_not_written_is_absent() {
    let of = |expressions: Json, after_unknown: Json| {
        plan("aws_instance.i", expressions, json!({}), after_unknown)
    };
    // A `dynamic` block with an unknown `for_each` has the same plan.
    let none = of(
        json!({}),
        json!({ "metadata_options": true, "root_block_device": true, "ebs_block_device": true }),
    );
    assert_eq!(state(&none, "metadata_options"), "absent");
    // Rules pass without these blocks.
    assert_eq!(state(&none, "root_block_device"), "unknown");
    assert_eq!(state(&none, "ebs_block_device"), "unknown");
    let written = of(
        json!({ "metadata_options": [{}] }),
        json!({ "metadata_options": true }),
    );
    assert_eq!(state(&written, "metadata_options"), "unknown");
    // A `dynamic` block of an attribute in block syntax is a list.
    let rule = json!({ "ingress": [{ "cidr_blocks": true }] });
    let group = plan(
        "aws_security_group.g",
        json!({}),
        json!({ "ingress": [{ "to_port": 22 }] }),
        rule,
    );
    assert_eq!(state(&group, "ingress[0].cidr_blocks"), "unknown");
    let group = plan(
        "aws_security_group.g",
        json!({}),
        json!({}),
        json!({ "ingress": true }),
    );
    assert_eq!(state(&group, "ingress"), "absent");
}

#[test]
fn an_argument_that_a_written_block_does_not_set_is_absent() {
    let of = |expressions: Json, marks: Json| {
        plan(
            "aws_instance.i",
            expressions,
            json!({ "metadata_options": [{ "x": 1 }] }),
            json!({ "metadata_options": marks }),
        )
    };
    let marks = json!([{ "http_tokens": true, "http_put_response_hop_limit": true }]);
    for (block, expected) in [
        (
            json!([{ "http_endpoint": { "constant_value": "enabled" } }]),
            "absent",
        ),
        (
            json!([{ "http_tokens": { "constant_value": null } }]),
            "absent",
        ),
        (
            json!([{ "http_tokens": { "references": ["var.tokens"] } }]),
            "unknown",
        ),
        (json!([{}, {}]), "unknown"),
        (json!([]), "unknown"),
        (json!({ "references": ["var.options"] }), "unknown"),
    ] {
        let plan = of(json!({ "metadata_options": block }), marks.clone());
        assert_eq!(
            state(&plan, "metadata_options[0].http_tokens"),
            expected,
            "{block}"
        );
        assert_eq!(
            state(&plan, "metadata_options[0].http_put_response_hop_limit"),
            "unknown",
            "{block}"
        );
        assert_eq!(
            verdict(
                &plan,
                "resource_changes[0].change.after.metadata_options[0].x"
            ),
            "unknown"
        );
    }
    let dynamic = of(json!({}), marks.clone());
    assert_eq!(
        state(&dynamic, "metadata_options[0].http_tokens"),
        "unknown"
    );
    let several = of(
        json!({ "metadata_options": [{}] }),
        json!([{ "http_tokens": true }, { "http_tokens": true }]),
    );
    assert_eq!(
        state(&several, "metadata_options[0].http_tokens"),
        "unknown"
    );
}
