//! The attributes that `Fn::GetAtt` can return for a resource type.

use std::borrow::Cow;

use super::knowledge::Knowledge;
use super::pack::Json;
use super::types::{Type, Types};
use super::{keyword, pointer};

/// The attributes of a resource type, in cfn-lint's order.
#[derive(Debug, Clone)]
pub struct Attributes<'p> {
    knowledge: &'p Knowledge,
    schema: Json<'p>,
    attributes: Vec<Attribute<'p>>,
}

/// One attribute. Its name is a pattern: `.` matches any character, `.*` any text, `\.` a dot.
#[derive(Debug, Clone, PartialEq)]
pub struct Attribute<'p> {
    /// The pattern, for example `Arn`, `Endpoint.Address`, `Replicas.*.Status`, `Outputs\..*`.
    pub pattern: Cow<'p, str>,
    target: Target<'p>,
}

#[derive(Debug, Clone, PartialEq)]
enum Target<'p> {
    /// A property, by its path in the resource schema.
    Property(Cow<'p, str>),
    /// An output of a nested stack.
    Output,
    /// Any value: a custom resource or a module.
    Any,
}

/// Limit on properties, above the count of any type that exposes all of them; ends recursion in self-referential
/// schemas.
const PROPERTIES: u32 = 2_000;

impl<'p> Attributes<'p> {
    /// Returns the attributes that a resource schema defines: its read-only properties, and those that CloudFormation
    /// also returns. Source: cfn-lint's `schema/_getatts.py`.
    pub fn of(knowledge: &'p Knowledge, schema: Json<'p>) -> Attributes<'p> {
        let mut found = Attributes {
            knowledge,
            schema,
            attributes: Vec::new(),
        };
        let type_name = schema
            .keyword(keyword::TYPE_NAME)
            .and_then(Json::as_str)
            .unwrap_or_default();
        let known = knowledge.document("constants/get_atts");
        if known
            .and_then(|known| known.get("_all_property_types")?.get(type_name))
            .is_some()
        {
            found.add_properties(schema, "/properties", &mut { PROPERTIES });
            return found;
        }
        let exceptions = known
            .and_then(|known| known.get("_exceptions")?.get(type_name))
            .map(Json::items);
        for name in exceptions.into_iter().flatten().filter_map(Json::as_str) {
            found.add(
                Cow::Borrowed(name),
                Target::Property(format!("/properties/{name}").into()),
            );
        }
        if matches!(
            type_name,
            "AWS::CloudFormation::Stack" | "AWS::Serverless::Application"
        ) {
            found.add(OUTPUTS, Target::Output);
            return found;
        }
        if ["Custom::", "AWS::CloudFormation::CustomResource", "Module"]
            .iter()
            .any(|name| type_name.starts_with(name))
        {
            found.add(Cow::Borrowed(".*"), Target::Any);
        }
        for path in schema
            .keyword(keyword::READ_ONLY_PROPERTIES)
            .map(Json::items)
            .into_iter()
            .flatten()
        {
            let Some(path) = path.as_str() else { continue };
            if type_name == "AWS::ServiceCatalog::CloudFormationProvisionedProduct"
                && path == "/properties/Outputs"
            {
                found.add(OUTPUTS, Target::Output);
            } else {
                found.add(name_of(path), Target::Property(Cow::Borrowed(path)));
            }
        }
        found
    }

    /// Returns the attributes of the resource type with a name, or `None` if the type is unknown.
    pub fn of_type(knowledge: &'p Knowledge, type_name: &str) -> Option<Attributes<'p>> {
        knowledge
            .resource(type_name)
            .map(|schema| Attributes::of(knowledge, schema))
    }

    /// Returns the attributes of a nested stack with a known template: one per output.
    pub fn of_outputs(
        knowledge: &'p Knowledge,
        stack: Json<'p>,
        outputs: impl IntoIterator<Item = &'p str>,
    ) -> Attributes<'p> {
        let mut found = Attributes {
            knowledge,
            schema: stack,
            attributes: Vec::new(),
        };
        for name in outputs {
            found.add(format!("Outputs.{name}").into(), Target::Output);
        }
        found
    }

    /// Returns the attributes in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Attribute<'p>> {
        self.attributes.iter()
    }

    /// Returns the attribute that matches a name. If several patterns match, the longest one wins, then the last one.
    pub fn get(&self, name: &str) -> Option<&Attribute<'p>> {
        self.attributes
            .iter()
            .filter(|attribute| attribute.matches(name))
            .max_by_key(|a| a.pattern.chars().count())
    }

    /// Returns the schema of an attribute, or `None` if its path does not resolve.
    pub fn schema(&self, attribute: &Attribute<'p>) -> Option<Json<'p>> {
        match &attribute.target {
            Target::Property(path) => pointer::property(self.schema, path),
            Target::Output => self.knowledge.document("stand-ins/output"),
            Target::Any => self.knowledge.document("stand-ins/any"),
        }
    }

    /// Adds an attribute like an assignment to a Python dict: a repeated pattern keeps its position and takes the last
    /// target.
    fn add(&mut self, pattern: Cow<'p, str>, target: Target<'p>) {
        match self
            .attributes
            .iter_mut()
            .find(|attribute| attribute.pattern == pattern)
        {
            Some(attribute) => attribute.target = target,
            None => self.attributes.push(Attribute { pattern, target }),
        }
    }

    /// Adds every non-object property, including those of nested objects; lists of objects and lists of lists are
    /// skipped.
    fn add_properties(&mut self, at: Json<'p>, path: &str, left: &mut u32) {
        for (key, property) in at
            .keyword(keyword::PROPERTIES)
            .map(Json::entries)
            .into_iter()
            .flatten()
        {
            self.add_property(property, format!("{path}/{}", key.text), left);
        }
    }

    fn add_property(&mut self, property: Json<'p>, path: String, left: &mut u32) {
        let Some(fewer) = left.checked_sub(1) else {
            return;
        };
        *left = fewer;
        let types = property
            .keyword(keyword::TYPE)
            .map(Types::named)
            .unwrap_or_default();
        if types.has(Type::Object) {
            return self.add_properties(property, &path, left);
        }
        if types.has(Type::Array) {
            let items = property
                .keyword(keyword::ITEMS)
                .and_then(|items| Type::named(items.keyword(keyword::TYPE)?));
            if matches!(items, Some(Type::Object | Type::Array)) {
                return;
            }
        } else if let Some(target) = property
            .keyword(keyword::REF)
            .and_then(|r| r.resolve(self.schema))
        {
            return self.add_property(target, path, left);
        }
        self.add(
            Cow::Owned(name_of(&path).into_owned()),
            Target::Property(path.into()),
        );
    }
}

