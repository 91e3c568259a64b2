//! The sentences of rules, as templates ([`super::filling`]).

/// Rule (or none, for all rules), beginning of cfn-lint's sentence, and the plain sentence. The first that fits is used.
pub const WORDS: &[(&str, &str, &str)] = &[
    (
        "",
        "{} is not supported without 'AWS::LanguageExtensions'",
        "`{0}` needs the transform `AWS::LanguageExtensions`, which the template does not declare",
    ),
    (
        "",
        "expected maximum length: {}, found: {}",
        "{s} has {1} characters; at most {0} are allowed",
    ),
    (
        "",
        "{} has more than {} properties",
        "{0} has more than {1} entries",
    ),
    (
        "",
        "{} is approaching the limit of {} properties",
        "{0} is close to the limit of {1} entries",
    ),
    (
        "",
        "{} is approaching the max length of {}",
        "{0} is close to the limit of {1} characters",
    ),
    (
        "",
        "{} is longer than {}",
        "{s} has more than {1} characters: {0}",
    ),
    (
        "E1010",
        "{} is not a valid",
        "{0} is not a resource and one of its attributes, such as `Queue.Arn`",
    ),
    (
        "",
        "{} is not one of {} in {}",
        "{0} is not an attribute of the resource; {n1}",
    ),
    (
        "ED1009",
        "CloudFormation does not have the function {}, which Rain",
        "CloudFormation does not have the function {0}: the tool Rain replaces it",
    ),
    (
        "",
        "Runtime {} was deprecated on {}. Creation was disabled on {} and update on {}. Please consider updating to {}",
        "the runtime {0} is deprecated since {1}; functions with it cannot be created from {2} on, or updated from {3} on; its successor is {4}",
    ),
    (
        "",
        "Runtime {} was deprecated on {}. Creation was disabled on {} and update on {}. Please consider updating to None",
        "the runtime {0} is deprecated since {1}; functions with it cannot be created from {2} on, or updated from {3} on",
    ),
    (
        "E1018",
        "",
        "`Fn::Split` cannot split a dynamic reference: it is resolved after the split",
    ),
    (
        "E1027",
        "",
        "the dynamic reference {0} is a secure string, which only certain resource properties can use",
    ),
    (
        "E1029",
        "",
        "`{0}` is not replaced here: it is outside of `Fn::Sub`",
    ),
    (
        "E1032",
        "",
        "`Fn::ForEach` needs the transform `AWS::LanguageExtensions`, which the template does not declare",
    ),
    (
        "E1040",
        "{'Fn::GetAtt': {}} does",
        "`Fn::GetAtt` of {0} does not return {f1}, which {s} takes",
    ),
    (
        "E1040",
        "",
        "`Fn::GetAtt` of {0} returns {f1}, but {s} takes {f2}",
    ),
    (
        "E1041",
        "{'Ref': {}} does",
        "`Ref` to {0} does not return {f1}, which {s} takes",
    ),
    ("E1041", "", "`Ref` to {0} returns {f1}, but {s} takes {f2}"),
    (
        "E1051",
        "",
        "the dynamic reference {0} is a secret, which only resource properties can use",
    ),
    ("E2002", "", "{0} is not a parameter type"),
    (
        "E2015",
        "Default should be a value within AllowedValues",
        "the default of the parameter {r} is not one of its `AllowedValues`",
    ),
    (
        "E2529",
        "",
        "the log group has more than the 5 subscription filters that CloudWatch allows",
    ),
    (
        "E2530",
        "{} is not",
        "the runtime {0} does not support `SnapStart`",
    ),
    (
        "E2530",
        "'SnapStart'",
        "`SnapStart` is not available in {0}",
    ),
    (
        "E3004",
        "",
        "the resource `{0}` depends on itself through `{1}`",
    ),
    (
        "E3005",
        "",
        "the resource {0} does not exist {1}, but this one depends on it",
    ),
    ("E3006", "", "the resource type {0} does not exist in {1}"),
    (
        "E3007",
        "",
        "`{0}` is the name of both a resource and a parameter",
    ),
    (
        "E3019",
        "",
        "the resources {1} have the same identifier: {0}",
    ),
    (
        "E3022",
        "",
        "the subnet of `{0}` is also the subnet of `{1}`; a subnet has one route table",
    ),
    (
        "E3026",
        "\"NumCacheClusters\"",
        "`NumCacheClusters` must be greater than 1, because the parameter group is for cluster mode",
    ),
    (
        "E3026",
        "",
        "`AutomaticFailoverEnabled` is {.AutomaticFailoverEnabled}, but the parameter group {.CacheParameterGroupName} is for cluster mode, which needs `true`",
    ),
    (
        "E3026",
        "",
        "a cluster needs `AutomaticFailoverEnabled: true`, or no such property",
    ),
    (
        "E3027",
        "{} has to be either",
        "the schedule {0} is neither `cron(...)` nor `rate(...)`",
    ),
    (
        "E3027",
        "{} has to be of format",
        "the rate {0} is not a number and a unit, such as `rate(5 minutes)`",
    ),
    (
        "E3027",
        "{} is not of length",
        "the expression {0} does not have the six fields minutes, hours, day of month, month, day of week, year",
    ),
    (
        "E3027",
        "{} specifies both",
        "the expression {0} sets both day of month and day of week; one of them must be `?`",
    ),
    ("E3029", "", "`TTL` cannot be set for an alias record"),
    ("E3037", "", "{s} has {d}"),
    ("E3037", "", "{s} has the same item twice"),
    (
        "E3038",
        "",
        "the type {0} needs the transform {1}, which the template does not declare",
    ),
    (
        "E3040",
        "",
        "{0} is read-only: CloudFormation sets it, and ignores the value here",
    ),
    (
        "E3039",
        "",
        "`AttributeDefinitions` has {0}, but the key schemas use {1}; the two must be the same",
    ),
    (
        "E3041",
        "{} must be",
        "the record name {0} is not in the hosted zone {1}",
    ),
    (
        "E3041",
        "{} must end",
        "the name of the hosted zone, {0}, does not end in a dot",
    ),
    (
        "E3042",
        "",
        "no container of the task definition is essential; at least one must be",
    ),
    (
        "E3043",
        "Specified parameter",
        "the nested template does not declare a parameter `{0}`",
    ),
    (
        "E3043",
        "Nested stack template parameter",
        "the parameter `{0}` of the nested template has no value",
    ),
    (
        "E3045",
        "",
        "`AccessControl` is {.AccessControl}, but the bucket has no `OwnershipControls`, without which S3 refuses access control lists",
    ),
    (
        "E3045",
        "",
        "the bucket has `AccessControl` but no `OwnershipControls`, without which S3 refuses access control lists",
    ),
    (
        "E3048",
        "",
        "`PlacementConstraints` cannot be set for tasks on Fargate",
    ),
    (
        "E3049",
        "",
        "the container's host port is chosen at run time (0), so the health check of its target group needs the port `traffic-port`",
    ),
    (
        "E3050",
        "",
        "`!Ref` returns the role's name without its path `{0}`; use `!GetAtt`",
    ),
    (
        "E3053",
        "",
        "the host port {0} differs from the container port {1}, which the network mode `awsvpc` does not allow",
    ),
    (
        "E3056",
        "",
        "the health check type `EC2` cannot be combined with other types, as in {0}",
    ),
    (
        "E3057",
        "",
        "the target origin {0} is not the `Id` of an origin of this distribution; it has {1}",
    ),
    (
        "E3059",
        "{} is specified",
        "the subnet has the IPv6 block {0}, but its VPC has none",
    ),
    (
        "E3059",
        "{} is not a valid",
        "the subnet's block {0} is not within those of its VPC: {1}",
    ),
    (
        "E3060",
        "",
        "the subnet's block {0} overlaps with {1} of another subnet in the VPC",
    ),
    (
        "E3063",
        "",
        "the detector has both `DataSources` and `Features`; only one can be set",
    ),
    (
        "E3064",
        "",
        "another endpoint for this service in the VPC has private DNS enabled; only one can",
    ),
    (
        "E3501",
        "",
        "{s} is only for FIFO queues, or does not fit the queue's name",
    ),
    (
        "E3502",
        "",
        "the queue {r} and its dead-letter queue are of different types: one is standard, the other FIFO",
    ),
    (
        "E3503",
        "",
        "the validation domain {0} is not the domain {1} or one above it",
    ),
    (
        "E3504",
        "",
        "`DeleteAfterDays` is {0}; it must be at least 90 days more than `MoveToColdStorageAfterDays`, which is {1}",
    ),
    (
        "E3601",
        "Missing 'Next' target '{}' at {}/StartAt",
        "`StartAt` is `{0}`, which is not a state in `States`",
    ),
    (
        "E3633",
        "",
        "the event source is a stream, which needs `StartingPosition`",
    ),
    ("E3634", "", "`StartingPosition` cannot be set for a queue"),
    ("E3636", "", "a source of type `S3` needs `Location`"),
    (
        "E3660",
        "",
        "an API needs `Name`, or a definition in `Body` or `BodyS3Location`",
    ),
    (
        "E3663",
        "",
        "{s} is reserved by Lambda, which sets this environment variable itself",
    ),
    (
        "E3671",
        "'Iops' is a required",
        "this volume type needs `Iops`",
    ),
    (
        "E3673",
        "",
        "the instance {r} has no `ImageId`, and neither has its launch template",
    ),
    (
        "E3674",
        "",
        "`Primary` cannot be `true` next to `PrivateIpAddress`",
    ),
    (
        "E3682",
        "",
        "{q} cannot be set on an instance of an Aurora cluster: the cluster sets it",
    ),
    (
        "E3684",
        "",
        "{s} cannot be set for `HealthCheckProtocol: {.HealthCheckProtocol}`",
    ),
    ("E3684", "", "{s} cannot be set for this protocol"),
    (
        "E3685",
        "",
        "a function with a container image cannot have {s}",
    ),
    (
        "E3686",
        "EngineMode",
        "the engine mode {0} does not allow {1}",
    ),
    (
        "E3687",
        "",
        "this protocol needs both `FromPort` and `ToPort`",
    ),
    (
        "E3688",
        "",
        "one of `FromPort` and `ToPort` is -1, so both must be",
    ),
    (
        "E3689",
        "",
        "`MonitoringInterval` is {.MonitoringInterval}, which needs `MonitoringRoleArn`",
    ),
    (
        "E3689",
        "",
        "`MonitoringInterval` is greater than 0, which needs `MonitoringRoleArn`",
    ),
    (
        "E3692",
        "Additional",
        "{s} cannot be set for a Multi-AZ cluster",
    ),
    (
        "E3693",
        "Additional",
        "{s} cannot be set for an Aurora cluster",
    ),
    (
        "E3696",
        "",
        "a log level can be set only if `LogFormat` is `JSON`",
    ),
    (
        "E3697",
        "",
        "the environment variables have {0} bytes in total; at most {1} are allowed",
    ),
    (
        "E3700",
        "",
        "an action of category {0} is not allowed in this stage; allowed: {1}",
    ),
    (
        "E3703",
        "{} is not one of",
        "`TemplatePath` names the artifact {0}, but the action's `InputArtifacts` has only {1}",
    ),
    (
        "E3701",
        "{} is not previously",
        "no earlier action has the output artifact {0}",
    ),
    (
        "E3701",
        "{} is already",
        "another action already has the output artifact {0}",
    ),
    (
        "E3710",
        "Resource type {} is from a service that has been",
        "the type {0} belongs to a service that was shut down",
    ),
    (
        "E3710",
        "",
        "the type {0} belongs to a service that was shut down on {1}",
    ),
    (
        "E3711",
        "",
        "a listener rule cannot forward to a target group with the protocol `GENEVE`",
    ),
    (
        "E3712",
        "",
        "a target tracking policy scales this group, so its `MaxSize` must be greater than its `MinSize`",
    ),
    (
        "E3714",
        "",
        "a security group and a subnet of the launch template {r} are in different VPCs",
    ),
    (
        "E3713",
        "",
        "the log driver {v} is not available on Fargate, which {r} uses; allowed: `awslogs`, `splunk`, `awsfirelens`",
    ),
    (
        "E3715",
        "",
        "`VirtualName` is {v}; allowed: `ephemeral0` to `ephemeral23`",
    ),
    (
        "E3718",
        "",
        "`AuthorizerResultTtlInSeconds` is {v}; allowed: 0 to 3600 seconds",
    ),
    (
        "E3719",
        "",
        "`BackupRetentionPeriod` cannot be set next to `DBClusterIdentifier`: the cluster sets it",
    ),
    (
        "E3724",
        "'Globals'",
        "`Globals` needs the transform {0}, which the template does not declare",
    ),
    (
        "E3724",
        "",
        "{0} is not a global property of {1}; it has {2}",
    ),
    (
        "E5001",
        "Tags",
        "`Tags` cannot be set on the module {r}: only the module's parameters can",
    ),
    (
        "E3047",
        "",
        "`Cpu` and `Memory` are not a pair that Fargate offers",
    ),
    (
        "E3054",
        "{} does not contain",
        "the launch type is `FARGATE`, but `RequiresCompatibilities` of the task definition lacks it",
    ),
    (
        "I1022",
        "",
        "`Fn::Join` with an empty delimiter is easier to read as `Fn::Sub`",
    ),
    (
        "I3042",
        "",
        "an ARN in `{0}` contains a fixed {1} instead of a pseudo parameter",
    ),
    (
        "I3100",
        "",
        "the instance type `{0}` is of a previous generation",
    ),
    (
        "I3510",
        "",
        "the action {0} applies to resources of the form {1}, and none is listed",
    ),
    (
        "W1011",
        "",
        "a parameter holds a secret; a dynamic reference keeps it out of the template's parameters",
    ),
    (
        "W1019",
        "",
        "the variable {0} is not used in the text of `Fn::Sub`",
    ),
    (
        "W1020",
        "",
        "`Fn::Sub` has no variables, so it is not needed",
    ),
    (
        "W1051",
        "",
        "the dynamic reference {0} returns the secret, but {1} expects its ARN",
    ),
    (
        "W1053",
        "",
        "the dynamic reference {0} contains spaces and is not resolved",
    ),
    (
        "W1054",
        "",
        "{0} is a fixed text here; as a pseudo parameter it is written `!Ref {1}`",
    ),
    (
        "W1001",
        "{} to resource {} that may not",
        "the resource {1} exists only under a condition, but this {0} always refers to it",
    ),
    (
        "W1028",
        "",
        "a branch of `Fn::If` is never used: where this value is used, its condition is already decided",
    ),
    (
        "W1100",
        "",
        "{s} uses the YAML merge key `<<`, which CloudFormation does not read; `aws cloudformation package` replaces it",
    ),
    ("W2001", "", "the parameter `{0}` is not used"),
    (
        "W2002",
        "",
        "the parameter type {0} is not documented; CloudFormation does not validate its values",
    ),
    (
        "W2010",
        "Don't use 'NoEcho' parameter {} in resource",
        "the `NoEcho` parameter {0} is visible in metadata",
    ),
    ("W2010", "", "the `NoEcho` parameter {0} is visible in {1}"),
    ("W2501", "Password", "a password is written in the template"),
    (
        "W2501",
        "Parameter",
        "the parameter {0} is used as {1}, but is not `NoEcho`",
    ),
    (
        "W2506",
        "",
        "{0} is not a parameter type for image IDs; allowed: {1}",
    ),
    (
        "W2511",
        "",
        "the policy has an old `Version`; the current one is `2012-10-17`",
    ),
    (
        "W2530",
        "'SnapStart' is enabled but 'Auto",
        "`SnapStart` has an effect only on versions, and `AutoPublishAlias` is not set",
    ),
    (
        "W2530",
        "",
        "`SnapStart` has an effect only on versions, and the function has no `AWS::Lambda::Version`",
    ),
    ("W2533", "", "a function from a zip file lacks {0}"),
    ("W3001", "", "{s} is ignored by the SAM transform"),
    (
        "W3002",
        "",
        "{s} is a local path, which works only after `aws cloudformation package` or `sam package`",
    ),
    (
        "W3005",
        "",
        "`DependsOn` names {0}, which is already a dependency through the {1} at {2}",
    ),
    (
        "W3010",
        "",
        "the availability zone {0} is fixed; other accounts and regions have other zones",
    ),
    (
        "W3011",
        "",
        "the resource {r} has `DeletionPolicy: {.DeletionPolicy}` but no `UpdateReplacePolicy`, so a replacement deletes it",
    ),
    (
        "W3011",
        "",
        "the resource {r} has `UpdateReplacePolicy: {.UpdateReplacePolicy}` but no `DeletionPolicy`, so it is deleted with the stack",
    ),
    (
        "W3011",
        "",
        "the resource has only one of `UpdateReplacePolicy` and `DeletionPolicy`; it needs both to be kept",
    ),
    (
        "W3037",
        "{} is not a valid",
        "the action {0} is not of the form `service:Action`",
    ),
    ("W3037", "", "the service {3} has no action {2}; {n1}"),
    (
        "W3037",
        "",
        "{2} is not a service that actions of this policy can have; {n1}",
    ),
    (
        "W3045",
        "",
        "`AccessControl` is a legacy property: bucket policies replace access control lists",
    ),
    (
        "W3663",
        "",
        "the permission for S3 lacks `SourceAccount`, so a bucket of another account may call the function",
    ),
    (
        "W3664",
        "",
        "the principal {0} is not the service of the source, {1}",
    ),
    (
        "W3660",
        "",
        "the API has {0} and also the resource {1} of type {2}: each changes what the other made",
    ),
    ("W3671", "", "`Iops` has no effect for the volume type {0}"),
    (
        "W3687",
        "",
        "`FromPort` and `ToPort` have no effect for this protocol",
    ),
    (
        "W3688",
        "",
        "`MasterUsername` has no effect next to a snapshot or source cluster",
    ),
    (
        "W3689",
        "",
        "the credentials and the encryption come from the source; these properties have no effect",
    ),
    (
        "W3690",
        "",
        "`EngineVersion: {.EngineVersion}` of `Engine: {.Engine}` is deprecated: RDS creates no new clusters with it",
    ),
    (
        "W3690",
        "",
        "RDS creates no new clusters with this engine version: it is deprecated",
    ),
    (
        "W3691",
        "",
        "`EngineVersion: {.EngineVersion}` of `Engine: {.Engine}` is deprecated: RDS creates no new instances with it",
    ),
    (
        "W3691",
        "",
        "RDS creates no new instances with this engine version: it is deprecated",
    ),
    ("W3693", "", "{s} has no effect for this Aurora cluster"),
    (
        "W3696",
        "",
        "the type {0} belongs to a service that is being shut down",
    ),
    (
        "W3697",
        "",
        "the type {0} belongs to a service in maintenance mode, which gets no new features",
    ),
    ("W3698", "", "`VirtualName` has no effect next to `Ebs`"),
    (
        "W3699",
        "",
        "`ReplicaMode` has no effect for the engine {0}",
    ),
    (
        "W3700",
        "",
        "{0} is not a value of `Domain`; EC2 uses `vpc` instead",
    ),
    (
        "W3701",
        "",
        "the parameter name {0} begins with a reserved prefix (`aws` or `ssm`)",
    ),
    (
        "W3702",
        "",
        "{v} has the form `awslayer`, a layer that may not be available",
    ),
    (
        "W3704",
        "",
        "`ForwardedValues` has no effect next to `CachePolicyId`",
    ),
    (
        "W3705",
        "",
        "the method settings set nothing but the method",
    ),
    (
        "W4011",
        "",
        "the context of `{0}` does not say why the resource is there (`why`)",
    ),
    (
        "W6001",
        "",
        "the output repeats a value that is imported from another stack",
    ),
    ("W7001", "", "the mapping `{0}` is not used"),
    ("W8001", "", "the condition `{0}` is not used"),
];

