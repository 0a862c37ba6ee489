//! Text to a tree with byte places, and the tree to typed values; the only place that names a YAML crate.
