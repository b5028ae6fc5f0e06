package fairlead.server.access.audit;

import fairlead.server.access.AuditRow;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Holds a log against itself and against what an auditor knows from outside: every record against its leaf,
/// the leaves against all checkpoints, and the checkpoints against their signatures.
///
/// Since every checkpoint is compared with the one tree that all leaves make, each is consistent with each.
public final class LogVerifier {

    private static final Duration BACK = Duration.ofMinutes(2);
    private static final int MOST_FINDINGS = 100;

    private final LogSource source;
    private final List<VerifierKey> trusted;
    private final Optional<String> outside;
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> notices = new ArrayList<>();
    private final Frontier tree = new Frontier();
    private final Deque<LogSource.Entry> entries = new ArrayDeque<>();
    private LogSource.About about = new LogSource.About("", List.of(), 0, 0, Optional.empty());
    private long lastRead;
    private long records;
    private long lastNumber;
    private long sure;
    private long firstUnsure;
    private boolean differs;
    private boolean clockWentBack;
    private Instant newestTime = Instant.EPOCH;
    private boolean more = true;

    /// What is wrong.
    ///
    /// @param seq the number of the first record that it concerns; 0 where it concerns none
    public record Finding(long seq, String message) {}

    /// What was found.
    ///
    /// @param findings what is wrong, in the order of the log; empty if all is well
    /// @param notices what an auditor should know
    /// @param records how many were read
    /// @param sealed how many the newest checkpoint has
    /// @param head the newest checkpoint, signed; empty if there is none
    public record Report(
            List<Finding> findings,
            List<String> notices,
            boolean clockWentBack,
            long records,
            long sealed,
            Optional<String> head) {
        public Report {
            findings = List.copyOf(findings);
            notices = List.copyOf(notices);
        }

        /// The number of the first record that is not as it was written; empty if all are.
        public Optional<Long> firstBad() {
            return findings.stream().map(Finding::seq).filter(seq -> seq > 0).min(Long::compareTo);
        }
    }

    private record Head(long size, byte[] root, String what) {}

    /// @param trusted keys that the auditor has from outside; none to take those that the log names
    /// @param outside a signed checkpoint that was kept elsewhere
    public LogVerifier(LogSource source, List<VerifierKey> trusted, Optional<String> outside) {
        this.source = source;
        this.trusted = List.copyOf(trusted);
        this.outside = outside;
    }

    /// Reads all of it.
    public Report verify() {
        about = source.about();
        List<VerifierKey> keys = keys();
        Optional<Head> kept = kept(keys);
        List<LogSource.Signed> heads = source.checkpoints(0);
        long after = 0;
        Optional<String> newest = Optional.empty();
        while (!heads.isEmpty()) {
            for (LogSource.Signed head : heads) {
                kept = keptUpTo(kept, head.size());
                grow(head.size());
                check(head, keys);
                newest = Optional.of(head.note());
                after = head.size();
            }
            heads = source.checkpoints(after);
        }
        kept.ifPresent(missing -> find(
                lastNumber,
                missing.what + " has " + missing.size + " records, and the log only " + tree.size()
                        + ": its newest records were removed, or an older state was restored"));
        long sealed = tree.size();
        readTheRest();
        tell(newest, sealed);
        return new Report(findings, notices, clockWentBack, records, sealed, newest);
    }

    private void tell(Optional<String> newest, long sealed) {
        if (about.firstOwn() > 0) {
            notices.add("the records up to number " + about.firstOwn()
                    + " were written before there was a log: how they were before that is not known");
        }
        if (about.pruned() > 0) {
            notices.add("the records of the first " + about.pruned()
                    + " leaves are no longer kept; their leaves are, and were verified");
        }
        if (records + about.pruned() > sealed) {
            notices.add((records + about.pruned() - sealed) + " records are in no checkpoint yet");
        }
        if (trusted.isEmpty()) {
            notices.add("the public key was taken from the log itself: give one that was kept elsewhere (--public-key)"
                    + " to know who has signed");
        }
        if (outside.isEmpty()) {
            notices.add("whether the newest records were removed, or an older state was restored as a whole, can't be"
                    + " known without a checkpoint that was kept elsewhere (--from-checkpoint)");
        }
        if (newest.isEmpty()) {
            notices.add("nothing was sealed yet");
        }
    }

