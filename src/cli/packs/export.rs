//! `packs export`: Guard files for cfn-guard.
#![expect(clippy::disallowed_methods, reason = "the command line writes files")]

use super::selection::selected;
use crate::cli::Io;
use crate::error::Error;
use crate::report::counted;
use cfn_warden_arguments::packs::Export;

/// Writes a file for each control.
///
/// # Errors
/// [`Error::Write`] if the folder or a file cannot be written.
pub fn run(args: &Export, io: &mut Io<'_>) -> Result<(), Error> {
    let controls = selected(&args.names)?;
    let failed =
        |error: std::io::Error| Error::Write { path: args.output.display().to_string(), reason: error.to_string() };
    std::fs::create_dir_all(&args.output).map_err(failed)?;
    for control in &controls {
        std::fs::write(args.output.join(format!("{}.guard", control.id)), control.rules).map_err(failed)?;
    }
    io.eprint(format_args!("{} written to {}", counted(controls.len(), "control"), args.output.display()));
    Ok(())
}
