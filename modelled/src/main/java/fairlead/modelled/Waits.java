package fairlead.modelled;

import fairlead.smithy.protocol.Reply;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.smithy.jmespath.JmespathExpression;
import software.amazon.smithy.jmespath.ast.LiteralExpression;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ResourceShape;
import software.amazon.smithy.waiters.Acceptor;
import software.amazon.smithy.waiters.AcceptorState;
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
    private static final Pattern GONE = Pattern.compile("DELETED|TERMINATED|REMOVED", Pattern.CASE_INSENSITIVE);
    private static final Pattern FAILED = Pattern.compile(".*FAIL.*|.*ERROR.*", Pattern.CASE_INSENSITIVE);
    private static final Pattern PENDING = Pattern.compile(
            "(CREAT|UPDAT|DELET|MODIFY|PROVISION|DEPROVISION|START|STOPP|TERMINAT|PROCESS|CONFIGUR|ATTACH|DETACH)ING"
                    + "|PENDING.*|.*IN_?PROGRESS|ACCEPTED|QUEUED|INITIALIZING",
            Pattern.CASE_INSENSITIVE);
    private static final Duration FIRST = Duration.ofMillis(200);
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final OperationShape read;
    private final Set<String> ownStatus;
    private final Map<String, String> chosen;

    /// @param chosen the names of waiters, by the words of changes
    Waits(ResourceShape resource, OperationShape read, Map<String, String> chosen) {
        this.read = read;
        this.ownStatus = Stream.concat(Stream.of(""), Identity.endings(resource).stream())
                .flatMap(ending -> Stream.of(ending + "Status", ending + "State"))
                .collect(Collectors.toUnmodifiableSet());
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
                .orElseGet(() -> guessed(change).stream()
                        .findFirst()
                        .map(name -> waiters().get(name)));
    }

    /// The waiters whose names fit a change, that which is taken first.
    private List<String> guessed(Change change) {
        return waiters().keySet().stream()
                .filter(name -> change.waiters.matcher(name).find())
                .filter(name -> change == Change.DELETE
                        || !Change.DELETE.waiters.matcher(name).find())
                .toList();
    }

    /// What is to be said of the waiter that is taken for a change since its name fits: that others fit as well, or
    /// that it takes states for failures that are none by their names. Empty if there is nothing to say.
    Optional<String> doubt(Change change) {
        List<String> fitting = guessed(change);
        if (fitting.isEmpty() || chosen.containsKey(change.word)) {
            return Optional.empty();
        }
        String taken = "'" + fitting.getFirst() + "' is taken to tell when a " + change.word + " has ended";
        List<String> failures = waiter(change).stream()
                .flatMap(waiter -> waiter.getAcceptors().stream())
                .filter(acceptor -> acceptor.getState() == AcceptorState.FAILURE)
                .flatMap(acceptor -> expected(acceptor.getMatcher()).stream())
                .filter(value -> !FAILED.matcher(value).matches())
                .filter(value -> !GONE.matcher(value).matches() && !value.startsWith("DELET"))
                .distinct()
                .toList();
        if (!failures.isEmpty()) {
            return Optional.of(taken + ", and takes " + String.join(", ", failures) + " for a failure");
        }
        return fitting.size() > 1
                ? Optional.of(
                        taken + ", and others fit as well: " + String.join(", ", fitting.subList(1, fitting.size())))
                : Optional.empty();
    }

    private static Optional<String> expected(Matcher<?> matcher) {
        return switch (matcher) {
            case Matcher.OutputMember output -> Optional.of(output.getValue().getExpected());
            case Matcher.InputOutputMember both -> Optional.of(both.getValue().getExpected());
            default -> Optional.empty();
        };
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
        return found.map(properties -> change == Change.DELETE ? byOwnStatus(properties) : byStatus(properties))
                .orElse(change == Change.DELETE ? State.DONE : State.PENDING);
    }

    /// A waiter that was chosen by its name may wait for another change than this one: a failure of its is one where
    /// the resource does not show a status that is at rest.
    private State failed(Change change, Optional<ObjectNode> found) {
        boolean rests = !chosen.containsKey(change.word)
                && change != Change.DELETE
                && found.map(Waits::withStatus)
                        .filter(Waits::hasStatus)
                        .map(Waits::byStatus)
                        .filter(state -> state == State.DONE)
                        .isPresent();
        return rests ? State.DONE : State.FAILED;
    }

    /// What has the status: the properties, else one of their structures.
    private static ObjectNode withStatus(ObjectNode properties) {
        return hasStatus(properties)
                ? properties
                : properties
                        .valueStream()
                        .filter(ObjectNode.class::isInstance)
                        .map(ObjectNode.class::cast)
                        .filter(Waits::hasStatus)
                        .findFirst()
                        .orElse(properties);
    }

    private static boolean hasStatus(ObjectNode properties) {
        return properties.properties().stream()
                .anyMatch(entry -> entry.getValue().isString()
                        && STATUS.matcher(entry.getKey()).matches());
    }

    /// Many services show for a while what they have deleted, and say that it is.
    private State byOwnStatus(ObjectNode properties) {
        boolean gone = properties.properties().stream()
                .anyMatch(entry -> ownStatus.contains(entry.getKey())
                        && GONE.matcher(entry.getValue().asString("")).matches());
        return gone ? State.DONE : State.PENDING;
    }

    /// Whether what an entry of a list shows is there no more, going by its status.
    boolean isGone(ObjectNode properties) {
        return byOwnStatus(properties) == State.DONE;
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
