//! The knowledge base of a checker.

use super::Checker;
use cfn_warden_schema::Knowledge;

impl Checker {
    /// Lints with this knowledge base instead of the bundled one: other schemas, or a few for a test.
    ///
    /// ```
    /// use cfn_warden::{Checker, Document, Knowledge};
    ///
    /// let bundled = Knowledge::bundled();
    /// let topic = r#"{"typeName": "Acme::Chat::Topic", "properties": {"Name": {"type": "string"}}, "additionalProperties": false}"#;
    /// let checker = Checker::new(0).with_knowledge(bundled.with_schema(topic)?);
    /// let template = "Resources: {Topic: {Type: Acme::Chat::Topic, Properties: {Nam: alerts}}}";
    /// let report = checker.check(&[Document::new("a.yaml", template)]);
    /// assert_eq!(report.findings().next().unwrap().rule(), "E3002");
    /// # Ok::<(), cfn_warden::PackError>(())
    /// ```
    #[must_use]
    pub fn with_knowledge(mut self, knowledge: Knowledge) -> Checker {
        self.knowledge = knowledge;
        self
    }
}
