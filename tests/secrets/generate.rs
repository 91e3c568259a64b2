//! Made-up documents with marked secrets in them.

use serde_json::{Value, json};

/// What no output may hold: every secret text holds it.
pub const MARK: &str = "Zq7x";
/// The same of secret numbers.
pub const NUMBER: u64 = 735_917_359;

/// Numbers that look random: splitmix64.
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % most as u64) as usize
    }

    pub fn one<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }

    pub fn rng(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// A secret text with whatever is escaped somewhere.
pub fn secret(random: &mut Random) -> String {
    let number = 100 + random.below(900);
    let texts = [
        format!("{MARK}{number}"),
        format!("{MARK}-hunter-{number}-{MARK}"),
        format!("{MARK}\"{number}'{MARK}\\{MARK}"),
        format!("{MARK}'{number}"),
        format!("{MARK}é{number}ключ{MARK}😀{MARK}"),
        format!("{MARK} {number}\n{MARK} second line {MARK}\n  {MARK}indented\n"),
        format!("{MARK}\t{number}\u{1}{MARK}"),
        format!("<{MARK}&{number}|{MARK}>`{MARK}*_"),
        format!(
            "-----BEGIN RSA PRIVATE KEY-----\n{}\n-----END RSA PRIVATE KEY-----\n",
            MARK.repeat(16)
        ),
        format!("{MARK}{}", format!("{MARK}/+").repeat(60)),
        format!("{{\"username\": \"{MARK}user\", \"password\": \"{MARK}\\\"{number}\"}}"),
        format!("{MARK}: {number} # {MARK}"),
        format!("${{{MARK}}}{MARK}{number}"),
        format!("{MARK}%2F{number}@{MARK}:{MARK}"),
    ];
    random.one(&texts).clone()
}

/// A secret as a scalar: mostly a text.
fn value(random: &mut Random) -> Value {
    if random.rng(10) {
        json!(NUMBER)
    } else {
        json!(secret(random))
    }
}

/// A secret as it may be where a text is expected: also of the wrong type, and within functions.
fn written(random: &mut Random) -> Value {
    let value = value(random);
    match random.below(12) {
        0 => json!([value]),
        1 => json!({"Fn::If": ["IsProd", value, {"Ref": "AWS::NoValue"}]}),
        2 => json!({"Fn::Base64": value}),
        3 if value.is_string() => json!({"Fn::Join": ["", [value, {"Ref": "AWS::Region"}]]}),
        _ => value,
    }
}

/// How many kinds of resources with secrets there are.
const PLACES: usize = 19;

/// A type and its properties with a secret in them.
pub fn properties(random: &mut Random) -> (&'static str, Value) {
    let held = written(random);
    let text = secret(random);
    match random.below(PLACES) {
        0 => (
            "AWS::RDS::DBInstance",
            json!({"Engine": "mysqll", "MasterUsername": "admin", "MasterUserPassword": held}),
        ),
        1 => (
            "AWS::SecretsManager::Secret",
            json!({"Name": "app", "SecretString": text}),
        ),
        2 => (
            "AWS::Lambda::Function",
            json!({"Role": "r", "Handler": 5, "Environment": {"Variables": {"DB_PASSWORD": held, "STAGE": "prod"}}}),
        ),
        3 => (
            "AWS::Lambda::Function",
            json!({"Role": "r", "Code": {"ZipFile": text}}),
        ),
        4 => (
            "AWS::ECS::TaskDefinition",
            json!({"ContainerDefinitions": [{"Name": "app", "Image": "x", "Environment": [
                {"Name": "STAGE", "Value": "prod"}, {"Name": "API_KEY", "Value": held}]}]}),
        ),
        5 => (
            "AWS::IAM::User",
            json!({"LoginProfile": {"Password": held}, "UserName": "u"}),
        ),
        6 => (
            "AWS::ElastiCache::ReplicationGroup",
            json!({"ReplicationGroupDescription": "d", "AuthToken": held}),
        ),
        7 => (
            "AWS::EC2::VPNConnection",
            json!({"Type": "ipsec", "CustomerGatewayId": "c", "VpnTunnelOptionsSpecifications": [{"PreSharedKey": held}]}),
        ),
        8 => (
            "AWS::ElasticLoadBalancingV2::Listener",
            json!({"LoadBalancerArn": "a", "DefaultActions": [{"Type": "authenticate-oidc",
                "AuthenticateOidcConfig": {"ClientId": "i", "ClientSecret": held}}]}),
        ),
        9 => (
            "AWS::SSM::Parameter",
            json!({"Type": "String", "Name": "/prod/db/password", "Value": held}),
        ),
        10 => (
            "AWS::CloudFormation::Stack",
            json!({"TemplateURL": "https://s3.amazonaws.com/b/t", "Parameters": {"DbPassword": held}}),
        ),
        11 => (
            "Custom::Thing",
            json!({"ServiceToken": "arn:aws:lambda:x", "Config": {"api_key": held, "Passwords": [text]}}),
        ),
        12 => (
            "AWS::SSM::Document",
            json!({"Content": json!({"parameters": {"password": {"default": text}}}).to_string(), "DocumentType": "x"}),
        ),
        13 => (
            "AWS::DMS::Endpoint",
            json!({"EndpointType": "source", "EngineName": "mysql", "Password": held}),
        ),
        14 => (
            "AWS::Redshift::Cluster",
            json!({"ClusterType": "single-node", "DBName": "d", "NodeType": "x", "MasterUserPassword": held}),
        ),
        15 => (
            "AWS::Amplify::App",
            json!({"Name": "a", "AccessToken": held, "BasicAuthConfig": {"Password": text}}),
        ),
        16 => (
            "AWS::CodeBuild::Project",
            json!({"Environment": {"EnvironmentVariables": [
            {"Name": "GITHUB_TOKEN", "Type": "PLAINTEXT", "Value": held}]}}),
        ),
        17 => (
            "AWS::IoT::ProvisioningTemplate",
            json!({"TemplateBody": 1, "Secret": {"Value": held}}),
        ),
        _ => (
            "AWS::DirectoryService::MicrosoftAD",
            json!({"Name": "n", "VpcSettings": {}, "Password": held}),
        ),
    }
}

/// A template with secrets, and the values that are given for its parameters.
pub fn template(random: &mut Random) -> (Value, Value) {
    let mut resources = serde_json::Map::new();
    for number in 0..=random.below(3) {
        let (kind, properties) = properties(random);
        let resource = json!({"Type": kind, "Properties": properties, "Metadata": {"PrivateKey": secret(random)}});
        resources.insert(format!("R{number}"), resource);
    }
    let hidden = secret(random);
    let hidden = hidden.trim();
    let reference = if random.rng(50) {
        json!({"Ref": "Hidden"})
    } else {
        json!({"Fn::Sub": "x-${AdminToken}-${Hidden}"})
    };
    resources.insert("Bucket".to_owned(), json!({"Type": "AWS::S3::Bucket", "Properties": {"BucketName": reference,
        "Tags": [{"Key": "a", "Value": {"Ref": "AdminToken"}}, {"Key": "b", "Value": {"Fn::FindInMap": ["Map", "prod", "ApiKey"]}}]}}));
    let parameters = json!({
        "Hidden": {"Type": "String", "NoEcho": true, "Default": hidden, "AllowedPattern": "[a-z]+", "MaxLength": 3},
        "AdminToken": {"Type": "String", "Default": secret(random), "AllowedPattern": "[a-z]+"},
        "Plain": {"Type": "Number", "NoEcho": "true", "Default": value(random)},
    });
    let mut template = json!({
        "Parameters": parameters,
        "Conditions": {"IsProd": {"Fn::Equals": [{"Ref": "AWS::Region"}, "x"]}},
        "Mappings": {"Map": {"prod": {"ApiKey": secret(random)}}},
        "Resources": resources,
        "Outputs": {"Password": {"Value": secret(random)}},
    });
    if random.rng(10) {
        template["Nonsense"] = json!({"ClientSecret": value(random)});
    }
    let given = match random.below(3) {
        0 => json!({}),
        1 => json!({"Hidden": secret(random), "AWS::Region": "eu-west-1"}),
        _ => {
            json!({"Hidden": secret(random), "AdminToken": secret(random), "Plain": NUMBER.to_string()})
        }
    };
    (template, given)
}

/// A plan of Terraform's.
pub fn plan(random: &mut Random) -> Value {
    let (first, second, third) = (value(random), secret(random), secret(random));
    let definitions =
        json!([{"environment": [{"name": "DB_PASSWORD", "value": secret(random)}]}]).to_string();
    json!({
        "format_version": "1.2",
        "variables": {"plain": {"value": "x"}, "hidden": {"value": first}},
        "planned_values": {
            "outputs": {"o": {"sensitive": true, "value": [second]}},
            "root_module": {"resources": [{"address": "a.b", "type": "aws_db_instance",
                "values": {"name": "n", "list": [{"inner": third}], "password": secret(random)},
                "sensitive_values": {"list": [{"inner": true}]}}]}
        },
        "resource_changes": [{"address": "a.b", "type": "aws_db_instance", "change": {
            "actions": ["update"], "before": {"value_a": second, "definitions": definitions}, "before_sensitive": {"value_a": true},
            "after": {"value_a": first, "numbers": [NUMBER], "name": "n"}, "after_sensitive": {"value_a": true, "numbers": true}}}],
        "configuration": {"root_module": {"variables": {"hidden": {"sensitive": true, "default": secret(random)}}}}
    })
}

/// A configuration of Terraform's.
pub fn configuration(random: &mut Random) -> String {
    let quoted = |text: String| {
        serde_json::to_string(&text)
            .unwrap()
            .replace("${", "$${")
            .replace("%{", "%%{")
    };
    let plain = |random: &mut Random| format!("{MARK}-{}", 10 + random.below(90));
    let (hidden, named) = (quoted(plain(random)), quoted(plain(random)));
    format!(
        "variable \"hidden\" {{\n  type = string\n  sensitive = true\n  default = {hidden}\n}}\n\
         variable \"n\" {{\n  default = \"n\"\n}}\n\
         resource \"aws_db_instance\" \"db\" {{\n  password = {named}\n  name = \"x-${{var.hidden}}\"\n  tags = {{}}\n}}\n\
         resource \"aws_s3_bucket\" \"b\" {{\n  bucket = sensitive(\"{MARK}-bucket\")\n  acl = var.n\n}}\n\
         output \"o\" {{\n  value = var.hidden\n  sensitive = true\n}}\n"
    )
}

/// Rules whose findings print what they look at.
pub const RULES: [&str; 4] = [
    "rule regex { Resources.*.Properties.* == /^only-this$/ <<Violation: wrong\n Fix: use a reference>> }\n\
     rule equals when Resources exists { Resources.*.Properties == \"x\" }\n\
     rule metadata { Resources.*.Metadata.PrivateKey in [\"a\", \"b\"] }",
    "let all = Resources.*.Properties.*\nrule empty { %all empty }\nrule bool { %all is_bool }\n\
     rule defaults { Parameters.*.Default == /^$/ }\nrule outputs { Outputs.*.Value == \"y\" }",
    "rule previous { Previous !exists }\nrule changes { Changes !exists }\nrule change { Changes[*].afterContext == \"x\" }\n\
     rule inner when Changes exists { let after = json_parse(Changes[*].afterContext)\n %after.Properties.* == \"x\" }",
    "rule after { resource_changes[*].change.after.* == /^only$/ }\nrule before { resource_changes[*].change.before == 1 }\n\
     rule planned { planned_values.outputs.*.value == \"x\" }\nrule values { planned_values.root_module.resources[*].values.* == 5 }\n\
     rule variables { variables.*.value == \"x\" }\nrule whole { this == 1 }",
];

/// The same with values in their messages.
pub const EXTENDED: &str = "rule said { Resources.*.Properties.* == /^only-this$/ <<it is %{Resources.*.Properties}>> }\n\
     rule whole { Resources == 1 <<all: %{this} and %{Parameters}>> }";

/// A template in one of the syntaxes.
pub fn text(random: &mut Random, template: &Value) -> String {
    match random.below(4) {
        0 => template.to_string(),
        1 => serde_json::to_string_pretty(template).unwrap(),
        _ => {
            let mut out = String::new();
            yaml(template, 0, &mut out);
            out
        }
    }
}

/// Block style; texts plain, in quotes, or as blocks.
fn yaml(value: &Value, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    match value {
        Value::Object(entries) if !entries.is_empty() => {
            for (key, value) in entries {
                out.push_str(&format!("{indent}{}:", serde_json::to_string(key).unwrap()));
                below(value, depth, out);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for value in items {
                out.push_str(&format!("{indent}-"));
                below(value, depth, out);
            }
        }
        scalar => out.push_str(&format!("{indent}{scalar}\n")),
    }
}

fn below(value: &Value, depth: usize, out: &mut String) {
    match value {
        Value::Object(entries) if !entries.is_empty() => {
            out.push('\n');
            yaml(value, depth + 1, out);
        }
        Value::Array(items) if !items.is_empty() => {
            out.push('\n');
            yaml(value, depth + 1, out);
        }
        Value::String(text) if text.ends_with('\n') && !text.contains(['\t', '\u{1}']) => {
            let indent = "  ".repeat(depth + 1);
            let lines: String = text
                .lines()
                .map(|line| format!("{indent}{line}\n"))
                .collect();
            out.push_str(&format!(" |\n{lines}"));
        }
        Value::String(text) if !text.contains(['\n', '\t', '\\', '\u{1}']) => {
            out.push_str(&format!(" '{}'\n", text.replace('\'', "''")));
        }
        scalar => out.push_str(&format!(" {scalar}\n")),
    }
}
