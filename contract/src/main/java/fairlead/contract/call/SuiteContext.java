package fairlead.contract.call;

import fairlead.contract.Agreement;
import fairlead.contract.Precondition;
import fairlead.contract.Rule;
import fairlead.contract.call.HandlerOperations.CallLimit;
import fairlead.contract.call.HandlerOperations.Delivered;
import fairlead.contract.input.Inputs;
import fairlead.contract.result.Findings;
import fairlead.contract.result.Transcript;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What all scenarios of one run share.
public final class SuiteContext {

    private static final Duration BETWEEN_READS = Duration.ofSeconds(5);
    private static final int LATER_READS = 8;

    public final Subject subject;
    public final ResourceSchema schema;
    public final Agreement agreement;
    public final Settings settings;
    public final SkippingClock clock;
    public final Findings findings;
    public final HandlerCaller calls;
    public final HandlerOperations operations;
    public final ListReader lists;
    public final UnknownIdentifierAnswers unknownIdentifiers;
    private final Transcript transcript;
    private final Tokens tokens;
    private final List<String> notes;
    private final Map<String, List<JsonNode>> seenDefaults;

    /// Idempotency tokens: no two are the same, in this run and in any that began at another time.
    private static final class Tokens {

        private final long salt;
        private long next;

        Tokens(long salt) {
            this.salt = salt;
        }

        synchronized String next() {
            return new UUID(salt, ++next).toString();
        }
    }

    /// What is known of how the handler treats resources that never existed.
    public static final class UnknownIdentifierAnswers {

        public boolean readIsFound;
        public boolean readIsNotFound;
        public boolean updateIsWrong;
        public boolean deleteIsWrong;
    }

    public SuiteContext(
            Subject subject, Settings settings, SkippingClock clock, Transcript transcript, Findings findings) {
        this.subject = subject;
        this.schema = subject.schema();
        this.agreement = new Agreement(schema);
        this.settings = settings;
        this.clock = clock;
        this.findings = findings;
        this.transcript = transcript;
        this.calls = new HandlerCaller(subject, settings, clock, transcript, findings);
        this.operations = new HandlerOperations(subject, settings, clock, calls, findings, CallLimit.SCHEMA_TIMEOUT);
        this.lists = new ListReader(subject, calls, findings);
        this.unknownIdentifiers = new UnknownIdentifierAnswers();
        this.tokens = new Tokens(clock.millis());
        this.notes = new ArrayList<>();
        this.seenDefaults = new HashMap<>();
    }

    /// Whether read and delete handlers get nothing but identifiers.
    public boolean givesIdentifiersAlone() {
        return Precondition.IDENTIFIERS_ALONE.isMet(schema, subject.handler());
    }

    private SuiteContext(SuiteContext of, HandlerCaller calls, Findings findings) {
        this(of, calls, findings, of.transcript, CallLimit.SCHEMA_TIMEOUT);
    }

    private SuiteContext(
            SuiteContext of, HandlerCaller calls, Findings findings, Transcript transcript, CallLimit callLimit) {
        this.transcript = transcript;
        this.subject = of.subject;
        this.schema = of.schema;
        this.agreement = of.agreement;
        this.settings = of.settings;
        this.clock = of.clock;
        this.findings = findings;
        this.calls = calls;
        this.operations = new HandlerOperations(subject, settings, clock, calls, findings, callLimit);
        this.lists = new ListReader(subject, calls, findings);
        this.unknownIdentifiers = of.unknownIdentifiers;
        this.tokens = of.tokens;
        this.notes = of.notes;
        this.seenDefaults = of.seenDefaults;
    }

    /// The same context for calls that are made for another reason than to judge their answers: what is found then
    /// counts only where nothing else is.
    public SuiteContext inPassing() {
        Findings passing = findings.inPassing();
        return new SuiteContext(this, calls.reporting(transcript, passing), passing);
    }

    /// The same context for calls that no handler has to expect: what is found is not reported.
    public SuiteContext unreported() {
        Findings unreported = new Findings(transcript);
        return new SuiteContext(this, calls.reporting(transcript, unreported), unreported);
    }

    /// The same context, of which neither findings nor calls are reported.
    public SuiteContext isolated() {
        Transcript own = new Transcript();
        Findings unreported = new Findings(own);
        return new SuiteContext(this, calls.reporting(own, unreported), unreported, own, CallLimit.SCHEMA_TIMEOUT);
    }

