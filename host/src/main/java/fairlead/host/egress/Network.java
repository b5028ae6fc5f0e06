package fairlead.host.egress;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What a program may reach of the network.
public sealed interface Network {

    /// All that its machine reaches.
    record Open() implements Network {}

    /// What a proxy lets through, by a port that is made for each of its processes.
    ///
    /// @param type whose program it is
    /// @param ports of this machine that it may connect to besides the proxy's
    record Proxied(EgressProxy proxy, String type, List<Destination> destinations, Set<Integer> ports)
            implements Network {

        public Proxied {
            destinations = List.copyOf(destinations);
            ports = Set.copyOf(ports);
        }
    }

    /// The same, with a port of this machine that it may connect to.
    default Network with(int port) {
        return switch (this) {
            case Open open -> open;
            case Proxied(var proxy, var type, var destinations, var ports) -> {
                Set<Integer> all = new HashSet<>(ports);
                all.add(port);
                yield new Proxied(proxy, type, destinations, all);
            }
        };
    }
}
