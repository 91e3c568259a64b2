//! `terraform_unused_declarations`

use cfn_warden_syntax::{Operand, Text, text};
use std::collections::BTreeMap;

use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::fix::Safety;

use crate::eval::constant_value;
use crate::ruleset::{Issue, Module, Options, Rule, expressions};
use crate::source::{Range, Sources, contains};
use crate::syntax::ast::{Attribute, Block, Expr, ExprKind, Step};
use crate::value::Value;

/// Variables, local values, data sources and aliased providers are used.
pub static RULE: Rule = Rule {
    id: "terraform_unused_declarations",
    title: "Declaration is not used",
    description: "Variables, local values, data sources and aliased providers are used.",
    severity: Severity::Warning,
    is_recommended: true,
    check,
};

/// The declarations that no reference names yet.
#[derive(Default)]
struct Unused<'m> {
    variables: BTreeMap<&'m str, &'m Block>,
    data: BTreeMap<(String, String), &'m Block>,
    locals: BTreeMap<&'m str, &'m Attribute>,
    /// Providers with an alias, by name and alias.
    providers: BTreeMap<(String, String), &'m Block>,
}

fn check(module: &Module<'_>, _: &Options<'_>) -> Result<Vec<Issue>, String> {
    let mut unused = declared(module);
    let conditions = conditions(module);
    for file in &module.declared.files {
        expressions(&file.body, &mut |expr, _| unused.remove(expr, &conditions));
    }
    Ok(unused.issues(module))
}

fn declared<'m>(module: &Module<'m>) -> Unused<'m> {
    let mut unused = Unused::default();
    for block in module.blocks("variable") {
        unused
            .variables
            .extend(block.label(0).map(|name| (&**name, block)));
    }
    for block in module.blocks("data").chain(module.scoped_data()) {
        unused.data.extend(
            block
                .label(0)
                .zip(block.label(1))
                .map(|(kind, name)| ((kind.to_string(), name.to_string()), block)),
        );
    }
    for attribute in module
        .blocks("locals")
        .flat_map(|block| &block.body.attributes)
    {
        unused.locals.insert(&attribute.name, attribute);
    }
    for block in module.blocks("provider") {
        let alias = block
            .body
            .attribute("alias")
            .and_then(|attribute| constant_value(&attribute.expr).ok());
        let alias = alias.as_ref().and_then(Value::str);
        let key = block
            .label(0)
            .zip(alias)
            .map(|(name, alias)| (name.to_string(), alias.to_owned()));
        unused.providers.extend(key.map(|key| (key, block)));
    }
    unused
}

/// Returns, for each variable, the ranges of its own conditions and their messages, which do not use it.
fn conditions<'m>(module: &Module<'m>) -> BTreeMap<&'m str, Vec<Range>> {
    let own = |block: &'m Block| {
        let attributes = block
            .body
            .blocks("validation")
            .flat_map(|inner| &inner.body.attributes);
        attributes.map(|attribute| attribute.expr.range).collect()
    };
    module
        .blocks("variable")
        .filter_map(|block| Some((&**block.label(0)?, own(block))))
        .collect()
}

