//! Reads whole files.
//!
//! A run reads hundreds of small files. The standard library makes six system calls for one, with musl: `fcntl` and `fstat`
//! are left out here, the latter unless a file is long.

use std::io;
use std::path::Path;

/// The length of most files.
#[cfg(unix)]
const MOST: usize = 1 << 13;

/// Returns the content of a file.
///
/// # Errors
/// Those of the system.
pub fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    read(path, &mut content)?;
    content.shrink_to_fit();
    Ok(content)
}

/// Replaces `content` by that of a file.
#[cfg(unix)]
fn read(path: &Path, content: &mut Vec<u8>) -> io::Result<()> {
    use rustix::fs::{Mode, OFlags, fstat, open};
    use rustix::io::{read, retry_on_intr};
    let file = retry_on_intr(|| open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()))?;
    content.clear();
    content.reserve(MOST);
    while retry_on_intr(|| read(&file, rustix::buffer::spare_capacity(content)))? > 0 {
        if content.len() == content.capacity() {
            // The last read needs room, too. Only a file has a size.
            let left = usize::try_from(fstat(&file)?.st_size)
                .unwrap_or(0)
                .saturating_sub(content.len());
            content.try_reserve_exact(left.saturating_add(1).max(content.len()))?;
        }
    }
    Ok(())
}

/// Replaces `content` by that of a file.
#[cfg(not(unix))]
#[expect(
    clippy::disallowed_methods,
    reason = "the command line is where files are read"
)]
fn read(path: &Path, content: &mut Vec<u8>) -> io::Result<()> {
    *content = std::fs::read(path)?;
    Ok(())
}

/// Returns the content of a file that is text.
///
/// # Errors
/// Those of the system, and [`io::ErrorKind::InvalidData`] if the content is not UTF-8.
pub fn text(path: &Path) -> io::Result<String> {
    String::from_utf8(bytes(path)?).map_err(|_| not_text())
}

/// Reads a file that is text into a buffer, whose content it replaces, and returns the text.
///
/// # Errors
/// Those of [`text`].
pub fn text_in<'b>(buffer: &'b mut Vec<u8>, path: &Path) -> io::Result<&'b str> {
    read(path, buffer)?;
    std::str::from_utf8(buffer).map_err(|_| not_text())
}

fn not_text() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "stream did not contain valid UTF-8",
    )
}
