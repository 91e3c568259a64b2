//! Made-up templates with mistakes that have fixes, in values that only one resource has and in values that several share.

use crate::secrets::generate::Random;

/// A right value and similar wrong ones, as YAML in one line.
type Choices = &'static [&'static str];

/// Properties of a type: their names, which may be misspelled, and their values.
type Properties = &'static [(&'static [&'static str], Choices)];

const SHORT_NAMES: &[&str] = &["DisplayName", "DisplayName", "DisplyName"];

/// Types, which may be misspelled, and what their resources have.
const KINDS: &[(&[&str], Properties)] = &[
    (
        &["AWS::SQS::Queue", "AWS::SQS::Queue", "AWS::SQS::Queues"],
        &[
            (
                &["QueueName", "QueuName", "QueueName"],
                &[
                    "jobs",
                    "!Sub jobs",
                    "!Ref Name",
                    "!Ref Nam",
                    "!Sub '${ Name }-jobs'",
                    "!Join ['-', [!Ref Name, jobs]]",
                ],
            ),
            (
                &["VisibilityTimeout", "VisibilityTimeot"],
                &["30", "'30'", "[30]", "99999", "30.0"],
            ),
            (&["DelaySeconds"], &["5", "9000", "'5'", "-1"]),
            (
                &["FifoQueue", "FifoQueu"],
                &["true", "'true'", "yes", "'no'"],
            ),
            (
                &["Tags", "Tag"],
                &[
                    "[{Key: a, Value: b}, {Key: a, Value: b}]",
                    "[{Key: a, Value: 1}]",
                    "[{Key: team, Valu: x}, {Key: stage, Value: !Ref Stag}]",
                ],
            ),
        ],
    ),
    (
        &["AWS::SNS::Topic", "AWS::SNS::Topics"],
        &[
            (
                SHORT_NAMES,
                &[
                    "a",
                    "!Sub a",
                    "AWS::Region",
                    "'${Name}'",
                    "!Sub '${Nam}-a'",
                    "!Sub '${AWS::Regon}'",
                    "!GetAtt Queue.QueuName",
                ],
            ),
            (&["FifoTopic"], &["false", "'false'", "'False'"]),
            (
                &["Subscription"],
                &[
                    "[{Endpoint: !GetAtt Queue.Arn, Protocol: sqs}, {Endpoint: !GetAtt Queue.Arn, Protocol: sqs}]",
                    "[{Endpoint: 'a@example.com', Protocol: emai}]",
                    "[{Endpoint: 'a@example.com', Protocl: email}, {Endpoint: 'b@example.com', Protocol: Email}]",
                ],
            ),
        ],
    ),
    (
        &["AWS::EC2::SecurityGroup"],
        &[
            (&["GroupDescription", "GroupDescripton"], &["a", "!Sub a"]),
            (
                &["SecurityGroupIngress"],
                &[
                    "[{CidrIp: 0.0.0.0/0, IpProtocol: '-1', FromPort: 22, ToPort: 22}, {CidrIp: 0.0.0.0/0, IpProtocol: tcp, FromPort: '22', ToPort: 22}]",
                    "[{CidrIp: 10.0.0.0/8, IpProtocol: tcp, FromPort: 443, ToPort: 443}, {CidrIp: 10.0.0.0/8, IpProtocol: tcp, FromPort: 443, ToPort: 443}]",
                    "[{CidrIp: 0.0.0.0/0, IpProtocol: TCP, FromPort: 3389, ToPort: 3389}, {CidrIP: 0.0.0.0/0, IpProtocol: tcp, FromPort: 22, ToPort: 22}]",
                    "{CidrIp: 0.0.0.0/0, IpProtocol: tcp, FromPort: 22, ToPort: 22}",
                ],
            ),
        ],
    ),
    (
        &["AWS::IAM::ManagedPolicy"],
        &[
            (
                &["PolicyDocument"],
                &[
                    "{Version: '2012-10-17', Statement: [{Effect: Allow, Action: '*', Resource: '*'}, {Effect: allow, Action: 's3:*', Resource: '*'}]}",
                    "{Version: 2008-10-17, Statement: [{Effect: Allow, Action: 's3:GetObject', Resource: '${Name}'}]}",
                    "{Version: '2008-10-17', Statement: {Effect: Allow, Action: ['s3:*', 's3:*'], Resource: !Sub 'arn:aws:s3:::${Name}'}}",
                    "{Version: '2012-10-17', Statement: [{Effect: Allow, Action: '*', Resource: '*', Sid: A}, {Effect: Allow, Acton: '*', Resource: '*', Sid: A}]}",
                ],
            ),
            (&["Roles"], &["[demo]", "demo", "[demo, demo]", "[1]"]),
        ],
    ),
    (
        &[
            "AWS::Lambda::Function",
            "AWS::Lambda::Function",
            "AWS::Lambda::Functon",
        ],
        &[
            (
                &["Runtime"],
                &["python3.13", "python3.7", "pyton3.13", "nodejs12.x"],
            ),
            (&["Handler"], &["a.b"]),
            (
                &["Role", "Rol"],
                &[
                    "!GetAtt Role.Arn",
                    "!GetAtt Role.Arm",
                    "arn:aws:iam::123456789012:role/demo",
                ],
            ),
            (&["Code"], &["{ZipFile: pass}", "{ZipFil: pass}"]),
            (&["MemorySize"], &["128", "'128'", "64", "[128]"]),
            (
                &["Architectures"],
                &["[x86_64]", "x86_64", "[x86_64, x86_64]", "[x86-64]"],
            ),
            (&["Timeout"], &["[5]", "'5'", "2000"]),
        ],
    ),
    (
        &["AWS::DynamoDB::Table"],
        &[
            (
                &["BillingMode"],
                &["PAY_PER_REQUEST", "pay_per_request", "PAY_PER_REQUESTS"],
            ),
            (
                &["AttributeDefinitions"],
                &[
                    "[{AttributeName: id, AttributeType: S}]",
                    "[{AttributeName: id, AttributeType: s}, {AttributeName: id, AttributeType: S}]",
                ],
            ),
            (
                &["KeySchema"],
                &[
                    "[{AttributeName: id, KeyType: HASH}]",
                    "[{AttributeName: id, KeyType: hash}]",
                    "[{AttributeNam: id, KeyType: HASH}]",
                ],
            ),
        ],
    ),
    (
        &["AWS::S3::Bucket", "AWS::S3::Buckets"],
        &[
            (
                &["BucketName", "BuckeName"],
                &["site", "!Ref Nam", "!Sub site"],
            ),
            (&["AccessControl"], &["Private", "private", "PublicReed"]),
            (
                &["VersioningConfiguration"],
                &["{Status: Enabled}", "{Status: enabled}", "{Statu: Enabled}"],
            ),
        ],
    ),
    (
        &["AWS::Serverless::Function"],
        &[
            (&["Handler", "Handlr"], &["a.b"]),
            (&["InlineCode"], &["pass"]),
            (&["MemorySize"], &["'128'", "128", "[128]"]),
            (&["Architectures"], &["[x86_64]", "[x86_64, x86_64]"]),
        ],
    ),
];

const ATTRIBUTES: &[&str] = &[
    "DeletionPolicy: Retain",
    "DeletionPolicy: Delete",
    "UpdateReplacePolicy: Retain",
    "Condition: IsProd",
    "Condition: IsPrd",
    "DependsOn: Queue",
    "DependsOn: [Queue, Role]",
    "DependsOn: Queu",
];

/// Makes up a template.
pub fn template(random: &mut Random) -> String {
    let mut writer = Writer {
        random,
        anchors: Vec::new(),
    };
    let mut resources = Vec::new();
    for number in 0..1 + writer.random.below(4) {
        resources.push(format!("  Own{number}:"));
        writer.resource("    ", &mut resources);
    }
    if writer.random.rng(50) {
        resources.extend(
            [
                "  Fn::ForEach::Loop:",
                "    - Item",
                "    - [A, B]",
                "    - \"Loop${Item}\":",
            ]
            .map(str::to_owned),
        );
        writer.resource("        ", &mut resources);
    }
    let random = writer.random;
    let mut lines = vec!["AWSTemplateFormatVersion: '2010-09-09'".to_owned()];
    if random.rng(90) {
        lines.push("Transform: [AWS::LanguageExtensions, AWS::Serverless-2016-10-31]".to_owned());
    }
    if random.rng(10) {
        lines.push("Descripton: misspelled".to_owned());
    }
    lines.push("Parameters:".to_owned());
    lines.push("  Name: {Type: String, Default: a}".to_owned());
    lines.push("  Stage: {Type: String, AllowedValues: [dev, prod], Default: dev}".to_owned());
    for parameter in [
        "  Unused: {Type: String, Default: a}",
        "  OfUnused: {Type: String, Default: b}",
        "  Image: {Typ: String, Default: c}",
    ] {
        if random.rng(40) {
            lines.push(parameter.to_owned());
        }
    }
    lines.push("Conditions:".to_owned());
    lines.push("  IsProd: !Equals [!Ref Stage, prod]".to_owned());
    for condition in [
        "  IsUnused: !Equals [!Ref OfUnused, b]",
        "  IsAlsoUnused: !Not [Condition: IsUnused]",
        "  IsWrong: !Equals [!Ref Nam, b]",
    ] {
        if random.rng(25) {
            lines.push(condition.to_owned());
        }
    }
    lines.push("Mappings:".to_owned());
    lines.push("  Used: {a: {b: jobs}}".to_owned());
    if random.rng(30) {
        lines.push("  Spare: {a: {b: c}}".to_owned());
    }
    if random.rng(60) {
        let runtime = *random.one(&["python3.13", "python3.7", "pyton3.13"]);
        let timeout = *random.one(&["30", "'30'", "2000"]);
        let name = *random.one(&["Timeout", "Timeout", "Timeot"]);
        lines.push(format!(
            "Globals: {{Function: {{Runtime: {runtime}, {name}: {timeout}}}}}"
        ));
    }
    lines.push("Metadata:".to_owned());
    for (number, value) in writer.anchors.iter().enumerate() {
        lines.push(format!("  Value{number}: &a{number} {value}"));
    }
    lines.push("  End: 0".to_owned());
    lines.push("Resources:".to_owned());
    lines.push("  Queue:".to_owned());
    lines.push("    Type: AWS::SQS::Queue".to_owned());
    lines.push("  Role:".to_owned());
    lines.push("    Type: AWS::IAM::Role".to_owned());
    lines.push("    Properties:".to_owned());
    lines.push(
        "      AssumeRolePolicyDocument: {Version: '2012-10-17', Statement: [{Effect: Allow, Action: 'sts:AssumeRole', \
         Principal: {Service: lambda.amazonaws.com}}]}"
            .to_owned(),
    );
    lines.append(&mut resources);
    lines.push("Outputs:".to_owned());
    let name = *random.one(&["Value", "Value", "Vaule"]);
    let value = *random.one(&[
        "!Ref Own0",
        "!Ref Own",
        "!GetAtt Queue.Arm",
        "!FindInMap [Used, a, b]",
        "!If [IsPrd, a, b]",
    ]);
    lines.push(format!("  First: {{{name}: {value}}}"));
    lines.push(String::new());
    lines.join("\n")
}

struct Writer<'r> {
    random: &'r mut Random,
    /// The values of anchors.
    anchors: Vec<String>,
}