    private List<VerifierKey> keys() {
        if (!trusted.isEmpty()) {
            return trusted;
        }
        List<VerifierKey> keys = new ArrayList<>();
        for (String verifier : about.verifiers()) {
            try {
                keys.add(VerifierKey.parse(verifier));
            } catch (IllegalArgumentException damaged) {
                find(0, "a public key of the log is damaged: " + damaged.getMessage());
            }
        }
        return keys;
    }

    private Optional<Head> kept(List<VerifierKey> keys) {
        if (outside.isEmpty()) {
            return Optional.empty();
        }
        Checkpoint checkpoint = opened(outside.get(), keys, "the checkpoint that was kept elsewhere");
        return checkpoint == null
                ? Optional.empty()
                : Optional.of(new Head(checkpoint.size(), checkpoint.root(), "the checkpoint that was kept elsewhere"));
    }

    /// The checkpoint of a note, if it is of this log and signed by one of the keys.
    private @Nullable Checkpoint opened(String note, List<VerifierKey> keys, String what) {
        try {
            SignedNote signed = SignedNote.parse(note);
            Checkpoint checkpoint = Checkpoint.parse(signed.text());
            if (signed.signedBy(keys).isEmpty()) {
                find(0, what + " is not signed by " + (trusted.isEmpty() ? "a key of the log" : "the given key"));
                return null;
            }
            if (!about.origin().isEmpty() && !checkpoint.origin().equals(about.origin())) {
                find(0, what + " is of another log, " + checkpoint.origin() + ", expected " + about.origin());
                return null;
            }
            return checkpoint;
        } catch (IllegalArgumentException malformed) {
            find(0, what + " can't be read: " + malformed.getMessage());
            return null;
        }
    }

    private void check(LogSource.Signed head, List<VerifierKey> keys) {
        String what = "the checkpoint of " + head.size() + " records";
        Checkpoint checkpoint = opened(head.note(), keys, what);
        if (checkpoint == null) {
            return;
        }
        if (checkpoint.size() != head.size()) {
            find(lastNumber, what + " says that it has " + checkpoint.size());
        } else if (tree.size() != head.size() || differs) {
            return;
        } else if (Arrays.equals(checkpoint.root(), tree.root())) {
            sure = tree.size();
        } else {
            differs = true;
            find(
                    firstUnsure,
                    "the leaves of the records " + firstUnsure + " to " + lastNumber + " are not those of " + what);
        }
    }

    /// Compares the kept checkpoint once the tree has its size.
    private Optional<Head> keptUpTo(Optional<Head> kept, long size) {
        if (kept.isEmpty() || kept.get().size > size) {
            return kept;
        }
        Head head = kept.get();
        grow(head.size);
        if (tree.size() == head.size && !Arrays.equals(head.root, tree.root())) {
            find(
                    firstUnsure,
                    head.what + " has other leaves than the log, somewhere in its " + head.size
                            + " records: the log was rewritten");
        }
        return Optional.empty();
    }

    // -- records and leaves -------------------------------------------------------------------------------------------

    private void grow(long size) {
        while (tree.size() < size) {
            long number = tree.size() / MerkleTree.WIDTH;
            Optional<LogSource.Tile> tile = source.tile(number);
            int begin = (int) (tree.size() % MerkleTree.WIDTH);
            int end = (int) Math.min(MerkleTree.WIDTH, size - number * MerkleTree.WIDTH);
            if (tile.isEmpty()
                    || tile.get().numbers().length < end
                    || tile.get().hashes().length < end * Hashes.LENGTH) {
                find(lastNumber, "leaves of the log are missing, from number " + tree.size() + " on");
                while (tree.size() < size) {
                    tree.add(Hashes.empty());
                }
                return;
            }
            for (int i = begin; i < end; i++) {
                byte[] leaf = Arrays.copyOfRange(tile.get().hashes(), i * Hashes.LENGTH, (i + 1) * Hashes.LENGTH);
                hold(tile.get().numbers()[i], leaf);
                tree.add(leaf);
            }
        }
    }

