package fairlead.contract.scenario;

import fairlead.contract.Rule;
import fairlead.contract.call.HandlerOperations.Delivered;
import fairlead.contract.call.ListReader;
import fairlead.contract.call.Listing;
import fairlead.contract.call.OperationOutcome;
import fairlead.contract.call.ReadOutcome;
import fairlead.contract.call.ScenarioAborted;
import fairlead.contract.call.SuiteContext;
import fairlead.contract.check.Cleanup;
import fairlead.contract.check.ListedResourcesCheck;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import tools.jackson.databind.node.ObjectNode;

/// One create, delivered more than once: each call again as if its answer had been lost, and twice at a time.
public final class DuplicateDeliveryScenario {

    private final SuiteContext context;
    private final ObjectNode input;
    private final Optional<ObjectNode> filter;
    private final Set<String> created = new LinkedHashSet<>();

    public DuplicateDeliveryScenario(SuiteContext context, ObjectNode input) {
        this(context, input, context.lists.isListable() ? context.lists.filter(input) : Optional.empty());
    }

    /// @param filter what the list has to be given; without one, nothing is listed
    DuplicateDeliveryScenario(SuiteContext context, ObjectNode input, Optional<ObjectNode> filter) {
        this.context = context;
        this.input = input;
        this.filter = filter;
    }

    public void run() {
        context.findings.enter("creates delivered twice", Optional.of(input));
        try {
            oneAfterTheOther();
            Cleanup.delete(context, created);
            created.clear();
            atTheSameTime();
        } catch (ScenarioAborted _) {
            // Why is among the findings.
        } finally {
            Cleanup.delete(context, created);
        }
    }

    private Optional<Listing> list() {
        return filter.map(given -> context.inPassing().lists.read(given, ListReader.USUAL))
                .filter(Listing::isWhole);
    }

    private void oneAfterTheOther() {
        Optional<Listing> before = list();
        OperationOutcome ended = context.inPassing().operations.create(input, context.token(), Delivered.TWICE);
        context.findings.looked(Rule.CREATE_IDEMPOTENT, "creates whose answers were lost", ended.events());
        ended.identifier().ifPresent(created::add);
        counted(before, ended.identifier(), "A create whose every call was repeated, as after a lost answer,");
        ended.failure()
                .filter(_ -> isPossible())
                .ifPresent(failure -> context.findings.failed(
                        Rule.CREATE_IDEMPOTENT,
                        "A create whose every call was repeated, as after a lost answer, failed with %s: %s"
                                .formatted(failure.code(), failure.message())));
    }

    /// Whether a create whose calls are not repeated succeeds, once what the other one may have made is gone.
    private boolean isPossible() {
        context.schema.identifier(input).ifPresent(created::add);
        Cleanup.delete(context, created);
        Optional<String> made = context.tryCreate(input);
        made.ifPresent(created::add);
        return made.isPresent();
    }

