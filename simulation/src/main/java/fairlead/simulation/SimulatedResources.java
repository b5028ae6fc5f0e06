package fairlead.simulation;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The resources of one simulated type: the world outside, as far as a simulation goes.
///
/// A scope is an account and a region; nothing in one knows of another. All methods may be called by several threads,
/// and what one has answered holds, as far as the resources are kept at all.
public interface SimulatedResources {

    /// A resource that exists, or one that was removed and is not forgotten yet.
    ///
    /// @param id the primary identifier as text
    /// @param model its properties as JSON, without write-only ones
    /// @param previous the properties before the last update; empty before the first
    /// @param removedBy the token of the delete that removed it
    record SimulatedResource(
            String id, History history, String model, Optional<String> previous, Optional<String> removedBy) {

        /// What has happened to it.
        ///
        /// @param token of the operation that made it
        /// @param changedBy the token of the last update; of the creation before the first
        /// @param revision how often it has been updated
        /// @param reads how often it was asked for since its last change without showing that change
        public record History(
                String token, String changedBy, int revision, int reads, Instant createdAt, Instant changedAt) {}

        public static SimulatedResource made(String id, String token, Instant at, String model) {
            return new SimulatedResource(
                    id, new History(token, token, 0, 0, at, at), model, Optional.empty(), Optional.empty());
        }

        public SimulatedResource changed(String byToken, Instant at, String to) {
            History next = new History(token(), byToken, revision() + 1, 0, createdAt(), at);
            return new SimulatedResource(id, next, to, Optional.of(model), Optional.empty());
        }

        SimulatedResource removed(String byToken, Instant at) {
            History next = new History(token(), changedBy(), revision(), reads(), createdAt(), at);
            return new SimulatedResource(id, next, model, previous, Optional.of(byToken));
        }

        SimulatedResource readOnceMore() {
            History next = new History(token(), changedBy(), revision(), reads() + 1, createdAt(), changedAt());
            return new SimulatedResource(id, next, model, previous, removedBy);
        }

        public String token() {
            return history.token();
        }

        public String changedBy() {
            return history.changedBy();
        }

        public int revision() {
            return history.revision();
        }

        public int reads() {
            return history.reads();
        }

        public Instant createdAt() {
            return history.createdAt();
        }

        public Instant changedAt() {
            return history.changedAt();
        }
    }

    /// The result of a change: [Kept], or why it was not kept.
    sealed interface Outcome {

        record Kept(SimulatedResource resource) implements Outcome {}

        /// Another resource has the primary identifier.
        record IdentifierTaken() implements Outcome {}

        /// The operation has made a resource already.
        record MadeBefore() implements Outcome {}

        /// Another resource has one of the other names.
        record NameTaken() implements Outcome {}

        /// There is none, or it is no longer what the change was made for.
        record Stale() implements Outcome {}
    }

    /// Keeps a new resource, unless its identifier or a name is taken.
    ///
    /// @param names what else it is known by, each unique
    Outcome make(String scope, SimulatedResource resource, List<String> names);

    /// Keeps a resource as it is now, if it still is of the revision before.
    Outcome change(String scope, SimulatedResource resource, List<String> names);

    /// Removes the resource and its names. Who removed it is remembered, as long as nothing else takes the identifier.
    void remove(String scope, String id, String token, Instant at);

    /// The resource of that identifier, removed or not.
    Optional<SimulatedResource> find(String scope, String id);

    /// The resource that the operation made, removed or not.
    Optional<SimulatedResource> madeBy(String scope, String token);

    /// The identifier of the resource that is known by that name.
    Optional<String> named(String scope, String name);

    /// Counts that the resource was asked for.
    ///
    /// @return whether this was one of the first `most` times since that revision was made
    boolean isAmongFirst(String scope, String id, int revision, int most);

    /// At most `limit` resources that are not removed, in the order of their identifiers, those after the given one.
    List<SimulatedResource> list(String scope, String after, int limit);
}
