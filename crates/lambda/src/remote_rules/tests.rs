use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;
use cfn_warden_fetch::Listed;

/// A bucket that records requests.
#[derive(Debug, Default)]
struct Bucket {
    objects: Mutex<Vec<(String, Vec<u8>)>>,
    got: Mutex<Vec<String>>,
}

impl Bucket {
    fn put(&self, key: &str, bytes: &[u8]) {
        let mut objects = self.objects.lock().unwrap();
        objects.retain(|(other, _)| other != key);
        objects.push((key.to_owned(), bytes.to_vec()));
        objects.sort();
    }

    /// Returns the objects fetched since the last call.
    fn fetched(&self) -> Vec<String> {
        std::mem::take(&mut self.got.lock().unwrap())
    }
}

fn etag(bytes: &[u8]) -> String {
    format!("{:x}", md5::compute(bytes))
}

impl Fetch for Bucket {
    fn presigned(&self, _url: &str) -> Result<Vec<u8>, FetchError> {
        Err(FetchError::NotAvailable)
    }

    fn objects(&self, wanted: &[ObjectRequest]) -> Vec<Result<Option<Object>, FetchError>> {
        let objects = self.objects.lock().unwrap();
        let get = |one: &ObjectRequest| {
            let Some((_, bytes)) = objects.iter().find(|(key, _)| *key == one.at.key) else {
                return Err(FetchError::Missing("object"));
            };
            if one.known.as_ref() == Some(&etag(bytes)) {
                return Ok(None);
            }
            self.got.lock().unwrap().push(one.at.key.clone());
            Ok(Some(Object {
                bytes: bytes.clone(),
                etag: Some(etag(bytes)),
            }))
        };
        wanted.iter().map(get).collect()
    }

    fn list(&self, prefix: &S3Uri, _most: usize) -> Result<Vec<Listed>, FetchError> {
        let objects = self.objects.lock().unwrap();
        let below = objects
            .iter()
            .filter(|(key, _)| key.starts_with(&prefix.key));
        Ok(below
            .map(|(key, bytes)| Listed {
                key: key.clone(),
                etag: Some(etag(bytes)),
            })
            .collect())
    }
}

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn get(rules: &RemoteRules, bucket: &Bucket, uri: &str) -> Result<Vec<String>, String> {
    let place = SourceLocation {
        field: "rules_uri".to_owned(),
        uri: S3Uri::read(uri).unwrap(),
    };
    let mut incomplete = Vec::new();
    let texts = rules.get(&[place], bucket, &mut incomplete);
    match incomplete.pop() {
        Some(issue) => Err(issue.message.to_string()),
        None => Ok(texts
            .iter()
            .flat_map(|texts| texts.iter())
            .map(|t| format!("{}: {}", t.name, t.content))
            .collect()),
    }
}

#[test]
fn objects_are_fetched_again_only_after_changes() {
    let (rules, bucket) = (RemoteRules::default(), Bucket::default());
    bucket.put("a.guard", b"rule a");
    let first = get(&rules, &bucket, "s3://policies/a.guard");
    assert_eq!(first, Ok(vec!["s3://policies/a.guard: rule a".to_owned()]));
    assert_eq!(get(&rules, &bucket, "s3://policies/a.guard"), first);
    assert_eq!(bucket.fetched(), ["a.guard"]);
    bucket.put("a.guard", b"rule b");
    assert_eq!(
        get(&rules, &bucket, "s3://policies/a.guard"),
        Ok(vec!["s3://policies/a.guard: rule b".to_owned()])
    );
    assert_eq!(bucket.fetched(), ["a.guard"]);
}

