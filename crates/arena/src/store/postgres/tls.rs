//! Encrypted connections to a server that proves who it is.

use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

/// What makes encrypted connections: with the certificates of a file, or those of the system.
pub(super) fn connector(certificates: Option<&Path>) -> Result<MakeRustlsConnect, String> {
    let mut roots = RootCertStore::empty();
    match certificates {
        Some(path) => {
            let wrong = |reason: &dyn std::fmt::Display| format!("sslrootcert {}: {reason}", path.display());
            let read = CertificateDer::pem_file_iter(path).map_err(|error| wrong(&error))?;
            for certificate in read {
                let certificate = certificate.map_err(|error| wrong(&error))?;
                roots.add(certificate).map_err(|error| wrong(&error))?;
            }
            if roots.is_empty() {
                return Err(wrong(&"the file has no certificate"));
            }
        }
        // A certificate that cannot be read is one less to trust; with none at all no server is believed.
        None => drop(roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs)),
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}