const OUTPUTS: Cow<'static, str> = Cow::Borrowed(r"Outputs\..*");

impl Attribute<'_> {
    /// Returns whether a name matches the pattern or is literally equal to it.
    pub fn matches(&self, name: &str) -> bool {
        self.pattern == name || fits(&self.pattern, name)
    }

    /// Returns the name as printed in messages.
    pub fn display(&self) -> Cow<'_, str> {
        if self.pattern.contains('\\') {
            self.pattern.replace('\\', "").into()
        } else {
            Cow::Borrowed(&self.pattern)
        }
    }
}

/// Converts a property path to an attribute name: `/properties/Endpoint/Address` becomes `Endpoint.Address`.
fn name_of(path: &str) -> Cow<'_, str> {
    let mut parts = path.splitn(3, '/').skip(2);
    match parts.next() {
        Some(name) if name.contains('/') => name.replace('/', ".").into(),
        name => Cow::Borrowed(name.unwrap_or_default()),
    }
}

/// Returns whether a pattern of literals, `.`, `.*` and `\.` matches a whole name. Each `.*` starts with the shortest
/// match and only the last one is extended, which suffices and limits the time to the product of both lengths.
fn fits(pattern: &str, name: &str) -> bool {
    let (mut pattern, mut name) = (pattern, name);
    let mut widen: Option<(&str, &str)> = None;
    loop {
        if let Some(rest) = pattern.strip_prefix(".*") {
            widen = Some((rest, name));
            pattern = rest;
            continue;
        }
        match step(pattern, name) {
            Some((rest_of_pattern, rest_of_name)) => {
                (pattern, name) = (rest_of_pattern, rest_of_name)
            }
            None if pattern.is_empty() && name.is_empty() => return true,
            None => {
                let Some((after, from)) = widen else {
                    return false;
                };
                let mut letters = from.chars();
                match letters.next() {
                    Some(letter) if letter != '\n' => widen = Some((after, letters.as_str())),
                    _ => return false,
                }
                (pattern, name) = (after, letters.as_str());
            }
        }
    }
}

/// Returns the rest of the pattern and of the name after one matching character.
fn step<'a>(pattern: &'a str, name: &'a str) -> Option<(&'a str, &'a str)> {
    let (mut pattern, mut name) = (pattern.chars(), name.chars());
    let letter = name.next()?;
    let fits = match pattern.next()? {
        '.' => letter != '\n',
        '\\' => pattern.next()? == letter,
        literal => literal == letter,
    };
    fits.then_some((pattern.as_str(), name.as_str()))
}
