package fairlead.modelled;

import fairlead.smithy.protocol.Reply;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.smithy.jmespath.JmespathExpression;
import software.amazon.smithy.jmespath.ast.LiteralExpression;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.waiters.Acceptor;
import software.amazon.smithy.waiters.Matcher;
import software.amazon.smithy.waiters.PathMatcher;
import software.amazon.smithy.waiters.WaitableTrait;
import software.amazon.smithy.waiters.Waiter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Whether a change has come to its end, as the read operation shows it.
///
/// A waiter of the model says so, where it has one for the change; else a property that is called a status; and where
/// there is neither, what is there has come to its end.
final class Waits {

    /// The changes that are waited for.
    enum Change {
        CREATE("create", "Exists|Active|Available|Ready|Created|Running|InService|Complete"),
        UPDATE("update", "Updated|Active|Available|Ready|Running|InService|Complete"),
        DELETE("delete", "Deleted|NotExists|Gone|Terminated");

        private final String word;
        private final Pattern waiters;

        Change(String word, String waiters) {
            this.word = word;
            this.waiters = Pattern.compile(waiters);
        }
    }

    /// How it stands.
    enum State {
        DONE,
        PENDING,
        FAILED
    }

    private static final Pattern STATUS = Pattern.compile(".*(Status|State)", Pattern.CASE_INSENSITIVE);
    private static final Pattern FAILED = Pattern.compile(".*FAIL.*|.*ERROR.*", Pattern.CASE_INSENSITIVE);
    private static final Pattern PENDING = Pattern.compile(
            "(CREAT|UPDAT|DELET|MODIFY|PROVISION|DEPROVISION|START|STOPP|TERMINAT|PROCESS|CONFIGUR|ATTACH|DETACH)ING"
                    + "|PENDING.*|.*IN_?PROGRESS|ACCEPTED|QUEUED|INITIALIZING",
            Pattern.CASE_INSENSITIVE);
    private static final Duration FIRST = Duration.ofMillis(200);
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final OperationShape read;
    private final Map<String, String> chosen;

    /// @param chosen the names of waiters, by the words of changes
    Waits(OperationShape read, Map<String, String> chosen) {
        this.read = read;
        this.chosen = chosen;
    }

    /// The names of waiters that were chosen and that the model does not have.
    List<String> unknown() {
        return chosen.values().stream()
                .filter(name -> !waiters().containsKey(name))
                .sorted()
                .toList();
    }

    private Map<String, Waiter> waiters() {
        return read.getTrait(WaitableTrait.class).map(WaitableTrait::getWaiters).orElse(Map.of());
    }

    private Optional<Waiter> waiter(Change change) {
        return Optional.ofNullable(chosen.get(change.word))
                .map(name -> Optional.ofNullable(waiters().get(name)))
                .orElseGet(() -> waiters().entrySet().stream()
                        .filter(entry -> change.waiters.matcher(entry.getKey()).find())
                        .filter(entry -> change == Change.DELETE
                                || !Change.DELETE
                                        .waiters
                                        .matcher(entry.getKey())
                                        .find())
                        .map(Map.Entry::getValue)
                        .findFirst());
    }

    /// How a change stands by what the read operation answered.
    ///
    /// @param found the resource's properties; empty if it is not there
    State state(Change change, ObjectNode input, Reply reply, Optional<ObjectNode> found) {
        Optional<Waiter> waiter = waiter(change);
        if (waiter.isPresent()) {
            for (Acceptor acceptor : waiter.get().getAcceptors()) {
                if (matches(acceptor.getMatcher(), input, reply)) {
                    return switch (acceptor.getState()) {
                        case SUCCESS -> State.DONE;
                        case FAILURE -> failed(change, found);
                        case RETRY -> State.PENDING;
                    };
                }
            }
            return State.PENDING;
        }
        return found.map(properties -> change == Change.DELETE ? State.PENDING : byStatus(properties))
                .orElse(change == Change.DELETE ? State.DONE : State.PENDING);
    }

    /// A waiter that was chosen by its name may wait for another change than this one: a failure of its is one where
    /// the resource does not show a status that is at rest.
    private State failed(Change change, Optional<ObjectNode> found) {
        boolean rests = !chosen.containsKey(change.word)
                && change != Change.DELETE
                && found.filter(Waits::hasStatus)
                        .map(Waits::byStatus)
                        .filter(state -> state == State.DONE)
                        .isPresent();
        return rests ? State.DONE : State.FAILED;
    }

    private static boolean hasStatus(ObjectNode properties) {
        return properties.properties().stream()
                .anyMatch(entry -> entry.getValue().isString()
                        && STATUS.matcher(entry.getKey()).matches());
    }

    private static State byStatus(ObjectNode properties) {
        State state = State.DONE;
        for (Map.Entry<String, JsonNode> entry : properties.properties()) {
            if (entry.getValue().isString() && STATUS.matcher(entry.getKey()).matches()) {
                String value = entry.getValue().asString();
                if (FAILED.matcher(value).matches()) {
                    return State.FAILED;
                }
                state = PENDING.matcher(value).matches() ? State.PENDING : state;
            }
        }
        return state;
    }

    private static boolean matches(Matcher<?> matcher, ObjectNode input, Reply reply) {
        return switch (matcher) {
            case Matcher.SuccessMember success -> success.getValue() == reply instanceof Reply.Output;
            case Matcher.ErrorTypeMember error ->
                reply instanceof Reply.Refusal refusal && isCalled(refusal, error.getValue());
            case Matcher.OutputMember output ->
                reply instanceof Reply.Output(var document) && matches(output.getValue(), document);
            case Matcher.InputOutputMember both ->
                reply instanceof Reply.Output(var document)
                        && matches(
                                both.getValue(),
                                input.objectNode().set("input", input).set("output", document));
            default -> false;
        };
    }

    private static boolean isCalled(Reply.Refusal refusal, String name) {
        String plain = name.substring(name.indexOf('#') + 1);
        return refusal.code().equals(plain)
                || refusal.shape()
                        .filter(shape -> shape.getId().getName().equals(plain))
                        .isPresent();
    }

    private static boolean matches(PathMatcher matcher, JsonNode document) {
        Object plain = JsonMapper.shared().convertValue(document, Object.class);
        Object found = JmespathExpression.parse(matcher.getPath())
                .evaluate(LiteralExpression.from(plain))
                .getValue();
        String expected = matcher.getExpected();
        return switch (matcher.getComparator()) {
            case STRING_EQUALS -> expected.equals(found);
            case BOOLEAN_EQUALS -> found instanceof Boolean truth && Boolean.parseBoolean(expected) == truth;
            case ALL_STRING_EQUALS ->
                found instanceof List<?> all && !all.isEmpty() && all.stream().allMatch(expected::equals);
            case ANY_STRING_EQUALS ->
                found instanceof List<?> all && all.stream().anyMatch(expected::equals);
        };
    }

    /// How long to wait before the next look: twice as long each time.
    Duration pause(Change change, int looks) {
        Duration first = waiter(change)
                .filter(waiter -> chosen.containsKey(change.word))
                .map(waiter -> Duration.ofSeconds(waiter.getMinDelay()))
                .orElse(FIRST);
        Duration pause = first.multipliedBy(1L << Math.min(looks, 16));
        return pause.compareTo(LONGEST) < 0 ? pause : LONGEST;
    }
}
