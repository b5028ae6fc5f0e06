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
import fairlead.providers.lab.Ledger.State;
import fairlead.providers.lab.Ledger.Thing;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Makes things that behave as their properties say.
///
/// A create and an update are treated as the desired state says, a read and a delete as the recorded one. A thing
/// is made by the first call of a create, changed by the last call of an update, and removed by the last of a
/// delete.
final class ThingHandler implements ResourceHandler.Updatable, ResourceHandler.Listable {

    private static final int CHUNK = 500;

    private final Ledger ledger;

    ThingHandler(Ledger ledger) {
        this.ledger = ledger;
    }

    @Override
    public Progress create(Create request, Context context) {
        var behavior = new Behavior(request.desired());
        String id = Model.idOf(context.token());
        int step = step(request.memo());
        makeTrouble(behavior, Verb.CREATE, step, id, 0);
        ObjectNode properties = Model.properties(request.desired());
        State state = Model.state(request.desired(), properties);
        Thing thing = ledger.create(id, context.token(), state, now(context))
                .orElseThrow(() -> new HandlerException(
                        ErrorCode.GENERAL_SERVICE_EXCEPTION, id + ", which this operation made, was deleted since."));
        ObjectNode model =
                thing.state().equals(state) ? Model.of(thing, properties, thing.generation()) : Model.of(thing);
        return step < behavior.steps(Verb.CREATE)
                ? goOn(behavior, Verb.CREATE, step, model)
                : Progress.done(spoiled(behavior, Verb.CREATE, model));
    }

    @Override
    public boolean endsWhenInterrupted() {
        return true;
    }

    @Override
    public Progress read(Read request, Context context) {
        Thing thing = find(id(request.identifier()));
        ObjectNode properties = Model.parse(thing.state().properties());
        var behavior = new Behavior(properties.deepCopy());
        makeTrouble(behavior, Verb.READ, 0, thing.id(), thing.generation());
        if (isStillHidden(behavior, thing)) {
            String previous = thing.previous().orElseThrow(() -> notFound(thing.id()));
            return Progress.done(Model.of(thing, Model.parse(previous), thing.generation() - 1));
        }
        ObjectNode model = spoiled(behavior, Verb.READ, Model.of(thing, properties, thing.generation()));
        return behavior.breach(Verb.READ) == Breach.IN_PROGRESS_ON_READ
                ? Progress.again(model, Duration.ZERO, JsonNodeFactory.instance.objectNode())
                : Progress.done(model);
    }

    @Override
    public Progress update(Update request, Context context) {
        Thing thing = find(id(request.identifier()));
        var behavior = new Behavior(request.desired());
        if (thing.changedBy().equals(context.token())) {
            return Progress.done(spoiled(behavior, Verb.UPDATE, Model.of(thing)));
        }
        refuseOtherFlavor(thing, request.desired());
        int step = step(request.memo());
        makeTrouble(behavior, Verb.UPDATE, step, thing.id(), thing.generation());
        if (step < behavior.steps(Verb.UPDATE)) {
            return goOn(behavior, Verb.UPDATE, step, Model.of(thing));
        }
        ObjectNode properties = Model.properties(request.desired());
        State state = Model.state(request.desired(), properties);
        Thing changed =
                ledger.update(thing.id(), context.token(), state, now(context)).orElseThrow(() -> notFound(thing.id()));
        return Progress.done(spoiled(behavior, Verb.UPDATE, Model.of(changed)));
    }

    @Override
    public Progress delete(Delete request, Context context) {
        String id = id(request.identifier());
        if (ledger.find(id).isEmpty() && ledger.delete(id, context.token(), now(context))) {
            return Progress.gone();
        }
        Thing thing = find(id);
        var behavior = new Behavior(Model.parse(thing.state().properties()));
        int step = step(request.memo());
        makeTrouble(behavior, Verb.DELETE, step, id, thing.generation());
        if (step < behavior.steps(Verb.DELETE)) {
            return goOn(behavior, Verb.DELETE, step, Model.of(thing));
        }
        Breach breach = behavior.breach(Verb.DELETE);
        if (breach != Breach.STAYS_AFTER_DELETE) {
            ledger.delete(id, context.token(), now(context));
        }
        return breach == Breach.MODEL_ON_DELETE ? Progress.done(Model.of(thing)) : Progress.gone();
    }

