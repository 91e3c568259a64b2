//! Packs JSON: `pack SOURCE TARGET`, each of them a JSON file or the name of a pack without extension; SOURCE may be a
//! folder, too, whose JSON files become a list, by name.
//!
//! From JSON to a pack is `make schemas`; from a pack to itself is `make repack`, which is due when the list of
//! keywords changed; from a folder to a pack is `make index`; from a pack to JSON is for reading and comparing.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "a tool of the build, not of the core: it reads files and reports"
)]

use std::error::Error;
use std::path::Path;

use cfn_warden_schema::Pack;
use cfn_warden_schema::pack::Writer;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [source, target] = arguments.as_slice() else { return Err("usage: pack SOURCE TARGET".into()) };
    let pack = if Path::new(source).is_dir() {
        of_folder(source)?
    } else if source.ends_with(".json") {
        Pack::from_json(&std::fs::read_to_string(source)?)?
    } else {
        of_pack(source)?
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

fn of_folder(folder: &str) -> Result<Pack, Box<dyn Error>> {
    let mut files = std::fs::read_dir(folder)?.map(|file| Ok(file?.path())).collect::<std::io::Result<Vec<_>>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let texts = files.iter().map(std::fs::read_to_string).collect::<Result<Vec<_>, _>>()?;
    Ok(Pack::from_texts(texts.iter().map(String::as_str))?)
}

fn of_pack(name: &str) -> Result<Pack, Box<dyn Error>> {
    let words = std::fs::read(format!("{name}.pack"))?;
    let old = Pack::of_any_keywords(words, std::fs::read_to_string(format!("{name}.txt"))?)?;
    let mut writer = Writer::new();
    let root = writer.copy(old.root());
    Ok(writer.finish(root)?)
}
