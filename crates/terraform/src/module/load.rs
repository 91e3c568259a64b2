//! Loading of module folders.

use cfn_warden_syntax::{Known, Operand, Text, text};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::declarations::{Declarations, ResourceMode, SourceFile};
use super::merge::merge;
use super::overrides;
use super::variable::{self, Variable};
use crate::diagnostic::{Diagnostic, Errors};
use crate::eval::Texts;
use crate::host::{Host, Language};
use crate::source::{Range, Sources};
use crate::support::path;
use crate::support::similar::nearest;
use crate::syntax::ast::{Attribute, Block, Body, ExprKind};
use crate::syntax::{parse_body, parse_json_body, parse_json_values};

/// The maximum number of files in a module, and the maximum size of a file in bytes.
const FILES: usize = 2_000;
const SIZE: usize = 8_000_000;

/// The block types at the top level of a configuration file.
pub const BLOCKS: &[&str] = &[
    "check",
    "data",
    "ephemeral",
    "import",
    "locals",
    "module",
    "moved",
    "output",
    "provider",
    "removed",
    "resource",
    "terraform",
    "variable",
];

/// Returns whether a file name is one of a configuration file. Backup files of editors and hidden files are not.
pub fn is_configuration(name: &str) -> bool {
    let ignored = name.starts_with('.')
        || name.ends_with('~')
        || (name.starts_with('#') && name.ends_with('#'));
    !ignored && (name.ends_with(".tf") || name.ends_with(".tf.json"))
}

fn is_override(name: &str) -> bool {
    let base = name
        .strip_suffix(".tf.json")
        .or_else(|| name.strip_suffix(".tf"))
        .unwrap_or(name);
    base == "override" || base.ends_with("_override")
}

/// Loads the declarations of a folder; `None` if the folder does not exist.
pub fn load(host: &Host<'_>, texts: &Texts, folder: &str) -> Option<Result<Declarations, Errors>> {
    let mut names = host.files.list(folder)?;
    names.extend(host.files.unreadable(folder));
    names.retain(|name| is_configuration(name));
    names.sort();
    Some(read(host, texts, folder, &names))
}

fn read(
    host: &Host<'_>,
    texts: &Texts,
    folder: &str,
    names: &[String],
) -> Result<Declarations, Errors> {
    if names.len() > FILES {
        return Err(vec![Diagnostic::unlocated(
            "Too many files",
            text!("The module has more than {} files.", FILES),
        )]);
    }
    let mut files = Vec::new();
    let (mut errors, mut unread) = (Errors::new(), Errors::new());
    for name in names {
        let path = path::join(folder, name);
        let Some(bytes) = host.files.read(&path) else {
            // The other files are still checked.
            unread.push(not_read(host, &path));
            continue;
        };
        match body_of(texts, &path, &bytes) {
            Ok(body) => files.push(SourceFile {
                path,
                body,
                is_override: is_override(name),
            }),
            Err(more) => errors.extend(more),
        }
    }
    if !errors.is_empty() {
        errors.append(&mut unread);
        return Err(errors);
    }
    let mut declared = declare(files, texts, host.language)?;
    declared.unread = unread;
    Ok(declared)
}

/// Parses a variable file.
pub fn values(host: &Host<'_>, texts: &Texts, path: &str) -> Result<Body, Errors> {
    let bytes = host
        .files
        .read(path)
        .ok_or_else(|| vec![not_read(host, path)])?;
    of_bytes(texts, path, &bytes, parse_json_values)
}

/// Returns the error for a file that cannot be read.
pub(super) fn not_read(host: &Host<'_>, path: &str) -> Diagnostic {
    let detail = if host.files.is_link_outside(path) {
        text!(
            "The file \"{}\" is a link that leads out of the root folder. Choose a root that contains both, for example with --root.",
            Operand::Name(path)
        )
    } else {
        text!("The file \"{}\" could not be read.", Operand::Name(path))
    };
    Diagnostic::unlocated("Failed to read file", detail)
}

type Parse = fn(&Sources, u32) -> Result<Body, Errors>;

/// Parses the content of a configuration file.
pub fn body_of(texts: &Texts, path: &str, bytes: &[u8]) -> Result<Body, Errors> {
    of_bytes(texts, path, bytes, parse_json_body)
}

fn of_bytes(texts: &Texts, path: &str, bytes: &[u8], parse_json: Parse) -> Result<Body, Errors> {
    let failed = |detail: Text| vec![Diagnostic::unlocated("Failed to read file", detail)];
    if bytes.len() > SIZE {
        return Err(failed(text!(
            "The file \"{}\" has more than {} bytes.",
            Operand::Name(path),
            SIZE
        )));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| {
        failed(text!(
            "The file \"{}\" is not valid UTF-8.",
            Operand::Name(path)
        ))
    })?;
    let parse = if path.ends_with(".json") {
        parse_json
    } else {
        parse_body
    };
    texts.read(path, text, parse)
}

