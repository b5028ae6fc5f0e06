/// A private certificate authority as resource types: `Fairlead::Tls::Authority` and, nested under it,
/// `Fairlead::Tls::Certificate`.
///
/// [fairlead.providers.tls.TlsTypes] gives the types to a control plane. Behind it, handlers decide what has to be
/// issued or revoked, a book keeps it on disk, an issuer signs. Private keys of authorities are sealed at rest;
/// those of certificates stay with the caller.
@NullMarked
package fairlead.providers.tls;

import org.jspecify.annotations.NullMarked;
