//! What `Fn::GetAtt` may name on a resource type.

use std::borrow::Cow;

use super::pack::Json;
use super::{keyword, pointer, store};

/// The attributes of a resource type, in the reference's order.
#[derive(Debug, Clone)]
pub struct Attributes<'p> {
    schema: Json<'p>,
    attributes: Vec<Attribute<'p>>,
}

/// One attribute. Its name is a pattern: `.` stands for any character, `.*` for any text, `\.` for a dot.
#[derive(Debug, Clone, PartialEq)]
pub struct Attribute<'p> {
    /// The pattern: `Arn`, `Endpoint.Address`, `Replicas.*.Status`, `Outputs\..*`.
    pub pattern: Cow<'p, str>,
    target: Target<'p>,
}

#[derive(Debug, Clone, PartialEq)]
enum Target<'p> {
    /// A property: its path in the resource's schema.
    Property(Cow<'p, str>),
    /// An output of a nested stack.
    Output,
    /// Anything: a custom resource, a module.
    Any,
}

/// More properties than any type that shows all of them has; a schema that refers to itself ends here.
const PROPERTIES: u32 = 2_000;

impl<'p> Attributes<'p> {
    /// The attributes by a resource schema: what is read-only, and what CloudFormation is known to give besides.
    /// The reference: `schema/_getatts.py`.
    pub fn of(schema: Json<'p>) -> Attributes<'p> {
        let mut found = Attributes { schema, attributes: Vec::new() };
        let type_name = schema.keyword(keyword::TYPE_NAME).and_then(Json::as_str).unwrap_or_default();
        let known = store::document("constants/get_atts");
        if known.and_then(|known| known.get("_all_property_types")?.get(type_name)).is_some() {
            found.add_properties(schema, "/properties", &mut { PROPERTIES });
            return found;
        }
        let besides = known.and_then(|known| known.get("_exceptions")?.get(type_name)).map(Json::items);
        for name in besides.into_iter().flatten().filter_map(Json::as_str) {
            found.add(Cow::Borrowed(name), Target::Property(format!("/properties/{name}").into()));
        }
        if matches!(type_name, "AWS::CloudFormation::Stack" | "AWS::Serverless::Application") {
            found.add(OUTPUTS, Target::Output);
            return found;
        }
        if ["Custom::", "AWS::CloudFormation::CustomResource", "Module"].iter().any(|name| type_name.starts_with(name))
        {
            found.add(Cow::Borrowed(".*"), Target::Any);
        }
        for path in schema.keyword(keyword::READ_ONLY_PROPERTIES).map(Json::items).into_iter().flatten() {
            let Some(path) = path.as_str() else { continue };
            if type_name == "AWS::ServiceCatalog::CloudFormationProvisionedProduct" && path == "/properties/Outputs" {
                found.add(OUTPUTS, Target::Output);
            } else {
                found.add(name_of(path), Target::Property(Cow::Borrowed(path)));
            }
        }
        found
    }

    /// The attributes of a stack whose template is known: its outputs by name.
    pub fn of_outputs(stack: Json<'p>, outputs: impl IntoIterator<Item = &'p str>) -> Attributes<'p> {
        let mut found = Attributes { schema: stack, attributes: Vec::new() };
        for name in outputs {
            found.add(format!("Outputs.{name}").into(), Target::Output);
        }
        found
    }

    /// The attributes in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Attribute<'p>> {
        self.attributes.iter()
    }

    /// The attribute that a name means: of several patterns that match, the longest, and of these the last.
    pub fn get(&self, name: &str) -> Option<&Attribute<'p>> {
        self.attributes.iter().filter(|attribute| attribute.matches(name)).max_by_key(|a| a.pattern.chars().count())
    }

    /// The schema of an attribute. Nothing where its path leads nowhere.
    pub fn schema(&self, attribute: &Attribute<'p>) -> Option<Json<'p>> {
        match &attribute.target {
            Target::Property(path) => pointer::property(self.schema, path),
            Target::Output => store::document("stand-ins/output"),
            Target::Any => store::document("stand-ins/any"),
        }
    }

    /// As a Python dict: a repeated name keeps its place and takes the last value.
    fn add(&mut self, pattern: Cow<'p, str>, target: Target<'p>) {
        match self.attributes.iter_mut().find(|attribute| attribute.pattern == pattern) {
            Some(attribute) => attribute.target = target,
            None => self.attributes.push(Attribute { pattern, target }),
        }
    }

    /// Every property that is no object, those of objects within included; lists of objects or lists are left out.
    fn add_properties(&mut self, at: Json<'p>, path: &str, left: &mut u32) {
        for (key, property) in at.keyword(keyword::PROPERTIES).map(Json::entries).into_iter().flatten() {
            self.add_property(property, format!("{path}/{}", key.text), left);
        }
    }

    fn add_property(&mut self, property: Json<'p>, path: String, left: &mut u32) {
        let Some(fewer) = left.checked_sub(1) else { return };
        *left = fewer;
        let is =
            |name| property.keyword(keyword::TYPE).is_some_and(|kind| kind.as_str() == Some(name) || lists(kind, name));
        if is("object") {
            return self.add_properties(property, &path, left);
        }
        if is("array") {
            let items = property.keyword(keyword::ITEMS).and_then(|items| items.keyword(keyword::TYPE)?.as_str());
            if matches!(items, Some("object" | "array")) {
                return;
            }
        } else if let Some(target) = property.keyword(keyword::REF).and_then(|r| r.resolve(self.schema)) {
            return self.add_property(target, path, left);
        }
        self.add(Cow::Owned(name_of(&path).into_owned()), Target::Property(path.into()));
    }
}

const OUTPUTS: Cow<'static, str> = Cow::Borrowed(r"Outputs\..*");

impl Attribute<'_> {
    /// Whether a name is this attribute's: matched by its pattern, or its pattern letter by letter.
    pub fn matches(&self, name: &str) -> bool {
        self.pattern == name || fits(&self.pattern, name)
    }

    /// The name as messages print it.
    pub fn display(&self) -> Cow<'_, str> {
        if self.pattern.contains('\\') { self.pattern.replace('\\', "").into() } else { Cow::Borrowed(&self.pattern) }
    }
}

/// The attribute's name of a property path: `/properties/Endpoint/Address` is `Endpoint.Address`.
fn name_of(path: &str) -> Cow<'_, str> {
    let mut parts = path.splitn(3, '/').skip(2);
    match parts.next() {
        Some(name) if name.contains('/') => name.replace('/', ".").into(),
        name => Cow::Borrowed(name.unwrap_or_default()),
    }
}

/// Whether a pattern of literals, `.`, `.*` and `\.` covers a whole name. Each `.*` is tried shortest first and only
/// the last one is widened, which is enough and keeps the time at the product of both lengths.
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
            Some((rest_of_pattern, rest_of_name)) => (pattern, name) = (rest_of_pattern, rest_of_name),
            None if pattern.is_empty() && name.is_empty() => return true,
            None => {
                let Some((after, from)) = widen else { return false };
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

/// What is left of both after one character of the name.
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

fn lists(list: Json, name: &str) -> bool {
    list.items().any(|item| item.as_str() == Some(name))
}
