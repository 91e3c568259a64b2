//! What intrinsic functions and pseudo parameters return, for hovers and completions.

/// A function, an attribute of resources or a pseudo parameter.
pub struct Entry {
    /// The name as the key of a map: `Fn::Sub`.
    pub name: &'static str,
    /// How it is written in YAML.
    pub form: &'static str,
    /// What it is, in one sentence.
    pub summary: &'static str,
    /// The last part of the URL of its documentation.
    page: &'static str,
}

const GUIDE: &str = "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide";
const REFERENCE: &str = "https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference";

impl Entry {
    /// Returns the URL of the documentation.
    pub fn link(&self) -> String {
        match self.page {
            "" => format!("{GUIDE}/pseudo-parameter-reference.html"),
            page if page.starts_with("aws-attribute-") => format!("{REFERENCE}/{page}.html"),
            page if page.starts_with("getstackoutput") || page.starts_with("rules") => {
                format!("{REFERENCE}/intrinsic-function-reference-{page}.html")
            }
            page => match page.split_once('#') {
                Some((page, anchor)) => {
                    format!(
                        "{GUIDE}/intrinsic-function-reference-{page}.html#intrinsic-function-reference-{anchor}"
                    )
                }
                None => format!("{GUIDE}/intrinsic-function-reference-{page}.html"),
            },
        }
    }
}

/// Returns the entry of a name.
pub fn find(name: &str) -> Option<&'static Entry> {
    [FUNCTIONS, PSEUDO_PARAMETERS, ATTRIBUTES]
        .into_iter()
        .flatten()
        .find(|entry| entry.name == name)
}

