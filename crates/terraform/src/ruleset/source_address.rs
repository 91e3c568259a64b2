//! Source addresses of modules. Reference: <https://developer.hashicorp.com/terraform/language/modules/sources>.

/// The address of a repository.
#[derive(Debug, PartialEq, Eq)]
pub struct Address {
    /// Whether Git reads it; otherwise Mercurial.
    pub is_git: bool,
    /// Whether the URL has a host.
    pub has_host: bool,
    query: Vec<(String, String)>,
}

impl Address {
    /// Returns the first value of a parameter; `None` if it is missing or empty.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let found = self.query.iter().find(|(key, _)| key == name)?;
        Some(found.1.as_str()).filter(|value| !value.is_empty())
    }
}

/// Returns the address of a repository that Git or Mercurial reads; `None` for other sources.
pub fn git(source: &str) -> Option<Address> {
    let (address, query) = source.split_once('?').unwrap_or((source, ""));
    let query = parameters(query);
    let of = |is_git: bool, has_host: bool, query: Vec<(String, String)>| {
        Some(Address {
            is_git,
            has_host,
            query,
        })
    };
    if let Some((forced, rest)) = address.split_once("::") {
        return match forced {
            "git" => of(true, has_host(rest), query),
            "hg" => of(false, has_host(rest), query),
            _ => None,
        };
    }
    if address.starts_with("git@") || is_scp(address) {
        return of(true, true, query);
    }
    match address.split_once("://") {
        Some(("git", _)) => of(true, has_host(address), query),
        Some(("hg", _)) => of(false, has_host(address), query),
        Some(_) => None,
        None if address.starts_with("github.com/") || address.starts_with("bitbucket.org/") => {
            (address.split('/').count() >= 3).then_some(Address {
                is_git: true,
                has_host: true,
                query,
            })
        }
        None => None,
    }
}

/// Returns whether an address has the form `user@host:path`.
fn is_scp(address: &str) -> bool {
    let Some((before, path)) = address.split_once(':') else {
        return false;
    };
    before.contains('@') && !before.contains('/') && !path.starts_with("//")
}

/// Returns whether a URL has a host: `ssh://git@host/path`, or `git@host:path`.
fn has_host(url: &str) -> bool {
    match url.split_once("://") {
        Some((_, rest)) => {
            let authority = rest.split(['/', '#']).next().unwrap_or("");
            let host = authority
                .rsplit_once('@')
                .map_or(authority, |(_, host)| host);
            !host.split(':').next().unwrap_or("").is_empty()
        }
        None => is_scp(url),
    }
}

fn parameters(query: &str) -> Vec<(String, String)> {
    let pair = |pair: &str| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (name.to_owned(), value.to_owned())
    };
    query
        .split('&')
        .filter(|part| !part.is_empty())
        .map(pair)
        .collect()
}

/// Returns whether a source is the address of a module in a registry: `HOST/NAMESPACE/NAME/PROVIDER`, where the host may be
/// missing.
pub fn is_registry(source: &str) -> bool {
    let (address, folder) = source.split_once("//").unwrap_or((source, ""));
    if folder.starts_with('/') || folder.split('/').any(|part| part == "..") {
        return false;
    }
    let parts: Vec<&str> = address.split('/').collect();
    let (host, names) = match parts.as_slice() {
        [host, names @ ..] if names.len() == 3 => (Some(*host), names),
        names if names.len() == 3 => (None, names),
        _ => return false,
    };
    let is_host = |host: &str| {
        host.contains('.') && !matches!(host, "github.com" | "bitbucket.org" | "gitlab.com")
    };
    // Two names after a host, such as github.com/owner/name, are a repository.
    let is_repository = host.is_none() && names.first().is_some_and(|first| first.contains('.'));
    host.is_none_or(is_host)
        && !is_repository
        && is_name(names.first())
        && is_name(names.get(1))
        && is_provider(names.get(2))
}

fn is_name(name: Option<&&str>) -> bool {
    let is_inner = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    name.is_some_and(|name| {
        let ends = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        ends(name.chars().next())
            && ends(name.chars().next_back())
            && name.chars().all(is_inner)
            && name.len() <= 64
    })
}

fn is_provider(name: Option<&&str>) -> bool {
    name.is_some_and(|name| {
        !name.is_empty()
            && name.len() <= 64
            && name
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    })
}
