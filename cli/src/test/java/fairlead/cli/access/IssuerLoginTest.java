package fairlead.cli.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import fairlead.cli.session.Exit;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A person signs in at an issuer, which is one here as its clients see it, beside a server that trusts it.
class IssuerLoginTest {

    @TempDir
    private Path folder;

    private HttpServer http;
    private String url;
    private String issuers;
    private Map<String, String> authorized = Map.of();
    private String refusal = "";
    private String itself = "";
    private int status = 200;
    private final List<Map<String, String>> tokens = new CopyOnWriteArrayList<>();
    private final List<String> shown = new CopyOnWriteArrayList<>();

    @BeforeEach
    void serve() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        url = "http://127.0.0.1:" + http.getAddress().getPort();
        itself = url + "/realm";
        issuers = "{\"issuer\": \"" + url + "/realm\", \"clientId\": \"fairlead-cli\", \"scope\": \"openid profile\"}";
        http.createContext("/fairlead/signin", exchange -> json(exchange, 200, "{\"issuers\": [" + issuers + "]}"));
        http.createContext("/fairlead/whoami", exchange -> {
            shown.add(exchange.getRequestHeaders().getFirst("Authorization"));
            json(exchange, 200, "{\"id\": \"1\", \"name\": \"alice\", \"type\": \"User\", \"groups\": []}");
        });
        http.createContext(
                "/realm/.well-known/openid-configuration",
                exchange -> json(
                        exchange,
                        200,
                        "{\"issuer\": \"" + itself + "\", \"authorization_endpoint\": \"" + url
                                + "/realm/authorize\", \"token_endpoint\": \"" + url + "/realm/token\"}"));
        http.createContext("/realm/authorize", this::authorize);
        http.createContext("/realm/token", this::token);
        http.start();
    }

    @AfterEach
    void stop() {
        http.stop(0);
    }

    private static void json(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static Map<String, String> fields(String form) {
        Map<String, String> fields = new HashMap<>();
        for (String one : form.split("&")) {
            String[] parts = one.split("=", 2);
            fields.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return fields;
    }

    private void authorize(HttpExchange exchange) throws IOException {
        authorized = fields(exchange.getRequestURI().getRawQuery());
        String answer = refusal.isEmpty() ? "code=the-code" : refusal;
        exchange.getResponseHeaders()
                .set("Location", authorized.get("redirect_uri") + "?" + answer + "&state=" + authorized.get("state"));
        exchange.sendResponseHeaders(302, -1);
        exchange.close();
    }

    private void token(HttpExchange exchange) throws IOException {
        tokens.add(fields(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
        json(
                exchange,
                status,
                "{\"access_token\": \"" + jwt("token-" + tokens.size()) + "\", \"refresh_token\": \"refresh-"
                        + tokens.size() + "\"}");
    }

    /// Good for an hour from the moment at which the shell's clock stands in the beginning.
    private static String jwt(String name) {
        String claims = "{\"jti\": \"" + name + "\", \"exp\": 1793538000}";
        return "e30." + Base64.getUrlEncoder().withoutPadding().encodeToString(claims.getBytes(StandardCharsets.UTF_8))
                + ".sig";
    }

    private Shell shell(String browser) throws IOException {
        Path script = folder.resolve("browser");
        Files.writeString(script, "#!/bin/sh\n" + browser + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return new Shell(url)
                .variable("FAIRLEAD_SESSIONS", folder.resolve("sessions").toString())
                .variable("BROWSER", script.toString());
    }

    private Shell signedIn() throws IOException {
        Shell shell = shell("exec curl -sSL \"$1\"");
        Ran in = shell.run("login");
        assertThat(in.exit()).as(in.err()).isZero();
        return shell;
    }

    @Test
    void getsATokenForACodeThatIsWorthNothingToOthers() throws Exception {
        signedIn();

        assertThat(authorized)
                .containsEntry("response_type", "code")
                .containsEntry("client_id", "fairlead-cli")
                .containsEntry("scope", "openid profile")
                .containsEntry("code_challenge_method", "S256");
        assertThat(authorized.get("redirect_uri")).matches("http://127\\.0\\.0\\.1:\\d+/callback");
        Map<String, String> asked = tokens.getFirst();
        assertThat(asked).containsEntry("grant_type", "authorization_code").containsEntry("code", "the-code");
        byte[] digest = MessageDigest.getInstance("SHA-256")
                .digest(asked.getOrDefault("code_verifier", "").getBytes(StandardCharsets.US_ASCII));
        assertThat(Base64.getUrlEncoder().withoutPadding().encodeToString(digest))
                .isEqualTo(authorized.get("code_challenge"));
    }

    @Test
    void keepsTheTokenForLaterCommandsAndHasItRenewedByTheIssuer() throws IOException {
        Shell shell = signedIn();
        shell.run("whoami");
        shell.clock.advance(Duration.ofHours(2));

        shell.run("whoami");

        assertThat(shown).containsExactly("Bearer " + jwt("token-1"), "Bearer " + jwt("token-2"));
        assertThat(tokens.getLast())
                .containsEntry("grant_type", "refresh_token")
                .containsEntry("refresh_token", "refresh-1")
                .containsEntry("client_id", "fairlead-cli");
    }

    @Test
    void endsWhenThePersonDeclines() throws IOException {
        refusal = "error=access_denied&error_description=Not+today";

        Ran in = shell("exec curl -sSL \"$1\"").run("login");

        assertThat(in.exit()).isEqualTo(Exit.DENIED.code());
        assertThat(in.err()).contains("sign-in was refused: Not today");
    }

    @Test
    void takesNoAnswerToAQuestionThatItDidNotAsk() throws IOException {
        String forged = """
            port=$(echo "$1" | sed 's/.*127.0.0.1%3A\\([0-9]*\\).*/\\1/')
            curl -sS "http://127.0.0.1:$port/callback?code=forged&state=guessed"
            exec curl -sSL "$1"
            """;

        Ran in = shell(forged).run("login");

        assertThat(in.exit()).as(in.err()).isZero();
        assertThat(tokens.getFirst()).containsEntry("code", "the-code");
    }

    @Test
    void needsTheIssuerWhereThereAreSeveral() throws IOException {
        issuers += ", {\"issuer\": \"https://other.example\", \"clientId\": \"x\", \"scope\": \"openid\"}";

        Ran without = shell("exit 1").run("login");
        Ran unknown = shell("exit 1").run("login", "--issuer", "https://third.example");
        Ran named = shell("exec curl -sSL \"$1\"").run("login", "--issuer", url + "/realm");

        assertThat(without.exit()).isEqualTo(Exit.USAGE.code());
        assertThat(without.err()).contains("give --issuer", url + "/realm, https://other.example");
        assertThat(unknown.err()).contains("the server does not know the issuer https://third.example");
        assertThat(named.exit()).as(named.err()).isZero();
    }

    @Test
    void saysHowToSignInWhereThereIsNoIssuer() throws IOException {
        issuers = "";

        assertThat(shell("exit 1").run("login").err())
                .contains("knows no issuer at which people sign in: give --device, or --client-id");
    }

    @Test
    void believesNoDocumentOfAnotherIssuer() throws IOException {
        itself = url + "/other";

        Ran in = shell("exec curl -sSL \"$1\"").run("login");

        assertThat(in.exit()).isEqualTo(Exit.DENIED.code());
        assertThat(in.err()).contains("is of the issuer '" + url + "/other'");
        assertThat(tokens).isEmpty();
    }

    @Test
    void staysSignedInWhileTheIssuerHasTroubleAndNotOnceItRefuses() throws IOException {
        Shell shell = signedIn();
        shell.clock.advance(Duration.ofHours(2));
        status = 503;
        shell.run("whoami");
        status = 200;

        shell.run("whoami");

        assertThat(shown).containsExactly(null, "Bearer " + jwt("token-3"));
        shell.clock.advance(Duration.ofHours(2));
        status = 400;
        shell.run("whoami");
        assertThat(Files.readString(folder.resolve("sessions"))).isEqualTo("{}");
    }

    @Test
    void hasNoCodesWhereTheIssuerHasNone() throws IOException {
        assertThat(shell("exit 1").run("login", "--no-browser").err()).contains("the issuer has no codes for devices");
    }
}
