package fairlead.contract.suite;

import fairlead.contract.Agreement;
import fairlead.contract.Rule;
import fairlead.contract.input.Inputs;
import fairlead.contract.suite.Operations.Delivered;
import fairlead.contract.suite.Operations.Ended;
import fairlead.contract.suite.Operations.Patience;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.handler.ResourceHandler.Updatable;
import fairlead.schema.HandlerKind;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What all scenarios of one run share.
final class Bench {

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);
    private static final int LATER_LOOKS = 8;

    final Subject subject;
    final ResourceSchema schema;
    final Agreement agreement;
    final Settings settings;
    final SkippingClock clock;
    final Findings findings;
    final Calls calls;
    final Operations operations;
    final Lister lister;
    final Absence absence;
    private final Transcript transcript;
    private final Tokens tokens;
    private final List<String> notes;
    private final Map<String, List<JsonNode>> seenDefaults;

    /// Idempotency tokens: no two are the same, in this run and in any that began at another time.
    static final class Tokens {

        private final long salt;
        private long next;

        Tokens(long salt) {
            this.salt = salt;
        }

        synchronized String next() {
            return new UUID(salt, ++next).toString();
        }
    }

    /// What is known of how the handler treats things that never were.
    static final class Absence {

        boolean readIsFound;
        boolean readIsNotFound;
        boolean updateIsWrong;
        boolean deleteIsWrong;
    }

    Bench(Subject subject, Settings settings, SkippingClock clock, Transcript transcript, Findings findings) {
        this.subject = subject;
        this.schema = subject.schema();
        this.agreement = new Agreement(schema);
        this.settings = settings;
        this.clock = clock;
        this.findings = findings;
        this.transcript = transcript;
        this.calls = new Calls(subject, settings, clock, transcript, findings);
        this.operations = new Operations(subject, settings, clock, calls, findings, Patience.DUE);
        this.lister = new Lister(subject, calls, findings);
        this.absence = new Absence();
        this.tokens = new Tokens(clock.millis());
        this.notes = new ArrayList<>();
        this.seenDefaults = new HashMap<>();
    }

    private Bench(Bench of, Calls calls, Findings findings) {
        this(of, calls, findings, of.transcript, Patience.DUE);
    }

    private Bench(Bench of, Calls calls, Findings findings, Transcript transcript, Patience patience) {
        this.transcript = transcript;
        this.subject = of.subject;
        this.schema = of.schema;
        this.agreement = of.agreement;
        this.settings = of.settings;
        this.clock = of.clock;
        this.findings = findings;
        this.calls = calls;
        this.operations = new Operations(subject, settings, clock, calls, findings, patience);
        this.lister = new Lister(subject, calls, findings);
        this.absence = of.absence;
        this.tokens = of.tokens;
        this.notes = of.notes;
        this.seenDefaults = of.seenDefaults;
    }

    /// The same bench for calls that are made for another reason than to judge their answers: what is found then
    /// counts only where nothing else is.
    Bench quiet() {
        Findings passing = findings.inPassing();
        return new Bench(this, calls.reporting(transcript, passing), passing);
    }

    /// The same bench for calls that no handler has to expect: nobody hears of what is found.
    Bench deaf() {
        Findings unheard = new Findings(transcript);
        return new Bench(this, calls.reporting(transcript, unheard), unheard);
    }

    /// The same bench, of which nobody hears anything.
    Bench apart() {
        Transcript own = new Transcript();
        Findings unheard = new Findings(own);
        return new Bench(this, calls.reporting(own, unheard), unheard, own, Patience.DUE);
    }

    /// The same bench for what no handler has to bring to an end.
    Bench patientForShort() {
        return new Bench(this, calls, findings, transcript, Patience.SHORT);
    }

    /// The same bench without chaos, for a delete that is repeated on purpose says nothing of what was there.
    Bench undisturbed() {
        return new Bench(this, calls.undisturbed(), findings);
    }

    /// How many calls were made.
    long calls() {
        return transcript.count();
    }

    Inputs inputs() {
        return subject.inputs();
    }

    boolean isUpdatable() {
        return schema.handlers().contains(HandlerKind.UPDATE) && subject.handler() instanceof Updatable;
    }

    String token() {
        return tokens.next();
    }

    synchronized void note(String text) {
        if (!notes.contains(text)) {
            notes.add(text);
        }
    }

    synchronized List<String> notes() {
        return List.copyOf(notes);
    }

    // -- looking --------------------------------------------------------------------------------------------------

    /// How a read went.
    sealed interface Look {

        record Found(ObjectNode model) implements Look {}

        record Missing() implements Look {}

        /// @param code empty where the answer was no answer to a read
        record Wrong(Optional<ErrorCode> code, String message) implements Look {}
    }

    Look read(ObjectNode identifier, Optional<String> expected) {
        return switch (operations.read(identifier, expected, token())) {
            case Progress.Done(var model) -> new Look.Found(model);
            case Progress.Failed(var code, var _) when code == ErrorCode.NOT_FOUND -> new Look.Missing();
            case Progress.Failed(var code, var message) -> new Look.Wrong(Optional.of(code), message);
            case Progress.Again _ -> new Look.Wrong(Optional.empty(), "The read answered IN_PROGRESS.");
            case Progress.Gone() -> new Look.Wrong(Optional.empty(), "The read answered without a model.");
        };
    }

    Look read(String identifier) {
        return read(schema.parseIdentifier(identifier), Optional.of(identifier));
    }

    /// A look whose outcome is not what it should be is repeated as often as the settings allow.
    Look readUntil(String identifier, java.util.function.Predicate<Look> good) {
        Look look = read(identifier);
        for (int i = 1; i < settings.looks() && !good.test(look); i++) {
            operations.wait(BETWEEN_LOOKS);
            look = read(identifier);
        }
        return look;
    }

    /// Whether it becomes good when one waits, for a message that helps.
    boolean isGoodLater(String identifier, java.util.function.Predicate<Look> good) {
        Bench quiet = quiet();
        for (int i = 0; i < LATER_LOOKS; i++) {
            operations.wait(BETWEEN_LOOKS);
            if (good.test(quiet.read(identifier))) {
                return true;
            }
        }
        return false;
    }

    // -- identity -------------------------------------------------------------------------------------------------

    /// Whether an input has a value for each of the properties.
    static boolean hasAll(List<PropertyPath> paths, ObjectNode input) {
        return !paths.isEmpty()
                && paths.stream().allMatch(path -> path.value(input).isPresent());
    }

    /// Whether callers choose the primary identifier, and this one did.
    boolean isChosen(ObjectNode input) {
        return hasAll(schema.primaryIdentifier(), input);
    }

    /// The additional identifiers that an input has chosen.
    List<List<PropertyPath>> chosenBeside(ObjectNode input) {
        return schema.additionalIdentifiers().stream()
                .filter(paths -> hasAll(paths, input))
                .toList();
    }

    static ObjectNode select(List<PropertyPath> paths, ObjectNode model) {
        ObjectNode selected = model.objectNode();
        paths.forEach(path -> path.value(model).ifPresent(value -> path.set(selected, value.deepCopy())));
        return selected;
    }

    // -- defaults -------------------------------------------------------------------------------------------------

    /// What a thing has that nobody asked for.
    void sawDefault(String pointer, JsonNode value) {
        seenDefaults.computeIfAbsent(pointer, _ -> new ArrayList<>()).add(value);
    }

    boolean isDefault(String pointer, JsonNode value) {
        return seenDefaults.getOrDefault(pointer, List.of()).contains(value);
    }

    // -- tidying up -----------------------------------------------------------------------------------------------

    /// Takes away what a scenario has left, and says nothing of how that went but what remains.
    void sweep(Set<String> identifiers) {
        Bench quiet = quiet();
        for (String identifier : identifiers) {
            try {
                ObjectNode model = schema.parseIdentifier(identifier);
                Ended ended = quiet.operations.delete(model, token());
                boolean gone = ended.failure().isEmpty() || ended.failedWith(ErrorCode.NOT_FOUND);
                if (!gone && quiet.read(model, Optional.empty()) instanceof Look.Found) {
                    note("'" + identifier + "' was made and could not be deleted.");
                    ended.failure().filter(failure -> isCrash(failure.code())).ifPresent(quiet::notDeleted);
                }
            } catch (Stop | IllegalArgumentException e) {
                note("'" + identifier + "' was made and could not be deleted: " + e.getMessage() + ".");
            }
        }
    }

    /// A service may have its reasons to keep a thing, and says which.
    private static boolean isCrash(ErrorCode code) {
        return switch (code) {
            case INTERNAL_FAILURE, HANDLER_INTERNAL_FAILURE -> true;
            default -> false;
        };
    }

    private void notDeleted(Progress.Failed failure) {
        findings.failed(
                Rule.DELETE_SUCCESS,
                "The delete of a thing that is there failed with %s: %s".formatted(failure.code(), failure.message()));
    }

    /// Makes a thing that other things are tried on, without judging how.
    Optional<String> make(ObjectNode input) {
        Ended ended = quiet().operations.create(input, token(), Delivered.ONCE);
        return ended.model().isPresent() ? ended.identifier() : Optional.empty();
    }

    void never(String reason, Rule... rules) {
        for (Rule rule : rules) {
            findings.notExercised(rule, reason);
        }
    }
}
