package fairlead.smithy.endpoint;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.smithy.model.shapes.ShapeId;

/// Endpoints that were discovered, the longest unused given up for new ones. A client may have one of its own, or share
/// one with all others.
public final class EndpointCache {

    /// How many entries it has by default.
    public static final int STANDARD_SIZE = 1000;

    private final Map<Key, KnownEndpoints> entries;

    /// What endpoints are kept under: who asked what, of whom.
    record Key(String accessKey, Lookup lookup, ShapeId service, URI standard) {}

    public EndpointCache() {
        this(STANDARD_SIZE);
    }

    /// @param size at least one
    public EndpointCache(int size) {
        if (size < 1) {
            throw new IllegalArgumentException("a cache has at least one entry, found " + size);
        }
        entries = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, KnownEndpoints> eldest) {
                return size() > size;
            }
        };
    }

    /// What is known; nothing before the first request.
    synchronized KnownEndpoints of(Key key) {
        return entries.computeIfAbsent(key, _ -> new KnownEndpoints());
    }

    /// How many entries it has.
    public synchronized int size() {
        return entries.size();
    }
}
