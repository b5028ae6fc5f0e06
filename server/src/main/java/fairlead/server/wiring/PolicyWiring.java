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
import fairlead.server.operation.Operations;
import fairlead.server.options.Options;
import fairlead.server.resource.list.Inventory;
import fairlead.server.resource.list.References;
import fairlead.server.resource.policy.ChangeGuard;
import fairlead.server.resource.policy.ComplianceSweep;
import fairlead.server.resource.policy.LinkedScopes;
import fairlead.server.resource.policy.TypeAliases;
import fairlead.server.scope.Scopes;
import fairlead.server.secret.Vault;
import fairlead.server.signature.Signatures;
import fairlead.server.stack.StackEngine;
import fairlead.server.type.AccountTypes;
import fairlead.server.type.Types;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Guardrails: the rules as they are, what asks for them at changes, and the surfaces by which they are written and
/// read.
record PolicyWiring(
        Database database,
        AuditTrail audit,
        Authorizer authorizer,
        CurrentPolicies current,
        RefusalTrail refusals,
        ApprovalWiring approvals,
        Clock clock) {

    static PolicyWiring of(
            Database database,
            Vault vault,
            AuditTrail audit,
            Authorizer authorizer,
            Operations operations,
            Sources sources,
            Deque<AutoCloseable> opened) {
        Clock clock = sources.clock();
        ApprovalWiring approvals = ApprovalWiring.of(database, vault, audit, authorizer, operations, sources);
        RefusalTrail refusals = new RefusalTrail(database, audit, clock).begin();
        opened.push(refusals);
        CurrentPolicies current = new CurrentPolicies(database, authorizer.copy()).following();
        opened.push(current);
        return new PolicyWiring(database, audit, authorizer, current, refusals, approvals, clock);
    }

    /// The native door of stacks, whose plans have digests in place of secrets.
    Surface stacks(StackEngine engine, Types types, Scopes scopes, Signatures signatures) {
        return StackWiring.surface(engine, new AccountTypes(types), scopes, signatures, approvals.digests());
    }

    private Guardrails guardrails() {
        return new Guardrails(current, authorizer, refusals::refused, clock, approvals.approvals());
    }

    /// Some surfaces, and those by which rules are written and it is asked how resources stand to them. What looks at
    /// resources after a change of rules begins.
    List<Surface> after(
            List<Surface> first,
            Scopes scopes,
            Types types,
            ChangeGuard guard,
            Options options,
            Deque<AutoCloseable> opened) {
        Sweeps sweeps = new Sweeps(database, current, clock);
        if (!options.answering().paused()) {
            opened.push(new ComplianceSweep(database, types, guard, guardrails(), sweeps).begin());
        }
        Policies policies = new Policies(current, authorizer, audit, new TypeAliases(types), clock);
        List<Surface> all = new ArrayList<>(first);
        all.add(new PolicySurface(policies, authorizer, scopes));
        all.add(new InsightsSurface(new Compliance(database, current), sweeps, authorizer, clock));
        all.add(approvals.surface(options, opened));
        return all;
    }

    /// Hooks, which are asked after the rules.
    HookWiring hooks(Vault vault, Types types, Sources sources, Options options, Deque<AutoCloseable> opened) {
        Path home = options.storage().data().resolve("hooks");
        return HookWiring.of(this, vault, types, sources, home, opened);
    }

    /// What asks about changes of resources.
    ChangeGuard guard(Scopes scopes, Types types, Vault vault, Signatures signatures) {
        References references = new References(
                database,
                new Inventory(database, scopes, types),
                types,
                SurfaceWiring.arns(database, types, signatures));
        return new ChangeGuard(guardrails(), scopes, types, vault, approvals.digests())
                .linking(new LinkedScopes(authorizer, references));
    }
}