    @Override
    public Page list(Query query, Context context) {
        List<String> found = new ArrayList<>();
        int most = query.limit() + 1;
        Optional<String> after = Optional.of(query.token().orElse(Model.ID));
        boolean isLast = false;
        while (found.size() < most && !isLast) {
            List<Thing> chunk = ledger.list(after, query.filter().isEmpty() ? most : CHUNK);
            chunk.stream()
                    .filter(thing -> thing.id().startsWith(Model.ID) && matches(thing, query.filter()))
                    .limit(most - found.size())
                    .forEach(thing -> found.add(thing.id()));
            isLast = chunk.size() < (query.filter().isEmpty() ? most : CHUNK);
            after = chunk.isEmpty() ? after : Optional.of(chunk.getLast().id());
        }
        List<String> page = found.subList(0, Math.min(found.size(), query.limit()));
        return new Page(
                page.stream()
                        .map(id -> JsonNodeFactory.instance.objectNode().put("Id", id))
                        .toList(),
                found.size() < most ? Optional.empty() : Optional.of(page.getLast()));
    }

    private static boolean matches(Thing thing, ObjectNode filter) {
        if (filter.isEmpty()) {
            return true;
        }
        ObjectNode model = Model.of(thing);
        return filter.properties().stream().allMatch(wanted -> wanted.getValue().equals(model.get(wanted.getKey())));
    }

    /// What keeps a call from doing its work: it waits, throws, hangs or fails as asked.
    private void makeTrouble(Behavior behavior, Verb verb, int step, String id, int generation) {
        if (verb != Verb.READ) {
            sleep(behavior.delay());
        }
        Breach breach = behavior.breach(verb);
        if (breach == Breach.THROWS) {
            throw new IllegalStateException("thrown because Breach asks for it");
        }
        if (breach == Breach.HANGS) {
            sleep(Duration.ofDays(1));
        }
        behavior.failure(verb, step)
                .filter(failure -> failure.times() == 0
                        || ledger.isAmongFirst(id, "fail " + verb.wireName() + " " + generation, failure.times()))
                .ifPresent(failure -> {
                    throw new HandlerException(
                            failure.code(),
                            "Fail asks that this %s fails with %s.".formatted(verb.wireName(), failure.code()));
                });
    }

    private boolean isStillHidden(Behavior behavior, Thing thing) {
        int reads = behavior.visibleAfterReads();
        return reads > 0 && ledger.isAmongFirst(thing.id(), "read too early " + thing.generation(), reads);
    }

    private static void refuseOtherFlavor(Thing thing, ObjectNode desired) {
        ObjectNode current = Model.parse(thing.state().properties());
        if (!current.path("Flavor").equals(desired.path("Flavor"))) {
            throw new HandlerException(ErrorCode.NOT_UPDATABLE, "Flavor can only be set when a thing is created.");
        }
    }

    private static Progress goOn(Behavior behavior, Verb verb, int step, ObjectNode model) {
        int steps = behavior.steps(verb);
        return new Progress.Again(
                spoiled(behavior, verb, model),
                behavior.stepDelay(),
                JsonNodeFactory.instance.objectNode().put("Step", step + 1),
                Optional.of(100.0 * step / steps),
                "%s: step %d of %d".formatted(verb.wireName(), step + 1, steps));
    }

    private static ObjectNode spoiled(Behavior behavior, Verb verb, ObjectNode model) {
        behavior.breach(verb).spoil(model);
        return model;
    }

    private static void sleep(Duration time) {
        if (!time.isZero()) {
            try {
                Thread.sleep(time);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new HandlerException(
                        ErrorCode.SERVICE_TIMEOUT, "The call was interrupted while it waited.", interrupted);
            }
        }
    }

    private Thing find(String id) {
        return ledger.find(id).orElseThrow(() -> notFound(id));
    }

    private static HandlerException notFound(String id) {
        return new HandlerException(ErrorCode.NOT_FOUND, "There is no thing " + id + ".");
    }

    private static String id(ObjectNode identifier) {
        return identifier.path("Id").asString("");
    }

    private static int step(Optional<ObjectNode> memo) {
        return memo.map(last -> last.path("Step").asInt(0)).orElse(0);
    }

    private static Instant now(Context context) {
        return context.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
