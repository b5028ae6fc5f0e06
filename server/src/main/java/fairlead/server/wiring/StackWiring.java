package fairlead.server.wiring;

import fairlead.server.access.AuditTrail;
import fairlead.server.database.Database;
import fairlead.server.operation.Operations;
import fairlead.server.registry.stack.CloudFormationLanguage;
import fairlead.server.resource.IdentifiedResources;
import fairlead.server.secret.Vault;
import fairlead.server.stack.StackEngine;
import fairlead.server.type.AccountTypes;
import fairlead.server.type.Types;
import java.util.List;

/// The wiring of stacks.
final class StackWiring {

    private StackWiring() {}

    static StackEngine engine(
            Database database,
            Operations operations,
            IdentifiedResources resources,
            Types types,
            Vault vault,
            AuditTrail audit,
            Sources sources) {
        return StackEngine.of(
                new StackEngine.Parts(
                        database,
                        operations,
                        resources,
                        new AccountTypes(types),
                        vault,
                        audit,
                        sources.clock(),
                        sources.ids()),
                List.of(new CloudFormationLanguage()));
    }
}
