//! URIs of files.

/// Returns the path of a file; `None` for other URIs.
pub fn path(uri: &str) -> Option<String> {
    let rest = uri.strip_prefix("file://")?;
    let path = rest.get(rest.find('/')?..)?;
    let path = String::from_utf8(decoded(path)).ok()?;
    let has_drive = path.as_bytes().get(2) == Some(&b':');
    Some(match path.strip_prefix('/') {
        Some(drive) if cfg!(windows) && has_drive => drive.to_owned(),
        _ => path,
    })
}

fn decoded(text: &str) -> Vec<u8> {
    let mut rest = text.as_bytes();
    let mut decoded = Vec::with_capacity(text.len());
    while let Some((byte, after)) = rest.split_first() {
        let digits = after.first_chunk::<2>().filter(|_| *byte == b'%');
        let code = digits
            .and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        decoded.push(code.unwrap_or(*byte));
        rest = if code.is_some() {
            after.get(2..).unwrap_or_default()
        } else {
            after
        };
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::path;

    #[test]
    fn paths_of_files_are_decoded() {
        assert_eq!(
            path("file:///a/b%20c/%C3%A9%.yaml").as_deref(),
            Some("/a/b c/é%.yaml")
        );
        assert_eq!(path("file://host/a").as_deref(), Some("/a"));
        assert_eq!(path("untitled:Untitled-1"), None);
        assert_eq!(path("file://"), None);
        assert_eq!(path("file:///%ff"), None);
    }
}
