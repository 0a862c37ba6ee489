//! The Markdown page of each code, which `muster explain` prints.

use crate::finding::{Code, with_codes};

macro_rules! pages {
    ($($variant:ident $id:literal $severity:ident $scope:ident $family:ident $origin:ident;)*) => {
        /// Returns the page of a code, in Markdown.
        pub fn page(code: Code) -> &'static str {
            match code { $(Code::$variant => include_str!(concat!("pages/", $id, ".md")),)* }
        }
    };
}

with_codes! { pages }

/// Returns the first line of a page after its headings, which says what the code reports. `None` if there is
/// none.
pub fn page_summary(page: &str) -> Option<&str> {
    page.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'))
}
