//! The menu.

/// The menu and the entry that is chosen in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Menu {
    /// The chosen entry.
    pub selected: MenuItem,
}

/// An entry of the menu.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MenuItem {
    /// Back to the seat at a table that still runs; only while there is one.
    Return,
    /// Host a match on this machine.
    #[default]
    Host,
    /// Join a match by its code.
    Join,
    /// Two at one keyboard.
    HotSeat,
    /// One board alone.
    Solo,
    /// A match with anybody on a server.
    Quick,
    /// A table of one's own on a server.
    Create,
    /// The tables of a server.
    Tables,
    /// Watch a match by its code.
    Watch,
    /// Matches of before.
    Replays,
    /// Name, server, keys, looks.
    Settings,
    /// The keys, and what differs from ordinary 2048.
    Help,
    /// Out of the program.
    Quit,
}

impl MenuItem {
    /// Every entry that is always there, in the order of the menu.
    pub const ALL: [Self; 12] = [
        Self::Host,
        Self::Join,
        Self::HotSeat,
        Self::Solo,
        Self::Quick,
        Self::Create,
        Self::Tables,
        Self::Watch,
        Self::Replays,
        Self::Settings,
        Self::Help,
        Self::Quit,
    ];

    /// The entries of a menu, the way back first where there is one.
    pub fn shown(offers_return: bool) -> impl Iterator<Item = Self> + Clone {
        let back = offers_return.then_some(Self::Return);
        back.into_iter().chain(Self::ALL)
    }
}
