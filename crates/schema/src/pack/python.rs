//! Python's view of the values of a pack.

use super::{Json, JsonKind};
use cfn_warden_syntax::python::{Kind, PyValue};

impl<'a> PyValue<'a> for Json<'a> {
    fn kind(self) -> Kind<'a, Json<'a>> {
        match Json::kind(self) {
            JsonKind::Null => Kind::Null,
            JsonKind::Bool(is) => Kind::Bool(is),
            JsonKind::Int(number) => Kind::Int(number),
            JsonKind::BigInt(digits) => Kind::BigInt(digits),
            JsonKind::Float(number) => Kind::Float(number),
            JsonKind::Str(text) => Kind::Str(text),
            JsonKind::List(_) => Kind::List(self),
            JsonKind::Object(_) => Kind::Map(self),
        }
    }

    fn count(self) -> usize {
        match Json::kind(self) {
            JsonKind::List(items) => items.len(),
            JsonKind::Object(object) => object.len(),
            _ => 0,
        }
    }

    fn items(self) -> impl Iterator<Item = Json<'a>> {
        Json::items(self)
    }

    fn entries(self) -> impl Iterator<Item = (Kind<'a, Json<'a>>, Json<'a>)> {
        Json::entries(self).map(|(key, value)| (Kind::Str(key.text), value))
    }

    fn get(self, key: &str) -> Option<Json<'a>> {
        Json::get(self, key)
    }
}
