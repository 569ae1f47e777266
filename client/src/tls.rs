//! Secure connections: whom this machine trusts, and what can be wrong with who answers.

use std::io;
use std::sync::Arc;

use tokio_rustls::rustls::crypto::{CryptoProvider, ring};
use tokio_rustls::rustls::{CertificateError, ClientConfig, Error, RootCertStore};
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use crate::message::Insecure;

/// How to make a secure connection to whoever has a certificate that this machine trusts.
///
/// # Errors
/// The cryptography that is built in can't do what is wanted of it.
pub fn client() -> Result<Arc<ClientConfig>, Error> {
    let mut roots = RootCertStore::empty();
    // A certificate that can't be read is as good as none; with none at all nobody is trusted.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let config = ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Arc::new(config))
}

/// The same for single requests.
#[must_use]
pub fn requests() -> TlsConfig {
    let roots = rustls_native_certs::load_native_certs().certs;
    let roots = roots.iter().map(|it| Certificate::from_der(it).to_owned());
    TlsConfig::builder()
        .root_certs(RootCerts::from(roots.collect::<Vec<_>>()))
        .unversioned_rustls_crypto_provider(provider())
        .build()
}

/// What is wrong with a peer, where that is what ended a connection.
#[must_use]
pub fn fault(error: &io::Error) -> Option<Insecure> {
    let error = error.get_ref()?.downcast_ref::<Error>()?;
    Some(match error {
        Error::InvalidCertificate(
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
        ) => Insecure::OtherName,
        Error::InvalidCertificate(
            CertificateError::Expired
            | CertificateError::ExpiredContext { .. }
            | CertificateError::NotValidYet
            | CertificateError::NotValidYetContext { .. },
        ) => Insecure::OutOfDate,
        Error::InvalidCertificate(_) => Insecure::Untrusted,
        Error::InvalidMessage(_) => Insecure::Plain,
        _ => Insecure::Otherwise,
    })
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}
