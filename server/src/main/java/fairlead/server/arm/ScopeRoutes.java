package fairlead.server.arm;

import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.Visibility;
import fairlead.server.arm.address.Address;
import fairlead.server.arm.address.Names;
import fairlead.server.arm.address.Paging;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.group.Groups;
import fairlead.server.resource.record.Preconditions;
import fairlead.server.scope.Location;
import fairlead.server.scope.ResourceGroup;
import fairlead.server.scope.Scopes;
import fairlead.server.scope.Subscription;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The verbs on subscriptions, their locations, and resource groups.
final class ScopeRoutes {

    private final Scopes scopes;
    private final Groups groups;
    private final Answers answers;
    private final Authorizer authorizer;

    ScopeRoutes(Scopes scopes, Groups groups, Answers answers, Authorizer authorizer) {
        this.authorizer = authorizer;
        this.scopes = scopes;
        this.groups = groups;
        this.answers = answers;
    }

    // -- subscriptions ------------------------------------------------------------------------------------------------

    Response answer(Request request, Address.Subscriptions list) {
        if (!request.method().equals("GET")) {
            return Answers.notAllowed(request, "GET");
        }
        Paging paging = Paging.of(request);
        List<Subscription> found = scopes.subscriptions(
                paging.after().orElse(""),
                paging.limit() + 1,
                subscription -> authorizer.concerns(request.caller(), subscription.id()));
        List<Subscription> page = found.subList(0, Math.min(found.size(), paging.limit()));
        ListJson json = new ListJson();
        page.forEach(subscription -> json.add(json(subscription)));
        return json.end(
                found.size() > page.size()
                        ? Optional.of(Paging.next(request, page.getLast().id()))
                        : Optional.empty());
    }

    Response answer(Request request, Address.OneSubscription address) {
        return switch (request.method()) {
            case "GET" -> Answers.json(200, json(scopes.subscription(address.subscription())));
            case "PUT" -> notified(request, address.subscription());
            default -> Answers.notAllowed(request, "GET, PUT");
        };
    }

    /// The subscription lifecycle notification: idempotent, for known and unknown subscriptions; the body is
    /// echoed.
    private Response notified(Request request, String id) {
        ObjectNode body = request.object(Documents.JSON);
        String state = body.path("state").asString("");
        if (!List.of("Registered", "Unregistered", "Warned", "Suspended", "Deleted")
                .contains(state)) {
            throw new ProblemException(Problem.InvalidBody.of(
                    "subscription.state",
                    "expected Registered, Unregistered, Warned, Suspended or Deleted, found '" + state + "'",
                    "/state"));
        }
        String name = body.path("properties")
                .path("displayName")
                .asString(body.path("displayName").asString(id));
        if (state.equals("Deleted")) {
            groups.requireNoneDenied(request.caller(), id);
        }
        scopes.putSubscription(id, name, state.equals("Registered") ? "Enabled" : state);
        if (state.equals("Deleted")) {
            groups.deleteAll(request.caller(), id);
        }
        return Answers.json(200, body);
    }

    Response answer(Request request, Address.SubscriptionLocations address) {
        if (!request.method().equals("GET")) {
            return Answers.notAllowed(request, "GET");
        }
        String subscription = scopes.subscription(address.subscription()).id();
        ListJson list = new ListJson();
        for (Location location : scopes.locations().all()) {
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            json.put("id", "/subscriptions/" + subscription + "/locations/" + location.name());
            json.put("name", location.name());
            json.put("displayName", location.displayName());
            json.put("type", "Region");
            list.add(json);
        }
        return list.end(Optional.empty());
    }

