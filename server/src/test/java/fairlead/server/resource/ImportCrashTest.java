package fairlead.server.resource;

import static fairlead.server.resource.World.DEVELOPER;
import static fairlead.server.resource.World.SHELF;
import static fairlead.server.resource.World.SUBSCRIPTION;
import static fairlead.server.resource.World.json;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.operation.ClientToken;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.imports.ImportRequest;
import fairlead.server.resource.move.MoveRequest;
import fairlead.server.resource.record.Listing;
import fairlead.server.resource.record.ReadableResources;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The process is killed before and after every commit of an import of everything that there is: what is not
/// managed, what was made by its identifier, and what was made by its address. Whatever the point, the next process
/// brings the import to its end, with one resource for each physical resource, and these as they were.
class ImportCrashTest {

    private static final int UNMANAGED = 25;

    private String things = "";

    @Test
    void everyPointIsSurvived() {
        int points = Crashes.survived(this::begin, ImportCrashTest::change, this::requireImported);
        assertThat(points).as("points at which the process died").isGreaterThan(2 * UNMANAGED);
    }

    private void begin(World world) {
        IntStream.range(0, UNMANAGED)
                .mapToObj(i -> "wild-%02d".formatted(i))
                .forEach(name -> world.parts.things.put("/" + name, json("{'Name': '" + name + "', 'Text': 'wild'}")));
        world.made(world.id(SHELF, "by-address"), "{'Text': 'a'}");
        IdentifiedRequest asked = new IdentifiedRequest(
                DEVELOPER, SUBSCRIPTION, "group", "local", world.registered(SHELF), Optional.empty());
        world.identified.create(asked, json("{'Name': 'by-identifier'}"), new ClientToken("token", "digest"));
        world.settle();
        things = world.parts.things.toString();
    }

    private static void change(World world) {
        world.imports.begin(everything(world));
        world.settle();
    }

    private void requireImported(World world) {
        JsonNode again = imported(world);
        assertThat(again.path("imported").size() + again.path("present").size()).isEqualTo(UNMANAGED + 2);
        assertThat(imported(world).path("imported")).isEmpty();
        assertThat(identifiers(world)).hasSize(UNMANAGED + 2).doesNotHaveDuplicates();
        assertThat(world.parts.things).hasToString(things);
    }

    private static ImportRequest everything(World world) {
        return new ImportRequest(
                DEVELOPER, world.type(SHELF), new MoveRequest.Place(SUBSCRIPTION, "group"), "local", List.of());
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
                        world.registered(SHELF),
                        ReadableResources.ALL)
                .resources()
                .stream()
                .map(resource -> resource.identifier().orElseThrow())
                .toList();
    }
}
