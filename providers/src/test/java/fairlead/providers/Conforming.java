package fairlead.providers;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import fairlead.handler.ResourceHandler.Listable;
import fairlead.handler.ResourceHandler.Updatable;
import fairlead.handler.ResourceType;
import fairlead.handler.Update;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.ObjectNode;

/// A handler that is watched: whatever it returns has to conform to the type's schema, and a model that it has
/// reached has to contain what was asked for.
public final class Conforming implements Updatable, Listable {

    private static final Map<ObjectNode, ResourceSchema> LOADED = new ConcurrentHashMap<>();

    private final ResourceSchema schema;
    private final ResourceHandler handler;

    public Conforming(ResourceType type) {
        schema = LOADED.computeIfAbsent(type.schema(), _ -> schema(type));
        handler = type.handler().get();
    }

    /// The type's schema, about which there is nothing to be said, not even advice.
    public static ResourceSchema schema(ResourceType type) {
        return switch (ResourceSchema.load(type.schema())) {
            case Loaded.Valid(ResourceSchema schema, var findings) -> {
                assertThat(findings).isEmpty();
                yield schema;
            }
            case Loaded.Invalid(var findings) -> throw new AssertionError(findings);
        };
    }

    @Override
    public Progress create(Create request, Context context) {
        return accepted(checked(handler.create(request, context), request.desired()), request.desired());
    }

    @Override
    public Progress read(Read request, Context context) {
        return checked(handler.read(request, context), request.identifier());
    }

    @Override
    public Progress update(Update request, Context context) {
        return accepted(checked(((Updatable) handler).update(request, context), request.desired()), request.desired());
    }

    @Override
    public Progress delete(Delete request, Context context) {
        return checked(handler.delete(request, context), request.identifier());
    }

    @Override
    public Page list(Query query, Context context) {
        Page page = ((Listable) handler).list(query, context);
        for (ObjectNode identifier : page.identifiers()) {
            assertThat(identifier).isEqualTo(schema.identifierModel(identifier));
        }
        return page;
    }

    /// What the handler has carried out is what the control plane would have let through.
    private Progress accepted(Progress progress, ObjectNode desired) {
        if (progress instanceof Progress.Done) {
            assertThat(schema.validateInput(desired)).isEmpty();
        }
        return progress;
    }

    private Progress checked(Progress progress, ObjectNode asked) {
        switch (progress) {
            case Progress.Done(ObjectNode model) -> {
                assertThat(schema.validateModel(model)).isEmpty();
                assertThat(schema.onlyWriteOnly(model).isEmpty()).isTrue();
                assertThat(schema.unmet(schema.withoutWriteOnly(asked), model)).isEmpty();
            }
            case Progress.Again again ->
                assertThat(schema.validateModel(again.properties())).isEmpty();
            case Progress.Gone _, Progress.Failed _ -> {}
        }
        return progress;
    }
}
