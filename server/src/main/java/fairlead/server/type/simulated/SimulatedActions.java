package fairlead.server.type.simulated;

import fairlead.generator.Generated;
import fairlead.generator.Generator;
import fairlead.generator.Size;
import fairlead.handler.Act;
import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import fairlead.handler.ResourceHandler.Actionable;
import fairlead.handler.ResourceHandler.Listable;
import fairlead.handler.ResourceHandler.Updatable;
import fairlead.handler.Update;
import fairlead.schema.PlainSchema;
import fairlead.server.type.definition.Action;
import fairlead.server.type.definition.Registration;
import fairlead.simulation.Behaviour;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A simulated type that has actions: each is carried out at once, changes nothing, and answers with something that
/// its `output` allows, the same whenever the call is repeated.
///
/// It has all capabilities; the schema says which are called.
final class SimulatedActions implements Actionable, Updatable, Listable {

    private final ResourceHandler handler;
    private final Registration registration;
    private final Behaviour behaviour;

    private SimulatedActions(ResourceHandler handler, Registration registration, Behaviour behaviour) {
        this.handler = handler;
        this.registration = registration;
        this.behaviour = behaviour;
    }

    /// The same handler, with the actions that the registration declares.
    static ResourceHandler of(ResourceHandler handler, Registration registration, Behaviour behaviour) {
        return registration.actions().isEmpty() ? handler : new SimulatedActions(handler, registration, behaviour);
    }

    @Override
    public Progress act(Act request, Context context) {
        if (request.identifier().isEmpty()) {
            return answer(request, registration.tenantAction(request.action()), context);
        }
        Progress present = handler.read(new Read(request.identifier()), context);
        if (!(present instanceof Progress.Done(ObjectNode model))) {
            return present;
        }
        return behaviour
                .answer(request.action(), request.identifier().toString(), model, context)
                .map(Progress::done)
                .orElseGet(() -> answer(request, registration.action(request.action()), context));
    }

    private static Progress answer(Act request, Optional<Action> declared, Context context) {
        return declared.map(action -> action.output()
                        .map(output -> answer(request, output, context))
                        .orElseGet(() -> Progress.done(JsonNodeFactory.instance.objectNode())))
                .orElseGet(() ->
                        Progress.failed(ErrorCode.INVALID_REQUEST, "The type has no action " + request.action() + "."));
    }

    private static Progress answer(Act request, PlainSchema output, Context context) {
        long seed = (context.token() + "/" + request.action()).hashCode();
        return switch (Generator.object(output, seed, Size.TYPICAL)) {
            case Generated.Made<ObjectNode>(ObjectNode made) -> Progress.done(made);
            case Generated.Impossible<ObjectNode>(String pointer, String reason) ->
                Progress.failed(
                        ErrorCode.INTERNAL_FAILURE,
                        "No output of the action can be made: at '" + pointer + "', " + reason + ".");
        };
    }

    @Override
    public Progress create(Create request, Context context) {
        return handler.create(request, context);
    }

    @Override
    public Progress read(Read request, Context context) {
        return handler.read(request, context);
    }

    @Override
    public Progress update(Update request, Context context) {
        return ((Updatable) handler).update(request, context);
    }

    @Override
    public Progress delete(Delete request, Context context) {
        return handler.delete(request, context);
    }

    @Override
    public Page list(Query query, Context context) {
        return ((Listable) handler).list(query, context);
    }
}