/// Collects blocks and detects duplicate names.
#[derive(Default)]
struct Gathered {
    blocks: BTreeMap<(Rc<str>, Vec<Rc<str>>), Block>,
    locals: BTreeMap<Rc<str>, Attribute>,
    others: Vec<Block>,
    errors: Errors,
}

/// Returns the number of labels that identify a block; `None` for blocks without a name.
fn labels_of(kind: &str) -> Option<usize> {
    match kind {
        "variable" | "output" | "module" => Some(1),
        "resource" | "data" | "ephemeral" => Some(2),
        _ => None,
    }
}

/// Returns the error for a top-level block that Terraform does not have; `None` for others.
fn unsupported(block: &Block, language: Language) -> Option<Diagnostic> {
    let kind = &*block.kind;
    if kind == "required_providers" {
        let detail = "A \"required_providers\" block must be nested inside a \"terraform\" block.";
        return Some(Diagnostic::error(
            "Invalid required_providers block",
            detail,
            block.range,
        ));
    }
    // Since Terraform 1.14.
    if BLOCKS.contains(&kind) || (kind == "action" && language >= Language::V1_15) {
        return None;
    }
    let near = near(kind);
    let detail = text!(
        "Blocks of type \"{}\" are not expected here.{}",
        Operand::Name(kind),
        near
    );
    Some(Diagnostic::error(
        "Unsupported block type",
        detail,
        block.range,
    ))
}

/// Returns the error for a top-level argument; in JSON, it can be a block whose type is misspelled.
fn unexpected(attribute: &Attribute, file: &SourceFile) -> Diagnostic {
    let name = &attribute.name;
    if file.is_json() {
        let detail = text!(
            "No argument or block type is named \"{}\".{}",
            Operand::Name(name),
            near(name)
        );
        return Diagnostic::error(
            "Extraneous JSON object property",
            detail,
            attribute.name_range,
        );
    }
    let detail = text!(
        "An argument named \"{}\" is not expected here.",
        Operand::Name(name)
    );
    Diagnostic::error("Unsupported argument", detail, attribute.name_range)
}

fn near(kind: &str) -> Text {
    nearest(kind, BLOCKS.iter().copied()).map_or_else(Text::default, |near| {
        text!(" Did you mean \"{}\"?", Operand::Name(near))
    })
}

fn declare(
    files: Vec<SourceFile>,
    texts: &Texts,
    language: Language,
) -> Result<Declarations, Errors> {
    let mut gathered = Gathered::default();
    let (mut errors, mut overrides) = (Errors::new(), Vec::new());
    for file in &files {
        errors.extend(
            file.body
                .attributes
                .iter()
                .map(|attribute| unexpected(attribute, file)),
        );
        // Clones share their expressions.
        for block in file.body.blocks.iter().cloned() {
            match unsupported(&block, language) {
                Some(error) => errors.push(error),
                None if file.is_override => overrides.push(block),
                None => gathered.add(block, texts),
            }
        }
    }
    overrides
        .into_iter()
        .for_each(|block| gathered.replace(block));
    gathered.finish().map(|declared| Declarations {
        files,
        unsupported: errors,
        ..declared
    })
}

fn key(block: &Block) -> Option<(Rc<str>, Vec<Rc<str>>)> {
    let count = labels_of(&block.kind)?;
    let labels: Vec<Rc<str>> = block
        .labels
        .iter()
        .map(|label| Rc::clone(&label.text))
        .collect();
    (labels.len() == count).then(|| (Rc::clone(&block.kind), labels))
}

/// Returns the error for a duplicate declaration.
fn duplicate(
    kind: &str,
    labels: &[&str],
    first: Range,
    second: Range,
    texts: &Texts,
) -> Diagnostic {
    let location = texts.with(|sources| sources.location(first));
    let (ty, name) = match labels {
        [ty, name] => (*ty, *name),
        _ => ("", labels.first().copied().unwrap_or("")),
    };
    let unique = "names must be unique within a module.";
    let per_type = "Resource names must be unique per type in each module.";
    let (summary, detail) = match kind {
        "variable" => (
            "Duplicate variable declaration".to_owned(),
            text!(
                "A variable named \"{}\" was already declared at {}. Variable {}",
                Operand::Name(name),
                Known(&location),
                unique
            ),
        ),
        "output" => (
            "Duplicate output definition".to_owned(),
            text!(
                "An output named \"{}\" was already defined at {}. Output {}",
                Operand::Name(name),
                Known(&location),
                unique
            ),
        ),
        "locals" => (
            "Duplicate local value definition".to_owned(),
            text!(
                "A local value named \"{}\" was already defined at {}. Local value {}",
                Operand::Name(name),
                Known(&location),
                unique
            ),
        ),
        "module" => (
            "Duplicate module call".to_owned(),
            text!(
                "A module call named \"{}\" was already defined at {}. Module calls must have unique names within a module.",
                Operand::Name(name),
                Known(&location)
            ),
        ),
        "resource" => (
            format!("Duplicate resource \"{ty}\" configuration"),
            text!(
                "A {} resource named \"{}\" was already declared at {}. {}",
                Operand::Name(ty),
                Operand::Name(name),
                Known(&location),
                per_type
            ),
        ),
        other => (
            format!("Duplicate {other} \"{ty}\" configuration"),
            text!(
                "A {} {} resource named \"{}\" was already declared at {}. {}",
                Operand::Name(ty),
                Operand::Name(other),
                Operand::Name(name),
                Known(&location),
                per_type
            ),
        ),
    };
    Diagnostic::error(&summary, detail, second)
}

