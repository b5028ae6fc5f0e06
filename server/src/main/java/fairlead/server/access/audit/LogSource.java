package fairlead.server.access.audit;

import java.util.List;
import java.util.Optional;

/// Where a log is read from that is to be verified: a database, or a server that is asked. Nothing that it
/// says is believed.
public interface LogSource {

    /// What the log says of itself.
    ///
    /// @param origin its name; empty if nothing was sealed yet
    /// @param verifiers the public keys that have signed, the oldest first
    /// @param firstOwn the number of the last record that was written before there was a log
    /// @param pruned of how many leaves the records are no longer kept
    /// @param lastGiven the last number that was given to a record, where numbers have no gaps; else empty
    record About(String origin, List<String> verifiers, long firstOwn, long pruned, Optional<Long> lastGiven) {
        public About {
            verifiers = List.copyOf(verifiers);
        }
    }

    /// @param note the checkpoint, signed
    record Signed(long size, String note) {}

    /// @param hashes of at most 256 leaves, one after the other, and the numbers of their records
    record Tile(byte[] hashes, long[] numbers) {}

    /// A record.
    ///
    /// @param leaf as it was stored with it; empty for one of an earlier version
    /// @param encoded what the leaf is the hash of, and `personalHash` what belongs to it
    record Entry(long seq, Optional<byte[]> leaf, byte[] encoded, byte[] personalHash) {}

    About about();

    /// Checkpoints of more than that size, the smallest first; none if there are no more.
    List<Signed> checkpoints(long after);

    /// A tile of leaves; empty if it is not there.
    Optional<Tile> tile(long number);

    /// Records behind a number, in the order of their numbers; none if there are no more.
    List<Entry> entries(long after);
}
