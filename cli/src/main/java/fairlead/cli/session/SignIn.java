package fairlead.cli.session;

import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.http.Server;
import fairlead.cli.http.Tokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Who the person at the command line is, for each server.
///
/// A token is taken from `FAIRLEAD_TOKEN`; else it is fetched with `FAIRLEAD_CLIENT_ID` and `FAIRLEAD_CLIENT_SECRET`
/// (or
/// the file that `FAIRLEAD_CLIENT_SECRET_FILE` names); else it is the one that `fairlead login` has kept in
/// `FAIRLEAD_SESSIONS` (else `~/.config/fairlead/sessions.json`), which its owner alone can read.
public final class SignIn implements Tokens {

    private static final long EARLY = 60;

    private final Env env;
    private Optional<String> fetched = Optional.empty();

    SignIn(Env env) {
        this.env = env;
    }

    /// What a client shows of itself.
    ///
    /// @param proof the parameters beside the client id
    public record Client(String id, Map<String, String> proof) {

        /// One with a secret.
        public static Client withSecret(String id, String secret) {
            return new Client(id, Map.of("client_secret", secret));
        }

        /// One with the token of another issuer.
        public static Client withToken(String id, String token) {
            return new Client(
                    id,
                    Map.of(
                            "client_assertion_type",
                            "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
                            "client_assertion",
                            token));
        }
    }

    @Override
    public Optional<String> of(Server server) throws InterruptedException {
        Optional<String> given = env.variable("FAIRLEAD_TOKEN").map(String::strip);
        if (given.isPresent()) {
            return given;
        }
        Optional<String> id = env.variable("FAIRLEAD_CLIENT_ID");
        if (id.isPresent()) {
            if (fetched.isEmpty()) {
                fetched = Optional.of(fetch(server, Client.withSecret(id.get(), secret())));
            }
            return fetched;
        }
        return kept(server);
    }

    private String secret() {
        Optional<String> secret = env.variable("FAIRLEAD_CLIENT_SECRET");
        if (secret.isPresent()) {
            return secret.get().strip();
        }
        String file = env.variable("FAIRLEAD_CLIENT_SECRET_FILE")
                .orElseThrow(() -> new Refused(
                        Exit.USAGE,
                        "FAIRLEAD_CLIENT_ID is set; set FAIRLEAD_CLIENT_SECRET or FAIRLEAD_CLIENT_SECRET_FILE, too"));
        return read(Path.of(file));
    }

    /// The text in a file, without blanks around it.
    public static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException unreadable) {
            throw new Refused(Exit.USAGE, "can't read " + file + ": " + unreadable.getMessage());
        }
    }

    /// A token for a client, from the authority of the server.
    public static String fetch(Server server, Client client) throws InterruptedException {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "client_credentials");
        form.put("client_id", client.id());
        form.put("scope", server.base() + "/.default");
        form.putAll(client.proof());
        byte[] body = form.entrySet().stream()
                .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
                .collect(Collectors.joining("&"))
                .getBytes(StandardCharsets.US_ASCII);
        Answer answer = server.sendPlain(
                Request.of(Request.Method.POST, "/adfs/oauth2/token", "application/x-www-form-urlencoded", body));
        JsonNode json = answer.json();
        String token = json.path("access_token").asString("");
        if (answer.failed() || token.isEmpty()) {
            throw new Refused(
                    Exit.DENIED,
                    "sign-in was refused: "
                            + json.path("error_description").asString("the server answered " + answer.status()));
        }
        return token;
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    // -- what is kept -------------------------------------------------------------------------------------------------

    /// Keeps a token for later commands.
    public void keep(Server server, String token) {
        ObjectNode all = sessions();
        all.putObject(server.base().toString()).put("token", token);
        write(all);
    }

    /// Forgets the token of a server; false if there was none.
    public boolean forget(Server server) {
        ObjectNode all = sessions();
        boolean there = all.remove(server.base().toString()) != null;
        if (there) {
            write(all);
        }
        return there;
    }

    /// One that has ended is none.
    private Optional<String> kept(Server server) {
        String token = sessions().path(server.base().toString()).path("token").asString("");
        return Optional.of(token).filter(text -> !text.isEmpty() && !hasEnded(text));
    }

    /// A token says itself how long it is good.
    private boolean hasEnded(String token) {
        try {
            String claims = token.split("\\.", 3)[1];
            byte[] json = java.util.Base64.getUrlDecoder().decode(claims);
            long end = Answer.MAPPER.readTree(json).path("exp").asLong(Long.MAX_VALUE);
            return env.clock().instant().isAfter(Instant.ofEpochSecond(end - EARLY));
        } catch (RuntimeException opaque) {
            return false;
        }
    }

    private Path file() {
        return env.variable("FAIRLEAD_SESSIONS")
                .map(Path::of)
                .orElseGet(() -> Path.of(
                        env.variable("XDG_CONFIG_HOME")
                                .orElseGet(() -> env.variable("HOME").orElse(".") + "/.config"),
                        "fairlead",
                        "sessions.json"));
    }

    private ObjectNode sessions() {
        Path file = file();
        try {
            return Files.exists(file)
                    ? (ObjectNode) Answer.MAPPER.readTree(Files.readAllBytes(file))
                    : Answer.MAPPER.createObjectNode();
        } catch (IOException | JacksonException | ClassCastException unreadable) {
            throw new Refused(Exit.USAGE, "can't read " + file + ": " + unreadable.getMessage());
        }
    }

    private void write(ObjectNode all) {
        Path file = file();
        try {
            Path folder = file.toAbsolutePath().getParent();
            Files.createDirectories(folder);
            Path fresh = Files.createTempFile(
                    folder,
                    "sessions",
                    ".new",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.write(fresh, Answer.MAPPER.writeValueAsBytes(all));
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw new UncheckedIOException("can't write " + file, failure);
        }
    }
}
