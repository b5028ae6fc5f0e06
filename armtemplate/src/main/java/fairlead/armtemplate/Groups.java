package fairlead.armtemplate;

import java.util.Map;
import java.util.Optional;

/// Looks up resource groups.
public interface Groups {

    /// What is known of a resource group.
    ///
    /// @param managedBy the id of the resource that manages it
    record Facts(String location, Map<String, String> tags, Optional<String> managedBy) {
        public Facts {
            tags = Map.copyOf(tags);
        }
    }

    /// A resource group, if there is one of that name.
    Optional<Facts> find(String subscriptionId, String name);
}
