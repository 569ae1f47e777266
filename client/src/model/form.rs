//! Fields to fill in before something begins.

mod fields;
mod text_field;

pub use text_field::TextField;

use versus2048_protocol::name::NameError;
use versus2048_protocol::rules::{Scoring, TileSource};

use crate::message::KeyContext;
use crate::model::{AddressProblem, ColorChoice, KeyLayout, Lang, MenuItem, Model, ThemeName};
use crate::nearby::NearbyTable;

/// Fields to fill in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// What for.
    pub kind: FormKind,
    /// The fields, from top to bottom.
    pub fields: Vec<Field>,
    /// The number of the field that keys go to.
    pub focus: usize,
    /// What was wrong when it was submitted.
    pub problem: Option<FormProblem>,
    /// The servers that somebody was at last, the newest first.
    pub recent: Vec<String>,
    /// The tables in the same network, where they are looked for; the focus goes on to them behind the
    /// fields.
    pub nearby: Option<Vec<NearbyTable>>,
}

/// What a form is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FormKind {
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
    /// Watch a match by its code.
    Watch,
    /// The tables of a server.
    Tables,
    /// Matches of before.
    Replays,
    /// Name, server, keys, looks.
    Settings,
}

impl FormKind {
    /// Every form.
    pub const ALL: [Self; 10] = [
        Self::Host,
        Self::Join,
        Self::HotSeat,
        Self::Solo,
        Self::Quick,
        Self::Create,
        Self::Watch,
        Self::Tables,
        Self::Replays,
        Self::Settings,
    ];

    /// The entry of the menu that opens it, whose name it has.
    #[must_use]
    pub const fn menu_item(self) -> MenuItem {
        match self {
            Self::Host => MenuItem::Host,
            Self::Join => MenuItem::Join,
            Self::HotSeat => MenuItem::HotSeat,
            Self::Solo => MenuItem::Solo,
            Self::Quick => MenuItem::Quick,
            Self::Create => MenuItem::Create,
            Self::Watch => MenuItem::Watch,
            Self::Tables => MenuItem::Tables,
            Self::Replays => MenuItem::Replays,
            Self::Settings => MenuItem::Settings,
        }
    }
}

/// What is wrong with what a field has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormProblem {
    /// The name breaks a rule.
    Name(NameError),
    /// The code or the server can't be read.
    Address(AddressProblem),
}

/// One field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Which.
    pub name: FieldName,
    /// What it has.
    pub value: FieldValue,
}

/// Which field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldName {
    /// The name to go by.
    Name,
    /// The name of whoever has the letters, where two play at one keyboard.
    LeftName,
    /// The name of whoever has the arrows.
    RightName,
    /// Where the server is.
    Server,
    /// `CODE`, `HOST/CODE` or `HOST:PORT/CODE`.
    Code,
    /// The file, the id or the URL of a replay.
    Replay,
    /// Rows of each board.
    Rows,
    /// Columns of each board.
    Cols,
    /// The tile that wins.
    Target,
    /// The time limit.
    TimeLimit,
    /// How often a new tile is a 4.
    Fours,
    /// Whether both boards draw the same tiles.
    Tiles,
    /// What counts as score.
    Scoring,
    /// Seconds before the start.
    Countdown,
    /// From where a server in this process can be reached.
    Reach,
    /// The port of a server in this process.
    Port,
    /// Whether the table is told in lists.
    Listed,
    /// Whether others may watch.
    Watchable,
    /// Which letters move a board.
    Keys,
    /// The palette.
    Theme,
    /// The language.
    Lang,
    /// Whether only characters of ASCII are drawn.
    Ascii,
    /// Whether changes are shown in steps.
    Animation,
    /// Whether tables are announced and looked for in the same network.
    Discovery,
    /// Whether sounds are heard.
    Sound,
    /// In how many colours everything is drawn.
    Color,
    /// The file of the music.
    Music,
}

/// What a field has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// A text that is typed.
    Text(TextField),
    /// One of several.
    Choice {
        /// What can be chosen, never empty.
        choices: Vec<Choice>,
        /// The number of the chosen one.
        selected: usize,
    },
}

/// Something that can be chosen in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Without it.
    Without,
    /// A number.
    Number(u64),
    /// So many seconds.
    Seconds(u64),
    /// So many of 1000.
    Permille(u16),
    /// From this machine alone.
    ThisMachine,
    /// From other machines too.
    Network,
    /// Yes.
    Yes,
    /// No.
    No,
    /// Where tiles come from.
    Tiles(TileSource),
    /// What counts as score.
    Scoring(Scoring),
    /// Which letters move a board.
    Keys(KeyLayout),
    /// A palette.
    Theme(ThemeName),
    /// How many colours.
    Color(ColorChoice),
    /// A language.
    Lang(Lang),
}

impl Form {
    /// The form with what the model has already.
    #[must_use]
    pub fn new(kind: FormKind, model: &Model) -> Self {
        Self {
            kind,
            fields: fields::of(kind, model),
            focus: 0,
            problem: None,
            recent: model.recent_servers.clone(),
            nearby: (kind == FormKind::Join && model.settings.discovery).then(Vec::new),
        }
    }

    /// What keys mean while the form has them.
    #[must_use]
    pub fn key_context(&self) -> KeyContext {
        match self.fields.get(self.focus).map(|field| &field.value) {
            Some(FieldValue::Text(_)) => KeyContext::Text,
            _ => KeyContext::Choice,
        }
    }

    /// How many places the focus can be at.
    #[must_use]
    pub fn places(&self) -> usize {
        let nearby = self.nearby.as_ref().map_or(0, Vec::len);
        self.fields.len() + nearby
    }

    /// The table in the same network that has the focus.
    #[must_use]
    pub fn chosen_table(&self) -> Option<&NearbyTable> {
        let place = self.focus.checked_sub(self.fields.len())?;
        self.nearby.as_ref()?.get(place)
    }

    /// Takes in which tables there are now; the focus stays on what it is on.
    pub fn find(&mut self, tables: Vec<NearbyTable>) {
        if self.nearby.is_none() {
            return;
        }
        let chosen = self.chosen_table().cloned();
        let is_chosen = |table: &NearbyTable| Some(table) == chosen.as_ref();
        if chosen.is_some() {
            let place = tables.iter().position(is_chosen);
            self.focus = place.map_or(0, |place| self.fields.len() + place);
        }
        self.nearby = Some(tables);
    }

    /// Whether the servers of before can be had by a key: the focus is on a server, and there are some.
    #[must_use]
    pub fn offers_recent(&self) -> bool {
        let focus = self.fields.get(self.focus);
        focus.is_some_and(|field| field.name == FieldName::Server) && !self.recent.is_empty()
    }

    /// What was typed into a field.
    #[must_use]
    pub fn text(&self, name: FieldName) -> Option<&str> {
        match self.value(name)? {
            FieldValue::Text(field) => Some(field.text()),
            FieldValue::Choice { .. } => None,
        }
    }

    /// What was chosen in a field.
    #[must_use]
    pub fn choice(&self, name: FieldName) -> Option<Choice> {
        match self.value(name)? {
            FieldValue::Text(_) => None,
            FieldValue::Choice { choices, selected } => choices.get(*selected).copied(),
        }
    }

    fn value(&self, name: FieldName) -> Option<&FieldValue> {
        let field = self.fields.iter().find(|field| field.name == name)?;
        Some(&field.value)
    }
}
