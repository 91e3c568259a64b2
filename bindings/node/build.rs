//! Sets the size of the stack: that of the command line's main thread. The default of the linker is 1 MB.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-link-arg-cdylib=-zstack-size={}", 8 << 20);
}
