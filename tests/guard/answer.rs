//! What is recorded of a report: every rule's verdict, and a number over the whole text.

use serde_json::Value;

/// `r0 FAIL, r1 SKIP; 0123456789abcdef` of a report as `validate -o json` prints it, its data file's name left out.
pub fn digest(report: &str) -> String {
    let tree: Value = serde_json::from_str(report).unwrap();
    let mut verdicts = Vec::new();
    for (list, verdict) in [("not_compliant", "FAIL"), ("not_applicable", "SKIP"), ("compliant", "PASS")] {
        for item in tree[list].as_array().unwrap() {
            let name = item.as_str().or_else(|| item["Rule"]["name"].as_str()).unwrap();
            verdicts.push(format!("{name} {verdict}"));
        }
    }
    verdicts.sort();
    let name = format!("\"name\": {}", serde_json::to_string(&tree["name"]).unwrap());
    format!("{}; {:016x}", verdicts.join(", "), number(&report.replacen(&name, "", 1)))
}

/// FNV-1a.
fn number(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
