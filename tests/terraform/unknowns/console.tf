# Variables without values are the unknown values of scripts/terraform_fuzz.py.
variable "s" { type = string }
variable "required" {
  type     = string
  nullable = false
}
variable "n" { type = number }
variable "b" { type = bool }
variable "ls" { type = list(string) }
variable "ln" { type = list(number) }
variable "m" { type = map(number) }
variable "ss" { type = set(string) }
variable "o" { type = object({ a = string, b = optional(number) }) }
variable "d" {}
