package fairlead.server.telemetry;

/// No caller waits any longer for what the thread is at work on.
public final class AbandonedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    AbandonedException() {
        super("the caller has gone", null, false, false);
    }
}
