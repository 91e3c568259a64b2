//! Checksums and signature of a pack: `checksums.txt`, as sha256sum prints them, and `checksums.txt.minisig`, its signature
//! by minisign.

use std::collections::BTreeMap;

use super::file::{PackFile, text};
use super::minisign;
use cfn_warden_engine::sha256;

/// Whether a pack must be signed.
#[derive(Debug, Clone, Copy)]
pub enum Signature<'k> {
    /// It need not be. Checksums that it has are checked.
    NotRequired,
    /// It must be signed with the secret key of this public key of minisign, in base64.
    By(&'k str),
}

/// The file with the checksums.
pub const CHECKSUMS: &str = "checksums.txt";
const SIGNATURE: &str = "checksums.txt.minisig";

/// Checks the checksums and the signature of a pack.
///
/// # Errors
/// What is missing or wrong, by file.
pub fn verify(files: &[PackFile], signature: Signature<'_>) -> Result<(), Vec<String>> {
    let listed = files.iter().find(|file| file.name == CHECKSUMS);
    if let Signature::By(key) = signature {
        signed(listed, files, key).map_err(|wrong| vec![wrong])?;
    }
    let Some(listed) = listed else { return Ok(()) };
    let expected =
        parse(text(listed).map_err(|wrong| vec![wrong])?).map_err(|wrong| vec![wrong])?;
    let covered = files
        .iter()
        .filter(|file| ![CHECKSUMS, SIGNATURE].contains(&file.name.as_str()));
    let mut mistakes: Vec<String> = covered
        .filter_map(|file| mismatch(file, &expected))
        .collect();
    let is_missing = |name: &&&str| !files.iter().any(|file| file.name == **name);
    mistakes.extend(
        expected
            .keys()
            .filter(is_missing)
            .map(|name| format!("{CHECKSUMS}: `{name}` is not in the pack")),
    );
    if mistakes.is_empty() {
        Ok(())
    } else {
        Err(mistakes)
    }
}

/// Returns the checksums of the files of a pack, in the order of their names.
pub fn checksums_of(files: &[PackFile]) -> String {
    let covered = files
        .iter()
        .filter(|file| ![CHECKSUMS, SIGNATURE].contains(&file.name.as_str()));
    let sums: BTreeMap<&str, String> = covered
        .map(|file| (file.name.as_str(), sha256(&file.content)))
        .collect();
    sums.iter()
        .map(|(name, sum)| format!("{sum}  {name}\n"))
        .collect()
}

fn signed(listed: Option<&PackFile>, files: &[PackFile], key: &str) -> Result<(), String> {
    let file = |name| files.iter().find(|file: &&PackFile| file.name == name);
    let (Some(listed), Some(signature)) = (listed, file(SIGNATURE)) else {
        return Err(format!(
            "the pack is not signed; expected `{CHECKSUMS}` and `{SIGNATURE}`"
        ));
    };
    minisign::verify(key, CHECKSUMS, &listed.content, text(signature)?)
}

/// Returns checksums in hexadecimal by file.
fn parse(text: &str) -> Result<BTreeMap<&str, &str>, String> {
    let lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty());
    let mut sums = BTreeMap::new();
    for (number, line) in lines {
        let (sum, name) = line.split_once(' ').unwrap_or_default();
        if sum.len() != 64 || !sum.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(format!(
                "{CHECKSUMS}:{number}:1: expected a SHA-256 checksum and a path, as sha256sum prints them"
            ));
        }
        // sha256sum marks a file that was read as binary.
        let name = name.trim_start_matches([' ', '*']);
        sums.insert(name.strip_prefix("./").unwrap_or(name), sum);
    }
    Ok(sums)
}

/// Returns what is wrong with a file.
fn mismatch(file: &PackFile, expected: &BTreeMap<&str, &str>) -> Option<String> {
    let Some(sum) = expected.get(file.name.as_str()) else {
        return Some(format!("{}: the file is not in `{CHECKSUMS}`", file.name));
    };
    let is_same = sha256(&file.content).eq_ignore_ascii_case(sum);
    (!is_same).then(|| {
        format!(
            "{}: the content has another SHA-256 checksum than in `{CHECKSUMS}`",
            file.name
        )
    })
}
