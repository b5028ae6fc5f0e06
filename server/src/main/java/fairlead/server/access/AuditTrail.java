package fairlead.server.access;

import fairlead.server.database.RecordTable;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/// Who did what, when: one record for each change that was accepted, in the transaction that accepted it.
///
/// The fields carry the names of CloudTrail's record contents, so that tools which read those read these.
public final class AuditTrail {

    private static final String APPEND = """
        INSERT INTO audit (at, subscription, correlation_id, resource_key, subject, plane, record, personal, checksum,
          leaf)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """;

    /// What has a number of a sequence was given it by a transaction that the database knows to run.
    private static final String BE_KNOWN = "SELECT CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT)";

    /// What its rows consist of.
    public static final RecordTable RECORDS = new RecordTable(
            "audit",
            "seq",
            true,
            List.of("at", "subscription", "correlation_id", "resource_key", "subject", "plane", "record"),
            _ -> false);

    private static final String SELECT = "SELECT seq, " + AuditRow.COLUMNS + " FROM audit WHERE ";

    /// What every search asks for, whatever it goes by; an empty text is anything.
    private static final String CONDITIONS = """
         (? = '' OR subscription = ?) AND (? = '' OR correlation_id = ?) AND (? = '' OR plane = ?)
        AND at >= ? AND at < ? AND (at < ? OR (at = ? AND seq < ?))
        ORDER BY at DESC, seq DESC LIMIT ?
        """;

    /// Of what has a record, by whatever that is or was recorded as under this address; of all else by the
    /// address.
    private static final String LIST_OF_RESOURCE = SELECT + """
        (resource_key = ? AND resource_key <> '' OR subject IN (
          SELECT uid FROM resource WHERE arm_key = ? UNION SELECT uid FROM former_address WHERE arm_key = ?)) AND
        """ + CONDITIONS;

    private static final String LIST_OF_CORRELATION = SELECT + "correlation_id = ? AND" + CONDITIONS;

    private static final String LIST_OF_SUBSCRIPTION = SELECT + "subscription = ? AND" + CONDITIONS;

    private final AuditJson json = new AuditJson();
    private final Authorizer authorizer;
    private final Runnable gate;

    /// One beside which everybody may do everything.
    public AuditTrail() {
        this(Authorizer.open());
    }

    /// @param authorizer is asked once more, in the transaction of each change
    public AuditTrail(Authorizer authorizer) {
        this(authorizer, () -> {});
    }

    private AuditTrail(Authorizer authorizer, Runnable gate) {
        this.authorizer = authorizer;
        this.gate = gate;
    }

    /// The same, which is to record nothing at times.
    ///
    /// @param closed asked before each record, in its transaction; throws a problem if there is to be none
    public AuditTrail gated(Runnable closed) {
        return new AuditTrail(authorizer, closed);
    }

    /// The same, which records at all times: for what happens whether it is recorded or not.
    public AuditTrail ungated() {
        return new AuditTrail(authorizer);
    }

    /// Who is asked once more in the transaction of each change.
    public Authorizer authorizer() {
        return authorizer;
    }

    /// What was done.
    ///
    /// @param name `PutResource` for example
    /// @param parameters what was asked for, as far as it may be written down: a JSON object
    /// @param details what else is known of it
    public record Deed(String name, Target target, byte[] parameters, Plane plane, Details details) {

        /// One of which nothing else is known.
        public Deed(String name, Target target, byte[] parameters, Plane plane) {
            this(name, target, parameters, plane, Details.NONE);
        }

        /// The same, with what else is known of it.
        public Deed with(Details known) {
            return new Deed(name, target, parameters, plane, known);
        }

        /// What not every deed has.
        ///
        /// @param reads whether it changes nothing
        /// @param errorCode why it was refused, as the caller was told; empty if it was not
        /// @param etagBefore of what was changed, and `etagAfter`; empty if it had none
        /// @param changes a JSON array of `{"path", "from", "to"}`; no bytes where it is not known
        public record Details(
                boolean reads,
                String errorCode,
                String errorMessage,
                String etagBefore,
                String etagAfter,
                byte[] changes) {

            static final Details NONE = new Details(false, "", "", "", "", new byte[0]);

            /// Of what changes nothing.
            public static final Details READING = new Details(true, "", "", "", "", new byte[0]);

            /// Of what was refused.
            public static Details refused(String code, String message) {
                return new Details(false, code, message, "", "", new byte[0]);
            }

            /// Of what has changed something.
            public static Details changing(String etagBefore, String etagAfter, byte[] changes) {
                return new Details(false, "", "", etagBefore, etagAfter, changes);
            }
        }

        /// To what it was done.
        ///
        /// @param subject the uid of the resource, if that has a record
        public record Target(
                String subscription, String region, String resourceId, Optional<UUID> subject, String typeName) {

            /// A type itself, which is of no subscription and no region.
            public static Target ofType(String typeName) {
                return new Target("", "", "/fairlead/types/" + typeName, Optional.empty(), typeName);
            }
        }

