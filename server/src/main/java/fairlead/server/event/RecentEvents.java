package fairlead.server.event;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The newest events, in memory, for followers that are close behind. Older ones are read from the database.
final class RecentEvents {

    private final @Nullable Event[] ring;
    private int first;
    private int size;
    private long before;

    /// @param room for this many events
    RecentEvents(int room) {
        ring = new @Nullable Event[room];
    }

    /// Forgets all, and begins behind a position.
    synchronized void begin(long position) {
        first = 0;
        size = 0;
        before = position;
        Arrays.fill(ring, null);
    }

    synchronized void add(Event event) {
        if (size == ring.length) {
            before = at(0).position();
            first = (first + 1) % ring.length;
            size--;
        }
        ring[(first + size) % ring.length] = event;
        size++;
    }

    /// The events behind a position, at most so many; empty if some of them are no longer here.
    synchronized Optional<List<Event>> after(long position, int most) {
        if (position < before) {
            return Optional.empty();
        }
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (at(middle).position() <= position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        int end = Math.min(size, low + most);
        List<Event> found = new ArrayList<>(end - low);
        for (int i = low; i < end; i++) {
            found.add(at(i));
        }
        return Optional.of(found);
    }

    private Event at(int index) {
        Event event = ring[(first + index) % ring.length];
        if (event == null) {
            throw new IllegalStateException("nothing is at " + index);
        }
        return event;
    }
}
