package fairlead.contract.suite;

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

/// A handler that keeps the contract, over a map. Mutants override the smallest part of it that spoils one thing.
class Reference implements Updatable, Listable {

    final Design design;
    final int steps;
    final TreeMap<String, Thing> things = new TreeMap<>();
    final Map<String, Thing> byToken = new HashMap<>();
    int serial;

    /// @param steps how many answers IN_PROGRESS a change takes
    Reference(Design design, int steps) {
        this.design = design;
        this.steps = steps;
    }

    static final class Thing {
        final String id;
        final int serial;
        ObjectNode properties;
        Map<String, String> tags = Map.of();
        boolean deleted;

        Thing(String id, int serial, ObjectNode properties) {
            this.id = id;
            this.serial = serial;
            this.properties = properties;
        }
    }

    // -- the handler ----------------------------------------------------------------------------------------------

    @Override
    public synchronized Progress create(Create request, Context context) {
        Thing thing = byToken.get(context.token());
        if (thing == null) {
            refuseNamesake(request.desired());
            thing = make(request.desired(), context);
            tag(thing, context.tags().desired());
            things.put(thing.id, thing);
            byToken.put(context.token(), thing);
        }
        if (thing.deleted) {
            throw new HandlerException(ErrorCode.GENERAL_SERVICE_EXCEPTION, "It was deleted since.");
        }
        int step = step(request.memo());
        return step < steps ? again(creating(thing, step), step) : Progress.done(created(thing));
    }

    @Override
    public synchronized Progress read(Read request, Context context) {
        return Progress.done(read(find(request.identifier())));
    }

    @Override
    public synchronized Progress update(Update request, Context context) {
        Thing thing = find(request.identifier());
        int step = step(request.memo());
        if (step < steps) {
            return again(updating(thing, step), step);
        }
        apply(thing, request);
        retag(thing, context.tags().desired());
        return Progress.done(updated(thing));
    }

    @Override
    public synchronized Progress delete(Delete request, Context context) {
        Thing thing = find(request.identifier());
        int step = step(request.memo());
        if (step < steps) {
            return again(deleting(thing, step), step);
        }
        remove(thing);
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

    Thing make(ObjectNode desired, Context context) {
        int number = ++serial;
        return new Thing(design.identify(desired, number), number, desired.deepCopy());
    }

    /// What the request's own tags are to a new thing.
    void tag(Thing thing, Map<String, String> tags) {
        thing.tags = tags;
    }

    /// What they are to a thing that is there.
    void retag(Thing thing, Map<String, String> tags) {
        thing.tags = tags;
    }

    void refuseNamesake(ObjectNode desired) {
        boolean named =
                design.schema().identifier(desired).filter(things::containsKey).isPresent();
        boolean alike = things.values().stream()
                .anyMatch(thing -> design.unique().stream().anyMatch(paths -> alike(paths, desired, thing.properties)));
        if (named || alike) {
            throw new HandlerException(ErrorCode.ALREADY_EXISTS, "There is one already.");
        }
    }

    private static boolean alike(List<PropertyPath> paths, ObjectNode one, ObjectNode other) {
        return paths.stream().allMatch(path -> path.value(one).equals(path.value(other)));
    }

    void apply(Thing thing, Update request) {
        thing.properties = request.desired().deepCopy();
    }

    void remove(Thing thing) {
        things.remove(thing.id);
        thing.deleted = true;
    }

    Thing find(ObjectNode identifier) {
        return lookup(identifier).orElseThrow(() -> notFound());
    }

    static HandlerException notFound() {
        return new HandlerException(ErrorCode.NOT_FOUND, "There is no such thing.");
    }

    Optional<Thing> lookup(ObjectNode identifier) {
        Optional<String> id = design.schema().identifier(identifier);
        if (id.isPresent()) {
            return Optional.ofNullable(things.get(id.get()));
        }
        return design.schema().additionalIdentifiers().stream()
                .filter(paths -> Bench.hasAll(paths, identifier))
                .flatMap(paths -> things.values().stream().filter(thing -> alike(paths, identifier, shown(thing))))
                .findFirst();
    }

    /// A thing as it is: everything but write-only properties.
    ObjectNode shown(Thing thing) {
        ObjectNode model = design.schema().withoutWriteOnly(thing.properties);
        design.complete(model, thing.id, thing.serial);
        if (!thing.tags.isEmpty()) {
            new TreeMap<>(thing.tags).forEach((key, value) -> {
                if (design == Design.PEERING) {
                    model.withObject("/Tags").put(key, value);
                } else {
                    model.withArray("Tags").addObject().put("Key", key).put("Value", value);
                }
            });
        }
        return model;
    }

    ObjectNode creating(Thing thing, int step) {
        return shown(thing);
    }

    ObjectNode created(Thing thing) {
        return shown(thing);
    }

    ObjectNode read(Thing thing) {
        return shown(thing);
    }

    ObjectNode updating(Thing thing, int step) {
        return shown(thing);
    }

    ObjectNode updated(Thing thing) {
        return shown(thing);
    }

    ObjectNode deleting(Thing thing, int step) {
        return shown(thing);
    }

    List<String> listed(Query query) {
        List<String> ids = new ArrayList<>();
        things.forEach((id, thing) -> {
            ObjectNode model = shown(thing);
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
