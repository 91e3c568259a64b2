//! Packs in zip files.

use std::io::{Cursor, Read, Write};

use ::zip::write::SimpleFileOptions;
use ::zip::{DateTime, ZipArchive, ZipWriter};

use super::file::{MANIFEST, PackFile};

/// The largest number of files in a pack.
const FILES: usize = 10_000;
/// The largest size of the files of a pack, in bytes.
const BYTES: u64 = 64 << 20;

/// Returns the files in a zip file: those of the folder that has the manifest.
///
/// # Errors
/// What is wrong with the zip file, or the limit that it exceeds.
pub fn unzipped(bytes: &[u8]) -> Result<Vec<PackFile>, String> {
    let broken = |_| "not a zip file, or a damaged one".to_owned();
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    if archive.len() > FILES {
        return Err(format!("the pack has more than {FILES} files"));
    }
    let (mut files, mut left) = (Vec::new(), BYTES);
    for index in 0..archive.len() {
        let file = archive.by_index(index).map_err(broken)?;
        if file.is_dir() {
            continue;
        }
        let name = file.name().map_err(broken)?.into_owned();
        let mut content = Vec::new();
        let read = file.take(left.saturating_add(1)).read_to_end(&mut content);
        read.map_err(|_| "not a zip file, or a damaged one".to_owned())?;
        left = u64::try_from(content.len())
            .ok()
            .and_then(|size| left.checked_sub(size))
            .ok_or_else(|| format!("the files of the pack have more than {} MiB", BYTES >> 20))?;
        files.push(PackFile { name, content });
    }
    Ok(in_folder_of_manifest(files))
}

/// Returns a zip file with these files; the same files give the same bytes.
///
/// # Errors
/// What the zip format does not allow.
pub fn zipped(mut files: Vec<PackFile>) -> Result<Vec<u8>, String> {
    files.sort_by(|a, b| a.name.cmp(&b.name));
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    // Without a time: the bytes depend on the contents only.
    let options = SimpleFileOptions::default().last_modified_time(DateTime::default());
    let failed = |error: ::zip::result::ZipError| error.to_string();
    for file in files {
        writer.start_file(file.name, options).map_err(failed)?;
        writer
            .write_all(&file.content)
            .map_err(|error| error.to_string())?;
    }
    Ok(writer.finish().map_err(failed)?.into_inner())
}

/// A zip file of a folder has the folder in front of each name.
fn in_folder_of_manifest(files: Vec<PackFile>) -> Vec<PackFile> {
    let folders = files
        .iter()
        .filter_map(|file| file.name.strip_suffix(MANIFEST));
    let folders = folders.filter(|folder| folder.is_empty() || folder.ends_with('/'));
    let Some(folder) = folders.min_by_key(|folder| folder.len()).map(str::to_owned) else {
        return files;
    };
    let inside = |file: PackFile| {
        Some(PackFile {
            name: file.name.strip_prefix(&folder)?.to_owned(),
            ..file
        })
    };
    files.into_iter().filter_map(inside).collect()
}
