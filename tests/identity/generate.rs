//! Made-up templates in two spellings: with values that several resources share, and with copies of these values.

use serde_json::{Map, Value, json};

use crate::secrets::generate::Random;

/// A template in two spellings, in which the same is wrong.
pub struct Template {
    /// With aliases, merge keys, `Globals`, loops and mappings.
    pub shared: String,
    /// With a copy of each value.
    pub copied: String,
}

/// A value that may be shared.
enum Part {
    Plain(Value),
    /// The value of an anchor.
    Alias(usize),
    /// The members of the map of an anchor, and others.
    Merge(usize, Vec<(String, Part)>),
    /// A value in a mapping.
    Mapped(usize),
    List(Vec<Part>),
    Map(Vec<(String, Part)>),
    /// `Fn::If`; the second branch may be `AWS::NoValue`.
    If(&'static str, Box<Part>, Option<Box<Part>>),
}

/// Which of the two spellings is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spelling {
    Shared,
    Copied,
}

struct Generator<'r> {
    random: &'r mut Random,
    /// The values of anchors.
    anchors: Vec<Value>,
    /// The values in the mapping `Shared`.
    mapped: Vec<Value>,
    has_mappings: bool,
}

/// Makes up a template. Mappings are shared only if the template is checked on all deployments.
pub fn template(random: &mut Random, has_mappings: bool) -> Template {
    let mut generator = Generator {
        random,
        anchors: Vec::new(),
        mapped: Vec::new(),
        has_mappings,
    };
    let mut resources: Vec<(String, Part)> = Vec::new();
    for number in 0..2 + generator.random.below(4) {
        let resource = generator.resource();
        resources.push((format!("Own{number}"), resource));
    }
    let loops: Vec<(String, Vec<String>, Part)> = (0..generator.random.below(2))
        .map(|number| {
            let names = ["A", "B", "C"];
            let count = 2 + generator.random.below(2);
            let names = names.into_iter().take(count).map(str::to_owned).collect();
            let body = generator.resource();
            (format!("Loop{number}"), names, body)
        })
        .collect();
    let functions: Vec<String> = (0..generator.random.below(4))
        .map(|number| format!("Function{number}"))
        .collect();
    let globals = json!({
        "Runtime": *generator.random.one(&["nodejs12.x", "python3.12", "python3.8"]),
        "Timeout": *generator.random.one(&[30, 2000]),
    });
    let write = |spelling| {
        let mut lines = vec!["AWSTemplateFormatVersion: '2010-09-09'".to_owned()];
        lines.push("Transform: [AWS::LanguageExtensions, AWS::Serverless-2016-10-31]".to_owned());
        lines.push(
            "Parameters: {Stage: {Type: String, AllowedValues: [dev, prod], Default: dev}}"
                .to_owned(),
        );
        lines.push("Conditions: {IsProd: {'Fn::Equals': [{Ref: Stage}, prod]}, IsDev: {'Fn::Not': [{Condition: IsProd}]}}".to_owned());
        lines.push("Metadata:".to_owned());
        for (number, value) in generator.anchors.iter().enumerate() {
            let anchor = match spelling {
                Spelling::Shared => format!("&a{number} "),
                Spelling::Copied => String::new(),
            };
            lines.push(format!("  Value{number}: {anchor}{value}"));
        }
        lines.push("  End: 0".to_owned());
        if has_mappings {
            let values: Map<String, Value> = (0..)
                .zip(&generator.mapped)
                .map(|(number, value): (usize, _)| (format!("k{number}"), value.clone()))
                .chain([("end".to_owned(), json!("end"))])
                .collect();
            lines.push(format!(
                "Mappings: {{Shared: {{values: {}}}}}",
                Value::from(values)
            ));
        }
        if spelling == Spelling::Shared && !functions.is_empty() {
            lines.push(format!("Globals: {{Function: {globals}}}"));
        }
        lines.push("Resources:".to_owned());
        for (name, resource) in &resources {
            generator.write_resource(name, resource, spelling, "  ", &mut lines);
        }
        for (name, collection, body) in &loops {
            match spelling {
                Spelling::Shared => {
                    lines.push(format!("  Fn::ForEach::{name}:"));
                    lines.push(format!("    - Name{name}"));
                    lines.push(format!("    - [{}]", collection.join(", ")));
                    let id = format!("{name}${{Name{name}}}");
                    lines.push(format!("    - \"{id}\":"));
                    generator.write_body(body, spelling, "        ", &mut lines);
                }
                Spelling::Copied => {
                    for item in collection {
                        generator.write_resource(
                            &format!("{name}{item}"),
                            body,
                            spelling,
                            "  ",
                            &mut lines,
                        );
                    }
                }
            }
        }
        for function in &functions {
            let mut properties = json!({"Handler": "a.b", "CodeUri": "s3://code/a.zip"});
            if spelling == Spelling::Copied {
                let own = properties.as_object_mut().unwrap();
                own.extend(globals.as_object().unwrap().clone());
            }
            lines.push(format!("  {function}:"));
            lines.push("    Type: AWS::Serverless::Function".to_owned());
            lines.push(format!("    Properties: {properties}"));
        }
        lines.push(String::new());
        lines.join("\n")
    };
    Template {
        shared: write(Spelling::Shared),
        copied: write(Spelling::Copied),
    }
}

