package fairlead.cli.access;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.http.Answer;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// A Keycloak that runs, with a realm of a company: a person, a group, a client for the command line and one of a
/// workload.
final class Keycloak implements AutoCloseable {

    static final String AUDIENCE = "https://fairlead.example";
    static final String PERSON = "alice";
    static final String PASSWORD = "correct horse";

    private static final int TURNS = 240;

    private final Path home;
    private final Path log;
    private final int port;
    private final HttpClient client = HttpClient.newHttpClient();
    private Process process;

    private Keycloak(Path home, Path folder, int port) throws IOException, InterruptedException {
        this.home = home;
        this.log = folder.resolve("keycloak.log");
        this.port = port;
        process = begin();
    }

    /// @param home the folder that it was unpacked to
    /// @param folder where its log goes
    static Keycloak start(Path home, Path folder) throws IOException, InterruptedException {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        forget(home.resolve("data/h2"));
        Keycloak started = new Keycloak(home, folder, free);
        started.fill();
        return started;
    }

    /// What one of before has stored.
    private static void forget(Path data) throws IOException {
        if (Files.exists(data)) {
            try (Stream<Path> files = Files.walk(data)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private Process begin() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        home.resolve("bin/kc.sh").toString(),
                        "start-dev",
                        "--http-host=127.0.0.1",
                        "--http-port=" + port)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment()
                .putAll(Map.of(
                        "JAVA_HOME", System.getProperty("java.home"),
                        "KC_BOOTSTRAP_ADMIN_USERNAME", "admin",
                        "KC_BOOTSTRAP_ADMIN_PASSWORD", "admin"));
        Process begun = builder.start();
        for (int turn = 0; turn < TURNS && begun.isAlive(); turn++) {
            if (answers()) {
                return begun;
            }
            TimeUnit.MILLISECONDS.sleep(500);
        }
        throw new IllegalStateException("Keycloak does not start: " + log);
    }

    private boolean answers() throws InterruptedException {
        try {
            return get("/realms/master").statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    /// Ends it, as a crash would.
    void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
    }

    /// Starts it again, with what it has stored.
    void again() throws IOException, InterruptedException {
        process = begin();
    }

    String issuer() {
        return "http://127.0.0.1:" + port + "/realms/company";
    }

    private void fill() throws IOException, InterruptedException {
        make("/admin/realms", "{\"realm\": \"company\", \"enabled\": true}");
        make("/admin/realms/company/groups", "{\"name\": \"payments\"}");
        make("/admin/realms/company/users", """
            {"username": "%s", "enabled": true, "email": "alice@company.example", "emailVerified": true,
             "firstName": "Alice", "lastName": "A", "groups": ["payments"],
             "credentials": [{"type": "password", "value": "%s", "temporary": false}]}
            """.formatted(PERSON, PASSWORD));
        String mappers = """
            "protocolMappers": [
              {"name": "audience", "protocol": "openid-connect", "protocolMapper": "oidc-audience-mapper",
               "config": {"included.custom.audience": "%s", "access.token.claim": "true"}},
              {"name": "groups", "protocol": "openid-connect", "protocolMapper": "oidc-group-membership-mapper",
               "config": {"claim.name": "groups", "full.path": "false", "access.token.claim": "true"}}]
            """.formatted(AUDIENCE);
        make(
                "/admin/realms/company/clients",
                "{\"clientId\": \"fairlead-cli\", \"publicClient\": true, \"standardFlowEnabled\": true,"
                        + " \"redirectUris\": [\"http://127.0.0.1/*\"],"
                        + " \"attributes\": {\"oauth2.device.authorization.grant.enabled\": \"true\","
                        + " \"pkce.code.challenge.method\": \"S256\"}, " + mappers + "}");
        make(
                "/admin/realms/company/clients",
                "{\"clientId\": \"pipeline\", \"secret\": \"pipeline-secret\", \"serviceAccountsEnabled\": true, "
                        + mappers + "}");
    }

    /// A token of the workload.
    JsonNode workload() throws IOException, InterruptedException {
        return form(
                "/realms/company/protocol/openid-connect/token",
                Map.of(
                        "grant_type", "client_credentials",
                        "client_id", "pipeline",
                        "client_secret", "pipeline-secret"));
    }

    /// Signs with another key from now on, and publishes both.
    void rotateKeys() throws IOException, InterruptedException {
        JsonNode realm = read("/admin/realms/company");
        make("/admin/realms/company/components", """
            {"name": "rotated", "providerId": "rsa-generated", "providerType": "org.keycloak.keys.KeyProvider",
             "parentId": "%s", "config": {"priority": ["1000"], "enabled": ["true"], "active": ["true"],
             "algorithm": ["RS256"], "keySize": ["2048"]}}
            """.formatted(realm.path("id").asString("")));
    }

    private String administrator() throws IOException, InterruptedException {
        return form(
                        "/realms/master/protocol/openid-connect/token",
                        Map.of(
                                "grant_type", "password",
                                "client_id", "admin-cli",
                                "username", "admin",
                                "password", "admin"))
                .path("access_token")
                .asString("");
    }

    private void make(String path, String json) throws IOException, InterruptedException {
        HttpRequest request = to(path).header("Authorization", "Bearer " + administrator())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json))
                .build();
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(path + " " + answer.body()).isEqualTo(201);
    }

    private JsonNode read(String path) throws IOException, InterruptedException {
        HttpRequest request =
                to(path).header("Authorization", "Bearer " + administrator()).build();
        return Answer.MAPPER.readTree(
                client.send(request, BodyHandlers.ofString()).body());
    }

    private JsonNode form(String path, Map<String, String> fields) throws IOException, InterruptedException {
        String body = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        HttpRequest request = to(path).header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body))
                .build();
        return Answer.MAPPER.readTree(
                client.send(request, BodyHandlers.ofString()).body());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(to(path).build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    @Override
    public void close() {
        kill();
        client.close();
    }
}
