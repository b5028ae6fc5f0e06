package fairlead.server.resource.call;

import fairlead.server.operation.Failure;
import fairlead.server.problem.Code;
import fairlead.server.resource.document.Documents;
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
/// @param because why what was begun is being undone
public record StepState(
        Phase phase, Optional<ObjectNode> memo, Optional<ObjectNode> reached, int reads, Optional<Failure> because) {

    public StepState(Phase phase, Optional<ObjectNode> memo, Optional<ObjectNode> reached, int reads) {
        this(phase, memo, reached, reads, Optional.empty());
    }

    /// Each has the word under which it is stored, which stays when its name changes: steps that an earlier version
    /// has stored must be read.
    public enum Phase {
        /// Ask the handler for the change.
        CALL("CALL"),
        /// Delete what depends on the resource; then ask the handler.
        DEPENDENTS("DEPENDENTS"),
        /// Find out what an earlier create, whose outcome is unknown, has made.
        RECOVER("RECOVER"),
        /// Change what an earlier create has made into what is asked for now.
        UPDATE_RECOVERED("UPDATE_RECOVERED"),
        /// Create anew, since the handler says that there is nothing to update.
        RECREATE("REMAKE"),
        /// Read until the desired state shows.
        VERIFY("VERIFY"),
        /// Put what was brought along, nested in the resource.
        NESTED("NESTED"),
        /// Of a replacement: create the new physical resource.
        CREATE_NEW("MAKE_NEW"),
        /// Read until the new physical resource shows.
        VERIFY_NEW("SHOW_NEW"),
        /// Delete the old physical resource.
        DELETE_OLD("DELETE_OLD"),
        /// Read until the old physical resource is gone.
        AWAIT_OLD_GONE("MISS_OLD"),
        /// Delete what was made of a new physical resource that could not be had.
        DELETE_NEW("UNDO_NEW"),
        /// Create the old physical resource anew, since the new one could not be had.
        RECREATE_OLD("RESTORE_OLD");

        private final String word;

        Phase(String word) {
            this.word = word;
        }

        /// The word under which it is stored.
        public String word() {
            return word;
        }

        static Phase parse(String word) {
            for (Phase phase : values()) {
                if (phase.word.equals(word)) {
                    return phase;
                }
            }
            throw new IllegalArgumentException("There is no phase '" + word + "'.");
        }

        public boolean replaces() {
            return compareTo(CREATE_NEW) >= 0;
        }
    }

    public static final StepState NOTHING = new StepState(Phase.CALL, Optional.empty(), Optional.empty(), 0);

    public static StepState at(Phase phase) {
        return new StepState(phase, Optional.empty(), Optional.empty(), 0);
    }

    public StepState after(ObjectNode properties, ObjectNode handlersMemo) {
        return new StepState(phase, Optional.of(handlersMemo), Optional.of(properties), reads, because);
    }

    public StepState readOnce() {
        return new StepState(Phase.VERIFY, memo, reached, reads + 1);
    }

    /// One more look, in the same phase.
    public StepState looked() {
        return new StepState(phase, memo, reached, reads + 1, because);
    }

    /// What the handler has asked to remember of what it does to a physical resource that is known.
    public StepState noting(ObjectNode handlersMemo) {
        return new StepState(phase, Optional.of(handlersMemo), reached, reads, because);
    }

    public StepState about(ObjectNode resource) {
        return new StepState(phase, memo, Optional.of(resource), reads, because);
    }

    public StepState because(Failure failure) {
        return new StepState(phase, memo, reached, reads, Optional.of(failure));
    }

    public byte[] seal(Vault vault, String owner) {
        if (equals(NOTHING)) {
            return new byte[0];
        }
        ObjectNode document = Documents.empty();
        document.put("phase", phase.word());
        document.put("reads", reads);
        memo.ifPresent(value -> document.set("memo", value));
        reached.ifPresent(value -> document.set("reached", value));
        because.ifPresent(failure ->
                document.putObject("because").put("code", failure.code().text()).put("message", failure.message()));
        return vault.seal(Documents.bytes(document), owner);
    }

    public static StepState open(Vault vault, byte[] sealed, String owner) {
        if (sealed.length == 0) {
            return NOTHING;
        }
        ObjectNode document = Documents.object(vault.open(sealed, owner));
        return new StepState(
                Phase.parse(document.path("phase").asString()),
                object(document.get("memo")),
                object(document.get("reached")),
                document.path("reads").asInt(),
                object(document.get("because"))
                        .map(failure -> new Failure(
                                Code.parse(failure.path("code").asString()),
                                failure.path("message").asString())));
    }

    private static Optional<ObjectNode> object(@Nullable JsonNode node) {
        return node instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
    }
}
