package fairlead.server.wiring;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Authorizer;
import fairlead.server.access.approval.ApprovalExpiry;
import fairlead.server.access.approval.ApprovalRecords;
import fairlead.server.access.approval.ApprovalSurface;
import fairlead.server.access.approval.Approvals;
import fairlead.server.access.approval.Approvers;
import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.http.Surface;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.Operations;
import fairlead.server.options.Options;
import fairlead.server.plan.PlanKey;
import fairlead.server.plan.SecretDigests;
import fairlead.server.secret.Vault;
import java.util.Deque;

/// Approvals: where changes ask for them, and the surface by which people decide.
record ApprovalWiring(Approvals approvals, SecretDigests digests) {

    static ApprovalWiring of(
            Database database,
            Vault vault,
            AuditTrail audit,
            Authorizer authorizer,
            Operations operations,
            Sources sources) {
        Approvals approvals = new Approvals(
                database,
                vault,
                new ApprovalRecords(audit, sources.clock()),
                new Approvers(database, authorizer),
                waiters(operations),
                sources.shared(),
                sources.ids());
        return new ApprovalWiring(approvals, new SecretDigests(PlanKey.of(database, vault, Sources.secret())));
    }

    private static Approvals.Waiters waiters(Operations operations) {
        return new Approvals.Waiters() {
            @Override
            public void goOn(Transaction transaction, String operation) {
                OperationId.parse(operation).ifPresent(id -> operations.hasten(transaction, id));
            }

            @Override
            public void cancel(Transaction transaction, String operation) {
                OperationId.parse(operation).ifPresent(id -> operations.cancel(transaction, id));
            }
        };
    }

    /// The surface. From here on what runs out is ended.
    Surface surface(Options options, Deque<AutoCloseable> opened) {
        if (!options.answering().paused()) {
            opened.push(new ApprovalExpiry(approvals).begin());
        }
        return new ApprovalSurface(approvals);
    }
}
