//! The form of the keywords of resource schemas.

/// The form of a keyword's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Any value.
    Any,
    /// A list of any values.
    List,
    /// `true` or `false`.
    Switch,
    /// A number.
    Number,
    /// An integer that is not negative.
    Count,
    /// A string.
    Text,
    /// A list of strings.
    Texts,
    /// An object of lists of strings.
    TextsByName,
    /// A list of lists of strings.
    ListOfTexts,
    /// A regular expression.
    Pattern,
    /// A list of JSON pointers to properties.
    Pointers,
    /// A schema.
    Schema,
    /// A list of schemas.
    Schemas,
    /// An object of schemas.
    SchemasByName,
    /// A schema, or a list of schemas.
    Items,
    /// The name of a JSON type, or a list of them.
    Type,
    /// A JSON pointer in the same schema.
    Reference,
    /// An object.
    Object,
}

/// Returns the form of a keyword of JSON Schema or of cfn-lint.
pub fn of_keyword(name: &str) -> Option<Form> {
    KEYWORDS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, form)| *form)
}

/// Returns the form of a key that only the schema of a resource type has.
pub fn of_type_key(name: &str) -> Option<Form> {
    TYPE_KEYS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, form)| *form)
}

/// Returns the names of keywords.
pub fn keywords() -> impl Iterator<Item = &'static str> {
    KEYWORDS.iter().map(|(name, _)| *name)
}

/// Returns the names of keys that only the schema of a resource type has.
pub fn type_keys() -> impl Iterator<Item = &'static str> {
    TYPE_KEYS.iter().map(|(name, _)| *name)
}

const KEYWORDS: &[(&str, Form)] = &[
    ("$comment", Form::Text),
    ("$id", Form::Text),
    ("$ref", Form::Reference),
    ("$schema", Form::Text),
    ("additionalProperties", Form::Schema),
    ("allOf", Form::Schemas),
    ("anyOf", Form::Schemas),
    ("arrayType", Form::Text),
    ("const", Form::Any),
    ("contains", Form::Schema),
    ("default", Form::Any),
    ("dependencies", Form::Object),
    ("dependentExcluded", Form::TextsByName),
    ("dependentRequired", Form::TextsByName),
    ("description", Form::Text),
    ("else", Form::Schema),
    ("enum", Form::List),
    ("enumCaseInsensitive", Form::List),
    ("examples", Form::List),
    ("exclusiveMaximum", Form::Number),
    ("exclusiveMinimum", Form::Number),
    ("format", Form::Text),
    ("if", Form::Schema),
    ("insertionOrder", Form::Switch),
    ("items", Form::Items),
    ("maxItems", Form::Count),
    ("maxLength", Form::Count),
    ("maxProperties", Form::Count),
    ("maximum", Form::Number),
    ("minItems", Form::Count),
    ("minLength", Form::Count),
    ("minProperties", Form::Count),
    ("minimum", Form::Number),
    ("multipleOf", Form::Number),
    ("not", Form::Schema),
    ("oneOf", Form::Schemas),
    ("pattern", Form::Pattern),
    ("patternProperties", Form::SchemasByName),
    ("prefixItems", Form::Schemas),
    ("properties", Form::SchemasByName),
    ("propertyNames", Form::Schema),
    ("relationshipRef", Form::Object),
    ("required", Form::Texts),
    ("requiredOr", Form::Texts),
    ("requiredXor", Form::Texts),
    ("then", Form::Schema),
    ("title", Form::Text),
    ("type", Form::Type),
    ("uniqueItems", Form::Switch),
    ("uniqueKeys", Form::Texts),
];

/// <https://docs.aws.amazon.com/cloudformation-cli/latest/userguide/resource-type-schema.html>
const TYPE_KEYS: &[(&str, Form)] = &[
    ("additionalIdentifiers", Form::ListOfTexts),
    ("conditionalCreateOnlyProperties", Form::Pointers),
    ("createOnlyProperties", Form::Pointers),
    ("definitions", Form::SchemasByName),
    ("deprecatedProperties", Form::Pointers),
    ("documentationUrl", Form::Text),
    ("handlers", Form::Object),
    ("nonPublicDefinitions", Form::Any),
    ("nonPublicProperties", Form::Any),
    ("primaryIdentifier", Form::Pointers),
    ("propertyTransform", Form::Object),
    ("readOnlyProperties", Form::Pointers),
    ("remote", Form::Object),
    ("replacementStrategy", Form::Text),
    ("resourceLink", Form::Object),
    ("sourceUrl", Form::Text),
    ("taggable", Form::Switch),
    ("tagging", Form::Object),
    ("typeConfiguration", Form::Object),
    ("typeName", Form::Text),
    ("writeOnlyProperties", Form::Pointers),
];
