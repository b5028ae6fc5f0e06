package fairlead.server.region;

import fairlead.server.http.Response;
import fairlead.server.problem.Code;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.scope.ScopeId;
import fairlead.server.template.Template;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A group as one template, made of the templates of its cells.
///
/// Each cell is asked for a template with the names as they are, so that the front can choose parameters for all
/// of them together. The resources of a cell that can't be reached are missing, and the answer says so.
final class MergedTemplates {

    private static final String AS_THEY_ARE = "SkipAllParameterization";

    private final NameDirectory directory;
    private final CellClient client;

    MergedTemplates(NameDirectory directory, CellClient client) {
        this.directory = directory;
        this.client = client;
    }

    /// What the cells have answered.
    private static final class Gathered {

        private final List<ObjectNode> resources = new ArrayList<>();
        private final ArrayNode missing = JsonNodeFactory.instance.arrayNode();
        private final Map<String, JsonNode> absent = new LinkedHashMap<>();
        private Optional<ProblemException> trouble = Optional.empty();
        private Optional<Response> refusal = Optional.empty();
        private boolean any;

        void miss(Cell cell, Code code, String message) {
            missing.addObject().put("code", code.text()).put("message", message).put("target", cell.name());
        }

        /// What one cell does not have may be in another.
        void add(ObjectNode answer) {
            resources.addAll(Template.resources(answer.path("template")));
            Map<String, JsonNode> absentHere = new LinkedHashMap<>();
            for (JsonNode detail : answer.at("/error/details")) {
                if (Code.parse(detail.path("code").asString("")) == ProblemCode.RESOURCE_NOT_FOUND) {
                    absentHere.put(detail.path("target").asString(""), detail);
                } else {
                    missing.add(detail);
                }
            }
            if (any) {
                absent.keySet().retainAll(absentHere.keySet());
            } else {
                absent.putAll(absentHere);
            }
            any = true;
        }
    }

    /// A body that can't be read is refused by the home.
    Response export(ScopeId group, CellRequest call) {
        List<Cell> cells = directory.spread(group);
        Optional<ObjectNode> wanted = read(call.body());
        if (wanted.isEmpty()) {
            return client.send(cells.getFirst(), call).passedOn();
        }
        String options = wanted.get().path("options").asString("");
        CellRequest asTheyAre = asTheyAre(call, wanted.get(), options);
        Gathered gathered = new Gathered();
        for (Cell cell : cells) {
            Optional<Response> refusal = ask(cell, asTheyAre, gathered);
            if (refusal.isPresent()) {
                return refusal.get();
            }
        }
        if (!gathered.any) {
            return gathered.refusal.orElseThrow(gathered.trouble::orElseThrow);
        }
        return written(gathered, Template.Style.of(options));
    }

    private static Optional<ObjectNode> read(CellRequest.Body body) {
        if (!(body instanceof CellRequest.Body.Bytes(var bytes))) {
            return Optional.empty();
        }
        try {
            return JsonMapper.shared().readTree(bytes) instanceof ObjectNode object
                            && !object.path("options").isContainer()
                    ? Optional.of(object)
                    : Optional.empty();
        } catch (JacksonException malformed) {
            return Optional.empty();
        }
    }

    private static CellRequest asTheyAre(CellRequest call, ObjectNode wanted, String options) {
        String more = options.isBlank() ? AS_THEY_ARE : options + "," + AS_THEY_ARE;
        byte[] body = JsonMapper.shared().writeValueAsBytes(wanted.deepCopy().put("options", more));
        return new CellRequest(
                call.method(),
                call.target(),
                call.headers(),
                new CellRequest.Body.Bytes(body),
                call.abandoned(),
                call.passed());
    }

    /// Adds what a cell has; its answer, if it is a refusal that all would give.
    private Optional<Response> ask(Cell cell, CellRequest call, Gathered gathered) {
        try (CellResponse answer = client.send(cell, call)) {
            ObjectNode json = answer.json();
            if (answer.succeeded()) {
                gathered.add(json);
            } else if (answer.status() == 404) {
                gathered.refusal = gathered.refusal.or(() -> Optional.of(answer.with(json)));
            } else if (answer.status() >= 502) {
                String message = json.at("/error/message").asString("It answered " + answer.status() + ".");
                gathered.miss(cell, ProblemCode.LOCATION_UNAVAILABLE, message);
            } else {
                return Optional.of(answer.with(json));
            }
        } catch (ProblemException failure) {
            if (!(failure.problem() instanceof Problem.CellTrouble trouble)) {
                throw failure;
            }
            gathered.trouble = gathered.trouble.or(() -> Optional.of(failure));
            gathered.miss(cell, trouble.code(), trouble.message());
        }
        return Optional.empty();
    }

    private static Response written(Gathered gathered, Template.Style style) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("template", Template.of(gathered.resources, style));
        gathered.absent.values().forEach(gathered.missing::add);
        Template.tellMissing(json, gathered.missing);
        return Response.json(200, JsonMapper.shared().writeValueAsBytes(json));
    }
}
