package fairlead.server.wiring;

import fairlead.server.access.AccessControl;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Authenticator;
import fairlead.server.access.Authorizer;
import fairlead.server.access.role.CurrentRules;
import fairlead.server.access.role.Roles;
import fairlead.server.authorization.AuthorizationSurface;
import fairlead.server.database.Database;
import fairlead.server.database.Dialect;
import fairlead.server.http.Surface;
import java.time.Clock;
import java.util.Deque;

/// Who may do what: the rules, the one place that decides by them, and the surface that shows and changes them.
record AccessWiring(CurrentRules rules, AccessControl control) {

    /// @param authenticator finds out who callers are; empty in development mode, where everybody may do everything
    static AccessWiring of(
            Database database, java.util.Optional<Authenticator> authenticator, Deque<AutoCloseable> opened) {
        CurrentRules rules = new CurrentRules(database);
        opened.push(rules);
        if (database.dialect() == Dialect.POSTGRESQL) {
            rules.following();
        }
        AccessControl control = authenticator
                .map(known -> new AccessControl(known, Authorizer.by(rules, rules::in)))
                .orElseGet(AccessControl::development);
        return new AccessWiring(rules, control);
    }

    Authorizer authorizer() {
        return control.authorizer();
    }

    Surface surface(Database database, AuditTrail audit, Clock clock) {
        return new AuthorizationSurface(new Roles(database, authorizer(), rules, audit, clock), authorizer(), rules);
    }
}
