package fairlead.server.resource;

import fairlead.server.secret.Vault;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a resource's operation remembers between its steps. Stored sealed, since a handler's memo may hold
/// anything.
///
/// @param phase what the next step does
/// @param memo what the handler asked to remember
/// @param reached the properties that its last answer reported
/// @param reads how many times the desired state has been looked for
record Memory(Phase phase, Optional<ObjectNode> memo, Optional<ObjectNode> reached, int reads) {

    enum Phase {
        /// Ask the handler for the change.
        CALL,
        /// Delete what depends on the resource; then ask the handler.
        DEPENDENTS,
        /// Find out what an earlier create, whose outcome is unknown, has made.
        RECOVER,
        /// Create anew, since the handler says that there is nothing to update.
        REMAKE,
        /// Read until the desired state shows.
        VERIFY,
        /// Put what was brought along, nested in the resource.
        NESTED
    }

    static final Memory NOTHING = new Memory(Phase.CALL, Optional.empty(), Optional.empty(), 0);

    static Memory at(Phase phase) {
        return new Memory(phase, Optional.empty(), Optional.empty(), 0);
    }

    Memory after(ObjectNode properties, ObjectNode handlersMemo) {
        return new Memory(phase, Optional.of(handlersMemo), Optional.of(properties), reads);
    }

    Memory readOnce() {
        return new Memory(Phase.VERIFY, memo, reached, reads + 1);
    }

    byte[] seal(Vault vault, String owner) {
        if (equals(NOTHING)) {
            return new byte[0];
        }
        ObjectNode document = Documents.empty();
        document.put("phase", phase.name());
        document.put("reads", reads);
        memo.ifPresent(value -> document.set("memo", value));
        reached.ifPresent(value -> document.set("reached", value));
        return vault.seal(Documents.bytes(document), owner);
    }

    static Memory open(Vault vault, byte[] sealed, String owner) {
        if (sealed.length == 0) {
            return NOTHING;
        }
        ObjectNode document = Documents.object(vault.open(sealed, owner));
        return new Memory(
                Phase.valueOf(document.path("phase").asString()),
                object(document.get("memo")),
                object(document.get("reached")),
                document.path("reads").asInt());
    }

    private static Optional<ObjectNode> object(@Nullable JsonNode node) {
        return node instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
    }
}
