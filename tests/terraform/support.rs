//! Helpers for the tests of Terraform's language.

use std::path::{Path, PathBuf};

use cfn_warden_terraform::{
    FileSet, Host, Language, Rng, Settings, Value, evaluate, evaluate_expression, show,
};

/// Returns the path of a folder below tests/terraform.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/terraform")
        .join(name)
}

/// Returns the lines of a JSON Lines file.
pub fn lines(name: &str) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(folder(name)).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Returns all files below a folder.
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

/// Returns a host with these files, a clock and a source of randomness, in the language of the recorded answers.
pub fn host(files: &FileSet) -> Host<'_> {
    let language = Language::V1_11;
    Host {
        language,
        clock: Some(1_700_000_000),
        rng: Some(Rng::new(1)),
        root: "/work".to_owned(),
        ..Host::from_files(files)
    }
}

/// Evaluates an expression in a module of these files.
pub fn eval(files: &FileSet, expression: &str) -> Result<Value, Vec<String>> {
    let host = host(files);
    evaluate_expression(&Settings::new(&host), expression)
}

/// Evaluates a module of these files with variable values.
pub fn shown(files: &FileSet, values: &[&str]) -> serde_json::Value {
    shown_with(files, |settings| {
        settings.variable_sources.values = values.iter().map(|value| (*value).to_owned()).collect()
    })
}

/// Evaluates a module of these files without a clock or randomness.
pub fn shown_with(files: &FileSet, set: impl FnOnce(&mut Settings<'_>)) -> serde_json::Value {
    let host = Host {
        language: Language::V1_11,
        ..Host::from_files(files)
    };
    let mut settings = Settings::new(&host);
    set(&mut settings);
    show(&evaluate(&settings))
}

/// Runs a test on a stack as large as that of a main thread. Test threads have a quarter of that size, and recursion
/// needs several times more stack in debug builds.
pub fn roomy(act: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new()
        .stack_size(32 << 20)
        .spawn(act)
        .unwrap()
        .join()
        .unwrap();
}
