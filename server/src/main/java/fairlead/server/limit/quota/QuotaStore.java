package fairlead.server.limit.quota;

import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import java.util.List;
import java.util.Optional;

/// The SQL of quotas and of what is used of them. Every change of a quota counts up the version by which nodes notice
/// it.
final class QuotaStore {

    private static final String VERSION = "SELECT n FROM quota_version WHERE id = 1";

    private static final String HELD_VERSION = "SELECT g.n FROM quota_version g WHERE g.id = 1 {share}";

    private static final String NEXT = "UPDATE quota_version SET n = n + 1 WHERE id = 1";

    private static final String LIST =
            "SELECT subscription, type_name, location, each_principal, most FROM quota ORDER BY id";

    private static final String PUT = """
        INSERT INTO quota (id, subscription, type_name, location, each_principal, most) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET most = excluded.most
        """;

    private static final String DELETE = "DELETE FROM quota WHERE id = ?";

    private static final String FORGET = "DELETE FROM quota_usage WHERE quota = ?";

    private static final String BEGIN =
            "INSERT INTO quota_usage (quota, principal, used) VALUES (?, ?, 0) ON CONFLICT DO NOTHING";

    private static final String TAKE =
            "UPDATE quota_usage SET used = used + 1 WHERE quota = ? AND principal = ? AND used + 1 <= ?";

    private static final String GIVE = "UPDATE quota_usage SET used = used - 1 WHERE quota = ? AND principal = ?";

    private static final String USED = "SELECT used FROM quota_usage WHERE quota = ? AND principal = ?";

    private static final String MOST_USED = "SELECT coalesce(max(used), 0) FROM quota_usage WHERE quota = ?";

    private static final String STORED = "SELECT principal, used FROM quota_usage WHERE quota = ?";

    /// What there is, by who has made it. Records that are there for an operation alone have no tags, and do not count.
    private static final String COUNT = """
        SELECT created_by, count(*) FROM resource
        WHERE subscription = ? AND (? = '' OR type_name = ?) AND (? = '' OR location = ?) AND length(tags) > 0
        GROUP BY created_by
        """;

    private static final String SET = "INSERT INTO quota_usage (quota, principal, used) VALUES (?, ?, ?)";

    private static final String HOLD = "UPDATE quota SET most = most WHERE id = ?";

    private static final String WEBHOOKS = "SELECT count(*) FROM webhook";

    private static final String TYPES = """
        SELECT (SELECT count(*) FROM resource_type t LEFT JOIN type_owner o ON o.type_name = t.name
                WHERE ? = '' OR o.account = ?)
          + (SELECT count(*) FROM hook_type WHERE default_version IS NOT NULL AND (? = '' OR owner = ?))
        """;

    private static final String TYPE_VERSIONS = """
        SELECT (SELECT count(*) FROM resource_type_version v LEFT JOIN type_owner o ON o.type_name = v.type_name
                WHERE ? = '' OR o.account = ?)
          + (SELECT count(*) FROM hook_version v JOIN hook_type h ON h.type_name = v.type_name
             WHERE ? = '' OR h.owner = ?)
        """;

    /// The buckets of an account begin with its subscription and a slash.
    private static final String PACKAGE_BYTES = """
        SELECT (SELECT coalesce(sum(size), 0) FROM stored_object WHERE substr(bucket, 1, length(?)) = ?)
          + (SELECT coalesce(sum(p.size), 0) FROM upload_part p JOIN upload u ON u.id = p.upload
             WHERE substr(u.bucket, 1, length(?)) = ?)
        """;

    /// How much of a quota is used, by whom.
    record Usage(String principal, long used) {}

    long version(Transaction transaction) {
        return transaction.one(VERSION, Row::number).orElseThrow();
    }

    long heldVersion(Transaction transaction) {
        return transaction.one(HELD_VERSION, Row::number).orElseThrow();
    }

    void count(Transaction transaction) {
        transaction.update(NEXT);
    }

    List<Quota> all(Transaction transaction) {
        return transaction.query(LIST, row -> new Quota(row.text(), row.text(), row.text(), row.flag(), row.number()));
    }

    /// Sets a quota, and counts what is there already.
    void put(Transaction transaction, Quota quota) {
        transaction.update(
                PUT,
                quota.id(),
                quota.subscription(),
                quota.typeName(),
                quota.location(),
                quota.eachPrincipal(),
                quota.most());
        if (quota.measured().isEmpty()) {
            recount(transaction, quota);
        }
    }

    void recount(Transaction transaction, Quota quota) {
        transaction.update(FORGET, quota.id());
        present(transaction, quota).forEach(one -> transaction.update(SET, quota.id(), one.principal(), one.used()));
    }

    void delete(Transaction transaction, Quota quota) {
        transaction.update(FORGET, quota.id());
        transaction.update(DELETE, quota.id());
    }

    /// What there is.
    List<Usage> present(Transaction transaction, Quota quota) {
        List<Usage> byMaker = transaction.query(
                COUNT,
                row -> new Usage(row.text(), row.number()),
                quota.subscription(),
                quota.typeName(),
                quota.typeName(),
                quota.location(),
                quota.location());
        return quota.eachPrincipal()
                ? byMaker
                : List.of(new Usage("", byMaker.stream().mapToLong(Usage::used).sum()));
    }

    /// What is counted.
    List<Usage> stored(Transaction transaction, Quota quota) {
        return transaction.query(STORED, row -> new Usage(row.text(), row.number()), quota.id());
    }

    /// Takes one; false if there is none left.
    boolean take(Transaction transaction, Quota quota, String principal) {
        if (transaction.update(TAKE, quota.id(), principal, quota.most()) == 1) {
            return true;
        }
        return transaction.update(BEGIN, quota.id(), principal) == 1
                && transaction.update(TAKE, quota.id(), principal, quota.most()) == 1;
    }

    void give(Transaction transaction, Quota quota, String principal) {
        transaction.update(GIVE, quota.id(), principal);
    }

    long used(Transaction transaction, Quota quota, String principal) {
        return transaction.one(USED, Row::number, quota.id(), principal).orElse(0L);
    }

    /// By all together, or by the principal that uses it most.
    long used(Transaction transaction, Quota quota) {
        return quota.measured()
                .map(what -> measured(transaction, what, quota.subscription()))
                .orElseGet(() ->
                        transaction.one(MOST_USED, Row::number, quota.id()).orElse(0L));
    }

    /// Keeps all others that hold it from going on before this transaction has ended.
    void hold(Transaction transaction, Quota quota) {
        transaction.update(HOLD, quota.id());
    }

    /// How much there is.
    ///
    /// @param owner a subscription; empty for all together
    private static long measured(Transaction transaction, Measured what, String owner) {
        return switch (what) {
            case WEBHOOKS -> number(transaction, WEBHOOKS);
            case TYPES -> number(transaction, TYPES, owner, owner, owner, owner);
            case TYPE_VERSIONS -> number(transaction, TYPE_VERSIONS, owner, owner, owner, owner);
            case PACKAGE_BYTES -> {
                String prefix = owner.isEmpty() ? "" : owner + "/";
                yield number(transaction, PACKAGE_BYTES, prefix, prefix, prefix, prefix);
            }
        };
    }

    private static long number(Transaction transaction, String sql, Object... arguments) {
        return transaction.one(sql, Row::number, arguments).orElseThrow();
    }

    Optional<Quota> find(Transaction transaction, String id) {
        return all(transaction).stream().filter(quota -> quota.id().equals(id)).findFirst();
    }
}
