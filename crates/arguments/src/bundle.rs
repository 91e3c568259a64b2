//! Arguments of `bundle` and its subcommands.

use std::path::PathBuf;

use super::packs::PackKey;

/// Build, verify and compare policy bundles for the function
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The subcommand.
    #[command(subcommand)]
    pub command: Command,
    /// The key that bundles must be signed with.
    #[command(flatten)]
    pub key: PackKey,
}

/// A subcommand of `bundle`.
#[expect(missing_docs, reason = "a doc comment would become help")]
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    Build(Build),
    Verify(Verify),
    Diff(Diff),
    Replay(Replay),
    Show(Show),
}

/// Write a zip file with the files of a folder and their checksums
#[derive(Debug, clap::Args)]
pub struct Build {
    /// Folder with a manifest, pack.toml
    pub folder: PathBuf,
    /// Zip file to write; without it, NAME-VERSION.zip
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Only write checksums.txt to the folder, to sign it with minisign before building
    #[arg(long, conflicts_with = "output")]
    pub checksums: bool,
}

/// Check the checksums of a bundle, its signature if --pack-key is given, and its contents
#[derive(Debug, clap::Args)]
pub struct Verify {
    /// Zip file or folder
    pub bundle: PathBuf,
}

/// List what differs between two bundles: controls, rules, severities, enforcement, owners, waivers and accounts of units
#[derive(Debug, clap::Args)]
pub struct Diff {
    /// Zip file or folder with the old version
    pub old: PathBuf,
    /// Zip file or folder with the new version
    pub new: PathBuf,
}

/// List which operations a candidate would have blocked, from the stored reports of the function
#[derive(Debug, clap::Args)]
pub struct Replay {
    /// Zip file or folder with the bundle that decided
    pub deployed: PathBuf,
    /// Zip file or folder with the candidate
    pub candidate: PathBuf,
    /// Folder with reports, as in `aws s3 sync s3://BUCKET/hooks/ reports`
    pub reports: PathBuf,
    /// Only reports of the last days, such as 30
    #[arg(long, value_name = "DAYS")]
    pub since: Option<u32>,
    /// The day on which the candidate counts, such as 2027-01-31; without it, today
    #[arg(long, value_name = "DATE")]
    pub date: Option<String>,
}

/// List the controls of a bundle with severity, enforcement and owner, and its waivers
#[derive(Debug, clap::Args)]
pub struct Show {
    /// Zip file or folder
    pub bundle: PathBuf,
    /// The day to show the enforcement and waivers of, such as 2027-01-31; without it, today
    #[arg(long, value_name = "DATE")]
    pub date: Option<String>,
}
