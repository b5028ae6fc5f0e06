package fairlead.server.stack;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.operation.Operations;
import fairlead.server.resource.IdentifiedResources;
import fairlead.server.resource.policy.PlanPreview;
import fairlead.server.secret.Vault;
import fairlead.server.stack.record.Ownership;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackTables;
import fairlead.server.stack.step.IdentifiedNodes;
import fairlead.server.stack.step.StackOrder;
import fairlead.server.stack.step.StackTask;
import fairlead.server.stack.step.StackVerbs;
import fairlead.server.stack.template.Compilations;
import fairlead.server.stack.template.TemplateLanguage;
import fairlead.server.type.AccountTypes;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/// Everything of stacks, put together: what carries their operations out, and the verbs.
///
/// @param task carries the operations out
/// @param composites stacks that resources are made of
public record StackEngine(
        StackTask task, Stacks stacks, ChangeSets changeSets, Forecasts forecasts, CompositeStacks composites) {

    /// What it is made of.
    ///
    /// @param resources the verbs on resources
    /// @param ids makes the ids of stacks and operations
    public record Parts(
            Database database,
            Operations operations,
            IdentifiedResources resources,
            AccountTypes types,
            Vault vault,
            AuditTrail audit,
            Clock clock,
            Supplier<UUID> ids) {}

    /// The verbs on nodes, for a caller.
    private record Access(Parts parts, IdentifiedResources resources, Beginnings beginnings, Compilations compilations)
            implements StackTask.NodeAccess {
        private Ownership owners() {
            return new Ownership(parts.database());
        }

        @Override
        public StackVerbs of(Caller caller, Stack stack, StackOrder order, boolean rehearsing) {
            IdentifiedResources verbs =
                    rehearsing ? this.resources.rehearsed(new PlanPreview()) : this.resources.unwaiting();
            return new StackVerbs(
                    new IdentifiedNodes(verbs, parts.operations(), parts.types(), owners(), caller, stack.place()),
                    new NestedNodes(
                            beginnings,
                            compilations,
                            new StackPlan(compilations, parts.types(), this, parts.clock()),
                            caller,
                            stack,
                            order));
        }
    }

    /// @param languages in which templates may be written
    /// @param composing templates that are handlers of types
    public static StackEngine of(Parts parts, List<TemplateLanguage> languages, CompositeStacks.Parts composing) {
        StackTables tables = StackTables.of(parts.vault());
        Compilations compilations = new Compilations(parts.database(), tables, parts.types(), languages);
        Beginnings beginnings = new Beginnings(
                parts.database(),
                tables,
                parts.operations(),
                compilations::identifier,
                parts.audit(),
                parts.clock(),
                parts.ids());
        StackTask.NodeAccess access = new Access(parts, parts.resources(), beginnings, compilations);
        StackPlan plans = new StackPlan(compilations, parts.types(), access, parts.clock());
        StackTask.NodeAccess unguarded = new Access(parts, composing.reading(), beginnings, compilations);
        StackPlan own = new StackPlan(compilations, parts.types(), unguarded, parts.clock());
        Stacks stacks = new Stacks(beginnings, plans);
        return new StackEngine(
                new StackTask(
                        parts.database(),
                        tables,
                        parts.operations(),
                        compilations,
                        parts.types(),
                        access,
                        parts.clock()),
                stacks,
                new ChangeSets(parts.database(), tables, stacks, plans, parts.audit(), parts.clock(), parts.ids()),
                new Forecasts(stacks, plans),
                new CompositeStacks(beginnings, plans, own, composing));
    }
}
