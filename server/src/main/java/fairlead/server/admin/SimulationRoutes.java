package fairlead.server.admin;

import fairlead.schema.Finding;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.type.Registrations;
import fairlead.server.type.SimulationResults;
import fairlead.server.type.SimulationResults.Refused;
import fairlead.server.type.SimulationResults.Result;
import fairlead.server.type.SimulationResults.Served;
import fairlead.server.type.TypeVersion;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The address `/fairlead/simulations`, where types are registered that are simulated, many at once.
final class SimulationRoutes {

    private final Registrations registrations;

    SimulationRoutes(Registrations registrations) {
        this.registrations = registrations;
    }

    /// @param path what follows `/fairlead/simulations`
    Response answer(Request request, List<String> path) {
        if (!path.isEmpty()) {
            throw UnknownAddress.of(request);
        }
        if (!request.method().equals("POST")) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        SimulationResults types = registrations.simulate(request.caller(), TypeRoutes.archive(request));
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ArrayNode registered = body.putArray("registered");
        ArrayNode refused = body.putArray("refused");
        for (Result result : types.results()) {
            switch (result) {
                case Served served -> registered.add(json(served));
                case Refused none -> refused.add(json(none));
            }
        }
        return JsonAnswer.of(200, body);
    }

    private static ObjectNode json(Served served) {
        TypeVersion version = served.version();
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("file", served.file() + ".json")
                .put("typeName", version.name().toString())
                .put("armType", version.armType().toString())
                .put("version", version.versionId())
                .put("apiVersion", version.apiVersion());
        List<Finding> warnings = new ArrayList<>();
        served.warnings()
                .forEach(warning -> warnings.add(new Finding(
                        warning.severity(), warning.id(), place(served.file(), warning.pointer()), warning.message())));
        json.set("findings", TypeJson.findings(warnings));
        return json;
    }

    private static ObjectNode json(Refused refused) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("file", refused.file() + ".json");
        refused.type().ifPresent(type -> json.put("typeName", type.toString()));
        json.put("code", refused.problem().code().text())
                .put("message", refused.problem().message());
        ArrayNode details = json.putArray("details");
        refused.problem()
                .details()
                .forEach(detail -> details.addObject()
                        .put("code", detail.id())
                        .put("target", place(refused.file(), detail.target()))
                        .put("message", detail.message()));
        return json;
    }

    /// Where something is, in the files as they are called.
    private static String place(String file, String pointer) {
        String schema = "schema.json#";
        String behaviour = "fairlead.json#/simulation";
        String registration = "fairlead.json#";
        if (pointer.startsWith(schema)) {
            return file + ".json#" + pointer.substring(schema.length());
        }
        if (pointer.startsWith(behaviour)) {
            return file + ".behaviour.json#" + pointer.substring(behaviour.length());
        }
        return pointer.startsWith(registration)
                ? file + ".fairlead.json#" + pointer.substring(registration.length())
                : pointer;
    }
}
