package fairlead.server.resource;

import static fairlead.server.resource.World.DEVELOPER;
import static fairlead.server.resource.World.SHELF;
import static fairlead.server.resource.World.SUBSCRIPTION;
import static fairlead.server.resource.World.json;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.database.Database;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.operation.ClientToken;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.resource.IdentifiedResources.Asked;
import fairlead.server.secret.Vault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The process is killed before and after every commit of an import of everything that there is: what nobody
/// manages, what was made by its identifier, and what was made by its address. Whatever the point, the next
/// process brings the import to its end, with one resource for each thing, and the things as they were.
class ImportCrashTest {

    private static final String KEYSET = Vault.newKeyset();
    private static final int UNMANAGED = 25;

    @TempDir
    private Path folder;

    @Test
    void everyPointIsSurvived() {
        int points = 0;
        boolean died = true;
        while (died) {
            points++;
            try (Database database = SqliteDatabase.open(folder.resolve(points + "/fairlead.db"))) {
                died = survives(database, points);
            }
        }
        assertThat(points).as("points at which the process died").isGreaterThan(2 * UNMANAGED);
    }

    private static boolean survives(Database database, int point) {
        World first = new World(database, "node-1", KEYSET);
        IntStream.range(0, UNMANAGED)
                .mapToObj(i -> "wild-%02d".formatted(i))
                .forEach(name -> first.parts.things.put("/" + name, json("{'Name': '" + name + "', 'Text': 'wild'}")));
        first.made(first.id(SHELF, "by-address"), "{'Text': 'a'}");
        Asked asked = new Asked(DEVELOPER, SUBSCRIPTION, "group", "local", first.registered(SHELF), Optional.empty());
        first.identified.create(asked, json("{'Name': 'by-identifier'}"), new ClientToken("token", "digest"));
        first.settle();
        first.operations.end(Duration.ZERO);
        String things = first.parts.things.toString();
        MortalDatabase deadly = new MortalDatabase(database);
        World dying = new World(deadly, "node-2", KEYSET, first.gizmos, first.parts);
        dying.clock.set(first.clock.instant());
        deadly.dieAt(point);
        try {
            dying.imports.begin(everything(dying));
            dying.settle();
        } catch (MortalDatabase.Death expected) {
            assertThat(deadly.hasDied()).isTrue();
        }
        World heir = new World(database, "node-3", KEYSET, first.gizmos, first.parts);
        heir.clock.set(dying.clock.instant().plus(Duration.ofSeconds(11)));
        heir.settle();
        JsonNode again = imported(heir);
        assertThat(again.path("imported").size() + again.path("present").size()).isEqualTo(UNMANAGED + 2);
        assertThat(imported(heir).path("imported")).isEmpty();
        assertThat(identifiers(heir)).hasSize(UNMANAGED + 2).doesNotHaveDuplicates();
        assertThat(heir.parts.things).hasToString(things);
        return deadly.hasDied();
    }

    private static Import everything(World world) {
        return new Import(DEVELOPER, world.type(SHELF), new Move.Place(SUBSCRIPTION, "group"), "local", List.of());
    }

    /// What a client is told that asks once more.
    private static JsonNode imported(World world) {
        Operation begun = world.imports.begin(everything(world));
        world.settle();
        Operation ended = world.imports.find(begun.id()).orElseThrow();
        assertThat(ended.state()).isInstanceOf(OperationState.Succeeded.class);
        return Documents.object(world.imports.result(begun.id()).orElseThrow());
    }

    private static List<String> identifiers(World world) {
        return world
                .inventory
                .list(
                        new Listing(new Listing.Scope.InSubscription(SUBSCRIPTION), Optional.empty(), 1000),
                        world.registered(SHELF))
                .resources()
                .stream()
                .map(resource -> resource.identifier().orElseThrow())
                .toList();
    }
}
