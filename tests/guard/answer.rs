//! The recorded form of a report: the verdict of every rule, and a hash of the whole text.

use serde_json::Value;

/// Returns `r0 FAIL, r1 SKIP; 0123456789abcdef` for a report in the format of `validate -o json`. The name of the data
/// file is not part of the hash.
pub fn digest(report: &str) -> String {
    let tree: Value = serde_json::from_str(report).unwrap();
    let mut verdicts = Vec::new();
    for (list, verdict) in [
        ("not_compliant", "FAIL"),
        ("not_applicable", "SKIP"),
        ("compliant", "PASS"),
    ] {
        for item in tree[list].as_array().unwrap() {
            let name = item
                .as_str()
                .or_else(|| item["Rule"]["name"].as_str())
                .unwrap();
            verdicts.push(format!("{name} {verdict}"));
        }
    }
    verdicts.sort();
    let name = format!(
        "\"name\": {}",
        serde_json::to_string(&tree["name"]).unwrap()
    );
    format!(
        "{}; {:016x}",
        verdicts.join(", "),
        number(&report.replacen(&name, "", 1))
    )
}

/// FNV-1a hash.
fn number(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}
