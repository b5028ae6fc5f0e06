package fairlead.server.resource.call;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/// The tokens of the actions that one operation asks handlers for.
///
/// The first action of an operation has the operation's id for its token, and so has every create but the one that
/// makes an old physical resource again. Where one operation takes several actions, each of the others has a token
/// that follows from its name: "a handler may take two calls with one token for the same call".
public enum ActionTokens {
    /// An update after which the same operation may have to create.
    UPDATE_BEFORE_CREATE("update"),
    /// Of a replacement: the delete of the old physical resource.
    DELETE_OLD("delete-old"),
    /// Of a replacement: the delete of a new physical resource that could not be had.
    DELETE_NEW("delete-new"),
    /// Of a replacement: the create of the old physical resource, anew.
    RESTORE("restore"),
    /// The delete, once more, of what a create in doubt has made, when a delete of it was never answered.
    DELETE_IN_DOUBT("delete-in-doubt"),
    /// The delete of what a replacement has left behind.
    DELETE_LEFT("delete-left");

    private final String name;

    ActionTokens(String name) {
        this.name = name;
    }

    /// The same in every call for this action.
    ///
    /// @param owner the operation, or what else the action belongs to
    public String of(String owner) {
        byte[] text = (owner + "/" + name).getBytes(StandardCharsets.UTF_8);
        return UUID.nameUUIDFromBytes(text).toString();
    }
}
