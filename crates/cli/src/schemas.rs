//! The schemas of a command line: a knowledge base, and additional schemas.

use std::path::Path;

use super::files::{self, File};
use super::packs::custom::public_key;
use cfn_warden_arguments::schemas::SchemaOptions;
use cfn_warden_engine::bundled_knowledge;
use cfn_warden_engine::error::Error;
use cfn_warden_policies::custom::minisign;
use cfn_warden_schema::Knowledge;

/// Returns the schemas for a command line.
///
/// # Errors
/// [`Error::Read`] for a file that cannot be read; [`Error::Value`] for one that cannot be used.
pub fn knowledge(options: &SchemaOptions) -> Result<Knowledge, Error> {
    let mut knowledge = match (&options.knowledge, &options.knowledge_key) {
        (Some(path), key) => read(path, key.as_deref())?,
        (None, None) => bundled_knowledge(),
        // The parser cannot require it: a project file may name one of them, the command line the other.
        (None, Some(_)) => {
            let reason =
                "it is the key of a knowledge file; expected `--knowledge FILE`, too".to_owned();
            return Err(Error::Value {
                name: "--knowledge-key".to_owned(),
                reason,
            });
        }
    };
    for path in &options.schemas {
        let name = path.to_string_lossy().into_owned();
        let text = File {
            name: name.clone(),
            content: files::bytes(path)?,
        }
        .text()?;
        knowledge = knowledge.with_overlay(&text).map_err(|mistakes| {
            let lines: Vec<String> = mistakes
                .iter()
                .map(|mistake| {
                    format!(
                        "{name}:{}:{}: {}",
                        mistake.at.line, mistake.at.column, mistake.message
                    )
                })
                .collect();
            Error::Value {
                name: "--schemas".to_owned(),
                reason: lines.join("\n"),
            }
        })?;
    }
    Ok(knowledge)
}

/// Reads a knowledge file; with a key, it must be signed.
///
/// # Errors
/// [`Error::Read`] if it or its signature cannot be read; [`Error::Value`] if it cannot be used.
pub fn read(path: &Path, key: Option<&str>) -> Result<Knowledge, Error> {
    let name = path.to_string_lossy().into_owned();
    let content = files::bytes(path)?;
    let wrong = |reason: String| Error::Value {
        name: name.clone(),
        reason,
    };
    if let Some(key) = key {
        let signature = format!("{name}{}", minisign::ENDING);
        let signature = File {
            name: signature.clone(),
            content: files::bytes(Path::new(&signature))?,
        }
        .text()?;
        minisign::verify(&public_key(key)?, &name, &content, &signature).map_err(wrong)?;
    }
    Knowledge::from_file(&content).map_err(|error| wrong(error.to_string()))
}
