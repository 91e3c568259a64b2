//! Rules for the `format` keyword, one per format.

// index: RULE Rule
use cfn_warden_lint::Rule;

// begin index
mod e1103_format;
mod e1150_security_group_id;
mod e1151_vpc_id;
mod e1152_image_id;
mod e1153_security_group_name;
mod e1154_subnet_id;
mod e1155_log_group_name;
mod e1156_iam_role_arn;
mod e1157_kms_key_arn;
mod e1158_sns_topic_arn;
mod e1159_acm_certificate_arn;
mod e1160_lambda_function_arn;
mod e1161_s3_bucket_name;
mod e1162_kms_key_id;
mod e1164_kms_alias_name;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Rule] = &[
    &e1103_format::RULE,
    &e1150_security_group_id::RULE,
    &e1151_vpc_id::RULE,
    &e1152_image_id::RULE,
    &e1153_security_group_name::RULE,
    &e1154_subnet_id::RULE,
    &e1155_log_group_name::RULE,
    &e1156_iam_role_arn::RULE,
    &e1157_kms_key_arn::RULE,
    &e1158_sns_topic_arn::RULE,
    &e1159_acm_certificate_arn::RULE,
    &e1160_lambda_function_arn::RULE,
    &e1161_s3_bucket_name::RULE,
    &e1162_kms_key_id::RULE,
    &e1164_kms_alias_name::RULE,
];
// end index
