//! The page of the settings.

use super::form::{fill, open_form};
use super::*;

#[test]
fn settings_hold_at_once() {
    let mut model = open_form(MenuItem::Settings);
    while !matches!(&model.screen, Screen::Form(form)
        if form.fields[form.focus].name == FieldName::Lang)
    {
        press(&mut model, Action::Focus(Direction::Down));
    }
    let effects = press(&mut model, Action::Focus(Direction::Right));
    assert_eq!(model.settings.lang, Lang::Zh);
    let lang = (SettingKey::Lang, SettingValue::Text("zh".to_owned()));
    assert_eq!(effects, [Effect::KeepSettings(vec![lang])]);
    assert_eq!(press(&mut model, Action::Back), []);
    assert_eq!(model.settings.lang, Lang::Zh);
    assert!(matches!(model.screen, Screen::Menu(_)));
}

#[test]
fn esc_keeps_what_was_typed_of_the_settings_where_it_can_be() {
    for (typed, name) in [("Bo", "Bo"), ("!", "Ana")] {
        let mut model = open_form(MenuItem::Settings);
        fill(&mut model, typed);
        press(&mut model, Action::Back);
        assert!(matches!(model.screen, Screen::Menu(_)));
        assert_eq!(model.name, name);
    }
    let mut model = open_form(MenuItem::Join);
    fill(&mut model, "k7qx4m");
    assert_eq!(press(&mut model, Action::Back), []);
    assert!(matches!(model.screen, Screen::Menu(_)));
}

fn set_focus(model: &mut Model, name: FieldName) {
    let Screen::Form(form) = &mut model.screen else {
        panic!("no form");
    };
    let mut names = form.fields.iter().map(|field| field.name);
    form.focus = names.position(|it| it == name).expect("it has that field");
}

#[test]
fn sounds_and_music_and_colours_are_as_chosen_at_once() {
    let mut model = open_form(MenuItem::Settings);
    set_focus(&mut model, FieldName::Sound);
    let effects = press(&mut model, Action::Focus(Direction::Left));
    let tune = |music: &str| Effect::Tune {
        sound: true,
        music: music.to_owned(),
    };
    assert!(effects.contains(&tune("")), "{effects:?}");
    let silence = Silence::NotBuilt;
    update(&mut model, Message::Silent(silence.clone()));
    let told = Notice::Silent(silence);
    assert!(matches!(&model.screen, Screen::Notice(notice) if *notice == told));
    press(&mut model, Action::Submit);
    set_focus(&mut model, FieldName::Color);
    press(&mut model, Action::Focus(Direction::Right));
    assert_eq!(model.settings.color, ColorDepth::True);
    press(&mut model, Action::Focus(Direction::Right));
    assert_eq!(model.settings.color, ColorDepth::Ansi256);
    set_focus(&mut model, FieldName::Music);
    fill(&mut model, "~/a.ogg");
    let effects = press(&mut model, Action::Submit);
    assert!(effects.contains(&tune("~/a.ogg")), "{effects:?}");
}

#[test]
fn what_is_changed_in_the_settings_is_kept_and_nothing_else() {
    let mut model = open_form(MenuItem::Settings);
    assert_eq!(press(&mut model, Action::Submit), []);
    let mut model = open_form(MenuItem::Settings);
    fill(&mut model, "Bo");
    for _ in 0..3 {
        press(&mut model, Action::Focus(Direction::Down));
    }
    let kept = |key, text: &str| {
        let value = SettingValue::Text(text.to_owned());
        [Effect::KeepSettings(vec![(key, value)])]
    };
    let effects = press(&mut model, Action::Focus(Direction::Right));
    assert_eq!(effects, kept(SettingKey::Theme, "cool"));
    let effects = press(&mut model, Action::Submit);
    assert_eq!(effects, kept(SettingKey::Name, "Bo"));
    assert_eq!(update(&mut model, Message::SettingsKept(Ok(None))), []);
    assert!(matches!(model.screen, Screen::Menu(_)));
}

#[test]
fn settings_that_are_not_kept_are_told_in_the_menu_and_nowhere_else() {
    let cause = "the disk is full".to_owned();
    let refused = || Message::SettingsKept(Err(cause.clone()));
    let mut model = at_menu();
    update(&mut model, refused());
    let expected = Notice::SettingsNotKept {
        cause: cause.clone(),
    };
    assert!(matches!(&model.screen, Screen::Notice(notice) if *notice == expected));
    assert_eq!(
        press(&mut model, Action::Quit),
        [Effect::Quit(Exit::Done)],
        "nothing that was asked for has failed"
    );
    press(&mut model, Action::Submit);
    assert!(matches!(model.screen, Screen::Menu(_)));
    let mut playing = seated(Phase::Playing);
    update(&mut playing, refused());
    assert!(matches!(playing.screen, Screen::Table(_)));
}
