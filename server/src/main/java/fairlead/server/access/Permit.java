package fairlead.server.access;

/// That a caller may do something: what the [Authorizer] has decided, and by which state of the rules. Nothing else
/// makes
/// one.
public final class Permit {

    private final long version;
    private final Action action;
    private final AccessScope scope;
    private final RequestAttributes attributes;
    private final Finding.Allowed finding;
    private final Asking asking;

    /// How it was asked for.
    ///
    /// @param authorizer who was asked
    /// @param inAccount whether in the account whose key the caller has
    record Asking(Authorizer authorizer, boolean inAccount) {}

    Permit(
            long version,
            Action action,
            AccessScope scope,
            RequestAttributes attributes,
            Finding.Allowed finding,
            Asking asking) {
        this.asking = asking;
        this.version = version;
        this.action = action;
        this.scope = scope;
        this.attributes = attributes;
        this.finding = finding;
    }

    /// The state of the rules by which it was decided.
    long version() {
        return version;
    }

    Asking asking() {
        return asking;
    }

    public Action action() {
        return action;
    }

    public AccessScope scope() {
        return scope;
    }

    RequestAttributes attributes() {
        return attributes;
    }

    /// Why.
    public Finding.Allowed because() {
        return finding;
    }

    @Override
    public String toString() {
        return action + " at " + scope;
    }
}
