package fairlead.server.resource;

import fairlead.handler.Act;
import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import fairlead.handler.Update;
import fairlead.server.resource.CallSequence.Action;
import fairlead.server.resource.CallSequence.Call;
import fairlead.server.resource.CallSequence.Heard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/// A fake service in memory, with a handler that keeps the contract, and that a test can make fail at any call.
///
/// Things are kept by identifier. A create with a token that has been seen answers with the thing made then.
public final class FakeService
        implements ResourceHandler.Updatable, ResourceHandler.Listable, ResourceHandler.Actionable {

    /// What is put in front of the next calls: a scripted answer, or none to let the call through.
    public final Deque<Supplier<Optional<Progress>>> script = new ConcurrentLinkedDeque<>();

    public final Map<String, ObjectNode> things = new ConcurrentHashMap<>();
    public final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    final List<String> tokens = Collections.synchronizedList(new ArrayList<>());
    final List<Context> contexts = Collections.synchronizedList(new ArrayList<>());
    final List<String> pins = new ArrayList<>();
    final List<Progress> lost = new ArrayList<>();

    /// How often each change asks to be called again before it is done.
    public int steps;

    final CallSequence sequence = new CallSequence();
    private final Map<String, Progress> answers = new ConcurrentHashMap<>();

    /// Whether nothing can be deleted.
    public boolean refusesDeletes;

    /// What the handler says of itself.
    boolean endsWhenInterrupted;

    private final Map<String, String> madeBy = new ConcurrentHashMap<>();
    private final boolean names;
    private int made;
    private int updatesBeforeFailure;
    private Optional<Progress> failedUpdate = Optional.empty();
    private Optional<Progress> failedCreate = Optional.empty();

    /// @param namedByCaller whether the caller's names identify a thing, or the workshop makes an Id
    FakeService(boolean namedByCaller) {
        names = !namedByCaller;
    }

    /// The thing of that identifier, which is there.
    public ObjectNode thing(String key) {
        return Objects.requireNonNull(things.get(key), key);
    }

    /// Answers the next call with this instead of doing anything.
    public void answerNext(Progress progress) {
        script.add(() -> Optional.of(progress));
    }

    /// Lets so many updates go well, and answers the next one with this instead of doing anything.
    public void failUpdate(int after, Progress progress) {
        updatesBeforeFailure = after;
        failedUpdate = Optional.of(progress);
    }

    /// Answers the next create of something with this instead of doing anything.
    public void failCreate(Progress progress) {
        failedCreate = Optional.of(progress);
    }

    private Optional<Progress> failingCreate() {
        Optional<Progress> failure = failedCreate;
        failedCreate = Optional.empty();
        return failure;
    }

    private Optional<Progress> failingUpdate() {
        if (failedUpdate.isEmpty() || updatesBeforeFailure-- > 0) {
            return Optional.empty();
        }
        Optional<Progress> failure = failedUpdate;
        failedUpdate = Optional.empty();
        return failure;
    }

    /// Does the next call's work, and loses the answer.
    public void loseNextAnswer() {
        script.add(() -> {
            throw new LostAnswer();
        });
    }

    public void letThrough(int many) {
        for (int i = 0; i < many; i++) {
            script.add(Optional::empty);
        }
    }

    /// Does the next call's work, and answers something else.
    void twistNextAnswer(UnaryOperator<Progress> other) {
        script.add(() -> {
            throw new TwistedAnswer(other);
        });
    }

    private static final class TwistedAnswer extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient UnaryOperator<Progress> other;

        TwistedAnswer(UnaryOperator<Progress> other) {
            this.other = other;
        }
    }

    private static final class LostAnswer extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /// A call that changes something, told to the checker as the control plane hears it.
    private Progress changing(Call call, Context context, Supplier<Progress> work) {
        sequence.called(call);
        Optional<Progress> told = Optional.empty();
        try {
            told = Optional.of(scripted(call.action().name().toLowerCase(Locale.ROOT), context, work));
            return told.get();
        } finally {
            Heard heard = told.map(answer -> heard(call, answer)).orElse(Heard.UNKNOWN);
            sequence.answered(call, heard, told.flatMap(this::identifier), told.flatMap(FakeService::contextOf));
        }
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
            case Progress.Done(var model) -> told(model);
            case Progress.Again again -> told(again.properties());
            case Progress.Gone(), Progress.Failed _ -> Optional.empty();
        };
    }

    private Optional<String> told(ObjectNode model) {
        return model.has(names ? "Id" : "Name") ? Optional.of(key(model)) : Optional.empty();
    }

    private static Optional<String> contextOf(Progress answer) {
        return answer instanceof Progress.Again again ? Optional.of(again.memo().toString()) : Optional.empty();
    }

    private Progress scripted(String call, Context context, Supplier<Progress> work) {
        calls.add(call);
        tokens.add(context.token());
        contexts.add(context);
        Supplier<Optional<Progress>> next = script.poll();
        if (next == null) {
            return work.get();
        }
        try {
            return next.get().orElseGet(work);
        } catch (TwistedAnswer twisted) {
            return twisted.other.apply(work.get());
        } catch (LostAnswer loss) {
            Progress unheard = work.get();
            lost.add(unheard);
            throw new HandlerException(ErrorCode.NETWORK_FAILURE, "the answer was lost", loss);
        }
    }

    @Override
    public boolean endsWhenInterrupted() {
        return endsWhenInterrupted;
    }

    /// The work is done at the first call; its answer is told after as many steps as there are to be.
    private Progress inSteps(String action, Context context, Optional<ObjectNode> memo, Supplier<Progress> work) {
        Optional<ObjectNode> ours = memo.filter(told -> told.has("action"));
        int left = ours.map(told -> told.path("left").asInt()).orElse(steps);
        Progress answer = ours.flatMap(_ -> Optional.ofNullable(answers.get(action + context.token())))
                .orElseGet(work);
        if (answer instanceof Progress.Failed) {
            return answer;
        }
        answers.put(action + context.token(), answer);
        ObjectNode model = answer instanceof Progress.Done(var done) ? done : World.json("{}");
        ObjectNode next = World.json("{}");
        next.put("action", action).put("token", context.token()).put("left", left - 1);
        return left == 0 ? answer : Progress.again(model, Duration.ofSeconds(3), next);
    }

    private Call call(
            Action action, Context context, Optional<String> identifier, Optional<ObjectNode> memo, ObjectNode input) {
        String subject = context.id().isEmpty() ? "left behind by " + context.token() : context.id();
        return new Call(
                action, subject, !names, context.token(), identifier, memo.map(ObjectNode::toString), input.toString());
    }

    @Override
    public Progress create(Create request, Context context) {
        return changing(
                call(Action.CREATE, context, Optional.empty(), request.memo(), request.desired()),
                context,
                () -> inSteps("create", context, request.memo(), () -> {
                    Optional<Progress> failing = failingCreate();
                    if (failing.isPresent()) {
                        return failing.get();
                    }
                    String known = madeBy.get(context.token());
                    ObjectNode there = known == null ? null : things.get(known);
                    if (there != null) {
                        return Progress.done(visible(there));
                    }
                    ObjectNode thing = request.desired().deepCopy();
                    if (names) {
                        thing.put("Id", "gizmo-" + ++made);
                        thing.put("Made", made);
                    }
                    String key = key(thing);
                    if (things.containsKey(key)) {
                        return Progress.failed(ErrorCode.ALREADY_EXISTS, key + " exists");
                    }
                    things.put(key, thing);
                    madeBy.put(context.token(), key);
                    sequence.made(key, context.token());
                    notePin(thing);
                    return Progress.done(visible(thing));
                }));
    }

    @Override
    public Progress read(Read request, Context context) {
        return scripted(
                "read",
                context,
                () -> Optional.ofNullable(things.get(key(request.identifier())))
                        .map(thing -> Progress.done(visible(thing)))
                        .orElseGet(() -> Progress.failed(ErrorCode.NOT_FOUND, "no " + key(request.identifier()))));
    }

    @Override
    public Progress update(Update request, Context context) {
        return changing(
                call(Action.UPDATE, context, known(request.identifier()), request.memo(), request.desired()),
                context,
                () -> inSteps("update", context, request.memo(), () -> {
                    Optional<Progress> failing = failingUpdate();
                    if (failing.isPresent()) {
                        return failing.get();
                    }
                    ObjectNode before = things.get(key(request.identifier()));
                    if (before == null) {
                        return Progress.failed(ErrorCode.NOT_FOUND, "no " + key(request.identifier()));
                    }
                    ObjectNode thing = request.desired().deepCopy();
                    if (names) {
                        thing.set("Id", before.get("Id"));
                        thing.set("Made", before.get("Made"));
                    }
                    things.put(key(thing), thing);
                    notePin(thing);
                    return Progress.done(visible(thing));
                }));
    }

    @Override
    public Progress delete(fairlead.handler.Delete request, Context context) {
        return changing(
                call(Action.DELETE, context, known(request.identifier()), request.memo(), request.identifier()),
                context,
                () -> inSteps("delete", context, request.memo(), () -> {
                    if (refusesDeletes) {
                        return Progress.failed(ErrorCode.ACCESS_DENIED, "it stays");
                    }
                    return things.remove(key(request.identifier())) == null
                            ? Progress.failed(ErrorCode.NOT_FOUND, "no " + key(request.identifier()))
                            : Progress.gone();
                }));
    }

    @Override
    public Progress act(Act request, Context context) {
        return scripted(request.action(), context, () -> {
            ObjectNode thing = things.get(key(request.identifier()));
            if (thing == null) {
                return Progress.failed(ErrorCode.NOT_FOUND, "no " + key(request.identifier()));
            }
            ObjectNode output = thing.objectNode();
            switch (request.action()) {
                case "paint" -> {
                    output.set("Was", request.present().get("Color"));
                    thing.set("Color", request.input().get("Color"));
                }
                case "tellPin" -> output.set("Pin", request.present().get("Pin"));
                default -> {}
            }
            return Progress.done(output);
        });
    }

    @Override
    public Page list(Query query, Context context) {
        calls.add("list");
        List<ObjectNode> found = things.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .filter(thing -> thing.getKey().compareTo(query.token().orElse("")) > 0)
                .map(Map.Entry::getValue)
                .filter(thing -> query.filter().properties().stream()
                        .allMatch(wanted -> wanted.getValue().equals(thing.get(wanted.getKey()))))
                .toList();
        List<ObjectNode> page = found.subList(0, Math.min(found.size(), query.limit()));
        return new Page(
                page.stream()
                        .map(thing -> thing.deepCopy().retain(names ? List.of("Id") : List.of("ShelfName", "Name")))
                        .toList(),
                found.size() > page.size() ? Optional.of(key(page.getLast())) : Optional.empty());
    }

    private Optional<String> known(ObjectNode identifier) {
        return Optional.of(key(identifier));
    }

    private void notePin(ObjectNode thing) {
        if (thing.has("Pin")) {
            pins.add(thing.get("Pin").stringValue());
        }
    }

    private static ObjectNode visible(ObjectNode thing) {
        ObjectNode copy = thing.deepCopy();
        copy.remove("Pin");
        return copy;
    }

    private String key(ObjectNode model) {
        return names
                ? model.path("Id").asString("")
                : model.path("ShelfName").asString("") + "/"
                        + model.path("Name").asString("");
    }
}