impl Gathered {
    fn add(&mut self, block: Block, texts: &Texts) {
        if &*block.kind == "locals" {
            for attribute in block.body.attributes {
                match self.locals.get(&attribute.name) {
                    None => {
                        self.locals.insert(Rc::clone(&attribute.name), attribute);
                    }
                    Some(first) => {
                        let range = first.name_range.to(first.expr.range);
                        let duplicate = duplicate(
                            "locals",
                            &[&attribute.name],
                            range,
                            attribute.name_range,
                            texts,
                        );
                        self.errors.push(duplicate);
                    }
                }
            }
            return;
        }
        let Some(count) = labels_of(&block.kind) else {
            self.others.push(block);
            return;
        };
        let Some(key) = key(&block) else {
            let names = if count == 1 {
                "exactly one label: its name"
            } else {
                "exactly two labels: its type and its name"
            };
            let detail = text!(
                "A block of type \"{}\" must have {}.",
                Operand::Name(&block.kind),
                names
            );
            self.errors.push(Diagnostic::error(
                "Wrong number of labels",
                detail,
                block.range,
            ));
            return;
        };
        let Some(first) = self.blocks.get(&key) else {
            self.blocks.insert(key, block);
            return;
        };
        let labels: Vec<&str> = key.1.iter().map(|label| &**label).collect();
        self.errors.push(duplicate(
            &block.kind,
            &labels,
            first.range,
            block.range,
            texts,
        ));
    }

    /// Merges an override block into the block with the same name.
    fn replace(&mut self, block: Block) {
        if &*block.kind == "locals" {
            for attribute in block.body.attributes {
                self.locals.insert(Rc::clone(&attribute.name), attribute);
            }
            return;
        }
        if &*block.kind == "terraform" {
            match self
                .others
                .iter_mut()
                .find(|other| &*other.kind == "terraform")
            {
                Some(first) => merge(first, block),
                None => self.others.push(block),
            }
            return;
        }
        let same = |other: &&mut Block| {
            other.kind == block.kind
                && other
                    .labels
                    .iter()
                    .map(|label| &label.text)
                    .eq(block.labels.iter().map(|label| &label.text))
        };
        let target = match key(&block) {
            Some(key) => self.blocks.get_mut(&key),
            None => self.others.iter_mut().find(same),
        };
        match target {
            Some(target) if !overrides::is_forbidden(&block.kind) => merge(target, block),
            _ => self.errors.extend(overrides::error(&block)),
        }
    }

    fn finish(mut self) -> Result<Declarations, Errors> {
        let mut declared = Declarations {
            locals: self.locals,
            others: self.others,
            ..Declarations::default()
        };
        for ((kind, labels), block) in self.blocks {
            if let Some(attribute) = block
                .body
                .attribute("depends_on")
                .filter(|_| &*kind != "variable")
                && !matches!(attribute.expr.kind, ExprKind::Tuple(_))
            {
                let detail = "A static list expression is required.";
                self.errors.push(Diagnostic::error(
                    "Invalid expression",
                    detail,
                    attribute.expr.range,
                ));
            }
            let mut labels = labels.into_iter();
            let (Some(first), second) = (labels.next(), labels.next()) else {
                continue;
            };
            match (&*kind, second) {
                ("variable", _) => {
                    let (variable, errors): (Variable, Errors) = variable::declare(&block);
                    self.errors.extend(errors);
                    declared.variables.insert(first, variable);
                }
                ("output", _) => drop(declared.outputs.insert(first, block)),
                ("module", _) => drop(declared.calls.insert(first, block)),
                ("data", Some(name)) => drop(
                    declared
                        .resources
                        .insert((ResourceMode::Data, first, name), block),
                ),
                ("ephemeral", Some(name)) => drop(
                    declared
                        .resources
                        .insert((ResourceMode::Ephemeral, first, name), block),
                ),
                (_, Some(name)) => drop(
                    declared
                        .resources
                        .insert((ResourceMode::Managed, first, name), block),
                ),
                (_, None) => {}
            }
        }
        if self.errors.is_empty() {
            Ok(declared)
        } else {
            Err(self.errors)
        }
    }
}
