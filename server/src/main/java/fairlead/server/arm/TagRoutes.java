package fairlead.server.arm;

import fairlead.server.arm.address.Address;
import fairlead.server.arm.address.Paging;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.Tagging;
import fairlead.server.resource.Tagging.Place;
import fairlead.server.resource.change.TagRules;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.TagUse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Tags by themselves: those of a place, and those that are in use.
final class TagRoutes {

    private static final String POINTER = "/properties/tags";

    private final Tagging tagging;

    TagRoutes(Tagging tagging) {
        this.tagging = tagging;
    }

    Response answer(Request request, Address.TagsOf address) {
        Place place = place(address.of());
        return switch (request.method()) {
            case "GET" -> answer(tagging.at(place));
            case "PUT" -> changed(request, place, replacing(tags(request.object(Documents.JSON))));
            case "PATCH" -> changed(request, place, patching(request.object(Documents.JSON)));
            case "DELETE" -> {
                tagging.change(request.caller(), place, _ -> JsonNodeFactory.instance.objectNode());
                yield Response.empty(200);
            }
            default -> Answers.notAllowed(request, "GET, PUT, PATCH, DELETE");
        };
    }

    private static Place place(Address address) {
        return switch (address) {
            case Address.OneSubscription(var id) -> new Place.OfSubscription(id);
            case Address.OneGroup(var subscription, var group) -> new Place.OfGroup(subscription, group);
            case Address.OneResource(var id, var _) -> new Place.OfResource(id);
            default -> throw new IllegalArgumentException(address + " has no tags");
        };
    }

    private Response changed(Request request, Place place, UnaryOperator<ObjectNode> change) {
        return answer(tagging.change(request.caller(), place, present -> {
            ObjectNode tags = change.apply(present);
            refuse(TagRules.checkCount(tags, POINTER));
            return tags;
        }));
    }

    private static ObjectNode tags(ObjectNode body) {
        if (body.at(POINTER) instanceof ObjectNode tags) {
            refuse(TagRules.check(tags, POINTER));
            return tags;
        }
        throw new ProblemException(Problem.InvalidBody.of(
                "envelope.type", "expected an object, found " + EnvelopeReader.kind(body.at(POINTER)), POINTER));
    }

    private static void refuse(List<Detail> wrong) {
        if (!wrong.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(wrong));
        }
    }

    private static UnaryOperator<ObjectNode> patching(ObjectNode body) {
        String operation = body.path("operation").asString("");
        ObjectNode tags = tags(body);
        return switch (operation.toLowerCase(Locale.ROOT)) {
            case "replace" -> replacing(tags);
            case "merge" -> present -> TagRules.merged(present, tags);
            case "delete" -> present -> without(present, tags);
            default ->
                throw new ProblemException(Problem.InvalidBody.of(
                        "tags.operation",
                        "expected Merge, Replace or Delete, found '" + operation + "'",
                        "/operation"));
        };
    }

    private static UnaryOperator<ObjectNode> replacing(ObjectNode tags) {
        return _ -> tags;
    }

    /// Without those of the same key, if no value is given or it is theirs.
    private static ObjectNode without(ObjectNode present, ObjectNode unwanted) {
        ObjectNode tags = present.deepCopy();
        for (Map.Entry<String, JsonNode> tag : unwanted.properties()) {
            String value = tag.getValue().asString("");
            TagRules.same(tags, tag.getKey())
                    .filter(key ->
                            value.isEmpty() || value.equals(tags.path(key).asString("")))
                    .ifPresent(tags::remove);
        }
        return tags;
    }

    private static Response answer(Tagging.Tagged tagged) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", tagged.id() + "/providers/Microsoft.Resources/tags/default");
        json.put("name", "default");
        json.put("type", "Microsoft.Resources/tags");
        json.putObject("properties").set("tags", tagged.tags());
        return Answers.json(200, json);
    }

    Response answer(Request request, Address.TagNames address) {
        if (!request.method().equals("GET")) {
            return Answers.notAllowed(request, "GET");
        }
        Paging paging = Paging.of(request);
        List<TagUse> found = tagging.used(address.subscription(), paging.after(), paging.limit() + 1);
        List<TagUse> page = found.subList(0, Math.min(found.size(), paging.limit()));
        ListJson list = new ListJson();
        page.forEach(used -> list.add(json("/subscriptions/" + address.subscription() + "/tagNames/", used)));
        return list.end(
                found.size() > page.size()
                        ? Optional.of(Paging.next(request, page.getLast().key()))
                        : Optional.empty());
    }

    private static ObjectNode json(String names, TagUse used) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", names + used.key()).put("tagName", used.key());
        json.set("count", count(used.count()));
        ArrayNode values = json.putArray("values");
        used.values()
                .forEach(value -> values.addObject()
                        .put("id", names + used.key() + "/tagValues/" + value.value())
                        .put("tagValue", value.value())
                        .set("count", count(value.count())));
        return json;
    }

    private static ObjectNode count(long resources) {
        return JsonNodeFactory.instance.objectNode().put("type", "Total").put("value", resources);
    }
}
