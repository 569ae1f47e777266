//! 命令行用法错误的中文。

use std::error::Error as _;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorFormatter, ErrorKind};
use versus2048_protocol::name::NameError;
use versus2048_protocol::rules::options::{MAX_COUNTDOWN_S, MAX_FOUR_PERMILLE, MAX_SIDE, MIN_SIDE};
use versus2048_protocol::rules::tiles::HexError;

use crate::config::ValueProblem;
use crate::model::{AddressProblem, FormProblem};
use crate::text::zh::Chinese;
use crate::text::{Language as _, clean};

impl ErrorFormatter for Chinese {
    fn format_error(error: &Error<Self>) -> StyledStr {
        let wrong = format!("错误：{}", what_is_wrong(error));
        let similar = similar(error).map(|similar| format!("  是否想用 {similar}？"));
        let usage = error.get(ContextKind::Usage).map(ToString::to_string);
        let usage = usage.map(|usage| usage.replacen("Usage: ", "用法：", 1));
        let more = "更多说明见 --help。\n".to_owned();
        let paragraphs = [Some(wrong), similar, usage, Some(more)]
            .into_iter()
            .flatten();
        let paragraphs: Vec<String> = paragraphs.collect();
        paragraphs.join("\n\n").into()
    }
}

/// What is wrong with a command line, and what would be right.
fn what_is_wrong(error: &Error<Chinese>) -> String {
    let said = |kind| error.get(kind).map(said).unwrap_or_default();
    let argument = said(ContextKind::InvalidArg);
    let value = said(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("{argument} 后面需要一个值{}", choices(error))
        }
        ErrorKind::InvalidValue => format!("{argument} 不能是“{value}”{}", choices(error)),
        ErrorKind::ValueValidation => {
            format!("{argument} 不能是“{value}”：{}", problem(error))
        }
        ErrorKind::UnknownArgument => format!("这里不能用“{argument}”"),
        ErrorKind::InvalidSubcommand => {
            format!("没有命令“{}”", said(ContextKind::InvalidSubcommand))
        }
        ErrorKind::MissingRequiredArgument => format!("缺少 {argument}"),
        ErrorKind::MissingSubcommand => "缺少命令".into(),
        ErrorKind::ArgumentConflict => match said(ContextKind::PriorArg) {
            prior if prior == argument => format!("{argument} 只能用一次"),
            prior => format!("{argument} 不能与 {prior} 同时使用"),
        },
        ErrorKind::WrongNumberOfValues => format!(
            "{argument} 后面需要 {} 个值，现在有 {} 个",
            said(ContextKind::ExpectedNumValues),
            said(ContextKind::ActualNumValues)
        ),
        ErrorKind::TooFewValues => format!(
            "{argument} 后面至少需要 {} 个值，现在有 {} 个",
            said(ContextKind::MinValues),
            said(ContextKind::ActualNumValues)
        ),
        ErrorKind::TooManyValues => format!("{argument} 后面多出了“{value}”"),
        ErrorKind::NoEquals => format!("{argument} 与它的值之间需要等号"),
        ErrorKind::InvalidUtf8 => "命令行不是有效的 UTF-8".into(),
        kind => format!("命令行有误：{kind}"),
    }
}

/// What a piece of an error is called.
fn said(value: &ContextValue) -> String {
    match value {
        ContextValue::Strings(items) => clean(&items.join("、")),
        other => clean(&other.to_string()),
    }
}

/// What can be chosen instead.
fn choices(error: &Error<Chinese>) -> String {
    match error.get(ContextKind::ValidValue).map(said) {
        Some(values) if !values.is_empty() => format!("；可用 {values}"),
        _ => String::new(),
    }
}

/// What is much the same as what was typed.
fn similar(error: &Error<Chinese>) -> Option<String> {
    let kinds = [
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
    ];
    let similar = kinds.into_iter().find_map(|kind| error.get(kind));
    similar.map(said).or_else(|| elsewhere(error))
}

/// The command that takes a flag which this one does not take: it is told in a sentence alone.
fn elsewhere(error: &Error<Chinese>) -> Option<String> {
    let Some(ContextValue::StyledStrs(sentences)) = error.get(ContextKind::Suggested) else {
        return None;
    };
    sentences.iter().find_map(|sentence| {
        let sentence = sentence.to_string();
        let command = sentence.strip_prefix('\'')?.strip_suffix("' exists")?;
        Some(clean(command))
    })
}

/// Why a value is none, as each of those that read values says it.
fn problem(error: &Error<Chinese>) -> String {
    let Some(source) = error.source() else {
        return "无法理解".into();
    };
    if let Some(problem) = source.downcast_ref() {
        value_problem(*problem)
    } else if let Some(problem) = source.downcast_ref::<NameError>() {
        Chinese.problem(FormProblem::Name(*problem))
    } else if let Some(problem) = source.downcast_ref::<AddressProblem>() {
        Chinese.problem(FormProblem::Address(*problem))
    } else if source.is::<HexError>() {
        "应为 64 位十六进制数字，字母小写".into()
    } else {
        clean(&source.to_string())
    }
}

fn value_problem(problem: ValueProblem) -> String {
    match problem {
        ValueProblem::Target => "目标是 8 到 131072 之间的 2 的幂，或 none".into(),
        ValueProblem::TimeLimit => "时限是 10 到 3600 秒，或 none".into(),
        ValueProblem::Side => format!("棋盘的行数和列数是 {MIN_SIDE} 到 {MAX_SIDE}"),
        ValueProblem::FourPermille => {
            format!("每 1000 个新方块中可以有 0 到 {MAX_FOUR_PERMILLE} 个 4")
        }
        ValueProblem::Countdown => format!("倒计时是 0 到 {MAX_COUNTDOWN_S} 秒"),
        ValueProblem::Listen => "应写成 地址:端口，如 0.0.0.0:2049，端口最大 65535".into(),
    }
}
