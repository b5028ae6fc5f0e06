package fairlead.server.resource;

import static fairlead.server.resource.World.LABEL;
import static fairlead.server.resource.World.SHELF;
import static fairlead.server.resource.World.SUBSCRIPTION;
import static fairlead.server.resource.World.json;
import static fairlead.server.resource.World.problem;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.database.Database;
import fairlead.server.operation.OperationState;
import fairlead.server.problem.Problem;
import fairlead.server.resource.change.Outcome;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.list.Inventory;
import fairlead.server.resource.record.Listing;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.ReadableResources;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.Vault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// What is never recorded, on every database.
abstract class ProxiesContract {

    private World world;
    private ResourceId label;

    abstract Database open();

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", Vault.newKeyset());
        world.made(world.id(SHELF, "s1"), "{'Text': 'a'}");
        label = world.id(LABEL, "s1", "l1");
    }

    @AfterEach
    void end() {
        world.close();
    }

    private long records() {
        return world.database.read(transaction -> transaction
                .one("SELECT count(*) FROM resource WHERE type_name = 'Test::Shop::Label'", row -> row.number())
                .orElseThrow());
    }

    private List<String> listed(int limit, Optional<String> after) {
        Listing.Page page = world.resources.list(
                world.id(LABEL, "s1", "any"),
                world.registered(LABEL),
                new Listing(new Listing.Scope.Under(world.id(SHELF, "s1")), after, limit));
        return page.resources().stream().map(resource -> resource.id().name()).toList();
    }

    @Nested
    class Changes {

        @Test
        void leaveNoRecordButTheOperation() {
            Resource made = world.made(label, "{'Text': 'a'}");
            assertThat(made.recorded()).isFalse();
            assertThat(records()).isZero();
            assertThat(world.operations.list(SUBSCRIPTION, Optional.empty(), 10))
                    .allMatch(operation -> operation.state() instanceof OperationState.Succeeded)
                    .hasSize(2);
            assertThat(world.labels.things).containsOnlyKeys("s1/l1");
        }

        @Test
        void areOneAtATime() {
            world.labels.letThrough(1);
            world.labels.answerNext(Progress.again(
                    json("{'ShelfName': 's1', 'Name': 'l1'}"), Duration.ofMinutes(5), json("{'Step': 1}")));
            world.put(label, "{'Text': 'a'}");
            assertThat(world.resources.get(label).state()).isEqualTo(ProvisioningState.CREATING);
            assertThat(problem(() -> world.put(label, "{'Text': 'b'}")).code().text())
                    .isEqualTo("AnotherOperationInProgress");
            assertThat(listed(10, Optional.empty())).containsExactly("l1");
            world.settle(label);
            assertThat(world.properties(label).path("Text").asString()).isEqualTo("a");
        }

        @Test
        void thatFailLeaveWhatTheHandlerHas() {
            world.made(label, "{'Text': 'a'}");
            world.labels.letThrough(1);
            world.labels.answerNext(Progress.failed(ErrorCode.INVALID_REQUEST, "no"));
            world.put(label, "{'Text': 'b'}");
            world.settle(label);
            assertThat(records()).isZero();
            assertThat(world.properties(label).path("Text").asString()).isEqualTo("a");
        }

        @Test
        void thatAskForWhatIsThereCallNoHandler() {
            world.made(label, "{'Text': 'a'}");
            world.labels.calls.clear();
            assertThat(world.put(label, "{'Text': 'a'}")).isInstanceOf(Outcome.Done.class);
            assertThat(world.labels.calls).containsExactly("read");
        }

        @Test
        void needAParent() {
            ResourceId orphan = world.id(LABEL, "s2", "l1");
            assertThat(problem(() -> world.put(orphan, "{'Text': 'a'}")).code().text())
                    .isEqualTo("ParentResourceNotFound");
            assertThat(problem(() -> world.resources.get(orphan)).code().text()).isEqualTo("ParentResourceNotFound");
            assertThat(world.labels.calls).isEmpty();
        }

        @Test
        void areSeenWhicheverUserMakesThem() {
            world.labels.things.put("s1/found", json("{'ShelfName': 's1', 'Name': 'found', 'Text': 'x'}"));
            Resource found = world.resources.get(world.id(LABEL, "s1", "found"));
            assertThat(Documents.object(found.properties()).path("Text").asString())
                    .isEqualTo("x");
            world.delete(found.id());
            world.settle();
            assertThat(world.labels.things).isEmpty();
            assertThat(records()).isZero();
        }

        @Test
        void thatAreCanceledLeaveNoRecord() {
            world.labels.letThrough(1);
            world.labels.answerNext(Progress.again(
                    json("{'ShelfName': 's1', 'Name': 'l1'}"), Duration.ofMinutes(5), json("{'Step': 1}")));
            world.put(label, "{'Text': 'a'}");
            world.operations.cancel(world.operation(label).id());
            world.settle();
            assertThat(records()).isZero();
        }
    }

    @Test
    void whoseHandlerDoesNotComeBackAreGivenUpWith504() throws InterruptedException {
        world.made(label, "{'Text': 'a'}");
        CountDownLatch called = new CountDownLatch(1);
        world.labels.script.add(() -> {
            called.countDown();
            return forever();
        });
        AtomicReference<Optional<Problem>> refused = new AtomicReference<>(Optional.empty());
        Thread caller =
                Thread.ofVirtual().start(() -> refused.set(Optional.of(problem(() -> world.resources.get(label)))));
        called.await();
        // As at its deadline: the wait ends and the handler is interrupted.
        caller.interrupt();
        caller.join();
        Problem problem = refused.get().orElseThrow();
        assertThat(problem.status()).isEqualTo(504);
        assertThat(problem.code().text()).isEqualTo("GatewayTimeout");
        assertThat(problem.retryAfter()).isPresent();
    }

    private static Optional<Progress> forever() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }

    @Nested
    class Lists {

        @Test
        void areThoseOfTheHandlerPageByPage() {
            for (String name : List.of("a", "b", "c")) {
                world.made(world.id(LABEL, "s1", name), "{'Text': 'a'}");
            }
            world.labels.things.put("s2/d", json("{'ShelfName': 's2', 'Name': 'd'}"));
            assertThat(listed(10, Optional.empty())).containsExactly("a", "b", "c");
            assertThat(listed(2, Optional.empty())).containsExactly("a", "b");
            assertThat(listed(2, Optional.of("s1/b"))).containsExactly("c");
        }

        @Test
        void areNotAmongAllResources() {
            world.made(label, "{'Text': 'a'}");
            assertThat(world.inventory
                            .page(SUBSCRIPTION, Inventory.Filter.NONE, ReadableResources.ALL, Optional.empty(), 10)
                            .resources())
                    .hasSize(1);
        }
    }

    @Test
    void aHandlerThatFailsToReadIsToldSo() {
        world.labels.answerNext(Progress.failed(ErrorCode.THROTTLING, "slow"));
        assertThat(problem(() -> world.resources.find(label)).status()).isEqualTo(429);
    }
}
