//! Compiled kinds of command.

use crate::finding::Span;

use super::Rules;
use super::id_types::{CommandKindId, RoleId};

/// A kind of command.
#[derive(Clone, Debug)]
pub struct CommandKind {
    /// The id, as lists write it.
    pub id: String,
    /// The rule path, such as `fra/commands/kinds/patrol`.
    pub rule_path: String,
    /// The printed name.
    pub name: String,
    /// The roles that lead it. Empty if it needs no commander.
    pub led_by: Vec<RoleId>,
    /// Whether it may be in the army, outside other commands.
    pub may_be_in_army: bool,
    /// The kinds of command that it may be in.
    pub within: Vec<CommandKindId>,
    /// Whether commands that name no kind are of this one.
    pub is_default: bool,
    /// The position of the id in its file.
    pub span: Span,
}

impl CommandKind {
    /// Returns `true` if it may be in a command of this kind, or in the army for `None`.
    pub fn may_be_in(&self, outer: Option<CommandKindId>) -> bool {
        outer.map_or(self.may_be_in_army, |outer| self.within.contains(&outer))
    }
}

impl Rules {
    /// Returns the kind of command with this id.
    pub fn find_command_kind(&self, word: &str) -> Option<CommandKindId> {
        self.command_kinds.iter().position(|kind| kind.id == word).map(CommandKindId)
    }

    /// Returns a kind of command.
    ///
    /// # Panics
    /// Panics if the id comes from other rules.
    pub fn command_kind(&self, id: CommandKindId) -> &CommandKind {
        &self.command_kinds[id.0]
    }

    /// Returns the kind of commands that name none: the default, or the only one that there is. `None` if a command
    /// must name its kind, or the game has no kinds.
    pub fn default_command_kind(&self) -> Option<CommandKindId> {
        let only = (self.command_kinds.len() == 1).then_some(0);
        self.command_kinds.iter().position(|kind| kind.is_default).or(only).map(CommandKindId)
    }

    /// Returns the kinds of command that may be in a command of this kind, or in the army for `None`.
    pub fn command_kinds_within(&self, outer: Option<CommandKindId>) -> impl Iterator<Item = CommandKindId> {
        let all = self.command_kinds.iter().enumerate();
        all.filter(move |(_, kind)| kind.may_be_in(outer)).map(|(at, _)| CommandKindId(at))
    }

    /// Returns the roles that lead a command of this kind. `None` in a game without commands.
    pub fn leading_roles(&self, kind: Option<CommandKindId>) -> Option<&[RoleId]> {
        let all = self.led_by.as_deref();
        kind.map_or(all, |kind| Some(&self.command_kind(kind).led_by))
    }
}
