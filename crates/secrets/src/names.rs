//! Names that indicate a secret: passwords, tokens and key material.

/// Words that indicate a secret at the end of a name.
const SECRETS: &[&str] = &[
    "credential",
    "credentials",
    "dsn",
    "keytab",
    "pass",
    "passcode",
    "passphrase",
    "passphrases",
    "passwd",
    "password",
    "passwords",
    "psk",
    "pwd",
    "secret",
];

/// Suffixes of names written without word boundaries: `dbpassword`, `apikey`.
const ENDS: &[&str] = &[
    "accesskey",
    "accesstoken",
    "apikey",
    "authkey",
    "authtoken",
    "bearertoken",
    "clientsecret",
    "connectionstring",
    "credentials",
    "encryptionkey",
    "licensekey",
    "passphrase",
    "passwd",
    "password",
    "presharedkey",
    "privatekey",
    "refreshtoken",
    "secretkey",
    "securitytoken",
    "sessiontoken",
    "sharedkey",
    "signingkey",
];

/// Words before `Key` that make it key material.
const KEYS: &[&str] = &[
    "access",
    "account",
    "admin",
    "aes",
    "api",
    "app",
    "application",
    "auth",
    "authentication",
    "cipher",
    "consumer",
    "crypto",
    "decryption",
    "deploy",
    "encryption",
    "hmac",
    "integration",
    "license",
    "master",
    "private",
    "rsa",
    "secret",
    "session",
    "shared",
    "signing",
    "ssl",
    "storage",
    "subscription",
    "tls",
    "webhook",
];

/// Words before `Token` that make it a pagination or request token.
const POSITIONS: &[&str] = &[
    "client",
    "continuation",
    "idempotency",
    "next",
    "page",
    "pagination",
    "request",
    "resume",
    "starting",
];

/// Words after the deciding word that describe the form of the value.
const FORMS: &[&str] = &[
    "b",
    "base",
    "binary",
    "body",
    "content",
    "contents",
    "current",
    "data",
    "default",
    "encoded",
    "hash",
    "input",
    "material",
    "new",
    "old",
    "param",
    "parameter",
    "pem",
    "plain",
    "plaintext",
    "previous",
    "raw",
    "string",
    "text",
    "value",
    "values",
    "wo",
];

/// Words at the end of names whose values are identifiers, not secrets.
const IDENTIFIERS: &[&str] = &[
    "arn",
    "arns",
    "bucket",
    "id",
    "identifier",
    "identifiers",
    "ids",
    "length",
    "name",
    "names",
    "namespace",
    "region",
    "regions",
    "tags",
    "type",
    "version",
];

/// Returns whether the value of this name is a secret.
pub fn is_secret(name: &str) -> bool {
    // Longer names are texts used as keys.
    if name.len() > 128 || !has_stem(name.as_bytes()) {
        return false;
    }
    let words = words(name);
    // `GenerateSecretString` describes a secret that does not exist yet.
    if words.first().is_some_and(|word| word == "generate") {
        return false;
    }
    let mut words: &[String] = &words;
    let mut form: Option<&str> = None;
    if let [.., access, key, id] = words
        && (access == "access" && key == "key" && id == "id")
    {
        return true;
    }
    loop {
        let Some((last, before)) = words.split_last() else {
            return false;
        };
        let previous = before.last().map(String::as_str);
        // A map of keys by environment has the plural for its name.
        let singular = match last.as_str() {
            "keys" => "key",
            last => last,
        };
        let found = match singular {
            // Alone, it is the working directory of a shell.
            "pwd" => previous.is_some(),
            "token" => !previous.is_some_and(|word| POSITIONS.contains(&word)),
            "key" => match previous {
                Some(word) => KEYS.contains(&word) || form == Some("material") && word != "public",
                None => form == Some("material"),
            },
            "connection" => form == Some("string"),
            last => {
                SECRETS.binary_search(&last).is_ok() || ENDS.iter().any(|end| last.ends_with(end))
            }
        };
        if found {
            return true;
        }
        if !FORMS.contains(&last.as_str()) {
            return false;
        }
        (words, form) = (before, Some(last.as_str()));
    }
}

