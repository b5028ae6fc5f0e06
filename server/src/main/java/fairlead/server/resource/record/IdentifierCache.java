package fairlead.server.resource.record;

import fairlead.schema.TypeName;
import fairlead.schema.text.KeyedHash;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// The records of identifiers that were read last. As long as no resource at all has changed since, they are not
/// read again: clients that poll read the same resources far more often than anything changes.
public final class IdentifierCache {

    private static final int MOST = 4096;

    private final Map<Key, Reading> readings = new ConcurrentHashMap<>();
    private final Supplier<OptionalLong> state;

    /// @param state as [fairlead.server.database.Database#state]
    public IdentifierCache(Supplier<OptionalLong> state) {
        this.state = state;
    }

    /// Whose identifier it is.
    public record Key(String subscription, String location, TypeName type, String identifier) {

        /// Callers choose identifiers.
        @Override
        public int hashCode() {
            return KeyedHash.of(KeyedHash.of(subscription + location + type), KeyedHash.of(identifier));
        }
    }

    private record Reading(long state, Optional<IdentifierRecord> known) {}

    /// What the record of an identifier says, or that there is none.
    public Optional<IdentifierRecord> of(Key key, Supplier<Optional<IdentifierRecord>> record) {
        OptionalLong before = state.get();
        if (before.isEmpty()) {
            return record.get();
        }
        Reading last = readings.get(key);
        if (last != null && last.state == before.getAsLong()) {
            return last.known;
        }
        Optional<IdentifierRecord> known = record.get();
        if (readings.size() >= MOST) {
            readings.clear();
        }
        readings.put(key, new Reading(before.getAsLong(), known));
        return known;
    }
}
