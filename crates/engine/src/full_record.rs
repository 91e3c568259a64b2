//! cfn-guard-lambda's complete records, within a size limit.

use std::io::{self, Write};

use serde_json::value::RawValue;

use cfn_warden_guard as guard;
use cfn_warden_guard::report::{Records, lambda};

/// Returns the complete evaluation record unless it exceeds `most` bytes.
pub fn full(outcome: Option<&guard::Outcome<'_>>, most: usize) -> Option<Box<RawValue>> {
    let Some(outcome) = outcome else {
        return Some(RawValue::NULL.to_owned());
    };
    let mut out = LimitedWriter {
        bytes: Vec::new(),
        most,
    };
    serde_json::to_writer(&mut out, &Records::new(outcome, lambda::DATA)).ok()?;
    String::from_utf8(out.bytes)
        .ok()
        .and_then(|text| RawValue::from_string(text).ok())
}

/// A writer with a size limit.
struct LimitedWriter {
    bytes: Vec<u8>,
    most: usize,
}

impl Write for LimitedWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len().saturating_add(bytes.len()) > self.most {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
