//! Packs the knowledge base: `pack SOURCE TARGET`, each of them a JSON file or the name of a pack without extension.
//!
//! From JSON to a pack is `make schemas`; from a pack to itself is `make repack`, which is due when the list of
//! keywords changed; from a pack to JSON is for reading and comparing.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "a tool of the build, not of the core: it reads files and reports"
)]

use std::error::Error;

use cfn_warden::schema::Pack;
use cfn_warden::schema::pack::Writer;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [source, target] = arguments.as_slice() else { return Err("usage: pack SOURCE TARGET".into()) };
    let pack = match source.ends_with(".json") {
        true => Pack::from_json(&std::fs::read_to_string(source)?)?,
        false => {
            let old = Pack::of_any_keywords(
                std::fs::read(format!("{source}.pack"))?,
                std::fs::read_to_string(format!("{source}.txt"))?,
            )?;
            let mut writer = Writer::new();
            let root = writer.copy(old.root());
            writer.finish(root)?
        }
    };
    if target.ends_with(".json") {
        return Ok(std::fs::write(target, pack.root().to_string())?);
    }
    let (words, text) = pack.parts();
    std::fs::write(format!("{target}.pack"), words)?;
    std::fs::write(format!("{target}.txt"), text)?;
    eprintln!("{target}: {} bytes of words, {} of text, {} strings", words.len(), text.len(), pack.strings());
    Ok(())
}
