package fairlead.cli.access;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.ServerProcess;
import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// People and workloads of a Keycloak that runs, as a company has one.
@EnabledIfSystemProperty(
        named = "keycloak",
        matches = ".+",
        disabledReason = "needs an unpacked Keycloak: -Dkeycloak=FOLDER, as .ci/full keycloak gives it")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KeycloakTest {

    private static final String GROUP = "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/default";
    private static final Path BROWSER = Path.of("src/test/resources/keycloak/browser.py");
    private static final Pattern SUBJECT = Pattern.compile("\"sub\":\"([^\"]+)\"");

    @TempDir
    static Path folder;

    private static Keycloak keycloak;
    private static ServerProcess server;
    private static Shell administrator;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        keycloak = Keycloak.start(Path.of(System.getProperty("keycloak")), folder);
        Path issuers =
                Files.writeString(folder.resolve("issuers.json"), """
                    {"issuers": [{"issuer": "%s", "audiences": ["%s"], "groupsClaim": "groups", "clientId": "fairlead-cli",
                      "scope": "openid"}]}
                    """.formatted(keycloak.issuer(), Keycloak.AUDIENCE));
        server = ServerProcess.start(folder, "--require-sign-in", "--issuers=" + issuers);
        administrator = shell("administrator");
        Ran made =
                administrator.run("bootstrap", "--data", folder.resolve("data").toString());
        Path secret = Files.writeString(folder.resolve("administrator"), value(made, "client secret"));
        administrator.run("login", "--client-id", value(made, "client id"), "--client-secret-file", secret.toString());
    }

    @AfterAll
    static void stop() throws InterruptedException {
        server.close();
        keycloak.close();
    }

    private static Shell shell(String who) {
        return new Shell(server.url())
                .variable("FAIRLEAD_SESSIONS", folder.resolve("sessions-" + who).toString());
    }

    private static String value(Ran ran, String name) {
        return ran.out()
                .lines()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).strip())
                .findFirst()
                .orElseThrow();
    }

    /// A program that opens an address and is Alice.
    private static Path browser() throws IOException {
        Path script = folder.resolve("browser");
        Files.writeString(
                script,
                "#!/bin/sh\nexec python3 '" + BROWSER.toAbsolutePath() + "' " + Keycloak.PERSON + " '"
                        + Keycloak.PASSWORD + "' \"$@\" > '" + folder.resolve("browser.log") + "' 2>&1\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return script;
    }

    private static Shell alice() throws IOException {
        Shell shell = shell("alice").variable("BROWSER", browser().toString());
        Ran in = shell.run("login");
        assertThat(in.exit())
                .as(in.err() + Files.readString(folder.resolve("browser.log")))
                .isZero();
        return shell;
    }

    @Test
    @Order(1)
    void aPersonSignsInInABrowser() throws IOException {
        assertThat(alice().run("whoami").out()).startsWith("alice  User  ");
        assertThat(Files.readString(folder.resolve("browser.log"))).contains("You are signed in");
    }

    @Test
    @Order(2)
    void aPersonSignsInInABrowserElsewhereByACode() throws IOException {
        Path browser = browser();
        AtomicBoolean entered = new AtomicBoolean();
        Shell shell = shell("elsewhere").meanwhile(said -> {
            Matcher code =
                    Pattern.compile("Open (\\S+) and enter the code (\\S+)").matcher(said);
            assertThat(code.find()).as(said).isTrue();
            if (entered.getAndSet(true)) {
                return;
            }
            try {
                new ProcessBuilder(browser.toString(), code.group(1) + "?user_code=" + code.group(2))
                        .start()
                        .waitFor();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });

        Ran in = shell.run("login", "--no-browser");

        assertThat(in.exit())
                .as(in.err() + Files.readString(folder.resolve("browser.log")))
                .isZero();
        assertThat(shell.run("whoami").out()).startsWith("alice  User  ");
    }

    @Test
    @Order(3)
    void aPersonMayDoWhatTheirGroupMay() throws IOException {
        Shell alice = alice();
        assertThat(alice.run("get", "groups", "default").exit()).isNotZero();
        String group = alice.run("whoami", "-o", "json")
                .out()
                .replaceAll("(?s).*\"groups\"\\s*:\\s*\\[\\s*\"([0-9a-f-]{36})\".*", "$1");

        Ran given = administrator.run("access", "assign", "Reader", group, "--scope", GROUP);

        assertThat(given.exit()).as(given.err()).isZero();
        Ran list = alice.run("list", "things");
        assertThat(list.exit()).as(list.err()).isZero();
    }

    @Test
    @Order(4)
    void aSessionIsRenewedAtTheIssuer() throws IOException {
        Shell alice = alice();
        alice.clock.set(Instant.now().plus(Duration.ofMinutes(10)));
        String before = Files.readString(folder.resolve("sessions-alice"));

        assertThat(alice.run("whoami").out()).startsWith("alice  User  ");

        assertThat(Files.readString(folder.resolve("sessions-alice"))).isNotEqualTo(before);
    }

    @Test
    @Order(5)
    void aWorkloadSignsInAsAServicePrincipalAndAsARoleOfAws() throws IOException, InterruptedException {
        String token = keycloak.workload().path("access_token").asString("");
        String subject = subject(token);
        administrator.run("principal", "create", "pipeline");
        administrator.run(
                "principal",
                "federate",
                "pipeline",
                "--issuer",
                keycloak.issuer(),
                "--subject",
                subject,
                "--audience",
                Keycloak.AUDIENCE);
        Path file = Files.writeString(folder.resolve("token.jwt"), token + "\n");
        String id = administrator
                .run("principal", "list", "-o", "json")
                .out()
                .replaceAll("(?s).*\"id\":\\s*\"([0-9a-f-]{36})\",\\s*\"name\":\\s*\"pipeline\".*", "$1");
        Shell pipeline = shell("pipeline");
        Ran in = pipeline.run("login", "--client-id", id, "--federated-token-file", file.toString());
        assertThat(in.exit()).as(in.err()).isZero();
        assertThat(pipeline.run("whoami").out()).startsWith("pipeline  Application  ");

        assertThat(aws(file)).contains("assumed-role/pipeline/");
    }

    private static String subject(String token) {
        String claims = new String(Base64.getUrlDecoder().decode(token.split("\\.")[1]), StandardCharsets.UTF_8);
        Matcher subject = SUBJECT.matcher(claims);
        assertThat(subject.find()).isTrue();
        return subject.group(1);
    }

    /// What the AWS CLI says of itself, given nothing but the token.
    private static String aws(Path token) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("aws", "sts", "get-caller-identity").redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("AWS_"));
        builder.environment()
                .putAll(Map.of(
                        "AWS_ROLE_ARN",
                        "arn:aws:iam::000000000000:role/pipeline",
                        "AWS_WEB_IDENTITY_TOKEN_FILE",
                        token.toString(),
                        "AWS_ENDPOINT_URL",
                        server.url(),
                        "AWS_DEFAULT_REGION",
                        "local"));
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    @Test
    @Order(6)
    void aRotationOfKeysIsNotNoticed() throws IOException, InterruptedException {
        String old = token();
        Shell before = shell("before").variable("FAIRLEAD_TOKEN", old);
        assertThat(before.run("whoami").exit()).isZero();

        keycloak.rotateKeys();

        String fresh = token();
        assertThat(header(fresh)).isNotEqualTo(header(old));
        assertThat(shell("after")
                        .variable("FAIRLEAD_TOKEN", fresh)
                        .run("whoami")
                        .exit())
                .isZero();
        assertThat(before.run("whoami").exit()).isZero();
    }

    private static String token() throws IOException, InterruptedException {
        return keycloak.workload().path("access_token").asString("");
    }

    /// It names the key.
    private static String header(String token) {
        return token.split("\\.")[0];
    }

    @Test
    @Order(7)
    void withTheIssuerDownThoseWhoAreKnownGoOnAndAllGoOnAfter() throws IOException, InterruptedException {
        String known = token();
        String unseen = token();
        Shell shell = shell("known").variable("FAIRLEAD_TOKEN", known);
        assertThat(shell.run("whoami").exit()).isZero();

        keycloak.kill();

        assertThat(shell.run("whoami").exit()).isZero();
        assertThat(shell("unseen")
                        .variable("FAIRLEAD_TOKEN", unseen)
                        .run("whoami")
                        .exit())
                .isZero();
        List<String> forged = List.of(unseen.substring(0, unseen.length() - 8) + "AAAAAAAA", "none");
        for (String token : forged) {
            assertThat(shell("forged")
                            .variable("FAIRLEAD_TOKEN", token)
                            .run("whoami")
                            .exit())
                    .isNotZero();
        }
        keycloak.again();
        assertThat(alice().run("whoami").out()).startsWith("alice  User  ");
    }
}
