package fairlead.contract.suite;

import fairlead.contract.Rule;
import fairlead.contract.input.InputSet;
import fairlead.contract.suite.Comparison.Facts;
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
/// The type's things live through everything the contract speaks of: they are created, read by all their names,
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
                bench(),
                subject.inputs().areGenerated() ? List.of() : subject.inputs().sets());
    }

    /// Makes the calls that led to a failure again, and then runs it with the seed and the input of the failure,
    /// which tells whether the rule is still broken.
    public Replayed replay(Replay replay) {
        List<InputSet> sets = replay.input()
                .map(input -> new InputSet("replay", input, Optional.empty(), Optional.empty()))
                .map(List::of)
                .orElse(List.of());
        Suite seeded = new Suite(subject, settings.seeded(replay.seed()));
        Bench bench = seeded.bench();
        List<Repeated> calls = new Rerun(bench.apart()).of(replay.calls());
        return new Replayed(calls, seeded.run(bench, sets));
    }

    private Bench bench() {
        Transcript transcript = new Transcript();
        return new Bench(subject, settings, new SkippingClock(settings.clock()), transcript, new Findings(transcript));
    }

    private Report run(Bench bench, List<InputSet> given) {
        long begun = System.nanoTime();
        List<InputSet> candidates = given.isEmpty() ? generated() : given;
        List<InputSet> lived = live(bench, candidates, given.isEmpty() ? settings.lives() : given.size());
        if (!lived.isEmpty()) {
            new Twins(bench, lived.getLast().create()).areOne();
            new Neighbours(bench, lived).areLeftAlone();
            new Pages(bench, lived.stream().map(InputSet::create).toList()).areTurned();
        }
        new Invalid(bench).isRefused();
        if (!lived.isEmpty()) {
            new RequestTags(bench).arrive(lived.getLast().create());
        }
        bench.findings.settle();
        shrink(bench);
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        return new Report(
                subject.schema().typeName(),
                digest(subject),
                settings.seed(),
                results(bench, !lived.isEmpty()),
                bench.calls(),
                bench.notes(),
                took);
    }

    /// More than are needed, for a handler may refuse some.
    private List<InputSet> generated() {
        List<InputSet> sets = new ArrayList<>();
        for (int i = 0; i < 4 * settings.lives(); i++) {
            String name = "generated " + (i + 1);
            subject.inputs()
                    .create(settings.seed() * 1_000_003L + i, SIZES[i % SIZES.length])
                    .map(input -> new InputSet(name, input, Optional.empty(), Optional.empty()))
                    .ifPresent(sets::add);
        }
        return sets;
    }

    private static List<InputSet> live(Bench bench, List<InputSet> candidates, int most) {
        List<InputSet> lived = new ArrayList<>();
        if (candidates.isEmpty()) {
            bench.note("No input can be generated from the schema; give some.");
            return lived;
        }
        new Absent(bench, candidates.getFirst().create()).isNotFound();
        int refused = 0;
        List<Facts> facts = new ArrayList<>();
        for (InputSet set : candidates) {
            if (lived.size() == most) {
                break;
            }
            Life life = new Life(bench, set);
            Optional<Progress.Failed> refusal = life.live();
            life.facts().ifPresent(facts::add);
            if (refusal.isEmpty()) {
                lived.add(set);
            } else {
                refused++;
                Progress.Failed failure = refusal.get();
                bench.note(
                        "The create refused %s with %s: %s".formatted(set.name(), failure.code(), failure.message()));
            }
        }
        boolean unusual = !lived.isEmpty() && bench.settings.unusual();
        UnusualLives others = new UnusualLives(bench, lived);
        if (unusual) {
            facts.addAll(others.live());
        }
        new Comparison(bench, facts).judge();
        // Whatever is wrong with lives in which much is changed would show here, too.
        if (unusual && bench.isUpdatable() && bench.findings.broken().isEmpty()) {
            new Comparison(bench, others.slightlyChanged().stream().toList()).judge();
        }
        if (lived.isEmpty()) {
            bench.note("All of %d inputs were refused. Give inputs that the handler accepts.".formatted(refused));
        }
        return lived;
    }

    // -- smaller examples -----------------------------------------------------------------------------------------

    private void shrink(Bench bench) {
        if (!settings.shrink() || !subject.inputs().areGenerated()) {
            return;
        }
        Budget budget = new Budget(settings.patience());
        Set<Rule> broken = bench.findings.broken();
        for (Rule rule : broken) {
            List<Failure> failures = new ArrayList<>(bench.findings.failures(rule));
            Failure first = failures.getFirst();
            boolean lived = first.where().startsWith("life of") && first.input().isPresent();
            if (lived
                    && Consequences.cause(rule, broken).isEmpty()
                    && !rule.id().endsWith("deadline")) {
                Map<ObjectNode, String> found = new HashMap<>();
                ObjectNode smallest = subject.inputs().shrink(first.input().get(), input -> {
                    Optional<String> fails = budget.isSpent() ? Optional.empty() : fails(bench, rule, input);
                    fails.ifPresent(words -> found.put(input.deepCopy(), words));
                    return fails.isPresent();
                });
                failures.set(0, first.shrunk(smallest, found.getOrDefault(smallest, first.found())));
                bench.findings.replace(rule, failures);
            }
        }
    }

    /// What is found with an input, if the rule is broken with it.
    private static Optional<String> fails(Bench bench, Rule rule, ObjectNode input) {
        Bench quiet = bench.apart();
        Life life = new Life(quiet, new InputSet("smaller", input, Optional.empty(), Optional.empty()));
        life.live();
        new Comparison(quiet, life.facts().stream().toList()).judge();
        quiet.findings.settle();
        return quiet.findings.failures(rule).stream().findFirst().map(Failure::found);
    }

    // -- results --------------------------------------------------------------------------------------------------

    private static List<Result> results(Bench bench, boolean lived) {
        Findings findings = bench.findings;
        Set<Rule> broken = findings.broken();
        List<Result> results = new ArrayList<>();
        for (Rule rule : Rule.values()) {
            results.add(result(rule, bench, broken, lived));
        }
        return results;
    }

    private static Result result(Rule rule, Bench bench, Set<Rule> broken, boolean lived) {
        List<Failure> failures = bench.findings.failures(rule);
        if (!failures.isEmpty()) {
            return Consequences.cause(rule, broken)
                    .<Result>map(cause -> new Result.Consequence(rule, cause, failures))
                    .orElseGet(() -> new Result.Failed(rule, failures));
        }
        Map<String, Long> looked = bench.findings.lookedAt(rule);
        if (!looked.isEmpty()) {
            return new Result.Passed(
                    rule,
                    looked.entrySet().stream()
                            .map(entry -> entry.getValue() + " " + entry.getKey())
                            .toList(),
                    bench.findings.leftOut(rule));
        }
        String reason = bench.findings
                .reason(rule)
                .or(() -> bench.findings.leftOut(rule).stream().findFirst().map("left out was "::concat))
                .orElseGet(() -> Reasons.of(rule, bench, lived));
        return new Result.NotExercised(rule, reason);
    }
}
