//! What holds for every text as a project file; the fuzz target `fuzz/fuzz_targets/files.rs` and a property test use it.

use std::path::Path;

use ::toml::Table;
use cfn_warden::cli::{self, Exit, Io};

/// Prints the settings of a project file, and those of the printed text as a project file. `folder` is for the file.
///
/// # Panics
/// Panics if an error has no text, or if the printed settings differ.
pub fn check_project(text: &str, folder: &Path) {
    let path = folder.join("cfn-warden.toml");
    let Some(printed) = printed(text, &path) else {
        return;
    };
    let again = self::printed(&printed, &path)
        .unwrap_or_else(|| panic!("the settings are refused:\n{printed}"));
    assert_eq!(
        again.parse::<Table>().unwrap(),
        printed.parse::<Table>().unwrap(),
        "{printed}"
    );
}

/// Returns what `config` prints; `None` if it refuses the file.
fn printed(text: &str, path: &Path) -> Option<String> {
    std::fs::write(path, text).unwrap();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let io = &mut Io {
        stdin: &mut std::io::empty(),
        out: &mut out,
        err: &mut err,
        lint_rules: Default::default(),
        answer: None,
    };
    let exit = cli::run(
        [
            "cfn-warden".as_ref(),
            "config".as_ref(),
            "--config".as_ref(),
            path.as_os_str(),
        ],
        io,
    );
    let out = String::from_utf8(out).unwrap();
    if exit == Exit::OK {
        return Some(out);
    }
    assert!(
        exit == Exit::ERROR && out.is_empty() && err.len() > "cfn-warden: ".len(),
        "{exit:?} {out}"
    );
    None
}