    private static ObjectNode json(Subscription subscription) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", "/subscriptions/" + subscription.id());
        json.put("subscriptionId", subscription.id());
        json.put("displayName", subscription.displayName());
        json.put("state", subscription.state());
        json.set("tags", subscription.tags());
        return json;
    }

    // -- groups -------------------------------------------------------------------------------------------------------

    Response answer(Request request, Address.Groups address) {
        if (!request.method().equals("GET")) {
            return Answers.notAllowed(request, "GET");
        }
        Paging paging = Paging.of(request);
        Visibility visible =
                authorizer.visible(request.caller(), Action.read("Microsoft.Resources/subscriptions/resourceGroups"));
        Predicate<ResourceGroup> fits = Filters.ofGroups(request.query("$filter"))
                .and(group -> visible.covers(group.id().toLowerCase(Locale.ROOT)));
        List<ResourceGroup> found =
                scopes.groups(address.subscription(), paging.after().orElse(""), paging.limit() + 1, fits);
        List<ResourceGroup> page = found.subList(0, Math.min(found.size(), paging.limit()));
        ListJson json = new ListJson();
        page.forEach(group -> json.add(json(group)));
        return json.end(
                found.size() > page.size()
                        ? Optional.of(Paging.next(request, page.getLast().name().toLowerCase(Locale.ROOT)))
                        : Optional.empty());
    }

    Response answer(Request request, Address.OneGroup address) {
        return switch (request.method()) {
            case "GET" -> get(request, address);
            case "HEAD" -> head(address);
            case "PUT" -> put(request, address);
            case "PATCH" -> patch(request, address);
            case "DELETE" -> delete(request, address);
            default -> Answers.notAllowed(request, "GET, HEAD, PUT, PATCH, DELETE");
        };
    }

    private Response get(Request request, Address.OneGroup address) {
        ResourceGroup group = scopes.group(address.subscription(), address.group());
        return preconditions(request).isKnown(id(address), group.etag())
                ? Answers.notModified(group.etag())
                : answer(200, group);
    }

    private Response head(Address.OneGroup address) {
        scopes.group(address.subscription(), address.group());
        return Response.empty(204);
    }

    private Response put(Request request, Address.OneGroup address) {
        Scopes.Put put =
                put(scopes, request.caller(), address, request.object(Documents.JSON), demand(request, address));
        return answer(put.created() ? 201 : 200, put.group());
    }

    /// Makes or changes a group as a body asks for it.
    static Scopes.Put put(
            Scopes scopes, Caller caller, Address.OneGroup address, ObjectNode body, Scopes.Demand demand) {
        Names.requireGroup(address.group());
        Envelope envelope = envelope(body, address);
        return scopes.putGroup(
                caller,
                address.subscription(),
                address.group(),
                location(scopes, envelope),
                envelope.tags().orElseGet(JsonNodeFactory.instance::objectNode),
                demand);
    }

    private static String location(Scopes scopes, Envelope envelope) {
        return envelope.location()
                .orElseThrow(() -> new ProblemException(Problem.InvalidBody.of(
                        "envelope.location-required",
                        "a resource group needs a location, '"
                                + scopes.locations().offered().getFirst() + "' for example",
                        "/location")));
    }

    /// Refuses what a PUT of a group would be refused for, as far as that is known before.
    static void rehearse(Scopes scopes, Address.OneGroup address, ObjectNode body) {
        Names.requireGroup(address.group());
        String location = location(scopes, envelope(body, address));
        scopes.requireLocation(address.subscription(), address.group(), location);
    }

    private Response patch(Request request, Address.OneGroup address) {
        Envelope envelope = envelope(request, address);
        return answer(
                200,
                scopes.tagGroup(
                        request.caller(),
                        address.subscription(),
                        address.group(),
                        present -> envelope.tags().orElse(present),
                        demand(request, address)));
    }

    /// The group and everything in it.
    private Response delete(Request request, Address.OneGroup address) {
        return groups.delete(request.caller(), address.subscription(), address.group(), demand(request, address))
                .map(operation -> answers.accepted(request, operation))
                .orElseGet(() -> Response.empty(200));
    }

    private static Envelope envelope(Request request, Address.OneGroup address) {
        return envelope(request.object(Documents.JSON), address);
    }

    /// What a body asks for; a problem with all that is wrong with it.
    static Envelope envelope(ObjectNode body, Address.OneGroup address) {
        Envelope envelope =
                EnvelopeReader.read(body, id(address), List.of(address.group()), ResourceGroup.TYPE, Map.of());
        if (envelope.sku().isPresent()) {
            throw new ProblemException(
                    Problem.InvalidBody.of("envelope.not-supported", "the type does not support 'sku'", "/sku"));
        }
        return envelope;
    }

    private static Scopes.Demand demand(Request request, Address.OneGroup address) {
        return preconditions(request).ofGroup(id(address));
    }

    private static String id(Address.OneGroup address) {
        return "/subscriptions/" + address.subscription() + "/resourceGroups/" + address.group();
    }

    private static Preconditions preconditions(Request request) {
        return Preconditions.of(request.header("If-Match"), request.header("If-None-Match"));
    }

    private static Response answer(int status, ResourceGroup group) {
        return Answers.json(status, json(group)).with("ETag", group.etag());
    }

    static ObjectNode json(ResourceGroup group) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", group.id());
        json.put("name", group.name());
        json.put("type", ResourceGroup.TYPE);
        json.put("location", group.location());
        json.set("tags", group.tags());
        json.putObject("properties").put("provisioningState", group.deletion().isPresent() ? "Deleting" : "Succeeded");
        return json;
    }
}
