package fairlead.providers.lab;

import fairlead.handler.ResourceType;
import fairlead.providers.Shape;
import java.util.List;

/// The resource types of the lab.
public final class LabTypes {

    private LabTypes() {}

    /// `Fairlead::Lab::Thing`, of which every thing is recorded in that ledger, and the types that show what a
    /// registration can say.
    public static List<ResourceType> all(Ledger ledger) {
        return List.of(
                ResourceType.beside(LabTypes.class, "thing", () -> new ThingHandler(ledger)),
                Shape.beside(LabTypes.class, "rack", shape -> new RackHandler(shape, new NamedThings(ledger, "rack"))),
                Shape.beside(
                        LabTypes.class,
                        "slot",
                        shape -> new NamedHandler(shape, new NamedThings(ledger, "slot"), List.of("RackName", "Name"))),
                Shape.beside(
                        LabTypes.class,
                        "note",
                        shape -> new NamedHandler(shape, new NamedThings(ledger, "note"), List.of("About", "Name"))),
                Shape.beside(
                        LabTypes.class,
                        "fleet",
                        shape -> new FleetHandler(
                                new NamedHandler(shape, new NamedThings(ledger, "fleet"), List.of("Name")))));
    }
}
