package fairlead.server.arm;

import fairlead.schema.PropertyPath;
import fairlead.server.access.Authorizer;
import fairlead.server.arm.address.Address;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.FailureCode;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.list.Exports;
import fairlead.server.resource.list.Exports.Exported;
import fairlead.server.resource.record.ReadableResources;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.template.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A group's resources as a template: what `az group export` shows.
final class ExportRoutes {

    private final Exports exports;
    private final Authorizer authorizer;

    ExportRoutes(Exports exports, Authorizer authorizer) {
        this.authorizer = authorizer;
        this.exports = exports;
    }

    /// @param ids empty for all
    private record Wanted(Optional<List<ResourceId>> ids, Template.Style style) {}

    /// What can't be in the template does not keep the rest from it: the answer says so beside it.
    Response answer(Request request, Address.Export address) {
        if (!request.method().equals("POST")) {
            return Answers.notAllowed(request, "POST");
        }
        Wanted wanted = wanted(request.object(Documents.JSON), address);
        String group = address.group();
        ReadableResources shown = new ReadableResources(authorizer, request.caller());
        Exports.Group exported = wanted.ids()
                .map(ids -> exports.some(address.subscription(), group, ids, shown))
                .orElseGet(() -> exports.all(address.subscription(), group, shown));
        List<ObjectNode> resources = exported.resources().stream()
                .map(resource -> resource(resource, wanted.style()))
                .toList();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("template", Template.of(resources, wanted.style()));
        ArrayNode missing = JsonNodeFactory.instance.arrayNode();
        exported.absent().forEach(id -> missing.add(absent(id)));
        exported.resources().stream()
                .filter(resource -> !resource.secret().isEmpty())
                .forEach(resource -> missing.add(secret(resource)));
        Template.tellMissing(json, missing);
        return Answers.json(200, json);
    }

    private static ObjectNode absent(ResourceId id) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("code", ProblemCode.RESOURCE_NOT_FOUND.text())
                .put("message", "There is no resource '" + id + "'.")
                .put("target", id.toString());
    }

    private static ObjectNode secret(Exported exported) {
        String id = exported.resource().id().toString();
        String paths = exported.secret().stream().map(PropertyPath::toString).collect(Collectors.joining("', '"));
        return JsonNodeFactory.instance
                .objectNode()
                .put("code", FailureCode.EXPORT_TEMPLATE_SECRET_LEFT_OUT.text())
                .put(
                        "message",
                        "The template lacks '%s' of '%s': write-only properties are shown to no caller."
                                .formatted(paths, id))
                .put("target", id);
    }

    private static ObjectNode resource(Exported exported, Template.Style style) {
        Resource resource = exported.resource();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        if (style.comments()) {
            json.put("comments", "Generalized from resource: '" + resource.id() + "'.");
        }
        json.put("type", resource.id().type().toString())
                .put("apiVersion", exported.type().apiVersion())
                .put("name", String.join("/", resource.id().names()))
                .put("location", resource.location());
        set(json, "tags", JsonMapper.shared().readTree(resource.tags()));
        if (resource.sku().length > 0) {
            set(json, "sku", JsonMapper.shared().readTree(resource.sku()));
        }
        ObjectNode properties = exported.properties();
        exported.type().registration().envelope().forEach((member, property) -> {
            JsonNode value = properties.remove(property);
            if (value != null) {
                set(json, member.word(), value);
            }
        });
        json.set("properties", Template.escaped(properties));
        return json;
    }

    private static void set(ObjectNode json, String name, JsonNode value) {
        if (!value.isEmpty() || value.isValueNode()) {
            json.set(name, Template.escaped(value));
        }
    }

    // -- the request --------------------------------------------------------------------------------------------------

    private static Wanted wanted(ObjectNode body, Address.Export address) {
        List<Detail> wrong = new ArrayList<>();
        Template.Style style = style(body.path("options"), wrong);
        Optional<List<ResourceId>> ids = ids(body.path("resources"), address, wrong);
        if (!wrong.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(wrong));
        }
        return new Wanted(ids, style);
    }

    private static Template.Style style(JsonNode given, List<Detail> wrong) {
        boolean text = given.isString() || given.isMissingNode() || given.isNull();
        String options = text ? given.asString("") : given.toString();
        for (String option : options.split(",", -1)) {
            String word = option.strip();
            if (!text || (!word.isEmpty() && Template.Style.WORDS.stream().noneMatch(word::equalsIgnoreCase))) {
                String expected = String.join(",", Template.Style.WORDS);
                wrong.add(new Detail(
                        "export.options", "expected some of " + expected + ", found '" + word + "'", "/options"));
            }
        }
        return Template.Style.of(options);
    }

    private static Optional<List<ResourceId>> ids(JsonNode given, Address.Export address, List<Detail> wrong) {
        if (given.isMissingNode() || given.isNull()) {
            return Optional.empty();
        }
        if (!given.isArray()) {
            wrong.add(new Detail("export.id", "expected [\"*\"] or a list of ids of resources", "/resources"));
            return Optional.empty();
        }
        if (given.size() == 1 && given.path(0).asString("").equals("*")) {
            return Optional.empty();
        }
        String group = ("/subscriptions/" + address.subscription() + "/resourceGroups/" + address.group())
                .toLowerCase(Locale.ROOT);
        List<ResourceId> ids = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            String id = given.path(i).asString("");
            try {
                if (id.toLowerCase(Locale.ROOT).startsWith(group + "/")) {
                    ids.add(ResourceId.parse(id));
                    continue;
                }
            } catch (IllegalArgumentException notOne) {
                // Told below, like one of another group.
            }
            wrong.add(new Detail(
                    "export.id",
                    "expected the id of a resource in '" + address.group() + "', found '" + id + "'",
                    "/resources/" + i));
        }
        return Optional.of(ids);
    }
}
