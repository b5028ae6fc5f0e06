package fairlead.providers.lab;

import fairlead.handler.Act;
import fairlead.handler.Context;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.handler.ResourceHandler;
import fairlead.providers.Shape;
import fairlead.providers.lab.Ledger.Thing;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Makes racks, and shows what actions can be: without a result, with a secret one, over several calls.
final class RackHandler extends NamedHandler implements ResourceHandler.Actionable {

    RackHandler(Shape shape, NamedThings drawer) {
        super(shape, drawer, List.of("Name"));
    }

    @Override
    ObjectNode completed(ObjectNode properties, ObjectNode before, Context context) {
        return properties
                .put("Doors", context.sku().path("capacity").asInt(1))
                .put("Restarts", before.path("Restarts").asInt(0));
    }

    @Override
    public Progress act(Act request, Context context) {
        Thing rack = find(request.identifier(), context);
        return switch (request.action()) {
            case "blink" -> Progress.done(empty());
            case "listKeys" -> Progress.done(keys(rack));
            case "restart" -> restart(request, rack, context);
            case "diagnose" -> diagnose(request, rack);
            default -> Progress.failed(ErrorCode.INVALID_REQUEST, "A rack can't " + request.action() + ".");
        };
    }

    /// Always the same for one rack, and not to be guessed from another one's.
    private static ObjectNode keys(Thing rack) {
        return empty().put("PrimaryKey", Model.sha256("primary " + rack.token()))
                .put("SecondaryKey", Model.sha256("secondary " + rack.token()));
    }

    private Progress restart(Act request, Thing rack, Context context) {
        int step = step(request);
        int steps = request.input().path("Steps").asInt(0);
        if (step < steps) {
            return goOn(step, steps);
        }
        if (!rack.changedBy().equals(context.token())) {
            ObjectNode properties = Model.parse(rack.state().properties());
            properties.put("Restarts", properties.path("Restarts").asInt(0) + 1);
            change(request.identifier(), properties, context);
        }
        return Progress.done(empty());
    }

    private static Progress diagnose(Act request, Thing rack) {
        int step = step(request);
        if (step < 1) {
            return goOn(step, 1);
        }
        ObjectNode properties = Model.parse(rack.state().properties());
        return Progress.done(empty().put("Healthy", true)
                .put("Restarts", properties.path("Restarts").asInt(0)));
    }

    private static int step(Act request) {
        return request.memo().map(last -> last.path("Step").asInt(0)).orElse(0);
    }

    private static Progress goOn(int step, int steps) {
        return new Progress.Again(
                empty(),
                Duration.ofMillis(100),
                empty().put("Step", step + 1),
                Optional.of(100.0 * step / steps),
                "step %d of %d".formatted(step + 1, steps));
    }
}
