package fairlead.server.access;

import java.util.Set;
import java.util.UUID;

/// For whom a decision is made: a principal, and the groups that its issuer has named. Groups that are kept
/// here are added by the rules.
///
/// @param issuedAt when its token was made, in milliseconds since 1970; the greatest number for what has no age
/// @param groupsKnown false where the issuer has more groups than it says: then it is taken to be in every group to
/// which
///     something is denied
/// @param credential the access key by which it signs, or from which its session was made, which has to be there still;
///     empty for what has none
public record Subject(UUID id, Set<UUID> groups, boolean groupsKnown, long issuedAt, String credential) {

    /// One that signs by no access key.
    public Subject(UUID id, Set<UUID> groups, boolean groupsKnown, long issuedAt) {
        this(id, groups, groupsKnown, issuedAt, "");
    }

    public Subject {
        groups = Set.copyOf(groups);
    }

    /// One of which the issuer says no groups.
    public static Subject of(UUID id) {
        return new Subject(id, Set.of(), true, Long.MAX_VALUE);
    }
}
