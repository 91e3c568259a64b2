//! Tests of templates in all their deployments.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    reason = "a test that meets the unexpected should stop there"
)]

mod brute_force;
mod made_up;

use brute_force::check;
use proptest::prelude::*;

const FIRST: &str = "
Parameters:
  Env: {Type: String, AllowedValues: [dev, test, prod], Default: dev}
  Name: {Type: String}
  Size: {Type: Number, Default: 5}
  Names: {Type: CommaDelimitedList, Default: ''}
Mappings:
  Sizes:
    eu-west-1: {A: x}
    us-east-1: {A: y}
Conditions:
  IsProd: !Equals [!Ref Env, prod]
  IsBig: !Equals [!Ref Size, 10]
  Both: !And [!Condition IsProd, !Condition IsBig]
  HasNames: !Not [!Equals [!Join ['', !Ref Names], '']]
Resources:
  A:
    Type: AWS::S3::Bucket
    Condition: IsProd
    Properties:
      BucketName: !Sub '${Env}-${AWS::Region}-${Name}'
      Tags:
        - !If [Both, {Key: a, Value: !Ref Env}, !Ref AWS::NoValue]
        - {Key: b, Value: !If [IsBig, !Ref Name, x]}
        - {Key: c, Value: !FindInMap [Sizes, !Ref AWS::Region, A]}
  B:
    Type: AWS::S3::Bucket
    Properties: !If [IsBig, {BucketName: !GetAtt A.Arn}, {BucketName: !Join [':', [arn, !Ref AWS::Partition, !Ref Name, !Ref Env]]}]
  C:
    Type: AWS::S3::Bucket
    Properties: {Count: !Ref Size, Password: '{{resolve:ssm:a}}', Names: !If [HasNames, !Ref Names, !Ref AWS::NoValue]}
";

#[test]
fn a_template_equals_its_deployments() {
    let counts = check(FIRST).unwrap();
    assert_eq!((counts.templates, counts.limited), (1, 0));
    assert!(counts.deployments > 20, "{counts:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, max_shrink_iters: 4000, ..ProptestConfig::default() })]

    #[test]
    fn made_up_templates_equal_their_deployments(text in made_up::template()) {
        let counts = check(&text);
        prop_assert!(counts.is_ok(), "{}\n{text}", counts.unwrap_err());
    }
}

/// The number of made-up templates; more with `DEPLOYMENTS_CASES`.
fn cases() -> u32 {
    std::env::var("DEPLOYMENTS_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(200)
}
