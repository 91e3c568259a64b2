//! A module's variables as JSON Schema (draft 7), in the form that TerraSchema gives them.
//!
//! - [`types`]: a type to the schema of its values;
//! - [`forms`]: conditions of `validation` blocks to keywords, one file a form;
//! - [`json`]: how it is written out.

mod ecma;
pub mod forms;
pub mod json;
mod merge;
mod subject;
mod types;

use std::collections::BTreeMap;
use std::rc::Rc;

use self::forms::{Condition, Known};
use self::json::{Json, Object};
use self::merge::merge;
use self::subject::Subject;
use super::diagnostic::{Diagnostic, Errors};
use super::eval::{Texts, fixed};
use super::host::Host;
use super::module::{Declared, Variable, load};
use super::syntax::ast::Block;
use super::value::Type;

/// How the schema is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// May there be properties that are not declared?
    pub additional: Additional,
    /// Which variables must have a value.
    pub requires: Requires,
    /// What may be null where a variable does not say it.
    pub nullable: Nullable,
    /// Whether conditions are read as TerraSchema reads them.
    pub reading: Reading,
    /// Whether conditions are said at all.
    pub conditions: Conditions,
    /// Whether what a value holds may be null.
    pub parts: Parts,
}

/// Whether the schema says the conditions of variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Conditions {
    /// As far as it can.
    #[default]
    Said,
    /// No: they are evaluated.
    LeftOut,
}

/// Whether items, elements and attributes may be null.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Parts {
    /// No.
    #[default]
    NeverNull,
    /// Yes, as in Terraform.
    PerhapsNull,
}

/// Whether there may be properties that are not declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Additional {
    /// Yes.
    #[default]
    Allowed,
    /// No.
    Refused,
}

/// Which variables must have a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Requires {
    /// Those without a default.
    #[default]
    WithoutDefault,
    /// All, and all attributes.
    All,
}

/// What may be null where a variable does not say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Nullable {
    /// Nothing.
    #[default]
    Stated,
    /// Every variable, as in Terraform.
    All,
}

/// Which conditions are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reading {
    /// All that a schema can say.
    #[default]
    Full,
    /// Those that TerraSchema reads, as it does.
    TerraSchema,
}

/// The variables of a module.
#[derive(Debug)]
pub struct Variables {
    /// What the module declares.
    pub(crate) declared: Declared,
    /// The texts that were read.
    pub(crate) texts: Texts,
}

/// A schema, and which conditions it does not say.
#[derive(Debug)]
pub struct Schema {
    /// The schema.
    pub json: Json,
    /// The conditions that are not in it.
    pub left_out: Vec<LeftOut>,
}

/// A condition that the schema does not say.
#[derive(Debug)]
pub struct LeftOut {
    /// The variable.
    pub variable: Rc<str>,
    /// The condition as it is written.
    pub condition: String,
    /// Where: `main.tf:1,2-3`.
    pub place: String,
    /// What each form says against it.
    pub reasons: Vec<(&'static str, String)>,
}

/// The variables that the files of a folder declare.
///
/// # Errors
/// What is wrong with the files, each with its place.
pub fn variables(host: &Host<'_>) -> Result<Variables, Vec<String>> {
    let texts = Texts::default();
    match load(host, &texts, &host.folder).unwrap_or_else(|| Ok(Declared::default())) {
        Ok(declared) => Ok(Variables { declared, texts }),
        Err(errors) => Err(located(&errors, &texts)),
    }
}

fn located(errors: &[Diagnostic], texts: &Texts) -> Vec<String> {
    texts.with(|sources| errors.iter().map(|error| error.located(sources)).collect())
}

impl Variables {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.declared.variables.len()
    }

    /// The files that were read, and the variables that each declares.
    pub fn by_file(&self) -> Vec<(String, Vec<String>)> {
        self.texts.with(|sources| {
            let mut files: Vec<(String, Vec<String>)> =
                sources.iter().map(|source| (source.name.to_string(), Vec::new())).collect();
            for (name, variable) in &self.declared.variables {
                let file = usize::try_from(variable.block.range.file).unwrap_or(usize::MAX);
                files.get_mut(file).into_iter().for_each(|(_, names)| names.push(name.to_string()));
            }
            files
        })
    }

    /// The schema of the variables' values.
    ///
    /// # Errors
    /// Defaults that have no value, each with its place.
    pub fn schema(&self, options: &Options) -> Result<Schema, Vec<String>> {
        let mut left_out = Vec::new();
        let mut properties = Object::new();
        let mut required = Vec::new();
        let mut errors = Errors::new();
        for (name, variable) in &self.declared.variables {
            if options.requires == Requires::All || variable.default.is_none() {
                required.push(Json::from(&**name));
            }
            match self.property(name, variable, options, &mut left_out) {
                Ok(property) => drop(properties.insert(name.to_string(), property.into())),
                Err(more) => errors.extend(more),
            }
        }
        if !errors.is_empty() {
            return Err(located(&errors, &self.texts));
        }
        let root = [
            ("$schema", Json::from("http://json-schema.org/draft-07/schema#")),
            ("additionalProperties", (options.additional == Additional::Allowed).into()),
            ("properties", properties.into()),
            ("required", Json::List(required)),
        ];
        let json = Json::Object(root.into_iter().map(|(name, value)| (name.to_owned(), value)).collect());
        Ok(Schema { json, left_out })
    }

