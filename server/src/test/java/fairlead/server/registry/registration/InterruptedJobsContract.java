package fairlead.server.registry.registration;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.testing.SettableClock;
import fairlead.lambda.Providers;
import fairlead.schema.TypeName;
import fairlead.schema.reference.Documents;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.FlakyReads;
import fairlead.server.database.Migrations;
import fairlead.server.operation.Change;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Operations;
import fairlead.server.operation.Settings;
import fairlead.server.operation.Step;
import fairlead.server.operation.Task;
import fairlead.server.registry.packages.ObjectName;
import fairlead.server.registry.packages.PackageStore;
import fairlead.server.registry.registration.TypeJobs.RegistrationRequest;
import fairlead.server.secret.Vault;
import fairlead.server.telemetry.Telemetry;
import fairlead.server.time.SettableTime;
import fairlead.server.type.Archives;
import fairlead.server.type.RegistrationGate;
import fairlead.server.type.Registrations;
import fairlead.server.type.Registrations.Terms;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import fairlead.server.type.hook.HookTypes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.JsonNodeFactory;

/// What becomes of registrations and tests whose node dies, on whatever database.
abstract class InterruptedJobsContract {

    private static final TypeName NOTE = TypeName.parse("Example::Web::Note");
    private static final TypeName BOOKMARK = TypeName.parse("Example::Web::Bookmark");
    private static final ObjectName PACKAGE = new ObjectName("packages", "note.zip");
    private static final Caller DEVELOPER =
            new Caller(Principal.DEVELOPER, "request", "correlation", Optional.empty(), "127.0.0.1");
    private static final Executor DEAD = _ -> {};

    @TempDir
    Path folder;

    private final SettableClock clock = SettableClock.atNoon();
    private final String keyset = Vault.newKeyset();
    private FlakyReads database;
    private Providers providers;
    private Types types;
    private Registrations registrations;
    private PackageStore packages;
    private Task task;

    abstract Database open();

    @BeforeEach
    void start() {
        database = new FlakyReads(open());
        Migrations.apply(database, clock);
        startProcess();
        packages.put(PACKAGE, "application/zip", note());
    }

    private void startProcess() {
        Vault vault = new Vault(() -> keyset);
        providers = new Providers(
                folder.resolve("providers"),
                fairlead.lambda.Settings.standard().granting(folder.resolve("bookmarks")),
                clock);
        types = new Types(database, vault, clock, folder.resolve("types"), providers, Set.of());
        packages = new PackageStore(database, types.sealing().quotas(), clock, UUID::randomUUID);
        registrations = new Registrations(
                database, types, new AuditTrail(), vault, clock, RegistrationGate.SKIPPABLE, Documents.none());
        HookTypes hooks = new HookTypes(
                database, types.sealing().quotas(), new AuditTrail(), vault, providers, folder.resolve("hooks"), clock);
        task = new TypeTask(database, types, registrations, hooks, new PackageFinder(packages, false), clock)
                .orElse(new Nothing());
    }

    @AfterEach
    void stop() {
        providers.close();
        database.close();
    }

    private static byte[] note() {
        String schema = """
            {"typeName": "Example::Web::Note", "description": "A note.", "additionalProperties": false,
             "properties": {"Name": {"type": "string", "minLength": 1, "maxLength": 20}},
             "required": ["Name"], "primaryIdentifier": ["/properties/Name"],
             "createOnlyProperties": ["/properties/Name"],
             "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}}
            """;
        return Archives.zip(Map.of(
                "schema.json", schema.getBytes(StandardCharsets.UTF_8),
                ".rpdk-config", "{\"language\": \"none\"}".getBytes(StandardCharsets.UTF_8)));
    }

    private Operations operations(String node, Executor workers) {
        return new Operations(
                        database,
                        Settings.manual(),
                        new SettableTime(clock).clocks(),
                        new Random(1),
                        node,
                        Telemetry.none(),
                        workers)
                .carryOut(task);
    }

    private TypeJobs jobs(Operations operations) {
        return new TypeJobs(database, operations, clock, UUID::randomUUID, Duration.ZERO);
    }

    private TypeJobs deadNode() {
        return jobs(operations("dead", DEAD));
    }

