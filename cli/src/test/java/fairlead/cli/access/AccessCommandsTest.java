package fairlead.cli.access;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.ServerProcess;
import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import fairlead.cli.session.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The commands on sign-in and roles, with a server that asks callers to sign in.
class AccessCommandsTest {

    private static final String GROUP = "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/default";
    private static final String THING = "Fairlead.Lab/things";
    private static final String VERSION = "--api-version=2026-11-01";

    @TempDir
    static Path folder;

    private static ServerProcess server;
    private static Shell administrator;

    @BeforeAll
    static void bootstrap() throws IOException {
        server = ServerProcess.start(folder, "--require-sign-in");
        administrator = shell("administrator");
        Ran made =
                administrator.run("bootstrap", "--data", folder.resolve("data").toString());
        assertThat(made.err()).isEqualTo("✓ administrator is owner of everything\n");
        Ran in = administrator.run(
                "login",
                "--client-id",
                value(made, "client id"),
                "--client-secret-file",
                secret("administrator", value(made, "client secret")));
        assertThat(in.err()).isEqualTo("✓ signed in to " + server.url() + "\n");
    }

    @AfterAll
    static void stop() throws InterruptedException {
        server.close();
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

    private static String secret(String name, String secret) throws IOException {
        return Files.writeString(folder.resolve(name + ".secret"), secret + "\n")
                .toString();
    }

    /// A service principal whose session it is.
    private static Shell signedIn(String name) throws IOException {
        String id = administrator.run("principal", "create", name).out().strip();
        String secret = administrator.run("principal", "secret", name).out().strip();
        Shell shell = shell(name);
        Ran in = shell.run("login", "--client-id", id, "--client-secret-file", secret(name, secret));
        assertThat(in.exit()).as(in.err()).isZero();
        return shell;
    }

    @Test
    void whoHasNotSignedInIsDenied() {
        Ran ran = shell("stranger").run("list", THING, VERSION);

        assertThat(ran.exit()).isEqualTo(Exit.DENIED.code());
        assertThat(ran.err()).contains("Authentication failed");
    }

    @Test
    void aSessionIsKeptWhereItsOwnerAloneReadsIt() throws IOException {
        Path kept = folder.resolve("sessions-administrator");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
                .isEqualTo("rw-------");
        assertThat(administrator.run("whoami").out()).startsWith("administrator  Application  ");
    }

    @Test
    void aSessionEndsWithALogout() throws IOException {
        Shell shell = signedIn("short");

        assertThat(shell.run("whoami").exit()).isZero();
        assertThat(shell.run("logout").err()).isEqualTo("✓ signed out of " + server.url() + "\n");
        assertThat(shell.run("whoami").exit()).isEqualTo(Exit.DENIED.code());
    }

    @Test
    void aScriptSignsInByItsEnvironment() throws IOException {
        String id = administrator.run("principal", "create", "script").out().strip();
        String secret = administrator.run("principal", "secret", "script").out().strip();
        Shell shell = shell("script")
                .variable("FAIRLEAD_CLIENT_ID", id)
                .variable("FAIRLEAD_CLIENT_SECRET_FILE", secret("script", secret));

        assertThat(shell.run("whoami").out()).startsWith("script  Application  " + id);
    }

    @Test
    void aWrongSecretIsRefused() throws IOException {
        String id = administrator.run("principal", "create", "wrong").out().strip();
        Ran ran = shell("wrong").run("login", "--client-id", id, "--client-secret-file", secret("wrong", "guess"));

        assertThat(ran.exit()).isEqualTo(Exit.DENIED.code());
        assertThat(ran.err()).contains("sign-in was refused");
    }

    @Test
    void aRoleIsGivenSeenAndTaken() throws IOException {
        Shell reader = signedIn("reader");
        assertThat(reader.run("list", THING, VERSION).exit()).isNotZero();

        Ran assigned = administrator.run("access", "assign", "Reader", "reader", "--scope", GROUP);
        assertThat(assigned.exit()).as(assigned.err()).isZero();
        assertThat(reader.run("list", THING, VERSION).exit()).isZero();
        Ran refused = reader.run("put", THING, "a", "-p", "Size=3", VERSION);
        assertThat(refused.exit()).isEqualTo(Exit.DENIED.code());
        assertThat(refused.err()).contains("'Fairlead.Lab/things/write'");
        assertThat(administrator.run("access", "list", "--scope", GROUP).out()).contains(GROUP);

        String name = assigned.out().strip().replaceAll(".*/", "");
        assertThat(administrator.run("access", "remove", name, "--scope", GROUP).exit())
                .isZero();
        assertThat(reader.run("list", THING, VERSION).exit()).isNotZero();
    }

    @Test
    void aRoleOfAGroupCountsForItsMembers() throws IOException {
        Shell member = signedIn("member");
        administrator.run("principal", "create", "--group", "team");
        administrator.run("access", "assign", "Contributor", "team", "--scope", GROUP);

        assertThat(member.run("put", THING, "b", "-p", "Size=3", VERSION).exit())
                .isNotZero();
        assertThat(administrator.run("principal", "member", "team", "member").exit())
                .isZero();
        Ran put = member.run("put", THING, "b", "-p", "Size=3", VERSION);
        assertThat(put.exit()).as(put.err()).isZero();
        administrator.run("principal", "member", "team", "member", "--remove");
        assertThat(member.run("put", THING, "b", "-p", "Size=4", VERSION).exit())
                .isNotZero();
    }

    @Test
    void aDisabledPrincipalIsNotLetIn() throws IOException {
        Shell bot = signedIn("bot");
        assertThat(bot.run("whoami").exit()).isZero();

        administrator.run("principal", "disable", "bot");
        assertThat(bot.run("whoami").exit()).isEqualTo(Exit.DENIED.code());
        administrator.run("principal", "disable", "--undo", "bot");
        assertThat(bot.run("whoami").exit()).isZero();
    }

    @Test
    void whatWouldBeAllowedIsToldWithTheReason() throws IOException {
        Shell asking = signedIn("asking");
        administrator.run("access", "assign", "Reader", "asking", "--scope", GROUP);

        Ran reads = asking.run("can-i", "read", THING, "--scope", GROUP);
        assertThat(reads.exit()).isZero();
        assertThat(reads.out()).startsWith("yes: role Reader, by " + GROUP + "/providers/Microsoft.Authorization/");
        Ran writes = asking.run("can-i", "Fairlead.Lab/things/write", "--scope", GROUP);
        assertThat(writes.exit()).isEqualTo(Exit.FAILED.code());
        assertThat(writes.out()).isEqualTo("no: no role allows it\n");
        assertThat(administrator
                        .run("can-i", "write", THING, "--scope", GROUP, "--as", "asking")
                        .exit())
                .isEqualTo(Exit.FAILED.code());
        assertThat(asking.run("can-i", "read", THING, "--as", "3f0c0c0c-0000-4000-8000-000000000000")
                        .exit())
                .isEqualTo(Exit.DENIED.code());
    }

    @Test
    void anAccessKeyIsMintedListedAndDeleted() {
        administrator.run("principal", "create", "keyed");

        Ran minted = administrator.run("principal", "key", "create", "keyed", "--days", "30");
        assertThat(minted.exit()).as(minted.err()).isZero();
        assertThat(minted.out())
                .matches("aws_access_key_id = AKIA[A-Z2-7]{16}\naws_secret_access_key = [A-Za-z0-9+/]{40}\n");
        String key = value(minted, "aws_access_key_id =");
        assertThat(administrator.run("principal", "key", "list", "keyed").out())
                .contains(key)
                .contains("000000000000");
        assertThat(administrator.run("principal", "key", "delete", "keyed", key).err())
                .isEqualTo("✓ " + key + " deleted\n");
        assertThat(administrator.run("principal", "key", "list", "keyed").out()).doesNotContain(key);
    }

    @Test
    void aCertificateIsRegisteredAndListed() throws IOException, InterruptedException {
        administrator.run("principal", "create", "certified");
        Path file = folder.resolve("certified.crt");
        Process made = new ProcessBuilder(
                        ("openssl req -x509 -newkey rsa:2048 -nodes -days 10 -subj /CN=certified -keyout "
                                        + folder.resolve("certified.key") + " -out " + file)
                                .split(" "))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("openssl.log").toFile())
                .start();
        assertThat(made.waitFor()).isZero();

        Ran registered = administrator.run("principal", "certificate", "certified", file.toString());
        assertThat(registered.err()).matches("✓ certified signs in by the certificate [0-9a-f]{40}\n");
        assertThat(administrator
                        .run("principal", "secret", "certified", "--list")
                        .out())
                .contains("certificate");
        assertThat(administrator
                        .run(
                                "principal",
                                "certificate",
                                "certified",
                                folder.resolve("openssl.log").toString())
                        .exit())
                .isNotZero();
    }

