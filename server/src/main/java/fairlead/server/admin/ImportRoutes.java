package fairlead.server.admin;

import fairlead.schema.TypeName;
import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationState;
import fairlead.server.problem.Language;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.OperationProblems;
import fairlead.server.resource.imports.ImportRequest;
import fairlead.server.resource.imports.ImportRequest.Item;
import fairlead.server.resource.imports.Imports;
import fairlead.server.resource.move.MoveRequest;
import fairlead.server.resource.record.ReadableResources;
import fairlead.server.scope.Locations;
import fairlead.server.type.AccountTypes;
import fairlead.server.type.OfferedTypes;
import fairlead.server.type.RegisteredType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The addresses below `/fairlead/imports`: taking resources under management that exist already.
final class ImportRoutes {

    private static final int MOST = 10_000;

    private static final JsonMapper STRICT = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .build();

    private final AccountTypes types;
    private final Imports imports;
    private final Authorizer authorizer;

    ImportRoutes(AccountTypes types, Imports imports, Authorizer authorizer) {
        this.authorizer = authorizer;
        this.types = types;
        this.imports = imports;
    }

    /// @param path what follows `/fairlead/imports`
    Response answer(Request request, List<String> path) {
        if (path.size() > 1) {
            throw UnknownAddress.of(request);
        }
        boolean begins = path.isEmpty();
        if (!request.method().equals(begins ? "POST" : "GET")) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        Operation operation = begins
                ? imports.begin(allowed(importRequest(request)))
                : OperationId.parse(path.getFirst())
                        .flatMap(imports::find)
                        .filter(begun -> isShown(request, begun))
                        .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                                ProblemCode.OPERATION_NOT_FOUND, "There is no import '" + path.getFirst() + "'.")));
        boolean goesOn = begins && !operation.state().terminal();
        Response response = JsonAnswer.of(goesOn ? 202 : 200, json(operation, request.language()));
        return ErrorDocument.inLanguage(response, request.language().tag());
    }

    private ObjectNode json(Operation operation, Language language) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("id", operation.id().toString())
                .put("status", operation.state().word());
        if (operation.state() instanceof OperationState.Failed(var _, var failure)) {
            json.set("error", ErrorDocument.error(OperationProblems.of(failure), language));
        }
        imports.result(operation.id())
                .ifPresent(
                        result -> json.setAll((ObjectNode) JsonMapper.shared().readTree(result)));
        return json;
    }

    /// What is taken under management can be changed and deleted from then on, as if it had been made here.
    private ImportRequest allowed(ImportRequest asked) {
        AccessScope group =
                AccessScope.group(asked.place().subscription(), asked.place().group());
        Caller caller = asked.caller();
        return asked.by(caller.with(List.of(
                authorizer.require(caller, Action.called("imports", "Fairlead.Control"), group),
                authorizer.require(caller, Action.write(asked.type().armType().toString()), group))));
    }

    private boolean isShown(Request request, Operation operation) {
        return new ReadableResources(authorizer, request.caller()).test(operation.subjectId());
    }

    private ImportRequest importRequest(Request request) {
        ObjectNode body = request.object(STRICT);
        List<Detail> wrong = new ArrayList<>();
        String subscription = text(body, "subscription", wrong).toLowerCase(Locale.ROOT);
        Optional<RegisteredType> type = type(body, types.of(subscription), wrong);
        MoveRequest.Place place = new MoveRequest.Place(subscription, text(body, "group", wrong));
        String location = Locations.normal(text(body, "location", wrong));
        List<Item> items = items(body, wrong);
        if (!wrong.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(wrong));
        }
        return new ImportRequest(request.caller(), type.orElseThrow().current(), place, location, items);
    }

    private static Optional<RegisteredType> type(ObjectNode body, OfferedTypes offered, List<Detail> wrong) {
        String name = text(body, "type", wrong);
        if (name.isEmpty()) {
            return Optional.empty();
        }
        Optional<RegisteredType> type = parsed(name).flatMap(offered::find);
        if (type.isEmpty()) {
            wrong.add(new Detail(
                    "import.type",
                    "there is no type '" + name + "'." + offered.near().hint(name),
                    "/type"));
        }
        return type;
    }

    private static Optional<TypeName> parsed(String name) {
        try {
            return Optional.of(TypeName.parse(name));
        } catch (IllegalArgumentException notOne) {
            return Optional.empty();
        }
    }

    private static String text(JsonNode object, String name, List<Detail> wrong) {
        String text = object.path(name).asString("");
        if (text.isEmpty()) {
            wrong.add(new Detail("import.value", "expected a string", "/" + name));
        }
        return text;
    }

    /// The resources in the body; none if it asks for all.
    private static List<Item> items(ObjectNode body, List<Detail> wrong) {
        @Nullable JsonNode list = body.get("resources");
        boolean all = body.path("all").asBoolean(false);
        List<JsonNode> entries = list == null ? List.of() : List.copyOf(list.values());
        if (all == (list != null) || entries.size() > MOST || (list != null && entries.isEmpty())) {
            String expected = "expected either \"all\": true, or a list of 1 to " + MOST + " resources in 'resources'";
            wrong.add(new Detail("import.resources", expected, "/resources"));
        }
        List<Item> items = new ArrayList<>();
        for (JsonNode entry : entries) {
            String place = "/resources/" + items.size();
            String identifier = entry.path("identifier").asString("");
            if (identifier.isEmpty()) {
                wrong.add(new Detail("import.resources", "expected an identifier", place));
            }
            items.add(new Item(identifier, entry.optional("name").map(name -> name.asString(""))));
        }
        return items;
    }
}
