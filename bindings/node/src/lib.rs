//! The checker as WebAssembly: a request in JSON, a report as text.
//!
//! The host writes a request to the memory at [`exports::input`], calls [`exports::check`], and reads the text at
//! [`exports::output`]. A panic ends the instance; its message is at the same place. `js/instance.ts` is the other side.

mod exports;
