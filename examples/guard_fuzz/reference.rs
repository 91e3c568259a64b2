//! Runs cfn-guard. One process evaluates as many pairs as possible until an error ends it.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::said::Said;

/// The path of cfn-guard, and a folder for its input files.
pub struct Reference {
    program: PathBuf,
    pub folder: PathBuf,
}

/// The result of a process.
pub struct Ended {
    /// `None` if the process was killed, after the timeout or by a signal.
    pub code: Option<i32>,
    pub hung: bool,
    pub out: String,
    pub err: String,
}

const PATIENCE: Duration = Duration::from_secs(60);
/// Exit codes of `validate` after a complete run: compliant, rules that do not parse, rules that fail.
const ENDS: &[i32] = &[0, 5, 19];

impl Reference {
    /// Returns `None` if the program does not run or has another version.
    pub fn find(program: &str, number: &str, folder: &Path) -> Option<Reference> {
        let version = Command::new(program).arg("--version").output().ok()?;
        let version = String::from_utf8_lossy(&version.stdout).trim().to_owned();
        if version != format!("cfn-guard {number}") {
            println!("{program} is `{version}`, not cfn-guard {number}");
            return None;
        }
        std::fs::create_dir_all(folder).ok()?;
        let folder = folder.canonicalize().ok()?;
        std::fs::write(folder.join("always.guard"), "rule always { this exists }\n").ok()?;
        Some(Reference {
            program: program.into(),
            folder,
        })
    }

    pub fn rules_file(&self, at: usize) -> PathBuf {
        self.folder.join(format!("r{at:03}.guard"))
    }

    pub fn data_file(&self, at: usize) -> PathBuf {
        self.folder.join(format!("d{at:03}.yaml"))
    }

    pub fn write(&self, rules: &[String], data: &[String]) {
        for (at, text) in rules.iter().enumerate() {
            std::fs::write(self.rules_file(at), text).unwrap();
        }
        for (at, text) in data.iter().enumerate() {
            std::fs::write(self.data_file(at), text).unwrap();
        }
    }

    /// Returns the answers for each rules file (row) and data file (column), or `None` if the rules file already ended
    /// an earlier run with other data.
    pub fn answers(&self, rules: &[String], data: &[String]) -> Vec<Vec<Option<Said>>> {
        self.write(rules, data);
        let mut answers = vec![vec![None; data.len()]; rules.len()];
        let readable = self.readable(data.len());
        for row in &mut answers {
            for (at, answer) in row.iter_mut().enumerate() {
                *answer = (!readable.contains(&at)).then_some(Said::Unreadable);
            }
        }
        let mut open = vec![(0..rules.len(), readable)];
        while let Some((rows, columns)) = open.pop() {
            if !rows.is_empty() && !columns.is_empty() {
                self.some(rows, &columns, &mut answers, &mut open);
            }
        }
        answers
    }

    fn some(
        &self,
        rows: Range<usize>,
        columns: &[usize],
        answers: &mut [Vec<Option<Said>>],
        open: &mut Vec<(Range<usize>, Vec<usize>)>,
    ) {
        let ended = self.validate(rows.clone(), columns, &["-o", "json", "-S", "none"]);
        let unparsed = unparsed(&ended.err);
        let (parsed, broken): (Vec<usize>, Vec<usize>) =
            rows.clone().partition(|row| !unparsed.contains(row));
        let mut pairs = parsed
            .iter()
            .flat_map(|row| columns.iter().map(move |column| (*row, column)));
        let reports = reports(&ended.out);
        let ends = ended.code.is_some_and(|code| ENDS.contains(&code));
        if ends && reports.len() != parsed.len() * columns.len() {
            // One of the files has no rules: run one process for each to find it.
            if rows.len() > 1 {
                open.extend(rows.map(|row| (row..row + 1, columns.to_vec())));
                return;
            }
            columns
                .iter()
                .for_each(|column| answers[rows.start][*column] = Some(Said::NoRules));
            return;
        }
        for (report, (row, column)) in reports.iter().zip(&mut pairs) {
            answers[row][*column] = Some(Said::Report((*report).to_owned()));
        }
        let stop = if ends { None } else { pairs.next() };
        let reached = stop.map_or(rows.end, |(row, _)| row);
        for row in broken.into_iter().filter(|row| *row < reached) {
            columns
                .iter()
                .for_each(|column| answers[row][*column] = Some(Said::Unparsed));
        }
        let Some((row, column)) = stop else { return };
        answers[row][*column] = Some(reason(&ended));
        open.push((row + 1..rows.end, columns.to_vec()));
    }

