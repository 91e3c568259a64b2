//! Documents as JSON.

pub use cfn_warden::cli::json::to_json;
