package fairlead.server.drift;

import fairlead.server.operation.OperationId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// The result of the last check of a resource, as it is recorded.
///
/// @param id of the resource when it was checked
/// @param version of the resource that was compared; the result counts for no other
/// @param repair the operation that was begun to set it right
/// @param note why none was begun though the policy asks for it; empty if there is nothing to say
public record Report(
        UUID uid, String id, long version, Instant at, Finding finding, Optional<OperationId> repair, String note) {

    Report repairedBy(OperationId operation) {
        return new Report(uid, id, version, at, finding, Optional.of(operation), "");
    }

    Report notRepaired(String why) {
        return new Report(uid, id, version, at, finding, Optional.empty(), why);
    }
}
