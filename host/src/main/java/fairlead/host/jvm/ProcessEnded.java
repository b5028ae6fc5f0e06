package fairlead.host.jvm;

/// A process has ended, or has never begun to work.
final class ProcessEnded extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean taken;
    private final boolean byItself;

    /// @param message what became of it, as the end of a sentence about it
    /// @param taken whether the call had reached it: then it is unknown what it has done
    /// @param byItself whether nothing but what ran in it can have ended it
    ProcessEnded(String message, boolean taken, boolean byItself) {
        super(message);
        this.taken = taken;
        this.byItself = byItself;
    }

    boolean taken() {
        return taken;
    }

    boolean byItself() {
        return byItself;
    }
}
