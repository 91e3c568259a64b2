//! Made-up documents with marked secrets in them.

use serde_json::{Value, json};

/// What no output may hold: every secret text holds it.
pub const MARK: &str = "Zq7x";
/// The same of IDs of access keys.
pub const ACCESS_KEY: &str = "ZQ7XZQ7XZQ";
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

/// A short secret, of which each function keeps the mark.
fn word(random: &mut Random) -> String {
    format!("{MARK}{}", 100 + random.below(900))
}

/// A secret as it may be where a text is expected: also of the wrong type, and within every function.
fn written(random: &mut Random) -> Value {
    let (value, first, second) = (value(random), word(random), word(random));
    let region = json!({"Ref": "AWS::Region"});
    let reference = "{{resolve:ssm:/app/password}}";
    match random.below(40) {
        0 => json!([value]),
        1 => json!({"Fn::If": ["IsProd", value, {"Ref": "AWS::NoValue"}]}),
        2 => json!({"Fn::Base64": value}),
        3 if value.is_string() => json!({"Fn::Join": ["", [value, region]]}),
        4 => json!({"Fn::Join": ["-", [first, reference, second]]}),
        5 => json!({"Fn::Join": ["", {"Fn::Split": [",", format!("{first},{second}")]}]}),
        6 => json!({"Fn::Sub": format!("{first}-${{AWS::Region}}{second}")}),
        7 => {
            json!({"Fn::Sub": ["${a}-${b}-${!c}", {"a": first, "b": {"Fn::Join": ["", [second]]}}]})
        }
        8 => json!({"Fn::Sub": "${Flows}x"}),
        9 => json!({"Fn::Sub": format!("{reference}{first}${{Flows}}")}),
        10 => json!({"Fn::Select": [0, [first, second]]}),
        11 => json!({"Fn::Select": ["1", {"Fn::Split": [",", format!("{first},{second}")]}]}),
        12 => json!({"Fn::FindInMap": ["Plain", "prod", "b"]}),
        13 => {
            json!({"Fn::FindInMap": ["Plain", {"Ref": "AWS::Region"}, "b", {"DefaultValue": first}]})
        }
        14 => json!({"Fn::ToJsonString": {"user": "u", "password": first}}),
        15 => json!({"Fn::Length": [first, second]}),
        16 => json!({"Fn::Cidr": [first, 1, 2]}),
        17 => json!({"Fn::Transform": {"Name": "AWS::Include", "Parameters": {"Location": first}}}),
        18 => json!({"Ref": "Flows"}),
        19 => {
            json!({"Fn::If": ["IsProd", {"Fn::Sub": format!("${{AWS::StackName}}{first}")}, {"Ref": "Flows"}]})
        }
        20 => json!(format!("{reference}{first}")),
        21 => json!(format!(
            "{{\"username\":\"{reference}\",\"password\":\"{first}\"}}"
        )),
        22 => {
            json!({"Fn::Sub": format!("{{\"user\":\"${{AWS::Region}}\",\"password\":\"{first}${{Flows}}\"}}")})
        }
        23 => json!(format!("arn:{first}")),
        24 => json!(format!("arn:aws:{first}")),
        25 => json!({"Fn::GetAZs": {"Ref": "AWS::Region"}}),
        26 => json!({"Fn::ImportValue": "exported"}),
        _ => value,
    }
}

/// Texts with credentials that are recognized by their form, whatever the name is.
fn credentials(random: &mut Random) -> Value {
    let (first, second) = (word(random), word(random));
    match random.below(12) {
        0 => json!(format!("postgres://admin:{first}@db.example.com:5432/app")),
        1 => json!(format!("Authorization: Bearer {first}{second}")),
        2 => json!({"Authorization": format!("Basic {first}{second}")}),
        3 => json!([{"Name": "Authorization", "Value": format!("Bearer {first}")}]),
        4 => json!(format!(
            "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n",
            MARK.repeat(16)
        )),
        5 => json!({"Passwords": {"prod": first, "dev": [second]}}),
        6 => json!({"ApiKeys": {"prod": {"eu": first}, "dev": second}}),
        7 => json!({"Fn::Join": ["", ["postgres://admin:", first, "@db.example.com/app"]]}),
        8 => json!({"Fn::Sub": format!("https://user:{first}@${{AWS::Region}}.example.com")}),
        9 => json!({"Fn::Sub": "amqps://user:${Flows}@mq.example.com"}),
        10 => json!(format!(
            "AKIA{ACCESS_KEY}ABCDEF {}",
            format!("{MARK}aB3/").repeat(5)
        )),
        _ => {
            json!({"Fn::Join": ["\n", ["-----BEGIN RSA PRIVATE KEY-----", format!("{first}{second}"),
            "-----END RSA PRIVATE KEY-----"]]})
        }
    }
}