/// What the name of a secret says about its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SecretName {
    /// A password: no other text is expected.
    Password,
    /// Key material: it may also be the alias of a key.
    Key,
    /// A token or anything else: it may also be an ARN.
    Other,
}

impl SecretName {
    /// Returns what the name of a secret says.
    pub fn of(name: &str) -> SecretName {
        let words = words(name);
        let has = |is: fn(&str) -> bool| words.iter().any(|word| is(word));
        if has(|word| word.contains("pass") || word == "pwd") {
            SecretName::Password
        } else if has(|word| word.ends_with("key")) {
            SecretName::Key
        } else {
            SecretName::Other
        }
    }
}

/// Words at the end of names in objects with secrets whose values describe the secrets.
const DESCRIPTIONS: &[&str] = &[
    "algorithm",
    "audience",
    "characters",
    "database",
    "dbname",
    "description",
    "domain",
    "email",
    "endpoint",
    "engine",
    "format",
    "host",
    "hostname",
    "issuer",
    "key",
    "label",
    "method",
    "mode",
    "path",
    "policy",
    "port",
    "prefix",
    "protocol",
    "provider",
    "schema",
    "scope",
    "scopes",
    "source",
    "stage",
    "state",
    "status",
    "template",
    "title",
    "unit",
    "uri",
    "url",
    "user",
    "username",
];

/// Returns whether the values of this name, in an object that has the name of a secret, are not secret.
pub(super) fn is_description(name: &str) -> bool {
    let words = words(name);
    let last = words.last().map(String::as_str).unwrap_or_default();
    is_identifier(name) || DESCRIPTIONS.binary_search(&last).is_ok() && !is_secret(name)
}

/// Returns whether an object with this key declares or describes something instead of having secrets by any name: parameters,
/// outputs, resources, schemas, expressions of Terraform.
pub(super) fn is_of_declaration(key: &str) -> bool {
    const KEYS: &[&str] = &[
        "$ref",
        "allowedvalues",
        "constant_value",
        "default",
        "description",
        "noecho",
        "properties",
        "references",
        "sensitive",
        "type",
        "value",
        "valuefrom",
    ];
    let key = key.to_ascii_lowercase();
    KEYS.binary_search(&key.as_str()).is_ok()
}

/// Returns whether a name is that of the header with credentials.
pub(super) fn is_authorization(name: &str) -> bool {
    ["Authorization", "Proxy-Authorization"]
        .iter()
        .any(|header| header.eq_ignore_ascii_case(name))
}

/// Returns whether values of this name are identifiers.
pub(super) fn is_identifier(name: &str) -> bool {
    let words = words(name);
    let last = words.last().map(String::as_str).unwrap_or_default();
    IDENTIFIERS.contains(&last)
        || matches!(words.as_slice(), [.., client, token] if client == "client" && token == "token")
        || matches!(words.as_slice(), [.., s3, key] if s3 == "s3" && key == "key")
        || matches!(words.as_slice(), [.., template, url] if template == "template" && url == "url")
}

/// Returns whether a key holds the name of the adjacent value: `Name` and `Value`, `ParameterKey` and
/// `ParameterValue`.
pub(super) fn is_name(key: &str) -> bool {
    matches!(key.len(), 3..=15)
        && [
            "name",
            "key",
            "parameterkey",
            "parametername",
            "variable",
            "variablename",
            "optionname",
            "headername",
            "field",
        ]
        .iter()
        .any(|name| name.eq_ignore_ascii_case(key))
}

/// Returns whether a key holds the value for an adjacent or enclosing name.
pub(super) fn is_value(key: &str) -> bool {
    matches!(key.len(), 4..=15)
        && [
            "value",
            "values",
            "parametervalue",
            "stringvalue",
            "defaultvalue",
            "default",
            "plaintext",
            "text",
            "string",
            "plain",
            "content",
            "constant_value",
        ]
        .iter()
        .any(|name| name.eq_ignore_ascii_case(key))
        || key == "AllowedValues"
}