    /// Holds the record of a leaf against it.
    private void hold(long number, byte[] leaf) {
        firstUnsure = tree.size() == sure ? number : firstUnsure;
        if (number <= lastNumber) {
            find(number, "the log has record " + number + " behind record " + lastNumber);
            return;
        }
        if (tree.size() < about.pruned()) {
            lastNumber = number;
            return;
        }
        requireNoGap(number);
        lastNumber = number;
        Optional<LogSource.Entry> next = peek();
        while (next.isPresent() && next.get().seq() < number) {
            find(next.get().seq(), "record " + next.get().seq() + " is not in the log: it was put in later");
            take();
            next = peek();
        }
        if (next.isEmpty() || next.get().seq() > number) {
            find(number, "record " + number + " is missing");
            return;
        }
        LogSource.Entry entry = take();
        if (!Arrays.equals(AuditRow.leaf(entry.encoded(), entry.personalHash()), leaf)) {
            find(number, "record " + number + " is not as it was written");
        }
        lookAtClock(entry);
    }

    /// Where numbers are given without gaps, one that was never in the log was removed before it was sealed.
    private void requireNoGap(long number) {
        if (about.lastGiven().isPresent() && lastNumber > 0 && number > lastNumber + 1) {
            find(lastNumber + 1, "there is no record between " + lastNumber + " and " + number + ": it was removed");
        }
    }

    private void lookAtClock(LogSource.Entry entry) {
        Instant at = time(entry);
        if (at.isBefore(newestTime.minus(BACK)) && notices.size() < MOST_FINDINGS) {
            notices.add(
                    "the clock went back: record " + entry.seq() + " is of " + at + ", behind one of " + newestTime);
            newestTime = at;
            clockWentBack = true;
        }
        newestTime = at.isAfter(newestTime) ? at : newestTime;
    }

    /// The first value of a row is its time, behind one byte for its kind.
    private static Instant time(LogSource.Entry entry) {
        return Instant.ofEpochMilli(ByteBuffer.wrap(entry.encoded()).getLong(1));
    }

    /// What is in no checkpoint yet has its leaf beside it.
    private void readTheRest() {
        long sealed = lastNumber;
        for (Optional<LogSource.Entry> next = peek(); next.isPresent(); next = peek()) {
            LogSource.Entry entry = take();
            if (entry.seq() <= sealed) {
                find(entry.seq(), "record " + entry.seq() + " is not in the log: it was put in later");
                continue;
            }
            requireNoGap(entry.seq());
            lastNumber = entry.seq();
            byte[] leaf = AuditRow.leaf(entry.encoded(), entry.personalHash());
            if (entry.leaf().isPresent() && !Arrays.equals(entry.leaf().get(), leaf)) {
                find(entry.seq(), "record " + entry.seq() + " is not as it was written");
            }
            lookAtClock(entry);
        }
        long given = about.lastGiven().orElse(0L);
        if (given > lastNumber) {
            find(
                    lastNumber + 1,
                    "the numbers up to " + given + " were given to records, and the last one is " + lastNumber
                            + ": the newest were removed");
        }
    }

    private Optional<LogSource.Entry> peek() {
        if (entries.isEmpty() && more) {
            List<LogSource.Entry> page = source.entries(lastRead);
            entries.addAll(page);
            more = !page.isEmpty();
            lastRead = page.isEmpty() ? lastRead : page.getLast().seq();
        }
        return Optional.ofNullable(entries.peekFirst());
    }

    private LogSource.Entry take() {
        records++;
        return entries.removeFirst();
    }

    private void find(long seq, String message) {
        if (findings.size() < MOST_FINDINGS) {
            findings.add(new Finding(seq, message));
        }
    }
}
