package fairlead.providers.postgres;

import static fairlead.providers.ContractTest.passes;
import static fairlead.providers.ContractTest.set;

import fairlead.handler.ResourceType;
import fairlead.testbed.PostgresServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The types of PostgreSQL keep the contract, against a real server. It has no other users: whatever is made there
/// meanwhile counts as left behind.
class ContractKeptTest {

    @TempDir
    private static Path folder;

    private static PostgresServer server;

    private static final List<ResourceType> TYPES = PostgresTypes.all();

    @BeforeAll
    static void start() {
        server = PostgresServer.start(folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static ResourceType type(String name) {
        return TYPES.stream()
                .filter(type -> type.schema().path("typeName").asString().endsWith(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aRoleKeepsIt() {
        passes(
                type("::Role"),
                Fixture.configuration(server),
                set(
                        "{'Name': 'kept one', 'Password': 'secret', 'ConnectionLimit': 5, 'Login': true}",
                        "{'Name': 'kept one', 'Password': 'other', 'CreateDatabase': true}"),
                set("{'Name': 'kept two'}", "{'Name': 'kept two', 'Login': true}"));
    }

    @Test
    void aDatabaseKeepsIt() {
        passes(
                type("::Database"),
                Fixture.configuration(server),
                set("{'Name': 'kept three', 'ConnectionLimit': 5}", "{'Name': 'kept three', 'ForceDisconnect': true}"),
                set("{'Name': 'kept four'}", "{'Name': 'kept four', 'ConnectionLimit': 7}"));
    }
}
