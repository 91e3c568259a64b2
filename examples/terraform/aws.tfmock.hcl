mock_data "aws_availability_zones" {
  defaults = {
    names = ["eu-west-1a", "eu-west-1b", "eu-west-1c"]
  }
}
mock_data "aws_caller_identity" {
  defaults = {
    account_id = "123456789012"
  }
}
mock_data "aws_region" {
  defaults = {
    name   = "eu-west-1"
    region = "eu-west-1"
  }
}
mock_data "aws_partition" {
  defaults = {
    partition  = "aws"
    dns_suffix = "amazonaws.com"
  }
}
