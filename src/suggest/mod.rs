//! Legal ways forward from a list: small changes to it, each tried by the ordinary check, put together by what they add
//! to the sums that limits look at, and checked again together before they are shown.

mod baggage;
mod bound;
mod classes;
mod fresh;
mod judge;
mod look;
mod moves;
mod name;
pub mod prefer;
mod progress;
mod repair;
mod rows;
mod search;
mod spend;
mod start;
#[cfg(test)]
mod tests;
mod why;

use std::time::{Duration, Instant};

use crate::army::measure::Where;
use crate::army::{Army, resolve};
use crate::check::report::{ListReport, Report, Verdict};
use crate::check::run::{Options, check, open};
use crate::finding::Edit;
use crate::format::number::Number;
use crate::mend::apply;
use crate::rules::library::Library;
use crate::rules::limit::Measure;
use crate::rules::selector::Selector;
use crate::solve::point::scaled;
use crate::solve::sums::{Sum, frame};
use crate::wording::of_points;

use classes::{Field, faults};
use judge::{Judge, faults_of_row};
use look::{Desk, edits};
use moves::Moves;
use progress::Progress;
pub use progress::suggest_in_time;
use search::{Search, Trial};

pub use why::{Forbids, Why};

/// By how much a count or a size is changed at most.
pub const STEP: u32 = 5;

/// What may be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Only {
    /// Options alone.
    Upgrades,
    /// Rows, counts and sizes alone.
    Units,
}

/// What is wanted.
#[derive(Clone, Debug)]
pub struct Wish {
    /// How many ways at most.
    pub most: usize,
    /// Names of rows that stay as they are.
    pub keep: Vec<String>,
    /// What alone may be changed.
    pub only: Option<Only>,
    /// What there should be more of, as a selector of the rules.
    pub prefer: Option<String>,
    /// How long to look.
    pub time: Duration,
    /// The name of the one way that is wanted; looking ends as soon as it is found.
    pub named: Option<String>,
}

/// One way forward.
#[derive(Clone, Debug)]
pub struct Way {
    /// What is done, a change each, in people's words.
    pub words: Vec<String>,
    /// The edits to the text.
    pub edits: Vec<Edit>,
    /// The text with them.
    pub text: String,
    /// What the army then costs; nothing in a game without points.
    pub total: Option<Number>,
}