/// What all names of secrets contain one of, in lower case.
const STEMS: [&[u8]; 9] = [
    b"connection",
    b"cred",
    b"dsn",
    b"key",
    b"pass",
    b"psk",
    b"pwd",
    b"secret",
    b"token",
];

/// For each letter that a stem begins with, by its lowest five bits: the letters that follow it in stems, as bits.
#[expect(clippy::indexing_slicing, reason = "evaluated when it is compiled")]
static PAIRS: [u32; 32] = {
    let (mut pairs, mut stem) = ([0; 32], 0);
    while stem < STEMS.len() {
        pairs[(STEMS[stem][0] & 31) as usize] |= 1 << (STEMS[stem][1] & 31);
        stem += 1;
    }
    pairs
};

/// Returns whether a name contains a stem: a fast rejection of most names.
fn has_stem(name: &[u8]) -> bool {
    let mut followers = 0;
    (0_usize..).zip(name).any(|(place, byte)| {
        let letter = byte & 31;
        let can_be = followers >> letter & 1 == 1;
        followers = PAIRS.get(usize::from(letter)).copied().unwrap_or_default();
        can_be && {
            let rest = place
                .checked_sub(1)
                .and_then(|first| name.get(first..))
                .unwrap_or_default();
            let begins = |stem: &&[u8]| {
                rest.get(..stem.len())
                    .is_some_and(|part| part.eq_ignore_ascii_case(stem))
            };
            STEMS.iter().any(begins)
        }
    })
}

/// Splits a name into words in lower case, without digits: `DBPassword2` becomes `db`, `password`.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut before = ' ';
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        let begins = c.is_uppercase()
            && (before.is_lowercase()
                || before.is_uppercase() && chars.peek().is_some_and(|next| next.is_lowercase()));
        if begins || !c.is_alphabetic() {
            words.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
        }
        if c.is_alphabetic() {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_passwords_tokens_and_keys_mean_secrets() {
        for name in [
            "Password",
            "MasterUserPassword",
            "DB_PASSWORD",
            "db-password",
            "dbpassword",
            "DBPassword2",
            "PasswordParam",
            "/prod/db/password",
            "Passphrase",
            "DB_PASS",
            "DB_PWD",
            "SecretString",
            "ClientSecret",
            "client_secret_value",
            "AuthToken",
            "token",
            "GITHUB_TOKEN",
            "OAuth2Token",
            "ApiKey",
            "apikey",
            "X-Api-Key",
            "APIKey",
            "AccessKey",
            "SecretAccessKey",
            "AWS_ACCESS_KEY_ID",
            "PrivateKey",
            "PreSharedKey",
            "PrivateKeyMaterial",
            "KeyMaterial",
            "ConnectionString",
            "Credential",
            "credentials",
            "password_wo",
            "SENTRY_DSN",
            "AuthorizationApiKeyValue",
            "Passwords",
            "AdminPasswordHash",
            "SecretBinary",
        ] {
            assert!(is_secret(name), "{name}");
        }
    }

    #[test]
    fn names_about_secrets_and_names_of_other_keys_do_not() {
        for name in [
            "KmsKeyId",
            "KMSMasterKeyID",
            "KeyName",
            "KeyType",
            "Key",
            "SecretArn",
            "SecretId",
            "SecretName",
            "TokenType",
            "PasswordLength",
            "PasswordPolicy",
            "NextToken",
            "ClientToken",
            "PageToken",
            "MaxTokens",
            "S3Key",
            "ObjectKey",
            "PartitionKey",
            "PublicKey",
            "PublicKeyMaterial",
            "PWD",
            "Secrets",
            "NoPasswordRequired",
            "TokenExpiry",
            "GenerateStringKey",
            "GenerateSecretString",
            "SecretStringTemplate",
            "Connection",
            "ConnectionArn",
            "Type",
            "Properties",
            "",
        ] {
            assert!(!is_secret(name), "{name}");
        }
    }

    #[test]
    fn tables_are_sorted() {
        assert!(SECRETS.is_sorted());
        assert!(DESCRIPTIONS.is_sorted());
    }
}
