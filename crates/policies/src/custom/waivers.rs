//! The waivers of a pack: those in the manifest and in the files that it names.

use super::file::{MANIFEST, PackFile, text};
use super::manifest::Manifest;
use cfn_warden_engine::error::Mistake;
use cfn_warden_engine::toml;
use cfn_warden_engine::waivers::{Scope, SourceKind, Waiver, file};
use cfn_warden_syntax::names;

/// Returns the waivers of a pack. Files are TOML, YAML or JSON.
///
/// # Errors
/// All mistakes, each a line that names the file and the place in it.
pub fn read(files: &[PackFile], manifest: &Manifest) -> Result<Vec<Waiver>, Vec<String>> {
    let (mut waivers, mut mistakes) = (manifest.waivers.clone(), Vec::new());
    for (name, at) in &manifest.waiver_files {
        let Some(file) = files.iter().find(|file| file.name == *name) else {
            mistakes.push(format!(
                "{MANIFEST}:{}:{}: `{name}` is not in the pack",
                at.line, at.column
            ));
            continue;
        };
        match of_file(file) {
            Ok(own) => waivers.extend(own),
            Err(wrong) => mistakes.extend(wrong),
        }
    }
    mistakes.extend(
        waivers
            .iter()
            .filter_map(|waiver| unknown_unit(waiver, manifest)),
    );
    waivers
        .iter_mut()
        .for_each(|waiver| waiver.source.kind = SourceKind::Policy);
    if mistakes.is_empty() {
        Ok(waivers)
    } else {
        Err(mistakes)
    }
}

/// Returns what is wrong with a waiver for a unit that the manifest does not have: it would never apply.
fn unknown_unit(waiver: &Waiver, manifest: &Manifest) -> Option<String> {
    let Scope::Patterns(patterns) = &waiver.scope else {
        return None;
    };
    let unit = patterns.unit.as_deref()?;
    if unit.contains('*') || manifest.units.contains_key(unit) {
        return None;
    }
    let units = manifest.units.keys().map(String::as_str);
    let expected = names::instead(unit, units, || "expected a name of `[units]`".to_owned());
    let mistake = Mistake {
        at: waiver.source.at,
        message: format!("unknown unit `{unit}`; {expected}"),
    };
    Some(mistake.line(&waiver.source.file))
}

fn of_file(file: &PackFile) -> Result<Vec<Waiver>, Vec<String>> {
    let PackFile { name, .. } = file;
    let text = text(file).map_err(|mistake| vec![mistake])?;
    let parse = if name.ends_with(".toml") {
        toml::waivers::parse
    } else {
        file::parse
    };
    parse(text, name)
        .map_err(|mistakes| mistakes.iter().map(|mistake| mistake.line(name)).collect())
}
