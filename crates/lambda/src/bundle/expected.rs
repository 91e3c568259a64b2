//! Which bundles the settings accept: a signature alone does not say that a bundle is the one to use, nor that it is not an old one.

use std::cmp::Ordering;

/// The expected name and the least version of a bundle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Expected<'s> {
    /// `WARDEN_BUNDLE_NAME`: the name in the manifest; any without it.
    pub name: Option<&'s str>,
    /// `WARDEN_BUNDLE_MIN_VERSION`: the least version; any without it.
    pub min_version: Option<&'s str>,
}

impl Expected<'_> {
    /// Checks the name and the version of a bundle.
    ///
    /// # Errors
    /// What is expected instead.
    pub fn check(&self, name: &str, version: &str) -> Result<(), String> {
        if let Some(expected) = self.name
            && name != expected
        {
            return Err(format!(
                "the bundle is `{name}`; WARDEN_BUNDLE_NAME expects `{expected}`"
            ));
        }
        let Some(least) = self.min_version else {
            return Ok(());
        };
        match compare_versions(version, least) {
            Some(Ordering::Less) => Err(format!(
                "{name} {version} is older than {least}, the least version of WARDEN_BUNDLE_MIN_VERSION. To return to an old policy, build it with a new version, and sign it"
            )),
            Some(_) => Ok(()),
            None => Err(format!(
                "the version `{version}` of {name} cannot be compared with WARDEN_BUNDLE_MIN_VERSION, {least}; expected numbers separated by dots, such as 1.2.0"
            )),
        }
    }
}

/// Returns whether a text is a version that can be compared.
pub fn is_version(text: &str) -> bool {
    compare_versions(text, text).is_some()
}

/// Compares versions as Semantic Versioning does. Missing numbers are 0; `None` unless both have numbers.
fn compare_versions(version: &str, other: &str) -> Option<Ordering> {
    let (numbers, before) = split_version(version)?;
    let (other_numbers, other_before) = split_version(other)?;
    let length = numbers.len().max(other_numbers.len());
    let padded = |numbers: Vec<u64>| {
        let mut numbers = numbers;
        numbers.resize(length, 0);
        numbers
    };
    let order = padded(numbers).cmp(&padded(other_numbers));
    Some(order.then_with(|| compare_prereleases(before, other_before)))
}

/// Returns the numbers of a version and its prerelease; what follows `+` does not count.
fn split_version(version: &str) -> Option<(Vec<u64>, Option<&str>)> {
    let version = version.split('+').next()?;
    let (numbers, before) = match version.split_once('-') {
        Some((numbers, before)) => (numbers, Some(before)),
        None => (version, None),
    };
    let numbers = numbers.split('.').map(to_number).collect::<Option<_>>()?;
    Some((numbers, before))
}

fn to_number(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

fn compare_prereleases(before: Option<&str>, other: Option<&str>) -> Ordering {
    let (Some(before), Some(other)) = (before, other) else {
        // A release comes after its prereleases.
        return before.is_none().cmp(&other.is_none());
    };
    let (mut parts, mut others) = (before.split('.'), other.split('.'));
    loop {
        let order = match (parts.next(), others.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(part), Some(other)) => match (to_number(part), to_number(other)) {
                (Some(number), Some(other)) => number.cmp(&other),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => part.cmp(other),
            },
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered_as_semantic_versioning_says() {
        // https://semver.org/#spec-item-11
        let ordered = [
            "0.9.10",
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-alpha.beta",
            "1.0.0-beta",
            "1.0.0-beta.2",
            "1.0.0-beta.11",
            "1.0.0-rc.1",
            "1.0.0",
            "1.2",
            "1.10.0",
            "2",
            "2.0.1",
            "10.0.0",
        ];
        for (index, version) in ordered.iter().enumerate() {
            for (other_index, other) in ordered.iter().enumerate() {
                assert_eq!(
                    compare_versions(version, other),
                    Some(index.cmp(&other_index)),
                    "{version} {other}"
                );
            }
        }
        assert_eq!(compare_versions("1.2", "1.2.0+7"), Some(Ordering::Equal));
        for other in ["", "v1", "1.x", "1..2", "-1", "18446744073709551616"] {
            assert!(!is_version(other), "{other}");
        }
    }

    #[test]
    fn another_name_and_an_older_version_are_refused() {
        let expected = Expected {
            name: Some("acme"),
            min_version: Some("2.0.0"),
        };
        assert_eq!(expected.check("acme", "2.0.0"), Ok(()));
        assert_eq!(expected.check("acme", "2.1"), Ok(()));
        for (name, version, words) in [
            (
                "sandbox",
                "9.0.0",
                "the bundle is `sandbox`; WARDEN_BUNDLE_NAME expects `acme`",
            ),
            ("acme", "1.99.0", "acme 1.99.0 is older than 2.0.0"),
            ("acme", "2.0.0-rc.1", "acme 2.0.0-rc.1 is older than 2.0.0"),
            (
                "acme",
                "new",
                "the version `new` of acme cannot be compared",
            ),
        ] {
            let error = expected.check(name, version).unwrap_err();
            assert!(error.starts_with(words), "{error}");
        }
        assert_eq!(Expected::default().check("any", "new"), Ok(()));
    }
}