    private UUID register(TypeJobs jobs) {
        return jobs.register(
                DEVELOPER,
                new RegistrationRequest(
                        "RESOURCE", NOTE, PACKAGE.toString(), VersionSettings.NONE, Optional.empty(), ""));
    }

    @Test
    void aRegistrationIsCarriedOutByAnotherNode() {
        TypeJobs dead = deadNode();
        UUID token = register(dead);
        assertThat(dead.find(token).orElseThrow().state()).isEqualTo(JobState.IN_PROGRESS);

        Operations next = operations("next", Runnable::run);
        next.runDue();

        TypeRegistration ended = jobs(next).find(token).orElseThrow();
        assertThat(ended.state()).as(ended.description()).isEqualTo(JobState.COMPLETE);
        assertThat(ended.version()).contains(1);
        assertThat(types.find(NOTE)).isPresent();
    }

    /// A node may die after the version was written and before the registration was told to have ended.
    @Test
    void aRegistrationThatIsCarriedOutTwiceIsOneVersion() {
        Operations next = operations("next", Runnable::run);
        register(deadNode());
        next.runDue();

        UUID again = register(deadNode());
        next.runDue();

        assertThat(jobs(next).find(again).orElseThrow().version()).contains(1);
        assertThat(types.find(NOTE).orElseThrow().versions()).hasSize(1);
    }

    @Test
    void testsBeginAnewOnAnotherNode() {
        register(deadNode());
        Operations next = operations("next", Runnable::run);
        next.runDue();
        TypeVersion version = types.find(NOTE).orElseThrow().current();

        deadNode().test(DEVELOPER, version, "");
        deadNode().test(DEVELOPER, version, "");
        int carried = next.runDue();

        assertThat(carried).isEqualTo(1);
        TypeTest test = jobs(next).findTest(NOTE, 1).orElseThrow();
        assertThat(test.state()).as(test.description()).isEqualTo(JobState.COMPLETE);
        assertThat(types.find(NOTE).orElseThrow().current().tested()).isPresent();
    }

    @Test
    void testsEndWellWhicheverReadOfTheDatabaseFailsOnce() {
        registrations.register(DEVELOPER, Archives.example(), Terms.of(RegistrationGate.Tests.SKIPPED));
        registrations.configure(
                DEVELOPER,
                BOOKMARK,
                JsonNodeFactory.instance
                        .objectNode()
                        .put("Folder", folder.resolve("bookmarks").toString()));
        int reads = readsOfATest(0);

        for (int read = 1; read <= reads; read++) {
            readsOfATest(read);
        }
    }

    /// @param failing the read that fails; 0 for none
    private int readsOfATest(int failing) {
        providers.close();
        startProcess();
        types.refresh();
        TypeVersion version = types.find(BOOKMARK).orElseThrow().current();
        Operations next = operations("next", Runnable::run);
        jobs(next).test(DEVELOPER, version, "");
        database.failAt(failing);
        try {
            next.runDue();
        } catch (DatabaseException unclaimed) {
            // The dispatcher of a server looks again later.
        }
        int reads = database.reads();
        database.failAt(0);
        clock.advance(Duration.ofMinutes(2));
        next.runDue();

        TypeTest test = jobs(next).findTest(BOOKMARK, 1).orElseThrow();
        assertThat(test.state())
                .as("read " + failing + ": " + test.description())
                .isEqualTo(JobState.COMPLETE);
        return reads;
    }

    @Test
    void aJobIsNotLateForTheTimeInWhichNoNodeWorkedOnIt() {
        UUID token = register(deadNode());
        clock.advance(Duration.ofHours(2));

        Operations next = operations("next", Runnable::run);
        next.runDue();

        TypeRegistration ended = jobs(next).find(token).orElseThrow();
        assertThat(ended.state()).as(ended.description()).isEqualTo(JobState.COMPLETE);
    }

    /// There are no other operations.
    private static final class Nothing implements Task {
        @Override
        public Step run(Operation operation) {
            throw new IllegalStateException(operation.toString());
        }

        @Override
        public Change ended(Operation operation, OperationState state) {
            return Change.none();
        }
    }
}
