package fairlead.simulation;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import fairlead.handler.Update;
import fairlead.schema.HandlerKind;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Any resource type, served by its schema alone.
public final class Simulation {

    private Simulation() {}

    /// A schema as it is simulated, and what was added for that.
    ///
    /// @param document the schema with the handlers that were added
    /// @param added the handlers that the document did not declare
    public record Completed(ObjectNode document, List<HandlerKind> added) {

        public Completed {
            added = List.copyOf(added);
        }
    }

    /// The schema with the handlers that a simulation needs.
    ///
    /// Create, read and delete are always there. A schema that declares no handlers at all also gets a list, and an
    /// update if there is a property that may be changed. What a schema declares stays as it is: a type without an
    /// update or a list handler is simulated without.
    public static Completed complete(ObjectNode document) {
        ObjectNode copy = document.deepCopy();
        JsonNode declared = copy.path("handlers");
        List<HandlerKind> wanted = new ArrayList<>(List.of(HandlerKind.CREATE, HandlerKind.READ));
        if (declared.isEmpty() && hasChangeable(document)) {
            wanted.add(HandlerKind.UPDATE);
        }
        wanted.add(HandlerKind.DELETE);
        if (declared.isEmpty()) {
            wanted.add(HandlerKind.LIST);
        }
        List<HandlerKind> added =
                wanted.stream().filter(kind -> !declared.has(kind.wireName())).toList();
        if (!added.isEmpty() && (declared.isMissingNode() || declared.isObject())) {
            ObjectNode handlers = copy.withObjectProperty("handlers");
            added.forEach(kind -> handlers.putObject(kind.wireName()).putArray("permissions"));
        }
        return new Completed(copy, added);
    }

    private static boolean hasChangeable(ObjectNode document) {
        return document.path("properties").propertyNames().stream()
                .map(name -> "/properties/" + PointerSteps.escape(name))
                .anyMatch(path -> !names(document, "readOnlyProperties", path)
                        && !names(document, "createOnlyProperties", path)
                        && !names(document, "primaryIdentifier", path));
    }

    private static boolean names(ObjectNode document, String list, String path) {
        return document.path(list).values().stream()
                .anyMatch(entry -> entry.asString("").equals(path));
    }

    /// A handler for a type, with the capabilities that its schema declares.
    ///
    /// @param schema one that declares create, read and delete; [#complete] sees to that
    public static ResourceHandler handler(ResourceSchema schema, Behaviour behaviour, SimulatedResources resources) {
        SimulatedHandler whole = new SimulatedHandler(schema, behaviour, resources);
        Set<HandlerKind> kinds = schema.handlers();
        if (kinds.contains(HandlerKind.LIST)) {
            return kinds.contains(HandlerKind.UPDATE) ? whole : new Fixed(whole);
        }
        return kinds.contains(HandlerKind.UPDATE) ? new Unlisted(whole) : new Plain(whole);
    }

    static String text(List<PropertyPath> paths) {
        return String.join(", ", paths.stream().map(PropertyPath::modelPointer).toList());
    }

    private static sealed class Plain implements ResourceHandler {

        final SimulatedHandler whole;

        Plain(SimulatedHandler whole) {
            this.whole = whole;
        }

        @Override
        public final Progress create(Create request, Context context) {
            return whole.create(request, context);
        }

        @Override
        public final Progress read(Read request, Context context) {
            return whole.read(request, context);
        }

        @Override
        public final Progress delete(Delete request, Context context) {
            return whole.delete(request, context);
        }
    }

    private static final class Unlisted extends Plain implements ResourceHandler.Updatable {

        Unlisted(SimulatedHandler whole) {
            super(whole);
        }

        @Override
        public Progress update(Update request, Context context) {
            return whole.update(request, context);
        }
    }

    private static final class Fixed extends Plain implements ResourceHandler.Listable {

        Fixed(SimulatedHandler whole) {
            super(whole);
        }

        @Override
        public Page list(Query query, Context context) {
            return whole.list(query, context);
        }
    }
}
