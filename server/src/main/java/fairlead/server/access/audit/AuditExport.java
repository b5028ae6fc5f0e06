package fairlead.server.access.audit;

import fairlead.server.access.AuditTrail;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.health.failstop.FailStop;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.telemetry.Metrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Gives the sealed audit trail away, about once a second: records and checkpoints to a file of JSON lines,
/// and the newest checkpoint to a file of its own, which an operator keeps on another disk or machine.
///
/// A checkpoint that is there already is not replaced by one that does not continue it: it is the evidence
/// that an older state was restored, or the log rewritten.
public final class AuditExport implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AuditExport.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final int AT_ONCE = 500;
    private static final String NUMBER = "{\"number\":";

    private final AuditLogStore store = new AuditLogStore();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Database database;
    private final AuditTrail audit;
    private final Clock clock;
    private final Settings settings;
    private @Nullable RotatedFile file;
    private long exported;
    private String lastNote = "";
    private volatile @Nullable Instant behindSince;
    private volatile boolean conflict;
    private volatile Instant allBefore;
    private volatile @Nullable Thread worker;

    /// @param records the file of records; empty for none
    /// @param checkpoint the file of the newest checkpoint; empty for none
    /// @param longest bytes of a file of records
    public record Settings(Optional<Path> records, Optional<Path> checkpoint, long longest) {}

    public AuditExport(Database database, AuditTrail audit, Clock clock, Settings settings) {
        this.database = database;
        this.audit = audit;
        this.clock = clock;
        this.settings = settings;
        allBefore = clock.instant();
    }

    /// A gate for changes: closed while a record has waited longer than that to be exported, or may have,
    /// since nothing is known of it. From the start on, for so long, it is open.
    public Runnable within(Duration longest) {
        return () -> {
            if (Duration.between(allBefore, clock.instant()).compareTo(longest) > 0) {
                throw new ProblemException(new Problem.AuditExportBehind());
            }
        };
    }

    /// Shows how far it is.
    public AuditExport measured(Metrics metrics) {
        metrics.gauge(
                "fairlead_audit_export_lag_seconds",
                "For how long there have been sealed audit records that are not exported yet.",
                () -> Optional.ofNullable(behindSince)
                        .map(since -> Math.max(
                                0, Duration.between(since, clock.instant()).toSeconds()))
                        .orElse(0L));
        metrics.gauge(
                "fairlead_audit_checkpoint_conflict",
                "1 while the kept checkpoint is of a log that this one does not continue.",
                () -> conflict ? 1 : 0);
        return this;
    }

    /// Begins, on a thread of its own.
    public AuditExport begin() {
        worker = Thread.ofVirtual().name("audit-export").start(FailStop.essential(this::work));
        return this;
    }

    private void work() {
        try {
            while (!stopped.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                export();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Exports what is sealed by now, on the calling thread; false if it could not.
    public boolean export() {
        try {
            Instant begun = clock.instant();
            Optional<AuditLogStore.Stored> head = database.read(store::newestCheckpoint);
            export(head);
            long last = head.map(AuditLogStore.Stored::lastSeq).orElse(0L);
            // What is not sealed yet is not exported either.
            allBefore = database.read(transaction -> store.oldestBehind(transaction, last))
                    .filter(begun::isAfter)
                    .orElse(begun);
            return true;
        } catch (IOException | DatabaseException failure) {
            LOG.warn("the audit trail can't be exported at the moment: {}", failure.getMessage());
            return false;
        } catch (RuntimeException bug) {
            LOG.error("the audit trail can't be exported", bug);
            return false;
        }
    }

    private void export(Optional<AuditLogStore.Stored> head) throws IOException {
        if (head.isEmpty() || head.get().note().equals(lastNote)) {
            return;
        }
        behindSince = behindSince == null ? clock.instant() : behindSince;
        if (settings.records().isPresent()) {
            exportRecords(settings.records().get(), head.get());
        }
        if (settings.checkpoint().isPresent()) {
            keep(settings.checkpoint().get(), head.get());
        }
        lastNote = head.get().note();
        behindSince = null;
    }

    private void exportRecords(Path path, AuditLogStore.Stored head) throws IOException {
        RotatedFile open = file;
        if (open == null) {
            open = RotatedFile.open(path, settings.longest());
            file = open;
            exported = open.last(NUMBER)
                    .map(line ->
                            JsonMapper.shared().readTree(line).path("number").asLong(0))
                    .orElse(0L);
        }
        while (exported < head.lastSeq()) {
            long after = exported;
            List<AuditLogStore.Numbered> rows =
                    database.read(transaction -> store.rows(transaction, after, AT_ONCE)).stream()
                            .filter(row -> row.seq() <= head.lastSeq())
                            .toList();
            if (rows.isEmpty()) {
                break;
            }
            StringBuilder lines = new StringBuilder();
            rows.forEach(row -> lines.append(line(row)).append('\n'));
            open.append(lines.toString());
            exported = rows.getLast().seq();
        }
        ObjectNode checkpoint = JsonNodeFactory.instance.objectNode().put("checkpoint", head.note());
        open.append(checkpoint + "\n");
    }

    private ObjectNode line(AuditLogStore.Numbered numbered) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put("number", numbered.seq());
        line.put("leafHash", Hashes.base64(numbered.row().leaf()));
        line.put("encoded", Hashes.base64(numbered.row().encoded()));
        line.put("personalHash", Hashes.base64(numbered.row().personalHash()));
        line.set("record", JsonMapper.shared().readTree(audit.shown(numbered.row())));
        return line;
    }

    // -- the checkpoint -----------------------------------------------------------------------------------------------

    private void keep(Path path, AuditLogStore.Stored head) throws IOException {
        if (lastNote.isEmpty() && Files.exists(path) && !continues(Files.readString(path))) {
            if (!conflict) {
                LOG.error(
                        "the checkpoint in {} is of a log that this one does not continue: an older state of the"
                            + " database was restored, or the audit trail was rewritten. It is not replaced; move it"
                            + " away to go on",
                        path);
            }
            conflict = true;
            throw new IOException("the checkpoint in " + path + " is of another log");
        }
        conflict = false;
        Path folder = path.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Path fresh = path.resolveSibling(path.getFileName() + ".new");
        Files.writeString(
                fresh,
                head.note(),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.SYNC,
                StandardOpenOption.TRUNCATE_EXISTING);
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
    }

    /// Whether the log begins with the one of that note.
    private boolean continues(String note) {
        try {
            Checkpoint kept = Checkpoint.parse(SignedNote.parse(note).text());
            return database.read(transaction -> {
                AuditLogStore.Log log = store.log(transaction).orElseThrow();
                long size = store.newestCheckpoint(transaction)
                        .map(AuditLogStore.Stored::size)
                        .orElse(0L);
                MerkleTree tree = new MerkleTree((level, tile) -> store.tile(transaction, level, tile)
                        .map(AuditLogStore.Tile::hashes)
                        .orElse(new byte[0]));
                return kept.origin().equals(log.origin())
                        && kept.size() <= size
                        && Arrays.equals(kept.root(), tree.root(kept.size()));
            });
        } catch (IllegalArgumentException | IllegalStateException notOurs) {
            return false;
        }
    }

    @Override
    public void close() {
        stopped.countDown();
        Thread working = worker;
        try {
            if (working == null || working.join(GRACE)) {
                export();
                RotatedFile open = file;
                if (open != null) {
                    open.close();
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (IOException failure) {
            LOG.warn("the export of the audit trail can't be closed: {}", failure.getMessage());
        }
    }
}
