//! Where new tiles come from.

use proptest::prelude::*;
use sha2::{Digest, Sha256};
use versus2048_protocol::rules::tiles::HexError;
use versus2048_protocol::rules::{Board, Nonce, Options, Secret, Seed, TileSource, TileStream};

use crate::boards::{always, any_board, board, sizes};
use crate::model;

const DIGITS: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

#[test]
fn tiles_are_those_of_the_model_on_every_size() {
    for (rows, cols) in sizes() {
        let inputs = (
            any_board(rows, cols, 17),
            any::<[u8; 32]>(),
            0..=1_u8,
            any::<u32>(),
            0..=1000_u16,
        );
        always(32, inputs, |(board, seed, stream, k, four_permille)| {
            let tiles = TileStream {
                seed: Seed(seed),
                stream,
                four_permille,
            };
            let spawn = tiles
                .spawn(k, &board)
                .map(|spawn| (spawn.row, spawn.col, spawn.value));
            let expected = (board.empty_cells() > 0)
                .then(|| model::spawn(&seed, stream, k, (four_permille, &board.to_rows())));
            assert_eq!(spawn, expected);
        });
    }
}

#[test]
fn a_full_board_gets_no_tile() {
    let tiles = TileStream {
        seed: Seed([7; 32]),
        stream: 0,
        four_permille: 100,
    };
    assert_eq!(tiles.spawn(2, &board("2 4\n4 2")), None);
}

#[test]
fn the_chance_of_a_four_is_the_options() {
    let fours = |four_permille| {
        let tiles = TileStream {
            seed: Seed([1; 32]),
            stream: 1,
            four_permille,
        };
        let empty = Board::empty(4, 4);
        let values = (0..10_000).filter_map(|k| tiles.spawn(k, &empty));
        values.filter(|spawn| spawn.value == 4).count()
    };
    assert_eq!(fours(0), 0);
    assert_eq!(fours(1000), 10_000);
    assert!((800..1200).contains(&fours(100)), "{}", fours(100));
    assert!((9950..10_000).contains(&fours(999)), "{}", fours(999));
}

#[test]
fn seats_share_a_stream_only_where_tiles_are_mirrored() {
    let streams = |tiles| {
        let options = Options {
            tiles,
            ..Options::default()
        };
        [0, 1].map(|seat| options.tile_stream(Seed([0; 32]), seat).stream)
    };
    assert_eq!(streams(TileSource::Mirrored), [0, 0]);
    assert_eq!(streams(TileSource::Independent), [0, 1]);
}

#[test]
fn commitment_and_seed_are_plain_hashes() {
    let nonces = (
        any::<[u8; 32]>(),
        prop::collection::vec(any::<u8>(), 0..=32),
        prop::collection::vec(any::<u8>(), 0..=32),
    );
    always(64, nonces, |(secret, zero, one)| {
        let hash = |bytes: &[u8]| -> [u8; 32] { Sha256::digest(bytes).into() };
        assert_eq!(Secret(secret).commitment().0, hash(&secret));
        let nonces = [
            Nonce::new(zero.clone()).unwrap(),
            Nonce::new(one.clone()).unwrap(),
        ];
        let seed = Secret(secret).seed([&nonces[0], &nonces[1]]);
        assert_eq!(seed.0, hash(&[&secret[..], &zero, &one].concat()));
    });
}

#[test]
fn byte_strings_have_one_spelling() {
    let secret: Secret = DIGITS.parse().unwrap();
    assert_eq!(secret.to_string(), DIGITS);
    let wrong = [
        String::new(),
        DIGITS[2..].to_owned(),
        format!("{DIGITS}00"),
        DIGITS.to_uppercase(),
        format!(" {}", &DIGITS[1..]),
        format!("g{}", &DIGITS[1..]),
        format!("é{}", &DIGITS[2..]),
    ];
    for text in wrong {
        assert_eq!(text.parse::<Secret>(), Err(HexError::Bytes32), "{text}");
        assert_eq!(text.parse::<Seed>(), Err(HexError::Bytes32), "{text}");
    }
}

#[test]
fn a_nonce_has_0_to_32_bytes() {
    for text in ["", "00", "0aff", DIGITS] {
        assert_eq!(text.parse::<Nonce>().unwrap().to_string(), text);
    }
    for text in ["0", "0A", "0g", " 00", "0x00", &format!("{DIGITS}00"), "é"] {
        assert_eq!(text.parse::<Nonce>(), Err(HexError::Nonce), "{text}");
    }
    assert_eq!(Nonce::new(vec![0; 33]), Err(HexError::Nonce));
}

#[test]
fn secrets_stay_out_of_debug_output() {
    let secret: Secret = DIGITS.parse().unwrap();
    let nonce: Nonce = DIGITS.parse().unwrap();
    let seed: Seed = DIGITS.parse().unwrap();
    let shown = format!("{secret:?} {nonce:?} {seed:?}");
    assert!(!shown.contains("0011"), "{shown}");
}
