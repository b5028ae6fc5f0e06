package fairlead.server.type.hook;

/// The changes before which a hook can be asked.
public enum HookPoint {
    CREATE("preCreate"),
    UPDATE("preUpdate"),
    DELETE("preDelete");

    private final String handler;

    HookPoint(String handler) {
        this.handler = handler;
    }

    /// The name of the handler in the schema of a hook.
    String handler() {
        return handler;
    }

    /// The name in requests to a hook.
    public String wireName() {
        return name() + "_PRE_PROVISION";
    }
}
