//! Plans without provider information, with mocks, and with schemas.

use cfn_warden_terraform::{FileSet, PlanSettings, Schemas, TagsAll};
use serde_json::{Value as Json, json};

use super::planned;

const BUCKET: &str = "provider \"aws\" {\n  default_tags {\n    tags = { Team = \"x\" }\n  }\n}\nresource \"aws_s3_bucket\" \"b\" {\n  bucket = \"mine\"\n  tags   = { a = 1 }\n}\noutput \"name\" {\n  value = aws_s3_bucket.b.bucket\n}\noutput \"arn\" {\n  value = aws_s3_bucket.b.arn\n}\noutput \"first\" {\n  value = aws_s3_bucket.b[*].bucket\n}\n";

fn file(text: &str) -> FileSet {
    FileSet::from_iter([("main.tf", text)])
}

#[test]
fn without_a_schema_what_is_written_is_known_and_the_rest_is_not() {
    let (plan, run) = planned(&file(BUCKET), PlanSettings::default(), |_| {});
    assert_eq!(run.located(), Vec::<String>::new());
    let after = &plan.document["resource_changes"][0]["change"]["after"];
    assert_eq!(
        *after,
        json!({ "bucket": "mine", "tags": { "a": "1" }, "tags_all": { "Team": "x", "a": "1" } })
    );
    let outputs = &plan.document["output_changes"];
    assert_eq!(outputs["name"]["after"], "mine");
    assert_eq!(outputs["arn"]["after_unknown"], true);
    assert_eq!(outputs["first"]["after"], json!(["mine"]));
    assert_eq!(
        plan.document["resource_changes"][0]["provider_name"],
        "registry.terraform.io/hashicorp/aws"
    );
}

#[test]
fn arguments_named_as_those_of_module_calls_are_the_providers() {
    let text = "resource \"aws_eks_cluster\" \"c\" {\n  count = 1\n  version = \"1.29\"\n  source = \"x\"\n  providers = []\n}\n";
    let (plan, _) = planned(&file(text), PlanSettings::default(), |_| {});
    let after = &plan.document["resource_changes"][0]["change"]["after"];
    assert_eq!(
        *after,
        json!({ "providers": [], "source": "x", "version": "1.29" })
    );
}

#[test]
fn tags_of_the_provider_can_be_left_alone() {
    let how = PlanSettings {
        tags_all: TagsAll::Unknown,
        ..PlanSettings::default()
    };
    let (plan, _) = planned(&file(BUCKET), how, |_| {});
    assert_eq!(
        plan.document["resource_changes"][0]["change"]["after"],
        json!({ "bucket": "mine", "tags": { "a": 1 } })
    );
}

/// Two configurations of a provider, with different default tags.
const TWO: &str = "provider \"aws\" {\n  default_tags {\n    tags = { team = \"default\" }\n  }\n}\nprovider \"aws\" {\n  alias = \"x\"\n  default_tags {\n    tags = { team = \"a\" }\n  }\n}\n";
const TAGGED: &str = "resource \"aws_s3_bucket\" \"b\" {\n  tags = { a = 1 }\n}\n";

/// Returns `tags_all` of the only resource of a plan: `None` if it is unknown.
fn tags_all(files: &[(&str, &str)]) -> Option<Json> {
    let (plan, run) = planned(
        &files.iter().copied().collect(),
        PlanSettings::default(),
        |_| {},
    );
    assert_eq!(run.located(), Vec::<String>::new());
    let change = &plan.document["resource_changes"][0]["change"];
    if change["after_unknown"]["tags_all"] == true {
        return None;
    }
    Some(change["after"]["tags_all"]["team"].clone())
}