    @Test
    void aPersonLetsAProgramActForThem() throws IOException {
        Shell person = signedIn("person");
        Shell program = shell("program").meanwhile(said -> {
            String code = said.replaceAll("(?s).*approve the code (\\S+) .*", "$1");
            assertThat(person.run("device", "show", code).out()).startsWith("fairlead, asked at ");
            assertThat(person.run("device", "approve", code).exit()).isZero();
        });

        Ran in = program.run("login", "--device");
        assertThat(in.exit()).as(in.err()).isZero();
        assertThat(program.run("whoami").out()).startsWith("person  Application  ");

        program.clock.advance(
                Duration.between(program.clock.instant(), Instant.now().plusSeconds(7_200)));
        assertThat(program.run("whoami").out()).startsWith("person  ");
        assertThat(program.run("whoami").out()).startsWith("person  ");
    }

    @Test
    void aProgramThatIsDeniedIsNotLetIn() throws IOException {
        Shell person = signedIn("careful");
        Shell program = shell("denied")
                .meanwhile(said ->
                        person.run("device", "deny", said.replaceAll("(?s).*approve the code (\\S+) .*", "$1")));

        assertThat(program.run("login", "--device").exit()).isEqualTo(Exit.DENIED.code());
    }

    @Test
    void theRolesThatShipAreListedWithWhatTheyAreFor() {
        assertThat(administrator.run("access", "roles").out())
                .contains("Owner", "8e3af657-a8ff-443c-a75c-2fe8c4bcb635", "Type Publisher");
    }
}
