package fairlead.server.resource.record;

import java.util.Optional;

/// What is not known of a resource: whether a create has made it, and whether a delete that came after has deleted it.
///
/// While a create is in doubt, it is asked again with its token before anything else. A delete that was asked
/// meanwhile, by an identifier that the create has told, and was never answered, goes before it: "a create is not asked
/// again after a later token".
///
/// @param create the token of the create
/// @param deletionAsked whether a handler has been asked to delete what the create has told, and has not answered
public record Doubt(String create, boolean deletionAsked) {

    private static final String DELETION_ASKED = " deletion-asked";

    /// As it is stored: the token, and a word behind it if a deletion was asked for.
    public static Optional<Doubt> of(Resource resource) {
        return resource.doubt().map(Doubt::parse);
    }

    static Doubt parse(String stored) {
        return stored.endsWith(DELETION_ASKED)
                ? new Doubt(stored.substring(0, stored.length() - DELETION_ASKED.length()), true)
                : new Doubt(stored, false);
    }

    /// The same create, after one more call of a delete. A call that has certainly begun nothing says nothing of the
    /// earlier ones.
    ///
    /// @param mayHaveBegun whether the handler may have begun to delete in that call
    public Doubt deletionAsked(boolean mayHaveBegun) {
        return new Doubt(create, deletionAsked || mayHaveBegun);
    }

    /// As it is stored.
    public String text() {
        return deletionAsked ? create + DELETION_ASKED : create;
    }
}
