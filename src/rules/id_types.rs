//! Numeric ids for the things of a ruleset, so that checks do not compare strings.

macro_rules! ids {
    ($($(#[$doc:meta])* pub struct $name:ident;)*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub usize);)*
    };
}

ids! {
    /// Identifies a unit type or an entry of a book.
    pub struct UnitKindId;
    /// Identifies an option.
    pub struct OptionId;
    /// Identifies a role.
    pub struct RoleId;
    /// Identifies a tag.
    pub struct TagId;
    /// Identifies a stat.
    pub struct StatId;
    /// Identifies a mode of the game.
    pub struct ModeId;
    /// Identifies a limit, of a ruleset, a book, an entry or an event.
    pub struct LimitId;
    /// Identifies an effect, of a ruleset or a book.
    pub struct EffectId;
    /// Identifies a kind of command.
    pub struct CommandKindId;
    /// Identifies a charge.
    pub struct ChargeId;
    /// Identifies a computed number.
    pub struct NumberId;
    /// Identifies a contingent: 0 is the main army, followed by the allies in the order of the book.
    pub struct ContingentId;
}

impl ContingentId {
    /// The main army.
    pub const OWN: Self = Self(0);
}
