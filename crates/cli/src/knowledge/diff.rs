//! `knowledge diff`: the types and properties that differ between two knowledge bases.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use serde_json::{Value, json};

use super::named::{named, title};
use crate::{Exit, Io};
use cfn_warden_arguments::knowledge::{Diff, Output};
use cfn_warden_engine::error::Error;
use cfn_warden_schema::{Json, Knowledge};

/// What differs, by name.
#[derive(Debug, Default)]
struct Changes<'k> {
    added: BTreeSet<&'k str>,
    removed: BTreeSet<&'k str>,
    changed: BTreeMap<&'k str, Properties>,
    documents: BTreeSet<&'k str>,
}

/// The properties of a type that differ; those of a definition are `Definition.Name`.
#[derive(Debug, Default)]
struct Properties {
    added: Vec<String>,
    removed: Vec<String>,
    changed: Vec<String>,
}

/// Prints the differences. The exit code says whether there are any.
///
/// # Errors
/// For a file that cannot be read.
pub fn run(args: &Diff, io: &mut Io<'_>) -> Result<Exit, Error> {
    let (old, new) = (named(&args.old)?, named(&args.new)?);
    let changes = changes(&old, &new);
    match args.format {
        Output::Json => io.print(|out| writeln!(out, "{:#}", changes.to_json(&old, &new)))?,
        Output::Text => io.print(|out| changes.write(&old, &new, out))?,
    }
    Ok(if changes.is_empty() {
        Exit::OK
    } else {
        Exit::DIFFERENT
    })
}

fn changes<'k>(old: &'k Knowledge, new: &'k Knowledge) -> Changes<'k> {
    let mut changes = Changes::default();
    let before: BTreeSet<&str> = old.types().collect();
    let after: BTreeSet<&str> = new.types().collect();
    changes.added.extend(after.difference(&before));
    changes.removed.extend(before.difference(&after));
    for name in before.intersection(&after) {
        if let (Some(from), Some(to)) = (old.resource(name), new.resource(name))
            && from != to
        {
            changes.changed.insert(name, Properties::between(from, to));
        }
    }
    let documents: BTreeSet<&str> = old.documents().chain(new.documents()).collect();
    changes.documents.extend(
        documents
            .into_iter()
            .filter(|name| old.document(name) != new.document(name)),
    );
    changes
}

impl Properties {
    fn between(from: Json<'_>, to: Json<'_>) -> Properties {
        let (before, after) = (properties(from), properties(to));
        let mut found = Properties::default();
        for (name, schema) in &after {
            match before.get(name) {
                None => found.added.push(name.clone()),
                Some(known) if known != schema => found.changed.push(name.clone()),
                Some(_) => {}
            }
        }
        found.removed.extend(
            before
                .keys()
                .filter(|name| !after.contains_key(*name))
                .cloned(),
        );
        found
    }

    /// Returns the properties with a sign each.
    fn signed(&self) -> String {
        let all = [
            ("+", &self.added),
            ("-", &self.removed),
            ("~", &self.changed),
        ];
        let signed = all
            .iter()
            .flat_map(|(sign, names)| names.iter().map(move |name| format!("{sign}{name}")));
        let signed: Vec<String> = signed.collect();
        if signed.is_empty() {
            "other parts of the schema".to_owned()
        } else {
            signed.join(" ")
        }
    }
}

/// Returns the properties of a type and of its definitions.
fn properties(schema: Json<'_>) -> BTreeMap<String, Json<'_>> {
    let mut all: BTreeMap<String, Json<'_>> = own(schema)
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    for (of, definition) in schema
        .get("definitions")
        .into_iter()
        .flat_map(Json::entries)
    {
        all.extend(own(definition).map(|(name, value)| (format!("{}.{name}", of.text), value)));
    }
    all
}

fn own<'k>(schema: Json<'k>) -> impl Iterator<Item = (&'k str, Json<'k>)> {
    schema
        .get("properties")
        .into_iter()
        .flat_map(Json::entries)
        .map(|(key, value)| (key.text, value))
}

impl Changes<'_> {
    fn is_empty(&self) -> bool {
        self.added.is_empty()
            && self.removed.is_empty()
            && self.changed.is_empty()
            && self.documents.is_empty()
    }

    fn write(&self, old: &Knowledge, new: &Knowledge, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{} -> {}", title(old), title(new))?;
        self.added
            .iter()
            .try_for_each(|name| writeln!(out, "+ {name}"))?;
        self.removed
            .iter()
            .try_for_each(|name| writeln!(out, "- {name}"))?;
        self.changed
            .iter()
            .try_for_each(|(name, found)| writeln!(out, "~ {name}: {}", found.signed()))?;
        self.documents
            .iter()
            .try_for_each(|name| writeln!(out, "~ document {name}"))
    }

    fn to_json(&self, old: &Knowledge, new: &Knowledge) -> Value {
        let about =
            |knowledge: &Knowledge| json!({"source": knowledge.source(), "date": knowledge.date()});
        let properties = |found: &Properties| json!({"added": found.added, "removed": found.removed, "changed": found.changed});
        let changed = self
            .changed
            .iter()
            .map(|(name, found)| ((*name).to_owned(), properties(found)));
        json!({
            "old": about(old),
            "new": about(new),
            "added": self.added,
            "removed": self.removed,
            "changed": Value::Object(changed.collect()),
            "documents": self.documents,
        })
    }
}