    /// Returns the data files that cfn-guard can read.
    fn readable(&self, count: usize) -> Vec<usize> {
        let read = |columns: &[usize]| {
            let mut line = vec![
                "validate".to_owned(),
                "-r".to_owned(),
                self.folder.join("always.guard").display().to_string(),
            ];
            line.extend(self.data(columns));
            self.run(&line)
                .code
                .is_some_and(|code| ENDS.contains(&code))
        };
        let all: Vec<usize> = (0..count).collect();
        if read(&all) {
            all
        } else {
            all.into_iter().filter(|at| read(&[*at])).collect()
        }
    }

    fn data(&self, columns: &[usize]) -> Vec<String> {
        std::iter::once("-d".to_owned())
            .chain(
                columns
                    .iter()
                    .map(|at| self.data_file(*at).display().to_string()),
            )
            .collect()
    }

    /// Runs `validate` on some files with these options.
    pub fn validate(&self, rows: Range<usize>, columns: &[usize], options: &[&str]) -> Ended {
        self.run(&self.line(rows, columns, options))
    }

    /// Returns the command line, starting with `validate`.
    pub fn line(&self, rows: Range<usize>, columns: &[usize], options: &[&str]) -> Vec<String> {
        let mut line = vec!["validate".to_owned(), "-r".to_owned()];
        line.extend(rows.map(|row| self.rules_file(row).display().to_string()));
        line.extend(self.data(columns));
        line.extend(options.iter().map(|option| (*option).to_owned()));
        line
    }

    pub fn run(&self, line: &[String]) -> Ended {
        let (out, err) = (self.folder.join("out"), self.folder.join("err"));
        let file = |path: &Path| Stdio::from(std::fs::File::create(path).unwrap());
        let mut command = Command::new(&self.program);
        command
            .args(line)
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::null())
            .stdout(file(&out))
            .stderr(file(&err));
        let mut child = command.spawn().unwrap();
        let start = Instant::now();
        let (code, hung) = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break (status.code(), false);
            }
            if start.elapsed() > PATIENCE {
                child.kill().unwrap();
                child.wait().unwrap();
                break (None, true);
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        let read =
            |path: &Path| String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
        Ended {
            code,
            hung,
            out: read(&out),
            err: read(&err),
        }
    }
}

/// Returns why the process ended.
fn reason(ended: &Ended) -> Said {
    match ended.code {
        _ if ended.hung => Said::Hung,
        Some(255) => {
            let from = ended
                .err
                .find("Error occurred ")
                .map_or(0, |at| at + "Error occurred ".len());
            Said::Error(ended.err[from..].trim_end().to_owned())
        }
        _ => {
            let lines: Vec<&str> = ended.err.lines().collect();
            let at = lines
                .iter()
                .position(|line| line.contains("panicked at "))
                .unwrap_or(lines.len());
            let place = lines
                .get(at)
                .and_then(|line| line.split("/cfn-guard-3.").nth(1))
                .unwrap_or("?");
            Said::Panic(format!("{place} {}", lines.get(at + 1).unwrap_or(&"")))
        }
    }
}

/// Returns the reports that were printed completely.
fn reports(out: &str) -> Vec<&str> {
    let mut found =
        serde_json::Deserializer::from_str(out).into_iter::<&serde_json::value::RawValue>();
    let mut reports = Vec::new();
    while let Some(Ok(report)) = found.next() {
        reports.push(report.get());
    }
    reports
}

/// Returns the rules files that cfn-guard reports as not parsed.
fn unparsed(err: &str) -> Vec<usize> {
    let names = err.split("Parsing error handling rule file = r").skip(1);
    names
        .filter_map(|rest| rest.split('.').next()?.parse().ok())
        .collect()
}