#[test]
fn rules_files_below_a_prefix_are_fetched() {
    let (rules, bucket) = (RemoteRules::default(), Bucket::default());
    for key in [
        "team/a.guard",
        "team/b/c.ruleset",
        "team/README.md",
        "other/d.guard",
    ] {
        bucket.put(key, key.as_bytes());
    }
    let all = get(&rules, &bucket, "s3://policies/team/").unwrap();
    assert_eq!(
        all,
        [
            "s3://policies/team/a.guard: team/a.guard",
            "s3://policies/team/b/c.ruleset: team/b/c.ruleset"
        ]
    );
    assert_eq!(bucket.fetched(), ["team/a.guard", "team/b/c.ruleset"]);
    bucket.put("team/b/c.ruleset", b"new");
    bucket.put("team/z.guard", b"z");
    assert_eq!(
        get(&rules, &bucket, "s3://policies/team/").unwrap().len(),
        3
    );
    assert_eq!(bucket.fetched(), ["team/b/c.ruleset", "team/z.guard"]);
}

#[test]
fn rules_files_in_a_zip_file_are_sorted_by_name() {
    let (rules, bucket) = (RemoteRules::default(), Bucket::default());
    let files: [(&str, &[u8]); 4] = [
        ("z.guard", b"z"),
        ("a/b.ruleset", b"b"),
        ("notes.txt", b"n"),
        ("a/", b""),
    ];
    bucket.put("all.zip", &zip(&files));
    let all = get(&rules, &bucket, "s3://policies/all.zip").unwrap();
    assert_eq!(
        all,
        [
            "s3://policies/all.zip/a/b.ruleset: b",
            "s3://policies/all.zip/z.guard: z"
        ]
    );
}

#[test]
fn sources_without_rules_are_errors() {
    let (rules, bucket) = (RemoteRules::default(), Bucket::default());
    bucket.put(
        "bomb.zip",
        &zip(&[("a.guard", &vec![b' '; MOST_BYTES + 1])]),
    );
    bucket.put("broken.zip", b"PK\x03\x04 and no more");
    bucket.put("empty.zip", &zip(&[("notes.txt", b"n")]));
    bucket.put("latin.guard", b"caf\xe9");
    bucket.put("notes/a.txt", b"n");
    for (key, reason) in [
        ("bomb.zip", "larger than the limit of 16777216 bytes"),
        ("broken.zip", "invalid zip file"),
        ("empty.zip", "no rules found"),
        ("latin.guard", "not UTF-8"),
        ("notes/", "no rules found"),
        ("nowhere/", "no rules found"),
        ("missing.guard", "no such object"),
    ] {
        let uri = format!("s3://policies/{key}");
        let error = get(&rules, &bucket, &uri).unwrap_err();
        assert!(
            error.starts_with(&format!("{uri} cannot be fetched: ")) && error.contains(reason),
            "{error}"
        );
    }
}

#[test]
fn the_cache_is_bounded_and_keeps_used_entries() {
    let mut state = CacheState::default();
    let at = |i: u64| S3Uri::read(&format!("s3://policies/{i}")).unwrap();
    let text = || -> Arc<[Text]> {
        Arc::new([Text {
            name: String::new(),
            content: "x".repeat(10),
        }])
    };
    for i in 0..5 {
        state.clock = i;
        state.put(
            at(i),
            "etag".to_owned(),
            (text(), Arc::default()),
            (3, 1000),
        );
    }
    assert_eq!((state.objects.len(), state.bytes), (3, 30));
    assert!(state.objects.contains_key(&at(4)) && !state.objects.contains_key(&at(1)));
    state.put(at(4), "other".to_owned(), (text(), Arc::default()), (3, 25));
    assert_eq!((state.objects.len(), state.bytes), (2, 20));
    let large: Arc<[Text]> = Arc::new([Text {
        name: String::new(),
        content: "x".repeat(30),
    }]);
    state.put(at(9), "large".to_owned(), (large, Arc::default()), (3, 25));
    assert_eq!(
        state.bytes,
        state
            .objects
            .values()
            .map(|entry| entry.bytes)
            .sum::<usize>()
    );
    assert!(state.bytes <= 25);
}
