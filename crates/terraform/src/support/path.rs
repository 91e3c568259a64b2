//! Slash-separated paths.

/// Normalizes a path like Go's `path.Clean`.
pub fn clean(path: &str) -> String {
    let rooted = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if rooted => {}
            part => parts.push(part),
        }
    }
    let joined = parts.join("/");
    match (rooted, joined.is_empty()) {
        (true, _) => format!("/{joined}"),
        (false, true) => ".".to_owned(),
        (false, false) => joined,
    }
}

/// Returns the last element of a path.
pub fn base(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    if trimmed.is_empty() {
        return if path.is_empty() { "." } else { "/" };
    }
    trimmed.rsplit('/').next().unwrap_or(trimmed)
}

/// Returns a path without its last element.
pub fn dir(path: &str) -> String {
    match path.rfind('/') {
        Some(at) => clean(path.get(..at.saturating_add(1)).unwrap_or("")),
        None => ".".to_owned(),
    }
}

/// Returns a path as an absolute path, relative to a folder.
pub fn absolute(folder: &str, path: &str) -> String {
    if path.starts_with('/') {
        clean(path)
    } else {
        clean(&format!("{folder}/{path}"))
    }
}

/// Joins and normalizes two paths.
pub fn join(folder: &str, path: &str) -> String {
    if folder.is_empty() {
        clean(path)
    } else {
        clean(&format!("{folder}/{path}"))
    }
}
