//! Lays out the commands of the lists that the construction looks for: how many, of which kinds, and which are within
//! which.

use crate::army::evaluate_conditions::ConditionOutcome;
use crate::finding::Severity;
use crate::format::limit::RegionKind;
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::rules::compiled_amounts::{Amount, RatioBase};
use crate::rules::compiled_limits::{Limit, Measure};
use crate::rules::compiled_selectors::SelectorTest;
use crate::rules::id_types::{CommandKindId, RoleId};

use super::scenario::{ConditionContext, Scenario};

/// The most commands that a layout has. Each multiplies the variables of the program.
const MAX_COMMANDS: usize = 8;

/// The commands of a list, each followed by those within it. Empty for a list without `commands`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CommandLayout {
    commands: Vec<LaidOutCommand>,
}

/// A command of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LaidOutCommand {
    /// The kind of command. `None` in a game without kinds.
    pub(super) kind: Option<CommandKindId>,
    /// The index of the command that it is in. `None` if it is in the army.
    pub(super) outer: Option<usize>,
    /// The index after the last of the commands within it.
    pub(super) end: usize,
}

impl CommandLayout {
    /// Returns the commands. Empty for a list without `commands`.
    pub(super) fn commands(&self) -> &[LaidOutCommand] {
        &self.commands
    }

    /// Returns how many commands a list of this layout counts as having: 1 without `commands`.
    pub(super) fn command_count(&self) -> usize {
        self.commands.len().max(1)
    }

    /// Returns the index after the last of the commands within a command.
    pub(super) fn end_of(&self, command: usize) -> usize {
        self.commands.get(command).map_or(1, |command| command.end)
    }

    /// Returns the kind of a command. `None` in a game without kinds.
    pub(super) fn kind_of(&self, rules: &Rules, command: usize) -> Option<CommandKindId> {
        self.commands.get(command).map_or_else(|| rules.default_command_kind(), |command| command.kind)
    }

    /// Returns the roles of which a command's commander must hold one. Empty if it needs no commander.
    pub(super) fn leaders_of<'r>(&self, rules: &'r Rules, command: usize) -> &'r [RoleId] {
        let written = self.commands.get(command);
        written.and_then(|command| rules.leading_roles(command.kind)).unwrap_or(&[])
    }

    /// Returns the layouts to try for a scenario, the simplest first.
    pub(super) fn list_layouts(rules: &Rules, scene: &Scenario) -> Vec<Self> {
        if rules.led_by.is_none() {
            return vec![Self::default()];
        }
        let wanted = usize_of(least_commands(rules, scene, None));
        if rules.command_kinds.is_empty() {
            let mut all = if wanted > 1 { Vec::new() } else { vec![Self::default()] };
            all.extend(Self::of_trees(&vec![CommandTree::new(None); wanted.max(2)]));
            return all;
        }
        let mut needed = Vec::new();
        for kind in (0..rules.command_kinds.len()).map(CommandKindId) {
            let count = usize_of(least_commands(rules, scene, Some(kind)));
            if count > MAX_COMMANDS {
                return Vec::new();
            }
            needed.extend(std::iter::repeat_n(kind, count));
        }
        let default = rules.default_command_kind();
        let first = default.or_else(|| rules.command_kinds_within(None).next());
        let is_bare =
            wanted <= 1 && (needed.is_empty() || needed.len() == 1 && needed.first() == default.as_ref());
        let mut all = Vec::new();
        if is_bare && default.is_some() {
            all.push(Self::default());
        }
        while let Some(first) = first.filter(|_| needed.len() < wanted) {
            needed.push(first);
        }
        // What bounds ask for, then one more of each kind
        let mut sets: Vec<Vec<CommandKindId>> = Vec::new();
        sets.extend((!needed.is_empty()).then(|| needed.clone()));
        for kind in first.into_iter().chain((0..rules.command_kinds.len()).map(CommandKindId)) {
            let mut more = needed.clone();
            more.push(kind);
            sets.push(more);
        }
        for layout in sets.iter().filter_map(|kinds| Self::of_trees(&place_kinds(rules, kinds)?)) {
            if !all.contains(&layout) {
                all.push(layout);
            }
        }
        all
    }

    /// Lays out commands with those within them. `None` if there are too many.
    fn of_trees(trees: &[CommandTree]) -> Option<Self> {
        fn add(commands: &mut Vec<LaidOutCommand>, tree: &CommandTree, outer: Option<usize>) {
            let at = commands.len();
            commands.push(LaidOutCommand { kind: tree.kind, outer, end: at + 1 });
            tree.inner.iter().for_each(|inner| add(commands, inner, Some(at)));
            commands[at].end = commands.len();
        }
        let mut commands = Vec::new();
        trees.iter().for_each(|tree| add(&mut commands, tree, None));
        (commands.len() <= MAX_COMMANDS).then_some(Self { commands })
    }
}

/// A command with those within it.
#[derive(Clone, Debug)]
struct CommandTree {
    kind: Option<CommandKindId>,
    inner: Vec<CommandTree>,
}

