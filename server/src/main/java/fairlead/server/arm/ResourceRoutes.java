package fairlead.server.arm;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.access.policy.Judgement;
import fairlead.server.arm.address.Address;
import fairlead.server.arm.address.Paging;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.Resources;
import fairlead.server.resource.WhatIf;
import fairlead.server.resource.WhatIf.Forecast;
import fairlead.server.resource.change.ChangeTerms;
import fairlead.server.resource.change.Delete;
import fairlead.server.resource.change.Outcome;
import fairlead.server.resource.change.Patch;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.list.Inventory;
import fairlead.server.resource.policy.PlanPreview;
import fairlead.server.resource.record.Arns;
import fairlead.server.resource.record.Listing;
import fairlead.server.resource.record.Preconditions;
import fairlead.server.resource.record.ReadableResources;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.Skus;
import fairlead.server.stack.record.ShownOwners;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.definition.ArmType;
import fairlead.server.type.definition.EnvelopeMember;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// The verbs on resources and on their lists.
///
/// Implements "Creating or Updating Resources" and "Delete Resource" of the "Azure resource provider contract".
final class ResourceRoutes {

    private final Resources resources;
    private final Inventory inventory;
    private final WhatIf whatIf;
    private final ApiVersions versions;
    private final Answers answers;
    private final Authorizer authorizer;
    private final PutReader puts;
    private final ShownOwners owners;

    ResourceRoutes(
            Resources resources,
            Inventory inventory,
            WhatIf whatIf,
            ApiVersions versions,
            Answers answers,
            Authorizer authorizer,
            ShownOwners owners) {
        this.owners = owners;
        this.authorizer = authorizer;
        puts = new PutReader(resources, authorizer);
        this.resources = resources;
        this.inventory = inventory;
        this.whatIf = whatIf;
        this.versions = versions;
        this.answers = answers;
    }

    Response answer(Request request, Address.OneResource address, String apiVersion) {
        TypeVersion type = versions.require(address.type(), apiVersion);
        return switch (request.method()) {
            case "GET" -> get(request, resources.get(address.id()), type);
            case "HEAD" -> Response.empty(resources.find(address.id()).isPresent() ? 204 : 404);
            case "PUT" -> put(request, address.id(), type);
            case "PATCH" -> patch(request, address.id(), type);
            case "DELETE" -> delete(request, address.id(), type);
            default -> Answers.notAllowed(request, "GET, HEAD, PUT, PATCH, DELETE");
        };
    }

    Response answer(Request request, Address.ResourceList address, String apiVersion) {
        versions.require(address.type(), apiVersion);
        if (!request.method().equals("GET")) {
            return Answers.notAllowed(request, "GET");
        }
        Paging paging = Paging.of(request);
        Listing listing = new Listing(address.scope(), paging.after(), paging.limit());
        Optional<String> filter = request.query("$filter").filter(text -> !text.isBlank());
        Predicate<ResourceId> shown = new ReadableResources(authorizer, request.caller()).filter();
        Listing.Page page = filter.isPresent()
                ? filtered(listing, address.type(), filter.get(), shown)
                : page(listing, address.type(), shown);
        boolean divisible = filter.isEmpty() && address.type().current().recorded();
        Map<EnvelopeMember, String> members =
                address.type().current().registration().envelope();
        ListJson list = new ListJson();
        Optional<String> last = Optional.empty();
        for (Resource resource : page.resources()) {
            if (divisible && list.isFull()) {
                return list.end(last.map(mark -> Paging.next(request, mark)));
            }
            ResourceJson.write(list.item(), resource, members);
            last = Optional.of(listing.mark(resource));
        }
        return list.end(page.next().map(mark -> Paging.next(request, mark)));
    }

    private Listing.Page page(Listing listing, RegisteredType type, Predicate<ResourceId> shown) {
        if (type.current().recorded()) {
            return inventory.list(listing, type, shown);
        }
        Listing.Page page = resources.list(listing.any(type.current().armType()), type, listing);
        return new Listing.Page(
                page.resources().stream()
                        .filter(resource -> shown.test(resource.id()))
                        .toList(),
                page.next());
    }

