//! The functions of Terraform's language, one file each. Reference:
//! <https://developer.hashicorp.com/terraform/language/functions>.

pub use super::function::{
    Call, CallError, Function, Implementation, ParamType, Parameter, Returns, known_items,
};

/// Returns the function with a name. The prefix `core::` is optional.
pub fn find(name: &str) -> Option<&'static Function> {
    let name = name.strip_prefix("core::").unwrap_or(name);
    ALL.iter().copied().find(|function| function.name == name)
}

// index: FUNCTION Function
// begin index
mod abs;
mod abspath;
mod alltrue;
mod anytrue;
mod base64decode;
mod base64encode;
mod base64gzip;
mod base64sha256;
mod base64sha512;
mod basename;
mod bcrypt;
mod can;
mod ceil;
mod chomp;
mod chunklist;
mod cidrhost;
mod cidrnetmask;
mod cidrsubnet;
mod cidrsubnets;
mod coalesce;
mod coalescelist;
mod compact;
mod concat;
mod contains;
mod convert;
mod csvdecode;
mod decode_tfvars;
mod dirname;
mod distinct;
mod element;
mod encode_expr;
mod encode_tfvars;
mod endswith;
mod ephemeralasnull;
mod file;
mod filebase64;
mod filebase64sha256;
mod filebase64sha512;
mod fileexists;
mod filemd5;
mod fileset;
mod filesha1;
mod filesha256;
mod filesha512;
mod flatten;
mod floor;
mod format;
mod formatdate;
mod formatlist;
mod indent;
mod index;
mod issensitive;
mod join;
mod jsondecode;
mod jsonencode;
mod keys;
mod length;
mod list;
mod log;
mod lookup;
mod lower;
mod map;
mod matchkeys;
mod max;
mod md5;
mod merge;
mod min;
mod nonsensitive;
mod one;
mod parseint;
mod pathexpand;
mod plantimestamp;
mod pow;
mod range;
mod regex;
mod regexall;
mod replace;
mod reverse;
mod rsadecrypt;
mod sensitive;
mod setintersection;
mod setproduct;
mod setsubtract;
mod setunion;
mod sha1;
mod sha256;
mod sha512;
mod signum;
mod slice;
mod sort;
mod split;
mod startswith;
mod strcontains;
mod strrev;
mod substr;
mod sum;
mod templatefile;
mod templatestring;
mod textdecodebase64;
mod textencodebase64;
mod timeadd;
mod timecmp;
mod timestamp;
mod title;
mod tobool;
mod tolist;
mod tomap;
mod tonumber;
mod toset;
mod tostring;
mod transpose;
mod trim;
mod trimprefix;
mod trimspace;
mod trimsuffix;
mod try_;
mod upper;
mod urlencode;
mod uuid;
mod uuidv5;
mod values;
mod yamldecode;
mod yamlencode;
mod zipmap;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Function] = &[
    &abs::FUNCTION,
    &abspath::FUNCTION,
    &alltrue::FUNCTION,
    &anytrue::FUNCTION,
    &base64decode::FUNCTION,
    &base64encode::FUNCTION,
    &base64gzip::FUNCTION,
    &base64sha256::FUNCTION,
    &base64sha512::FUNCTION,
    &basename::FUNCTION,
    &bcrypt::FUNCTION,
    &can::FUNCTION,
    &ceil::FUNCTION,
    &chomp::FUNCTION,
    &chunklist::FUNCTION,
    &cidrhost::FUNCTION,
    &cidrnetmask::FUNCTION,
    &cidrsubnet::FUNCTION,
    &cidrsubnets::FUNCTION,
    &coalesce::FUNCTION,
    &coalescelist::FUNCTION,
    &compact::FUNCTION,
    &concat::FUNCTION,
    &contains::FUNCTION,
    &convert::FUNCTION,
    &csvdecode::FUNCTION,
    &decode_tfvars::FUNCTION,
    &dirname::FUNCTION,
    &distinct::FUNCTION,
    &element::FUNCTION,
    &encode_expr::FUNCTION,
    &encode_tfvars::FUNCTION,
    &endswith::FUNCTION,
    &ephemeralasnull::FUNCTION,
    &file::FUNCTION,
    &filebase64::FUNCTION,
    &filebase64sha256::FUNCTION,
    &filebase64sha512::FUNCTION,
    &fileexists::FUNCTION,
    &filemd5::FUNCTION,
    &fileset::FUNCTION,
    &filesha1::FUNCTION,
    &filesha256::FUNCTION,
    &filesha512::FUNCTION,
    &flatten::FUNCTION,
    &floor::FUNCTION,
    &format::FUNCTION,
    &formatdate::FUNCTION,
    &formatlist::FUNCTION,
    &indent::FUNCTION,
    &index::FUNCTION,
    &issensitive::FUNCTION,
    &join::FUNCTION,
    &jsondecode::FUNCTION,
    &jsonencode::FUNCTION,
    &keys::FUNCTION,
    &length::FUNCTION,
    &list::FUNCTION,
    &log::FUNCTION,
    &lookup::FUNCTION,
    &lower::FUNCTION,
    &map::FUNCTION,
    &matchkeys::FUNCTION,
    &max::FUNCTION,
    &md5::FUNCTION,
    &merge::FUNCTION,
    &min::FUNCTION,
    &nonsensitive::FUNCTION,
    &one::FUNCTION,
    &parseint::FUNCTION,
    &pathexpand::FUNCTION,
    &plantimestamp::FUNCTION,
    &pow::FUNCTION,
    &range::FUNCTION,
    &regex::FUNCTION,
    &regexall::FUNCTION,
    &replace::FUNCTION,
    &reverse::FUNCTION,
    &rsadecrypt::FUNCTION,
    &sensitive::FUNCTION,
    &setintersection::FUNCTION,
    &setproduct::FUNCTION,
    &setsubtract::FUNCTION,
    &setunion::FUNCTION,
    &sha1::FUNCTION,
    &sha256::FUNCTION,
    &sha512::FUNCTION,
    &signum::FUNCTION,
    &slice::FUNCTION,
    &sort::FUNCTION,
    &split::FUNCTION,
    &startswith::FUNCTION,
    &strcontains::FUNCTION,
    &strrev::FUNCTION,
    &substr::FUNCTION,
    &sum::FUNCTION,
    &templatefile::FUNCTION,
    &templatestring::FUNCTION,
    &textdecodebase64::FUNCTION,
    &textencodebase64::FUNCTION,
    &timeadd::FUNCTION,
    &timecmp::FUNCTION,
    &timestamp::FUNCTION,
    &title::FUNCTION,
    &tobool::FUNCTION,
    &tolist::FUNCTION,
    &tomap::FUNCTION,
    &tonumber::FUNCTION,
    &toset::FUNCTION,
    &tostring::FUNCTION,
    &transpose::FUNCTION,
    &trim::FUNCTION,
    &trimprefix::FUNCTION,
    &trimspace::FUNCTION,
    &trimsuffix::FUNCTION,
    &try_::FUNCTION,
    &upper::FUNCTION,
    &urlencode::FUNCTION,
    &uuid::FUNCTION,
    &uuidv5::FUNCTION,
    &values::FUNCTION,
    &yamldecode::FUNCTION,
    &yamlencode::FUNCTION,
    &zipmap::FUNCTION,
];
// end index
