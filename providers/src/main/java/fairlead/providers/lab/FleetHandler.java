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
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Makes fleets of racks, and shows how a handler makes other resources on behalf of its own.
final class FleetHandler implements ResourceHandler.Updatable, ResourceHandler.Listable {

    private static final Duration PAUSE = Duration.ofMillis(100);

    private final NamedHandler fleets;

    /// @param fleets keeps what the fleets themselves are
    FleetHandler(NamedHandler fleets) {
        this.fleets = fleets;
    }

    @Override
    public Progress create(Create request, Context context) {
        return isComplete(request.desired(), 0, context) ? fleets.create(request, context) : later(request.desired());
    }

    @Override
    public Progress read(Read request, Context context) {
        return fleets.read(request, context);
    }

    @Override
    public Progress update(Update request, Context context) {
        return isComplete(request.desired(), size(request.previous()), context)
                ? fleets.update(request, context)
                : later(request.desired());
    }

    @Override
    public Progress delete(Delete request, Context context) {
        ObjectNode fleet =
                Model.parse(fleets.find(request.identifier(), context).state().properties());
        return areGone(0, size(fleet), context) ? fleets.delete(request, context) : later(request.identifier());
    }

    @Override
    public Page list(Query query, Context context) {
        return fleets.list(query, context);
    }

    /// Asks for as many racks as there are to be; whether all are there and no others.
    ///
    /// @param before how many there were
    private static boolean isComplete(ObjectNode desired, int before, Context context) {
        int size = size(desired);
        boolean complete = areGone(size, before, context);
        for (int i = 0; i < size; i++) {
            ObjectNode rack = JsonNodeFactory.instance.objectNode().put("location", context.region());
            rack.putObject("properties").put("Units", 42);
            complete &= isThere(context.client().put(rack(i, context), rack));
        }
        return complete;
    }

    private static boolean isThere(ObjectNode rack) {
        JsonNode state = rack.at("/properties/provisioningState");
        if (state.asString("").equals("Failed")) {
            throw new HandlerException(
                    ErrorCode.GENERAL_SERVICE_EXCEPTION, rack.path("id").asString("") + " could not be made.");
        }
        return state.asString("").equals("Succeeded");
    }

    private static boolean areGone(int from, int to, Context context) {
        boolean gone = true;
        for (int i = from; i < to; i++) {
            gone &= context.client().delete(rack(i, context));
        }
        return gone;
    }

    /// The id of a rack of the fleet: beside it, with its name and a number.
    private static String rack(int number, Context context) {
        String group = context.id().substring(0, context.id().indexOf("/providers/"));
        return group + "/providers/Fairlead.Lab/racks/" + context.name() + "-" + (number + 1);
    }

    private static int size(ObjectNode fleet) {
        return fleet.path("Size").asInt(1);
    }

    private static Progress later(ObjectNode model) {
        return new Progress.Again(
                JsonNodeFactory.instance.objectNode().set("Name", model.path("Name")),
                PAUSE,
                JsonNodeFactory.instance.objectNode().put("Waiting", true),
                Optional.empty(),
                "waiting for the racks");
    }
}
