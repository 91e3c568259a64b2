//! Configuration in JSON syntax. The position of a property decides whether it is an argument or a block.

use cfn_warden_syntax::{Known, Operand, text};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::ast::{Attribute, Block, Body, Expr, ExprKind, Key, Label};
use super::cursor::Cursor;
use super::json_text::{Json, JsonKind, parse};
use super::{expression, template};
use crate::diagnostic::{Errors, fail};
use crate::source::{Range, Sources};
use crate::value::{Type, Value};

/// The block types that are allowed in a body, with their number of labels.
type Blocks = &'static [(&'static str, usize)];

const ROOT: Blocks = &[
    ("check", 1),
    ("data", 2),
    ("ephemeral", 2),
    ("import", 0),
    ("locals", 0),
    ("module", 1),
    ("moved", 0),
    ("output", 1),
    ("provider", 1),
    ("removed", 0),
    ("resource", 2),
    ("terraform", 0),
    ("variable", 1),
];

/// The pseudo block type of a variable file.
const VALUES: &str = "values";

fn blocks_in(kind: &str) -> Blocks {
    match kind {
        "resource" | "data" | "ephemeral" => &[
            ("connection", 0),
            ("dynamic", 1),
            ("lifecycle", 0),
            ("provisioner", 1),
        ],
        "lifecycle" | "output" => &[("postcondition", 0), ("precondition", 0)],
        "terraform" => &[("backend", 1), ("cloud", 0), ("required_providers", 0)],
        "variable" => &[("validation", 0)],
        "check" => &[("assert", 0), ("data", 2)],
        "dynamic" => &[("content", 0)],
        "content" => &[("dynamic", 1)],
        _ => &[],
    }
}

/// How strings are interpreted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Strings {
    Templates,
    Literals,
    Expressions,
}

/// Parses a configuration file in JSON.
pub fn parse_json_body(sources: &Sources, file: u32) -> Result<Body, Errors> {
    let Some(source) = sources.get(file) else {
        return Ok(Body::default());
    };
    let json = parse(&mut Cursor::new(&source.text, file))?;
    Reader { sources }.body(&json, "", ROOT)
}

/// Parses a variable file in JSON: its properties are arguments only, and its strings are literal.
pub fn parse_json_values(sources: &Sources, file: u32) -> Result<Body, Errors> {
    let Some(source) = sources.get(file) else {
        return Ok(Body::default());
    };
    let json = parse(&mut Cursor::new(&source.text, file))?;
    if !matches!(json.kind, JsonKind::Object(_)) {
        let detail = "A JSON object is required here, setting the arguments for this block.";
        return fail("Incorrect JSON value type", detail, json.range);
    }
    Reader { sources }.body(&json, VALUES, &[])
}

/// Converts JSON to the syntax tree.
struct Reader<'s> {
    sources: &'s Sources,
}

