//! The write-ahead log of a journal that was not closed in good order, as it is before the database
//! is opened. The library takes the first frame that does not hold for the end of what was committed.
//! A crash can tear only the last commit, since each is synced before the next one is written; so
//! where commits stand behind what does not hold, they were promised and are not to be passed over.
//!
//! The layout is that of `SQLite`'s "WAL File Format": a header, then frames of a header and a page,
//! each with a checksum that goes on from the one before.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::journal::error::OpenError;

const HEADER_BYTES: usize = 32;
const FRAME_HEADER_BYTES: usize = 24;
/// The first four bytes of a log; the lowest bit says that its checksums are of big-endian words.
const MAGIC: u32 = 0x377f_0682;
/// Pages are of these sizes.
const PAGE_BYTES: std::ops::RangeInclusive<usize> = 512..=65_536;

/// A checksum over words, as far as it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Checksum(u32, u32);

/// What the header says of the frames.
#[derive(Clone, Copy, Debug)]
struct Header {
    is_big_endian: bool,
    page_bytes: usize,
    salts: [u8; 8],
    checksum: Checksum,
}

/// Where the log of a database is.
pub(super) fn beside(file: &Path) -> PathBuf {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    log.into()
}

/// Whether everything that was committed to a database is in its log.
///
/// # Errors
/// Commits stand behind something that does not hold, or the log can't be read.
pub(super) fn check(file: &Path) -> Result<(), OpenError> {
    let path = beside(file);
    let failed = |source| OpenError::Io {
        doing: "read",
        path: path.clone(),
        source,
    };
    let log = match File::open(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        opened => opened.map_err(failed)?,
    };
    match commits_lost(BufReader::new(log)).map_err(failed)? {
        0 => Ok(()),
        lost => Err(OpenError::Damaged {
            file: file.into(),
            what: format!(
                "its write-ahead log does not hold, and {lost} commits stand behind that"
            ),
        }),
    }
}

/// How many whole commits stand behind the first frame that does not hold, without the one that the
/// frame is of.
fn commits_lost(mut log: impl Read) -> io::Result<u64> {
    let Some(header) = read::<HEADER_BYTES>(&mut log)? else {
        return Ok(0);
    };
    let Some(header) = Header::parse(&header) else {
        // It is written in one piece and synced before any frame.
        return Ok(u64::from(read::<FRAME_HEADER_BYTES>(&mut log)?.is_some()));
    };
    let mut checksum = Some(header.checksum);
    let mut commits = 0_u64;
    let mut page = vec![0; header.page_bytes];
    while let Some(frame) = read::<FRAME_HEADER_BYTES>(&mut log)? {
        if !fill(&mut log, &mut page)? {
            break;
        }
        let belongs = frame[8..16] == header.salts;
        checksum = checksum.and_then(|before| {
            let words = [&frame[..8], &page[..]];
            let now = words
                .into_iter()
                .fold(before, |sum, bytes| sum.over(bytes, header.is_big_endian));
            (belongs && now == Checksum::at(&frame[16..])).then_some(now)
        });
        let is_commit = word(&frame[4..]) != 0;
        commits += u64::from(checksum.is_none() && belongs && is_commit);
    }
    Ok(commits.saturating_sub(1))
}

impl Header {
    /// A header that holds.
    fn parse(bytes: &[u8; HEADER_BYTES]) -> Option<Self> {
        let magic = word(bytes);
        let is_big_endian = magic & 1 == 1;
        let checksum = Checksum(0, 0).over(&bytes[..24], is_big_endian);
        let page_bytes = usize::try_from(word(&bytes[8..])).ok()?;
        let mut salts = [0; 8];
        salts.copy_from_slice(&bytes[16..24]);
        let holds = magic & !1 == MAGIC
            && checksum == Checksum::at(&bytes[24..])
            && PAGE_BYTES.contains(&page_bytes)
            && page_bytes.is_power_of_two();
        holds.then_some(Self {
            is_big_endian,
            page_bytes,
            salts,
            checksum,
        })
    }
}

impl Checksum {
    /// The checksum that stands here.
    fn at(bytes: &[u8]) -> Self {
        Self(word(bytes), word(&bytes[4..]))
    }

    /// The checksum with these bytes, a multiple of eight.
    fn over(self, bytes: &[u8], is_big_endian: bool) -> Self {
        let (pairs, _) = bytes.as_chunks::<8>();
        pairs.iter().fold(self, |Self(first, second), pair| {
            let (a, b) = if is_big_endian {
                (word(pair), word(&pair[4..]))
            } else {
                (word(pair).swap_bytes(), word(&pair[4..]).swap_bytes())
            };
            let first = first.wrapping_add(a).wrapping_add(second);
            Self(first, second.wrapping_add(b).wrapping_add(first))
        })
    }
}

/// The big-endian word at the start of these bytes.
fn word(bytes: &[u8]) -> u32 {
    bytes[..4]
        .iter()
        .fold(0, |word, &byte| word << 8 | u32::from(byte))
}

/// The next bytes; `None` where the log ends before or within them.
fn read<const BYTES: usize>(log: &mut impl Read) -> io::Result<Option<[u8; BYTES]>> {
    let mut bytes = [0; BYTES];
    Ok(fill(log, &mut bytes)?.then_some(bytes))
}

fn fill(log: &mut impl Read, bytes: &mut [u8]) -> io::Result<bool> {
    match log.read_exact(bytes) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        filled => filled.map(|()| true),
    }
}
