package fairlead.server.options;

import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;

/// Where a server listens, and how it is reached.
///
/// @param port 0 for any that is free
/// @param publicUrl the address under which callers know this server
/// @param tls how to speak HTTPS; empty for plain HTTP
public record Listening(String host, int port, Optional<URI> publicUrl, Optional<Https> tls) {

    static Supplier<Listening> declare(Flags flags) {
        flags.section("Listening");
        var port = flags.value(
                "--port=PORT", Values.number(0, 65535), "8080", "where to listen; 0 for any port that is free");
        var host =
                flags.value("--host=HOST", Values::loopback, "127.0.0.1", "the address to listen on: a loopback one");
        var publicUrl =
                flags.optional("--public-url=URL", Values::url, "the address under which callers know this server");
        var tls = flags.optional(
                "--tls=self-signed|CERT,KEY",
                Https::parse,
                "speak HTTPS: with a certificate made for localhost (server.crt in the data folder), or with this"
                        + " certificate and its key, both in PEM files");
        return () -> new Listening(host.get(), port.get(), publicUrl.get(), tls.get());
    }

    /// The address under which callers know this server, without a slash at the end.
    ///
    /// @param port the one that it listens on
    public URI url(int port) {
        String scheme = tls.isPresent() ? "https://" : "http://";
        String address = host.contains(":") ? "[" + host + "]" : host;
        return publicUrl.orElseGet(() -> URI.create(scheme + address + ":" + port));
    }
}
