package fairlead.contract.suite;

import fairlead.contract.Rule;
import fairlead.contract.call.Settings;
import fairlead.contract.call.SkippingClock;
import fairlead.contract.call.Subject;
import fairlead.contract.call.SuiteContext;
import fairlead.contract.call.TimeBudget;
import fairlead.contract.check.LifecycleObservation;
import fairlead.contract.check.ModelComparison;
import fairlead.contract.input.InputSet;
import fairlead.contract.result.Failure;
import fairlead.contract.result.Findings;
import fairlead.contract.result.Replay;
import fairlead.contract.result.ReplayOutcome;
import fairlead.contract.result.ReplayedCall;
import fairlead.contract.result.Report;
import fairlead.contract.result.Result;
import fairlead.contract.result.Transcript;
import fairlead.contract.scenario.DuplicateDeliveryScenario;
import fairlead.contract.scenario.EdgeValueScenario;
import fairlead.contract.scenario.InvalidInputScenario;
import fairlead.contract.scenario.IsolationScenario;
import fairlead.contract.scenario.LifecycleScenario;
import fairlead.contract.scenario.PaginationScenario;
import fairlead.contract.scenario.RequestTagScenario;
import fairlead.contract.scenario.UnknownIdentifierScenario;
import fairlead.generator.Size;
import fairlead.handler.Progress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Runs the handler contract against one type.
///
/// Resources of the type go through everything the contract speaks of: they are created, read by all identifiers,
/// listed, created again, updated, deleted and looked for. A rule that nothing showed anything about is reported
/// as not exercised, with the reason, and never as passed.
public final class Suite {

    private static final Size[] SIZES = {Size.MINIMAL, Size.MAXIMAL, Size.TYPICAL};

    private final Subject subject;
    private final Settings settings;

    public Suite(Subject subject, Settings settings) {
        this.subject = subject;
        this.settings = settings;
    }

