package fairlead.cli.session;

import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.http.Server;
import fairlead.cli.http.Tokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Who the person at the command line is, for each server.
///
/// A token is taken from `FAIRLEAD_TOKEN`; else it is fetched with `FAIRLEAD_CLIENT_ID` and
/// `FAIRLEAD_CLIENT_SECRET` (or the file that `FAIRLEAD_CLIENT_SECRET_FILE` names); else it is the one that
/// `fairlead login` has kept in `FAIRLEAD_SESSIONS` (else `~/.config/fairlead/sessions.json`), which its
/// owner alone can read.
public final class SignIn implements Tokens {

    /// As which this program asks to act for a person.
    public static final String CLIENT = "fairlead";

    private static final long EARLY = 60;

    /// From this status on it is the server's trouble, and not the session's.
    private static final int SERVER_TROUBLE = 500;

    private final Env env;
    private final Function<URI, Server> others;
    private Optional<String> fetched = Optional.empty();

    /// @param others the servers of issuers
    SignIn(Env env, Function<URI, Server> others) {
        this.env = env;
        this.others = others;
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

    /// An issuer that the server trusts, as which it is asked for tokens.
    public record Issuer(String tokenEndpoint, String clientId, String scope) {}

    /// What a login keeps.
    ///
    /// @param refresh renews the token, once; empty if nothing does
    /// @param issuer who renews it; empty if the server itself does
    public record Kept(String token, Optional<String> refresh, Optional<Issuer> issuer) {

        /// A token that nothing renews.
        public static Kept of(String token) {
            return new Kept(token, Optional.empty(), Optional.empty());
        }

        /// As the token endpoint has answered.
        public static Kept of(JsonNode answer) {
            return new Kept(
                    answer.path("access_token").asString(""),
                    Optional.of(answer.path("refresh_token").asString("")).filter(text -> !text.isEmpty()),
                    Optional.empty());
        }

        /// The same, of that issuer.
        public Kept at(Issuer other) {
            return new Kept(token, refresh, Optional.of(other));
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
        Answer answer = ask(server, "/adfs/oauth2/token", form);
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

    /// Posts a form, without a token.
    public static Answer ask(Server server, String path, Map<String, String> form) throws InterruptedException {
        byte[] body = form(form).getBytes(StandardCharsets.US_ASCII);
        return server.sendPlain(Request.of(Request.Method.POST, path, "application/x-www-form-urlencoded", body));
    }

    /// The fields as a query or form has them.
    public static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    // -- what is kept -------------------------------------------------------------------------------------------------

    /// Keeps a token for later commands.
    public void keep(Server server, Kept kept) {
        ObjectNode all = sessions();
        ObjectNode one = all.putObject(server.base().toString()).put("token", kept.token());
        kept.refresh().ifPresent(refresh -> one.put("refresh", refresh));
        kept.issuer()
                .ifPresent(issuer -> one.putObject("issuer")
                        .put("tokenEndpoint", issuer.tokenEndpoint())
                        .put("clientId", issuer.clientId())
                        .put("scope", issuer.scope()));
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

    /// One that has ended, and that nothing renews, is none.
    private Optional<String> kept(Server server) throws InterruptedException {
        JsonNode one = sessions().path(server.base().toString());
        String token = one.path("token").asString("");
        if (token.isEmpty() || !hasEnded(token)) {
            return Optional.of(token).filter(text -> !text.isEmpty());
        }
        return one.has("refresh") ? renewed(server) : Optional.empty();
    }

    /// What renews a token is good once, so that one process at a time does it, and others take what it has got.
    private Optional<String> renewed(Server server) throws InterruptedException {
        Path lock = file().resolveSibling("sessions.lock");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = channel.lock()) {
            JsonNode one = sessions().path(server.base().toString());
            String token = one.path("token").asString("");
            if (!hasEnded(token)) {
                return Optional.of(token);
            }
            Optional<Issuer> issuer = one.optional("issuer")
                    .map(kept -> new Issuer(
                            kept.path("tokenEndpoint").asString(""),
                            kept.path("clientId").asString(""),
                            kept.path("scope").asString("")));
            Map<String, String> form = new LinkedHashMap<>();
            form.put("grant_type", "refresh_token");
            form.put("client_id", issuer.map(Issuer::clientId).orElse(CLIENT));
            form.put("refresh_token", one.path("refresh").asString(""));
            Answer answer = issuer.isPresent()
                    ? ask(
                            others.apply(URI.create(issuer.get().tokenEndpoint())),
                            issuer.get().tokenEndpoint(),
                            form)
                    : ask(server, "/adfs/oauth2/token", form);
            if (answer.failed()) {
                if (answer.status() < SERVER_TROUBLE) {
                    forget(server);
                }
                return Optional.empty();
            }
            Kept next = Kept.of(answer.json());
            Kept whole = new Kept(
                    next.token(),
                    next.refresh().or(() -> Optional.of(one.path("refresh").asString(""))),
                    issuer);
            keep(server, whole);
            return Optional.of(next.token());
        } catch (IOException failure) {
            throw new UncheckedIOException("can't lock " + lock, failure);
        }
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
