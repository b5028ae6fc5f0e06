package fairlead.server.stack;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.Operations;
import fairlead.server.operation.Task;
import fairlead.server.resource.IdentifiedResources;
import fairlead.server.resource.policy.PlanPreview;
import fairlead.server.secret.Vault;
import fairlead.server.stack.custom.CustomEndpoints;
import fairlead.server.stack.custom.CustomNames;
import fairlead.server.stack.custom.CustomNodes;
import fairlead.server.stack.custom.CustomParts;
import fairlead.server.stack.custom.CustomTask;
import fairlead.server.stack.record.Ownership;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackPlace;
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
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/// Everything of stacks, put together: what carries their operations out, and the verbs.
///
/// @param task carries the operations out
/// @param composites stacks that resources are made of
/// @param signals what nodes wait for
/// @param customs what custom resources are made with
public record StackEngine(
        StackTask task,
        Stacks stacks,
        ChangeSets changeSets,
        Forecasts forecasts,
        CompositeStacks composites,
        StackSignals signals,
        CustomParts customs) {

    /// What carries out the operations of stacks and of their custom resources, and by another task all others.
    public Task tasks(Task others) {
        return task.orElse(new CustomTask(customs).orElse(others));
    }

    /// What it is made of.
    ///
    /// @param resources the verbs on resources
    /// @param endpoints who makes custom resources
    /// @param ids makes the ids of stacks and operations
    public record Parts(
            Database database,
            Operations operations,
            IdentifiedResources resources,
            AccountTypes types,
            Vault vault,
            AuditTrail audit,
            CustomEndpoints endpoints,
            Clock clock,
            Supplier<UUID> ids) {}

    /// The verbs on nodes, for a caller.
    private record Access(
            Parts parts,
            IdentifiedResources resources,
            Beginnings beginnings,
            Compilations compilations,
            StackSignals signals,
            CustomParts customs)
            implements StackTask.NodeAccess {
        private Ownership owners() {
            return new Ownership(parts.database());
        }

        @Override
        public StackVerbs of(Caller caller, Stack stack, StackOrder order, boolean rehearsing) {
            IdentifiedResources verbs =
                    rehearsing ? this.resources.rehearsed(new PlanPreview()) : this.resources.unwaiting();
            return new StackVerbs(
                    new IdentifiedNodes(
                            verbs, parts.operations(), parts.types(), owners(stack), owners(), caller, stack.place()),
                    new NestedNodes(
                            beginnings,
                            compilations,
                            new StackPlan(compilations, parts.types(), this, parts.clock()),
                            caller,
                            stack,
                            order),
                    new CustomNodes(customs, names(), caller, stack),
                    signals.of(stack));
        }

        private CustomNames names() {
            return new CustomNames() {
                @Override
                public String identifier(Stack stack) {
                    return compilations.identifier(stack);
                }

                @Override
                public String responseUrl(Stack stack, OperationId request, String secret) {
                    return compilations.answerAddress(stack, request.toString(), secret);
                }
            };
        }

        private IdentifiedNodes.Owners owners(Stack stack) {
            return new IdentifiedNodes.Owners() {
                @Override
                public Optional<String> of(StackPlace place, String type, String physical) {
                    return owner(place, type, physical).map(compilations::identifier);
                }

                @Override
                public boolean isAnothers(StackPlace place, String type, String physical) {
                    return owner(place, type, physical)
                            .filter(owner -> !owner.id().equals(stack.id()))
                            .isPresent();
                }
            };
        }

        private Optional<Stack> owner(StackPlace place, String type, String physical) {
            return beginnings.database().read(transaction -> {
                StackTables tables = beginnings.tables();
                return tables.nodes()
                        .owner(transaction, place, type, physical)
                        .flatMap(owner -> tables.stacks().find(transaction, owner.stack()));
            });
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
        CustomParts customs = new CustomParts(
                parts.database(),
                tables,
                parts.operations(),
                parts.vault(),
                parts.audit(),
                parts.endpoints(),
                parts.clock(),
                parts.ids());
        StackSignals signals = new StackSignals(beginnings, compilations);
        StackTask.NodeAccess access = new Access(parts, parts.resources(), beginnings, compilations, signals, customs);
        StackPlan plans = new StackPlan(compilations, parts.types(), access, parts.clock());
        StackTask.NodeAccess unguarded =
                new Access(parts, composing.reading(), beginnings, compilations, signals, customs);
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
                new CompositeStacks(beginnings, plans, own, composing),
                signals,
                customs);
    }
}