    /// The same context for what no handler has to bring to an end.
    public SuiteContext limitedToFewCalls() {
        return new SuiteContext(this, calls, findings, transcript, CallLimit.FEW_CALLS);
    }

    /// The same context without chaos, for a delete that is repeated on purpose says nothing of what was there.
    public SuiteContext withoutChaos() {
        return new SuiteContext(this, calls.withoutChaos(), findings);
    }

    /// How many calls were made.
    public long calls() {
        return transcript.count();
    }

    public Inputs inputs() {
        return subject.inputs();
    }

    public boolean isUpdatable() {
        return Precondition.UPDATE_HANDLER.isMet(schema, subject.handler());
    }

    public String token() {
        return tokens.next();
    }

    public synchronized void note(String text) {
        if (!notes.contains(text)) {
            notes.add(text);
        }
    }

    public synchronized List<String> notes() {
        return List.copyOf(notes);
    }

    // -- reads ----------------------------------------------------------------------------------------------------

    public ReadOutcome read(ObjectNode identifier, Optional<String> expected) {
        return switch (operations.read(identifier, expected, token())) {
            case Progress.Done(var model) -> new ReadOutcome.Found(model);
            case Progress.Failed(var code, var _) when code == ErrorCode.NOT_FOUND -> new ReadOutcome.Missing();
            case Progress.Failed(var code, var message) -> new ReadOutcome.Wrong(Optional.of(code), message);
            case Progress.Again _ -> new ReadOutcome.Wrong(Optional.empty(), "The read answered IN_PROGRESS.");
            case Progress.Gone() -> new ReadOutcome.Wrong(Optional.empty(), "The read answered without a model.");
        };
    }

    public ReadOutcome read(String identifier) {
        return read(schema.parseIdentifier(identifier), Optional.of(identifier));
    }

    /// A read whose outcome is not what it should be is repeated as often as the settings allow.
    public ReadOutcome readUntil(String identifier, java.util.function.Predicate<ReadOutcome> good) {
        ReadOutcome outcome = read(identifier);
        for (int i = 1; i < settings.reads() && !good.test(outcome); i++) {
            operations.wait(BETWEEN_READS);
            outcome = read(identifier);
        }
        return outcome;
    }

    /// Whether it becomes good when one waits, for a message that helps.
    public boolean isGoodLater(String identifier, java.util.function.Predicate<ReadOutcome> good) {
        SuiteContext passing = inPassing();
        for (int i = 0; i < LATER_READS; i++) {
            operations.wait(BETWEEN_READS);
            if (good.test(passing.read(identifier))) {
                return true;
            }
        }
        return false;
    }

    // -- identity -------------------------------------------------------------------------------------------------

    /// Whether an input has a value for each of the properties.
    public static boolean hasAll(List<PropertyPath> paths, ObjectNode input) {
        return !paths.isEmpty()
                && paths.stream().allMatch(path -> path.value(input).isPresent());
    }

    /// Whether callers choose the primary identifier, and this one did.
    public boolean isChosen(ObjectNode input) {
        return hasAll(schema.primaryIdentifier(), input);
    }

    /// The additional identifiers that an input has chosen.
    public List<List<PropertyPath>> chosenBeside(ObjectNode input) {
        return schema.additionalIdentifiers().stream()
                .filter(paths -> hasAll(paths, input))
                .toList();
    }

    public static ObjectNode select(List<PropertyPath> paths, ObjectNode model) {
        ObjectNode selected = model.objectNode();
        paths.forEach(path -> path.value(model).ifPresent(value -> path.set(selected, value.deepCopy())));
        return selected;
    }

    // -- defaults -------------------------------------------------------------------------------------------------

    /// What a resource has that was not asked for.
    public void sawDefault(String pointer, JsonNode value) {
        seenDefaults.computeIfAbsent(pointer, _ -> new ArrayList<>()).add(value);
    }

    public boolean isDefault(String pointer, JsonNode value) {
        return seenDefaults.getOrDefault(pointer, List.of()).contains(value);
    }

    /// Creates a resource that a scenario needs, without judging how.
    public Optional<String> tryCreate(ObjectNode input) {
        OperationOutcome ended = inPassing().operations.create(input, token(), Delivered.ONCE);
        return ended.model().isPresent() ? ended.identifier() : Optional.empty();
    }

    public void notExercised(String reason, Rule... rules) {
        for (Rule rule : rules) {
            findings.notExercised(rule, reason);
        }
    }

    public void leftOut(String what, Rule... rules) {
        for (Rule rule : rules) {
            findings.leftOut(rule, what);
        }
    }
}