#[test]
fn default_tags_are_those_of_the_provider_that_calls_pass_down() {
    let call = |providers: &str| format!("module \"c\" {{\n  source = \"./c\"\n{providers}}}\n");
    let root = |providers: &str| format!("{TWO}{}", call(providers));
    let aliased = "terraform {\n  required_providers {\n    aws = {\n      source = \"hashicorp/aws\"\n      configuration_aliases = [aws.a]\n    }\n  }\n}\nresource \"aws_s3_bucket\" \"b\" {\n  provider = aws.a\n  tags = { a = 1 }\n}\n";
    let renamed = "terraform {\n  required_providers {\n    amazon = { source = \"hashicorp/aws\" }\n  }\n}\nresource \"aws_s3_bucket\" \"b\" {\n  provider = amazon\n  tags = { a = 1 }\n}\n";
    let one = |providers: &str, module: &str| {
        tags_all(&[("main.tf", &root(providers)), ("c/main.tf", module)])
    };
    let (default, a) = (Some(json!("default")), Some(json!("a")));
    assert_eq!(one("", TAGGED), default);
    assert_eq!(one("  providers = { aws = aws.x }\n", TAGGED), a);
    assert_eq!(one("  providers = { aws.a = aws.x }\n", aliased), a);
    assert_eq!(one("  providers = { aws.a = aws }\n", aliased), default);
    assert_eq!(one("  providers = { aws.a = aws.x }\n", TAGGED), default);
    assert_eq!(one("", renamed), default);
    assert_eq!(one("  providers = { amazon = aws.x }\n", renamed), a);
    // Terraform rejects these: no configuration is passed, and there is none with this alias.
    assert_eq!(one("", aliased), None);
    assert_eq!(one("  providers = { aws = aws.none }\n", TAGGED), None);
    for (outer, inner, expected) in [
        (
            "  providers = { aws = aws.x }\n",
            "  providers = { aws = aws }\n",
            &a,
        ),
        ("  providers = { aws = aws.x }\n", "", &a),
        ("", "  providers = { aws = aws }\n", &default),
    ] {
        let files = [
            ("main.tf", &*root(outer)),
            ("c/main.tf", &*call(inner)),
            ("c/c/main.tf", TAGGED),
        ];
        assert_eq!(tags_all(&files), *expected, "{outer}{inner}");
    }
    let json = json!({ "module": { "c": { "source": "./c", "providers": { "aws.a": "aws.x" } } } })
        .to_string();
    assert_eq!(
        tags_all(&[
            ("a.tf", TWO),
            ("main.tf.json", &json),
            ("c/main.tf", aliased)
        ]),
        a
    );
}

/// Returns the output of `terraform providers schema -json`, reduced to one resource type.
fn schemas() -> Schemas {
    let json = json!({ "format_version": "1.0", "provider_schemas": { "registry.terraform.io/hashicorp/aws": {
        "resource_schemas": { "aws_s3_bucket": { "version": 3, "block": {
            "attributes": {
                "arn": { "type": "string", "computed": true },
                "bucket": { "type": "string", "optional": true, "computed": true },
                "force_destroy": { "type": "bool", "optional": true },
                "secret": { "type": "string", "optional": true, "sensitive": true },
                "tags": { "type": ["map", "string"], "optional": true },
            },
            "block_types": {
                "versioning": { "nesting_mode": "list", "block": { "attributes": {
                    "enabled": { "type": "bool", "optional": true }, "mfa_delete": { "type": "bool", "optional": true } } } },
                "grant": { "nesting_mode": "set", "block": { "attributes": { "id": { "type": "string", "optional": true } } } },
                "timeouts": { "nesting_mode": "single", "block": { "attributes": { "create": { "type": "string", "optional": true } } } },
            },
        } } } } } });
    Schemas::parse(json.to_string().as_bytes()).unwrap()
}

fn with_schemas(files: &FileSet) -> Json {
    let (plan, run) = planned(files, PlanSettings::default(), |settings| {
        settings.providers.schemas = schemas()
    });
    assert_eq!(run.located(), Vec::<String>::new());
    plan.document
}

