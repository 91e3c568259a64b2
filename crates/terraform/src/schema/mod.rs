//! JSON Schema (draft 7) for a module's variables, in the form that TerraSchema writes.
//!
//! - `types`: schemas of types;
//! - [`forms`]: conditions of `validation` blocks as keywords, one file for each form;
//! - [`json`]: the output format.

mod ecma;
pub mod forms;
pub mod json;
mod merge;
mod options;
mod subject;
mod types;

use std::collections::BTreeMap;
use std::rc::Rc;

pub use self::options::{
    Additional, Compatibility, Conditions, NestedValues, Nullable, Options, Requires,
};

use self::forms::{Condition, FormSet};
use self::json::{Json, Object};
use self::merge::merge;
use self::subject::Subject;
use super::diagnostic::{Diagnostic, Errors};
use super::eval::{Texts, constant_value};
use super::host::Host;
use super::module::{Declarations, Variable, load};
use super::syntax::ast::Block;
use super::value::Type;

/// The variables of a module.
#[derive(Debug)]
pub struct Variables {
    /// The module's declarations.
    pub(crate) declared: Declarations,
    /// The source files.
    pub(crate) texts: Texts,
}

/// A schema and the conditions it does not express.
#[derive(Debug)]
pub struct Schema {
    /// The schema.
    pub json: Json,
    /// The conditions that are not in the schema.
    pub untranslated: Vec<UntranslatedCondition>,
}

/// A condition that the schema does not express.
#[derive(Debug)]
pub struct UntranslatedCondition {
    /// The name of the variable.
    pub variable: Rc<str>,
    /// The source text of the condition.
    pub condition: String,
    /// The location, such as `main.tf:1,2-3`.
    pub location: String,
    /// The forms that were tried, each with the reason why it does not apply.
    pub reasons: Vec<(&'static str, String)>,
}

/// Loads the variables that the files of a folder declare.
///
/// # Errors
/// Returns the errors of the files with their locations.
pub fn variables(host: &Host<'_>) -> Result<Variables, Vec<String>> {
    let texts = Texts::default();
    match load(host, &texts, &host.folder).unwrap_or_else(|| Ok(Declarations::default())) {
        Ok(declared) if declared.unread.is_empty() => Ok(Variables { declared, texts }),
        Ok(declared) => Err(located(&declared.unread, &texts)),
        Err(errors) => Err(located(&errors, &texts)),
    }
}

fn located(errors: &[Diagnostic], texts: &Texts) -> Vec<String> {
    texts.with(|sources| {
        errors
            .iter()
            .map(|error| error.located(sources).escaped())
            .collect()
    })
}

impl Variables {
    /// Returns the number of variables.
    pub fn count(&self) -> usize {
        self.declared.variables.len()
    }

    /// Returns the files that were read, each with the variables that it declares.
    pub fn by_file(&self) -> Vec<(String, Vec<String>)> {
        self.texts.with(|sources| {
            let mut files: Vec<(String, Vec<String>)> = sources
                .iter()
                .map(|source| (source.name.to_string(), Vec::new()))
                .collect();
            for (name, variable) in &self.declared.variables {
                let file = usize::try_from(variable.block.range.file).unwrap_or(usize::MAX);
                files
                    .get_mut(file)
                    .into_iter()
                    .for_each(|(_, names)| names.push(name.to_string()));
            }
            files
        })
    }

    /// Returns the schema of the variables' values.
    ///
    /// # Errors
    /// Returns the errors of defaults that cannot be evaluated, with their locations.
    pub fn schema(&self, options: &Options) -> Result<Schema, Vec<String>> {
        let mut untranslated = Vec::new();
        let mut properties = Object::new();
        let mut required = Vec::new();
        let mut errors = Errors::new();
        for (name, variable) in &self.declared.variables {
            if options.requires == Requires::All || variable.default.is_none() {
                required.push(Json::from(&**name));
            }
            match self.property(name, variable, options, &mut untranslated) {
                Ok(property) => drop(properties.insert(name.to_string(), property.into())),
                Err(more) => errors.extend(more),
            }
        }
        if !errors.is_empty() {
            return Err(located(&errors, &self.texts));
        }
        let root = [
            (
                "$schema",
                Json::from("http://json-schema.org/draft-07/schema#"),
            ),
            (
                "additionalProperties",
                (options.additional == Additional::Allowed).into(),
            ),
            ("properties", properties.into()),
            ("required", Json::List(required)),
        ];
        let json = Json::Object(
            root.into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        );
        Ok(Schema { json, untranslated })
    }

    /// Returns the schema of a variable's values.
    pub(crate) fn property(
        &self,
        name: &Rc<str>,
        variable: &Variable,
        options: &Options,
        untranslated: &mut Vec<UntranslatedCondition>,
    ) -> Result<Object, Errors> {
        let nullable = match options.nullable {
            Nullable::All => true,
            Nullable::AsDeclared => variable.block.body.attribute("nullable").is_some(),
        };
        let node = types::node(
            &variable.constraint.ty,
            Some(&variable.constraint.defaults),
            options,
        );
        let mut members = if nullable && variable.nullable {
            or_null(name, node)
        } else {
            node
        };
        let included = options.conditions == Conditions::Included;
        for block in variable
            .block
            .body
            .blocks("validation")
            .filter(|_| included)
        {
            match self.keywords(name, variable, block, options.compatibility) {
                Ok(keywords) => merge(&mut members, keywords),
                Err(condition) => untranslated.extend(condition),
            }
        }
        if let Some(default) = variable.block.body.attribute("default")
            && !is_hidden(variable)
        {
            members.insert(
                "default".to_owned(),
                Json::from(&constant_value(&default.expr)?),
            );
        }
        if let Some(description) = &variable.description {
            members.insert("description".to_owned(), Json::from(description.as_str()));
        }
        Ok(members)
    }

