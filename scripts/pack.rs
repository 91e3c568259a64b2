//! Packs JSON and pages: `pack SOURCE TARGET`. SOURCE and TARGET are JSON files or names of packs without extension.
//! SOURCE may also be a folder of JSON files, which become a list, ordered by name; or `docs`: the pages in its folders
//! ([`Kind`]) are compressed, those of rules to `TARGET.z` and the others to `reference.z`, and those of lint rules become an
//! object of the parts that reports use ([`Page`]). The style and the script of the HTML page, in `crates/report/src/html`, are
//! compressed to `TARGET.z`.
//!
//! `make schemas` packs JSON, `make index` packs folders. `make repack` copies a pack to itself, which is necessary when
//! the list of keywords changed. From a pack to JSON is for reading and comparing.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "a tool of the build, not of the core: it reads files and reports"
)]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use bumpalo::Bump;
use cfn_warden::cli::json::to_json;
use cfn_warden::compressed::SEPARATOR;
use cfn_warden::report::pages::Kind;
use cfn_warden_guard::unit_test;
use cfn_warden_guard::yaml::to_yaml;
use cfn_warden_lint::{Page, corrections};
use cfn_warden_schema::pack::Writer;
use cfn_warden_schema::{Knowledge, Pack};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [source, target] = arguments.as_slice() else {
        return Err("usage: pack SOURCE TARGET".into());
    };
    if Path::new(source).join("page.css").is_file() {
        let texts = ["css", "js"].map(|extension| files(source, extension));
        let [style, script] = texts.map(|texts| texts.map(|texts| texts.concat()));
        return Ok(std::fs::write(
            format!("{target}.z"),
            compressed(&[style?, script?])?,
        )?);
    }
    if Path::new(source).join("s3").is_dir() {
        let (rules, examples) = controls(source)?;
        std::fs::write(
            Path::new(target).with_file_name("policy-examples.z"),
            compressed(&examples)?,
        )?;
        return Ok(std::fs::write(format!("{target}.z"), compressed(&rules)?)?);
    }
    let pack = if Path::new(source).join(Kind::Rule.folder()).is_dir() {
        of_pages(source, target)?
    } else if Path::new(source).is_dir() {
        Pack::from_texts(files(source, "json")?.iter().map(String::as_str))?
    } else if source.ends_with(".json") {
        Pack::from_json(&std::fs::read_to_string(source)?)?
    } else {
        of_pack(source)?
    };
    let pack = if pack.root().get("documents").is_some() {
        with_corrections(pack)?
    } else {
        pack
    };
    if target.ends_with(".json") {
        return Ok(std::fs::write(target, pack.root().to_string())?);
    }
    let (words, text) = pack.parts();
    std::fs::write(format!("{target}.pack"), words)?;
    std::fs::write(format!("{target}.txt"), text)?;
    eprintln!(
        "{target}: {} bytes of words, {} of text, {} strings",
        words.len(),
        text.len(),
        pack.strings()
    );
    Ok(())
}

/// The Guard files of controls in the subfolders of a folder, ordered by ID, with numbers by value, each before the one for
/// plans, which is like it; and for each control its ID, the first template of its unit tests that fails and the first that
/// passes.
fn controls(folder: &str) -> Result<(Vec<String>, Vec<String>), Box<dyn Error>> {
    let (mut all, mut examples) = (Vec::new(), BTreeMap::new());
    for service in std::fs::read_dir(folder)?
        .collect::<std::io::Result<Vec<_>>>()?
        .iter()
        .filter(|one| one.path().is_dir())
    {
        let folder = service.path();
        for text in files(&folder.to_string_lossy(), "guard")? {
            let is_plan = text.contains("\n# view: plan\n");
            let id = text
                .strip_prefix("# ")
                .and_then(|text| text.split_once(": "))
                .ok_or("a file without a header")?
                .0;
            let key: Vec<_> = id
                .split('.')
                .map(|part| (part.parse().unwrap_or(0_u32), part.to_owned()))
                .collect();
            if !is_plan {
                let [bad, good] = example(&folder.join("tests").join(format!("{id}.yaml")))?;
                examples.insert(key.clone(), [id.to_owned(), bad, good]);
            }
            all.push((key, is_plan, text));
        }
    }
    all.sort();
    Ok((
        all.into_iter().map(|(_, _, text)| text).collect(),
        examples.into_values().flatten().collect(),
    ))
}

