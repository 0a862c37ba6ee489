//! Events: their terms, a folder of lists under them, copies, and what an organiser hands out.

mod copies;
mod folder;
mod many_lists;
mod rulings;

pub(crate) mod sample_lists;
mod terms;
pub(crate) mod tournament_page;