impl CommandTree {
    fn new(kind: Option<CommandKindId>) -> Self {
        Self { kind, inner: Vec::new() }
    }

    /// Returns `true` if a command of a kind may be within this one, or within one in it.
    fn has_place_for(&self, rules: &Rules, kind: CommandKindId) -> bool {
        rules.command_kind(kind).may_be_in(self.kind)
            || self.inner.iter().any(|inner| inner.has_place_for(rules, kind))
    }

    /// Adds a command within this one, or within one in it, where its kind may be. `false` if that is nowhere.
    fn place(&mut self, rules: &Rules, kind: CommandKindId) -> bool {
        if rules.command_kind(kind).may_be_in(self.kind) {
            self.inner.push(Self::new(Some(kind)));
            return true;
        }
        self.inner.iter_mut().any(|inner| inner.place(rules, kind))
    }
}

/// Places commands of these kinds where they may be, with further ones around them where needed. `None` if one can be
/// nowhere.
fn place_kinds(rules: &Rules, kinds: &[CommandKindId]) -> Option<Vec<CommandTree>> {
    let mut trees: Vec<CommandTree> = Vec::new();
    // Those that may be in the army come first, so that others may be within them
    let (in_army, inner): (Vec<_>, Vec<_>) =
        kinds.iter().partition(|kind| rules.command_kind(**kind).may_be_in_army);
    trees.extend(in_army.into_iter().map(|kind| CommandTree::new(Some(kind))));
    for kind in inner {
        if !trees.iter().any(|tree| tree.has_place_for(rules, kind)) {
            let path = path_from_army(rules, kind)?;
            for around in path.into_iter().take_while(|around| *around != kind) {
                if !trees.iter_mut().any(|tree| tree.place(rules, around)) {
                    trees.push(CommandTree::new(Some(around)));
                }
            }
        }
        if !trees.iter_mut().any(|tree| tree.place(rules, kind)) {
            return None;
        }
    }
    Some(trees)
}

/// Returns the shortest row of kinds, each within the one before, from one that may be in the army to this one. `None` if
/// there is none.
fn path_from_army(rules: &Rules, kind: CommandKindId) -> Option<Vec<CommandKindId>> {
    let mut paths = vec![vec![kind]];
    for _ in 0..rules.command_kinds.len() {
        if let Some(path) = paths.iter().find(|path| rules.command_kind(path[0]).may_be_in_army) {
            return Some(path.clone());
        }
        let longer = |path: &Vec<CommandKindId>| {
            let outer = rules.command_kind(path[0]).within.iter().filter(|outer| !path.contains(outer));
            outer
                .map(|outer| std::iter::once(*outer).chain(path.iter().copied()).collect())
                .collect::<Vec<_>>()
        };
        paths = paths.iter().flat_map(longer).collect();
    }
    None
}

/// Returns the least number of commands, of one kind or of all for `None`, that limits ask for.
fn least_commands(rules: &Rules, scene: &Scenario, kind: Option<CommandKindId>) -> Number {
    let counts = |limit: &&Limit| {
        let Measure::Commands(selector) = &limit.measure else { return false };
        let is_asked = match (&selector.test, kind) {
            (SelectorTest::Always, None) => true,
            (SelectorTest::CommandKind(kinds), Some(kind)) => *kinds == [kind],
            _ => false,
        };
        is_asked && limit.region == RegionKind::Army && limit.severity == Severity::Error
    };
    let ask = ConditionContext { commands: None, size: scene.size, uses_own_answers: true };
    let mut least = Number::ZERO;
    for limit in rules.limits.iter().filter(counts) {
        let Some(bounds) = limit.bounds.first() else { continue };
        if !matches!(scene.evaluate_condition(&limit.when, &ask), ConditionOutcome::Holds) {
            continue;
        }
        for bound in bounds.min.iter().chain(&bounds.exactly) {
            least = least.max(amount_in(scene, &bound.amount).map_or(Number::ZERO, Number::ceil));
        }
        if let Some(Amount::Number(step)) = bounds.multiple_of.as_ref().map(|bound| &bound.amount)
            && *step > 0
            && let Some(whole) = least.checked_div(*step).and_then(|n| n.ceil().checked_mul(*step))
        {
            least = whole;
        }
    }
    least
}

/// Returns an amount that the scenario settles. `None` if it depends on the army.
fn amount_in(scene: &Scenario, amount: &Amount) -> Option<Number> {
    match amount {
        Amount::Number(n) => Some(*n),
        Amount::Computed(computed) => match computed.of {
            RatioBase::Points => computed.for_base(scene.size?),
            _ => None,
        },
        Amount::Severities(all) => {
            let severe = all.iter().filter(|(severity, _)| *severity == Severity::Error);
            severe.filter_map(|(_, bound)| amount_in(scene, &bound.amount)).max()
        }
    }
}

/// Returns a number of commands as an index type. One that is too large for a layout becomes one more than that.
fn usize_of(count: Number) -> usize {
    let count = count.to_integer().and_then(|n| usize::try_from(n).ok());
    count.unwrap_or(MAX_COMMANDS + 1).min(MAX_COMMANDS + 1)
}
