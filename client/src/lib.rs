//! The terminal client of 2048 Versus.
//!
//! One [`model::Model`], one place that changes it ([`update::update`]), one that draws it
//! ([`view::draw`]). What has to happen outside of the model is a value, an [`effect::Effect`].

pub mod address;
pub mod best_file;
pub mod commands;
pub mod config;
pub mod effect;
pub mod film;
pub mod held_seat;
pub mod home;
pub mod host;
pub mod http;
pub mod keeper;
pub mod kept_replays;
pub mod keymap;
pub mod local;
pub mod message;
pub mod model;
pub mod nearby;
pub mod network;
pub mod outside;
pub mod plain;
pub mod play;
pub mod playback;
pub mod recent_servers;
pub mod record;
pub mod replay_source;
pub mod run;
pub mod saved_game;
pub mod served_replay;
pub mod session;
pub mod settings_file;
pub mod sound;
pub mod state_dir;
pub mod stdio;
pub mod terminal;
pub mod text;
pub mod theme;
pub mod tls;
pub mod tokens;
pub mod unreached;
pub mod update;
pub mod view;
