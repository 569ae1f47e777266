//! What the help of the command line says in another language than that of its definition.

/// What the help of the command line says in a language, by the names of the definition.
pub struct Manual {
    /// What the program is.
    pub about: &'static str,
    /// What is added where there is room for it.
    pub more: &'static str,
    /// Commands, each with what it does.
    pub commands: &'static [(&'static str, &'static str)],
    /// Flags and arguments.
    pub arguments: &'static [ToldArgument],
    /// Values that can be chosen: of which argument, which one, and what it means.
    pub values: &'static [(&'static str, &'static str, &'static str)],
    /// What stands before how a command is typed.
    pub usage: &'static str,
    /// What stands for a command that is left open.
    pub command: &'static str,
    /// What stands for options that are left open.
    pub options: &'static str,
    /// What stands above commands, arguments, options, and options of every command.
    pub headings: Headings,
    /// What stands before an example.
    pub example: &'static str,
    /// What stands before a value that holds where none is said.
    pub default: &'static str,
    /// What stands before values that can be chosen.
    pub choices: &'static str,
    /// What stands between such values.
    pub comma: &'static str,
    /// What stands before what such a value means.
    pub colon: &'static str,
}

/// A flag or an argument, and what is said of it.
pub struct ToldArgument {
    /// The command, where another one says something else by the same name.
    pub command: Option<&'static str>,
    /// Its name in the definition.
    pub id: &'static str,
    /// What stands for its values; none where it takes none or their names are the same everywhere.
    pub values: &'static [&'static str],
    /// What it is for.
    pub help: &'static str,
}

/// What stands above the parts of a help.
pub struct Headings {
    /// Above commands.
    pub commands: &'static str,
    /// Above arguments.
    pub arguments: &'static str,
    /// Above the options of a command.
    pub options: &'static str,
    /// Above the options of every command.
    pub everywhere: &'static str,
}

impl Manual {
    /// What a command does.
    #[must_use]
    pub fn command(&self, name: &str) -> Option<&'static str> {
        let mut commands = self.commands.iter();
        commands.find_map(|(known, about)| (*known == name).then_some(*about))
    }

    /// What is said of an argument of a command.
    #[must_use]
    pub fn argument(&self, command: &str, id: &str) -> Option<&'static ToldArgument> {
        self.arguments.iter().find(|argument| {
            argument.id == id && argument.command.is_none_or(|known| known == command)
        })
    }

    /// What a value of an argument means.
    #[must_use]
    pub fn value(&self, id: &str, value: &str) -> Option<&'static str> {
        let mut values = self.values.iter();
        values.find_map(|(of, known, help)| ((*of, *known) == (id, value)).then_some(*help))
    }
}
