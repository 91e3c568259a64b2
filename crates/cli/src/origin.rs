//! Project, commit and date of a run, for reports.

use std::path::{Path, PathBuf};
use std::time::Duration;

use chrono::{DateTime, Datelike, Timelike};

use super::files;
use super::terraform::disk::{repository, variable};
use cfn_warden_engine::Origin;

/// Environment variables of CI systems with the commit that they build, and with the name of the repository.
const COMMITS: &[&str] = &[
    "GITHUB_SHA",
    "CI_COMMIT_SHA",
    "CODEBUILD_RESOLVED_SOURCE_VERSION",
    "BITBUCKET_COMMIT",
    "BUILD_SOURCEVERSION",
    "CIRCLE_SHA1",
    "GIT_COMMIT",
];
const PROJECTS: &[&str] = &[
    "GITHUB_REPOSITORY",
    "CI_PROJECT_PATH",
    "BITBUCKET_REPO_FULL_NAME",
    "BUILD_REPOSITORY_NAME",
];

/// Returns the origin of a run that took some time. With `SOURCE_DATE_EPOCH`, the same input gives the same report.
pub fn of(duration: Duration) -> Origin {
    let fixed = variable("SOURCE_DATE_EPOCH").and_then(|seconds| seconds.parse().ok());
    let time = fixed.unwrap_or_else(files::now);
    let date = DateTime::from_timestamp(time, 0);
    let here = Path::new(".");
    let folder = repository(here).or_else(|| here.canonicalize().ok());
    let name = || Some(folder.as_ref()?.file_name()?.to_string_lossy().into_owned());
    let first = |names: &[&str]| names.iter().find_map(|name| variable(name));
    Origin {
        project: first(PROJECTS).or_else(name),
        commit: first(COMMITS).or_else(|| commit(&repository(here)?.join(".git"))),
        date: date.map(|date| {
            let (year, month, day) = (date.year(), date.month(), date.day());
            format!(
                "{year:04}-{month:02}-{day:02} {:02}:{:02} UTC",
                date.hour(),
                date.minute()
            )
        }),
        duration: fixed.is_none().then_some(duration),
        time: Some(time),
        ..Origin::default()
    }
}

/// Returns the commit that is checked out, by the files of Git.
fn commit(git: &Path) -> Option<String> {
    let read = |path: &Path| {
        Some(
            String::from_utf8(files::bytes(path).ok()?)
                .ok()?
                .trim()
                .to_owned(),
        )
    };
    let git: PathBuf = match git.is_dir() {
        true => git.to_owned(),
        // In a worktree, `.git` is a file that names the folder.
        false => git.parent()?.join(read(git)?.strip_prefix("gitdir: ")?),
    };
    let head = read(&git.join("HEAD"))?;
    let Some(branch) = head.strip_prefix("ref: ") else {
        return hash(&head);
    };
    let shared = read(&git.join("commondir")).map_or_else(|| git.clone(), |path| git.join(path));
    let packed = || {
        let text = read(&shared.join("packed-refs"))?;
        let of_branch = |line: &str| {
            line.split_once(' ')
                .filter(|(_, name)| *name == branch)
                .map(|(id, _)| id.to_owned())
        };
        text.lines().find_map(of_branch)
    };
    hash(&read(&shared.join(branch)).or_else(packed)?)
}

/// Returns a commit ID if a text is one.
fn hash(text: &str) -> Option<String> {
    let is_hash = text.len() >= 40 && text.chars().all(|c| c.is_ascii_hexdigit());
    is_hash.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::disallowed_methods, reason = "the test writes a repository")]

    use super::commit;

    const ID: &str = "4f0c2d7b9a1e4f0c2d7b9a1e4f0c2d7b9a1e4f0c";
    const OTHER: &str = "0123456789abcdef0123456789abcdef01234567";

    #[test]
    fn the_commit_is_that_of_the_branch_also_in_worktrees() {
        let root = std::env::temp_dir().join(format!("cfn-warden-origin-{}", std::process::id()));
        let write = |path: &str, text: &str| {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        let git = root.join("main/.git");
        write("main/.git/HEAD", "ref: refs/heads/shop\n");
        assert_eq!(commit(&git), None);
        write(
            "main/.git/packed-refs",
            &format!("# pack-refs\n{OTHER} refs/heads/other\n{ID} refs/heads/shop\n"),
        );
        assert_eq!(commit(&git).as_deref(), Some(ID));
        write("main/.git/refs/heads/shop", &format!("{OTHER}\n"));
        assert_eq!(commit(&git).as_deref(), Some(OTHER));
        write("main/.git/worktrees/tree/HEAD", "ref: refs/heads/shop\n");
        write("main/.git/worktrees/tree/commondir", "../..\n");
        write("tree/.git", "gitdir: ../main/.git/worktrees/tree\n");
        assert_eq!(commit(&root.join("tree/.git")).as_deref(), Some(OTHER));
        write("main/.git/HEAD", &format!("{ID}\n"));
        assert_eq!(commit(&git).as_deref(), Some(ID));
        write("main/.git/HEAD", "<script>\n");
        assert_eq!(commit(&git), None);
        std::fs::remove_dir_all(&root).unwrap();
    }
}
