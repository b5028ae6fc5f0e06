package fairlead.server.admin;

import fairlead.server.access.Authorizer;
import fairlead.server.http.Request;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.Tagging;
import fairlead.server.resource.list.References;
import fairlead.server.resource.list.References.Node;
import fairlead.server.resource.list.References.Reference;
import fairlead.server.resource.record.ReadableResources;
import fairlead.server.resource.record.Resource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `/fairlead/resources` and `/fairlead/graph`: what an ARN means, and which resources mean which others.
final class LiveRoutes {

    private static final int USUAL = 100;
    private static final int MOST = 1000;

    private final ReferenceLookup live;
    private final Authorizer authorizer;

    LiveRoutes(ReferenceLookup live, Authorizer authorizer) {
        this.live = live;
        this.authorizer = authorizer;
    }

    /// The resources that an ARN means; a problem if there is none.
    ObjectNode resources(Request request) {
        String arn = required(request, "arn");
        ReadableResources shown = new ReadableResources(authorizer, request.caller());
        List<Resource> found = live.arns().find(arn).stream()
                .filter(resource -> shown.test(resource.id()))
                .toList();
        if (found.isEmpty()) {
            throw new ProblemException(
                    new Problem.NotFound(ProblemCode.RESOURCE_NOT_FOUND, "There is no resource '" + arn + "'."));
        }
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode list = answer.putArray("value");
        found.forEach(resource -> described(list.addObject(), resource, Optional.of(arn)));
        return answer;
    }

    private static ObjectNode described(ObjectNode json, Resource resource, Optional<String> arn) {
        arn.ifPresent(text -> json.put("arn", text));
        json.put("id", resource.id().toString());
        json.put("typeName", resource.typeName().toString());
        json.put("armType", resource.id().type().toString());
        resource.identifier().ifPresent(identifier -> json.put("identifier", identifier));
        json.put("location", resource.location());
        json.put("provisioningState", resource.state().word());
        json.set("tags", Tagging.of(resource));
        return json;
    }

    /// One page of the resources of a subscription or group, with what they refer to.
    ObjectNode graph(Request request) {
        String subscription = required(request, "subscription").toLowerCase(Locale.ROOT);
        References.Page page = live.references()
                .page(
                        subscription,
                        request.query("group"),
                        new ReadableResources(authorizer, request.caller()),
                        request.query("$skipToken"),
                        limit(request));
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode list = answer.putArray("value");
        page.nodes().forEach(node -> write(list.addObject(), node));
        page.next().ifPresent(mark -> answer.put("nextLink", request.urlWith("$skipToken", mark)));
        return answer;
    }

    private static void write(ObjectNode json, Node node) {
        ArrayNode references = described(json, node.resource(), node.arn()).putArray("references");
        for (Reference reference : node.references()) {
            ObjectNode one = references.addObject().put("pointer", reference.pointer());
            one.put("value", reference.value());
            reference.type().ifPresent(type -> one.put("typeName", type));
            one.put("state", reference.state().name().toLowerCase(Locale.ROOT));
            ArrayNode targets = one.putArray("targets");
            reference.targets().forEach(id -> targets.add(id.toString()));
        }
    }

    private static String required(Request request, String name) {
        return request.query(name)
                .filter(value -> !value.isEmpty())
                .orElseThrow(() -> wrong(name, "expected a value, found nothing"));
    }

    private static int limit(Request request) {
        String top = request.query("$top").orElse(Integer.toString(USUAL));
        if (!top.matches("[1-9]\\d{0,8}")) {
            throw wrong("$top", "expected a positive integer, found '" + top + "'");
        }
        return Math.min(Integer.parseInt(top), MOST);
    }

    private static ProblemException wrong(String name, String message) {
        return new ProblemException(
                new Problem.BadRequest(ProblemCode.INVALID_QUERY_PARAMETER, name + ": " + message + ".", name));
    }
}