    /// The schema of a variable's values.
    pub(crate) fn property(
        &self,
        name: &Rc<str>,
        variable: &Variable,
        options: &Options,
        left_out: &mut Vec<LeftOut>,
    ) -> Result<Object, Errors> {
        let nullable = match options.nullable {
            Nullable::All => true,
            Nullable::Stated => variable.block.body.attribute("nullable").is_some(),
        };
        let node = types::node(&variable.constraint.ty, Some(&variable.constraint.defaults), options);
        let mut made = if nullable && variable.nullable { or_null(name, node) } else { node };
        let said = options.conditions == Conditions::Said;
        for block in variable.block.body.blocks("validation").filter(|_| said) {
            match self.keywords(name, variable, block, options.reading) {
                Ok(keywords) => merge(&mut made, keywords),
                Err(not_said) => left_out.extend(not_said),
            }
        }
        if let Some(default) = variable.block.body.attribute("default") {
            made.insert("default".to_owned(), Json::from(&fixed(&default.expr)?));
        }
        if let Some(description) = &variable.description {
            made.insert("description".to_owned(), Json::from(description.as_str()));
        }
        Ok(made)
    }

    /// The keywords that say a `validation` block's condition, where there are some.
    pub(crate) fn condition(&self, name: &str, variable: &Variable, block: &Block) -> Option<Object> {
        self.keywords(&name.into(), variable, block, Reading::Full).ok()
    }

    /// The keywords that say a `validation` block's condition.
    fn keywords(
        &self,
        name: &Rc<str>,
        variable: &Variable,
        block: &Block,
        reading: Reading,
    ) -> Result<Object, Option<LeftOut>> {
        let Some(attribute) = block.body.attribute("condition") else { return Err(None) };
        let subject = Subject::variable(name, &variable.constraint.ty);
        let forms = match reading {
            Reading::Full => Known::Here,
            Reading::TerraSchema => Known::TerraSchema,
        };
        let condition = Condition { expr: &attribute.expr, subject: &subject, forms };
        // TerraSchema knows a form by the type that it is for.
        let is_readable = reading == Reading::Full || subject.ty != Type::Dynamic;
        if let Ok(keywords) = condition.translated()
            && is_readable
        {
            return Ok(keywords);
        }
        let reasons = condition.attempts().filter_map(|(form, result)| Some((form.name, result.err()?.into_owned())));
        let (text, place) = self
            .texts
            .with(|sources| (sources.text(attribute.expr.range).to_owned(), sources.place(attribute.expr.range)));
        Err(Some(LeftOut { variable: Rc::clone(name), condition: text, place, reasons: reasons.collect() }))
    }

    /// What is declared of each variable.
    ///
    /// # Errors
    /// Defaults that have no value, each with its place.
    pub fn export(&self) -> Result<Json, Vec<String>> {
        let mut made = BTreeMap::new();
        for (name, variable) in &self.declared.variables {
            let exported = self.exported(variable).map_err(|errors| located(&errors, &self.texts))?;
            made.insert(name.to_string(), exported);
        }
        Ok(Json::Object(made))
    }

    fn exported(&self, variable: &Variable) -> Result<Json, Errors> {
        let body = &variable.block.body;
        let default = match body.attribute("default") {
            Some(default) => Json::from(&fixed(&default.expr)?),
            None => Json::Null,
        };
        let mut made = vec![("default", default)];
        made.extend(variable.description.as_deref().map(|text| ("description", Json::from(text))));
        made.extend(body.attribute("nullable").map(|_| ("nullable", Json::Bool(variable.nullable))));
        let sensitive = variable.marks.has(super::value::Marks::SENSITIVE);
        made.extend(body.attribute("sensitive").map(|_| ("sensitive", Json::Bool(sensitive))));
        let mut validations: Vec<Json> = body.blocks("validation").map(|block| self.validation(block)).collect();
        match validations.len() {
            0 => {}
            1 => made.extend(validations.pop().map(|only| ("validation", only))),
            _ => made.push(("validation", Json::List(validations))),
        }
        made.push(("type", if variable.typed { types::notation(&variable.constraint.ty) } else { Json::Null }));
        Ok(Json::Ordered(made))
    }

    /// A condition as it is written, and its message; one that is made of values stays as it is written.
    fn validation(&self, block: &Block) -> Json {
        let mut made = Vec::new();
        for name in ["condition", "error_message"] {
            let Some(attribute) = block.body.attribute(name) else { continue };
            let written = || self.texts.with(|sources| sources.text(attribute.expr.range).to_owned());
            let text = match fixed(&attribute.expr).ok().filter(|_| name == "error_message") {
                Some(message) => message.str().map_or_else(written, str::to_owned),
                None => written(),
            };
            made.push((name, Json::Text(text)));
        }
        Json::Ordered(made)
    }
}

/// The schema of what may also be null.
fn or_null(name: &str, mut node: Object) -> Object {
    let title = |title: &str| ("title".to_owned(), Json::from(title));
    let whole = title(&format!("{name}: Select a type"));
    let Some(Json::Text(ty)) = node.get("type") else {
        // What may be anything may be null.
        node.extend([whole]);
        return node;
    };
    node.extend([title(&ty.clone())]);
    let null = Object::from([title("null"), ("type".to_owned(), Json::from("null"))]);
    Object::from([("anyOf".to_owned(), Json::List(vec![null.into(), node.into()])), whole])
}