#[test]
fn a_schema_says_what_is_null_empty_or_to_be_known_later() {
    let text = "resource \"aws_s3_bucket\" \"b\" {\n  force_destroy = \"true\"\n  secret        = \"s\"\n  grant {\n    id = \"z\"\n  }\n  grant {\n    id = \"y\"\n  }\n}\noutput \"n\" {\n  value = length(aws_s3_bucket.b.versioning)\n}\n";
    let plan = with_schemas(&file(text));
    let change = &plan["resource_changes"][0]["change"];
    assert_eq!(
        change["after"],
        json!({ "force_destroy": true, "tags": null, "versioning": [], "grant": [{ "id": "y" }, { "id": "z" }], "timeouts": null })
    );
    assert_eq!(
        change["after_unknown"],
        json!({ "arn": true, "bucket": true, "secret": true, "versioning": [], "grant": [{}, {}] })
    );
    assert_eq!(change["after_sensitive"]["secret"], true);
    assert_eq!(
        plan["planned_values"]["root_module"]["resources"][0]["schema_version"],
        3
    );
    assert_eq!(plan["output_changes"]["n"]["after"], 0);
}

#[test]
fn a_schema_tells_blocks_from_arguments_in_json() {
    let text = json!({ "resource": { "aws_s3_bucket": { "b": {
        "bucket": "mine", "versioning": { "enabled": "true" }, "grant": [{ "id": "x" }], "timeouts": { "create": "1m" } } } } });
    let files = FileSet::from_iter([("main.tf.json", text.to_string().as_str())]);
    let plan = with_schemas(&files);
    let after = &plan["resource_changes"][0]["change"]["after"];
    assert_eq!(
        after["versioning"],
        json!([{ "enabled": true, "mfa_delete": null }])
    );
    assert_eq!(after["grant"], json!([{ "id": "x" }]));
    assert_eq!(after["timeouts"], json!({ "create": "1m" }));
}

#[test]
fn mocks_answer_for_data_sources() {
    let text = "data \"aws_availability_zones\" \"all\" {\n  state = \"available\"\n}\ndata \"aws_region\" \"here\" {}\nresource \"aws_subnet\" \"s\" {\n  count             = length(data.aws_availability_zones.all.names)\n  availability_zone = data.aws_availability_zones.all.names[count.index]\n  region            = data.aws_region.here.name\n}\n";
    let mocks = "mock_data \"aws_availability_zones\" {\n  defaults = {\n    names = [\"eu-west-1a\", \"eu-west-1b\"]\n    state = \"none\"\n  }\n}\noverride_data {\n  target = data.aws_region.here\n  values = { name = \"eu-west-1\" }\n}\n";
    let (plan, run) = planned(&file(text), PlanSettings::default(), |settings| {
        settings
            .providers
            .mocks
            .add("aws.tfmock.hcl", mocks)
            .unwrap();
    });
    assert_eq!(run.located(), Vec::<String>::new());
    let after: Vec<&Json> = (2..4)
        .map(|at| &plan.document["resource_changes"][at]["change"]["after"])
        .collect();
    assert_eq!(
        after,
        [
            &json!({ "availability_zone": "eu-west-1a", "region": "eu-west-1" }),
            &json!({ "availability_zone": "eu-west-1b", "region": "eu-west-1" })
        ]
    );
    // Arguments override mocks of the type.
    assert_eq!(
        plan.document["resource_changes"][0]["change"]["after"]["state"],
        "available"
    );
}

#[test]
fn mistakes_in_mocks_have_a_place() {
    let mut mocks = cfn_warden_terraform::Mocks::default();
    let errors = mocks.add("m.tfmock.hcl", "mock_data {\n}\n").unwrap_err();
    assert!(errors[0].starts_with("m.tfmock.hcl:1,1-"), "{errors:?}");
    let errors = mocks
        .add("m.tfmock.hcl", "resource \"a\" \"b\" {\n}\n")
        .unwrap_err();
    assert!(errors[0].contains("expected mock_data"), "{errors:?}");
}
