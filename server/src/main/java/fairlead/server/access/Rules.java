package fairlead.server.access;

import java.util.List;
import java.util.UUID;

/// What is allowed to whom, as it was at one moment.
public interface Rules {

    /// Everything is allowed to everybody: development mode.
    Rules OPEN = new Rules() {
        @Override
        public long version() {
            return 0;
        }

        @Override
        public Finding find(Subject subject, Action action, AccessScope scope, RequestAttributes attributes) {
            return new Finding.Allowed("", "", "*");
        }

        @Override
        public Visibility visible(Subject subject, Action action) {
            return Visibility.EVERYTHING;
        }

        @Override
        public boolean hasRole(Subject subject, UUID role, AccessScope scope) {
            return true;
        }

        @Override
        public boolean isMember(Subject subject, UUID group) {
            return true;
        }

        @Override
        public List<String> scopes(Subject subject) {
            return List.of("");
        }

        @Override
        public boolean concern(Subject subject, String subscription) {
            return true;
        }
    };

    /// Counts the changes of the rules: as long as it is the same, all answers are.
    long version();

    /// Whether the subject may do that there.
    Finding find(Subject subject, Action action, AccessScope scope, RequestAttributes attributes);

    /// Where the subject may do that.
    Visibility visible(Subject subject, Action action);

    /// Whether a role is assigned to the subject at a scope or above it.
    boolean hasRole(Subject subject, UUID role, AccessScope scope);

    /// Whether the subject is in a group, directly or through others.
    boolean isMember(Subject subject, UUID group);

    /// The keys of all scopes at which a role is assigned to the subject: elsewhere it may do nothing.
    List<String> scopes(Subject subject);

    /// Whether the subject may do anything at all in a subscription: at, above or below it.
    ///
    /// @param subscription in lower case
    boolean concern(Subject subject, String subscription);
}
