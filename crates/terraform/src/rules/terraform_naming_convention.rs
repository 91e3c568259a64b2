//! `terraform_naming_convention`

use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::{Known, Operand, text};
use regex_automata::meta::Regex;

use crate::ruleset::{Issue, Module, Options, Rule};
use crate::source::Range;
use crate::syntax::ast::Block;

/// Names of blocks have one format.
pub static RULE: Rule = Rule {
    id: "terraform_naming_convention",
    title: "Name does not follow the convention",
    description: "Names of blocks have one format.",
    severity: Severity::Informational,
    is_recommended: false,
    check,
};

/// Returns the formats that names can have, by name, each with its pattern.
const FORMATS: [(&str, &str); 2] = [
    ("snake_case", "^[a-z][a-z0-9]*(_[a-z0-9]+)*$"),
    ("mixed_snake_case", "^[a-zA-Z][a-zA-Z0-9]*(_[a-zA-Z0-9]+)*$"),
];

/// A format of names.
#[derive(Clone)]
struct Format {
    /// What it is called in messages: `format: snake_case`.
    shown: String,
    pattern: Regex,
}

fn check(module: &Module<'_>, options: &Options<'_>) -> Result<Vec<Issue>, String> {
    let default = format(options, options, Some("snake_case"))?;
    let of = |block: &str| match options.inner(block) {
        Some(own) => format(&own, options, None).map_err(|message| format!("{block}: {message}")),
        None => Ok(default.clone()),
    };
    let mut issues = Vec::new();
    let mut add = |format: &Option<Format>, what: &'static str, name: &str, range: Range| {
        let Some(Format { shown, pattern }) = format else {
            return;
        };
        if !pattern.is_match(name) {
            issues.push(Issue::at(
                range,
                text!(
                    "{} name `{}` must match the following {}",
                    what,
                    Operand::Name(name),
                    Known(shown)
                ),
            ));
        }
    };
    let name_of = |block: &Block| {
        block
            .labels
            .last()
            .map(|label| label.text.to_string())
            .unwrap_or_default()
    };
    for kind in ["data", "module", "output", "resource", "variable", "check"] {
        let format = of(kind)?;
        let scoped = module.scoped_data().filter(|_| kind == "data");
        for block in module.blocks(kind).chain(scoped) {
            add(&format, kind, &name_of(block), block.range);
        }
    }
    let format = of("locals")?;
    for attribute in module
        .blocks("locals")
        .flat_map(|block| &block.body.attributes)
    {
        add(
            &format,
            "local value",
            &attribute.name,
            attribute.name_range.to(attribute.expr.range),
        );
    }
    Ok(issues)
}

/// Returns the format that options set; `None` for `none`.
fn format(
    own: &Options<'_>,
    all: &Options<'_>,
    default: Option<&str>,
) -> Result<Option<Format>, String> {
    let compiled = |shown: String, pattern: &str| {
        let pattern =
            Regex::new(pattern).map_err(|_| format!("`{pattern}` is not a regular expression"))?;
        Ok(Some(Format { shown, pattern }))
    };
    if let Some(custom) = own.text("custom")?.filter(|custom| !custom.is_empty()) {
        return compiled(format!("RegExp: {custom}"), custom);
    }
    let name = own.text("format")?.or(default).unwrap_or("");
    if name == "none" {
        return Ok(None);
    }
    if let Some(custom) = all
        .inner("custom_formats")
        .and_then(|formats| formats.inner(name))
    {
        let description = custom.text("description")?.unwrap_or("");
        return compiled(
            format!("format: {description}"),
            custom.text("regex")?.unwrap_or(""),
        );
    }
    let lower = name.to_lowercase();
    match FORMATS.iter().find(|(known, _)| *known == lower) {
        Some((_, pattern)) => compiled(format!("format: {name}"), pattern),
        None => Err(format!("`{name}` is unsupported format")),
    }
}
