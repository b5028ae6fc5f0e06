package fairlead.server.wiring;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/// UUIDs of version 7: 74 unguessable bits behind the time, so that new rows lie beside each other.
///
/// A [SecureRandom] serves one thread at a time, and a virtual thread that has waited for its turn goes to the end of
/// the line, under load for a long time. So what is secret is fetched in stocks, of which each thread has one to
/// itself while it makes an id.
public final class TimeOrderedIds implements Supplier<UUID> {

    private static final int STOCK = 4096;
    private static final int NEEDED = 2 * Long.BYTES;

    private final Queue<ByteBuffer> stocks = new ConcurrentLinkedQueue<>();
    private final SecureRandom secret = new SecureRandom();
    private final Clock clock;

    public TimeOrderedIds(Clock clock) {
        this.clock = clock;
    }

    @Override
    public UUID get() {
        ByteBuffer stock = stocks.poll();
        if (stock == null || stock.remaining() < NEEDED) {
            stock = fresh();
        }
        UUID id = of(clock, stock.getLong(), stock.getLong());
        stocks.add(stock);
        return id;
    }

    private ByteBuffer fresh() {
        byte[] bytes = new byte[STOCK];
        secret.nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    /// The UUID of this moment with these bits of chance: 12 of the first, 62 of the second.
    static UUID of(Clock clock, long first, long second) {
        long high = (clock.millis() << 16) | 0x7000L | (first & 0xFFFL);
        return new UUID(high, (second >>> 2) | 0x8000000000000000L);
    }
}
