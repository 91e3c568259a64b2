//! Reports instance types of previous generations.

use std::borrow::Cow;
use std::sync::LazyLock;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::pattern::{self, Outcome, Pattern};
use cfn_warden_schema::{InstancePath, Operand, Step, message};
use cfn_warden_syntax::Entry;
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("I3100"),
    tags: &["resources", "ec2", "rds", "elasticcache", "elasticsearch"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

/// Resource types with the paths of their instance types.
const PATHS: &[(&str, &[&str])] = &[
    ("AWS::AutoScaling::LaunchConfiguration", &["InstanceType"]),
    ("AWS::EC2::CapacityReservation", &["InstanceType"]),
    ("AWS::EC2::Host", &["InstanceType"]),
    ("AWS::EC2::Instance", &["InstanceType"]),
    ("AWS::RDS::DBInstance", &["DBInstanceClass"]),
    ("AWS::ElastiCache::CacheCluster", &["CacheNodeType"]),
    (
        "AWS::ElastiCache::GlobalReplicationGroup",
        &["CacheNodeType"],
    ),
    ("AWS::ElastiCache::ReplicationGroup", &["CacheNodeType"]),
    (
        "AWS::EC2::EC2Fleet",
        &["FleetLaunchTemplateOverridesRequest", "InstanceType"],
    ),
    (
        "AWS::EC2::LaunchTemplate",
        &["LaunchTemplateData", "InstanceType"],
    ),
    (
        "AWS::EC2::SpotFleet",
        &["SpotFleetLaunchSpecification", "InstanceType"],
    ),
    (
        "AWS::OpenSearchService::Domain",
        &["ClusterConfig", "InstanceType"],
    ),
    (
        "AWS::Elasticsearch::Domain",
        &["ElasticsearchClusterConfig", "InstanceType"],
    ),
];

static EARLIER: LazyLock<Option<Pattern>> = LazyLock::new(|| {
    Pattern::compile(r"(^|\.)([cmr][1-3]|cc2|cg1|cr1|g2|hi1|hs1|i2|t1)($|\.)").ok()
});

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for entry in lint
        .template
        .root
        .get("Resources")
        .and_then(|node| node.as_map())
        .unwrap_or_default()
    {
        let kind = entry.value.get("Type").and_then(|kind| kind.as_str());
        let Some((_, keys)) = PATHS.iter().find(|(of, _)| Some(*of) == kind) else {
            continue;
        };
        let instance_path = InstancePath::ROOT
            .names(lint.arena, ["Resources"])
            .step(lint.arena, Step::Key(entry.key));
        let start = (instance_path, *entry);
        let end = ["Properties"].iter().chain(*keys).try_fold(
            start,
            |(instance_path, at): (InstancePath<'a>, Entry<'a>), key| {
                let next = at.value.entry(key)?;
                Some((instance_path.step(lint.arena, Step::Key(next.key)), next))
            },
        );
        let Some((instance_path, found)) = end else {
            continue;
        };
        if let Some(name) = found.value.as_str().filter(|name| is_earlier(name)) {
            let message = message!(
                "Upgrade previous generation instance type: {}",
                [Operand::Plain(name)]
            );
            sink.report(instance_path, found.value, message);
        }
    }
}

fn is_earlier(name: &str) -> bool {
    EARLIER
        .as_ref()
        .is_some_and(|pattern| pattern.search(name, pattern::BUDGET) == Outcome::Match)
}
