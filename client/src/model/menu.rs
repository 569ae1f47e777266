//! The menu.

/// The menu and the entry that is chosen in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Menu {
    /// The number of the chosen entry in [`MenuItem::ALL`].
    pub selected: usize,
}

/// An entry of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MenuItem {
    /// Host a match on this machine.
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
    /// Every entry in the order of the menu.
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
}
