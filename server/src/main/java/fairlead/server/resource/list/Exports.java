package fairlead.server.resource.list;

import fairlead.schema.PropertyPath;
import fairlead.server.database.Database;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.naming.GroupNames;
import fairlead.server.resource.record.Listing;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.resource.record.StoredDesiredState;
import fairlead.server.scope.Scopes;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/// The resources of a group in the form in which a caller would ask for them again: their desired state, without
/// the properties that only the service sets, without what the address says, and without secrets.
public final class Exports {

    /// As many as Azure Resource Manager has in one template.
    public static final int MOST = 200;

    private static final long MOST_BYTES = 16 * 1024 * 1024;

    private final ResourceStore store;
    private final Database database;
    private final Scopes scopes;
    private final Inventory inventory;
    private final Types types;

    public Exports(Database database, Scopes scopes, Inventory inventory, Types types) {
        store = new ResourceStore(types.sealing());
        this.database = database;
        this.scopes = scopes;
        this.inventory = inventory;
        this.types = types;
    }

    /// One resource.
    ///
    /// @param properties what can be asked for
    /// @param secret the write-only properties, which no caller is shown, if there are any
    public record Exported(Resource resource, TypeVersion type, ObjectNode properties, List<PropertyPath> secret) {}

    /// Some of a group's resources.
    ///
    /// @param absent the ids of which there is no resource
    public record Group(List<Exported> resources, List<ResourceId> absent) {}

    /// All of a group but what is going; a problem if there is no such group, or if it has too many.
    ///
    /// @param shown which resources the caller may see
    public Group all(String subscription, String group, Predicate<ResourceId> shown) {
        Inventory.Filter none = Inventory.Filter.NONE;
        Inventory.Filter inGroup = new Inventory.Filter(
                Optional.of(group), none.type(), none.location(), none.name(), none.tagKey(), none.tagValue());
        scopes.group(subscription, group);
        List<Resource> found = new ArrayList<>();
        Optional<String> mark = Optional.empty();
        do {
            Listing.Page page = inventory.page(subscription, inGroup, shown, mark, MOST + 1);
            found.addAll(page.resources());
            require(found);
            mark = page.next();
        } while (mark.isPresent());
        return new Group(exported(found), List.of());
    }

    /// Those with these ids; a problem if there is no such group, or if they are too many.
    ///
    /// @param shown which resources the caller may see
    public Group some(String subscription, String group, List<ResourceId> ids, Predicate<ResourceId> shown) {
        scopes.group(subscription, group);
        if (ids.size() > MOST) {
            throw tooMany();
        }
        Map<String, Resource> found = new LinkedHashMap<>();
        List<ResourceId> absent = new ArrayList<>();
        database.read(transaction -> {
            for (ResourceId id : ids) {
                store.find(transaction, id)
                        .filter(resource -> resource.tracked() && shown.test(resource.id()))
                        .ifPresentOrElse(resource -> found.put(id.key(), resource), () -> absent.add(id));
            }
            return found;
        });
        List<Resource> all = List.copyOf(found.values());
        require(all);
        return new Group(exported(all), absent);
    }

    private static void require(List<Resource> found) {
        long bytes = found.stream()
                .mapToLong(resource -> resource.properties().length)
                .sum();
        if (found.size() > MOST || bytes > MOST_BYTES) {
            throw tooMany();
        }
    }

    private static ProblemException tooMany() {
        return new ProblemException(Problem.InvalidBody.of(
                "export.too-many",
                "one template has up to " + MOST + " resources of " + MOST_BYTES / 1024 / 1024
                        + " MiB together, and these are more; expected the ids of some of them",
                "/resources"));
    }

    private List<Exported> exported(List<Resource> found) {
        return found.stream()
                .filter(resource -> resource.state() != ProvisioningState.DELETING)
                .map(this::exported)
                .toList();
    }

    /// What the address says again; a free name says nothing of the identifier.
    private static void removeNames(TypeVersion type, ResourceId id, ObjectNode properties) {
        List<PropertyPath> named = type.namedBy();
        for (int i = 0; i < named.size(); i++) {
            PropertyPath path = named.get(i);
            boolean own = i + 1 == named.size();
            boolean free = own
                    && path.value(properties)
                            .filter(value -> !isSaid(type, id, value.asString("")))
                            .isPresent();
            if (!free) {
                path.remove(properties);
            }
        }
    }

    private static boolean isSaid(TypeVersion type, ResourceId id, String identifier) {
        return type.namesAreOfGroup() ? GroupNames.isOf(type, id, identifier) : identifier.equalsIgnoreCase(id.name());
    }

    private Exported exported(Resource resource) {
        TypeVersion type = types.version(resource.typeName(), resource.typeVersion());
        ObjectNode properties = StoredDesiredState.read(type.schema(), resource.desired(), resource.properties())
                .deepCopy();
        removeNames(type, resource.id(), properties);
        List<PropertyPath> secret =
                resource.secrets().length == 0 ? List.of() : type.schema().writeOnly();
        return new Exported(resource, type, properties, secret);
    }
}