impl Reader<'_> {
    /// Converts an object, or a list of objects, to a body.
    fn body(&self, json: &Json, kind: &str, blocks: Blocks) -> Result<Body, Errors> {
        let mut target = Body {
            range: json.range,
            ..Body::default()
        };
        for (name, range, value) in members(json)? {
            if name == "//" {
                continue;
            }
            match blocks.iter().find(|(block, _)| block == name) {
                Some((block, labels)) => self.add_blocks(
                    &mut target,
                    (block, *range),
                    value,
                    *labels,
                    &mut Vec::new(),
                )?,
                None => {
                    if let Some(first) = target.attribute(name) {
                        let location = self.sources.location(first.name_range.to(first.expr.range));
                        let summary = if matches!(kind, VALUES | "locals") {
                            "Duplicate attribute definition"
                        } else {
                            "Duplicate argument"
                        };
                        return fail(
                            summary,
                            text!(
                                "The argument \"{}\" was already set at {}.",
                                Operand::Name(name),
                                Known(&location)
                            ),
                            *range,
                        );
                    }
                    let expr = Rc::new(self.expr(
                        value,
                        strings_of(kind, name),
                        has_unique_names(kind),
                    )?);
                    target.attributes.push(Attribute {
                        name: name.as_str().into(),
                        name_range: *range,
                        expr,
                    });
                }
            }
        }
        Ok(target)
    }

    /// Adds the blocks of a property: one level of objects for each label, then an object or a list of objects.
    fn add_blocks(
        &self,
        target: &mut Body,
        kind: (&str, Range),
        json: &Json,
        missing: usize,
        labels: &mut Vec<Label>,
    ) -> Result<(), Errors> {
        if let JsonKind::Array(items) = &json.kind {
            return items
                .iter()
                .try_for_each(|item| self.add_blocks(target, kind, item, missing, labels));
        }
        if matches!(json.kind, JsonKind::Null) {
            return Ok(());
        }
        if let Some(left) = missing.checked_sub(1) {
            for (name, range, value) in members(json)? {
                if name == "//" {
                    continue;
                }
                labels.push(Label {
                    text: name.as_str().into(),
                    range: *range,
                });
                self.add_blocks(target, kind, value, left, labels)?;
                labels.pop();
            }
            return Ok(());
        }
        let body = self.body(json, kind.0, blocks_in(kind.0))?;
        let range = labels.last().map_or(kind.1, |label| label.range);
        target.blocks.push(Block {
            kind: kind.0.into(),
            labels: labels.clone(),
            body,
            range,
        });
        Ok(())
    }

    /// Converts a JSON value to an expression.
    fn expr(&self, json: &Json, strings: Strings, unique: bool) -> Result<Expr, Errors> {
        let kind = match &json.kind {
            JsonKind::Null => ExprKind::Literal(Value::null(Type::Dynamic)),
            JsonKind::Bool(value) => ExprKind::Literal((*value).into()),
            JsonKind::Number(number) => ExprKind::Literal(number.clone().into()),
            JsonKind::String(text) => return text_expr(text, json.range, strings),
            JsonKind::Array(items) => ExprKind::Tuple(
                items
                    .iter()
                    .map(|item| self.expr(item, strings, unique))
                    .collect::<Result<_, Errors>>()?,
            ),
            JsonKind::Object(members) => {
                let mut items = Vec::with_capacity(members.len());
                let mut ranges: BTreeMap<&str, Range> = BTreeMap::new();
                for (name, range, value) in members {
                    if let Some(first) = ranges.insert(name, *range).filter(|_| unique) {
                        let location = self.sources.location(first);
                        let detail = text!(
                            "An attribute named \"{}\" was already defined at {}.",
                            Operand::Name(name),
                            Known(&location)
                        );
                        return fail("Duplicate object attribute", detail, *range);
                    }
                    items.push((
                        Key::Expr(text_expr(name, *range, strings)?),
                        self.expr(value, strings, unique)?,
                    ));
                }
                ExprKind::Object(items)
            }
        };
        Ok(Expr {
            kind,
            range: json.range,
        })
    }
}

/// Returns whether the names in the objects of a body must be unique. Other bodies can have blocks, which may be repeated; the
/// provider's schema tells which.
fn has_unique_names(kind: &str) -> bool {
    matches!(
        kind,
        VALUES | "check" | "locals" | "module" | "output" | "variable"
    )
}

/// Returns how the strings of an argument are interpreted: variable declarations are constant, and some arguments
/// contain references.
fn strings_of(kind: &str, name: &str) -> Strings {
    match (kind, name) {
        ("variable", "type") => Strings::Expressions,
        (VALUES | "variable", _) | ("module", "source" | "version") => Strings::Literals,
        ("lifecycle", "ignore_changes" | "replace_triggered_by")
        | (_, "depends_on" | "provider") => Strings::Expressions,
        ("moved" | "removed", _) | ("import", "to") => Strings::Expressions,
        _ => Strings::Templates,
    }
}

fn members(json: &Json) -> Result<Vec<&(String, Range, Json)>, Errors> {
    match &json.kind {
        JsonKind::Object(members) => Ok(members.iter().collect()),
        JsonKind::Array(items) => {
            let mut all = Vec::new();
            for item in items {
                all.extend(members(item)?);
            }
            Ok(all)
        }
        _ => fail(
            "Incorrect JSON value type",
            "A JSON object is required here.",
            json.range,
        ),
    }
}

fn text_expr(text: &str, range: Range, strings: Strings) -> Result<Expr, Errors> {
    let mut cursor = Cursor::new(text, range.file);
    cursor.base = usize::try_from(range.start).unwrap_or(0).saturating_add(1);
    match strings {
        Strings::Templates => template::whole(cursor).map(|expr| Expr { range, ..expr }),
        Strings::Expressions => expression::expression(&mut cursor),
        Strings::Literals => Ok(Expr {
            kind: ExprKind::Literal(Value::from(text)),
            range,
        }),
    }
}
