package fairlead.server.access.identity.accesskey;

import fairlead.server.access.Principal;
import fairlead.server.access.Subject;
import java.util.List;

/// Who signs by a key.
///
/// @param subject for whom it is decided what is allowed
/// @param session the name of the session; empty for what is none, or has none
/// @param sources by whom the session was begun
public record Holder(Principal principal, Subject subject, Kind kind, String session, List<Subject> sources) {

    public Holder {
        sources = List.copyOf(sources);
    }

    /// Of a key that is of no session.
    public Holder(Principal principal, Subject subject, Kind kind) {
        this(principal, subject, kind, "", List.of());
    }

    /// What the key is.
    public enum Kind {
        /// One of a credential file.
        FILE,
        /// One that is minted here.
        MINTED,
        /// One that a principal has got for a session of its own.
        SESSION,
        /// One of a session of a role: of a service principal that others assume.
        ROLE
    }

    /// Whether it is of a session.
    public boolean isTemporary() {
        return kind == Kind.SESSION || kind == Kind.ROLE;
    }
}
