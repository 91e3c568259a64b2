//! Reports hard-coded availability zones.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Violations, message};
use cfn_warden_syntax::Node;
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("W3010"),
    tags: &["parameters", "availabilityzone"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &[
    "Resources/AWS::AutoScaling::AutoScalingGroup/Properties/AvailabilityZones/*",
    "Resources/AWS::DAX::Cluster/Properties/AvailabilityZones/*",
    "Resources/AWS::DMS::ReplicationInstance/Properties/AvailabilityZone",
    "Resources/AWS::EC2::Host/Properties/AvailabilityZone",
    "Resources/AWS::EC2::Instance/Properties/AvailabilityZone",
    "Resources/AWS::EC2::LaunchTemplate/Properties/LaunchTemplateData/Placement/AvailabilityZone",
    "Resources/AWS::EC2::SpotFleet/Properties/SpotFleetRequestConfigData/LaunchSpecifications/*/Placement/AvailabilityZone",
    "Resources/AWS::EC2::SpotFleet/Properties/SpotFleetRequestConfigData/LaunchTemplateConfigs/*/Overrides/*/AvailabilityZone",
    "Resources/AWS::EC2::Subnet/Properties/AvailabilityZone",
    "Resources/AWS::EC2::Volume/Properties/AvailabilityZone",
    "Resources/AWS::ElasticLoadBalancing::LoadBalancer/Properties/AvailabilityZones/*",
    "Resources/AWS::ElasticLoadBalancingV2::TargetGroup/Properties/Targets/*/AvailabilityZone",
    "Resources/AWS::EMR::Cluster/Properties/Instances/Placement/AvailabilityZone",
    "Resources/AWS::Glue::Connection/Properties/ConnectionInput/PhysicalConnectionRequirements/AvailabilityZone",
    "Resources/AWS::OpsWorks::Instance/Properties/AvailabilityZone",
    "Resources/AWS::RDS::DBCluster/Properties/AvailabilityZones/*",
    "Resources/AWS::RDS::DBInstance/Properties/AvailabilityZone",
];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if evaluation.template.is_from_cdk() || assertion.cx.instance_path.under_function() {
        return;
    }
    let zones = assertion
        .instance
        .as_list()
        .unwrap_or(std::slice::from_ref(&assertion.instance));
    let names = zones.iter().filter_map(Node::as_str);
    for zone in names.filter(|zone| *zone != "all") {
        assertion.fail(
            out,
            message!(
                "Avoid hardcoding availability zones {}",
                [Operand::Text(zone)]
            ),
        );
    }
}
