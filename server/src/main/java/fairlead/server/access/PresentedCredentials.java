package fairlead.server.access;

import java.security.cert.X509Certificate;
import java.util.Optional;

/// By what a request shows who makes it.
///
/// @param authorization the value of the header `Authorization`
/// @param certificate of the client, if it has proved on the connection that it has the key, and one of the authorities
///     that are trusted for it has issued it
/// @param baseUrl scheme and authority by which the caller has addressed the server, without a slash at the end
/// @param method of the request
/// @param target path and query, as they were sent
public record PresentedCredentials(
        Optional<String> authorization,
        Optional<X509Certificate> certificate,
        String baseUrl,
        String method,
        String target) {

    /// What is shown whatever is asked for.
    public PresentedCredentials(Optional<String> authorization, Optional<X509Certificate> certificate, String baseUrl) {
        this(authorization, certificate, baseUrl, "GET", "/");
    }
}