macro_rules! entries {
    ($($(#[doc = $doc:literal])* $table:ident { $($name:literal $form:literal $page:literal $summary:literal)* })*) => {
        $($(#[doc = $doc])* pub static $table: &[Entry] = &[
            $(Entry { name: $name, form: $form, summary: $summary, page: $page }),*
        ];)*
    };
}

entries! {
    /// The functions.
    FUNCTIONS {
        "Ref" "!Ref Name" "ref"
            "The value of a parameter, or the identifier of a resource."
        "Fn::GetAtt" "!GetAtt Resource.Attribute" "getatt"
            "The value of an attribute of a resource."
        "Fn::Sub" "!Sub '${Name}-${Resource.Attribute}'" "sub"
            "A text in which each `${}` is replaced by the value of a parameter, a resource or an attribute."
        "Fn::Join" "!Join [DELIMITER, [VALUES]]" "join"
            "The values of a list as one text, with a delimiter between them."
        "Fn::If" "!If [Condition, VALUE_IF_TRUE, VALUE_IF_FALSE]" "conditions#conditions-if"
            "One of two values, as a condition decides."
        "Fn::FindInMap" "!FindInMap [Mapping, TOP_KEY, SECOND_KEY]" "findinmap"
            "A value of a mapping."
        "Fn::Select" "!Select [INDEX, [VALUES]]" "select"
            "The item of a list at an index, which is counted from 0."
        "Fn::Split" "!Split [DELIMITER, TEXT]" "split"
            "The parts of a text between delimiters, as a list."
        "Fn::ImportValue" "!ImportValue EXPORT" "importvalue"
            "The value of an output that another stack exports."
        "Fn::GetStackOutput" "!GetStackOutput {StackName: NAME, OutputName: NAME}" "getstackoutput"
            "The value of an output of another stack."
        "Fn::GetAZs" "!GetAZs REGION" "getavailabilityzones"
            "The Availability Zones of a region, as a list; an empty text is the region of the stack."
        "Fn::Base64" "!Base64 TEXT" "base64"
            "The Base64 representation of a text."
        "Fn::Cidr" "!Cidr [BLOCK, COUNT, BITS]" "cidr"
            "CIDR blocks of an address range, as a list."
        "Fn::Length" "Fn::Length: [VALUES]" "length"
            "The number of items of a list. It needs the transform AWS::LanguageExtensions."
        "Fn::ToJsonString" "Fn::ToJsonString: VALUE" "ToJsonString"
            "A list or map as a text in JSON. It needs the transform AWS::LanguageExtensions."
        "Fn::Transform" "Fn::Transform: {Name: MACRO, Parameters: {}}" "transform"
            "The result of a macro."
        "Fn::ForEach" "Fn::ForEach::Name: [Variable, [VALUES], {KEY: VALUE}]" "foreach"
            "A fragment, repeated for each value of a list. It needs the transform AWS::LanguageExtensions."
        "Fn::Equals" "!Equals [VALUE, VALUE]" "conditions#conditions-equals"
            "Whether two values are equal."
        "Fn::And" "!And [CONDITIONS]" "conditions#conditions-and"
            "Whether all of 2 to 10 conditions are true."
        "Fn::Or" "!Or [CONDITIONS]" "conditions#conditions-or"
            "Whether one of 2 to 10 conditions is true."
        "Fn::Not" "!Not [CONDITION]" "conditions#conditions-not"
            "Whether a condition is false."
        "Condition" "!Condition Name" "conditions"
            "The value of a condition; in a resource or output, the condition under which it exists."
        "Fn::Contains" "Fn::Contains: [[VALUES], VALUE]" "rules"
            "Whether a list has a value; in rules."
        "Fn::EachMemberEquals" "Fn::EachMemberEquals: [[VALUES], VALUE]" "rules"
            "Whether all values of a list are equal to a value; in rules."
        "Fn::EachMemberIn" "Fn::EachMemberIn: [[VALUES], [VALUES]]" "rules"
            "Whether a list has all values of another list; in rules."
        "Fn::RefAll" "Fn::RefAll: PARAMETER_TYPE" "rules"
            "The values of all parameters of a type; in rules."
        "Fn::ValueOf" "Fn::ValueOf: [PARAMETER, ATTRIBUTE]" "rules"
            "The attribute of the resource that a parameter names; in rules."
        "Fn::ValueOfAll" "Fn::ValueOfAll: [PARAMETER_TYPE, ATTRIBUTE]" "rules"
            "The attributes of the resources that the parameters of a type name; in rules."
    }
    /// The pseudo parameters.
    PSEUDO_PARAMETERS {
        "AWS::AccountId" "!Ref AWS::AccountId" "" "The ID of the account of the stack."
        "AWS::NoValue" "!Ref AWS::NoValue" "" "Removes the property whose value it is."
        "AWS::NotificationARNs" "!Ref AWS::NotificationARNs" "" "The ARNs of the notification topics of the stack."
        "AWS::Partition" "!Ref AWS::Partition" "" "The partition of the region: `aws`, `aws-cn` or `aws-us-gov`."
        "AWS::Region" "!Ref AWS::Region" "" "The name of the region of the stack."
        "AWS::StackId" "!Ref AWS::StackId" "" "The ARN of the stack."
        "AWS::StackName" "!Ref AWS::StackName" "" "The name of the stack."
        "AWS::URLSuffix" "!Ref AWS::URLSuffix" "" "The suffix of domains in the partition: `amazonaws.com`."
    }
    /// The attributes of resources.
    ATTRIBUTES {
        "CreationPolicy" "CreationPolicy: {}" "aws-attribute-creationpolicy"
            "Signals that the creation of the resource waits for."
        "DeletionPolicy" "DeletionPolicy: Retain" "aws-attribute-deletionpolicy"
            "What happens to the resource when it is removed from the stack: Delete, Retain, RetainExceptOnCreate or Snapshot."
        "DependsOn" "DependsOn: [Resource]" "aws-attribute-dependson"
            "The resources that must be created first."
        "Metadata" "Metadata: {}" "aws-attribute-metadata"
            "Data about the resource, for tools."
        "UpdatePolicy" "UpdatePolicy: {}" "aws-attribute-updatepolicy"
            "How an update of the resource replaces instances."
        "UpdateReplacePolicy" "UpdateReplacePolicy: Retain" "aws-attribute-updatereplacepolicy"
            "What happens to the old resource when an update replaces it: Delete, Retain or Snapshot."
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cfn_warden_template::{Function, PseudoParameter};

    #[test]
    fn every_function_and_pseudo_parameter_has_an_entry() {
        let names = Function::ALL.iter().map(|function| function.name());
        let missing: Vec<_> = names.filter(|name| find(name).is_none()).collect();
        assert!(missing.is_empty(), "{missing:?}");
        let pseudo: Vec<_> = PseudoParameter::ALL
            .iter()
            .map(|pseudo| pseudo.name())
            .collect();
        assert_eq!(
            pseudo,
            PSEUDO_PARAMETERS
                .iter()
                .map(|entry| entry.name)
                .collect::<Vec<_>>()
        );
    }

    #[test]
    fn links_have_the_form_of_the_pages() {
        let link = |name| find(name).map(Entry::link).unwrap();
        assert!(
            link("Fn::If").ends_with("-conditions.html#intrinsic-function-reference-conditions-if")
        );
        assert!(link("Ref").ends_with("/UserGuide/intrinsic-function-reference-ref.html"));
        assert!(link("DependsOn").ends_with("/TemplateReference/aws-attribute-dependson.html"));
    }
}