/// The first template that fails and the first that passes, in YAML.
fn example(tests: &Path) -> Result<[String; 2], Box<dyn Error>> {
    let text = std::fs::read_to_string(tests)?;
    let arena = Bump::new();
    let parsed = cfn_warden_syntax::parse(&arena, &text, "");
    let tree = parsed
        .tree
        .ok_or_else(|| format!("{} cannot be read", tests.display()))?;
    let cases = unit_test::cases(&tree)?;
    let first = |kind: &str| -> Result<String, Box<dyn Error>> {
        let case = cases
            .iter()
            .find(|case| case.name.is_some_and(|name| name.starts_with(kind)));
        let case = case.ok_or_else(|| format!("{}: no test `{kind} ...`", tests.display()))?;
        Ok(as_template(&to_json(case.input)))
    };
    Ok([first("fail:")?, first("pass:")?])
}

/// A template in YAML; in JSON, if it has a word that CloudFormation reads as another value, such as `OFF`.
fn as_template(value: &serde_json::Value) -> String {
    let (text, arena) = (to_yaml(value), Bump::new());
    let read = cfn_warden_syntax::parse(&arena, &text, "")
        .tree
        .map(|tree| to_json(tree.root));
    if read.as_ref() == Some(value) {
        text
    } else {
        format!("{value:#}\n")
    }
}

/// The texts of the files of a folder with an extension, ordered by name.
fn files(folder: &str, extension: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let mut files = std::fs::read_dir(folder)?
        .map(|file| Ok(file?.path()))
        .collect::<std::io::Result<Vec<_>>>()?;
    files.retain(|file| file.extension().is_some_and(|found| found == extension));
    files.sort();
    Ok(files
        .iter()
        .map(std::fs::read_to_string)
        .collect::<Result<Vec<_>, _>>()?)
}

/// Compresses all pages, and packs the parts of those of lint rules.
fn of_pages(source: &str, target: &str) -> Result<Pack, Box<dyn Error>> {
    let mut all = Vec::new();
    for kind in Kind::ALL {
        let texts = files(&format!("{source}/{}", kind.folder()), "md")?;
        all.extend(texts.into_iter().map(|text| (kind, text)));
    }
    let (rules, reference): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|(kind, _)| *kind == Kind::Rule);
    std::fs::write(format!("{target}.z"), compressed(&texts(&rules))?)?;
    std::fs::write(
        Path::new(target).with_file_name("reference.z"),
        compressed(&texts(&reference))?,
    )?;
    let mut parts = serde_json::Map::new();
    for (_, text) in &rules {
        let Page {
            id,
            title,
            description,
            fix,
            source,
        } = Page::parse(text)?;
        // The other rules are those for values of Terraform variables.
        if cfn_warden_rules::bundled()
            .registry()
            .rules()
            .any(|rule| rule.id.as_str() == id)
        {
            let part = serde_json::json!([id, title, description, fix, source]);
            parts.insert(id.to_owned(), part);
        }
    }
    Ok(Pack::from_json(
        &serde_json::Value::Object(parts).to_string(),
    )?)
}

/// A knowledge base with the documents that lint rules correct, so that they are not made when it is used.
fn with_corrections(pack: Pack) -> Result<Pack, Box<dyn Error>> {
    let mut writer = Writer::new();
    let parts = pack
        .root()
        .entries()
        .filter(|(key, _)| key.text != "prepared");
    let mut parts: Vec<_> = parts
        .map(|(key, part)| (writer.symbol(key.text), writer.copy(part)))
        .collect();
    let knowledge = Knowledge::from_pack(pack.parts().0.to_vec(), pack.parts().1.to_owned())?;
    let documents = corrections::documents(&knowledge);
    let documents: Vec<_> = documents
        .map(|(name, pack)| (writer.symbol(name), writer.copy(pack.root())))
        .collect();
    parts.push((writer.symbol("prepared"), writer.object(&documents)));
    let root = writer.object(&parts);
    Ok(writer.finish(root)?)
}

fn of_pack(name: &str) -> Result<Pack, Box<dyn Error>> {
    let words = std::fs::read(format!("{name}.pack"))?;
    let old = Pack::of_any_keywords(words, std::fs::read_to_string(format!("{name}.txt"))?)?;
    let mut writer = Writer::new();
    let root = writer.copy(old.root());
    Ok(writer.finish(root)?)
}

/// Returns the texts of pages, each after a line with its folder.
fn texts(pages: &[(Kind, String)]) -> Vec<String> {
    pages
        .iter()
        .map(|(kind, page)| format!("{}\n{page}", kind.folder()))
        .collect()
}

/// Compresses texts, as small as Deflate allows: they are embedded in each program.
fn compressed(texts: &[String]) -> std::io::Result<Vec<u8>> {
    let text = texts.join(&SEPARATOR.to_string());
    let mut bytes = Vec::new();
    zopfli::compress(
        zopfli::Options::default(),
        zopfli::Format::Deflate,
        text.as_bytes(),
        &mut bytes,
    )?;
    Ok(bytes)
}
