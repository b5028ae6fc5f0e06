package fairlead.providers.postgres;

import static fairlead.providers.ContractTest.passes;
import static fairlead.providers.ContractTest.set;

import fairlead.handler.ResourceType;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The types of PostgreSQL keep the contract, against a real server.
class ContractKeptTest {

    private static final List<ResourceType> TYPES = PostgresTypes.all();

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
                Fixture.configuration(),
                set(
                        "{'Name': 'kept one', 'Password': 'secret', 'ConnectionLimit': 5, 'Login': true}",
                        "{'Name': 'kept one', 'Password': 'other', 'CreateDatabase': true}"),
                set("{'Name': 'kept two'}", "{'Name': 'kept two', 'Login': true}"));
    }

    @Test
    void aDatabaseKeepsIt() {
        passes(
                type("::Database"),
                Fixture.configuration(),
                set("{'Name': 'kept three', 'ConnectionLimit': 5}", "{'Name': 'kept three', 'ForceDisconnect': true}"),
                set("{'Name': 'kept four'}", "{'Name': 'kept four', 'ConnectionLimit': 7}"));
    }
}
