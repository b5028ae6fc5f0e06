package fairlead.fuzz;

import java.io.IOException;

/// Gives one parser any input, and holds the answer against the laws of that parser.
///
/// The exceptions by which a parser refuses are caught here; whatever else comes out of it is a finding, as is an
/// [AssertionError].
@FunctionalInterface
public interface FuzzTarget {

    void run(byte[] input) throws IOException;
}