impl Writer<'_> {
    fn resource(&mut self, indent: &str, lines: &mut Vec<String>) {
        let (types, properties) = self.random.one(KINDS);
        lines.push(format!("{indent}Type: {}", self.random.one(types)));
        if self.random.rng(40) {
            lines.push(format!("{indent}{}", self.random.one(ATTRIBUTES)));
        }
        let name = *self
            .random
            .one(&["Properties", "Properties", "Properties", "Propertes"]);
        let mut members: Vec<(String, String)> = Vec::new();
        for (names, choices) in *properties {
            if self.random.rng(75) {
                let name = (*self.random.one(names)).to_owned();
                members.push((name, self.value(choices)));
            }
        }
        // Some of the members may be those of an anchor.
        let is_plain = |(_, value): &(String, String)| !value.contains('*') || value.contains('\'');
        if members.len() > 1 && members.iter().all(is_plain) && self.random.rng(25) {
            let merged: Vec<String> = members
                .drain(..members.len() / 2)
                .map(|(name, value)| format!("{name}: {value}"))
                .collect();
            let anchor = self.anchor(format!("{{{}}}", merged.join(", ")));
            members.insert(0, ("<<".to_owned(), format!("*a{anchor}")));
        }
        if members.is_empty() {
            members.push(("Metadata".to_owned(), "{}".to_owned()));
        }
        if self.random.rng(30) {
            let members: Vec<String> = members
                .iter()
                .map(|(name, value)| format!("{name}: {value}"))
                .collect();
            lines.push(format!("{indent}{name}: {{{}}}", members.join(", ")));
        } else {
            lines.push(format!("{indent}{name}:"));
            for (name, value) in members {
                lines.push(format!("{indent}  {name}: {value}"));
            }
        }
    }

    fn value(&mut self, choices: &[&str]) -> String {
        let value = (*self.random.one(choices)).to_owned();
        match self.random.below(12) {
            0 => format!("*a{}", self.anchor(value)),
            1 => format!("!If [IsProd, {value}, !Ref AWS::NoValue]"),
            2 => format!("!If [IsPrd, {value}, {}]", self.random.one(choices)),
            3 => format!("!If [IsProd, {value}, {}]", self.random.one(choices)),
            _ => value,
        }
    }

    fn anchor(&mut self, value: String) -> usize {
        let known = self.anchors.iter().position(|known| *known == value);
        known.unwrap_or_else(|| {
            self.anchors.push(value);
            self.anchors.len() - 1
        })
    }
}
