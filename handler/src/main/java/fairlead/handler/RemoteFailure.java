package fairlead.handler;

/// What the host of a handler in another process throws, where the handler itself threw something other than a
/// [HandlerException].
public final class RemoteFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String className;

    /// @param className of what the handler threw
    /// @param trace its stack trace; the first line says what it is
    public RemoteFailure(String className, String trace) {
        super(trace, null, false, false);
        this.className = className;
    }

    /// The class of what a handler threw, wherever it did.
    public static String className(Throwable thrown) {
        return thrown instanceof RemoteFailure remote
                ? remote.className
                : thrown.getClass().getName();
    }

    /// What an exception says of itself, wherever a handler threw it.
    public static String said(Throwable thrown) {
        return thrown instanceof RemoteFailure remote
                ? String.valueOf(remote.getMessage()).lines().findFirst().orElse(remote.className)
                : thrown.toString();
    }
}
