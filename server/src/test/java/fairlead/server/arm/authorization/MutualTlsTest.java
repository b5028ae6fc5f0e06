package fairlead.server.arm.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.ClientScript;
import fairlead.server.arm.Plane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A service principal comes in by the certificate that it shows on the connection, with `curl`.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MutualTlsTest {

    private static final String PAYMENTS = "URI:spiffe://company/payments";

    @TempDir
    private static Path folder;

    private Plane plane;
    private String administrator;

    @BeforeAll
    void start() throws IOException, InterruptedException {
        authority("company");
        authority("stranger");
        plane = Plane.start(
                folder.resolve("data"),
                Duration.ofSeconds(1),
                "--require-sign-in",
                "--tls=self-signed",
                "--client-ca=" + folder.resolve("company.crt"));
        String code = Files.readString(folder.resolve("data/bootstrap")).strip();
        JsonNode made = ask("POST", "/fairlead/bootstrap", "{\"code\": \"" + code + "\"}").json;
        shell("curl -sS --cacert data/server.crt " + plane.url() + "/adfs/oauth2/token -d grant_type=client_credentials"
                + " -d client_id=" + made.path("clientId").asString() + " -d client_secret="
                + made.path("clientSecret").asString() + " -d scope=" + plane.url() + "//.default");
        administrator = JsonMapper.shared()
                .readTree(Files.readString(folder.resolve("output")))
                .path("access_token")
                .asString();
    }

    @AfterAll
    void stop() {
        plane.close();
    }

    private static void shell(String commands) throws IOException, InterruptedException {
        assertThat(new ClientScript(folder).shell(commands)).isEmpty();
    }

    private static void authority(String name) throws IOException, InterruptedException {
        shell("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 10 -subj '/CN=" + name
                + "' -addext basicConstraints=critical,CA:TRUE -keyout " + name + ".key -out " + name + ".crt");
    }

    /// A certificate and its key, `NAME.crt` and `NAME.key`.
    private static void certificate(String name, String authority, String subject, String extensions)
            throws IOException, InterruptedException {
        Files.writeString(folder.resolve(name + ".ext"), extensions);
        shell("openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj '" + subject + "' -keyout "
                + name + ".key -out " + name + ".csr && openssl x509 -req -days 5 -in " + name + ".csr -CA "
                + authority + ".crt -CAkey " + authority + ".key -CAcreateserial -extfile " + name + ".ext -out "
                + name + ".crt");
    }

    private record Answer(int status, JsonNode json, String trouble) {}

    private Answer ask(String method, String path, String body, String... more)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "curl",
                "-sS",
                "--cacert",
                "data/server.crt",
                "-X",
                method,
                "-H",
                "Content-Type: application/json",
                "-o",
                "body",
                "-w",
                "%{http_code}",
                "--data",
                body,
                plane.url() + path));
        command.addAll(List.of(more));
        Files.deleteIfExists(folder.resolve("body"));
        String trouble = new ClientScript(folder).run(command);
        if (!trouble.isEmpty()) {
            return new Answer(0, JsonMapper.shared().createObjectNode(), trouble);
        }
        String text = Files.readString(folder.resolve("body"));
        return new Answer(
                Integer.parseInt(Files.readString(folder.resolve("output"))),
                JsonMapper.shared().readTree(text.isEmpty() ? "{}" : text),
                "");
    }

    private Answer manage(String method, String path, String body) throws IOException, InterruptedException {
        return ask(method, path, body, "-H", "Authorization: Bearer " + administrator);
    }

    private Answer whoami(String certificate, String... more) throws IOException, InterruptedException {
        List<String> options =
                new ArrayList<>(List.of("--cert", certificate + ".crt", "--key", certificate + ".key", "--get"));
        options.addAll(List.of(more));
        return ask("GET", "/fairlead/whoami", "", options.toArray(String[]::new));
    }

    private String principal(String name) throws IOException, InterruptedException {
        return manage("POST", "/fairlead/principals", "{\"name\": \"" + name + "\"}")
                .json
                .path("id")
                .asString();
    }

    private Answer named(String principal, String name) throws IOException, InterruptedException {
        return manage(
                "POST", "/fairlead/principals/" + principal + "/certificateNames", "{\"name\": \"" + name + "\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "by-uri; /CN=x; subjectAltName=URI:spiffe://company/by-uri; URI:spiffe://company/by-uri",
                "by-host; /CN=x; subjectAltName=DNS:By-Host.company.example; dns:by-host.COMPANY.example",
                "by-subject; /O=Company/CN=by-subject; basicConstraints=CA:FALSE; DN:cn=By-Subject, o=company"
            })
    void isKnownByANameInTheCertificate(String name, String subject, String extensions, String registered)
            throws IOException, InterruptedException {
        certificate(name, "company", subject, extensions);
        String id = principal(name);
        String written = registered.startsWith("dns:") ? registered.replaceFirst("^dns", "DNS") : registered;
        assertThat(named(id, written).status).isEqualTo(201);

        Answer answer = whoami(name);

        assertThat(answer.status).isEqualTo(200);
        assertThat(answer.json.path("id").asString()).isEqualTo(id);
        assertThat(answer.json.path("name").asString()).isEqualTo(name);
    }

    @Test
    void mayDoWhatItsRolesAllow() throws IOException, InterruptedException {
        certificate("roles", "company", "/CN=x", "subjectAltName=URI:spiffe://company/roles");
        String id = principal("roles");
        named(id, "URI:spiffe://company/roles");
        String thing = Plane.THINGS + "?api-version=2026-11-01";
        String[] shown = {"--cert", "roles.crt", "--key", "roles.key", "--get"};
        assertThat(ask("GET", thing, "", shown).status).isEqualTo(404);
        String role = "/providers/Microsoft.Authorization/roleDefinitions/acdd72a7-3385-48ef-bd42-f606fba81ae7";
        manage(
                "PUT",
                Plane.GROUP + "/providers/Microsoft.Authorization/roleAssignments/11111111-2222-3333-4444-555555555555"
                        + "?api-version=2022-04-01",
                "{\"properties\": {\"principalId\": \"" + id + "\", \"roleDefinitionId\": \"" + role + "\"}}");

        assertThat(ask("GET", thing, "", shown).status).isEqualTo(200);
    }

    @Test
    void isNotKnownByANameThatNoPrincipalHas() throws IOException, InterruptedException {
        certificate("unnamed", "company", "/CN=unnamed", "subjectAltName=URI:spiffe://company/unnamed");

        Answer answer = whoami("unnamed");

        assertThat(answer.status).isEqualTo(401);
        assertThat(answer.json.at("/error/message").asString())
                .contains("names no principal")
                .contains("URI:spiffe://company/unnamed");
    }

    @Test
    void getsNoConnectionByACertificateOfAnotherAuthorityOrForAnotherUse() throws IOException, InterruptedException {
        certificate("foreign", "stranger", "/CN=x", "subjectAltName=" + PAYMENTS);
        certificate("server", "company", "/CN=x", "subjectAltName=" + PAYMENTS + "\nextendedKeyUsage=serverAuth");

        assertThat(whoami("foreign").trouble).contains("alert");
        assertThat(whoami("server").trouble).contains("alert");
    }

    @Test
    void isRefusedWithATokenBeside() throws IOException, InterruptedException {
        certificate("both", "company", "/CN=x", "subjectAltName=URI:spiffe://company/both");
        named(principal("both"), "URI:spiffe://company/both");

        Answer answer = whoami("both", "-H", "Authorization: Bearer " + administrator);

        assertThat(answer.status).isEqualTo(400);
        assertThat(answer.json.at("/error/code").asString()).isEqualTo("MultipleCredentials");
    }

    @Test
    void isNoMoreKnownOnceItsNameIsTakenAwayOrItsTokensAreRevoked() throws IOException, InterruptedException {
        certificate("gone", "company", "/CN=x", "subjectAltName=URI:spiffe://company/gone");
        String id = principal("gone");
        String credential =
                named(id, "URI:spiffe://company/gone").json.path("id").asString();
        assertThat(whoami("gone").status).isEqualTo(200);

        manage("DELETE", "/fairlead/principals/" + id + "/credentials/" + credential, "");
        assertThat(whoami("gone").status).isEqualTo(401);

        named(id, "URI:spiffe://company/gone");
        assertThat(whoami("gone").status).isEqualTo(200);
        manage("POST", "/fairlead/principals/" + id + "/revoke", "");
        assertThat(whoami("gone").status).isEqualTo(401);
    }

    @Test
    void hasItsNameForItselfAlone() throws IOException, InterruptedException {
        named(principal("first"), "URI:spiffe://company/one");

        Answer second = named(principal("second"), "URI:spiffe://company/one");

        assertThat(second.status).isEqualTo(409);
        assertThat(second.json.at("/error/code").asString()).isEqualTo("CertificateNameTaken");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"payments", "URI:", "URI:spiffe://company/*", "DN:nothing", "IP:127.0.0.1"})
    void needsANameOfAKnownForm(String name) throws IOException, InterruptedException {
        Answer answer = named(principal("form"), name);

        assertThat(answer.status).isEqualTo(400);
        assertThat(answer.json.at("/error/details/0/target").asString()).isEqualTo("/name");
    }
}