    /// A digest of what is tested, the schema and the handler, by which two reports are about the same.
    public static String digest(Subject subject) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(subject.schema().document().toString().getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            digest.update(subject.handlerDigest().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Runs it all. The handler is called by several threads, and some of what it makes may stay if it can't be
    /// deleted; the report's notes say so.
    public Report run() {
        return run(
                context(),
                subject.inputs().areGenerated() ? List.of() : subject.inputs().sets());
    }

    /// Makes the calls that led to a failure again, and then runs it with the seed and the input of the failure,
    /// which tells whether the rule is still broken.
    public ReplayOutcome replay(Replay replay) {
        List<InputSet> sets = replay.input()
                .map(input -> new InputSet("replay", input, Optional.empty(), Optional.empty()))
                .map(List::of)
                .orElse(List.of());
        Suite seeded = new Suite(subject, settings.seeded(replay.seed()));
        SuiteContext context = seeded.context();
        List<ReplayedCall> calls = new CallReplay(context.isolated()).of(replay.calls());
        return new ReplayOutcome(calls, seeded.run(context, sets));
    }

    private SuiteContext context() {
        Transcript transcript = new Transcript();
        return new SuiteContext(
                subject, settings, new SkippingClock(settings.clock()), transcript, new Findings(transcript));
    }

    private Report run(SuiteContext context, List<InputSet> given) {
        long begun = System.nanoTime();
        List<InputSet> candidates = given.isEmpty() ? generated() : given;
        List<InputSet> accepted =
                runLifecycles(context, candidates, given.isEmpty() ? settings.resources() : given.size());
        if (!accepted.isEmpty()) {
            new DuplicateDeliveryScenario(context, accepted.getLast().create()).run();
            new IsolationScenario(context, accepted).run();
            new PaginationScenario(
                            context, accepted.stream().map(InputSet::create).toList())
                    .run();
        }
        new InvalidInputScenario(context).run();
        if (!accepted.isEmpty()) {
            new RequestTagScenario(context).run(accepted.getLast().create());
        }
        context.findings.settle();
        shrink(context);
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        return new Report(
                subject.schema().typeName(),
                digest(subject),
                settings.seed(),
                results(context, !accepted.isEmpty()),
                context.calls(),
                context.notes(),
                took);
    }

    /// More than are needed, for a handler may refuse some.
    private List<InputSet> generated() {
        List<InputSet> sets = new ArrayList<>();
        for (int i = 0; i < 4 * settings.resources(); i++) {
            String name = "generated " + (i + 1);
            subject.inputs()
                    .create(settings.seed() * 1_000_003L + i, SIZES[i % SIZES.length])
                    .map(input -> new InputSet(name, input, Optional.empty(), Optional.empty()))
                    .ifPresent(sets::add);
        }
        return sets;
    }

    private static List<InputSet> runLifecycles(SuiteContext context, List<InputSet> candidates, int most) {
        List<InputSet> accepted = new ArrayList<>();
        if (candidates.isEmpty()) {
            context.note("No input can be generated from the schema; give some.");
            return accepted;
        }
        new UnknownIdentifierScenario(context, candidates.getFirst().create()).run();
        int refused = 0;
        List<LifecycleObservation> facts = new ArrayList<>();
        for (InputSet set : candidates) {
            if (accepted.size() == most) {
                break;
            }
            LifecycleScenario lifecycle = new LifecycleScenario(context, set);
            Optional<Progress.Failed> refusal = lifecycle.run();
            lifecycle.facts().ifPresent(facts::add);
            if (refusal.isEmpty()) {
                accepted.add(set);
            } else {
                refused++;
                Progress.Failed failure = refusal.get();
                context.note(
                        "The create refused %s with %s: %s".formatted(set.name(), failure.code(), failure.message()));
            }
        }
        boolean unusual = !accepted.isEmpty() && context.settings.unusual();
        EdgeValueScenario others = new EdgeValueScenario(context, accepted);
        if (unusual) {
            facts.addAll(others.run());
        }
        new ModelComparison(context, facts).judge();
        // What breaks with large changes would break here, too.
        if (unusual && context.isUpdatable() && context.findings.broken().isEmpty()) {
            new ModelComparison(context, others.slightlyChanged().stream().toList()).judge();
        }
        if (accepted.isEmpty()) {
            context.note("All of %d inputs were refused. Give inputs that the handler accepts.".formatted(refused));
        }
        return accepted;
    }

    // -- smaller examples -----------------------------------------------------------------------------------------

    private void shrink(SuiteContext context) {
        if (!settings.shrink() || !subject.inputs().areGenerated()) {
            return;
        }
        TimeBudget budget = new TimeBudget(settings.budget());
        Set<Rule> broken = context.findings.broken();
        for (Rule rule : broken) {
            List<Failure> failures = new ArrayList<>(context.findings.failures(rule));
            Failure first = failures.getFirst();
            boolean accepted =
                    first.where().startsWith("lifecycle of") && first.input().isPresent();
            if (accepted && rule.cause(broken).isEmpty() && !rule.id().endsWith("deadline")) {
                Map<ObjectNode, String> found = new HashMap<>();
                ObjectNode smallest = subject.inputs().shrink(first.input().get(), input -> {
                    Optional<String> fails = budget.isSpent() ? Optional.empty() : fails(context, rule, input);
                    fails.ifPresent(words -> found.put(input.deepCopy(), words));
                    return fails.isPresent();
                });
                failures.set(0, first.shrunk(smallest, found.getOrDefault(smallest, first.found())));
                context.findings.replace(rule, failures);
            }
        }
    }

    /// What is found with an input, if the rule is broken with it.
    private static Optional<String> fails(SuiteContext context, Rule rule, ObjectNode input) {
        SuiteContext passing = context.isolated();
        LifecycleScenario lifecycle =
                new LifecycleScenario(passing, new InputSet("smaller", input, Optional.empty(), Optional.empty()));
        lifecycle.run();
        new ModelComparison(passing, lifecycle.facts().stream().toList()).judge();
        passing.findings.settle();
        return passing.findings.failures(rule).stream().findFirst().map(Failure::found);
    }

    // -- results --------------------------------------------------------------------------------------------------

    private static List<Result> results(SuiteContext context, boolean accepted) {
        Findings findings = context.findings;
        Set<Rule> broken = findings.broken();
        List<Result> results = new ArrayList<>();
        for (Rule rule : Rule.values()) {
            results.add(result(rule, context, broken, accepted));
        }
        return results;
    }

    private static Result result(Rule rule, SuiteContext context, Set<Rule> broken, boolean accepted) {
        List<Failure> failures = context.findings.failures(rule);
        if (!failures.isEmpty()) {
            return rule.cause(broken)
                    .<Result>map(cause -> new Result.Consequence(rule, cause, failures))
                    .orElseGet(() -> new Result.Failed(rule, failures));
        }
        Map<String, Long> looked = context.findings.lookedAt(rule);
        if (!looked.isEmpty()) {
            return new Result.Passed(
                    rule,
                    looked.entrySet().stream()
                            .map(entry -> entry.getValue() + " " + entry.getKey())
                            .toList(),
                    context.findings.leftOut(rule));
        }
        String reason = context.findings
                .reason(rule)
                .or(() -> context.findings.leftOut(rule).stream().findFirst().map("left out was "::concat))
                .orElseGet(() -> rule.whyNotExercised(context.schema, context.subject.handler(), accepted));
        return new Result.NotExercised(rule, reason);
    }
}
