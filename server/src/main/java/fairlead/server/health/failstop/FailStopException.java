package fairlead.server.health.failstop;

/// The process can't go on, and a restart is the recovery. Nobody catches it: it ends its thread, and with it the
/// process.
public final class FailStopException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /// Why, with the exit code of the process.
    public enum Reason {
        /// There is no memory left; the JVM itself ends with the same code.
        OUT_OF_MEMORY(3),
        /// What was written can't be brought to the disk.
        STORAGE(4),
        /// Something is not as it always has to be.
        BROKEN_INVARIANT(5);

        private final int exitCode;

        Reason(int exitCode) {
            this.exitCode = exitCode;
        }

        public int exitCode() {
            return exitCode;
        }
    }

    private final Reason reason;

    /// @param message what is wrong, in one line
    public FailStopException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public FailStopException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
