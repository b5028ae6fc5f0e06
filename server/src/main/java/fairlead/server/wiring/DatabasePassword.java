package fairlead.server.wiring;

import fairlead.server.options.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The password of the PostgreSQL database, which need not stand on the command line: every user of the machine can
/// read that.
///
/// @param given the one of the file, or else of the environment; empty if there is neither
record DatabasePassword(Optional<String> given) {

    /// The variable of the environment.
    static final String VARIABLE = "FAIRLEAD_DATABASE_PASSWORD";

    private static final Logger LOG = LoggerFactory.getLogger(DatabasePassword.class);

    /// Throws [UncheckedIOException] if a file is named that has none.
    static DatabasePassword of(Storage storage, Map<String, String> environment) {
        return new DatabasePassword(storage.passwordFile()
                .map(DatabasePassword::read)
                .or(() -> Optional.ofNullable(environment.get(VARIABLE)).filter(password -> !password.isEmpty())));
    }

    private static String read(Path file) {
        try {
            String password = Files.readString(file).lines().findFirst().orElse("");
            if (password.isEmpty()) {
                throw new IOException("its first line is empty");
            }
            return password;
        } catch (IOException failure) {
            throw new UncheckedIOException(
                    "the password of the database in " + file + " can't be read: " + failure.getMessage(), failure);
        }
    }

    /// The address with this password, which goes before one that stands in it.
    String in(String url) {
        URI uri = URI.create(url);
        String user = uri.getRawUserInfo() == null ? "" : uri.getRawUserInfo();
        if (user.contains(":")) {
            LOG.warn(
                    "--database has a password, which every user of this machine can read in the list of processes:"
                            + " use --database-password-file or the environment variable {}",
                    VARIABLE);
        }
        if (given.isEmpty()) {
            return url;
        }
        String named = user.split(":", 2)[0];
        // As PostgreSQL's own programs have it.
        String name = named.isEmpty() ? System.getProperty("user.name") : named;
        String password = URLEncoder.encode(given.get(), StandardCharsets.UTF_8);
        String authority = String.valueOf(uri.getRawAuthority());
        String host = authority.substring(authority.lastIndexOf('@') + 1);
        return url.replace("//" + authority, "//" + name + ":" + password + "@" + host);
    }
}
