package fairlead.server.resource;

import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.resource.change.PlacementChecks;
import fairlead.server.resource.record.Arns;
import fairlead.server.resource.record.ChangeRecorder;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.type.TypeVersion;
import java.util.Optional;

/// Makes records of physical resources that exist already, and of which a caller speaks.
record Adoption(Database database, ResourceStore store, PlacementChecks placement, ChangeRecorder recorder) {

    /// Stores the record; empty if another record has the physical resource by now.
    Optional<Resource> adopt(Caller caller, TypeVersion type, Resource resource) {
        Optional<String> arn = Arns.told(type, resource.properties());
        boolean made = database.write(transaction -> {
            boolean fresh = store.insert(transaction, resource);
            if (fresh) {
                placement.requireSurroundings(transaction, resource.id());
                arn.ifPresent(told -> store.tell(transaction, resource.uid(), told));
                recorder.record(transaction, caller, "AdoptResource", resource, "Adopted");
            }
            return fresh;
        });
        return made ? Optional.of(resource) : Optional.empty();
    }
}
