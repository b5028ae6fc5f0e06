package fairlead.server.resource;

import fairlead.fuzz.FuzzTarget;
import fairlead.fuzz.Input;
import fairlead.fuzz.Law;
import fairlead.server.arm.address.Address;
import fairlead.server.arm.address.Addresses;
import fairlead.server.arm.address.QueryOptions;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.operation.OperationId;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.AccountTypes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Addresses and the ids of resources.
public final class AddressFuzz implements FuzzTarget {

    private static final Addresses ADDRESSES = addresses();

    private static Addresses addresses() {
        try {
            Path folder = Files.createTempDirectory(Files.createDirectories(Path.of("target", "fuzz")), "addresses");
            World world = new World(
                    SqliteDatabase.open(folder.resolve("fairlead.db")),
                    "node",
                    "",
                    new FakeService(true),
                    new FakeService(true));
            return new Addresses(new AccountTypes(world.types));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void run(byte[] input) {
        String text = Input.stretched(Input.text(input));
        List<String> path =
                Stream.of(text.split("/")).filter(part -> !part.isEmpty()).toList();
        if (path.isEmpty()) {
            return;
        }
        OperationId.parse(path.getLast())
                .ifPresent(id -> Law.holds(
                        id.toString().equalsIgnoreCase(path.getLast()), "an id of an operation has one form"));
        try {
            Address address =
                    path.getFirst().equals("providers") ? ADDRESSES.parseProviders(path) : ADDRESSES.parse(path);
            QueryOptions.of(address, "GET");
            if (address instanceof Address.OneSubscription(var subscription)) {
                Law.holds(subscription.equalsIgnoreCase(path.getLast()), "a subscription has one form");
            }
            if (address instanceof Address.OneResource(var id, var _)) {
                Law.same(
                        ADDRESSES.parse(List.of(id.toString().substring(1).split("/"))),
                        address,
                        "the address of a resource's id");
                requireId(id);
            }
        } catch (ProblemException refused) {
            Law.holds(
                    refused.problem() instanceof Problem.NotFound || refused.problem() instanceof Problem.BadRequest,
                    "an address is not found, or bad: " + refused.problem());
        }
        try {
            requireId(ResourceId.parse(text));
        } catch (IllegalArgumentException none) {
            Law.holds(none.getMessage() != null, "a refusal says why");
        }
    }

    private static void requireId(ResourceId id) {
        Law.same(ResourceId.parse(id.toString()), id, "an id that is written and read");
        Law.same(id.key(), ResourceId.key(id.toString()), "the form that is compared");
        Optional<ResourceId> above = id.above();
        above.ifPresent(upper -> {
            Law.holds(id.toString().startsWith(upper + "/"), "an id begins with what is above it");
            Law.same(ResourceId.parse(upper.toString()), upper, "the id above, written and read");
        });
    }
}
