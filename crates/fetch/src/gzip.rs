//! Decompression of gzipped documents.

use std::io::Read;

use flate2::read::MultiGzDecoder;

use crate::fetch::FetchError;

/// The first bytes of a gzip file.
const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Decompresses a gzip body; other bodies are returned unchanged.
///
/// # Errors
/// [`FetchError::TooLarge`] when the decompressed size exceeds the limit, [`FetchError::Broken`] when the file is
/// incomplete.
pub fn inflated(body: Vec<u8>, limit: usize) -> Result<Vec<u8>, FetchError> {
    if !body.starts_with(&MAGIC) {
        return Ok(body);
    }
    let mut out = Vec::new();
    let one_more = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    let read = MultiGzDecoder::new(body.as_slice())
        .take(one_more)
        .read_to_end(&mut out);
    if out.len() > limit {
        return Err(FetchError::TooLarge(limit));
    }
    read.map(|_| out)
        .map_err(|_| FetchError::Broken("incomplete or invalid gzip file"))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn compressed_bodies_are_read_up_to_the_limit() {
        assert_eq!(inflated(b"text".to_vec(), 2), Ok(b"text".to_vec()));
        assert_eq!(inflated(gzip(b"text"), 4), Ok(b"text".to_vec()));
        assert_eq!(inflated(gzip(b"text"), 3), Err(FetchError::TooLarge(3)));
        let parts = [gzip(b"te"), gzip(b"xt")].concat();
        assert_eq!(inflated(parts, 4), Ok(b"text".to_vec()));
    }

    #[test]
    fn a_decompression_bomb_is_rejected_early() {
        let bomb = gzip(&vec![0; 64 << 20]);
        assert!(bomb.len() < 100_000);
        assert_eq!(inflated(bomb, 1 << 20), Err(FetchError::TooLarge(1 << 20)));
    }

    #[test]
    fn a_truncated_gzip_file_is_an_error() {
        let mut cut = gzip(b"Resources: {}");
        cut.truncate(cut.len() - 6);
        assert_eq!(
            inflated(cut, 100),
            Err(FetchError::Broken("incomplete or invalid gzip file"))
        );
    }
}
