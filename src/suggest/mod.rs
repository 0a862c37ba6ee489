//! Legal ways forward from a list: an exact search over one or two small changes, each way checked as any list is.

mod judge;
mod moves;
mod rows;

use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::army::resolve;
use crate::check::report::{ListReport, Verdict};
use crate::check::run::{Options, check, open};
use crate::finding::Edit;
use crate::format::number::Number;
use crate::mend::apply;
use crate::rules::library::Library;

use judge::Judge;
use moves::{Move, Moves, Target};

/// By how much a count or a size is changed at most.
pub const STEP: u32 = 5;

/// How many single changes are put together in pairs at most.
const MOST_SINGLE: usize = 4_000;

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
    /// How long to look.
    pub time: Duration,
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
    /// Whether every one and every two changes were looked at, or known to be no better.
    pub exhaustive: bool,
    /// Whether time ran out.
    pub late: bool,
}

/// A way on trial, by the numbers of its moves.
struct Trial {
    moves: Vec<usize>,
    total: Option<Number>,
}

/// How a way ranks: the first is best.
type Rank = (Number, usize, u32, Number);

/// Looks for legal ways forward from a list; nothing where the list or its rules cannot be read.
pub fn suggest(library: &Library, path: &str, text: &str, wish: &Wish) -> Option<Ways> {
    let until = Instant::now() + wish.time;
    let look = |text: String| check(library, path, text.into_bytes(), &Options::default());
    let opened = open(library, path, text.as_bytes().to_vec());
    let before = look(text.to_owned());
    let (list, rules) = (opened.list.as_ref()?, opened.rules.as_ref()?);
    let judge = Judge::new(&before);
    let broken = judge.broken;
    let mut found = Ways {
        before: before.clone(),
        broken,
        ways: Vec::new(),
        strange: Vec::new(),
        exhaustive: true,
        late: false,
    };
    // An anchor stands for several places; what is changed at one would change at all
    if before.verdict == Verdict::Unreadable || crate::mend::has_anchor(text) {
        return None;
    }
    let army = resolve(list, rules, false, opened.partial);
    let strange = wish.keep.iter().filter(|name| !army.units.iter().any(|u| u.name == **name));
    found.strange = strange.cloned().collect();
    if !broken && judge.left().is_none_or(|left| left <= 0) {
        return Some(found);
    }
    let Moves { single, double, some_lack } = moves::all(&army, text, wish);
    found.exhaustive = !some_lack;
    let tried = |moves: &[Move]| -> Vec<Option<judge::Seen>> {
        let one = |m: &Move| (Instant::now() < until).then(|| judge.see(&look(apply(text, &m.edits))));
        moves.par_iter().map(one).collect()
    };
    let mut moves = single;
    let firsts = moves.len();
    let mut seen = tried(&moves);
    let mut best: Vec<(Rank, Trial)> = Vec::new();
    let rank = |trial: &Trial, moves: &[Move]| -> Rank {
        let gap = judge.gap(trial.total);
        let steps = trial.moves.iter().map(|m| moves[*m].changes).sum();
        let far = trial.moves.iter().map(|m| moves[*m].far).sum();
        if broken { (Number::ZERO, steps, far, gap) } else { (gap, steps, far, Number::ZERO) }
    };
    let note = |at: usize, seen: &[Option<judge::Seen>], moves: &[Move], best: &mut Vec<(Rank, Trial)>| {
        if let Some(Some(one)) = seen.get(at)
            && one.fine
        {
            let trial = Trial { moves: vec![at], total: one.total };
            best.push((rank(&trial, moves), trial));
        }
    };
    (0..moves.len()).for_each(|at| note(at, &seen, &moves, &mut best));
    // Two changes at one row have a price of their own; a broken list wants the fewest changes
    let enough = |best: &[(Rank, Trial)]| {
        let exact = |r: &&(Rank, Trial)| broken || r.0.0 == Number::ZERO;
        best.iter().filter(exact).count() >= wish.most
    };
    if !enough(&best) {
        seen.extend(tried(&double));
        moves.extend(double);
        (firsts..moves.len()).for_each(|at| note(at, &seen, &moves, &mut best));
    }
    found.late = seen.iter().any(Option::is_none) || firsts > MOST_SINGLE;
    if !enough(&best) && !found.late {
        // The rest are two changes at two rows, whose prices add up
        let mut pairs: Vec<(Rank, Trial)> = Vec::new();
        for a in 0..firsts {
            // A new row may come twice
            let next = if matches!(moves[a].target, Target::New(_)) { a } else { a + 1 };
            for b in next..firsts {
                let (Some(Some(one)), Some(Some(two))) = (seen.get(a), seen.get(b)) else { continue };
                if one.hopeless || two.hopeless || !moves[a].goes_with(&moves[b]) {
                    continue;
                }
                let total = judge.both(one.total, two.total);
                if judge.allows(total) {
                    let order =
                        if matches!(moves[a].target, Target::New(..)) { vec![b, a] } else { vec![a, b] };
                    let trial = Trial { moves: order, total };
                    pairs.push((rank(&trial, &moves), trial));
                }
            }
        }
        pairs.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.moves.cmp(&b.1.moves)));
        for part in pairs.chunks(64) {
            best.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.moves.cmp(&b.1.moves)));
            // What comes is no better than what is there
            if best.get(wish.most.saturating_sub(1)).is_some_and(|last| part[0].0 >= last.0) {
                break;
            }
            if Instant::now() >= until {
                found.late = true;
                break;
            }
            let looked: Vec<judge::Seen> = part
                .par_iter()
                .map(|(_, trial)| judge.see(&look(apply(text, &edits(trial, &moves)))))
                .collect();
            for ((_, trial), seen) in part.iter().zip(looked) {
                // Prices that do not add up could hide a better way
                found.exhaustive &= seen.total == trial.total;
                if seen.fine {
                    let trial = Trial { moves: trial.moves.clone(), total: seen.total };
                    best.push((rank(&trial, &moves), trial));
                }
            }
        }
    }
    found.exhaustive &= !found.late;
    best.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.moves.cmp(&b.1.moves)));
    found.ways = best
        .into_iter()
        .take(wish.most)
        .map(|(_, trial)| {
            let edits = edits(&trial, &moves);
            Way {
                words: trial.moves.iter().flat_map(|m| moves[*m].words.iter().cloned()).collect(),
                text: apply(text, &edits),
                edits,
                total: trial.total,
            }
        })
        .collect();
    Some(found)
}

fn edits(trial: &Trial, moves: &[Move]) -> Vec<Edit> {
    trial.moves.iter().flat_map(|m| moves[*m].edits.iter().cloned()).collect()
}
