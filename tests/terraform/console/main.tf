locals {
  tpl = "Hey $${who}!"
}
