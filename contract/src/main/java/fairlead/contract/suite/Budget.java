package fairlead.contract.suite;

import java.time.Duration;

/// Real time that a part of the suite may take, so that nobody waits long for a handler that takes its time. What
/// was not done by then is told.
final class Budget {

    private final Duration whole;
    private final long begun = System.nanoTime();

    Budget(Duration whole) {
        this.whole = whole;
    }

    boolean isSpent() {
        return System.nanoTime() - begun >= whole.toNanos();
    }

    @Override
    public String toString() {
        return whole.toMillis() / 1000.0 + " s";
    }
}
