package fairlead.handler.testing;

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
import fairlead.handler.ResourceHandler.Listable;
import fairlead.handler.ResourceHandler.Updatable;
import fairlead.handler.Update;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Carries a handler through operations in a unit test: calls again as the handler asks, moves the clock instead
/// of waiting, and repeats or loses calls on request.
///
/// It does what the control plane does between two calls (memo and reached properties are copied, as they would be
/// through the database), but checks nothing: whether the answers obey the contract is the contract suite's
/// business. Not thread-safe.
public final class ManualWorker {

    private static final int MOST_CALLS = 10_000;
    private static final Duration TIME_FOR_A_CHANGE = Duration.ofSeconds(60);
    private static final Duration TIME_FOR_A_LOOK = Duration.ofSeconds(30);

    private final ResourceHandler handler;
    private final SettableClock clock;
    private final String typeName;
    private ObjectNode configuration = JsonNodeFactory.instance.objectNode();
    private int operations;
    private int calls;
    private boolean everyCallTwice;

    public ManualWorker(String typeName, ResourceHandler handler, SettableClock clock) {
        this.typeName = typeName;
        this.handler = handler;
        this.clock = clock;
    }

    /// The type configuration that every call sees from now on.
    public ManualWorker configured(ObjectNode typeConfiguration) {
        configuration = typeConfiguration;
        return this;
    }

    /// From now on every call is made twice and the first answer is thrown away, as after a crash before the
    /// answer was stored. A handler that honours the contract does not notice.
    public ManualWorker repeatingEveryCall() {
        everyCallTwice = true;
        return this;
    }

    /// How many calls have been made, for a test that counts stabilisation steps.
    public int calls() {
        return calls;
    }

    /// Creates with a new token, to the end.
    public Progress create(ObjectNode desired) {
        return create(desired, nextToken());
    }

    /// Creates with a given token, to the end.
    public Progress create(ObjectNode desired, String token) {
        return toTheEnd(
                token,
                last -> handler.create(new Create(desired.deepCopy(), memo(last), reached(last)), change(token)));
    }

    /// Updates, to the end. The handler has to be [Updatable].
    public Progress update(ObjectNode identifier, ObjectNode desired, ObjectNode previous) {
        var updatable = (Updatable) handler;
        String token = nextToken();
        return toTheEnd(
                token,
                last -> updatable.update(
                        new Update(identifier.deepCopy(), desired.deepCopy(), previous.deepCopy(), memo(last)),
                        change(token)));
    }

    /// Deletes, to the end.
    public Progress delete(ObjectNode identifier) {
        String token = nextToken();
        return toTheEnd(token, last -> handler.delete(new Delete(identifier.deepCopy(), memo(last)), change(token)));
    }

    public Progress read(ObjectNode identifier) {
        return call(() -> handler.read(new Read(identifier.deepCopy()), context(nextToken(), TIME_FOR_A_LOOK)));
    }

    /// Lists everything, page by page, two to a page so that paging is exercised. The handler has to be
    /// [Listable].
    public List<ObjectNode> list() {
        var listable = (Listable) handler;
        List<ObjectNode> found = new ArrayList<>();
        Optional<String> token = Optional.empty();
        do {
            calls++;
            Page page = listable.list(
                    new Query(JsonNodeFactory.instance.objectNode(), 2, token), context(nextToken(), TIME_FOR_A_LOOK));
            found.addAll(page.identifiers());
            token = page.next();
        } while (token.isPresent());
        return found;
    }

    private Progress toTheEnd(String token, Function<Optional<Progress.Again>, Progress> step) {
        Optional<Progress.Again> last = Optional.empty();
        for (int i = 0; i < MOST_CALLS; i++) {
            Optional<Progress.Again> before = last;
            Progress progress = call(() -> step.apply(before));
            if (!(progress instanceof Progress.Again again)) {
                return progress;
            }
            clock.advance(again.after());
            last = Optional.of(again);
        }
        throw new IllegalStateException("operation " + token + " still asks to be called again after " + MOST_CALLS);
    }

    private Progress call(Supplier<Progress> call) {
        if (everyCallTwice) {
            answer(call);
        }
        return answer(call);
    }

    private Progress answer(Supplier<Progress> call) {
        calls++;
        try {
            return call.get();
        } catch (HandlerException failure) {
            return Progress.failed(failure.code(), String.valueOf(failure.getMessage()));
        } catch (RuntimeException bug) {
            return Progress.failed(ErrorCode.INTERNAL_FAILURE, bug.toString());
        }
    }

    private Context change(String token) {
        return context(token, TIME_FOR_A_CHANGE);
    }

    private Context context(String token, Duration time) {
        return Context.builder(typeName, token, clock.instant().plus(time), clock)
                .in("test", "local")
                .name("thing")
                .configuration(configuration.deepCopy())
                .build();
    }

    private String nextToken() {
        return "token-" + ++operations;
    }

    private static Optional<ObjectNode> memo(Optional<Progress.Again> last) {
        return last.map(again -> again.memo().deepCopy());
    }

    private static Optional<ObjectNode> reached(Optional<Progress.Again> last) {
        return last.map(again -> again.properties().deepCopy());
    }
}
