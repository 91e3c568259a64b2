//! `bundle verify`: checksums, signature and contents of a bundle.

use std::fmt::Write as _;

use crate::packs::custom;
use crate::{Exit, Io};
use cfn_warden_arguments::bundle::Verify;
use cfn_warden_engine::error::Error;
use cfn_warden_policies::custom::{CHECKSUMS, CustomPack};
use cfn_warden_report::counted;

/// Checks a bundle and prints what it has.
///
/// # Errors
/// All mistakes in the bundle; also if it has no checksums.
pub fn run(args: &Verify, key: Option<&str>, io: &mut Io<'_>) -> Result<Exit, Error> {
    let files = custom::files(&args.bundle)?;
    let pack = custom::of_files(&args.bundle, &files, key)?;
    if !files.iter().any(|file| file.name == CHECKSUMS) {
        let reason =
            format!("the bundle has no `{CHECKSUMS}`; build it with `cfn-warden bundle build`");
        return Err(Error::Value {
            name: args.bundle.display().to_string(),
            reason,
        });
    }
    let signature = if key.is_some() {
        "checksums and signature are right"
    } else {
        "checksums are right"
    };
    io.print(|out| writeln!(out, "{}{signature}", summary(&pack)))?;
    Ok(Exit::OK)
}

/// Returns a line on the contents, and one for each lint rule that the bundle changes.
pub fn summary(pack: &CustomPack) -> String {
    let mut text = format!(
        "{} {}: {}, {}, {}\n",
        pack.name,
        pack.version,
        counted(pack.controls.len(), "control"),
        counted(pack.policy.waivers.len(), "waiver"),
        counted(pack.policy.units.len(), "unit")
    );
    for (prefix, enforcement) in pack.policy.enforcements.of_lint() {
        let _ = writeln!(text, "lint rules {prefix}: {enforcement}");
    }
    text
}
