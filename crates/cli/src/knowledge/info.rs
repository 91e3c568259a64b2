//! `knowledge info`: source, date, checksum and size of a knowledge base.

use serde_json::{Map, Value, json};

use super::named::title;
use crate::{Exit, Io, files, schemas};
use cfn_warden_arguments::knowledge::{Info, Output};
use cfn_warden_engine::error::Error;
use cfn_warden_engine::{bundled_knowledge, sha256};
use cfn_warden_schema::{JsonKind, Knowledge};

/// Prints what a knowledge base is.
///
/// # Errors
/// Those of [`schemas::read`].
pub fn run(args: &Info, io: &mut Io<'_>) -> Result<Exit, Error> {
    let (knowledge, content) = match &args.file {
        Some(path) => (
            schemas::read(path, args.key.as_deref())?,
            files::bytes(path)?,
        ),
        None => {
            let knowledge = bundled_knowledge();
            let content = knowledge.to_file().unwrap_or_default();
            (knowledge, content)
        }
    };
    let facts = facts(&knowledge, &content);
    let outdated = knowledge.outdated(files::now());
    if args.format == Output::Json {
        let mut facts = facts;
        facts.insert("outdated".to_owned(), outdated.is_some().into());
        io.print(|out| writeln!(out, "{:#}", Value::Object(facts)))?;
        return Ok(Exit::OK);
    }
    let note = if outdated.is_some() {
        ": outdated, expected at most 180 days"
    } else {
        ""
    };
    io.print(|out| {
        writeln!(out, "{}{note}", title(&knowledge))?;
        facts.iter().try_for_each(|(name, value)| match value {
            Value::String(text) => writeln!(out, "{:24} {text}", name.replace('_', " ")),
            other => writeln!(out, "{:24} {other}", name.replace('_', " ")),
        })
    })?;
    Ok(Exit::OK)
}

/// Returns the facts that the knowledge base states about itself, its checksum and its size.
fn facts(knowledge: &Knowledge, content: &[u8]) -> Map<String, Value> {
    let mut facts = Map::new();
    for (key, value) in knowledge
        .about()
        .into_iter()
        .flat_map(|about| about.entries())
    {
        let name: String = key.text.chars().filter(|c| !"()".contains(*c)).collect();
        let value = match value.kind() {
            JsonKind::Int(number) => json!(number),
            _ => json!(
                value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned)
            ),
        };
        facts.insert(name.replace(' ', "_"), value);
    }
    facts.insert("sha256".to_owned(), sha256(content).into());
    facts.insert("bytes".to_owned(), content.len().into());
    facts
}