        /// Something done on the control plane.
        public static Deed managing(
                String name, String subscription, String region, String id, String typeName, byte[] parameters) {
            Target target = new Target(subscription, region, id, Optional.empty(), typeName);
            return new Deed(name, target, parameters, Plane.CONTROL);
        }

        /// Something done to a type itself.
        public static Deed onType(String name, String typeName, byte[] parameters) {
            return new Deed(name, Target.ofType(typeName), parameters, Plane.CONTROL);
        }
    }

    /// What is looked for, the more the narrower. Without a resource, a correlation id and a subscription:
    /// what belongs to no subscription.
    ///
    /// @param from the first moment, and `until` the one behind the last
    public record Search(
            Optional<String> subscription,
            Optional<String> resourceId,
            Optional<String> correlationId,
            Optional<Plane> plane,
            Instant from,
            Instant until) {}

    /// A record with its place in the order of time.
    ///
    /// @param json as it was written
    public record Entry(Instant at, long seq, byte[] json) {}

    /// Finds records, the newest first, from before a place on.
    public List<Entry> list(Transaction transaction, Search search, Instant beforeAt, long beforeSeq, int limit) {
        String subscription = search.subscription().orElse("");
        String correlation = search.correlationId().orElse("");
        String plane = search.plane().map(Plane::word).orElse("");
        String resource = search.resourceId().orElse("").toLowerCase(Locale.ROOT);
        // Said once more, in a form that an index can begin at.
        Instant end = beforeAt.isBefore(search.until()) ? beforeAt.plusMillis(1) : search.until();
        List<Object> arguments = new ArrayList<>();
        if (!resource.isEmpty()) {
            arguments.addAll(List.of(resource, resource, resource));
        } else {
            arguments.add(!correlation.isEmpty() ? correlation : subscription);
        }
        Collections.addAll(
                arguments,
                subscription,
                subscription,
                correlation,
                correlation,
                plane,
                plane,
                search.from(),
                end,
                beforeAt,
                beforeAt,
                beforeSeq,
                limit);
        String statement = !resource.isEmpty()
                ? LIST_OF_RESOURCE
                : !correlation.isEmpty() ? LIST_OF_CORRELATION : LIST_OF_SUBSCRIPTION;
        return transaction.query(statement, this::entry, arguments.toArray());
    }

    private Entry entry(Row row) throws SQLException {
        long seq = row.number();
        AuditRow whole = AuditRow.of(row);
        return new Entry(whole.at(), seq, json.shown(whole));
    }

    /// As it is shown, with what is personal in its place.
    public byte[] shown(AuditRow row) {
        return json.shown(row);
    }

    /// A record that is made already, leaf and all: outside of the transaction that will write it.
    public static final class Prepared {

        private final Caller caller;
        private final AuditRow row;
        private final long checksum;
        private final byte[] leaf;

        private Prepared(Caller caller, AuditRow row) {
            this.caller = caller;
            this.row = row;
            byte[] encoded = row.encoded();
            checksum = RecordTable.checksumOf(encoded);
            leaf = AuditRow.leaf(encoded, row.personalHash());
        }
    }

    /// Makes the record of a change, to be written by [#append(Transaction, Prepared)].
    public Prepared prepare(Instant now, Caller caller, Deed deed) {
        Deed.Target target = deed.target();
        AuditJson.Parts parts = json.write(now, caller, deed);
        return new Prepared(
                caller,
                new AuditRow(
                        now,
                        new AuditRow.Keys(
                                target.subscription(),
                                caller.correlationId(),
                                target.subject().isPresent()
                                        ? ""
                                        : target.resourceId().toLowerCase(Locale.ROOT),
                                target.subject().map(UUID::toString),
                                deed.plane().word()),
                        parts.record(),
                        parts.personal()));
    }

    /// Records a change in its own transaction; a problem if what was decided for it does not hold any more.
    /// So nothing is changed after a right to it was taken away.
    public void append(Transaction transaction, Instant now, Caller caller, Deed deed) {
        append(transaction, prepare(now, caller, deed));
    }

    /// As [#append(Transaction, Instant, Caller, Deed)].
    public void append(Transaction transaction, Prepared prepared) {
        gate.run();
        authorizer.confirm(transaction, prepared.caller);
        if (transaction.isUnknownToOthers()) {
            transaction.one(BE_KNOWN, Row::number);
        }
        AuditRow row = prepared.row;
        AuditRow.Keys keys = row.keys();
        transaction.update(
                APPEND,
                row.at(),
                keys.subscription(),
                keys.correlationId(),
                keys.resourceKey(),
                keys.subject(),
                keys.plane(),
                row.record(),
                row.personal(),
                prepared.checksum,
                prepared.leaf);
    }
}
