package fairlead.bench.robust.server;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/// What the servers of a run store their data in, and how that is harmed and looked at.
public interface Backing extends AutoCloseable {

    /// As reports name it, with its version.
    String name();

    /// How many servers there are.
    int nodes();

    /// More options of each server.
    List<String> options();

    /// The faults that can be caused here.
    Set<Fault> faults();

    /// Causes a fault of the storage itself, and ends it again.
    void cause(Fault fault, long millis) throws IOException, InterruptedException;

    /// A physical resource, as the lab has noted it.
    ///
    /// @param isThere whether it has not been deleted
    record Thing(String id, String token, String properties, boolean isThere) {}

    /// All that were ever made, in any order; one that was made twice is there twice.
    List<Thing> things(List<Node> nodes) throws IOException;

    @Override
    void close() throws IOException;
}
