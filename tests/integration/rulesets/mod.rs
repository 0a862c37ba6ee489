//! The engine under invented rules: prices, options, parts, values, books, choices, allies, drafts and
//! overlays.
//!
//! Every expected number is worked out by hand.

mod allies;
mod ally_choices;
mod books;
mod books_that_extend;
mod canonical_text;
mod cost_basis;
mod every_book;
mod exclusions_with_reasons;
mod faulty_rules;
mod known_costs;
mod numbers_of_books;
mod other_names;
mod overlays;
mod sources;
mod spelling;
mod times_and_inner_options;
mod uncounted_units;
mod unfinished_lists;
mod units;
mod values_in_words;
mod war_game;
mod years_and_sources;
