//! 关于保存回放的中文。

use crate::model::{Keeping, NotKept};
use crate::text::clean;

/// 回放保存得怎样：完整的说法，以及放不下时的说法。
pub(super) fn keeping(keeping: &Keeping) -> [String; 2] {
    match keeping {
        Keeping::UnderWay => ["正在保存回放……", "保存中……"].map(str::to_owned),
        Keeping::Kept {
            path,
            is_asked_again: false,
        } => [
            format!("回放已保存：{}", clean(path)),
            "回放已保存，见菜单中的“回放”".into(),
        ],
        Keeping::Kept { path, .. } => [
            format!("早已保存：{}", clean(path)),
            "早已保存，见菜单中的“回放”".into(),
        ],
        Keeping::Failed(why) => {
            let why = match why {
                NotKept::Nowhere => "没有可存放的目录".into(),
                NotKept::NoMove => "双方都没有走过".into(),
                NotKept::ServerGone => "服务器已不在".into(),
                NotKept::Cause(cause) => clean(cause),
            };
            [format!("回放未保存：{why}"), format!("未保存：{why}")]
        }
    }
}
