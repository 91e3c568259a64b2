//! Made-up templates whose lists and properties depend on conditions.

use serde_json::{Map, Value, json};

/// What the resource of a made-up template is.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    Table,
    Layers,
    LoadBalancer,
    ClassicLoadBalancer,
    SecurityGroup,
    ScalingGroup,
    Function,
    Database,
}

pub const KINDS: [Kind; 8] = [
    Kind::Table,
    Kind::Layers,
    Kind::LoadBalancer,
    Kind::ClassicLoadBalancer,
    Kind::SecurityGroup,
    Kind::ScalingGroup,
    Kind::Function,
    Kind::Database,
];

/// A linear congruential generator.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    fn one_in(&mut self, most: usize) -> bool {
        self.below(most) == 0
    }
}

fn no_value() -> Value {
    json!({"Ref": "AWS::NoValue"})
}

pub fn either(condition: usize, then: Value) -> Value {
    json!({"Fn::If": [format!("C{condition}"), then, no_value()]})
}

fn parameters(count: usize) -> Map<String, Value> {
    (0..count)
        .map(|n| (format!("P{n}"), json!({"Type": "String"})))
        .collect()
}

fn equals(n: usize) -> Value {
    json!({"Fn::Equals": [{"Ref": format!("P{n}")}, "a"]})
}

/// Returns a template with independent conditions `C0`, `C1`, ...
pub fn independent(count: usize, resources: Value) -> Value {
    let conditions: Map<_, _> = (0..count).map(|n| (format!("C{n}"), equals(n))).collect();
    json!({"Parameters": parameters(count), "Conditions": conditions, "Resources": resources})
}

/// Returns a template with `count` parameters and conditions; some depend on each other.
pub fn made_up(kind: Kind, count: usize, random: &mut Random) -> Value {
    let condition = |n: usize, random: &mut Random| match random.below(8) {
        0 if n > 0 => json!({"Fn::And": [{"Condition": "C0"}, equals(n)]}),
        1 if n > 0 => json!({"Fn::Or": [equals(n), {"Condition": format!("C{}", n - 1)}]}),
        2 => json!({"Fn::Not": [equals(n)]}),
        _ => equals(n),
    };
    let conditions: Map<_, _> = (0..count)
        .map(|n| (format!("C{n}"), condition(n, random)))
        .collect();
    let (name, properties) = properties(kind, count, random);
    json!({
        "Parameters": parameters(count), "Conditions": conditions,
        "Resources": {"Only": {"Type": name, "Properties": properties}}
    })
}

/// Returns a value under one or two conditions, always, or with an alternative.
fn perhaps(n: usize, count: usize, random: &mut Random, value: Value, other: Value) -> Value {
    match random.below(8) {
        0 => json!({"Fn::If": [format!("C{n}"), value, other]}),
        1 => json!({"Fn::If": [format!("C{n}"), no_value(), value]}),
        2 => either(n, either(random.below(count), value)),
        3 => json!({"Fn::If": [format!("C{n}"), no_value(), either(random.below(count), value)]}),
        _ => either(n, value),
    }
}

fn list(count: usize, random: &mut Random, item: impl Fn(usize) -> Value) -> Value {
    let one = |n: usize, random: &mut Random| {
        // Some items are equal to others.
        let same = if random.one_in(4) {
            random.below(n + 1)
        } else {
            n
        };
        perhaps(n, count, random, item(same), item(n + count))
    };
    (0..count).map(|n| one(n, random)).collect()
}

fn keys(names: &[(&str, Value)], count: usize, random: &mut Random) -> Value {
    let one = |(n, (name, value)): (usize, &(&str, Value))| {
        let value = perhaps(n % count, count, random, value.clone(), value.clone());
        ((*name).to_owned(), value)
    };
    names
        .iter()
        .enumerate()
        .map(one)
        .collect::<Map<_, _>>()
        .into()
}

