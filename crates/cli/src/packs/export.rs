//! `packs export`: Guard files for cfn-guard.
#![expect(clippy::disallowed_methods, reason = "the command line writes files")]

use super::selection::selected;
use crate::Io;
use cfn_warden_arguments::packs::Export;
use cfn_warden_engine::error::Error;
use cfn_warden_policies::PACKS;
use cfn_warden_policies::custom::MANIFEST;
use cfn_warden_report::counted;

/// Writes a file for each control, and a manifest: the folder is a pack.
///
/// # Errors
/// [`Error::Write`] if the folder or a file cannot be written.
pub fn run(args: &Export, key: Option<&str>, io: &mut Io<'_>) -> Result<(), Error> {
    let controls = selected(&args.names, key)?;
    let failed = |error: std::io::Error| Error::Write {
        path: args.output.display().to_string(),
        reason: error.to_string(),
    };
    std::fs::create_dir_all(&args.output).map_err(failed)?;
    for control in &controls {
        std::fs::write(
            args.output.join(format!("{}.guard", control.id)),
            control.rules.as_bytes(),
        )
        .map_err(failed)?;
        if let Some(plan) = &control.plan {
            let name = format!("{}.plan.guard", control.id);
            std::fs::write(args.output.join(name), plan.rules.as_bytes()).map_err(failed)?;
        }
    }
    let (name, version) = version_of(&args.names);
    let manifest = format!("name = \"{name}\"\nversion = \"{version}\"\n");
    std::fs::write(args.output.join(MANIFEST), manifest).map_err(failed)?;
    io.eprint(format_args!(
        "{} written to {}",
        counted(controls.len(), "control"),
        args.output.display()
    ));
    Ok(())
}

/// Returns the name and version of the exported pack: those of a bundled one, if it is the only one.
fn version_of(names: &[String]) -> (&str, &str) {
    let bundled = |name: &String| {
        PACKS
            .iter()
            .find(|pack| pack.name.eq_ignore_ascii_case(name))
    };
    match names {
        [name] => bundled(name).map_or((name, FIRST), |pack| (pack.name, pack.version)),
        _ => ("exported", FIRST),
    }
}

/// The version of a pack that is made here.
const FIRST: &str = "1.0.0";
