package fairlead.server.resource.list;

import fairlead.schema.PropertyPath;
import fairlead.schema.TypeName;
import fairlead.schema.arn.Arn;
import fairlead.schema.data.Classification;
import fairlead.schema.draft07.Place;
import fairlead.schema.text.PointerSteps;
import fairlead.server.database.Database;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Arns;
import fairlead.server.resource.record.Listing;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The resources that a resource refers to, and those that refer to it: by the schema's `relationshipRef`, and by
/// ARNs anywhere in the properties.
///
/// A reference is looked up when a caller asks for it, and never stored: the resource that it means may be made
/// or deleted at any time.
public final class References {

    private static final int MOST_SEARCHED = 5_000;

    private final ResourceStore store;
    private final Database database;
    private final Inventory inventory;
    private final Types types;
    private final Arns arns;

    public References(Database database, Inventory inventory, Types types, Arns arns) {
        store = new ResourceStore(types.sealing());
        this.database = database;
        this.inventory = inventory;
        this.types = types;
        this.arns = arns;
    }

    /// Whether what a reference means is there.
    public enum State {
        LIVE,
        DANGLING,
        /// It is of a type that is not served here, so it is not known.
        FOREIGN
    }

    /// A value of one resource that means another.
    ///
    /// @param pointer where among the properties it stands
    /// @param value as it stands there, unless it is of a sensitive class
    /// @param type of what it means, as far as the schema says
    /// @param targets what it means: mostly one
    public record Reference(
            String pointer, String value, Optional<String> type, State state, List<ResourceId> targets) {

        /// As it is shown to those who have not asked for the resource itself.
        private Reference in(ObjectNode redacted) {
            return redacted.at(pointer).asString("").equals(value)
                    ? this
                    : new Reference(pointer, Classification.REDACTED, type, state, targets);
        }
    }

    /// A resource and what it refers to.
    public record Node(Resource resource, Optional<String> arn, List<Reference> references) {}

    /// @param next the mark to continue behind
    public record Page(List<Node> nodes, Optional<String> next) {}

    /// One page of the resources of a subscription, or of a group of it, with what they refer to; a problem if there is
    /// no such place.
    ///
    /// @param shown which resources the caller may see: others are not there, neither as nodes nor as targets
    /// @param after the mark of the page before
    public Page page(
            String subscription,
            Optional<String> group,
            Predicate<ResourceId> shown,
            Optional<String> after,
            int limit) {
        Inventory.Filter all = Inventory.Filter.NONE;
        Inventory.Filter filter =
                new Inventory.Filter(group, all.type(), all.location(), all.name(), all.tagKey(), all.tagValue());
        Listing.Page page = inventory.page(subscription, filter, shown, after, limit);
        Search search = new Search(subscription, shown, (_, _) -> true);
        List<Node> nodes = page.resources().stream().map(search::node).toList();
        return new Page(nodes, page.next());
    }

    /// What properties refer to, wherever that is.
    ///
    /// @param own the id of the resource that is to have them: what means that is no reference
    /// @param asked of which values, by their pointers: only what these mean is looked up
    public List<Reference> of(
            ResourceId own, TypeVersion type, ObjectNode properties, BiPredicate<String, String> asked) {
        List<Reference> found = new ArrayList<>();
        new Search(own.subscription(), target -> !target.key().equals(own.key()), asked)
                .walk(properties, Optional.of(type.schema().root()), "", "", found);
        return found;
    }

    /// The references of some resources of a subscription.
    private final class Search {

        private final String subscription;
        private final Predicate<ResourceId> shown;
        private final BiPredicate<String, String> asked;
        private final Map<String, Map<String, List<ResourceId>>> byProperty = new HashMap<>();

        Search(String subscription, Predicate<ResourceId> shown, BiPredicate<String, String> asked) {
            this.asked = asked;
            this.subscription = subscription;
            this.shown = shown;
        }

        Node node(Resource resource) {
            TypeVersion type = types.version(resource.typeName(), resource.typeVersion());
            Place root = type.schema().root();
            Optional<String> arn = arns.of(resource);
            List<Reference> found = new ArrayList<>();
            ObjectNode properties = Documents.object(resource.properties());
            walk(properties, Optional.of(root), "", arn.orElse(""), found);
            ObjectNode shown = type.registration().data().redacted(properties);
            return new Node(
                    resource,
                    arn,
                    found.stream().map(reference -> reference.in(shown)).toList());
        }

