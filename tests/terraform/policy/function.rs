//! Configurations in Lambda requests.

use cfn_warden::lambda::{self, Function};
use serde_json::{Value as Json, json};

use super::{EMPTY, TAGGED, TAGS, UNSET};

fn answer(event: &Json) -> Json {
    serde_json::from_str(
        &lambda::handle(
            event.to_string().as_bytes(),
            &Function::new(cfn_warden_rules::bundled()),
        )
        .answer,
    )
    .unwrap()
}

#[test]
fn a_text_of_configuration_is_one() {
    for (main, status) in [(TAGGED, "PASS"), (EMPTY, "FAIL"), (UNSET, "FAIL")] {
        let answer = answer(&json!({ "data": main, "rules": [TAGS], "lint": false }));
        assert_eq!(answer["status"], status, "{answer:#}");
        assert_eq!(answer["plans"][0]["file"], Json::Null);
    }
    let answer = answer(&json!({ "data": EMPTY, "rules": [TAGS], "lint": false }));
    assert_eq!(answer["findings"][0]["location"]["start"]["line"], 3);
}

#[test]
fn documents_by_name_are_one_configuration() {
    let data = json!([
        { "name": "main.tf", "content": "module \"m\" {\n  source = \"./m\"\n  tags   = var.tags\n}\n" },
        { "name": "variables.tf", "content": "variable \"tags\" {\n  type = map(string)\n}\n" },
        { "name": "m/main.tf", "content": "variable \"tags\" {}\nresource \"aws_s3_bucket\" \"b\" {\n  bucket = templatefile(\"${path.module}/name.tftpl\", { n = \"x\" })\n  tags   = var.tags\n}\n" },
        { "name": "m/name.tftpl", "content": "name-${n}" },
    ]);
    let rules = "rule tagged { resource_changes[*].change.after.tags.Env == 'dev' }\nrule named { resource_changes[*].change.after.bucket == 'name-x' }\n";
    let ask = |tags: Json| {
        answer(
            &json!({ "data": data, "rules": [rules], "terraform": { "variables": { "tags": tags } } }),
        )
    };
    let passed = ask(json!({ "Env": "dev" }));
    assert_eq!(passed["status"], "PASS", "{passed:#}");
    assert_eq!(passed["summary"]["documents"], 1);
    let failed = ask(json!({ "Env": "prod" }));
    assert_eq!(
        (
            &failed["findings"][0]["file"],
            &failed["findings"][0]["location"]["start"]["line"]
        ),
        (&json!("m/main.tf"), &json!(4))
    );
}

#[test]
fn templates_beside_a_configuration_are_still_checked() {
    let data = json!([
        { "name": "main.tf", "content": TAGGED },
        { "name": "template.yaml", "content": "Resources:\n  T:\n    Type: AWS::SNS::Topic\n    Properties:\n      TopicNam: x\n" },
    ]);
    let answer = answer(&json!({ "data": data, "rules": [TAGS] }));
    assert_eq!(answer["summary"]["documents"], 2);
    assert_eq!(answer["findings"][0]["rule"], "E3002");
}

#[test]
fn modules_are_left_out_and_the_language_is_chosen() {
    let main = "module \"m\" {\n  source = \"registry/x\"\n}\noutput \"o\" {\n  value = false && [][0]\n}\n";
    let ask = |terraform: Json| {
        let event = json!({ "data": [{ "name": "main.tf", "content": main }], "rules": ["rule r { format_version exists }"], "terraform": terraform });
        answer(&event)
    };
    assert_eq!(ask(json!({}))["status"], "ERROR");
    let left_out = ask(json!({ "ignore_modules": ["registry/x"] }));
    assert_eq!(
        (
            &left_out["status"],
            &left_out["coverage"]["not_seen"][0]["kind"]
        ),
        (&json!("PASS"), &json!("module")),
        "{left_out:#}"
    );
    let older = ask(json!({ "ignore_modules": ["registry/x"], "language_version": "1.11" }));
    assert_eq!(older["status"], "ERROR", "{older:#}");
    let wrong = ask(json!({ "language_version": "1.0" }));
    assert!(
        wrong["errors"]
            .to_string()
            .contains("terraform.language_version"),
        "{wrong:#}"
    );
}

#[test]
fn what_is_asked_of_plans() {
    let main = "variable \"v\" {\n  sensitive = true\n  default   = \"s3cr3t\"\n}\ndata \"aws_x\" \"all\" {}\nresource \"aws_y\" \"y\" {\n  count = length(data.aws_x.all.ids)\n  v     = var.v\n}\n";
    let ask = |terraform: Json| {
        let rules = "rule one { resource_changes[ type == 'aws_y' ].change.after.v == 'other' }\n";
        answer(
            &json!({ "data": [{ "name": "main.tf", "content": main }], "rules": [rules], "terraform": terraform }),
        )
    };
    assert_eq!(ask(json!({}))["plans"][0]["deferred"], 1);
    assert_eq!(
        ask(json!({ "unknown_count": "one" }))["plans"][0]["deferred"],
        0
    );
    let mocks = json!({ "mocks": ["mock_data \"aws_x\" {\n  defaults = { ids = [1] }\n}\n"] });
    let hidden = ask(mocks.clone());
    assert_eq!(
        (&hidden["plans"][0]["deferred"], &hidden["status"]),
        (&json!(0), &json!("FAIL"))
    );
    assert!(!hidden.to_string().contains("s3cr3t"));
    let mut shown = mocks;
    shown["show_sensitive"] = true.into();
    let shown = ask(shown);
    // Rules can read the value, but it is masked in their findings.
    assert!(
        shown.to_string().contains("****") && !hidden.to_string().contains("****"),
        "{shown}"
    );
    assert!(!shown.to_string().contains("s3cr3t"), "{shown}");
    assert_eq!(
        ask(json!({ "references": "unknown" }))["plans"][0]["deferred"],
        1
    );
    for (field, value) in [
        ("nope", json!(1)),
        ("references", json!("x")),
        ("variables", json!([])),
        ("mocks", json!(["x {"])),
        ("provider_schema", json!({})),
    ] {
        let answer = ask(json!({ field: value }));
        assert_eq!(
            (&answer["status"], &answer["compliant"]),
            (&json!("ERROR"), &json!(false)),
            "{field}"
        );
    }
}

#[test]
fn files_outside_of_the_request_are_not_read() {
    let main = "output \"o\" {\n  value = file(\"/proc/self/environ\")\n}\n";
    let answer = answer(&json!({ "data": main, "rules": [TAGS], "lint": false }));
    assert_eq!(answer["status"], "ERROR");
    assert!(
        answer["errors"][0]["message"]
            .as_str()
            .unwrap()
            .contains("no file exists"),
        "{answer:#}"
    );
}