impl Generator<'_> {
    /// A resource with the properties that its controls are about.
    fn resource(&mut self) -> Part {
        let (type_name, properties) = match self.random.below(7) {
            0 => {
                let rules = self.list(Generator::ingress_rule);
                let properties = vec![
                    ("GroupDescription".to_owned(), plain("a")),
                    ("SecurityGroupIngress".to_owned(), rules),
                ];
                ("AWS::EC2::SecurityGroup", properties)
            }
            1 => {
                let document = self.policy();
                let properties = vec![
                    ("Bucket".to_owned(), plain("site")),
                    ("PolicyDocument".to_owned(), document),
                ];
                ("AWS::S3::BucketPolicy", properties)
            }
            2 => {
                let document = self.policy();
                (
                    "AWS::IAM::ManagedPolicy",
                    vec![("PolicyDocument".to_owned(), document)],
                )
            }
            3 => {
                let listeners = self.list(|generator| {
                    let protocol = *generator.random.one(&["HTTP", "HTTPS", "TCP"]);
                    json!({
                        "LoadBalancerPort": (80 + generator.random.below(3)).to_string(),
                        "InstancePort": "80",
                        "Protocol": protocol,
                    })
                });
                (
                    "AWS::ElasticLoadBalancing::LoadBalancer",
                    vec![("Listeners".to_owned(), listeners)],
                )
            }
            4 => {
                let containers = self.list(|generator| {
                    json!({
                        "Name": format!("c{}", generator.random.below(4)),
                        "Image": "a",
                        "Privileged": generator.random.rng(50),
                        "ReadonlyRootFilesystem": generator.random.rng(50),
                        "Environment": [{"Name": "AWS_SECRET_ACCESS_KEY", "Value": "a"}],
                    })
                });
                (
                    "AWS::ECS::TaskDefinition",
                    vec![("ContainerDefinitions".to_owned(), containers)],
                )
            }
            5 => {
                let attributes = self.list(|generator| {
                    let key = *generator.random.one(&[
                        "access_logs.s3.enabled",
                        "deletion_protection.enabled",
                        "routing.http.desync_mitigation_mode",
                    ]);
                    let value = *generator.random.one(&["true", "false", "monitor"]);
                    json!({"Key": key, "Value": value})
                });
                (
                    "AWS::ElasticLoadBalancingV2::LoadBalancer",
                    vec![("LoadBalancerAttributes".to_owned(), attributes)],
                )
            }
            _ => {
                let settings = json!({"SqsManagedSseEnabled": false, "VisibilityTimeout": 30});
                let anchor = self.anchor(settings);
                let delay = plain(*self.random.one(&[5, 9000]));
                return Part::Map(vec![
                    ("Type".to_owned(), plain("AWS::SQS::Queue")),
                    (
                        "Properties".to_owned(),
                        match self.random.below(2) {
                            0 => Part::Alias(anchor),
                            _ => Part::Merge(anchor, vec![("DelaySeconds".to_owned(), delay)]),
                        },
                    ),
                ]);
            }
        };
        Part::Map(vec![
            ("Type".to_owned(), plain(type_name)),
            ("Properties".to_owned(), Part::Map(properties)),
        ])
    }

    fn ingress_rule(&mut self) -> Value {
        let port = *self.random.one(&[22, 443, 3389, 5432]);
        let address = *self.random.one(&["0.0.0.0/0", "10.0.0.0/8"]);
        json!({"CidrIp": address, "FromPort": port, "IpProtocol": "tcp", "ToPort": port})
    }

    fn policy(&mut self) -> Part {
        let statements = self.list(|generator| {
            json!({
                "Action": *generator.random.one(&["s3:GetObject", "s3:*", "*"]),
                "Effect": *generator.random.one(&["Allow", "Allow", "Deny"]),
                "Principal": *generator.random.one(&["*", "arn:aws:iam::123456789012:root"]),
                "Resource": *generator.random.one(&["*", "arn:aws:s3:::site/*"]),
            })
        });
        Part::Map(vec![
            ("Version".to_owned(), plain("2012-10-17")),
            ("Statement".to_owned(), statements),
        ])
    }

    /// A list of items in which some are shared, depend on conditions, or have mapped values.
    fn list(&mut self, mut item: impl FnMut(&mut Self) -> Value) -> Part {
        if self.random.rng(10) {
            let items = (0..1 + self.random.below(3)).map(|_| item(self)).collect();
            return Part::Alias(self.anchor(items));
        }
        let items = (0..1 + self.random.below(4)).map(|_| {
            let value = item(self);
            let shared = match self.random.below(6) {
                0 => Part::Alias(self.anchor(value)),
                1 | 2 => self.merged(value),
                3 if self.has_mappings => self.with_mapped(value),
                _ => Part::Plain(value),
            };
            match self.random.below(6) {
                0 => Part::If("IsProd", Box::new(shared), None),
                1 => {
                    let other = Part::Plain(item(self));
                    Part::If("IsDev", Box::new(shared), Some(Box::new(other)))
                }
                _ => shared,
            }
        });
        Part::List(items.collect())
    }

    /// A map that takes its first members from an anchor, which later maps may have too.
    fn merged(&mut self, value: Value) -> Part {
        let members: Vec<(String, Value)> =
            value.as_object().unwrap().clone().into_iter().collect();
        let half = 1 + self.random.below(members.len());
        let (first, rest) = members.split_at(half.min(members.len()));
        let anchor = self.anchor(Value::Object(first.iter().cloned().collect()));
        let rest = rest
            .iter()
            .cloned()
            .map(|(key, value)| (key, Part::Plain(value)));
        Part::Merge(anchor, rest.collect())
    }

    /// A map with a member whose value is in a mapping.
    fn with_mapped(&mut self, value: Value) -> Part {
        let members = value.as_object().unwrap().clone();
        let chosen = self.random.below(members.len());
        let members = members
            .into_iter()
            .enumerate()
            .map(|(place, (key, value))| {
                let part = match value {
                    Value::String(_) | Value::Number(_) if place == chosen => {
                        Part::Mapped(self.mapping(value))
                    }
                    other => Part::Plain(other),
                };
                (key, part)
            });
        Part::Map(members.collect())
    }

    fn anchor(&mut self, value: Value) -> usize {
        index_of(&mut self.anchors, value)
    }

    fn mapping(&mut self, value: Value) -> usize {
        index_of(&mut self.mapped, value)
    }

    fn write_resource(
        &self,
        name: &str,
        resource: &Part,
        spelling: Spelling,
        indent: &str,
        lines: &mut Vec<String>,
    ) {
        lines.push(format!("{indent}{name}:"));
        self.write_body(resource, spelling, &format!("{indent}  "), lines);
    }

    fn write_body(
        &self,
        resource: &Part,
        spelling: Spelling,
        indent: &str,
        lines: &mut Vec<String>,
    ) {
        let Part::Map(members) = resource else {
            panic!("a resource is a map");
        };
        for (key, part) in members {
            self.write_member(key, part, spelling, indent, lines);
        }
    }

    /// Writes maps and lists in block style, and items of lists in one line each.
    fn write_member(
        &self,
        key: &str,
        part: &Part,
        spelling: Spelling,
        indent: &str,
        lines: &mut Vec<String>,
    ) {
        match part {
            Part::Map(members) => {
                lines.push(format!("{indent}{key}:"));
                for (key, part) in members {
                    self.write_member(key, part, spelling, &format!("{indent}  "), lines);
                }
            }
            Part::List(items) => {
                lines.push(format!("{indent}{key}:"));
                for item in items {
                    lines.push(format!("{indent}- {}", self.flow(item, spelling)));
                }
            }
            other => lines.push(format!("{indent}{key}: {}", self.flow(other, spelling))),
        }
    }

    fn flow(&self, part: &Part, spelling: Spelling) -> String {
        let members = |members: &[(String, Part)]| -> Vec<String> {
            let member =
                |(key, part): &(String, Part)| format!("\"{key}\": {}", self.flow(part, spelling));
            members.iter().map(member).collect()
        };
        match (part, spelling) {
            (Part::Plain(value), _) => value.to_string(),
            (Part::Alias(anchor), Spelling::Shared) => format!("*a{anchor}"),
            (Part::Alias(anchor), Spelling::Copied) => self.anchors[*anchor].to_string(),
            (Part::Merge(anchor, own), Spelling::Shared) => {
                let mut all = vec![format!("<<: *a{anchor}")];
                all.extend(members(own));
                format!("{{{}}}", all.join(", "))
            }
            (Part::Merge(anchor, own), Spelling::Copied) => {
                let shared = self.anchors[*anchor].as_object().unwrap();
                let mut all: Vec<String> = shared
                    .iter()
                    .map(|(key, value)| format!("\"{key}\": {value}"))
                    .collect();
                all.extend(members(own));
                format!("{{{}}}", all.join(", "))
            }
            (Part::Mapped(key), Spelling::Shared) => {
                format!("{{\"Fn::FindInMap\": [Shared, values, k{key}]}}")
            }
            (Part::Mapped(key), Spelling::Copied) => self.mapped[*key].to_string(),
            (Part::List(items), _) => {
                let items: Vec<String> =
                    items.iter().map(|item| self.flow(item, spelling)).collect();
                format!("[{}]", items.join(", "))
            }
            (Part::Map(own), _) => format!("{{{}}}", members(own).join(", ")),
            (Part::If(condition, yes, no), _) => {
                let no = match no {
                    Some(no) => self.flow(no, spelling),
                    None => "{Ref: AWS::NoValue}".to_owned(),
                };
                format!(
                    "{{\"Fn::If\": [{condition}, {}, {no}]}}",
                    self.flow(yes, spelling)
                )
            }
        }
    }
}

fn plain(value: impl Into<Value>) -> Part {
    Part::Plain(value.into())
}

/// Returns the index of a value, which is added if it is new: equal values are shared.
fn index_of(values: &mut Vec<Value>, value: Value) -> usize {
    values
        .iter()
        .position(|known| *known == value)
        .unwrap_or_else(|| {
            values.push(value);
            values.len() - 1
        })
}
