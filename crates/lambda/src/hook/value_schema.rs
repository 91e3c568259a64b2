//! Types of property values according to a resource type's schema.
//!
//! CloudFormation may send every scalar of a Hook event as a string, and in Guard `"true" == true` fails.

use std::borrow::Cow;

use cfn_warden_schema::{Json, Knowledge, keyword};

/// The subschemas that apply to a value; empty if there are none.
#[derive(Debug, Clone)]
pub struct ValueSchema<'p> {
    root: Json<'p>,
    /// With references and combinations (`anyOf` etc.) expanded.
    parts: Vec<Json<'p>>,
}

/// Maximum number of subschemas; more than any value needs, so that only recursive schemas reach it.
const PARTS: usize = 256;

impl<'p> ValueSchema<'p> {
    /// Returns the schema of a resource's properties; `None` if the type is unknown.
    pub fn of(type_name: &str, knowledge: &'p Knowledge) -> Option<ValueSchema<'p>> {
        let root = knowledge.resource(type_name)?;
        Some(ValueSchema {
            root,
            parts: apart(root, [root]),
        })
    }

    /// Returns the schema of a property.
    pub fn property(&self, key: &str) -> ValueSchema<'p> {
        let mut found = Vec::new();
        for part in &self.parts {
            match part
                .keyword(keyword::PROPERTIES)
                .and_then(|properties| properties.get(key))
            {
                Some(property) => found.push(property),
                None => {
                    // All patterns are included, whether or not the key matches: a string is converted only if all
                    // agree.
                    let patterns = part
                        .keyword(keyword::PATTERN_PROPERTIES)
                        .into_iter()
                        .flat_map(Json::entries);
                    found.extend(patterns.map(|(_, property)| property));
                    found.extend(part.keyword(keyword::ADDITIONAL_PROPERTIES));
                }
            }
        }
        ValueSchema {
            root: self.root,
            parts: apart(self.root, found),
        }
    }

    /// Returns the schema of list elements.
    pub fn item(&self) -> ValueSchema<'p> {
        let items = self
            .parts
            .iter()
            .filter_map(|part| part.keyword(keyword::ITEMS));
        let found = items.flat_map(|items| std::iter::once(items).chain(items.items()));
        ValueSchema {
            root: self.root,
            parts: apart(self.root, found),
        }
    }

    /// Returns the boolean or number that a string represents, as JSON; `None` if it may be meant as a string.
    pub fn scalar<'t>(&self, text: &'t str) -> Option<Cow<'t, str>> {
        let may_be = |name| self.types().any(|kind| kind == name);
        if may_be("string") {
            return None;
        }
        if may_be("boolean")
            && (text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false"))
        {
            return Some(Cow::Owned(text.to_ascii_lowercase()));
        }
        let integer = text
            .parse::<i64>()
            .ok()
            .filter(|_| may_be("integer") || may_be("number"));
        if let Some(integer) = integer {
            return Some(Cow::Owned(integer.to_string()));
        }
        if may_be("number") {
            let number = text.parse().ok().and_then(serde_json::Number::from_f64)?;
            return Some(Cow::Owned(number.to_string()));
        }
        None
    }

    fn types(&self) -> impl Iterator<Item = &'p str> + '_ {
        let types = self
            .parts
            .iter()
            .filter_map(|part| part.keyword(keyword::TYPE));
        types
            .flat_map(|types| std::iter::once(types).chain(types.items()))
            .filter_map(Json::as_str)
    }
}

/// Expands schemas into all subschemas that apply, including themselves.
fn apart<'p>(root: Json<'p>, schemas: impl IntoIterator<Item = Json<'p>>) -> Vec<Json<'p>> {
    let mut parts: Vec<Json<'p>> = Vec::new();
    let mut open: Vec<Json<'p>> = schemas.into_iter().collect();
    while let Some(schema) = open.pop() {
        if parts.len() == PARTS || parts.iter().any(|part| part.id() == schema.id()) {
            continue;
        }
        parts.push(schema);
        open.extend(
            schema
                .keyword(keyword::REF)
                .and_then(|reference| reference.resolve(root)),
        );
        for combination in [keyword::ALL_OF, keyword::ANY_OF, keyword::ONE_OF] {
            open.extend(
                schema
                    .keyword(combination)
                    .into_iter()
                    .flat_map(Json::items),
            );
        }
        open.extend(
            [keyword::THEN, keyword::ELSE]
                .into_iter()
                .filter_map(|branch| schema.keyword(branch)),
        );
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converted(type_name: &str, path: &[&str], text: &str) -> Option<String> {
        let knowledge = Knowledge::bundled();
        let schema = path.iter().fold(
            ValueSchema::of(type_name, &knowledge).unwrap(),
            |schema, step| match *step {
                "*" => schema.item(),
                key => schema.property(key),
            },
        );
        schema.scalar(text).map(Cow::into_owned)
    }

    #[test]
    fn strings_are_converted_to_the_types_of_the_schema() {
        let bucket = "AWS::S3::Bucket";
        let public = ["PublicAccessBlockConfiguration", "BlockPublicAcls"];
        assert_eq!(converted(bucket, &public, "true").as_deref(), Some("true"));
        assert_eq!(
            converted(bucket, &public, "False").as_deref(),
            Some("false")
        );
        assert_eq!(converted(bucket, &public, "yes"), None);
        let days = ["LifecycleConfiguration", "Rules", "*", "ExpirationInDays"];
        assert_eq!(converted(bucket, &days, "030").as_deref(), Some("30"));
        assert_eq!(converted(bucket, &days, "3.5"), None);
        assert_eq!(
            converted("AWS::SQS::Queue", &["VisibilityTimeout"], "45").as_deref(),
            Some("45")
        );
        assert_eq!(
            converted("AWS::CloudWatch::Alarm", &["Threshold"], "0.5").as_deref(),
            Some("0.5")
        );
        assert_eq!(
            converted("AWS::CloudWatch::Alarm", &["Threshold"], "NaN"),
            None
        );
    }

    #[test]
    fn strings_stay_if_the_schema_allows_them() {
        assert_eq!(converted("AWS::S3::Bucket", &["BucketName"], "45"), None);
        assert_eq!(
            converted("AWS::S3::Bucket", &["Tags", "*", "Value"], "true"),
            None
        );
        assert_eq!(
            converted(
                "AWS::Lambda::Function",
                &["Environment", "Variables", "PORT"],
                "8080"
            ),
            None
        );
        let condition = [
            "PolicyDocument",
            "Statement",
            "*",
            "Condition",
            "Bool",
            "aws:SecureTransport",
        ];
        assert_eq!(
            converted("AWS::S3::BucketPolicy", &condition, "false"),
            None
        );
        assert_eq!(
            converted("AWS::S3::Bucket", &["NoSuchProperty"], "true"),
            None
        );
        assert!(ValueSchema::of("Private::Own::Type", &Knowledge::bundled()).is_none());
    }
}
