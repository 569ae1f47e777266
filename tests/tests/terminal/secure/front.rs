//! A line of TLS in front of a server, with a certificate that an authority of its own has signed.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, date_time_ymd};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;

/// Who vouches for servers.
pub(super) struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    pub(super) fn new() -> Self {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().expect("keys can be made");
        let issuer = CertifiedIssuer::self_signed(params, key);
        Self(issuer.expect("an authority can vouch for itself"))
    }

    /// What somebody has to have who trusts it.
    pub(super) fn pem(&self) -> String {
        self.0.pem()
    }

    /// Passes on what goes either way between a secure port and a server, as the host of a name.
    pub(super) fn front(&self, name: &str, server: SocketAddr) -> SocketAddr {
        self.front_of(&params(name), server)
    }

    /// The same with a certificate that is not valid any more.
    pub(super) fn expired_front(&self, name: &str, server: SocketAddr) -> SocketAddr {
        let mut params = params(name);
        params.not_before = date_time_ymd(2000, 1, 1);
        params.not_after = date_time_ymd(2001, 1, 1);
        self.front_of(&params, server)
    }

    fn front_of(&self, params: &CertificateParams, server: SocketAddr) -> SocketAddr {
        let key = KeyPair::generate().expect("keys can be made");
        let certificate = params.signed_by(&key, &self.0).expect("a certificate");
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("they are built in")
            .with_no_client_auth()
            .with_single_cert(
                vec![certificate.der().clone()],
                PrivatePkcs8KeyDer::from(key.serialize_der()).into(),
            )
            .expect("the key is that of the certificate");
        serve(TlsAcceptor::from(Arc::new(config)), server)
    }
}

fn params(name: &str) -> CertificateParams {
    CertificateParams::new([name.to_owned()]).expect("a name")
}

/// Runs beside the test, which waits for its terminal.
fn serve(acceptor: TlsAcceptor, server: SocketAddr) -> SocketAddr {
    let (address_tx, address) = mpsc::channel();
    thread::spawn(move || {
        let runtime = Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(async {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
            let listener = listener.expect("a free port");
            let address = listener.local_addr().expect("it listens");
            address_tx.send(address).expect("the test waits for it");
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(pass_on(acceptor.clone(), stream, server));
            }
        });
    });
    address.recv().expect("the address comes")
}

/// A guest that hangs up is what some tests are about.
async fn pass_on(acceptor: TlsAcceptor, stream: TcpStream, server: SocketAddr) -> Option<()> {
    let mut guest = acceptor.accept(stream).await.ok()?;
    let mut host = TcpStream::connect(server).await.ok()?;
    copy_bidirectional(&mut guest, &mut host).await.ok()?;
    Some(())
}
