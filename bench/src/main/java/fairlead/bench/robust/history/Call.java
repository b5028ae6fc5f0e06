package fairlead.bench.robust.history;

/// A call on a register, as its client saw it. The register holds a text that is never written twice, or nothing.
///
/// @param begin before anything was sent
/// @param end after its result was known; [#NEVER] if that never was
public record Call(long begin, long end, Act act) {

    /// The end of a call whose outcome is unknown: it may take effect at any time, or not at all.
    public static final long NEVER = Long.MAX_VALUE;

    /// What a register holds that is not there.
    public static final String NOTHING = "";

    /// What a change may find whose client did not know what there was.
    public static final String ANYTHING = "*";

    /// [Saw], [Changed] or [Perhaps].
    public sealed interface Act {}

    /// A read.
    public record Saw(String value) implements Act {}

    /// A change on the condition that the register holds `from`, which has been acknowledged.
    public record Changed(String from, String to) implements Act {}

    /// The same, of which it is not known whether it was done.
    public record Perhaps(String from, String to) implements Act {}

    /// A read.
    public static Call saw(long begin, long end, String value) {
        return new Call(begin, end, new Saw(value));
    }

    /// A change that has been acknowledged.
    public static Call changed(long begin, long end, String from, String to) {
        return new Call(begin, end, new Changed(from, to));
    }

    /// A change whose outcome is not known.
    public static Call perhaps(long begin, String from, String to) {
        return new Call(begin, NEVER, new Perhaps(from, to));
    }
}