impl Unused<'_> {
    /// Removes what a reference uses.
    fn remove(&mut self, expr: &Expr, conditions: &BTreeMap<&str, Vec<Range>>) {
        let texts;
        let (first, steps): (&str, Vec<&str>) = match &expr.kind {
            ExprKind::Traversal(name, steps) => {
                (&name.text, steps.iter().map_while(attribute).collect())
            }
            // A reference to the provider of that name.
            ExprKind::Relative(inner, steps) if matches!(&inner.kind, ExprKind::Literal(value) if value.is_null()) => {
                ("null", steps.iter().map_while(attribute).collect())
            }
            // In JSON, references to providers are texts.
            ExprKind::Literal(value) => {
                let Some(text) = value.str().filter(|text| text.contains('.')) else {
                    return;
                };
                texts = text.to_owned();
                let mut parts = texts.split('.');
                if let (Some(name), Some(alias), None) = (parts.next(), parts.next(), parts.next())
                {
                    self.providers.remove(&(name.to_owned(), alias.to_owned()));
                }
                return;
            }
            _ => return,
        };
        match (first, steps.as_slice()) {
            ("var", [name, ..]) => {
                let own = conditions
                    .get(name)
                    .is_some_and(|own| own.iter().any(|own| contains(*own, expr.range)));
                if !own {
                    self.variables.remove::<str>(name);
                }
            }
            ("local", [name, ..]) => drop(self.locals.remove::<str>(name)),
            ("data", [kind, name, ..]) => {
                self.data.remove(&(kind.to_string(), name.to_string()));
            }
            (name, [alias]) => drop(
                self.providers
                    .remove(&(name.to_owned(), (*alias).to_owned())),
            ),
            _ => {}
        }
    }

    fn issues(self, module: &Module<'_>) -> Vec<Issue> {
        let removed = |block: &Block, message: Text| {
            let range = module.with(|sources| block_range(block, sources));
            Issue::at(block.range, message).fixed(Safety::Unsafe, REMOVE, range, "")
        };
        let mut issues = Vec::new();
        for (name, block) in self.variables {
            issues.push(removed(
                block,
                text!(
                    "variable \"{}\" is declared but not used",
                    Operand::Name(name)
                ),
            ));
        }
        for ((kind, name), block) in self.data {
            issues.push(removed(
                block,
                text!(
                    "data \"{}\" \"{}\" is declared but not used",
                    Operand::Name(&kind),
                    Operand::Name(&name)
                ),
            ));
        }
        for (name, attribute) in self.locals {
            let range = attribute.name_range.to(attribute.expr.range);
            let line = module.with(|sources| lines(range, sources));
            let issue = Issue::at(
                range,
                text!("local.{} is declared but not used", Operand::Name(name)),
            );
            issues.push(issue.fixed(Safety::Unsafe, REMOVE, line, ""));
        }
        for ((name, alias), block) in self.providers {
            let message = text!(
                "provider \"{}\" with alias \"{}\" is declared but not used",
                Operand::Name(&name),
                Operand::Name(&alias)
            );
            issues.push(removed(block, message));
        }
        issues
    }
}

const REMOVE: &str = "remove the declaration";

fn attribute(step: &Step) -> Option<&str> {
    match step {
        Step::Attribute(name) => Some(&name.text),
        Step::Index(..) => None,
    }
}

/// Returns the range of a block from its type to the end of the line of its closing brace.
fn block_range(block: &Block, sources: &Sources) -> Range {
    let text = sources
        .get(block.range.file)
        .map(|source| &*source.text)
        .unwrap_or_default();
    let end = usize::try_from(block.body.range.end).unwrap_or(usize::MAX);
    let brace = text.get(end..).and_then(|rest| rest.find('}')).unwrap_or(0);
    let end = u32::try_from(end.saturating_add(brace).saturating_add(1)).unwrap_or(u32::MAX);
    lines(Range { end, ..block.range }, sources)
}

/// Extends a range to the end of its last line, and to the start of its first line if only blanks are before it.
fn lines(range: Range, sources: &Sources) -> Range {
    let text = sources
        .get(range.file)
        .map(|source| &*source.text)
        .unwrap_or_default();
    let byte = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let (start, end) = (
        usize::try_from(range.start).unwrap_or(0),
        usize::try_from(range.end).unwrap_or(usize::MAX),
    );
    let before = text.get(..start).unwrap_or("");
    let indent = before
        .len()
        .saturating_sub(before.trim_end_matches([' ', '\t']).len());
    let rest = text.get(end..).unwrap_or("");
    let after = rest
        .find('\n')
        .map_or(rest.len(), |newline| newline.saturating_add(1));
    Range {
        start: byte(start.saturating_sub(indent)),
        end: byte(end.saturating_add(after)),
        ..range
    }
}
