//! Reports resources that delete data after a default retention period.

use std::borrow::Cow;
use std::sync::LazyLock;

use cfn_warden_lint::Rule;
use cfn_warden_lint::message::render;
use cfn_warden_lint::rule::Check;
use cfn_warden_lint::schema_rule::{best, context};
use cfn_warden_schema::inline::{Inline, pack};
use cfn_warden_schema::{Assertion, Evaluation, Message, Violations};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Quirk;

pub static RULE: Rule = Rule {
    id: RuleId::new("I3013"),
    tags: &["resources", "retentionperiod"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &[
    "Resources/AWS::RDS::DBInstance/Properties",
    "Resources/AWS::Kinesis::Stream/Properties",
    "Resources/AWS::SQS::Queue/Properties",
    "Resources/AWS::DocDB::DBCluster/Properties",
    "Resources/AWS::Synthetics::Canary/Properties",
    "Resources/AWS::Redshift::Cluster/Properties",
    "Resources/AWS::RDS::DBCluster/Properties",
];

static STREAM: Inline = LazyLock::new(|| pack(r#"{"required": ["RetentionPeriodHours"]}"#));
static QUEUE: Inline = LazyLock::new(|| pack(r#"{"required": ["MessageRetentionPeriod"]}"#));
static DATABASE: Inline = LazyLock::new(|| pack(r#"{"required": ["BackupRetentionPeriod"]}"#));
static CANARY: Inline =
    LazyLock::new(|| pack(r#"{"required": ["SuccessRetentionPeriod", "FailureRetentionPeriod"]}"#));
static WAREHOUSE: Inline =
    LazyLock::new(|| pack(r#"{"required": ["AutomatedSnapshotRetentionPeriod"]}"#));

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let schema = match assertion.cx.schema_path.back().nth(1) {
        // E3719 forbids the property on the instances of a cluster.
        Some("AWS::RDS::DBInstance")
            if assertion.instance.entry("DBClusterIdentifier").is_some()
                && !evaluation.options.compat.has(Quirk::ClusterBackups) =>
        {
            return;
        }
        Some("AWS::RDS::DBInstance") => {
            let Some(schema) = evaluation
                .knowledge
                .document("extensions/aws_rds_dbinstance/backupretentionperiod")
            else {
                return;
            };
            schema
        }
        Some("AWS::Kinesis::Stream") => STREAM.root(),
        Some("AWS::SQS::Queue") => QUEUE.root(),
        Some("AWS::Synthetics::Canary") => CANARY.root(),
        Some("AWS::Redshift::Cluster") => WAREHOUSE.root(),
        _ => DATABASE.root(),
    };
    let mut found = Violations::new();
    evaluation.check(
        &context(evaluation, assertion.cx, schema),
        schema,
        assertion.instance,
        &mut found,
    );
    out.extend(best(RuleId::new("I3013"), found, |violation| {
        let message = format!(
            "{} (The default retention period will delete the data after a pre-defined time. Set an explicit values to \
             avoid data loss on resource)",
            render(&violation.kind)
        );
        Message::text(evaluation.arena.alloc_str(&message)).into()
    }));
}
