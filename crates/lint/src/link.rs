//! Links to the documentation of resource types and their properties.
//!
//! AWS derives the names of pages and anchors from those of types and properties:
//! `AWS::SNS::Topic` and `DisplayName` are `aws-resource-sns-topic.html#cfn-sns-topic-displayname`.

use cfn_warden_schema::{Json, Knowledge, keyword};
use cfn_warden_syntax::Step;
use cfn_warden_syntax::finding::{Aspect, Finding};
use cfn_warden_template::Template;

const REFERENCE: &str = "https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference";
const GUIDE: &str = "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide";
const SERVERLESS: &str =
    "https://docs.aws.amazon.com/serverless-application-model/latest/developerguide";

/// The attributes of a resource that have a page of their own.
const ATTRIBUTES: &[&str] = &[
    "CreationPolicy",
    "DeletionPolicy",
    "DependsOn",
    "Metadata",
    "UpdatePolicy",
    "UpdateReplacePolicy",
];
/// The sections of a template and the names of their pages.
const SECTIONS: &[(&str, &str)] = &[
    ("Conditions", "conditions-section-structure"),
    ("Mappings", "mappings-section-structure"),
    ("Metadata", "metadata-section-structure"),
    ("Outputs", "outputs-section-structure"),
    ("Parameters", "parameters-section-structure"),
    ("Resources", "resources-section-structure"),
    ("Rules", "rules-section-structure"),
    ("Transform", "transform-section-structure"),
];

/// Returns a more exact link than the one of a rule, if the rule only links to a project, to cfn-lint's keywords or to
/// the description of a section. A misspelled property links to the one that was meant.
pub fn of(
    finding: &Finding,
    source: &str,
    template: &Template<'_>,
    knowledge: &Knowledge,
) -> Option<String> {
    let path = finding.path.as_ref()?;
    let is_general = !source.starts_with("https://docs.aws.amazon.com/")
        || source.ends_with("/cloudformation-limits.html")
        || source.ends_with("/resources-section-structure.html");
    if !is_general {
        return None;
    }
    match path.0.as_slice() {
        [Step::Key(section), Step::Key(name), rest @ ..] if section == "Resources" => {
            let kind = template.resource_type(name)?;
            match rest {
                [Step::Key(attribute), ..] if ATTRIBUTES.contains(&attribute.as_str()) => {
                    Some(format!(
                        "{REFERENCE}/aws-attribute-{}.html",
                        attribute.to_lowercase()
                    ))
                }
                [Step::Key(properties), Step::Key(property), below @ ..]
                    if properties == "Properties" =>
                {
                    let property = match &finding.aspect {
                        Aspect::Misspelt(meant) if below.is_empty() => meant,
                        _ => property,
                    };
                    page(
                        kind,
                        Some(property.as_str())
                            .filter(|property| is_property(knowledge, kind, property)),
                    )
                }
                _ => page(kind, None),
            }
        }
        path => {
            let section = path.first().and_then(|step| match step {
                Step::Key(section) => SECTIONS.iter().find(|(name, _)| name == section),
                Step::Index(_) => None,
            });
            let page = section.map_or("template-anatomy", |(_, page)| page);
            Some(format!("{GUIDE}/{page}.html"))
        }
    }
}

/// Returns whether a type declares a property. Only these have an anchor.
fn is_property(knowledge: &Knowledge, kind: &str, name: &str) -> bool {
    let properties = knowledge
        .resource(kind)
        .and_then(|schema| schema.keyword(keyword::PROPERTIES));
    properties
        .into_iter()
        .flat_map(Json::entries)
        .any(|(key, _)| key.text == name)
}

/// Returns the URL of the page of a resource type, at one of its properties; `None` for types without a page.
pub fn page(kind: &str, property: Option<&str>) -> Option<String> {
    let lower = kind.to_lowercase();
    let parts: Vec<&str> = lower.split("::").collect();
    let is_name =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let ["aws", service, resource] = parts.as_slice() else {
        return None;
    };
    if !is_name(service) || !is_name(resource) {
        return None;
    }
    let (page, anchor) = match *service {
        "serverless" => (
            format!("{SERVERLESS}/sam-resource-{resource}.html"),
            format!("sam-{resource}"),
        ),
        _ => (
            format!("{REFERENCE}/aws-resource-{service}-{resource}.html"),
            format!("cfn-{service}-{resource}"),
        ),
    };
    Some(
        match property.map(str::to_lowercase).filter(|name| is_name(name)) {
            Some(property) => format!("{page}#{anchor}-{property}"),
            None => page,
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_the_names_of_types_and_properties() {
        let reference = "https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference";
        assert_eq!(
            page("AWS::SNS::Topic", Some("DisplayName")),
            Some(format!(
                "{reference}/aws-resource-sns-topic.html#cfn-sns-topic-displayname"
            ))
        );
        assert_eq!(
            page("AWS::EC2::VPC", None),
            Some(format!("{reference}/aws-resource-ec2-vpc.html"))
        );
        let function = page("AWS::Serverless::Function", Some("Runtime"));
        assert!(
            function.is_some_and(
                |url| url.ends_with("/sam-resource-function.html#sam-function-runtime")
            )
        );
        assert_eq!(page("Custom::Thing", None), None);
        assert_eq!(page("AWS::S3::Bucket::MODULE", None), None);
    }
}