    private void atTheSameTime() {
        Optional<Listing> before = list();
        String token = context.token();
        List<OperationOutcome> ends = new CopyOnWriteArrayList<>();
        CountDownLatch ready = new CountDownLatch(2);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                try {
                    ready.countDown();
                    ready.await();
                    ends.add(context.inPassing().operations.create(input, token, Delivered.ONCE));
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                } catch (ScenarioAborted _) {
                    // A call that did not answer; the other thread goes on.
                }
            }));
        }
        join(threads);
        context.findings.looked(Rule.CREATE_IDEMPOTENT, "creates at the same time", ends.size());
        Set<String> told = new LinkedHashSet<>();
        ends.stream()
                .filter(end -> end.model().isPresent())
                .forEach(end -> end.identifier().ifPresent(told::add));
        created.addAll(told);
        if (told.size() > 1) {
            context.findings.failed(
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
            throw new ScenarioAborted("interrupted");
        }
    }

    private void counted(Optional<Listing> before, Optional<String> told, String who) {
        if (before.isEmpty() || context.findings.hasFailed(Rule.NO_LEAK)) {
            return;
        }
        list().ifPresent(after -> {
            Set<String> more = after.without(before.get());
            more.removeIf(id -> told.filter(id::equals).isPresent()
                    || !(context.inPassing().read(id) instanceof ReadOutcome.Found));
            created.addAll(more);
            if (!more.isEmpty()) {
                String beside = told.map(" beside '%s'."::formatted).orElse(", and did not report it.");
                context.findings.failed(Rule.CREATE_IDEMPOTENT, "%s made %s%s".formatted(who, more, beside));
            }
        });
    }

    // -- a create that is sent again ------------------------------------------------------------------------------

    /// Sends a create again after it had succeeded: it answers as before, and creates nothing.
    ///
    /// @param before the list before the create
    /// @param created the identifiers of what the scenario has created; gets what this create has created beside it
    void afterCompletion(CreatedResource resource, Listing before, Set<String> created) {
        context.findings.looked(Rule.CREATE_IDEMPOTENT, "creates repeated after completion");
        OperationOutcome again = context.inPassing().operations.create(input, resource.token(), Delivered.ONCE);
        again.failure()
                .ifPresent(failure -> failed(
                        "The same create with the same token, sent again after it had succeeded, failed with %s: %s"
                                .formatted(failure.code(), failure.message())));
        again.model().ifPresent(model -> sameAnswer(resource, model));
        again.identifier().filter(id -> !id.equals(resource.identifier())).ifPresent(id -> {
            created.add(id);
            createdBeside(id, resource);
        });
        filter.map(given -> context.lists.read(given, ListReader.USUAL))
                .filter(Listing::isWhole)
                .ifPresent(listing -> {
                    Set<String> more = listing.without(before);
                    more.removeAll(created);
                    more.stream()
                            .filter(id -> new ListedResourcesCheck(context, created).readEntry(id)
                                    instanceof ReadOutcome.Found)
                            .filter(created::add)
                            .forEach(id -> createdBeside(id, resource));
                });
    }

    private void createdBeside(String other, CreatedResource resource) {
        failed("The same create with the same token made '%s' beside '%s'.".formatted(other, resource.identifier()));
    }

    /// What was asked for and answered is answered again.
    private void sameAnswer(CreatedResource resource, ObjectNode model) {
        List<String> unmet = context.agreement.unmet(input, resource.created());
        List<String> lost = context.agreement.unmet(input, model).stream()
                .filter(pointer -> !unmet.contains(pointer))
                .toList();
        if (!lost.isEmpty()
                && context.schema
                        .identifier(model)
                        .filter(resource.identifier()::equals)
                        .isPresent()) {
            failed("The same create with the same token, sent again after it had succeeded, answers otherwise at "
                    + String.join(", ", lost) + ".");
        }
    }

    /// Sends creates again when other resources were created and one was updated. A token is good for one resource,
    /// whatever was done since; of which the answer may tell.
    ///
    /// @param known the identifiers of all resources that were created
    void later(List<CreatedResource> resources, Set<String> known) {
        for (CreatedResource resource : resources) {
            context.findings.looked(Rule.CREATE_IDEMPOTENT, "creates repeated later");
            SuiteContext unreported = context.unreported();
            unreported
                    .operations
                    .create(resource.input(), resource.token(), Delivered.ONCE)
                    .identifier()
                    .filter(identifier -> !identifier.equals(resource.identifier()) && !known.contains(identifier))
                    .ifPresent(identifier -> {
                        Cleanup.delete(unreported, Set.of(identifier));
                        failed("The same create with the same token made '%s' beside '%s', when others had been made."
                                .formatted(identifier, resource.identifier()));
                    });
        }
    }

    /// One create of several calls has created a resource with each of them.
    void createdByEachCall(String identifier, List<String> others) {
        others.forEach(other -> failed(ListedResourcesCheck.createdBeside(identifier, other)));
    }

    private void failed(String found) {
        context.findings.failed(Rule.CREATE_IDEMPOTENT, found);
    }
}
