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
        recount(transaction, quota);
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
        return transaction.one(MOST_USED, Row::number, quota.id()).orElse(0L);
    }

    Optional<Quota> find(Transaction transaction, String id) {
        return all(transaction).stream().filter(quota -> quota.id().equals(id)).findFirst();
    }
}
