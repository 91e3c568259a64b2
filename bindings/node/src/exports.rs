//! The functions that the host calls, and the memory that it shares.
//!
//! `wasm-bindgen` is not used: its glue keeps one instance for the life of the process, and an instance cannot be used
//! after a panic.

#![expect(
    unsafe_code,
    reason = "exported names need `no_mangle`; there is no `unsafe` block"
)]

use std::cell::{Cell, RefCell};
use std::panic;

use cfn_warden::request;

/// The result of [`check`]: the output is the report.
const REPORT: u32 = 0;

/// The result of [`check`]: the output is the reason why the request is invalid.
const INVALID: u32 = 1;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<String> = const { RefCell::new(String::new()) };
    static IS_HOOKED: Cell<bool> = const { Cell::new(false) };
}

/// Returns the address of `length` bytes for the next request.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Answers the request in the input; the result says what the output is.
#[unsafe(no_mangle)]
pub extern "C" fn check() -> u32 {
    if !IS_HOOKED.replace(true) {
        // The trap that follows does not have the message.
        panic::set_hook(Box::new(|panic| OUTPUT.set(panic.to_string())));
    }
    // A message of a panic is the only text there after a trap.
    OUTPUT.take();
    let input = INPUT.take();
    let (kind, text) = match request::answer(&input) {
        Ok(report) => (REPORT, report),
        Err(reason) => (INVALID, reason),
    };
    OUTPUT.set(text);
    kind
}

/// Returns the address of the output, in UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// Returns the number of bytes of the output.
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    OUTPUT.with_borrow(String::len)
}
