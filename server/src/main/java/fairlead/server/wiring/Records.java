package fairlead.server.wiring;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.approval.ApprovalStore;
import fairlead.server.access.identity.DirectoryStore;
import fairlead.server.access.role.RoleStore;
import fairlead.server.database.OfflineCheck;
import fairlead.server.database.RecordTable;
import fairlead.server.event.EventStore;
import fairlead.server.limit.quota.Quotas;
import fairlead.server.operation.Operations;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.resource.secret.GeneratedSecrets;
import java.util.List;

/// All tables whose records have checksums.
public final class Records {

    private Records() {}

    /// What is counted of other tables.
    public static List<OfflineCheck.Recount> counts() {
        return List.of(Quotas::differences);
    }

    /// Each table as its store declares it.
    public static List<RecordTable> all() {
        return List.of(
                ResourceStore.RECORDS,
                GeneratedSecrets.RECORDS,
                Operations.RECORDS,
                EventStore.RECORDS,
                AuditTrail.RECORDS,
                DirectoryStore.PRINCIPALS,
                DirectoryStore.CREDENTIALS,
                ApprovalStore.RECORDS,
                RoleStore.DEFINITIONS,
                RoleStore.ASSIGNMENTS,
                RoleStore.DENIALS);
    }
}
