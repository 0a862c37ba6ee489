//! Whether any legal list exists: an integer program made from the limits.
pub mod linear;
pub mod program;
mod tableau;
