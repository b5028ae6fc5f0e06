package fairlead.server.event.watch;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/// How many may watch at the same time: all together, and each principal.
final class WatcherPlaces {

    private final Map<UUID, Integer> taken = new HashMap<>();
    private final int most;
    private final int mostEach;
    private int all;

    WatcherPlaces(int most, int mostEach) {
        this.most = most;
        this.mostEach = mostEach;
    }

    /// What has become of the wish for a place.
    enum Outcome {
        TAKEN,
        NONE_LEFT,
        NONE_LEFT_FOR_PRINCIPAL
    }

    synchronized Outcome take(UUID principal) {
        int own = taken.getOrDefault(principal, 0);
        if (all >= most) {
            return Outcome.NONE_LEFT;
        }
        if (own >= mostEach) {
            return Outcome.NONE_LEFT_FOR_PRINCIPAL;
        }
        taken.put(principal, own + 1);
        all++;
        return Outcome.TAKEN;
    }

    synchronized void release(UUID principal) {
        all--;
        taken.computeIfPresent(principal, (_, own) -> own == 1 ? null : own - 1);
    }

    synchronized int taken() {
        return all;
    }
}