    private Listing.Page filtered(Listing listing, RegisteredType type, String filter, Predicate<ResourceId> shown) {
        ArmType armType = type.current().armType();
        if (!type.current().recorded()) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_FILTER_IN_QUERY_STRING,
                    "Resources of the type '" + armType
                            + "' are known to their handler alone, and can't be filtered. Leave out the $filter.",
                    "$filter"));
        }
        Optional<String> group = Optional.of(listing.any(armType).group()).filter(name -> !name.isEmpty());
        return inventory.list(listing, type, Filters.ofType(filter, group, armType), shown);
    }

    /// What a PUT with this body would do; with `method=patch`, a PATCH, and with `method=delete`, a DELETE.
    Response answer(Request request, Address.WhatIf address, String apiVersion) {
        TypeVersion type = versions.require(address.type(), apiVersion);
        if (!request.method().equals("POST")) {
            return Answers.notAllowed(request, "POST");
        }
        authorizer.require(
                request.caller(),
                Action.read(type.armType().toString()),
                new AccessScope(address.id().toString()));
        String method = request.query("method").orElse("put").toLowerCase(Locale.ROOT);
        ResourceId id = address.id();
        WhatIfJson json = new WhatIfJson(request.language());
        return switch (method) {
            case "put" -> {
                Put put = putOf(request, id, type);
                PlanPreview preview = new PlanPreview();
                yield Answers.told(request, json.of(id, whatIf.put(put, preview), preview, () -> whatIf.nested(put)));
            }
            case "patch" -> {
                PlanPreview preview = new PlanPreview();
                Forecast forecast = whatIf.patch(patchOf(request, id, type), preview);
                yield Answers.told(request, json.of(id, forecast, preview, Map::of));
            }
            case "delete" -> {
                authorizer.require(
                        request.caller(), Action.delete(type.armType().toString()), new AccessScope(id.toString()));
                PlanPreview preview = new PlanPreview();
                Forecast forecast = whatIf.delete(deleteOf(request, id, type), preview);
                yield Answers.told(request, json.of(id, forecast, preview, Map::of));
            }
            default ->
                throw new ProblemException(new Problem.BadRequest(
                        ProblemCode.INVALID_QUERY_PARAMETER,
                        "The value of method is '" + method + "'; expected put, patch or delete.",
                        "method"));
        };
    }

    /// The SKUs that the resource could have.
    Response answer(Request request, Address.ResourceSkus address, String apiVersion) {
        TypeVersion type = versions.require(address.type(), apiVersion);
        if (!request.method().equals("GET")) {
            return Answers.notAllowed(request, "GET");
        }
        ListJson list = new ListJson();
        Skus.of(type, resources.get(address.id())).forEach(sku -> list.add(SkuJson.of(type, sku)));
        return list.end(Optional.empty());
    }

    private Put putOf(Request request, ResourceId id, TypeVersion type) {
        return puts.read(request.caller(), id, type, request.object(Documents.JSON), terms(request));
    }

    private static ChangeTerms terms(Request request) {
        return ChangeTerms.read(request::query).provided(preconditions(request)).as(request.header(Judgement.HEADER));
    }

    private static Delete deleteOf(Request request, ResourceId id, TypeVersion type) {
        return new Delete(
                request.caller(),
                id,
                type,
                ChangeTerms.NONE.provided(preconditions(request)).as(request.header(Judgement.HEADER)));
    }

    private static Patch patchOf(Request request, ResourceId id, TypeVersion type) {
        Envelope envelope = PutReader.envelope(request.object(Documents.JSON), id, type);
        return new Patch(
                request.caller(),
                id,
                type,
                new Patch.Body(
                        envelope.location(),
                        envelope.tags(),
                        envelope.properties(),
                        envelope.claimedState(),
                        envelope.sku()),
                terms(request));
    }

    private Response get(Request request, Resource present, TypeVersion type) {
        if (preconditions(request).isKnown(present.id(), present.etag())) {
            return Answers.notModified(present.etag());
        }
        Response response = answers.resource(200, present, type);
        return owners.of(present)
                .map(owner -> response.with(ShownOwners.HEADER, Arns.header(owner.address())))
                .orElse(response);
    }

    private Response put(Request request, ResourceId id, TypeVersion type) {
        return switch (resources.put(puts.allowed(putOf(request, id, type)))) {
            case Outcome.Done(var resource, var created) -> answers.resource(created ? 201 : 200, resource, type);
            case Outcome.Accepted(var resource, var operation, var created) ->
                answers.withOperation(answers.resource(created ? 201 : 200, resource, type), request, operation);
            case Outcome.Pending(var operation) -> answers.accepted(request, operation);
            case Outcome.Deleted(), Outcome.Absent() -> throw deletedSince(id);
        };
    }

    private Response patch(Request request, ResourceId id, TypeVersion type) {
        return switch (resources.patch(patchOf(request, id, type))) {
            case Outcome.Done done -> answers.resource(200, done.resource(), type);
            case Outcome.Accepted accepted ->
                switch (type.registration().patchStyle()) {
                    case BODY ->
                        answers.withOperation(
                                answers.resource(200, accepted.resource(), type), request, accepted.operation());
                    case ACCEPTED -> answers.accepted(request, accepted.operation());
                };
            case Outcome.Pending(var operation) -> answers.accepted(request, operation);
            case Outcome.Deleted(), Outcome.Absent() -> throw deletedSince(id);
        };
    }

    private Response delete(Request request, ResourceId id, TypeVersion type) {
        return switch (resources.delete(deleteOf(request, id, type))) {
            case Outcome.Deleted(), Outcome.Done _ -> Response.empty(200);
            case Outcome.Absent() -> Response.empty(204);
            case Outcome.Accepted accepted -> answers.accepted(request, accepted.operation());
            case Outcome.Pending(var operation) -> answers.accepted(request, operation);
        };
    }

    private static Preconditions preconditions(Request request) {
        return Preconditions.of(request.header("If-Match"), request.header("If-None-Match"));
    }

    private static ProblemException deletedSince(ResourceId id) {
        return new ProblemException(new Problem.Conflict(
                ProblemCode.RESOURCE_DELETED,
                "The resource '" + id + "' was changed, and deleted by another request since."));
    }
}
