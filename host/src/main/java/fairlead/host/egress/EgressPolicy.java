package fairlead.host.egress;

import java.util.List;

/// What the operator says of the connections of handlers.
///
/// @param declaredOnly whether handlers of a type that declares nothing connect to nothing; else to all
/// @param anyPrivate whether a declared destination may have any private address
/// @param privately the destinations that may have private addresses, if a type declares them
public record EgressPolicy(boolean declaredOnly, boolean anyPrivate, List<Destination> privately) {

    /// A type that declares nothing connects to everything, and no declared destination may be a private one.
    public static final EgressPolicy OPEN = new EgressPolicy(false, false, List.of());

    public EgressPolicy {
        privately = List.copyOf(privately);
    }

    boolean mayBePrivate(Destination destination) {
        return anyPrivate || privately.stream().anyMatch(each -> each.covers(destination));
    }
}
