//! What is kept of what was changed in the program.

use clap::ValueEnum;

use crate::effect::Effect;
use crate::model::{ColorChoice, Model, Notice, Origin, Screen, Settings};
use crate::settings_file::{SettingChange, SettingKey, SettingValue};
use crate::sound::Silence;

/// What may be changed, as it was before.
pub(super) struct Before {
    name: String,
    server: String,
    settings: Settings,
    color: ColorChoice,
    music: String,
}

impl Before {
    /// What holds now.
    pub(super) fn of(model: &Model) -> Self {
        Self {
            name: model.name.clone(),
            server: model.usual_server.clone(),
            settings: model.settings,
            color: model.color,
            music: model.music.clone(),
        }
    }

    /// Keeps what has changed since: what a flag has said for this time alone is not kept.
    pub(super) fn keep(self, model: &Model) -> Vec<Effect> {
        let (old, new) = (self.settings, model.settings);
        let all = [
            (self.name != model.name).then(|| text(SettingKey::Name, &model.name)),
            (self.server != model.usual_server)
                .then(|| text(SettingKey::Server, &model.usual_server)),
            (old.keys != new.keys).then(|| word(SettingKey::Keys, &new.keys)),
            (old.theme != new.theme).then(|| word(SettingKey::Theme, &new.theme)),
            (old.lang != new.lang).then(|| word(SettingKey::Lang, &new.lang)),
            (old.ascii != new.ascii).then(|| switch(SettingKey::Ascii, new.ascii)),
            (old.animation != new.animation).then(|| switch(SettingKey::Animation, new.animation)),
            (old.sound != new.sound).then(|| switch(SettingKey::Sound, new.sound)),
            (self.color != model.color).then(|| word(SettingKey::Color, &model.color)),
            (self.music != model.music).then(|| text(SettingKey::Music, &model.music)),
            (old.discovery != new.discovery).then(|| switch(SettingKey::Discovery, new.discovery)),
        ];
        let changes: Vec<_> = all.into_iter().flatten().collect();
        if changes.is_empty() {
            return Vec::new();
        }
        let is_tuned = (old.sound, &self.music) != (new.sound, &model.music);
        let tune = is_tuned.then(|| Effect::Tune {
            sound: new.sound,
            music: model.music.clone(),
        });
        [Effect::KeepSettings(changes)]
            .into_iter()
            .chain(tune)
            .collect()
    }
}

/// What came of keeping them.
pub(super) fn kept(model: &mut Model, kept: Result<Option<String>, String>) -> Vec<Effect> {
    match kept {
        Ok(None) => {}
        Ok(Some(aside)) => tell(model, Notice::SettingsAside { aside }),
        Err(cause) => tell(model, Notice::SettingsNotKept { cause }),
    }
    Vec::new()
}

/// Not all is heard that was chosen to be heard.
pub(super) fn silent(model: &mut Model, silence: Silence) -> Vec<Effect> {
    tell(model, Notice::Silent(silence));
    Vec::new()
}

/// Tells what became of a choice; whoever plays already is not called away from it.
fn tell(model: &mut Model, notice: Notice) {
    match &model.screen {
        Screen::Form(form) => model.origin = Some(Origin::Form(form.clone())),
        Screen::Menu(_) => {}
        _ => return,
    }
    model.screen = Screen::Notice(notice);
}

fn text(key: SettingKey, text: &str) -> SettingChange {
    (key, SettingValue::Text(text.to_owned()))
}

fn word(key: SettingKey, value: &impl ValueEnum) -> SettingChange {
    let name = value.to_possible_value();
    let name = name.expect("every value has a word of its own");
    text(key, name.get_name())
}

const fn switch(key: SettingKey, is_on: bool) -> SettingChange {
    (key, SettingValue::Switch(is_on))
}
