//! `knowledge build`: writes a knowledge file.

use super::named::title;
use crate::files::{self, File};
use crate::{Exit, Io};
use cfn_warden_arguments::knowledge::Build;
use cfn_warden_engine::bundled_knowledge;
use cfn_warden_engine::error::Error;
use cfn_warden_schema::Knowledge;

/// Builds a file from a JSON document, or from the bundled knowledge base, and verifies it.
///
/// # Errors
/// [`Error::Read`] for a document that cannot be read; [`Error::Value`] for one that is not a knowledge base.
pub fn run(args: &Build, io: &mut Io<'_>) -> Result<Exit, Error> {
    let name = args
        .source
        .as_ref()
        .map_or("bundled".into(), |path| path.to_string_lossy());
    let wrong = |reason: String| Error::Value {
        name: name.clone().into_owned(),
        reason,
    };
    let knowledge = match &args.source {
        Some(path) => {
            let text = File {
                name: name.clone().into_owned(),
                content: files::bytes(path)?,
            }
            .text()?;
            Knowledge::from_json(&text).map_err(|error| wrong(error.to_string()))?
        }
        None => bundled_knowledge(),
    };
    let missing = || {
        wrong(
            "`about` has no `source` and `schema date`; expected a document of scripts/schemas.py"
                .to_owned(),
        )
    };
    let content = knowledge.to_file().ok_or_else(missing)?;
    let knowledge = Knowledge::from_file(&content).map_err(|error| wrong(error.to_string()))?;
    files::write(&args.output, &content)?;
    io.print(|out| {
        writeln!(
            out,
            "{}: {}, {} bytes",
            args.output.display(),
            title(&knowledge),
            content.len()
        )
    })?;
    Ok(Exit::OK)
}
