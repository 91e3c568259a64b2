//! An IPv4 network, as Python's `ipaddress` reads it: an address, and a prefix length or a mask that covers all its bits.

use super::{Format, ipv4};

/// `ipv4-network`
pub static FORMAT: Format = Format { name: "ipv4-network", check: |text| is_network(text).into() };

fn is_network(text: &str) -> bool {
    let (host, mask) = match text.split_once('/') {
        Some((host, mask)) => (host, prefix(mask)),
        None => (text, Some(32)),
    };
    let (Some(host), Some(length)) = (ipv4::address(host), mask) else { return false };
    // Bits beyond the prefix must be zero.
    host.checked_shl(length).unwrap_or(0) == 0
}

/// The length of a prefix: as a number, or of a network mask or host mask in dots.
fn prefix(text: &str) -> Option<u32> {
    length(text, 32).or_else(|| {
        let mask = ipv4::address(text)?;
        let is_mask = |mask: u32| mask.leading_ones() + mask.trailing_zeros() >= 32;
        if is_mask(mask) { Some(mask.leading_ones()) } else { is_mask(!mask).then(|| mask.leading_zeros()) }
    })
}

/// A number of bits in ASCII digits, leading zeros allowed.
pub(super) fn length(text: &str, most: u32) -> Option<u32> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits = text.trim_start_matches('0');
    let length = if digits.is_empty() { 0 } else { digits.parse().ok()? };
    (length <= most).then_some(length)
}
