package fairlead.server.resource.record;

import fairlead.schema.TypeName;
import fairlead.server.operation.OperationId;
import java.time.Instant;
import java.util.Optional;

/// A physical resource that a replacement could not delete, and that no resource has.
///
/// @param name its own: the operation's id and what went wrong in it
public record Orphan(String name, OperationId operation, PhysicalResource physical, Removal removal) {

    /// What is left.
    ///
    /// @param id of the resource that had it, or was to have it
    /// @param identifier empty if it was never told; then `desired` is what it was to be, sealed
    public record PhysicalResource(
            ResourceId id,
            String location,
            TypeName type,
            int typeVersion,
            Optional<String> identifier,
            byte[] desired) {}

    /// How the attempts to delete it go.
    ///
    /// @param reason why it was not deleted when that was tried last
    /// @param attempts how often it was tried in the background
    /// @param dueAt when it is tried next
    /// @param context with which its handler is to be called again, sealed; empty if its deletion is not under way
    public record Removal(Instant leftAt, String reason, int attempts, Instant dueAt, Optional<byte[]> context) {}

    /// Its place in lists.
    ///
    /// @param key of the resource
    public record Mark(String key, String name) {

        public static Mark of(Orphan orphan) {
            return new Mark(orphan.id().key(), orphan.name());
        }

        /// What [#toString] has made; else the place before all that begin with a prefix.
        public static Mark parse(String text, String prefix) {
            int end = text.indexOf('\n');
            return end < 0 || !text.startsWith(prefix)
                    ? new Mark(prefix, "")
                    : new Mark(text.substring(0, end), text.substring(end + 1));
        }

        @Override
        public String toString() {
            return key + "\n" + name;
        }
    }

    public ResourceId id() {
        return physical.id();
    }

    public String location() {
        return physical.location();
    }

    public TypeName type() {
        return physical.type();
    }

    public int typeVersion() {
        return physical.typeVersion();
    }

    public Optional<String> identifier() {
        return physical.identifier();
    }

    public byte[] desired() {
        return physical.desired();
    }

    public Instant leftAt() {
        return removal.leftAt();
    }

    public String reason() {
        return removal.reason();
    }

    public int attempts() {
        return removal.attempts();
    }

    public Optional<byte[]> context() {
        return removal.context();
    }

    public Instant dueAt() {
        return removal.dueAt();
    }

    /// Its address.
    public String address() {
        return "/subscriptions/" + id().subscription() + "/providers/"
                + id().type().namespace() + "/locations/" + location() + "/leftBehind/" + name;
    }
}