        /// @param own the resource's own ARN, which is no reference
        private void walk(JsonNode value, Optional<Place> place, String pointer, String own, List<Reference> found) {
            if (value.isObject()) {
                value.forEachEntry((name, member) -> walk(
                        member,
                        place.flatMap(outer -> outer.property(name)),
                        pointer + "/" + PointerSteps.escape(name),
                        own,
                        found));
            } else if (value.isArray()) {
                for (int i = 0; i < value.size(); i++) {
                    walk(value.get(i), place.flatMap(Place::item), pointer + "/" + i, own, found);
                }
            } else if (value.isString() || value.isNumber()) {
                Set<JsonNode> said = place.map(References::relationships).orElse(Set.of());
                String text = value.asString();
                if (!said.isEmpty()) {
                    if (asked.test(pointer, text)) {
                        found.add(said(said, text, pointer));
                    }
                } else if (!text.equals(own)) {
                    arn(text, pointer).ifPresent(found::add);
                }
            }
        }

        /// An ARN that no schema declares is a reference if it is of a form that a type here has.
        private Optional<Reference> arn(String text, String pointer) {
            if (Arn.parse(text).isEmpty() || !asked.test(pointer, text)) {
                return Optional.empty();
            }
            List<ResourceId> targets = seen(ids(arns.find(text)));
            if (targets.isEmpty() && !arns.isOfServedType(subscription, text)) {
                return Optional.empty();
            }
            State state = targets.isEmpty() ? State.DANGLING : State.LIVE;
            return Optional.of(new Reference(pointer, text, Optional.empty(), state, targets));
        }

        /// What the schema says may be several things: the value is one of them.
        private Reference said(Set<JsonNode> relationships, String text, String pointer) {
            State state = State.FOREIGN;
            String type = "";
            for (JsonNode relationship : relationships) {
                String name = relationship.path("typeName").asString("");
                type = type.isEmpty() ? name : type;
                Optional<RegisteredType> known = type(name);
                if (known.isPresent()) {
                    List<ResourceId> targets = seen(targets(known.get(), relationship, text));
                    if (!targets.isEmpty()) {
                        return new Reference(pointer, text, Optional.of(name), State.LIVE, targets);
                    }
                    type = name;
                    state = State.DANGLING;
                }
            }
            return new Reference(pointer, text, Optional.of(type), state, List.of());
        }

        private List<ResourceId> seen(List<ResourceId> all) {
            return all.stream().filter(shown).toList();
        }

        private Optional<RegisteredType> type(String name) {
            try {
                return types.offeredTo(subscription).find(TypeName.parse(name));
            } catch (IllegalArgumentException notOne) {
                return Optional.empty();
            }
        }

        private List<ResourceId> targets(RegisteredType type, JsonNode relationship, String text) {
            List<Resource> byArn = arns.find(text).stream()
                    .filter(resource -> resource.typeName().equals(type.name()))
                    .toList();
            if (!byArn.isEmpty()) {
                return ids(byArn);
            }
            PropertyPath path =
                    PropertyPath.parse(relationship.path("propertyPath").asString("/properties/Arn"));
            if (type.current().outline().primaryIdentifier().equals(List.of(path))) {
                return database.read(transaction -> store.findIdentified(transaction, type.name(), text)).stream()
                        .filter(resource -> resource.id().subscription().equals(subscription))
                        .map(Resource::id)
                        .toList();
            }
            return byProperty
                    .computeIfAbsent(type.name() + " " + path, _ -> values(type, path))
                    .getOrDefault(text, List.of());
        }

        /// The first resources of a type by a property of which there is no index.
        private Map<String, List<ResourceId>> values(RegisteredType type, PropertyPath path) {
            Map<String, List<ResourceId>> values = new HashMap<>();
            List<Resource> all = database.read(
                    transaction -> store.listOfType(transaction, type.name(), subscription, "", MOST_SEARCHED));
            for (Resource resource : all) {
                ObjectNode properties = Documents.object(resource.properties());
                path.find(properties)
                        .forEach(located -> values.computeIfAbsent(
                                        located.value().asString(""), _ -> new ArrayList<>())
                                .add(resource.id()));
            }
            return values;
        }
    }

    private static List<ResourceId> ids(List<Resource> resources) {
        return resources.stream().map(Resource::id).toList();
    }

    private static Set<JsonNode> relationships(Place place) {
        Set<JsonNode> found = new LinkedHashSet<>();
        for (JsonNode source : place.sources()) {
            JsonNode relationship = source.path("relationshipRef");
            if (relationship.isObject()) {
                found.add(relationship);
            }
        }
        return found;
    }
}
