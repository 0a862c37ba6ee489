//! The page of each code, as `muster explain` prints it.

use crate::finding::{Code, with_codes};

macro_rules! pages {
    ($($variant:ident $id:literal $severity:ident $scope:ident $family:ident $origin:ident;)*) => {
        /// The page of a code, in Markdown.
        pub fn page(code: Code) -> &'static str {
            match code { $(Code::$variant => include_str!(concat!("pages/", $id, ".md")),)* }
        }
    };
}

with_codes! { pages }

/// The first line of a page under its heads, which says what the code reports; nothing without one.
pub fn summary(page: &str) -> Option<&str> {
    page.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'))
}
