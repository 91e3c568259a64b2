//! A knowledge file and additional schemas in the function's own folder or in a layer.
#![expect(
    clippy::disallowed_methods,
    reason = "the function's own folder is read here, once at start"
)]

use std::path::Path;
use std::sync::Arc;

use super::add::{SCHEMAS, add};
use super::follower::KNOWLEDGE;
use crate::config::{Config, Rules};
use crate::rules;
use crate::text::Text;
use cfn_warden_engine::error::Error;
use cfn_warden_policies::custom::minisign;
use cfn_warden_schema::Knowledge;

/// Reads the knowledge file that the settings name; `None` without one in a folder.
///
/// # Errors
/// [`Error::Value`] when it cannot be read.
pub fn own(config: &Config) -> Result<Option<Knowledge>, Error> {
    let Rules::Folder(path) = &config.knowledge else {
        return Ok(None);
    };
    let wrong = |reason: String| Error::Value {
        name: KNOWLEDGE.to_owned(),
        reason,
    };
    let name = path.display().to_string();
    let content = bytes(path).map_err(wrong)?;
    if let Some(key) = &config.knowledge_public_key {
        let signature = bytes(Path::new(&format!("{name}{}", minisign::ENDING))).map_err(wrong)?;
        minisign::verify(key, &name, &content, &String::from_utf8_lossy(&signature))
            .map_err(wrong)?;
    }
    Knowledge::from_file(&content)
        .map(Some)
        .map_err(|error| wrong(format!("{name}: {error}")))
}

/// Reads the file of additional schemas that the settings name, and verifies it; empty without one in a folder.
///
/// # Errors
/// [`Error::Value`] when it cannot be read or used.
pub fn additional(config: &Config, knowledge: &Knowledge) -> Result<Arc<[Text]>, Error> {
    let texts = rules::file(SCHEMAS, &config.schemas)?;
    for text in texts.iter() {
        add(knowledge.clone(), text).map_err(|reason| Error::Value {
            name: SCHEMAS.to_owned(),
            reason,
        })?;
    }
    Ok(texts)
}

fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| {
        Error::Read {
            path: path.display().to_string(),
            reason: error.to_string(),
        }
        .to_string()
    })
}
