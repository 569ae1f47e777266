//! What a reverse proxy says about whom a request comes from, and who is believed.

use versus2048_server::{Config, Limits};

use crate::peer::{HELLO, Peer, Seen, UPGRADE, request};
use crate::running::Running;

const ANA: &str = "x-forwarded-for: 192.0.2.1\r\n";
const BO: &str = "x-forwarded-for: 192.0.2.2\r\n";

/// A server to whom this machine is a proxy, or is not.
async fn server(proxy: &str, limits: Limits) -> Running {
    Running::start(Config {
        trusted_proxies: vec![proxy.parse().unwrap()],
        limits,
        ..Config::default()
    })
    .await
}

/// The status that a request of its own connection is answered by.
async fn status(server: &Running, headers: &str) -> u16 {
    let mut peer = Peer::silent(server.address).await;
    peer.write(request("/healthz", headers).as_bytes()).await;
    let answer = peer.read_rest().await;
    let status = answer.split(' ').nth(1).expect(&answer);
    status.parse().unwrap()
}

/// The statuses of several requests one after the other.
async fn statuses(server: &Running, headers: impl Fn(usize) -> String, count: usize) -> Vec<u16> {
    let mut statuses = Vec::new();
    for number in 0..count {
        statuses.push(status(server, &headers(number)).await);
    }
    statuses
}

/// Opens a WebSocket; the status that is not 101 where it is refused.
async fn upgrade(server: &Running, headers: &str) -> Result<Peer, u16> {
    let mut peer = Peer::silent(server.address).await;
    let head = request("/v1/ws", &format!("{UPGRADE}{headers}"));
    peer.write(head.as_bytes()).await;
    let answer = peer.read_head().await;
    match answer.split(' ').nth(1).expect(&answer) {
        "101" => Ok(peer),
        status => Err(status.parse().unwrap()),
    }
}

fn few_requests() -> Limits {
    Limits {
        requests_per_second: 1,
        ..Limits::default()
    }
}

#[tokio::test]
async fn whoever_is_no_proxy_is_not_believed() {
    let server = server("10.0.0.0/8", few_requests()).await;
    let forged = |number| format!("x-forwarded-for: 192.0.2.{number}\r\n");
    let statuses = statuses(&server, forged, 6).await;
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429]);
}

#[tokio::test]
async fn each_client_of_a_proxy_has_its_own_rate() {
    let server = server("127.0.0.0/8", few_requests()).await;
    let mut ana = statuses(&server, |_| ANA.into(), 6).await;
    assert_eq!(ana.pop(), Some(429));
    assert_eq!(ana, [200; 5]);
    assert_eq!(status(&server, BO).await, 200);
    // The same address in the other form, and its network in the case of IPv6.
    let mapped = "x-forwarded-for: ::ffff:192.0.2.1\r\n";
    assert_eq!(status(&server, mapped).await, 429);
    let network = |number| format!("x-forwarded-for: 2001:db8::{number}\r\n");
    assert_eq!(statuses(&server, network, 6).await[5], 429);
    server.hand.advance(1_000);
    assert_eq!(status(&server, ANA).await, 200);
}

#[tokio::test]
async fn a_client_that_is_over_its_rate_is_told_so() {
    let server = server("127.0.0.1", few_requests()).await;
    statuses(&server, |_| ANA.into(), 5).await;
    let mut peer = Peer::silent(server.address).await;
    peer.write(request("/healthz", ANA).as_bytes()).await;
    let answer = peer.read_rest().await.to_ascii_lowercase();
    for said in [
        "429 too many requests",
        "content-type: application/problem+json",
        "retry-after: 1",
        "connection: close",
        "your address connects too often",
    ] {
        assert!(answer.contains(said), "{answer}");
    }
}

#[tokio::test]
async fn a_forged_header_gains_nothing() {
    let server = server("127.0.0.1", few_requests()).await;
    // The proxy adds the address that it sees, in the same line or in another.
    let forged = |number| match number {
        0..3 => format!("x-forwarded-for: 198.51.100.{number}, 192.0.2.1\r\n"),
        3 => format!("x-forwarded-for: 127.0.0.1\r\n{ANA}"),
        _ => format!("x-forwarded-for: nonsense\r\n{ANA}"),
    };
    let statuses = statuses(&server, forged, 6).await;
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429]);
    assert_eq!(status(&server, BO).await, 200);
}

#[tokio::test]
async fn a_chain_of_proxies_is_walked() {
    let server = server("127.0.0.0/8", few_requests()).await;
    let chain = |number| format!("x-forwarded-for: 192.0.2.1, 127.0.0.{number}\r\n");
    assert_eq!(statuses(&server, chain, 6).await[5], 429);
    assert_eq!(status(&server, ANA).await, 429);
}

#[tokio::test]
async fn without_an_address_a_request_counts_for_the_proxy() {
    let server = server("127.0.0.1", few_requests()).await;
    let garbage = |number| match number {
        0..3 => String::new(),
        _ => "x-forwarded-for: 192.0.2.1, unknown\r\n".into(),
    };
    assert_eq!(statuses(&server, garbage, 6).await[5], 429);
    assert_eq!(status(&server, ANA).await, 200);
}

#[tokio::test]
async fn each_client_of_a_proxy_has_its_own_connections() {
    let limits = Limits {
        max_connections_per_address: 2,
        ..Limits::default()
    };
    let server = server("127.0.0.1", limits).await;
    let first = upgrade(&server, ANA).await.ok();
    let _second = upgrade(&server, ANA).await.ok().unwrap();
    assert_eq!(upgrade(&server, ANA).await.err(), Some(429));
    // The proxy itself has more of them than an address may.
    let _others = [
        upgrade(&server, BO).await.ok().unwrap(),
        upgrade(&server, BO).await.ok().unwrap(),
    ];
    assert_eq!(upgrade(&server, BO).await.err(), Some(429));
    drop(first);
    let again = async {
        loop {
            if let Ok(peer) = upgrade(&server, ANA).await {
                break peer;
            }
        }
    };
    server.passing_time(again).await;
}

#[tokio::test]
async fn each_client_of_a_proxy_guesses_for_itself() {
    let limits = Limits {
        misses_per_minute: 2,
        ..Limits::default()
    };
    let server = server("127.0.0.1", limits).await;
    let mut codes = Vec::new();
    for (client, guesses) in [(ANA, 2), (ANA, 1), (BO, 1)] {
        let mut peer = upgrade(&server, client).await.ok().unwrap();
        peer.say(HELLO).await;
        assert!(matches!(peer.see().await, Seen::Text(text) if text["type"] == "welcome"));
        for _ in 0..guesses {
            peer.say(r#"{"type":"join","code":"ZZZZZZ"}"#).await;
            let Seen::Text(answer) = peer.see().await else {
                panic!("an answer comes");
            };
            codes.push(answer["code"].as_str().unwrap().to_owned());
        }
    }
    let [miss, limited] = ["no_such_match", "rate_limited"];
    assert_eq!(codes, [miss, miss, limited, miss]);
}

#[tokio::test]
async fn a_proxy_that_says_nothing_is_cut_in_time() {
    let server = server("127.0.0.1", Limits::default()).await;
    let mut silent = Peer::silent(server.address).await;
    assert_eq!(server.passing_time(silent.read_rest()).await, "");
}
