package fairlead.server.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TimeOrderedIdsTest {

    private static final Instant NOW = Instant.parse("2026-11-22T10:00:00.123Z");

    private final TimeOrderedIds ids = new TimeOrderedIds(Clock.fixed(NOW, ZoneOffset.UTC));

    @Test
    void anIdIsAUuidOfVersion7AndTheUsualVariant() {
        assertThat(Stream.generate(ids).limit(1000)).allSatisfy(id -> {
            assertThat(id.version()).isEqualTo(7);
            assertThat(id.variant()).isEqualTo(2);
        });
    }

    @Test
    void itBeginsWithTheMillisecond() {
        assertThat(ids.get().getMostSignificantBits() >>> 16).isEqualTo(NOW.toEpochMilli());
    }

    @Test
    void noneComesTwiceHoweverManyThreadsAsk() throws InterruptedException {
        Set<UUID> seen = ConcurrentHashMap.newKeySet();
        List<Thread> threads = IntStream.range(0, 8)
                .mapToObj(_ -> Thread.ofVirtual().start(() -> {
                    for (int i = 0; i < 2000; i++) {
                        seen.add(ids.get());
                    }
                }))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(seen).hasSize(8 * 2000);
    }

    @Test
    void everyBitThatIsNotFixedVaries() {
        long high = 0;
        long low = 0;
        UUID first = ids.get();
        for (int i = 0; i < 1000; i++) {
            UUID id = ids.get();
            high |= id.getMostSignificantBits() ^ first.getMostSignificantBits();
            low |= id.getLeastSignificantBits() ^ first.getLeastSignificantBits();
        }
        assertThat(high).isEqualTo(0xFFFL);
        assertThat(low).isEqualTo(0x3FFFFFFFFFFFFFFFL);
    }
}
