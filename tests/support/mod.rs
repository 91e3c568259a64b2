//! What tests share.

pub mod annotation;
pub mod damage;
mod files;
pub mod json;
mod settings;

use cfn_warden::engine::Request;

pub use files::files_below;
pub use settings::settings;

/// A default request with the bundled schemas.
pub fn request<'r>() -> Request<'r> {
    Request {
        lint_settings: settings(),
        ..Request::default()
    }
}
