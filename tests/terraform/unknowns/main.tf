# What a plan knows of resources that are yet to be made stands in for them: one string that is not known, a resource of
# which there are none, and one of which there are two.
variable "u" {
  type = string
}
locals {
  u    = var.u
  none = []
  two  = [for i in [0, 1] : { input = "v${i}", id = var.u }]
  src  = { input = "x", output = var.u }
}
output "t" {
  value = {
    a  = "pre-${local.u}"
    b  = [local.u, "k"]
    c  = { x = local.u, y = 1 }
    d  = try(local.u.foo, "fb")
    e  = can(local.u)
    f  = local.u == "x"
    g  = length(local.none) > 0 ? "some" : "none"
    h  = try(local.none[0].id, "nada")
    i  = [for x in local.two : x.input]
    j  = local.two[*].id
    k  = coalesce(local.u, "z")
    l  = true || local.u == "x"
    m  = jsonencode({ a = local.u, b = 1 })
    n  = toset([local.u, "q"])
    o  = one(local.none[*].id)
    p  = timestamp()
    q  = uuid()
    r  = join(",", [local.u, "b"])
    s  = startswith("pre-${local.u}", "pre-")
    tt = merge({ a = 1 }, { b = local.u })
    u2 = local.u != null
    v  = local.src.input
    w  = plantimestamp()
    x  = contains(["a"], local.u)
    y  = local.u ? "1" : "2"
    z  = bcrypt("a")
  }
}
