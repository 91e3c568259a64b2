//! Reports hard-coded availability zones.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use cfn_warden_schema::{Operand, Site, Violations, Walk, message};
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

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    if walk.template.is_from_cdk() || site.cx.trail.under_function() {
        return;
    }
    let zones = site.instance.as_list().unwrap_or(std::slice::from_ref(&site.instance));
    let names = zones.iter().filter_map(Node::as_str);
    for zone in names.filter(|zone| *zone != "all") {
        site.fail(out, message!("Avoid hardcoding availability zones {}", [Operand::Text(zone)]));
    }
}
