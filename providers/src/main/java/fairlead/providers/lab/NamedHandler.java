package fairlead.providers.lab;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import fairlead.handler.Update;
import fairlead.providers.Shape;
import fairlead.providers.lab.Ledger.Thing;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Makes things that their callers name, and that have the properties which they were given.
class NamedHandler implements ResourceHandler.Updatable, ResourceHandler.Listable {

    private final Shape shape;
    private final NamedThings drawer;
    private final List<String> names;

    /// @param names the properties of the primary identifier
    NamedHandler(Shape shape, NamedThings drawer, List<String> names) {
        this.shape = shape;
        this.drawer = drawer;
        this.names = List.copyOf(names);
    }

    /// What is added to the properties when a thing is made or changed: read-only ones.
    ///
    /// @param before as it was; empty for a new one
    ObjectNode completed(ObjectNode properties, ObjectNode before, Context context) {
        return properties;
    }

    @Override
    public final Progress create(Create request, Context context) {
        List<String> key = key(request.desired());
        Optional<Thing> there = drawer.find(context, key);
        if (there.filter(thing -> !thing.token().equals(context.token())).isPresent()) {
            return Progress.failed(ErrorCode.ALREADY_EXISTS, "There is a " + String.join("/", key) + " already.");
        }
        ObjectNode properties = completed(shape.kept(request.desired()), empty(), context);
        return drawer.create(context, key, properties)
                .map(NamedHandler::done)
                .orElseGet(() -> Progress.failed(
                        ErrorCode.GENERAL_SERVICE_EXCEPTION, "What this operation made was deleted since."));
    }

    @Override
    public final Progress read(Read request, Context context) {
        return done(find(request.identifier(), context));
    }

    @Override
    public final Progress update(Update request, Context context) {
        Thing thing = find(request.identifier(), context);
        ObjectNode before = Model.parse(thing.state().properties());
        ObjectNode properties = completed(shape.kept(request.desired()), before, context);
        return done(drawer.update(context, thing, properties).orElseThrow(() -> absent(request.identifier())));
    }

    @Override
    public final Progress delete(Delete request, Context context) {
        drawer.delete(context, find(request.identifier(), context));
        return Progress.gone();
    }

    @Override
    public final Page list(Query query, Context context) {
        List<String> key = names.stream()
                .takeWhile(query.filter()::has)
                .map(name -> query.filter().path(name).asString(""))
                .toList();
        List<Thing> found = drawer.list(context, key, query.token(), query.limit() + 1);
        List<Thing> page = found.subList(0, Math.min(found.size(), query.limit()));
        return new Page(
                page.stream()
                        .map(thing -> Model.parse(thing.state().properties()))
                        .filter(model -> query.filter().properties().stream()
                                .allMatch(wanted -> wanted.getValue().equals(model.get(wanted.getKey()))))
                        .map(model -> model.retain(names))
                        .toList(),
                found.size() > page.size() ? Optional.of(page.getLast().id()) : Optional.empty());
    }

    /// Changes the thing without being asked to by an update.
    final void change(ObjectNode identifier, ObjectNode properties, Context context) {
        var _ = drawer.update(context, find(identifier, context), properties);
    }

    /// The thing as it is; a problem if there is none.
    final Thing find(ObjectNode identifier, Context context) {
        return drawer.find(context, key(identifier)).orElseThrow(() -> absent(identifier));
    }

    private static Progress done(Thing thing) {
        return Progress.done(Model.parse(thing.state().properties()));
    }

    private List<String> key(ObjectNode model) {
        return names.stream().map(name -> model.path(name).asString("")).toList();
    }

    private HandlerException absent(ObjectNode identifier) {
        return new HandlerException(ErrorCode.NOT_FOUND, "There is no " + String.join("/", key(identifier)) + ".");
    }

    static ObjectNode empty() {
        return JsonNodeFactory.instance.objectNode();
    }
}