fn properties(kind: Kind, count: usize, random: &mut Random) -> (&'static str, Value) {
    match kind {
        Kind::Table => ("AWS::DynamoDB::Table", table(count, random)),
        Kind::Layers => {
            let layer = |n| json!(format!("arn:aws:lambda:us-east-1:123456789012:layer:x:{n}"));
            let layers = list(count, random, layer);
            let code = json!({"ZipFile": "x"});
            let role = "arn:aws:iam::123456789012:role/x";
            (
                "AWS::Lambda::Function",
                json!({"Code": code, "Role": role, "Layers": layers}),
            )
        }
        Kind::LoadBalancer => {
            let mut properties = json!({
                "Subnets": list(count, random, |n| json!(format!("subnet-{n:017x}"))),
                "SecurityGroups": list(count, random, |n| json!(format!("sg-{n:017x}"))),
                "Tags": list(count, random, |n| json!({"Key": format!("k{n}"), "Value": "v"})),
            });
            if random.one_in(2) {
                properties["Type"] = either(0, json!("network"));
            }
            ("AWS::ElasticLoadBalancingV2::LoadBalancer", properties)
        }
        Kind::ClassicLoadBalancer => {
            let listener = |n: usize| json!({"InstancePort": "80", "LoadBalancerPort": (8000 + n).to_string(), "Protocol": "HTTP"});
            let listeners = list(count, random, listener);
            (
                "AWS::ElasticLoadBalancing::LoadBalancer",
                json!({"Listeners": listeners}),
            )
        }
        Kind::SecurityGroup => {
            let rule = |n: usize| json!({"IpProtocol": "tcp", "FromPort": n, "ToPort": n, "CidrIp": "10.0.0.0/8"});
            let properties = json!({
                "GroupDescription": perhaps(0, count, random, json!("x"), json!("y")),
                "SecurityGroupIngress": list(count, random, rule),
                "SecurityGroupEgress": list(count, random, rule),
            });
            ("AWS::EC2::SecurityGroup", properties)
        }
        Kind::ScalingGroup => {
            let properties = json!({
                "MinSize": perhaps(0, count, random, json!("1"), json!("2")),
                "MaxSize": "2",
                "LaunchConfigurationName": perhaps(1, count, random, json!("a"), json!("b")),
                "InstanceId": perhaps(2, count, random, json!("a"), json!("b")),
                "AvailabilityZoneIds": list(count, random, |n| json!(format!("use1-az{n}"))),
            });
            ("AWS::AutoScaling::AutoScalingGroup", properties)
        }
        Kind::Function => {
            let names = [
                ("Role", json!("arn:aws:iam::123456789012:role/x")),
                ("Code", json!({"ZipFile": "x"})),
                ("Handler", json!("index.handler")),
                ("Runtime", json!("python3.13")),
                ("PackageType", json!("Zip")),
                ("FunctionName", json!("x")),
                ("MemorySize", json!(128)),
                ("Timeout", json!(3)),
            ];
            ("AWS::Lambda::Function", keys(&names, count, random))
        }
        Kind::Database => {
            let names = [
                ("Engine", json!("aurora-mysql")),
                ("DBClusterIdentifier", json!("x")),
                ("AllocatedStorage", json!("20")),
                ("BackupRetentionPeriod", json!(1)),
                ("MasterUsername", json!("x")),
                ("StorageEncrypted", json!(true)),
                ("DBInstanceClass", json!("db.r5.large")),
                ("DeletionProtection", json!(true)),
                ("SourceDBInstanceIdentifier", json!("x")),
                ("ManageMasterUserPassword", json!(true)),
            ];
            ("AWS::RDS::DBInstance", keys(&names, count, random))
        }
    }
}

fn table(count: usize, random: &mut Random) -> Value {
    let key = |name: &str| json!({"AttributeName": name, "KeyType": "HASH"});
    let (mut definitions, mut indexes) = (
        vec![json!({"AttributeName": "id", "AttributeType": "S"})],
        Vec::new(),
    );
    for n in 0..count {
        let definition = json!({"AttributeName": format!("a{n}"), "AttributeType": "S"});
        match random.below(8) {
            0 => definitions.push(definition),
            1 => {}
            2 => definitions.push(either(random.below(count), definition)),
            _ => definitions.push(either(n, definition)),
        }
        let index = json!({
            "IndexName": format!("index{n}"), "KeySchema": [key(&format!("a{n}"))],
            "Projection": {"ProjectionType": "ALL"}
        });
        indexes.push(either(n, index));
    }
    json!({
        "AttributeDefinitions": definitions, "KeySchema": [key("id")], "GlobalSecondaryIndexes": indexes,
        "BillingMode": perhaps(0, count, random, json!("PAY_PER_REQUEST"), json!("PROVISIONED")),
        "ProvisionedThroughput": either(1, json!({"ReadCapacityUnits": 1, "WriteCapacityUnits": 1})),
    })
}