    /// Returns the keywords for the condition of a `validation` block, if it can be translated.
    pub(crate) fn condition(
        &self,
        name: &str,
        variable: &Variable,
        block: &Block,
    ) -> Option<Object> {
        self.keywords(&name.into(), variable, block, Compatibility::Full)
            .ok()
    }

    /// Translates the condition of a `validation` block. The error is `None` if the block has no condition.
    fn keywords(
        &self,
        name: &Rc<str>,
        variable: &Variable,
        block: &Block,
        compatibility: Compatibility,
    ) -> Result<Object, Option<UntranslatedCondition>> {
        let Some(attribute) = block.body.attribute("condition") else {
            return Err(None);
        };
        let subject = Subject::variable(name, &variable.constraint.ty);
        let forms = match compatibility {
            Compatibility::Full => FormSet::Extended,
            Compatibility::TerraSchema => FormSet::TerraSchema,
        };
        let condition = Condition {
            expr: &attribute.expr,
            subject: &subject,
            forms,
        };
        // TerraSchema selects forms by the variable's type, so it translates no conditions of untyped variables.
        let is_readable = compatibility == Compatibility::Full || subject.ty != Type::Dynamic;
        if let Ok(keywords) = condition.translated()
            && is_readable
        {
            return Ok(keywords);
        }
        let reasons = condition
            .attempts()
            .filter_map(|(form, result)| Some((form.name, result.err()?.into_owned())));
        let (text, location) = self.texts.with(|sources| {
            (
                sources.text(attribute.expr.range).to_owned(),
                sources.location(attribute.expr.range),
            )
        });
        Err(Some(UntranslatedCondition {
            variable: Rc::clone(name),
            condition: text,
            location,
            reasons: reasons.collect(),
        }))
    }

    /// Exports the declarations of all variables as JSON.
    ///
    /// # Errors
    /// Returns the errors of defaults that cannot be evaluated, with their locations.
    pub fn export(&self) -> Result<Json, Vec<String>> {
        let mut members = BTreeMap::new();
        for (name, variable) in &self.declared.variables {
            let exported = self
                .exported(variable)
                .map_err(|errors| located(&errors, &self.texts))?;
            members.insert(name.to_string(), exported);
        }
        Ok(Json::Object(members))
    }

    fn exported(&self, variable: &Variable) -> Result<Json, Errors> {
        let body = &variable.block.body;
        let default = match body.attribute("default") {
            Some(default) if !is_hidden(variable) => Json::from(&constant_value(&default.expr)?),
            _ => Json::Null,
        };
        let mut members = vec![("default", default)];
        members.extend(
            variable
                .description
                .as_deref()
                .map(|text| ("description", Json::from(text))),
        );
        members.extend(
            body.attribute("nullable")
                .map(|_| ("nullable", Json::Bool(variable.nullable))),
        );
        let sensitive = variable.marks.has(super::value::Marks::SENSITIVE);
        members.extend(
            body.attribute("sensitive")
                .map(|_| ("sensitive", Json::Bool(sensitive))),
        );
        let mut validations: Vec<Json> = body
            .blocks("validation")
            .map(|block| self.validation(block))
            .collect();
        match validations.len() {
            0 => {}
            1 => members.extend(validations.pop().map(|only| ("validation", only))),
            _ => members.push(("validation", Json::List(validations))),
        }
        members.push((
            "type",
            if variable.typed {
                types::notation(&variable.constraint.ty)
            } else {
                "any".into()
            },
        ));
        Ok(Json::Ordered(members))
    }

    /// Returns a condition as source text, and its error message. A message that is not constant is source text, too.
    fn validation(&self, block: &Block) -> Json {
        let mut members = Vec::new();
        for name in ["condition", "error_message"] {
            let Some(attribute) = block.body.attribute(name) else {
                continue;
            };
            let written = || {
                self.texts
                    .with(|sources| sources.text(attribute.expr.range).to_owned())
            };
            let text = match constant_value(&attribute.expr)
                .ok()
                .filter(|_| name == "error_message")
            {
                Some(message) => message.str().map_or_else(written, str::to_owned),
                None => written(),
            };
            members.push((name, Json::Text(text)));
        }
        Json::Ordered(members)
    }
}

/// Returns a schema that also allows null.
fn or_null(name: &str, mut node: Object) -> Object {
    let title = |title: &str| ("title".to_owned(), Json::from(title));
    let whole = title(&format!("{name}: Select a type"));
    let Some(Json::Text(ty)) = node.get("type") else {
        // A schema without a type already allows null.
        node.extend([whole]);
        return node;
    };
    node.extend([title(&ty.clone())]);
    let null = Object::from([title("null"), ("type".to_owned(), Json::from("null"))]);
    Object::from([
        (
            "anyOf".to_owned(),
            Json::List(vec![null.into(), node.into()]),
        ),
        whole,
    ])
}

/// Returns whether the default of a variable must not be printed.
fn is_hidden(variable: &Variable) -> bool {
    let hidden = super::value::Marks::SENSITIVE.and(super::value::Marks::EPHEMERAL);
    variable.marks.has(hidden)
}
