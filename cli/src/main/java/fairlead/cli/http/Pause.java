package fairlead.cli.http;

import java.time.Duration;

/// Waits. A test moves its clock instead.
@FunctionalInterface
public interface Pause {
    void pause(Duration time) throws InterruptedException;
}