impl Way {
    /// What it is called: eight letters that stand for the text it makes, so that another way, or the same to another
    /// list, has another name.
    pub fn name(&self) -> String {
        name::of_text(&self.text)
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Ways {
    /// The check of the list as it is.
    pub before: ListReport,
    /// Whether the list is broken, so that the ways make it legal; else they spend what is left.
    pub broken: bool,
    /// The ways, best first.
    pub ways: Vec<Way>,
    /// Names that were to be kept, and are no unit's.
    pub strange: Vec<String>,
    /// What was to be preferred and finds nothing that the army may have.
    pub idle: bool,
    /// What is known of the best way.
    pub proof: Proof,
    /// What stands in the way, where there is no way.
    pub why: Option<Why>,
}

/// What is known of the best way, or of there being none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "five facts that have nothing to do with each other")]
pub struct Proof {
    /// That no list which small changes make comes closer to the size; of a broken list nothing.
    pub closest: bool,
    /// That none as good takes fewer changes.
    pub fewest: bool,
    /// That this is so of those alone that bring more of what is preferred.
    pub of_preferred: bool,
    /// That small changes make no list at all that is wanted.
    pub none: bool,
    /// Up to how many changes everything was looked at.
    pub looked: usize,
    /// Whether time ran out.
    pub late: bool,
}

/// Why a search did not begin.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// The list or its rules cannot be read.
    Unreadable,
    /// A list with anchors: what is changed at one place would change at another.
    Anchors,
    /// What was to be preferred is no selector of these rules: findings in its own text.
    Prefer(Box<Report>),
    /// The system gives the search no thread.
    NoThread,
}

/// Looks for legal ways forward from a list.
pub fn suggest(library: &Library, path: &str, text: &str, wish: &Wish) -> Result<Ways, Trouble> {
    search_list(library, path, text, wish, &Progress::default())
}

fn search_list(
    library: &Library,
    path: &str,
    text: &str,
    wish: &Wish,
    progress: &Progress,
) -> Result<Ways, Trouble> {
    let start = Instant::now();
    let opened = open(library, path, text.as_bytes().to_vec());
    let begun = Instant::now();
    let before = check(library, path, text.as_bytes().to_vec(), &Options::default());
    let one = begun.elapsed();
    let (Some(list), Some(rules)) = (opened.list.as_ref(), opened.rules.as_ref()) else {
        return Err(Trouble::Unreadable);
    };
    if before.verdict == Verdict::Unreadable {
        return Err(Trouble::Unreadable);
    }
    if crate::mend::has_anchor(text) {
        return Err(Trouble::Anchors);
    }
    let prefer = match &wish.prefer {
        Some(words) => Some(prefer::read(rules, words).map_err(|report| Trouble::Prefer(Box::new(report)))?),
        None => None,
    };
    let army = resolve(list, rules, false, &opened.unread);
    let judge = Judge::new(&before);
    let strange = wish.keep.iter().filter(|name| !army.units.iter().any(|u| u.name == **name));
    let mut found = Ways {
        broken: judge.broken,
        ways: Vec::new(),
        strange: strange.cloned().collect(),
        idle: prefer.as_ref().is_some_and(|p| prefer::finds_nothing(&army, p)),
        proof: Proof::default(),
        why: None,
        before,
    };
    if !found.broken && judge.left().is_none_or(|left| left <= 0) {
        return Ok(found);
    }
    progress.judged(&found);
    // A part of the time is for proofs, and for what stands in the way
    let (end, part) = (start + wish.time, (wish.time / 5).min(Duration::from_secs(1)));
    let look = wish.time.saturating_sub(part);
    let declares = list.declares.as_ref().map(|declares| (declares.points.span, declares.points.value));
    let desk = Desk {
        library,
        path,
        text,
        judge: &judge,
        halfway: start + look / 2,
        until: start + look,
        end,
        one,
        declares,
        progress,
    };
    search(&desk, &army, prefer, wish, &mut found);
    Ok(found)
}

fn search(desk: &Desk<'_>, army: &Army<'_>, prefer: Option<Selector>, wish: &Wish, found: &mut Ways) {
    let further: Vec<Sum> = prefer.into_iter().map(|selector| preferred(army, selector)).collect();
    found.proof.late = desk.late();
    let Some(frame) = frame(army, &further, &desk.judge.unmet()) else { return };
    let moves = moves::all(army, desk.text, wish, &|| desk.late());
    let tried = desk.try_all(&moves, &frame);
    let Moves { all: moves, single: singles, some_lack } = moves;
    let faults = faults(army, |row| faults_of_row(&found.before, row));
    let Some(field) = Field::new(army, desk.judge, &frame, &moves, &tried, &faults) else { return };
    let mut search = Search {
        desk,
        moves: &moves,
        field: &field,
        most: wish.most,
        prefer: further.first().map(|_| 1),
        found: Vec::new(),
        looked: 0,
        late: desk.late(),
        clipped: some_lack || tried.iter().any(Option::is_none),
        steps: 0,
        named: wish.named.as_deref(),
        closest: None,
    };
    let in_scale = |n: Option<Number>| n.and_then(|n| scaled(n, field.scale));
    if found.broken {
        repair::repair(&mut search);
    } else if let Some(left) = in_scale(desk.judge.left()) {
        spend::spend(&mut search, left, &|search| bound::closest(search, &frame, army));
    }
    if let Some(at) = search.place_of_named() {
        found.ways = vec![way(desk, &moves, &search.found[at])];
        return;
    }
    search.found.truncate(wish.most);
    found.proof = bound::proof(&search, &frame, army, found.broken);
    if tried.iter().any(Option::is_none) && Instant::now() >= desk.halfway {
        let every_single = tried.iter().take(singles).all(Option::is_some);
        found.proof = Proof { late: true, looked: usize::from(every_single), ..found.proof };
    }
    found.ways = search.found.iter().map(|trial| way(desk, &moves, trial)).collect();
    if found.ways.is_empty() {
        found.why = why::why(desk, &search, &frame, army, wish, found);
    }
}

/// The points of what is preferred, or its sizes in a game without points.
fn preferred(army: &Army<'_>, selector: Selector) -> Sum {
    let measure = if army.rules.has_points { Measure::Points(selector) } else { Measure::Size(selector) };
    Sum::Of { measure, place: Where::Army, sees: None, only: None }
}

fn way(desk: &Desk<'_>, moves: &[moves::Move], trial: &Trial) -> Way {
    let mut all: Vec<&moves::Move> = trial.moves.iter().map(|m| &moves[*m]).collect();
    // In the order of the list, further rows last
    all.sort_by_key(|one| one.target);
    let mut edits = edits(&all);
    let mut words: Vec<String> = all.iter().flat_map(|one| one.words.iter().cloned()).collect();
    // A total that the list declares is that of the list with the changes
    if let (Some((span, declared)), Some(total)) = (desk.declares, trial.total)
        && declared != total
        && let Some(written) = total.decimal()
    {
        edits.push(Edit { span, text: written });
        words.push(format!("declares: {} instead of {declared}", of_points(total)));
    }
    Way { words, text: apply(desk.text, &edits), edits, total: trial.total }
}
