package fairlead.server.limit.quota;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.database.Transaction;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;

/// The verbs on quotas. Whether a caller may is decided before, and once more in the transaction.
public final class QuotaVerbs {

    /// The type, as ARM names it.
    public static final String TYPE = "Microsoft.Quota/quotas";

    private final Quotas quotas;
    private final AuditTrail audit;
    private final Clock clock;

    public QuotaVerbs(Quotas quotas, AuditTrail audit, Clock clock) {
        this.quotas = quotas;
        this.audit = audit;
        this.clock = clock;
    }

    /// Those of a subscription; with none, those of the whole server.
    public List<Quotas.Used> of(String subscription) {
        return quotas.of(subscription);
    }

    /// The one that is of the same.
    public Optional<Quotas.Used> find(Quota quota) {
        return quotas.find(quota.id());
    }

    /// Sets one. What is there counts, be it more: then no more can be made.
    public Quotas.Used set(Caller caller, Quota quota) {
        audit.authorizer().copy().requireOriginal();
        quotas.set(quota, transaction -> record(transaction, caller, "PutQuota", quota));
        return quotas.find(quota.id()).orElseThrow();
    }

    /// Removes one; false if there was none.
    public boolean remove(Caller caller, Quota quota) {
        audit.authorizer().copy().requireOriginal();
        Optional<Quotas.Used> present = quotas.find(quota.id());
        present.ifPresent(used ->
                quotas.remove(used.quota(), transaction -> record(transaction, caller, "DeleteQuota", used.quota())));
        return present.isPresent();
    }

    private void record(Transaction transaction, Caller caller, String deed, Quota quota) {
        String parameters = JsonNodeFactory.instance
                .objectNode()
                .put("type", quota.typeName())
                .put("location", quota.location())
                .put("eachPrincipal", quota.eachPrincipal())
                .put("limit", quota.most())
                .toString();
        String scope = quota.subscription().isEmpty() ? "" : "/subscriptions/" + quota.subscription();
        String id = scope + "/providers/" + TYPE + "/" + quota.id();
        audit.append(
                transaction,
                clock.instant(),
                caller,
                AuditTrail.Deed.managing(
                        deed,
                        quota.subscription(),
                        quota.location(),
                        id,
                        TYPE,
                        parameters.getBytes(StandardCharsets.UTF_8)));
    }
}
