package fairlead.providers.lab;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Which things exist, and which operation made each: the world outside, as far as the lab goes.
///
/// All methods may be called by several threads, and are repeatable with the same token: the first call counts, a
/// later one changes nothing and answers the same. What a method has answered survives the end of the process.
public interface Ledger {

    /// What a caller asked for.
    ///
    /// @param properties the properties as JSON, without read-only and write-only ones
    /// @param secretHash the SHA-256 of the secret, in hexadecimal
    record State(String properties, Optional<String> secretHash) {}

    /// A thing that exists.
    ///
    /// @param token the token of the operation that made it
    /// @param generation how often it has been updated
    /// @param changedBy the token of the last update; of the creation before the first
    /// @param previous the properties before the last update; empty before the first
    record Thing(
            String id,
            String token,
            Instant createdAt,
            int generation,
            String changedBy,
            State state,
            Optional<String> previous) {

        static Thing made(String id, String token, State state, Instant at) {
            return new Thing(id, token, at, 0, token, state, Optional.empty());
        }

        Thing changed(String byToken, State to) {
            return new Thing(id, token, createdAt, generation + 1, byToken, to, Optional.of(state.properties()));
        }
    }

    /// Makes the thing, unless it has been made before.
    ///
    /// @return the thing as it is now; empty if it has been deleted since
    Optional<Thing> create(String id, String token, State state, Instant at);

    Optional<Thing> find(String id);

    /// Changes the thing, unless that token changed it last.
    ///
    /// @return the thing as it is now; empty if there is none
    Optional<Thing> update(String id, String token, State state, Instant at);

    /// Removes the thing.
    ///
    /// @return whether that token removed it, now or earlier
    boolean delete(String id, String token, Instant at);

    /// Counts an occasion, up to a limit.
    ///
    /// @return whether this was one of the first `most` occasions of that kind
    boolean isAmongFirst(String id, String occasion, int most);

    /// At most `limit` things in the order of their ids, those after the given one.
    List<Thing> list(Optional<String> after, int limit);
}
