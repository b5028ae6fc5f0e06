package fairlead.contract.call;

import java.time.Duration;

/// Real time that a part of the suite may take, so that a run with a slow handler ends soon. What was not done by
/// then is reported as left out.
public final class TimeBudget {

    private final Duration whole;
    private final long begun = System.nanoTime();

    public TimeBudget(Duration whole) {
        this.whole = whole;
    }

    public boolean isSpent() {
        return System.nanoTime() - begun >= whole.toNanos();
    }

    @Override
    public String toString() {
        return whole.toMillis() / 1000.0 + " s";
    }
}
