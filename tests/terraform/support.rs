//! What the tests of Terraform's language share.

use std::path::{Path, PathBuf};

use cfn_warden_terraform::{FileSet, Host, Rng, Settings, Value, evaluate, evaluate_expression, show};

/// A folder of tests/terraform.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/terraform").join(name)
}

/// The lines of a file of JSON.
pub fn lines(name: &str) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(folder(name)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// All files below a folder.
pub fn files(root: &Path) -> FileSet {
    let mut made = FileSet::default();
    let mut open = vec![root.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap();
                made.add(name, &std::fs::read(&path).unwrap());
            }
        }
    }
    made
}

/// These files, with a clock and chance.
pub fn host(files: &FileSet) -> Host<'_> {
    Host { clock: Some(1_700_000_000), rng: Some(Rng::new(1)), root: "/work".to_owned(), ..Host::of_files(files) }
}

/// The value of an expression beside these files.
pub fn eval(files: &FileSet, expression: &str) -> Result<Value, Vec<String>> {
    let host = host(files);
    evaluate_expression(&Settings::new(&host), expression)
}

/// The evaluated module of these files, with variables' values.
pub fn shown(files: &FileSet, values: &[&str]) -> serde_json::Value {
    shown_with(files, |settings| settings.given.values = values.iter().map(|value| (*value).to_owned()).collect())
}

/// The evaluated module of these files, without clock and chance.
pub fn shown_with(files: &FileSet, set: impl FnOnce(&mut Settings<'_>)) -> serde_json::Value {
    let host = Host::of_files(files);
    let mut settings = Settings::new(&host);
    set(&mut settings);
    show(&evaluate(&settings))
}

/// Does it on a stack of the size that a program's main thread has: tests have a quarter of it, and in a build that is not
/// optimised what calls itself takes several times the room.
pub fn roomy(act: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(32 << 20).spawn(act).unwrap().join().unwrap();
}
