//! The facts of a violation. The schema engine does not render messages: each audience has its own words for these.

use super::message::Message;
use super::pack::Json;
use cfn_warden_syntax::{Node, Segment};

/// What a value violates, with the facts that a message needs. Named after the keywords of JSON Schema.
///
/// The enum is exhaustive on purpose: a new variant does not compile until every audience has words for it.
#[derive(Debug, Clone, Copy)]
pub enum ViolationKind<'a> {
    /// `additionalProperties`: the key is not allowed.
    AdditionalProperties {
        /// The key.
        key: Node<'a>,
        /// A declared property with a similar name.
        similar: Option<&'a str>,
    },
    /// `additionalProperties` next to `patternProperties`: the key does not match any pattern.
    PatternProperties {
        /// The key.
        key: Node<'a>,
        /// The schemas by pattern.
        patterns: Json<'a>,
    },
    /// `anyOf`: no branch matches.
    AnyOf {
        /// The value.
        instance: Node<'a>,
    },
    /// `oneOf`: no branch matches.
    OneOf {
        /// The value.
        instance: Node<'a>,
    },
    /// `oneOf`: more than one branch matches.
    OneOfSeveral {
        /// The value.
        instance: Node<'a>,
        /// The branches that match.
        matching: &'a [Json<'a>],
    },
    /// `not`: the schema matches.
    Not {
        /// The value.
        instance: Node<'a>,
        /// The schema.
        schema: Json<'a>,
    },
    /// The schema `false`, which no value matches.
    FalseSchema {
        /// The value.
        instance: Node<'a>,
    },
    /// `type`: the value has another type.
    Type {
        /// The value.
        instance: Node<'a>,
        /// A type or a list of types.
        types: Json<'a>,
    },
    /// `const`: the value differs.
    Const {
        /// The keyword's value.
        expected: KeywordValue<'a>,
    },
    /// `enum`: the value is not in the list.
    Enum {
        /// The value.
        instance: Node<'a>,
        /// The list.
        allowed: KeywordValue<'a>,
    },
    /// `enumCaseInsensitive`: the value is not in the list.
    EnumCaseInsensitive {
        /// The value, in lower case.
        instance: Node<'a>,
        /// The list, as written in the schema.
        allowed: Json<'a>,
    },
    /// A name that the template does not declare.
    Undeclared {
        /// The name.
        instance: Node<'a>,
        /// The names that the template declares.
        declared: &'a [&'a str],
    },
    /// `Fn::FindInMap`: the mapping does not have the key.
    UnknownMapKey {
        /// The key.
        key: Node<'a>,
        /// The keys of the mapping; for a second-level key, those below the first-level key.
        declared: &'a [&'a str],
        /// The name of the mapping.
        map: &'a str,
        /// The first-level key, if the unknown key is a second-level key.
        top: Option<&'a str>,
    },
    /// `Fn::FindInMap`: the mapping does not have a first-level key that equals a possible value of the pseudo
    /// parameter.
    UnknownFirstLevelKey {
        /// The reference to the pseudo parameter.
        key: Node<'a>,
        /// The name of the mapping.
        map: &'a str,
    },
    /// `Fn::FindInMap`: the second-level key does not exist below any possible value of the pseudo parameter that is
    /// the first-level key.
    UnknownSecondLevelKey {
        /// The second-level key.
        key: Node<'a>,
        /// The reference to the pseudo parameter.
        top: Node<'a>,
        /// The name of the mapping.
        map: &'a str,
    },
    /// `dynamicValidation`: the template does not use the transform.
    MissingTransform {
        /// The name of the transform.
        transform: &'a str,
    },
    /// `pattern`: the string does not match.
    Pattern {
        /// The string, or the JSON of a number or boolean.
        instance: Node<'a>,
        /// The regular expression.
        pattern: KeywordValue<'a>,
    },
    /// `pattern`: the regular expression cannot be used.
    InvalidPattern {
        /// The regular expression.
        pattern: KeywordValue<'a>,
        /// The reason.
        error: &'a str,
    },
    /// `format`: the string does not have the format.
    Format {
        /// The value.
        instance: Node<'a>,
        /// The name of the format.
        format: &'a str,
        /// The regular expression that defines the format, if one does.
        pattern: Option<&'a str>,
    },
    /// `format`: the check of the format failed.
    FormatError {
        /// The name of the format.
        format: &'a str,
        /// The reason.
        error: &'a str,
    },
    /// `minimum`: the number is less.
    Minimum {
        /// The number.
        instance: Node<'a>,
        /// The keyword's value.
        limit: KeywordValue<'a>,
    },
    /// `maximum`: the number is greater.
    Maximum {
        /// The number.
        instance: Node<'a>,
        /// The keyword's value.
        limit: KeywordValue<'a>,
    },
    /// `exclusiveMinimum`: the number is less or equal.
    ExclusiveMinimum {
        /// The number.
        instance: Node<'a>,
        /// The keyword's value.
        limit: KeywordValue<'a>,
    },
    /// `exclusiveMaximum`: the number is greater or equal.
    ExclusiveMaximum {
        /// The number.
        instance: Node<'a>,
        /// The keyword's value.
        limit: KeywordValue<'a>,
    },
    /// `multipleOf`: the number is not an integer multiple.
    MultipleOf {
        /// The number.
        instance: Node<'a>,
        /// The keyword's value.
        unit: Json<'a>,
    },
    /// `minLength`: the string is shorter.
    MinLength(Count<'a>),
    /// `maxLength`: the string is longer.
    MaxLength(Count<'a>),
    /// `minItems`: the list has fewer items.
    MinItems(Count<'a>),
    /// `maxItems`: the list has more items.
    MaxItems(Count<'a>),
    /// `maxUniqueItems`: the list has more distinct items.
    MaxUniqueItems(Count<'a>),
    /// `minProperties`: the object has fewer keys.
    MinProperties(Count<'a>),
    /// `maxProperties`: the object has more keys.
    MaxProperties(Count<'a>),
    /// `items` is `false`: there are items beyond those of `prefixItems`.
    Items {
        /// The number of allowed items.
        limit: usize,
        /// The other items.
        extra: &'a [Node<'a>],
    },
    /// `contains`: no item matches.
    Contains {
        /// The list.
        instance: Node<'a>,
    },
    /// `minContains`: too few items match.
    MinContains {
        /// The keyword's value.
        limit: usize,
        /// The number of items that match.
        found: usize,
    },
    /// `maxContains`: too many items match.
    MaxContains {
        /// The keyword's value.
        limit: usize,
    },
    /// `uniqueItems`: two items are equal.
    UniqueItems,
    /// `uniqueKeys`: two items are equal in these keys.
    UniqueKeys {
        /// The keys.
        keys: Json<'a>,
    },
    /// `required`: a property is missing.
    Required {
        /// The property.
        property: &'a str,
    },
    /// `requiredOr`: all of the properties are missing.
    RequiredOr {
        /// The properties.
        properties: Json<'a>,
    },
    /// `requiredXor`: none or several of the properties are present.
    RequiredXor {
        /// The properties.
        properties: Json<'a>,
    },
    /// `dependentRequired` or `dependencies`: a property that another one requires is missing.
    DependentRequired {
        /// The property that is present.
        property: &'a str,
        /// The missing property.
        required: &'a str,
    },
    /// `dependentExcluded`: two properties cannot be combined.
    DependentExcluded {
        /// The property whose rule this is.
        property: &'a str,
        /// The property that it excludes.
        excluded: &'a str,
    },
    /// The value is unknown, and with it whether there is a violation.
    Unknown,
    /// A message in the schema itself (the keyword `message`).
    SchemaMessage {
        /// The message.
        message: &'a str,
    },
    /// The statement of a rule.
    Rule(Message<'a>),
    /// A violation and the circumstances in which it was found.
    Circumstanced {
        /// The violation.
        violated: &'a ViolationKind<'a>,
        /// The circumstances.
        circumstance: Circumstance<'a>,
        /// cfn-lint's sentence, which replaces the value by the function that has it.
        sentence: &'a [Segment<'a>],
    },
}

/// The circumstances of a violation.
#[derive(Debug, Clone, Copy)]
pub enum Circumstance<'a> {
    /// Only in this region.
    Region(&'a str),
    /// The value is one that this function has.
    Function(Node<'a>),
}

/// A limit on a size.
#[derive(Debug, Clone, Copy)]
pub struct Count<'a> {
    /// The keyword's value.
    pub limit: Json<'a>,
    /// The actual size.
    pub found: usize,
}

/// The value that a keyword compares the instance with.
#[derive(Debug, Clone, Copy)]
pub enum KeywordValue<'a> {
    /// A value in the schema.
    Schema(Json<'a>),
    /// A value in the document (`$data`).
    Data(Node<'a>),
    /// A string that a check derives.
    Text(&'a str),
}

impl<'a> KeywordValue<'a> {
    /// Returns the value if it is a string.
    pub fn as_str(self) -> Option<&'a str> {
        match self {
            KeywordValue::Schema(json) => json.as_str(),
            KeywordValue::Data(node) => node.as_str(),
            KeywordValue::Text(text) => Some(text),
        }
    }
}

impl<'a> From<Message<'a>> for ViolationKind<'a> {
    fn from(message: Message<'a>) -> ViolationKind<'a> {
        ViolationKind::Rule(message)
    }
}
