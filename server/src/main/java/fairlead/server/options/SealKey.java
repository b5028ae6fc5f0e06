package fairlead.server.options;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where the key is that seals secrets.
///
/// @param file if it is not where it usually is
/// @param command prints it
/// @param transit wraps it
public record SealKey(Optional<Path> file, Optional<String> command, Optional<Transit> transit) {

    private static final Pattern TRANSIT = Pattern.compile("(https?://[^/?#@]+)/([^?#]+)/([A-Za-z0-9_.-]+)");

    public SealKey {
        if (command.isPresent() && (file.isPresent() || transit.isPresent())) {
            throw new IllegalArgumentException(
                    "--key-command prints the whole keyset: it goes with neither --key-file nor --key-transit");
        }
    }

    /// A key of the transit engine of a Vault.
    ///
    /// @param address of the server, without a path
    /// @param mount of the engine
    /// @param key its name
    /// @param tokenFile has the token with which the server is asked
    public record Transit(URI address, String mount, String key, Path tokenFile) {}

    private record Place(URI address, String mount, String key) {}

    static Supplier<SealKey> declare(Flags flags) {
        var file = flags.optional(
                "--key-file=FILE", Values::path, "the key that seals secrets (seal.key in the data folder)");
        var command =
                flags.optional("--key-command=COMMAND", Values::text, "a command that prints that key, run by /bin/sh");
        var transit = flags.optional(
                "--key-transit=URL",
                SealKey::place,
                "https://HOST:PORT/MOUNT/KEY: a key of Vault's transit engine that wraps that key");
        var token = flags.optional(
                "--key-transit-token=FILE", Values::path, "has the token for that; read at each request");
        return () -> new SealKey(file.get(), command.get(), transit(transit.get(), token.get()));
    }

    private static Optional<Transit> transit(Optional<Place> place, Optional<Path> token) {
        if (place.isPresent() != token.isPresent()) {
            throw new IllegalArgumentException("--key-transit and --key-transit-token go together");
        }
        return place.map(known -> new Transit(known.address(), known.mount(), known.key(), token.orElseThrow()));
    }

    private static Place place(String text) {
        Matcher parts = TRANSIT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("expected https://HOST:PORT/MOUNT/KEY, found '" + text + "'");
        }
        URI address = vault(parts.group(1));
        return new Place(address, parts.group(2), parts.group(3));
    }

    /// The address of a Vault. A token goes there, so it is HTTPS, or this machine.
    static URI vault(String text) {
        URI address = URI.create(text);
        if (!"https".equals(address.getScheme()) && !isLoopback(address.getHost())) {
            throw new IllegalArgumentException(
                    "expected https://, since a token is sent there, or an address of this machine; found '" + text
                            + "'");
        }
        return address;
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return false;
        }
    }
}
