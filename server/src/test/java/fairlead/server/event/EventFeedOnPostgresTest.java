package fairlead.server.event;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.database.Database;
import fairlead.server.database.PostgresDatabase;
import fairlead.testbed.PostgresServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class EventFeedOnPostgresTest extends EventFeedContract {

    @Override
    Database open() {
        return PostgresDatabase.open(
                PostgresServer.shared().url(PostgresServer.shared().createDatabase()), new Random(1));
    }

    /// A transaction with a smaller number commits behind one with a greater: no client is told of the greater before.
    @Test
    void whatCommitsLateIsNotSkipped() throws InterruptedException {
        CommittedEvents decided = new CommittedEvents(database, store);
        while (!decided.skip()) {
            Thread.onSpinWait();
        }
        CountDownLatch numbered = new CountDownLatch(1);
        CountDownLatch mayCommit = new CountDownLatch(1);
        Thread late = Thread.ofPlatform()
                .start(() -> database.write(transaction -> {
                    change(transaction, "late", Optional.empty());
                    TransactionEvents happenings =
                            transaction.conclusion(TransactionEvents.class, () -> new TransactionEvents(store));
                    transaction.conclusion(Slow.class, () -> new Slow(numbered, mayCommit));
                    return happenings.rows().size();
                }));
        numbered.await();
        change("early");

        for (int i = 0; i < 20; i++) {
            assertThat(decided.next(100)).isEmpty();
        }
        mayCommit.countDown();
        late.join();
        assertThat(take(decided, 2))
                .extracting(StoredEvent::id)
                .satisfiesExactly(
                        first -> assertThat(first).endsWith("/late"),
                        second -> assertThat(second).endsWith("/early"));
    }

    /// Behind the events, when they have their numbers.
    private record Slow(CountDownLatch numbered, CountDownLatch mayCommit)
            implements fairlead.server.database.Transaction.Conclusion {
        @Override
        public void write(fairlead.server.database.Transaction transaction) {
            numbered.countDown();
            try {
                mayCommit.await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }
    }

    private static List<StoredEvent> take(CommittedEvents decided, int count) {
        List<StoredEvent> rows = new ArrayList<>();
        while (rows.size() < count) {
            rows.addAll(decided.next(100));
        }
        return rows;
    }

    @Test
    void aNumberThatWasGivenBackIsNotWaitedForForever() {
        CommittedEvents decided = new CommittedEvents(database, store);
        while (!decided.skip()) {
            Thread.onSpinWait();
        }
        try {
            database.write(transaction -> {
                change(transaction, "lost", Optional.empty());
                transaction
                        .conclusion(TransactionEvents.class, () -> new TransactionEvents(store))
                        .write(transaction);
                throw new IllegalStateException("on purpose");
            });
        } catch (IllegalStateException onPurpose) {
            change("kept");
        }
        assertThat(take(decided, 1).getFirst().id()).endsWith("/kept");
        assertThat(decided.number()).isEqualTo(2);
    }
}
