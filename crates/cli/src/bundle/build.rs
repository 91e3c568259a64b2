//! `bundle build`: a zip file with the files of a folder and their checksums.
#![expect(clippy::disallowed_methods, reason = "the command line writes files")]

use std::path::PathBuf;

use super::verify;
use crate::packs::custom;
use crate::{Exit, Io};
use cfn_warden_arguments::bundle::Build;
use cfn_warden_engine::error::Error;
use cfn_warden_engine::sha256;
use cfn_warden_policies::custom::{CHECKSUMS, PackFile, checksums_of, zipped};

/// Writes the zip file. The same files give the same bytes.
///
/// # Errors
/// For a pack with mistakes, and if a file cannot be read or written.
pub fn run(args: &Build, key: Option<&str>, io: &mut Io<'_>) -> Result<Exit, Error> {
    let mut files = custom::files(&args.folder)?;
    let checksums = checksums_of(&files);
    let write = |path: &PathBuf, content: &[u8]| {
        let failed = |error: std::io::Error| Error::Write {
            path: path.display().to_string(),
            reason: error.to_string(),
        };
        std::fs::write(path, content).map_err(failed)
    };
    if args.checksums {
        let path = args.folder.join(CHECKSUMS);
        write(&path, checksums.as_bytes())?;
        io.eprint(format_args!(
            "checksums written to {}; sign them with: minisign -S -m {0}",
            path.display()
        ));
        return Ok(Exit::OK);
    }
    files.retain(|file| file.name != CHECKSUMS || file.content != checksums.as_bytes());
    if !files.iter().any(|file| file.name == CHECKSUMS) {
        files.push(PackFile {
            name: CHECKSUMS.to_owned(),
            content: checksums.into_bytes(),
        });
    }
    let pack = custom::of_files(&args.folder, &files, key)?;
    let bytes = zipped(files).map_err(|reason| Error::Value {
        name: args.folder.display().to_string(),
        reason,
    })?;
    let output = args
        .output
        .clone()
        .unwrap_or_else(|| PathBuf::from(format!("{}-{}.zip", pack.name, pack.version)));
    write(&output, &bytes)?;
    io.print(|out| out.write_all(verify::summary(&pack).as_bytes()))?;
    io.print(|out| writeln!(out, "sha256 {}  {}", sha256(&bytes), output.display()))?;
    Ok(Exit::OK)
}
