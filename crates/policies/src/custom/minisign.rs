//! Signatures by minisign.

use minisign_verify::{PublicKey, Signature};

/// Verifies that a file was signed. `name` is the file and `signature` the text of `NAME.minisig`.
///
/// # Errors
/// What is wrong with the key or the signature.
pub fn verify(key: &str, name: &str, content: &[u8], signature: &str) -> Result<(), String> {
    let key = public_key(key)?;
    let signature = Signature::decode(signature)
        .map_err(|_| format!("{name}{ENDING}: not a signature of minisign"))?;
    key.verify(content, &signature, false).map_err(|_| {
        format!("{name}{ENDING}: `{name}` was not signed with the secret key of this public key")
    })
}

/// Returns a public key from its text.
///
/// # Errors
/// The text is not a public key.
pub fn public_key(text: &str) -> Result<PublicKey, String> {
    let wrong = |_| {
        "the key is not a public key of minisign; expected the line that starts with `RW`"
            .to_owned()
    };
    PublicKey::from_base64(text.trim()).map_err(wrong)
}

/// The ending of the name of a signature.
pub const ENDING: &str = ".minisig";
