package fairlead.server.type;

import fairlead.server.type.TypeVersion.Serving;
import java.util.LinkedHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What serves the versions that were used last. One that has not been used for long is compiled again when it is:
/// of a thousand types, few are at work at a time.
final class VersionCache {

    private static final int MOST = 128;

    private final LinkedHashMap<String, Serving> kept = new LinkedHashMap<>(MOST, 0.75f, true);

    /// Two that ask for the same at once may both make it.
    ///
    /// @param digest of the version
    Serving get(String digest, Supplier<Serving> make) {
        @Nullable Serving known = find(digest);
        if (known != null) {
            return known;
        }
        Serving made = make.get();
        keep(digest, made);
        return made;
    }

    private synchronized @Nullable Serving find(String digest) {
        return kept.get(digest);
    }

    private synchronized void keep(String digest, Serving made) {
        kept.put(digest, made);
        if (kept.size() > MOST) {
            kept.pollFirstEntry();
        }
    }
}
