//! What keys do, in a word or two.

listed! {
    /// What a key does.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Hint {
        /// Slides the tiles.
        Move,
        /// Slides the tiles of the left board or, one above the other, of the upper one.
        MoveFirst,
        /// Slides those of the other board.
        MoveSecond,
        /// Gives up.
        Resign,
        /// Gives up, and after the match asks for another.
        ResignThenRematch,
        /// Begins again.
        Restart,
        /// Takes the last move of one alone back.
        Undo,
        /// Asks for another match.
        Rematch,
        /// Opens what can be said.
        Emote,
        /// Opens the help.
        Help,
        /// Scrolls what is longer than the window.
        Scroll,
        /// Closes what is open.
        Close,
        /// Leaves the match.
        Leave,
        /// Leaves the program.
        Quit,
        /// Goes back.
        Back,
        /// Goes on.
        GoOn,
        /// Goes from entry to entry.
        Choose,
        /// Changes a value.
        Change,
        /// Takes the chosen entry.
        Open,
        /// Begins what was chosen.
        Start,
        /// Takes another of the servers of before.
        Recent,
        /// Makes what was chosen hold.
        Apply,
        /// Takes the free seat of the chosen table.
        Join,
        /// Watches the chosen table.
        Watch,
        /// Makes a table of one's own.
        Create,
        /// Loads the list again.
        Reload,
        /// Names a replay that is not in the list.
        File,
        /// Stops a replay, or lets it go on.
        Pause,
        /// Goes a move on or back in a replay.
        Step,
        /// Makes a replay faster or slower.
        Speed,
        /// Jumps in a replay.
        Jump,
        /// Goes to the start or the end of a replay.
        Ends,
        /// Answers yes.
        Yes,
        /// Answers no.
        No,
        /// Goes back to a match that still runs.
        Return,
        /// Gives a match up that still runs, for what was asked for.
        GiveUp,
        /// Answers another time.
        Later,
        /// Copies the table's address.
        Copy,
        /// The address was copied, where the terminal allows that.
        Copied,
        /// Keeps the replay.
        Keep,
        /// The replay is kept.
        Kept,
        /// Draws everything anew.
        Redraw,
        /// Gives the terminal to the shell for a while.
        Suspend,
    }
}
