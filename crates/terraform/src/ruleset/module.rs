//! A module as rules see it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::walk::{Use, expressions};
use crate::eval::{Evaluator, Frame};
use crate::module::{Declarations, EvaluatedModule, SourceFile};
use crate::provider::Providers;
use crate::source::{Range, Sources};
use crate::syntax::ast::{Attribute, Block, Expr, ExprKind};
use crate::value::{Marks, Value};

/// The files and declarations of a module.
pub struct Module<'m> {
    /// The declarations, with overrides applied.
    pub declared: &'m Declarations,
    /// The folder, within the host's files.
    pub folder: &'m str,
    /// The module and those it calls, evaluated.
    pub root: &'m EvaluatedModule,
    /// What is known of providers.
    pub providers: &'m Providers,
    /// Evaluates its expressions.
    pub evaluator: Evaluator<'m>,
}

/// A call of a module.
#[derive(Debug)]
pub struct Call<'m> {
    /// The name of the call.
    pub name: &'m Rc<str>,
    /// The `module` block, with overrides applied.
    pub block: &'m Block,
    /// The argument `source`, if it is set.
    pub source: Option<(&'m Attribute, String)>,
}

impl<'m> Module<'m> {
    /// Returns the files in native syntax.
    pub fn native(&self) -> impl Iterator<Item = &'m SourceFile> {
        self.declared.files.iter().filter(|file| !file.is_json())
    }

    /// Calls `visit` for every expression of these files.
    pub fn expressions<'f>(
        files: impl Iterator<Item = &'f SourceFile>,
        visit: &mut dyn FnMut(&'f Expr, Use),
    ) {
        files.for_each(|file| expressions(&file.body, visit));
    }

    /// Returns the blocks of a type at the top of the files, without overrides.
    pub fn blocks(&self, kind: &'static str) -> impl Iterator<Item = &'m Block> {
        let files = self.declared.files.iter().filter(|file| !file.is_override);
        files.flat_map(move |file| file.body.blocks(kind))
    }

    /// Returns the data sources within `check` blocks.
    pub fn scoped_data(&self) -> impl Iterator<Item = &'m Block> {
        self.blocks("check")
            .flat_map(|check| check.body.blocks("data"))
    }

    /// Calls `look` with the sources.
    pub fn with<T>(&self, look: impl FnOnce(&Sources) -> T) -> T {
        self.evaluator.texts.with(look)
    }

    /// Returns the text of a range.
    pub fn text(&self, range: Range) -> String {
        self.with(|sources| sources.text(range).to_owned())
    }

    /// Returns the file name of a range.
    pub fn file_name(&self, range: Range) -> String {
        self.with(|sources| {
            sources
                .get(range.file)
                .map(|source| source.name.to_string())
                .unwrap_or_default()
        })
    }

    /// Evaluates an expression; `None` if it fails, is unknown or is marked.
    pub fn known(&self, expr: &Expr) -> Option<Value> {
        let value = self.evaluator.eval(expr, &Frame::EMPTY).ok()?;
        (value.is_known() && value.marks_deep() == Marks::NONE).then_some(value)
    }

    /// Returns the called modules whose source is known.
    pub fn calls(&self) -> impl Iterator<Item = Call<'m>> {
        self.declared.calls.iter().filter_map(|(name, block)| {
            let Some(attribute) = block.body.attribute("source") else {
                return Some(Call {
                    name,
                    block,
                    source: None,
                });
            };
            let source = self.known(&attribute.expr)?;
            let source = source.str().map(|source| (attribute, source.to_owned()));
            Some(Call {
                name,
                block,
                source,
            })
        })
    }

    /// Returns the providers that the module uses, and where: by resources, `provider` blocks, calls and functions.
    pub fn providers(&self) -> BTreeMap<String, Range> {
        let mut found: BTreeMap<String, Range> = BTreeMap::new();
        let resources = ["resource", "ephemeral", "data"]
            .into_iter()
            .flat_map(|kind| self.blocks(kind));
        for block in resources.chain(self.scoped_data()) {
            let name = match block.body.attribute("provider") {
                Some(attribute) => self.root_name(&attribute.expr),
                None => block
                    .label(0)
                    .map(|kind| kind.split('_').next().unwrap_or(kind).to_owned()),
            };
            found.extend(name.map(|name| (name, block.range)));
        }
        for block in self.blocks("provider") {
            found.extend(block.label(0).map(|name| (name.to_string(), block.range)));
        }
        for block in self.blocks("module") {
            let Some(attribute) = block.body.attribute("providers") else {
                continue;
            };
            let ExprKind::Object(items) = &attribute.expr.kind else {
                continue;
            };
            found.extend(
                items
                    .iter()
                    .filter_map(|(_, value)| Some((self.root_name(value)?, block.range))),
            );
        }
        Module::expressions(self.declared.files.iter(), &mut |expr, _| {
            let ExprKind::Call(call) = &expr.kind else {
                return;
            };
            let mut parts = call.name.text.split("::");
            if let (Some("provider"), Some(name)) = (parts.next(), parts.next())
                && !name.is_empty()
                && parts.next().is_some()
            {
                found.insert(name.to_owned(), expr.range);
            }
        });
        found
    }

    /// Returns the first name of a reference, which may be within quotes.
    pub fn root_name(&self, expr: &Expr) -> Option<String> {
        match &expr.kind {
            ExprKind::Traversal(name, _) => Some(name.text.to_string()),
            // A reference to the provider of that name.
            ExprKind::Relative(inner, _) => match &inner.kind {
                ExprKind::Literal(value) if value.is_null() => Some("null".to_owned()),
                _ => None,
            },
            ExprKind::Literal(value) => value.str()?.split('.').next().map(str::to_owned),
            _ => None,
        }
    }

    /// Returns the entries of `required_providers`, by provider; later ones replace earlier ones.
    pub fn required_providers(&self) -> BTreeMap<&'m str, &'m Attribute> {
        let mut found = BTreeMap::new();
        for block in self
            .declared
            .others
            .iter()
            .filter(|block| &*block.kind == "terraform")
        {
            let inner = block
                .body
                .blocks("required_providers")
                .flat_map(|block| &block.body.attributes);
            found.extend(inner.map(|attribute| (&*attribute.name, attribute)));
        }
        found
    }

    /// Returns the names of the files, without their folder.
    pub fn file_names(&self) -> BTreeSet<&'m str> {
        let base = |path: &'m str| path.rsplit_once('/').map_or(path, |(_, name)| name);
        self.declared
            .files
            .iter()
            .map(|file| base(&file.path))
            .collect()
    }
}
