package fairlead.contract.suite;

import fairlead.contract.Rule;
import fairlead.contract.suite.Bench.Look;
import fairlead.contract.suite.Lister.Walk;
import fairlead.contract.suite.Operations.Delivered;
import fairlead.contract.suite.Operations.Ended;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import tools.jackson.databind.node.ObjectNode;

/// One create, delivered more than once: each call again as if its answer had been lost, and twice at a time.
final class Twins {

    private final Bench bench;
    private final ObjectNode input;
    private final Optional<ObjectNode> filter;
    private final Set<String> mine = new LinkedHashSet<>();

    Twins(Bench bench, ObjectNode input) {
        this.bench = bench;
        this.input = input;
        this.filter = bench.lister.isListable() ? bench.lister.filter(input) : Optional.empty();
    }

    void areOne() {
        bench.findings.enter("creates delivered twice", Optional.of(input));
        try {
            oneAfterTheOther();
            bench.sweep(mine);
            mine.clear();
            atTheSameTime();
        } catch (Stop _) {
            // Why is among the findings.
        } finally {
            bench.sweep(mine);
        }
    }

    private Optional<Walk> list() {
        return filter.map(given -> bench.quiet().lister.walk(given, Lister.USUAL))
                .filter(walk -> walk.refused().isEmpty() && walk.ended());
    }

    private void oneAfterTheOther() {
        Optional<Walk> before = list();
        Ended ended = bench.quiet().operations.create(input, bench.token(), Delivered.TWICE);
        bench.findings.looked(Rule.CREATE_IDEMPOTENT, "creates whose answers were lost", ended.events());
        ended.identifier().ifPresent(mine::add);
        counted(before, ended.identifier(), "A create whose every call was repeated, as after a lost answer,");
        ended.failure()
                .filter(_ -> isPossible())
                .ifPresent(failure -> bench.findings.failed(
                        Rule.CREATE_IDEMPOTENT,
                        "A create whose every call was repeated, as after a lost answer, failed with %s: %s"
                                .formatted(failure.code(), failure.message())));
    }

    /// Whether a create whose calls are not repeated succeeds, once what the other one may have made is gone.
    private boolean isPossible() {
        bench.schema.identifier(input).ifPresent(mine::add);
        bench.sweep(mine);
        Optional<String> made = bench.make(input);
        made.ifPresent(mine::add);
        return made.isPresent();
    }

    private void atTheSameTime() {
        Optional<Walk> before = list();
        String token = bench.token();
        List<Ended> ends = new CopyOnWriteArrayList<>();
        CountDownLatch ready = new CountDownLatch(2);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                try {
                    ready.countDown();
                    ready.await();
                    ends.add(bench.quiet().operations.create(input, token, Delivered.ONCE));
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                } catch (Stop _) {
                    // A call that did not answer; the other thread goes on.
                }
            }));
        }
        join(threads);
        bench.findings.looked(Rule.CREATE_IDEMPOTENT, "creates at the same time", ends.size());
        Set<String> told = new LinkedHashSet<>();
        ends.stream()
                .filter(end -> end.model().isPresent())
                .forEach(end -> end.identifier().ifPresent(told::add));
        mine.addAll(told);
        if (told.size() > 1) {
            bench.findings.failed(
                    Rule.CREATE_IDEMPOTENT, "Two creates with the same token at the same time made " + told + ".");
        }
        counted(before, told.stream().findFirst(), "Two creates with the same token at the same time");
    }

    private static void join(List<Thread> threads) {
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Stop("interrupted");
        }
    }

    private void counted(Optional<Walk> before, Optional<String> told, String who) {
        if (before.isEmpty() || bench.findings.hasFailed(Rule.NO_LEAK)) {
            return;
        }
        list().ifPresent(after -> {
            Set<String> more = after.without(before.get());
            more.removeIf(
                    id -> told.filter(id::equals).isPresent() || !(bench.quiet().read(id) instanceof Look.Found));
            mine.addAll(more);
            if (!more.isEmpty()) {
                String beside = told.map(" beside '%s'."::formatted).orElse(", and told nobody.");
                bench.findings.failed(Rule.CREATE_IDEMPOTENT, "%s made %s%s".formatted(who, more, beside));
            }
        });
    }
}
