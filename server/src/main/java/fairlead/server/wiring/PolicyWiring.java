package fairlead.server.wiring;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Authorizer;
import fairlead.server.access.RefusalTrail;
import fairlead.server.access.policy.Compliance;
import fairlead.server.access.policy.CurrentPolicies;
import fairlead.server.access.policy.Guardrails;
import fairlead.server.access.policy.Policies;
import fairlead.server.access.policy.Sweeps;
import fairlead.server.arm.policy.InsightsSurface;
import fairlead.server.arm.policy.PolicySurface;
import fairlead.server.database.Database;
import fairlead.server.http.Surface;
import fairlead.server.resource.policy.ChangeGuard;
import fairlead.server.resource.policy.ComplianceSweep;
import fairlead.server.resource.policy.TypeAliases;
import fairlead.server.scope.Scopes;
import fairlead.server.secret.Vault;
import fairlead.server.type.Types;
import java.time.Clock;
import java.util.Deque;

/// Guardrails: the rules as they are, what asks for them at changes, and the surfaces by which they are written and
/// read.
record PolicyWiring(
        Database database,
        AuditTrail audit,
        Authorizer authorizer,
        CurrentPolicies current,
        RefusalTrail refusals,
        Clock clock) {

    static PolicyWiring of(
            Database database, AuditTrail audit, Authorizer authorizer, Clock clock, Deque<AutoCloseable> opened) {
        RefusalTrail refusals = new RefusalTrail(database, audit, clock).begin();
        opened.push(refusals);
        CurrentPolicies current = new CurrentPolicies(database).following();
        opened.push(current);
        return new PolicyWiring(database, audit, authorizer, current, refusals, clock);
    }

    private Guardrails guardrails() {
        return new Guardrails(current, authorizer, refusals::refused, clock);
    }

    /// The addresses by which rules are written.
    Surface written(Scopes scopes, Types types) {
        Policies policies = new Policies(current, authorizer, audit, new TypeAliases(types), clock);
        return new PolicySurface(policies, authorizer, scopes);
    }

    /// The addresses by which it is asked how resources stand to rules; what looks at them after a change begins.
    Surface told(Types types, ChangeGuard guard, boolean paused, Deque<AutoCloseable> opened) {
        Sweeps sweeps = new Sweeps(database, current, clock);
        if (!paused) {
            opened.push(new ComplianceSweep(database, types, guard, guardrails(), sweeps).begin());
        }
        return new InsightsSurface(new Compliance(database, current), sweeps, authorizer, clock);
    }

    /// What asks about changes of resources.
    ChangeGuard guard(Scopes scopes, Types types, Vault vault) {
        return new ChangeGuard(guardrails(), scopes, types, vault);
    }
}
