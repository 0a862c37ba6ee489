//! Numbers that stand for the words of a ruleset, so that checking compares no texts.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub usize);)*
    };
}

ids! {
    /// A unit type or an entry of a book.
    KindId;
    /// An option.
    OptionId;
    /// A role.
    RoleId;
    /// A tag.
    TagId;
    /// A stat.
    StatId;
    /// A mode of the game.
    ModeId;
    /// A number that is worked out.
    NumberId;
    /// A contingent: 0 is the army's own, each ally has one more.
    ContingentId;
}

impl ContingentId {
    /// The army's own contingent.
    pub const OWN: Self = Self(0);
}
