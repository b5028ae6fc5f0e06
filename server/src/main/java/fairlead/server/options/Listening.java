package fairlead.server.options;

import fairlead.server.http.AddressRange;
import fairlead.server.http.Exposure;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Where a server listens, and how it is reached.
///
/// @param port 0 for any that is free
/// @param publicUrl the address under which callers know this server
/// @param tls how to speak HTTPS; empty for plain HTTP
/// @param proxies those that pass on what callers send, and say where it comes from
/// @param loopbackPort where plain HTTP is spoken, too, with programs on this machine alone
/// @param clientAuthorities a file of those whose certificates callers may show
public record Listening(
        String host,
        int port,
        Optional<URI> publicUrl,
        Optional<Https> tls,
        List<AddressRange> proxies,
        Optional<Integer> loopbackPort,
        Optional<Path> clientAuthorities) {

    private static final String LOOPBACK = "127.0.0.1";

    public Listening {
        proxies = List.copyOf(proxies);
    }

    /// Of a program that other machines may reach.
    static Supplier<Listening> declare(Flags flags) {
        flags.section("Listening");
        var port = port(flags);
        var host = flags.value(
                "--host=HOST",
                Values::host,
                LOOPBACK,
                "the address to listen on; one that other machines can reach, or 0.0.0.0 for all, only with"
                        + " --require-sign-in, --public-url, and --tls or --behind-proxy");
        var publicUrl = publicUrl(flags);
        var tls = tls(flags);
        var proxies = proxies(flags);
        var loopbackPort = flags.optional(
                "--loopback-port=PORT",
                Values.number(1, 65535),
                "speak plain HTTP, too, on 127.0.0.1 at this port, for programs on this machine");
        var clientAuthorities = flags.optional(
                "--client-ca=FILE",
                Values::path,
                "ask callers for a certificate that one of the authorities in this PEM file has issued, and know them"
                        + " by it; with --tls and --require-sign-in");
        return () -> new Listening(
                host.get(),
                port.get(),
                publicUrl.get(),
                tls.get(),
                proxies.get(),
                loopbackPort.get(),
                clientAuthorities.get());
    }

    /// Of a front.
    static Supplier<Listening> declareInFront(Flags flags) {
        flags.section("Listening");
        var port = port(flags);
        var host = flags.value(
                "--host=HOST",
                Values::host,
                LOOPBACK,
                "the address to listen on; one that other machines can reach, or 0.0.0.0 for all, only with"
                        + " --cell-key-file, --public-url, and --tls or --behind-proxy");
        var publicUrl = publicUrl(flags);
        var tls = tls(flags);
        var proxies = proxies(flags);
        return () -> new Listening(
                host.get(), port.get(), publicUrl.get(), tls.get(), proxies.get(), Optional.empty(), Optional.empty());
    }

    private static Supplier<List<AddressRange>> proxies(Flags flags) {
        return flags.repeatable(
                "--behind-proxy=ADDRESS",
                AddressRange::parse,
                "the address or network of a proxy, whose X-Forwarded-For is believed; without --tls nothing else on"
                        + " the network is answered; repeatable");
    }

    private static Supplier<Integer> port(Flags flags) {
        return flags.value(
                "--port=PORT", Values.number(0, 65535), "8080", "where to listen; 0 for any port that is free");
    }

    private static Supplier<Optional<URI>> publicUrl(Flags flags) {
        return flags.optional("--public-url=URL", Values::url, "the address under which callers know this server");
    }

    private static Supplier<Optional<Https>> tls(Flags flags) {
        return flags.optional(
                "--tls=self-signed|CERT,KEY",
                Https::parse,
                "speak HTTPS: with a certificate made for localhost and the names of --host and --public-url"
                        + " (server.crt in the data folder), or with this certificate and its key, both in PEM files,"
                        + " which may be replaced while the server runs");
    }

    /// The same, once it is certain that strangers who can reach it are asked who they are, over connections that are
    /// not read on the way.
    ///
    /// @param signIn whether callers have to sign in
    Listening with(boolean signIn) {
        return with(signIn, "--require-sign-in");
    }

    /// The same.
    ///
    /// @param how by which option they have to
    Listening with(boolean signIn, String how) {
        if (clientAuthorities.isPresent() && (!signIn || tls.isEmpty())) {
            throw new IllegalArgumentException("--client-ca has an effect with --require-sign-in and --tls alone");
        }
        if (isLoopback()) {
            return this;
        }
        require(signIn, "without " + how + " every caller could do everything: add it, or listen on 127.0.0.1");
        require(
                tls.isPresent() || !proxies.isEmpty(),
                "plain HTTP would show tokens to the network: add --tls, or --behind-proxy with the address of the"
                        + " proxy that speaks HTTPS");
        require(
                publicUrl.filter(url -> "https".equals(url.getScheme())).isPresent(),
                "callers have to know the server by one address: add --public-url=https://...");
        return this;
    }

    private void require(boolean sound, String reason) {
        if (!sound) {
            throw new IllegalArgumentException("--host=" + host + " can be reached from other machines, and " + reason);
        }
    }

    private boolean isLoopback() {
        return address().isLoopbackAddress();
    }

    private boolean isWildcard() {
        return address().isAnyLocalAddress();
    }

    private InetAddress address() {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException unknown) {
            throw new IllegalArgumentException("the address '" + host + "' is not known", unknown);
        }
    }

    /// Which machines requests are taken from.
    public Exposure exposure() {
        return isLoopback() ? new Exposure(false, proxies, false) : new Exposure(true, proxies, tls.isEmpty());
    }

    /// The address under which callers know this server, without a slash at the end.
    ///
    /// @param port the one that it listens on
    public URI url(int port) {
        String scheme = tls.isPresent() ? "https://" : "http://";
        String address = host.contains(":") ? "[" + host + "]" : host;
        return publicUrl.orElseGet(() -> URI.create(scheme + address + ":" + port));
    }

    /// The names that a certificate is for, besides those of this machine to itself.
    public List<String> names() {
        Stream<String> own = isLoopback() || isWildcard() ? Stream.empty() : Stream.of(host);
        return Stream.concat(publicUrl.map(URI::getHost).stream(), own)
                .distinct()
                .toList();
    }
}
