package fairlead.server.options;

import fairlead.server.http.Tls;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/// Which certificate to show.
public sealed interface Https {

    /// One that the server makes for this machine's own names.
    record SelfSigned() implements Https {}

    record FromFiles(Path certificate, Path key) implements Https {}

    /// What `--tls` says.
    static Https parse(String text) {
        if (text.equals("self-signed")) {
            return new SelfSigned();
        }
        int comma = text.indexOf(',');
        if (comma > 0 && comma < text.length() - 1) {
            return new FromFiles(Path.of(text.substring(0, comma)), Path.of(text.substring(comma + 1)));
        }
        throw new IllegalArgumentException("expected self-signed or CERT,KEY, found '" + text + "'");
    }

    /// The file of its key, if it is not one that the server makes.
    default Optional<Path> keyFile() {
        return switch (this) {
            case SelfSigned() -> Optional.empty();
            case FromFiles(var _, var file) -> Optional.of(file);
        };
    }

    /// The certificate, made if need be.
    ///
    /// @param folder where one that is made is kept
    /// @param names that one that is made is for, besides those of this machine to itself
    default Tls certificate(Path folder, List<String> names, Clock clock) {
        return switch (this) {
            case SelfSigned() -> Tls.selfSigned(folder, names, clock);
            case FromFiles(var certificate, var key) -> new Tls(certificate, key);
        };
    }
}
