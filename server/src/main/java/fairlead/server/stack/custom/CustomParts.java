package fairlead.server.stack.custom;

import fairlead.server.access.AuditTrail;
import fairlead.server.database.Database;
import fairlead.server.operation.Operations;
import fairlead.server.resource.document.Documents;
import fairlead.server.secret.Vault;
import fairlead.server.stack.record.StackTables;
import java.time.Clock;
import java.util.UUID;
import java.util.function.Supplier;

/// What custom resources are made with.
///
/// @param ids unguessable ones
public record CustomParts(
        Database database,
        StackTables tables,
        Operations operations,
        Vault vault,
        AuditTrail audit,
        CustomEndpoints endpoints,
        Clock clock,
        Supplier<UUID> ids) {

    /// One that can't be guessed.
    String secret() {
        return Documents.digest(Documents.bytes(Documents.empty()
                .put("one", ids.get().toString())
                .put("other", ids.get().toString())));
    }
}
