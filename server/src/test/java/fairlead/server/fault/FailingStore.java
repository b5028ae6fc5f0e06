package fairlead.server.fault;

import java.util.List;
import java.util.Map;

/// What a server stores with, and how that is made to fail.
///
/// A place is a kind of call, such as a write of the log. A site is the n-th call at a place after [#arm].
interface FailingStore extends AutoCloseable {

    /// How a call fails.
    ///
    /// @param name for the report
    /// @param times how many calls fail, from the chosen one on
    /// @param mode what the store makes of the call
    /// @param code what it tells instead
    /// @param silent whether nobody is told, and what is stored or read is another thing
    record Fault(String name, long times, int mode, int code, boolean silent) {

        static final long UNTIL_HEALED = Long.MAX_VALUE / 2;

        boolean isLasting() {
            return times == UNTIL_HEALED;
        }
    }

    /// What the server is started with.
    List<String> options();

    Map<String, String> environment();

    /// All places, in the order of the report.
    List<String> places();

    /// How a call there can fail.
    List<Fault> faults(String place);

    /// How many calls there have been since the store was made.
    long count(String place);

    void arm(String place, long number, Fault fault);

    /// How many calls have failed since then.
    long failed();

    /// From now on all works.
    void heal();

    /// Begins anew with nothing stored.
    void discard();

    /// What is found damaged while no server runs.
    List<String> damages();

    @Override
    void close();
}
