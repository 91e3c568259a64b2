//! Fetching of the documents and rules that a request refers to. What cannot be fetched becomes an [`Incomplete`]
//! entry with the name of the field, and the rest is still checked.

use std::sync::Arc;

use super::config::Rules;
use super::fetch::fetch_issue;
use super::function::Function;
use super::request::Request;
use super::sizes::TooLarge;
use super::source::{Documents, SourceLocation, Uri};
use super::text::Text;
use cfn_warden_engine::{Incomplete, IncompleteKind};
use cfn_warden_fetch::{Fetch, FetchError, Object, ObjectRequest, Stack};
use cfn_warden_template::Region;

/// The texts of a request.
#[derive(Debug, Default)]
pub struct Gathered {
    /// The documents to check.
    pub documents: Vec<Text>,
    /// The Guard rules, one list per source.
    pub rules: Vec<Arc<[Text]>>,
    /// Documents that are merged into each document for Guard.
    pub input_parameters: Vec<Arc<[Text]>>,
    /// The region of the documents' stack, if known.
    pub region: Option<String>,
    /// What could not be fetched.
    pub incomplete: Vec<Incomplete>,
}

/// Fetches everything that a request refers to.
pub fn gather(request: &mut Request, function: &Function) -> Gathered {
    let mut gathered = Gathered::default();
    match &mut request.documents {
        // Moved rather than copied: documents may take most of the memory.
        Documents::Inline(texts) => gathered.documents = std::mem::take(texts),
        Documents::At(sources) => fetch_documents(sources, function, &mut gathered),
        Documents::Stack(stack) => fetch_stack(stack, function.fetch.as_ref(), &mut gathered),
    }
    let named = request.rules.is_some() || !request.rules_uri.is_empty();
    if let Some(texts) = &request.rules {
        gathered.rules.push(texts.clone());
    }
    let deployed = if named {
        &request.rules_uri
    } else {
        function.config.rules.uris()
    };
    if !named {
        gathered.rules.push(Arc::clone(&function.rules));
    }
    gathered.rules.extend(function.remote_rules.get(
        deployed,
        function.fetch.as_ref(),
        &mut gathered.incomplete,
    ));
    gathered.input_parameters = match std::mem::take(&mut request.input_parameters) {
        none if none.is_empty() => input_parameters(function, &mut gathered.incomplete),
        texts => vec![texts.into()],
    };
    let sizes = function.sizes();
    if let Err(error) = sizes.check_documents(&gathered.documents) {
        gathered.documents.clear();
        gathered
            .incomplete
            .push(too_large(request.documents.field(), &error));
    }
    let texts = gathered
        .rules
        .iter()
        .flat_map(|texts| texts.iter().map(|text| text.content.as_str()));
    if let Err(error) = sizes.check_rules(texts) {
        gathered.rules.clear();
        gathered.incomplete.push(too_large(
            if named { "rules" } else { "WARDEN_RULES" },
            &error,
        ));
    }
    gathered
}

/// Returns the entry for a field whose content exceeds a size limit.
pub fn too_large(field: &str, error: &TooLarge) -> Incomplete {
    Incomplete {
        kind: IncompleteKind::Fetch,
        message: cfn_warden_syntax::Text::known(error.to_string()),
        file: field.to_owned(),
        at: None,
    }
}

/// Returns the input parameters from the function's settings.
pub fn input_parameters(function: &Function, incomplete: &mut Vec<Incomplete>) -> Vec<Arc<[Text]>> {
    texts_of(
        &function.config.input_parameters,
        &function.input_parameters,
        function,
        incomplete,
    )
}

/// Returns the texts that a setting names: `own`, those in the function's own folder, and those in S3.
pub fn texts_of(
    setting: &Rules,
    own: &Arc<[Text]>,
    function: &Function,
    incomplete: &mut Vec<Incomplete>,
) -> Vec<Arc<[Text]>> {
    let mut texts = vec![Arc::clone(own)];
    texts.extend(
        function
            .remote_rules
            .get(setting.uris(), function.fetch.as_ref(), incomplete),
    );
    texts
}

fn fetch_documents(sources: &[SourceLocation<Uri>], function: &Function, gathered: &mut Gathered) {
    // Findings show the texts of documents: the function's own rules and bundles are not for whoever may invoke it.
    let (refused, sources): (Vec<_>, Vec<_>) = sources
        .iter()
        .map(|source| (setting_of(source, function), source))
        .partition(|(setting, _)| setting.is_some());
    for (setting, source) in refused {
        gathered.incomplete.push(Incomplete {
            kind: IncompleteKind::Fetch,
            message: cfn_warden_syntax::text!(
                "{} is an object of {}, not a document",
                cfn_warden_syntax::Known(&source.uri.name()),
                cfn_warden_syntax::Known(setting.unwrap_or_default())
            ),
            file: source.field.clone(),
            at: None,
        });
    }
    let sources: Vec<&SourceLocation<Uri>> =
        sources.into_iter().map(|(_, source)| source).collect();
    let (fetch, most) = (function.fetch.as_ref(), function.sizes().documents());
    let wanted = |source: &&SourceLocation<Uri>| match &source.uri {
        Uri::S3(at) => Some(ObjectRequest {
            at: at.clone(),
            known: None,
        }),
        Uri::Presigned(_) => None,
    };
    let wanted: Vec<ObjectRequest> = sources.iter().filter_map(wanted).collect();
    let mut objects = if wanted.is_empty() {
        Vec::new()
    } else {
        fetch.objects(&wanted)
    }
    .into_iter();
    let mut left = most;
    for source in sources {
        let fetched = match &source.uri {
            Uri::Presigned(url) => fetch.presigned(url),
            Uri::S3(_) => bytes(objects.next()),
        };
        let name = source.uri.name();
        let fits = fetched.and_then(|bytes| match left.checked_sub(bytes.len()) {
            Some(rest) => {
                left = rest;
                Ok(bytes)
            }
            None => Err(FetchError::TooLarge(most)),
        });
        match fits.map(String::from_utf8) {
            Ok(Ok(content)) => gathered.documents.push(Text { name, content }),
            Ok(Err(_)) => gathered.incomplete.push(Incomplete {
                kind: IncompleteKind::Document,
                message: "cannot be read: not UTF-8".into(),
                file: name,
                at: None,
            }),
            Err(error) => gathered
                .incomplete
                .push(fetch_issue(&source.field, &name, &error)),
        }
    }
}

fn setting_of(source: &SourceLocation<Uri>, function: &Function) -> Option<&'static str> {
    match &source.uri {
        Uri::S3(at) => function.config.setting_of_object(at),
        // The caller's own permissions decide.
        Uri::Presigned(_) => None,
    }
}

fn bytes(object: Option<Result<Option<Object>, FetchError>>) -> Result<Vec<u8>, FetchError> {
    object
        .unwrap_or(Err(FetchError::NotAvailable))?
        .map(|object| object.bytes)
        .ok_or(FetchError::Missing("object"))
}

fn fetch_stack(stack: &Stack, fetch: &dyn Fetch, gathered: &mut Gathered) {
    match fetch.template(stack) {
        Ok(template) => {
            gathered.documents.push(Text {
                name: stack.name.clone(),
                content: template.text,
            });
            gathered.region = template
                .region
                .filter(|region| Region::named(region).is_some());
        }
        Err(error) => gathered.incomplete.push(fetch_issue(
            "stack",
            &format!("the template of {}", stack.name),
            &error,
        )),
    }
}
