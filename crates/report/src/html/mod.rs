//! The parts of the HTML page. The findings are data in the page, which its script shows page by page; without the
//! script, the summary and the first findings can be read.

pub mod assets;
pub mod data;
pub mod escape;
pub mod head;
pub mod notes;
pub mod record;
pub mod summary;
