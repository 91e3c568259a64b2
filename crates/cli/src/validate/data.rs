//! Parsing of rules and data files.

use bumpalo::Bump;

use super::input::{File, Inputs};
use super::shared::DEPTH;
use cfn_warden_guard::{Doc, Language, Profile, Rules};
use cfn_warden_report::Paint;
use cfn_warden_syntax::{self as syntax, Limits, SurrogatePairs, Tree};
use cfn_warden_template::{DerivationLimits, ParameterSet, resolve};

/// Parses a rules file; `None` when it is blank. The error is cfn-guard's message.
pub fn rules(
    name: &str,
    text: &str,
    language: Language,
    paint: Paint,
) -> Result<Option<Rules>, String> {
    match Rules::parse_as(language, name, text) {
        Ok(rules) => Ok(Some(rules).filter(|rules| !rules.is_blank())),
        Err(errors) => {
            let first = errors
                .first()
                .map(|error| error.cfn_guard.render(text))
                .unwrap_or_default();
            Err(format!(
                "Parsing error handling rule file = {}, Error = {first}\n---",
                paint.underlined(name)
            ))
        }
    }
}

/// Returns an arena for the document of a data file. Document and results take 4 to 8 times the text's length. A second
/// piece of memory would be of twice the size and mostly stay empty.
pub fn arena(file: &File) -> Bump {
    Bump::with_capacity(file.text.len().saturating_mul(8))
}

/// Loads the document of a data file, merged with the input parameters, and resolved if requested.
pub fn document<'a>(
    arena: &'a Bump,
    inputs: &'a Inputs,
    file: &'a File,
) -> Result<Doc<'a>, String> {
    let trees: Result<Vec<Tree<'a>>, String> = inputs
        .parameters
        .iter()
        .map(|file| tree(arena, file))
        .collect();
    let mut trees = trees?;
    let written = tree(arena, file)?;
    trees.push(
        match inputs
            .deployments
            .get(&file.name)
            .or(inputs.deployed.as_ref())
        {
            Some(given) => deployed(arena, written, given, &file.name)?,
            None => written,
        },
    );
    let trees: Vec<&Tree<'a>> = trees.iter().collect();
    let mut doc = Doc::new(arena, &trees, Profile::Cli).map_err(|error| match error.at {
        Some(_) => format!("Parser Error when parsing `{}`", error.message),
        // The documents cannot be merged.
        None => error.message.to_string(),
    })?;
    for (file, number) in inputs.parameters.iter().chain([file]).zip(0..) {
        if file.text.starts_with('\u{feff}') {
            doc.count_byte_order_mark(number);
        }
    }
    Ok(doc)
}

fn deployed<'a>(
    arena: &'a Bump,
    tree: Tree<'a>,
    given: &ParameterSet,
    name: &str,
) -> Result<Tree<'a>, String> {
    let resolved = resolve::resolve(
        arena,
        &tree,
        &resolve::Inputs {
            parameter_values: given,
            defaults: resolve::Defaults::Used,
            limits: DerivationLimits::default(),
        },
    );
    if resolved.resolution.limited {
        return Err(format!(
            "{name} cannot be resolved: its functions exceed the limits of text length or nesting depth"
        ));
    }
    Ok(resolved.tree.unwrap_or(tree))
}

/// Parses a data file.
pub fn tree<'a>(arena: &'a Bump, file: &'a File) -> Result<Tree<'a>, String> {
    let name = &file.name;
    if file.text.trim().is_empty() {
        let what = format!("Unable to parse a template from data file: {name} is empty");
        return Err(format!("Parser Error when parsing `{what}`"));
    }
    let limits = Limits {
        depth: DEPTH,
        surrogate_pairs: SurrogatePairs::Refused,
        ..Limits::default()
    };
    syntax::parse_within(arena, &file.text, name, &limits).tree.ok_or_else(|| {
        let beginning = file.text.get(..file.text.floor_char_boundary(100)).unwrap_or_default();
        format!(
            "Parser Error when parsing `Error encountered while parsing data file: {name}, data beginning with \n{beginning}\n ...`"
        )
    })
}
