//! URLs in the place of files: the command line reads files only, and says how to get them.

/// The most common ways to write where a file is that is not here.
const SCHEMES: [&str; 3] = ["https://", "http://", "s3://"];

/// Returns whether a word of a command line is a URL.
pub fn is_url(word: &str) -> bool {
    SCHEMES.iter().any(|scheme| {
        let start = word.get(..scheme.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
}

/// Returns why a file is not read that a URL names, and how to download it.
pub fn reason_not_read(url: &str) -> Option<String> {
    is_url(url).then(|| {
        format!(
            "URLs are not read; download it first: {}",
            download(url, Some("FILE"))
        )
    })
}

/// Returns why a document is not read that a URL names, and how to check it.
pub fn reason_document_not_read(url: &str) -> Option<String> {
    is_url(url).then(|| format!("URLs are not read; to check it: {}", check_command(url)))
}

/// Returns the command that checks the document of a URL.
pub fn check_command(url: &str) -> String {
    format!("{} | cfn-warden check -", download(url, None))
}

/// Returns the command that downloads a file, to standard output without a name.
fn download(url: &str, file: Option<&str>) -> String {
    let quoted = format!("'{}'", url.replace('\'', r"'\''"));
    let is_s3 = url.starts_with(['s', 'S']);
    match (is_s3, file) {
        (true, file) => format!("aws s3 cp {quoted} {}", file.unwrap_or("-")),
        (false, Some(file)) => format!("curl -fsSL {quoted} -o {file}"),
        (false, None) => format!("curl -fsSL {quoted}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_answered_with_a_command() {
        assert_eq!(
            check_command("https://example.com/a?b&c"),
            "curl -fsSL 'https://example.com/a?b&c' | cfn-warden check -"
        );
        assert_eq!(
            reason_not_read("S3://bucket/it's").as_deref(),
            Some(r"URLs are not read; download it first: aws s3 cp 'S3://bucket/it'\''s' FILE")
        );
        assert_eq!(reason_not_read("s3/bucket"), None);
        assert_eq!(reason_not_read("é"), None);
    }
}
