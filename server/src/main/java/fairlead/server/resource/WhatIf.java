package fairlead.server.resource;

import fairlead.handler.ErrorCode;
import fairlead.schema.ReplacementStrategy;
import fairlead.schema.ResourceSchema;
import fairlead.schema.diff.Diff;
import fairlead.server.operation.OperationKind;
import fairlead.server.problem.Code;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.Delete;
import fairlead.server.resource.change.DesiredState;
import fairlead.server.resource.change.OperationStart;
import fairlead.server.resource.change.Outcome;
import fairlead.server.resource.change.Patch;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.change.ReplacementPlan;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.naming.AddressedIdentifier;
import fairlead.server.resource.policy.PlanPreview;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.StoredDesiredState;
import fairlead.server.secret.Vault;
import fairlead.server.type.Sealing;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// Tells what a request would do: carries the request out up to the first call of a handler, and undoes it.
public final class WhatIf {

    private final Resources resources;
    private final Vault vault;
    private final Sealing sealing;

    public WhatIf(Resources resources, Vault vault, Sealing sealing) {
        this.resources = resources;
        this.vault = vault;
        this.sealing = sealing;
    }

    /// What is asked for of a resource.
    ///
    /// @param sku empty if its type has none
    /// @param properties with write-only values: to be compared, and not to be shown
    public record Side(String location, ObjectNode tags, ObjectNode sku, ObjectNode properties) {}

    /// What would happen.
    public sealed interface Forecast {

        /// The resource would be made.
        record Create(Side after, Diff difference) implements Forecast {}

        /// Nothing at all, not even another ETag.
        record NoChange() implements Forecast {}

        /// The resource would be changed in place.
        ///
        /// @param difference of what is asked for; empty if the same would be asked for again, to repair
        /// @param handled whether the handler would be called; else only tags or the name's casing change
        record Modify(Side before, Side after, Diff difference, boolean handled) implements Forecast {}

        /// The resource would be replaced, as the request allows.
        ///
        /// @param difference of what is asked for: the effects say which property forces it
        record Replaced(Side before, Side after, Diff difference, ReplacementStrategy strategy) implements Forecast {}

        /// The resource would be deleted.
        record Delete(Side before, Diff difference) implements Forecast {}

        /// It would be refused, and could be had by a replacement, which the request does not allow.
        record Replace(Problem reason) implements Forecast {}

        /// It would be refused.
        record Refused(Problem reason) implements Forecast {}
    }

    public Forecast put(Put request) {
        return put(request, new PlanPreview());
    }

    /// @param preview takes notice of the plan
    public Forecast put(Put request, PlanPreview preview) {
        Resources rehearsed = resources.rehearsed(preview);
        return forecast(request.id(), request.type().schema(), () -> rehearsed.put(request));
    }

    /// What a PUT would do with what it brings along, nested in the resource, by the ids of that.
    public Map<ResourceId, Forecast> nested(Put request) {
        Map<ResourceId, Forecast> forecasts = new LinkedHashMap<>();
        boolean into = resources.find(request.id()).isPresent();
        resources
                .nested(request)
                .forEach(child -> forecasts.put(child.id(), into ? put(child) : first(request, child)));
        return forecasts;
    }

    /// What is made together with what it is nested in.
    private Forecast first(Put parent, Put child) {
        ResourceSchema schema = child.type().schema();
        AddressedIdentifier address =
                resources.addressed().nested(parent.type(), parent.id(), parent.properties(), child.id());
        ObjectNode asked =
                DesiredState.toCreate(child.type(), address, child.properties()).whole();
        Side after = new Side("", Documents.empty(), Documents.empty(), asked);
        return new Forecast.Create(after, Diff.between(schema, Documents.empty(), asked));
    }

    public Forecast patch(Patch request) {
        return patch(request, new PlanPreview());
    }

    /// @param preview takes notice of the plan
    public Forecast delete(Delete request, PlanPreview preview) {
        Resources rehearsed = resources.rehearsed(preview);
        return forecast(request.id(), request.type().schema(), () -> rehearsed.delete(request));
    }

    /// @param preview takes notice of the plan
    public Forecast patch(Patch request, PlanPreview preview) {
        Resources rehearsed = resources.rehearsed(preview);
        return forecast(request.id(), request.type().schema(), () -> rehearsed.patch(request));
    }

    private Forecast forecast(ResourceId id, ResourceSchema schema, Supplier<Outcome> request) {
        Optional<Resource> present = resources.find(id);
        try {
            return switch (request.get()) {
                case Outcome.Done(var next, var _) -> unhandled(schema, present.orElse(next), next);
                case Outcome.Accepted(var next, var _, var _)
                when present.filter(now -> now.version() == next.version()).isPresent() -> new Forecast.NoChange();
                case Outcome.Accepted(var next, var operation, var _)
                when operation.kind() == OperationKind.DELETE -> deleted(schema, present.orElse(next));
                case Outcome.Accepted(var next, var operation, var created) ->
                    created || present.isEmpty()
                            ? made(schema, next)
                            : OperationStart.replacement(operation, sealing)
                                    .filter(ReplacementPlan::atOnce)
                                    .map(order -> replaced(schema, present.get(), next, order))
                                    .orElseGet(() -> changed(schema, present.get(), next, true));
                case Outcome.Deleted(), Outcome.Absent(), Outcome.Pending _ -> new Forecast.NoChange();
            };
        } catch (ProblemException refused) {
            Problem problem = refused.problem();
            return isCuredByReplacement(problem.code()) ? new Forecast.Replace(problem) : new Forecast.Refused(problem);
        }
    }

    private static boolean isCuredByReplacement(Code code) {
        return code == ProblemCode.PROPERTY_CHANGE_NOT_ALLOWED
                || code.ofHandler().equals(Optional.of(ErrorCode.NOT_UPDATABLE));
    }

    private Forecast unhandled(ResourceSchema schema, Resource present, Resource next) {
        return present.version() == next.version() ? new Forecast.NoChange() : changed(schema, present, next, false);
    }

    private Forecast made(ResourceSchema schema, Resource next) {
        Side after = side(schema, next);
        return new Forecast.Create(after, Diff.between(schema, Documents.empty(), after.properties()));
    }

    private Forecast deleted(ResourceSchema schema, Resource present) {
        Side before = side(schema, present);
        return new Forecast.Delete(before, Diff.between(schema, before.properties(), Documents.empty()));
    }

    private Forecast replaced(ResourceSchema schema, Resource present, Resource next, ReplacementPlan order) {
        Side before = side(schema, present);
        Side after = side(schema, next);
        Diff difference = Diff.between(schema, before.properties(), after.properties());
        return new Forecast.Replaced(before, after, difference, order.strategy());
    }

    private Forecast changed(ResourceSchema schema, Resource present, Resource next, boolean handled) {
        Side before = side(schema, present);
        Side after = side(schema, next);
        return new Forecast.Modify(
                before, after, Diff.between(schema, before.properties(), after.properties()), handled);
    }

    /// What is asked for of a resource that is there, as its type's version has it.
    public Side side(ResourceSchema schema, Resource resource) {
        return new Side(
                resource.location(),
                Documents.object(resource.tags()),
                Documents.object(resource.sku()),
                asked(schema, resource));
    }

    /// What is asked for, write-only values included.
    private ObjectNode asked(ResourceSchema schema, Resource resource) {
        ObjectNode visible = StoredDesiredState.read(schema, resource.desired(), resource.properties());
        ObjectNode secret =
                Documents.object(vault.open(resource.secrets(), resource.uid().toString()));
        return schema.overlay(visible, secret);
    }
}
