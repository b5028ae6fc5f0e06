package fairlead.server.simulation;

import fairlead.handler.Act;
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
import fairlead.server.resource.CallSequence;
import fairlead.server.resource.CallSequence.Action;
import fairlead.server.resource.CallSequence.Call;
import fairlead.server.resource.CallSequence.Heard;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What is outside of the control plane: a service that outlives its processes, with a handler that keeps the contract
/// but for the faults that strike it. Whether a change takes several calls, and in which of them it is made, is left
/// to chance.
final class SimulatedService
        implements ResourceHandler.Updatable, ResourceHandler.Listable, ResourceHandler.Actionable {

    private static final Duration TOO_LONG = Duration.ofSeconds(61);

    private final Surroundings world;
    private final String key;
    private final boolean names;
    private final Map<String, ObjectNode> things = new TreeMap<>();
    private final Map<String, ObjectNode> graves = new HashMap<>();
    private final Map<String, String> makers = new HashMap<>();
    private final Map<String, Work> works = new HashMap<>();
    private final Map<String, Long> staleUntil = new HashMap<>();
    private int made;

    /// What a service sees of the simulation.
    interface Surroundings {
        /// Lets others go on.
        void pause();

        void sleep(Duration time);

        long nanos();

        int chance(int bound);

        Optional<Fault> strike(Fault.Point point);

        /// After how many calls a change of this resource is done, if that is not left to chance.
        Optional<Integer> calls(String subject);

        /// How long a read of this resource shows what was.
        Duration staleness(String subject);

        void note(String line);

        CallSequence sequence();
    }

    /// A change that a token has begun.
    private static final class Work {
        private final String identifier;
        private final int calls;
        private final boolean early;
        private boolean done;

        Work(String identifier, int calls, boolean early) {
            this.identifier = identifier;
            this.calls = calls;
            this.early = early;
        }
    }

    /// @param key the property that is the identifier
    /// @param names whether the service makes the identifiers; else callers choose them
    SimulatedService(Surroundings world, String key, boolean names) {
        this.world = world;
        this.key = key;
        this.names = names;
    }

    /// What there is, by identifier.
    Map<String, ObjectNode> things() {
        return things;
    }

    /// The token of the create that has made it.
    String maker(String identifier) {
        return makers.getOrDefault(identifier, "");
    }

    // -- changes --------------------------------------------------------------------------------------------

    @Override
    public Progress create(Create request, Context context) {
        Call call = call(Action.CREATE, context, Optional.empty(), request.memo(), request.desired());
        return observed(
                call,
                () -> stepOf(call, request.memo(), () -> begun(call, request, context), work -> {
                    ObjectNode there = things.get(work.identifier);
                    if (there == null) {
                        there = request.desired().deepCopy();
                        there.put(key, work.identifier);
                        things.put(work.identifier, there);
                        makers.put(work.identifier, context.token());
                        world.sequence().made(work.identifier, context.token());
                        world.note("made " + work.identifier);
                    }
                    return Progress.done(visible(there));
                }));
    }

    private @Nullable Work begun(Call call, Create request, Context context) {
        if (names) {
            return work(call, "gizmo-" + ++made);
        }
        String name = request.desired().path(key).asString("");
        boolean taken = things.containsKey(name) && !context.token().equals(maker(name));
        return taken ? null : work(call, name);
    }

    private Work work(Call call, String identifier) {
        int drawn = world.chance(2) == 0 ? 0 : world.chance(3);
        int calls = world.calls(call.subject()).orElse(drawn);
        return new Work(identifier, calls, world.chance(2) == 0);
    }

    @Override
    public Progress update(Update request, Context context) {
        String identifier = request.identifier().path(key).asString("");
        Call call = call(Action.UPDATE, context, Optional.of(identifier), request.memo(), request.desired());
        return observed(call, () -> {
            if (!things.containsKey(identifier)) {
                return Progress.failed(ErrorCode.NOT_FOUND, "no " + identifier);
            }
            return stepOf(call, request.memo(), () -> work(call, identifier), _ -> {
                ObjectNode thing = request.desired().deepCopy();
                thing.put(key, identifier);
                things.put(identifier, thing);
                return Progress.done(visible(thing));
            });
        });
    }

    @Override
    public Progress delete(Delete request, Context context) {
        String identifier = request.identifier().path(key).asString("");
        Call call = call(Action.DELETE, context, Optional.of(identifier), request.memo(), request.identifier());
        return observed(call, () -> {
            boolean under = works.containsKey(call.token()) && request.memo().isPresent();
            if (!things.containsKey(identifier) && !under) {
                return Progress.failed(ErrorCode.NOT_FOUND, "no " + identifier);
            }
            return stepOf(call, request.memo(), () -> work(call, identifier), _ -> {
                ObjectNode gone = things.remove(identifier);
                if (gone != null) {
                    graves.put(identifier, gone);
                    world.note("deleted " + identifier);
                }
                return Progress.gone();
            });
        });
    }

    @Override
    public Progress act(Act request, Context context) {
        String identifier = request.identifier().path(key).asString("");
        Call call = call(Action.ACT, context, Optional.of(identifier), request.memo(), request.input());
        return observed(call, () -> {
            ObjectNode thing = things.get(identifier);
            if (thing == null) {
                return Progress.failed(ErrorCode.NOT_FOUND, "no " + identifier);
            }
            return stepOf(call, request.memo(), () -> work(call, identifier), _ -> {
                ObjectNode output = thing.objectNode();
                output.set("Was", request.present().get("Color"));
                thing.set("Color", request.input().get("Color"));
                return Progress.done(output);
            });
        });
    }

    private interface Deed {
        Progress done(Work work);
    }

    /// One call of a change that may take several.
    private Progress stepOf(Call call, Optional<ObjectNode> memo, Supplier<@Nullable Work> beginning, Deed deed) {
        Work work = works.get(call.token());
        if (work == null) {
            work = beginning.get();
            if (work == null) {
                return Progress.failed(ErrorCode.ALREADY_EXISTS, "it exists");
            }
            works.put(call.token(), work);
        }
        int calls = memo.map(told -> told.path("calls").asInt()).orElse(work.calls);
        if (calls == 0 || (work.early && !work.done)) {
            work.done = true;
            Progress answer = deed.done(work);
            if (calls == 0) {
                return answer;
            }
        }
        ObjectNode context = JsonMapper.shared().createObjectNode();
        context.put("action", call.action().name()).put("token", call.token()).put("calls", calls - 1);
        ObjectNode model = context.objectNode();
        if (call.action() == Action.CREATE || call.action() == Action.UPDATE) {
            model.put(key, work.identifier);
        }
        return Progress.again(model, Duration.ofSeconds(world.chance(8)), context);
    }

    private Call call(
            Action action, Context context, Optional<String> identifier, Optional<ObjectNode> memo, ObjectNode input) {
        String subject = context.id().isEmpty() ? "left behind by " + context.token() : context.id();
        return new Call(
                action, subject, !names, context.token(), identifier, memo.map(ObjectNode::toString), input.toString());
    }

    // -- what the control plane hears -----------------------------------------------------------------------

    private Progress observed(Call call, Supplier<Progress> work) {
        world.sequence().called(call);
        world.note(call.action() + " " + call.token() + " of " + call.subject() + call.identifier() + call.context());
        world.pause();
        Optional<Fault> fault = world.strike(Fault.Point.CALL);
        Heard heard = Heard.UNKNOWN;
        Optional<Progress> told = Optional.empty();
        try {
            Progress answer = struck(call, fault, work);
            told = Optional.of(answer);
            heard = fault.equals(Optional.of(Fault.OVERRUN)) ? Heard.UNKNOWN : heard(call, answer);
            world.pause();
            return answer;
        } finally {
            ended(call, heard, told);
        }
    }

    private void ended(Call call, Heard heard, Optional<Progress> told) {
        world.note("  " + heard + " " + call.token() + " " + told);
        Optional<Progress> known = heard == Heard.UNKNOWN ? Optional.empty() : told;
        world.sequence()
                .answered(call, heard, told.flatMap(this::identifier), known.flatMap(SimulatedService::context));
    }

    private Progress struck(Call call, Optional<Fault> fault, Supplier<Progress> work) {
        fault.ifPresent(strikes -> world.note("  ! " + strikes.words()));
        return switch (fault.orElse(null)) {
            case null -> work.get();
            // What is begun is not refused any more: that would say that nothing was done.
            case REFUSAL ->
                works.containsKey(call.token())
                        ? Progress.failed(ErrorCode.NETWORK_FAILURE, "no route")
                        : Progress.failed(ErrorCode.INVALID_REQUEST, "not now");
            case NO_ROUTE -> Progress.failed(ErrorCode.NETWORK_FAILURE, "no route");
            case LOST_ANSWER -> {
                world.note("  not told: " + work.get());
                throw new HandlerException(ErrorCode.NETWORK_FAILURE, "the answer was lost");
            }
            case DEFECT -> {
                world.note("  not told: " + work.get());
                throw new IllegalStateException("a defect");
            }
            case HOST_FAILURE -> {
                world.note("  not told: " + work.get());
                throw new HandlerException(ErrorCode.HANDLER_INTERNAL_FAILURE, "the process ended");
            }
            case BREACH -> broken(call, work.get());
            case OVERRUN -> {
                Progress answer = work.get();
                world.sleep(TOO_LONG);
                yield answer;
            }
            case READ_FAILURE,
                    STALE_READ,
                    WRITE_REFUSED,
                    WRITE_UNHEARD,
                    CRASH,
                    CLOCK_STEP,
                    CANCEL,
                    DUPLICATE,
                    LOST_REPLY -> throw new IllegalStateException(fault + " strikes no call");
        };
    }

    /// An answer that no action may give.
    private Progress broken(Call call, Progress answer) {
        if (call.action() == Action.DELETE) {
            return Progress.done(JsonMapper.shared().createObjectNode());
        }
        return answer instanceof Progress.Failed || call.action() == Action.ACT
                ? Progress.gone()
                : Progress.done(JsonMapper.shared().createObjectNode());
    }

    private static Heard heard(Call call, Progress answer) {
        return switch (answer) {
            case Progress.Done(var model) -> model.isEmpty() ? Heard.UNKNOWN : Heard.DONE;
            case Progress.Gone() -> Heard.DONE;
            case Progress.Again _ -> Heard.AGAIN;
            case Progress.Failed(var code, var _)
            when call.action() == Action.DELETE && code == ErrorCode.NOT_FOUND -> Heard.DONE;
            case Progress.Failed(var code, var _) ->
                code.retryable() || code == ErrorCode.HANDLER_INTERNAL_FAILURE ? Heard.UNKNOWN : Heard.REFUSED;
        };
    }

    private Optional<String> identifier(Progress answer) {
        return switch (answer) {
            case Progress.Done(var model) -> model.optional(key).map(name -> name.asString(""));
            case Progress.Again again -> again.properties().optional(key).map(name -> name.asString(""));
            case Progress.Gone(), Progress.Failed _ -> Optional.empty();
        };
    }

    private static Optional<String> context(Progress answer) {
        return answer instanceof Progress.Again again ? Optional.of(again.memo().toString()) : Optional.empty();
    }

    // -- looks ----------------------------------------------------------------------------------------------

    @Override
    public Progress read(Read request, Context context) {
        String identifier = request.identifier().path(key).asString("");
        world.pause();
        Optional<Fault> fault = world.strike(Fault.Point.READ);
        if (fault.isPresent()) {
            world.note("  ! " + fault.get().words() + " " + identifier);
        }
        if (fault.equals(Optional.of(Fault.READ_FAILURE))) {
            return Progress.failed(ErrorCode.GENERAL_SERVICE_EXCEPTION, "no read now");
        }
        if (fault.equals(Optional.of(Fault.STALE_READ))) {
            staleUntil.put(
                    identifier, world.nanos() + world.staleness(context.id()).toNanos());
        }
        boolean stale = staleUntil.getOrDefault(identifier, 0L) > world.nanos();
        ObjectNode thing = things.get(identifier);
        ObjectNode seen = stale ? (thing == null ? graves.get(identifier) : null) : thing;
        return seen == null ? Progress.failed(ErrorCode.NOT_FOUND, "no " + identifier) : Progress.done(visible(seen));
    }

    @Override
    public Page list(Query query, Context context) {
        world.pause();
        List<ObjectNode> page = things.keySet().stream()
                .filter(name -> name.compareTo(query.token().orElse("")) > 0)
                .limit(query.limit())
                .map(name -> JsonMapper.shared().createObjectNode().put(key, name))
                .toList();
        boolean more = page.size() == query.limit();
        return new Page(page, more ? Optional.of(page.getLast().path(key).asString("")) : Optional.empty());
    }

    private static ObjectNode visible(ObjectNode thing) {
        ObjectNode copy = thing.deepCopy();
        copy.remove("Pin");
        return copy;
    }
}
