package fairlead.contract.suite;

import fairlead.contract.call.SuiteContext;
import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler.Listable;
import fairlead.handler.ResourceHandler.Updatable;
import fairlead.handler.Update;
import fairlead.schema.PropertyPath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A handler that keeps the contract, over a map. Mutants override the smallest part of it that spoils one resource.
class Reference implements Updatable, Listable {

    final Design design;
    final int steps;
    final TreeMap<String, Resource> resources = new TreeMap<>();
    final Map<String, Resource> byToken = new HashMap<>();
    int serial;

    /// @param steps how many answers IN_PROGRESS a change takes
    Reference(Design design, int steps) {
        this.design = design;
        this.steps = steps;
    }

    static final class Resource {
        final String id;
        final int serial;
        ObjectNode properties;
        Map<String, String> tags = Map.of();
        boolean deleted;

        Resource(String id, int serial, ObjectNode properties) {
            this.id = id;
            this.serial = serial;
            this.properties = properties;
        }
    }

    // -- the handler ----------------------------------------------------------------------------------------------

    @Override
    public synchronized Progress create(Create request, Context context) {
        Resource resource = byToken.get(context.token());
        if (resource == null) {
            refuseNamesake(request.desired());
            resource = make(request.desired(), context);
            tag(resource, context.tags().desired());
            resources.put(resource.id, resource);
            byToken.put(context.token(), resource);
        }
        if (resource.deleted) {
            throw new HandlerException(ErrorCode.GENERAL_SERVICE_EXCEPTION, "It was deleted since.");
        }
        int step = step(request.memo());
        return step < steps ? again(creating(resource, step), step) : Progress.done(created(resource));
    }

    @Override
    public synchronized Progress read(Read request, Context context) {
        return Progress.done(read(find(request.identifier())));
    }

    @Override
    public synchronized Progress update(Update request, Context context) {
        Resource resource = find(request.identifier());
        int step = step(request.memo());
        if (step < steps) {
            return again(updating(resource, step), step);
        }
        apply(resource, request);
        retag(resource, context.tags().desired());
        return Progress.done(updated(resource));
    }

    @Override
    public synchronized Progress delete(Delete request, Context context) {
        Resource resource = find(request.identifier());
        int step = step(request.memo());
        if (step < steps) {
            return again(deleting(resource, step), step);
        }
        remove(resource);
        return Progress.gone();
    }

    @Override
    public synchronized Page list(Query query, Context context) {
        List<String> ids = listed(query).stream()
                .filter(id ->
                        query.token().isEmpty() || id.compareTo(query.token().get()) > 0)
                .toList();
        List<ObjectNode> page =
                ids.stream().limit(query.limit()).map(this::entry).toList();
        boolean more = ids.size() > page.size();
        return new Page(page, more ? Optional.of(ids.get(page.size() - 1)) : Optional.empty());
    }

    // -- parts ----------------------------------------------------------------------------------------------------

    Resource make(ObjectNode desired, Context context) {
        int number = ++serial;
        return new Resource(design.identify(desired, number), number, desired.deepCopy());
    }

    /// What the request's own tags are to a new resource.
    void tag(Resource resource, Map<String, String> tags) {
        resource.tags = tags;
    }

    /// What they are to a resource that is there.
    void retag(Resource resource, Map<String, String> tags) {
        resource.tags = tags;
    }

    void refuseNamesake(ObjectNode desired) {
        boolean named = design.schema()
                .identifier(desired)
                .filter(resources::containsKey)
                .isPresent();
        boolean alike = resources.values().stream()
                .anyMatch(resource ->
                        design.unique().stream().anyMatch(paths -> alike(paths, desired, resource.properties)));
        if (named || alike) {
            throw new HandlerException(ErrorCode.ALREADY_EXISTS, "There is one already.");
        }
    }

    private static boolean alike(List<PropertyPath> paths, ObjectNode one, ObjectNode other) {
        return paths.stream().allMatch(path -> path.value(one).equals(path.value(other)));
    }

    void apply(Resource resource, Update request) {
        resource.properties = request.desired().deepCopy();
    }

    void remove(Resource resource) {
        resources.remove(resource.id);
        resource.deleted = true;
    }

    Resource find(ObjectNode identifier) {
        return lookup(identifier).orElseThrow(() -> notFound());
    }

    static HandlerException notFound() {
        return new HandlerException(ErrorCode.NOT_FOUND, "There is no such resource.");
    }

    Optional<Resource> lookup(ObjectNode identifier) {
        Optional<String> id = design.schema().identifier(identifier);
        if (id.isPresent()) {
            return Optional.ofNullable(resources.get(id.get()));
        }
        return design.schema().additionalIdentifiers().stream()
                .filter(paths -> SuiteContext.hasAll(paths, identifier))
                .flatMap(paths ->
                        resources.values().stream().filter(resource -> alike(paths, identifier, shown(resource))))
                .findFirst();
    }

    /// A resource as it is: everything but write-only properties.
    ObjectNode shown(Resource resource) {
        ObjectNode model = design.schema().withoutWriteOnly(resource.properties);
        design.complete(model, resource.id, resource.serial);
        if (!resource.tags.isEmpty()) {
            new TreeMap<>(resource.tags).forEach((key, value) -> {
                if (design == Design.PEERING) {
                    model.withObject("/Tags").put(key, value);
                } else {
                    model.withArray("Tags").addObject().put("Key", key).put("Value", value);
                }
            });
        }
        return model;
    }

    ObjectNode creating(Resource resource, int step) {
        return shown(resource);
    }

    ObjectNode created(Resource resource) {
        return shown(resource);
    }

    ObjectNode read(Resource resource) {
        return shown(resource);
    }

    ObjectNode updating(Resource resource, int step) {
        return shown(resource);
    }

    ObjectNode updated(Resource resource) {
        return shown(resource);
    }

    ObjectNode deleting(Resource resource, int step) {
        return shown(resource);
    }

    List<String> listed(Query query) {
        List<String> ids = new ArrayList<>();
        resources.forEach((id, resource) -> {
            ObjectNode model = shown(resource);
            boolean wanted = query.filter().properties().stream()
                    .allMatch(member -> member.getValue().equals(model.path(member.getKey())));
            if (wanted) {
                ids.add(id);
            }
        });
        return ids;
    }

    ObjectNode entry(String id) {
        return design.schema().parseIdentifier(id);
    }

    Duration delay() {
        return Duration.ofSeconds(5);
    }

    private Progress again(ObjectNode model, int step) {
        return Progress.again(
                model, delay(), JsonNodeFactory.instance.objectNode().put("Step", step + 1));
    }

    static int step(Optional<ObjectNode> memo) {
        return memo.map(held -> held.path("Step").asInt(0)).orElse(0);
    }
}
