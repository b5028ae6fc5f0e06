package fairlead.server.scope;

import java.util.Arrays;
import java.util.Optional;

/// What keeps a scope, and everything in it, from being deleted or changed.
///
/// @param scope the id of the subscription, group or resource
/// @param notes why, for people
public record Lock(String scope, String name, Level level, String notes) {

    public enum Level {
        /// Nothing in the scope is deleted.
        CAN_NOT_DELETE("CanNotDelete"),
        /// Nothing in the scope is deleted, made or changed.
        READ_ONLY("ReadOnly");

        private final String word;

        Level(String word) {
            this.word = word;
        }

        /// As callers write it.
        public String word() {
            return word;
        }

        /// The level of that word, in any case.
        public static Optional<Level> parse(String word) {
            return Arrays.stream(values())
                    .filter(level -> level.word.equalsIgnoreCase(word))
                    .findFirst();
        }
    }

    public String id() {
        return scope + "/providers/Microsoft.Authorization/locks/" + name;
    }
}