/// Rules whose sentence is the same for every kind of violation.
pub const ALL_KINDS: &[(&str, &str)] = &[
    ("E1050", "a part of the dynamic reference is not valid: {v}"),
    (
        "E3639",
        "the table {r} has no `BillingMode: PAY_PER_REQUEST`, so it needs `ProvisionedThroughput`",
    ),
    (
        "E3615",
        "{s} is {v}; allowed: `10`, `20`, `30` and multiples of `60`",
    ),
    (
        "E3717",
        "`Timeout` is {.Timeout}; the maximum is `900` for functions without `CapacityProviderConfig`",
    ),
    (
        "E3677",
        "{s} is {v}, but inline code in `ZipFile` works only with Node.js and Python",
    ),
    ("E3705", "{s} is {v}; the maximum for a FIFO queue is `10`"),
    (
        "E3706",
        "{s} is {v}, which is less than `MinSize`, {.MinSize}",
    ),
    (
        "E3707",
        "{s} is {v}, but its cluster {.DBClusterIdentifier} has {e}",
    ),
    (
        "E3708",
        "the authorizer of the method {r} has the type {v}, which does not fit the method's `AuthorizationType`",
    ),
    (
        "E3709",
        "{s} is {v}, but its cluster {.DBClusterIdentifier} has {e}",
    ),
    (
        "E3638",
        "the capacity of {s} cannot be set for a table whose `BillingMode` is `PAY_PER_REQUEST`",
    ),
    (
        "E3698",
        "the deployment of this stage belongs to another API: {v} instead of {e}",
    ),
    (
        "E3699",
        "the authorizer of this method belongs to another API: {v} instead of {e}",
    ),
    (
        "W8003",
        "`Fn::Equals` compares two constants, so the condition always has the same value",
    ),
];
