package fairlead.host.egress;

import fairlead.schema.reference.PublicAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/// The way out of handlers whose type says what it connects to: an HTTP proxy that knows the method `CONNECT`
/// alone.
///
/// Each process has a port of its own, so that the proxy knows whose a connection is. It resolves names
/// itself, and connects to the address that it has judged.
public final class EgressProxy {

    /// What has become of a connection that a handler asked for.
    public enum Outcome {
        /// It was made.
        CONNECTED,
        /// Its type does not declare the destination.
        UNDECLARED,
        /// The destination has a private address, which the operator does not allow.
        PRIVATE,
        /// There is no such host, or it takes no connection.
        UNREACHABLE,
        /// The process has too many.
        TOO_MANY,
        /// It was no request to connect.
        NOT_UNDERSTOOD
    }

    /// Finds the addresses of names.
    public interface Resolver {

        /// Throws [UnknownHostException] if it has none.
        List<InetAddress> find(String host) throws UnknownHostException;
    }

    /// How much one process may take.
    ///
    /// @param connections at a time
    /// @param patience for the request, and for the connection to be made
    /// @param idle after how long without a byte in any direction a connection is closed
    public record Limits(int connections, Duration patience, Duration idle) {

        /// 64 connections, ten seconds, ten minutes.
        public static final Limits USUAL = new Limits(64, Duration.ofSeconds(10), Duration.ofMinutes(10));
    }

    private final Map<Outcome, LongAdder> counts = new EnumMap<>(Outcome.class);
    private final EgressPolicy policy;
    private final Resolver resolver;
    private final Limits limits;

    public EgressProxy(EgressPolicy policy, Resolver resolver, Limits limits) {
        this.policy = policy;
        this.resolver = resolver;
        this.limits = limits;
        for (Outcome outcome : Outcome.values()) {
            counts.put(outcome, new LongAdder());
        }
    }

    /// One that asks the machine for the addresses of names.
    public static EgressProxy of(EgressPolicy policy) {
        return new EgressProxy(policy, host -> List.of(InetAddress.getAllByName(host)), Limits.USUAL);
    }

    /// What programs of a type may reach.
    public Network network(String type, DeclaredEgress declared) {
        return declared.destinations().isEmpty() && !policy.declaredOnly()
                ? new Network.Open()
                : new Network.Proxied(this, type, declared.destinations().orElse(List.of()), Set.of());
    }

    /// A port for one process; its owner closes it.
    ///
    /// @param type whose process it is, for people
    public EgressPort open(String type, List<Destination> allowed) throws IOException {
        return new EgressPort(this, type, allowed, limits);
    }

    /// How many connections came to which end, since the start.
    public long count(Outcome outcome) {
        return counter(outcome).sum();
    }

    void counted(Outcome outcome) {
        counter(outcome).increment();
    }

    private LongAdder counter(Outcome outcome) {
        LongAdder counter = counts.get(outcome);
        if (counter == null) {
            throw new IllegalStateException("no counter of " + outcome);
        }
        return counter;
    }

    /// The addresses of a destination that may be connected to; throws [Refusal] if it may not.
    List<InetAddress> judge(String type, List<Destination> allowed, Destination asked) throws Refusal {
        if (allowed.stream().noneMatch(each -> each.covers(asked))) {
            throw new Refusal(Outcome.UNDECLARED, asked + " is not in the 'egress' of " + type);
        }
        List<InetAddress> addresses;
        try {
            addresses = resolver.find(asked.host());
        } catch (UnknownHostException unknown) {
            throw new Refusal(Outcome.UNREACHABLE, "there is no host " + asked.host());
        }
        for (InetAddress address : addresses) {
            if (!PublicAddress.is(address) && !policy.mayBePrivate(asked)) {
                throw new Refusal(
                        Outcome.PRIVATE,
                        asked + " has the private address " + address.getHostAddress()
                                + "; the operator allows it by --egress-private=" + asked);
            }
        }
        return addresses;
    }

    /// Why a connection is not made.
    static final class Refusal extends Exception {

        private static final long serialVersionUID = 1L;

        private final Outcome outcome;

        Refusal(Outcome outcome, String message) {
            super(message, null, false, false);
            this.outcome = outcome;
        }

        Outcome outcome() {
            return outcome;
        }

        String told() {
            return String.valueOf(getMessage());
        }
    }
}
