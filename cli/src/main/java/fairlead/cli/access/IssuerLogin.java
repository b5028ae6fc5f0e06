package fairlead.cli.access;

import com.sun.net.httpserver.HttpServer;
import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.http.Server;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.session.SignIn;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/// Signs a person in at an issuer that the server trusts: in a browser on this machine ("OAuth 2.0 for Native
/// Apps", with "Proof Key for Code Exchange"), or in one elsewhere ("OAuth 2.0 Device Authorization Grant").
final class IssuerLogin {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String DONE =
            "<!doctype html><title>Fairlead</title><p>You are signed in. You may close this.</p>";
    private static final String FAILED = "<!doctype html><title>Fairlead</title><p>You are not signed in.</p>";

    private final Session session;
    private final SignIn.Issuer issuer;
    private final Server server;
    private final JsonNode metadata;

    private IssuerLogin(Session session, SignIn.Issuer issuer, Server server, JsonNode metadata) {
        this.session = session;
        this.issuer = issuer;
        this.server = server;
        this.metadata = metadata;
    }

    /// The one that is named, or else the only one of the server.
    static IssuerLogin of(Session session, Optional<String> named) throws InterruptedException {
        List<JsonNode> offered = new ArrayList<>();
        session.server()
                .ask(Request.get("/fairlead/signin"))
                .json()
                .path("issuers")
                .forEach(offered::add);
        List<JsonNode> meant = offered.stream()
                .filter(one ->
                        named.isEmpty() || one.path("issuer").asString("").equals(named.get()))
                .toList();
        if (offered.isEmpty()) {
            throw new Refused(
                    Exit.USAGE,
                    "the server knows no issuer at which people sign in: give --device, or --client-id with"
                            + " --client-secret-file or --federated-token-file");
        }
        if (meant.size() != 1) {
            String known = String.join(
                    ", ",
                    offered.stream().map(one -> one.path("issuer").asString("")).toList());
            String wrong = named.isPresent() ? "the server does not know the issuer " + named.get() : "give --issuer";
            throw new Refused(Exit.USAGE, wrong + "; where people can sign in: " + known);
        }
        String address = meant.getFirst().path("issuer").asString("").replaceAll("/+$", "");
        Server server = session.other(URI.create(address));
        JsonNode metadata =
                server.get(address + "/.well-known/openid-configuration").json();
        String itself = metadata.path("issuer").asString("");
        if (!itself.equals(meant.getFirst().path("issuer").asString(""))) {
            throw new Refused(
                    Exit.DENIED, "the discovery document at " + address + " is of the issuer '" + itself + "'");
        }
        SignIn.Issuer issuer = new SignIn.Issuer(
                metadata.path("token_endpoint").asString(""),
                meant.getFirst().path("clientId").asString(""),
                meant.getFirst().path("scope").asString(""));
        return new IssuerLogin(session, issuer, server, metadata);
    }

    // -- in a browser on this machine ---------------------------------------------------------------------------------

    /// Has the person sign in in a browser, which comes back to this program.
    SignIn.Kept inBrowser() throws InterruptedException {
        String state = random();
        String verifier = random();
        BlockingQueue<Map<String, String>> answers = new LinkedBlockingQueue<>();
        HttpServer listener = listen(answers, state);
        try {
            String redirect = "http://127.0.0.1:" + listener.getAddress().getPort() + "/callback";
            Map<String, String> query = new HashMap<>(Map.of(
                    "response_type",
                    "code",
                    "client_id",
                    issuer.clientId(),
                    "redirect_uri",
                    redirect,
                    "scope",
                    issuer.scope(),
                    "state",
                    state,
                    "code_challenge",
                    challenge(verifier),
                    "code_challenge_method",
                    "S256"));
            String address = metadata.path("authorization_endpoint").asString("");
            String url = address + (address.contains("?") ? "&" : "?") + SignIn.form(query);
            session.note("Sign in at " + url);
            open(url);
            Map<String, String> answer = answers.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (answer == null) {
                throw new Refused(Exit.DENIED, "sign-in took longer than " + PATIENCE.toMinutes() + " minutes");
            }
            String code = answer.getOrDefault("code", "");
            if (code.isEmpty()) {
                throw new Refused(
                        Exit.DENIED,
                        "sign-in was refused: "
                                + answer.getOrDefault(
                                        "error_description", answer.getOrDefault("error", "no code came")));
            }
            return kept(SignIn.ask(
                    server,
                    issuer.tokenEndpoint(),
                    Map.of(
                            "grant_type", "authorization_code",
                            "client_id", issuer.clientId(),
                            "code", code,
                            "redirect_uri", redirect,
                            "code_verifier", verifier)));
        } finally {
            listener.stop(0);
        }
    }

    /// What comes without the state that was sent is of somewhere else, and is not looked at.
    private static HttpServer listen(BlockingQueue<Map<String, String>> answers, String state) {
        try {
            HttpServer listener = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            listener.createContext("/callback", exchange -> {
                Map<String, String> answer = query(exchange.getRequestURI().getRawQuery());
                boolean ours = state.equals(answer.get("state"));
                byte[] page = (ours && answer.containsKey("code") ? DONE : FAILED).getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
                exchange.sendResponseHeaders(ours ? 200 : 400, page.length);
                exchange.getResponseBody().write(page);
                exchange.close();
                if (ours) {
                    answers.offer(answer);
                }
            });
            listener.start();
            return listener;
        } catch (IOException failure) {
            throw new Refused(Exit.UNREACHABLE, "can't listen for the browser: " + failure.getMessage());
        }
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> parameters = new HashMap<>();
        for (String one : (raw == null ? "" : raw).split("&")) {
            String[] parts = one.split("=", 2);
            if (parts.length == 2) {
                parameters.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
            }
        }
        return parameters;
    }

    /// With the program in `BROWSER`, or else with that of the desktop; a person can open the address as well.
    private void open(String url) {
        Optional<String> browser = session.env()
                .variable("BROWSER")
                .or(() -> session.env().variable("DISPLAY").map(_ -> "xdg-open"))
                .or(() -> session.env().variable("WAYLAND_DISPLAY").map(_ -> "xdg-open"));
        if (browser.isPresent()) {
            try {
                new ProcessBuilder(browser.get(), url)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
            } catch (IOException missing) {
                session.note("can't start " + browser.get() + ": open the address yourself");
            }
        }
    }

    private static String random() {
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String challenge(String verifier) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }

    // -- in one elsewhere ---------------------------------------------------------------------------------------------

    /// Shows a code, and waits until the person has entered it.
    SignIn.Kept elsewhere() throws InterruptedException {
        String address = metadata.path("device_authorization_endpoint").asString("");
        if (address.isEmpty()) {
            throw new Refused(
                    Exit.USAGE, "the issuer has no codes for devices: sign in in a browser, without --no-browser");
        }
        String verifier = random();
        Map<String, String> asked = Map.of(
                "client_id", issuer.clientId(),
                "scope", issuer.scope(),
                "code_challenge", challenge(verifier),
                "code_challenge_method", "S256");
        return kept(DeviceCode.approved(
                session,
                server,
                new DeviceCode.Where(address, issuer.tokenEndpoint()),
                asked,
                Map.of("code_verifier", verifier)));
    }

    private SignIn.Kept kept(Answer answer) {
        JsonNode json = answer.json();
        if (answer.failed() || json.path("access_token").asString("").isEmpty()) {
            throw DeviceCode.refused(json, answer);
        }
        return SignIn.Kept.of(json).at(issuer);
    }
}
