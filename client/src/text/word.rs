//! Phrases that are always the same.

listed! {
    /// A phrase that is always the same.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Word {
        /// What the game is, under its name.
        Tagline,
        /// Behind one's own name.
        You,
        /// One's own side, where the other has its name.
        OwnSide,
        /// Behind the name of a program of the server.
        Bot,
        /// Somebody whose name is not known yet.
        Nobody,
        /// Who has the arrow keys and no name.
        Arrows,
        /// A seat is ready.
        Ready,
        /// A seat is not ready yet.
        NotReady,
        /// The other player has not come yet.
        WaitingForOther,
        /// What stands above what the other has to type.
        TheyType,
        /// What stands behind what the other has to type: the way through the menu.
        OrByMenu,
        /// What stands before the command for whoever has only the source.
        OrFromSource,
        /// The client connects.
        Connecting,
        /// The client waits in the queue.
        LookingForOpponent,
        /// One's own seat, while the server can't be reached.
        Reconnecting,
        /// Match time stands still.
        Paused,
        /// Both seats are taken, and not both are ready.
        GettingReady,
        /// Two at one keyboard.
        HotSeat,
        /// One board alone.
        Solo,
        /// Somebody who only watches.
        Watching,
        /// The title of the keys in the help.
        Keys,
        /// The title of those of a match, where there is none yet.
        KeysInMatch,
        /// The title of the rules in the help.
        Rules,
        /// Where settings are kept.
        InSettingsFile,
        /// What hosting does first, where a match of one's own was left.
        HostGoesOn,
        /// What stands above the tables in the same network.
        Nearby,
        /// What can be done with a table in the same network.
        SeatNearby,
        /// Tables in the same network are looked for, and none was found yet.
        LookingNearby,
        /// A move of one alone was taken back.
        Undone,
        /// The title of the list of tables.
        Tables,
        /// The list is not there yet.
        Loading,
        /// The list is empty.
        NoTables,
        /// A seat that anybody may take.
        FreeSeat,
        /// A match of before is shown.
        Replay,
        /// The title of the list of replays.
        Replays,
        /// What stands above the replays on this machine.
        KeptHere,
        /// There are none on this machine.
        NothingKept,
        /// What stands above the replays of a server, before its address.
        ReplaysOn,
        /// There are none on the server.
        NoReplays,
        /// What stands above what can be said.
        Say,
        /// The bell has rung because the other has come; for the window's title.
        OpponentHere,
        /// The bell has rung because the other wants another match; for the window's title.
        RematchWanted,
    }
}
