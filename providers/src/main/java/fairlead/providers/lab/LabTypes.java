package fairlead.providers.lab;

import fairlead.handler.ResourceType;
import java.util.List;

/// The resource types of the lab.
public final class LabTypes {

    private LabTypes() {}

    /// `Fairlead::Lab::Thing`, of which every thing is recorded in that ledger.
    public static List<ResourceType> all(Ledger ledger) {
        return List.of(ResourceType.beside(LabTypes.class, "thing", () -> new ThingHandler(ledger)));
    }
}
