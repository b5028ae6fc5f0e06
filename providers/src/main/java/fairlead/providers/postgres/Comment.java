package fairlead.providers.postgres;

/// A database's comment: where a delete, which is given the name alone, finds how it was asked to treat sessions.
///
/// @param text the rest of the comment: a [OperationMark], or a text of another author
/// @param isToDisconnect whether a delete ends the sessions
record Comment(String text, boolean isToDisconnect) {

    private static final String DISCONNECT = " [Fairlead ends the sessions when it deletes this.]";

    static Comment parse(String whole) {
        return whole.endsWith(DISCONNECT)
                ? new Comment(whole.substring(0, whole.length() - DISCONNECT.length()), true)
                : new Comment(whole, false);
    }

    /// As it stands in the database.
    @Override
    public String toString() {
        return isToDisconnect ? text + DISCONNECT : text;
    }
}