/// How many kinds of resources with secrets there are.
const PLACES: usize = 22;

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
        18 => (
            "AWS::SNS::Topic",
            json!({"TopicName": credentials(random), "DisplayName": credentials(random)}),
        ),
        19 => (
            "AWS::Lambda::Function",
            json!({"Role": "r", "Environment": {"Variables": {"CONFIG": credentials(random), "SECRET_TOKEN": held}}}),
        ),
        20 => (
            "AWS::SecretsManager::Secret",
            json!({"Name": "app", "SecretString": held}),
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
    // A parameter is secret because a secret is made from it.
    let flowing = word(random);
    resources.insert(
        "Flowing".to_owned(),
        json!({"Type": "AWS::RDS::DBInstance", "Properties": {"MasterUserPassword":
        {"Fn::Join": ["", [{"Ref": "Flows"}, {"Fn::FindInMap": ["Plain", "prod", "b"]}]]}}}),
    );
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
        "DbPassword": {"Type": "String", "AllowedValues": [word(random), word(random)]},
        "Flows": {"Type": "String", "Default": flowing},
    });
    let mut template = json!({
        "Parameters": parameters,
        "Conditions": {"IsProd": {"Fn::Equals": [{"Ref": "AWS::Region"}, "x"]},
            "IsDefault": {"Fn::Equals": [{"Ref": "DbPassword"}, word(random)]}},
        "Mappings": {"Map": {"prod": {"ApiKey": secret(random)}}, "Plain": {"prod": {"b": word(random)}},
            "Passwords": {"prod": {"value": word(random)}}},
        "Resources": resources,
        "Outputs": {"Password": {"Value": secret(random)}},
    });
    if random.rng(30) {
        template["Transform"] = json!("AWS::LanguageExtensions");
        template["Resources"]["Fn::ForEach::Databases"] = json!(["Value", ["A", "B"], {"Db${Value}":
            {"Type": "AWS::RDS::DBInstance", "Properties": {"MasterUserPassword": {"Fn::Sub": format!("{}${{Value}}", word(random))}}}}]);
    }
    if random.rng(10) {
        template["Nonsense"] = json!({"ClientSecret": value(random)});
    }
    let given = match random.below(3) {
        0 => json!({}),
        1 => json!({"Hidden": secret(random), "AWS::Region": "eu-west-1"}),
        _ => {
            json!({"Hidden": secret(random), "AdminToken": secret(random), "Plain": NUMBER.to_string(), "Flows": word(random)})
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
    let (ephemeral, url) = (quoted(plain(random)), word(random));
    format!(
        "variable \"hidden\" {{\n  type = string\n  sensitive = true\n  default = {hidden}\n}}\n\
         variable \"short_lived\" {{\n  type = string\n  ephemeral = true\n  default = {ephemeral}\n}}\n\
         locals {{\n  url = \"postgres://u:{url}@h/db\"\n}}\n\
         resource \"aws_ssm_parameter\" \"p\" {{\n  type = 1\n  description = local.url\n  value = local.url\n}}\n\
         variable \"n\" {{\n  default = \"n\"\n}}\n\
         resource \"aws_db_instance\" \"db\" {{\n  password = {named}\n  name = \"x-${{var.hidden}}\"\n  tags = {{}}\n}}\n\
         resource \"aws_s3_bucket\" \"b\" {{\n  bucket = sensitive(\"{MARK}-bucket\")\n  acl = var.n\n}}\n\
         output \"o\" {{\n  value = var.hidden\n  sensitive = true\n}}\n"
    )
}

/// A configuration whose secrets are those that Terraform calls sensitive or ephemeral.
pub fn sensitive_configuration(random: &mut Random) -> String {
    let [hidden, ephemeral, inner, call, constant] = [(); 5].map(|()| word(random));
    format!(
        "terraform {{\n  required_version = \">= 1.5\"\n}}\n\
         variable \"hidden\" {{\n  type = string\n  sensitive = true\n  default = \"{hidden}\"\n}}\n\
         variable \"short_lived\" {{\n  type = string\n  ephemeral = true\n  default = \"{ephemeral}\"\n}}\n\
         variable \"object\" {{\n  type = object({{ a = string }})\n  sensitive = true\n  default = {{ a = \"{inner}\" }}\n}}\n\
         variable \"unused\" {{\n  default = []\n}}\n\
         locals {{\n  derived = \"${{var.hidden}}-${{var.object.a}}\"\n}}\n\
         module \"m\" {{\n  source = \"./inner\"\n  inner = \"{call}\"\n}}\n\
         resource \"terraform_data\" \"d\" {{\n  input = [local.derived, sensitive(\"{constant}\"), module.m.o]\n}}\n\
         output \"o\" {{\n  value = local.derived\n  sensitive = true\n}}\n"
    )
}

/// Returns the marked words of a text.
pub fn marked(text: &str) -> Vec<&str> {
    let is_end = |c: char| !c.is_ascii_alphanumeric();
    let starts = text.match_indices(MARK).map(|(at, _)| &text[at..]);
    let words = starts.map(|rest| &rest[..rest.find(is_end).unwrap_or(rest.len())]);
    words.filter(|word| word.len() == MARK.len() + 3).collect()
}

/// Rules whose findings print what they look at.
pub const RULES: [&str; 4] = [
    "rule leaves { Resources.*.Properties.*.* == /^only-this$/ }\nrule allowed { Parameters.*.AllowedValues == 5 }\n\
     rule mapped { Mappings.*.*.* == 5 }\nrule compared { Conditions.* == 5 }\n\
     rule regex { Resources.*.Properties.* == /^only-this$/ <<Violation: wrong\n Fix: use a reference>> }\n\
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
