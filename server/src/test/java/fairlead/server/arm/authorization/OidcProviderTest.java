package fairlead.server.arm.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.identity.DirectoryObject;
import fairlead.server.access.identity.accesskey.SigningAwsClient;
import fairlead.server.access.role.BuiltInRoles;
import fairlead.server.arm.ClientScript;
import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// Tokens of an issuer that runs (`oidc-provider` of npm), at every door.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@EnabledIfSystemProperty(named = "clients", matches = "on", disabledReason = "needs node and npm: -Dclients=on")
class OidcProviderTest {

    private static final Path SCRIPTS = Path.of("src/test/resources/oidc");
    private static final String API = "https://fairlead.example";
    private static final String ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

    @TempDir
    private static Path folder;

    private Process process;
    private String issuer;
    private Plane plane;
    private SignedIn administrator;

    @BeforeAll
    void start() throws IOException, InterruptedException {
        ClientScript script = ClientScript.of(folder, SCRIPTS, "package.json", "issuer.mjs");
        assertThat(script.run(List.of("npm", "install", "--no-audit", "--no-fund", "--no-package-lock")))
                .isEmpty();
        process = new ProcessBuilder("node", "issuer.mjs")
                .directory(folder.toFile())
                .redirectError(folder.resolve("issuer.log").toFile())
                .start();
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        String line = said.readLine();
        while (line != null && !line.startsWith("issuer ")) {
            line = said.readLine();
        }
        assertThat(line).as(Files.readString(folder.resolve("issuer.log"))).isNotNull();
        issuer = String.valueOf(line).substring("issuer ".length());
        Path issuers = Files.writeString(
                folder.resolve("issuers.json"),
                "{\"issuers\": [{\"issuer\": \"" + issuer + "\", \"audiences\": [\"" + API + "\"]}]}");
        Path data = folder.resolve("data");
        plane = Plane.start(data, Duration.ofSeconds(1), "--require-sign-in", "--issuers=" + issuers);
        administrator = SignedIn.administrator(plane, data);
    }

    @AfterAll
    void stop() {
        plane.close();
        process.destroy();
    }

    /// A token as the issuer gives it.
    private String token() throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            String credentials =
                    Base64.getEncoder().encodeToString("payments:payments-secret".getBytes(StandardCharsets.US_ASCII));
            HttpRequest request = HttpRequest.newBuilder(URI.create(issuer + "/token"))
                    .header("Authorization", "Basic " + credentials)
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString("grant_type=client_credentials&scope=api&resource="
                            + URLEncoder.encode(API, StandardCharsets.UTF_8)))
                    .build();
            String body = client.send(request, BodyHandlers.ofString()).body();
            return JsonMapper.shared().readTree(body).path("access_token").asString(body);
        }
    }

    @Test
    void areTakenAsTheyAre() throws IOException, InterruptedException {
        SignedIn payments = SignedIn.withToken(plane, token());
        String id = DirectoryObject.idOf(issuer, "payments").toString();

        assertThat(payments.get("/fairlead/whoami").json().path("id").asString())
                .isEqualTo(id);
        assertThat(payments.get(Plane.GROUP + Plane.VERSION).status()).isEqualTo(404);
        administrator.gives(id, BuiltInRoles.READER.id().toString(), Plane.SUBSCRIPTION);
        assertThat(payments.get(Plane.GROUP + Plane.VERSION).status()).isEqualTo(200);
    }

    private String workload(String name) {
        String id = administrator
                .send("POST", "/fairlead/principals", "{\"name\": \"" + name + "\"}")
                .json()
                .path("id")
                .asString();
        administrator.send(
                "POST",
                "/fairlead/principals/" + id + "/federated",
                "{\"issuer\": \"" + issuer + "\", \"subject\": \"payments\", \"audience\": \"" + API + "\"}");
        return id;
    }

    @Test
    void signAServicePrincipalInThatNamesThem() throws IOException, InterruptedException {
        Answer granted = plane.send(
                "POST",
                "/adfs/oauth2/token",
                Map.of("Content-Type", "application/x-www-form-urlencoded"),
                "grant_type=client_credentials&client_id=" + workload("federated") + "&client_assertion_type="
                        + URLEncoder.encode(ASSERTION, StandardCharsets.UTF_8) + "&client_assertion=" + token()
                        + "&scope=" + URLEncoder.encode(plane.url() + "//.default", StandardCharsets.UTF_8));

        assertThat(granted.status()).isEqualTo(200);
        String token = granted.json().path("access_token").asString();
        assertThat(SignedIn.withToken(plane, token)
                        .get("/fairlead/whoami")
                        .json()
                        .path("name")
                        .asString())
                .isEqualTo("federated");
    }

    @Test
    void beginASessionOfARoleThatNamesThem() throws IOException, InterruptedException {
        workload("role");
        Answer begun = plane.send(
                "POST",
                "/",
                Map.of("Content-Type", "application/x-www-form-urlencoded"),
                SigningAwsClient.form(
                        "2011-06-15",
                        "AssumeRoleWithWebIdentity",
                        "RoleArn",
                        "arn:aws:iam::000000000000:role/role",
                        "RoleSessionName",
                        "job",
                        "WebIdentityToken",
                        token()));

        SigningAwsClient session = SigningAwsClient.ofSession(plane, begun);
        assertThat(SigningAwsClient.element(session.sts("GetCallerIdentity"), "Arn"))
                .isEqualTo("arn:aws:sts::000000000000:assumed-role/role/job");
    }
}
