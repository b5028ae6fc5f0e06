package fairlead.server.options;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where secrets that handlers make may be pushed to.
///
/// @param files a folder, in which each subscription has one of its own
/// @param vault a key-value engine, in which each subscription has a path of its own
public record SecretPlaces(Optional<Path> files, Optional<Kv> vault) {

    private static final Pattern KV = Pattern.compile("(https?://[^/?#@]+)/([^/?#]+)(?:/([^?#]+?))?/?");

    /// A key-value engine of a Vault, version 2.
    ///
    /// @param address of the server, without a path
    /// @param mount of the engine
    /// @param prefix a path in it; empty for all of it
    /// @param tokenFile has the token with which the server is asked
    public record Kv(URI address, String mount, String prefix, Path tokenFile) {}

    private record Place(URI address, String mount, String prefix) {}

    static Supplier<SecretPlaces> declare(Flags flags) {
        var files = flags.optional(
                "--secret-files=DIR", Values::path, "let secrets that handlers make be pushed to files below it");
        var vault = flags.optional(
                "--secret-vault=URL",
                SecretPlaces::place,
                "https://HOST:PORT/MOUNT[/PREFIX]: let them be pushed to Vault's KV engine, version 2");
        var token = flags.optional(
                "--secret-vault-token=FILE", Values::path, "has the token for that; read at each request");
        return () -> new SecretPlaces(files.get(), kv(vault.get(), token.get()));
    }

    private static Optional<Kv> kv(Optional<Place> place, Optional<Path> token) {
        if (place.isPresent() != token.isPresent()) {
            throw new IllegalArgumentException("--secret-vault and --secret-vault-token go together");
        }
        return place.map(known -> new Kv(known.address(), known.mount(), known.prefix(), token.orElseThrow()));
    }

    private static Place place(String text) {
        Matcher parts = KV.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("expected https://HOST:PORT/MOUNT[/PREFIX], found '" + text + "'");
        }
        String prefix = parts.group(3) == null ? "" : parts.group(3);
        return new Place(SealKey.vault(parts.group(1)), parts.group(2), prefix);
    }
}
