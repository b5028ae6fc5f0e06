package fairlead.server.admin;

import fairlead.server.access.Action;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.database.Transaction;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.secret.KeyRotation;
import fairlead.server.secret.KeyRotation.Begun;
import fairlead.server.secret.KeyRotation.KeyState;
import fairlead.server.secret.KeyRotation.Status;
import fairlead.server.secret.Phase;
import java.time.Clock;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `/fairlead/seal`: the keys that seal what is secret, and their rotation.
public final class SealRoutes {

    private static final String SEAL = "Fairlead.Control/seal";

    private final KeyRotation rotation;
    private final AuditTrail audit;
    private final Clock clock;

    public SealRoutes(KeyRotation rotation, AuditTrail audit, Clock clock) {
        this.rotation = rotation;
        this.audit = audit;
        this.clock = clock;
    }

    static Action action(List<String> path) {
        return path.size() > 2 ? Action.called("rotate", SEAL) : Action.read(SEAL);
    }

    /// Writes down that another key seals, or which ones are no longer needed.
    ///
    /// @param name of the deed
    public static void record(
            Transaction transaction,
            AuditTrail audit,
            Clock clock,
            Caller caller,
            String name,
            List<String> fingerprints) {
        ObjectNode parameters = JsonNodeFactory.instance.objectNode();
        fingerprints.forEach(parameters.putArray("fingerprints")::add);
        AuditTrail.Deed deed = AuditTrail.Deed.managing(
                name, "", "", "/fairlead/seal", SEAL, JsonMapper.shared().writeValueAsBytes(parameters));
        audit.append(transaction, clock.instant(), caller, deed);
    }

    /// @param path what follows `/fairlead/seal`
    Response answer(Request request, List<String> path) {
        if (path.isEmpty() && request.method().equals("GET")) {
            return JsonAnswer.of(200, json(rotation.status()));
        }
        if (path.equals(List.of("rotate")) && request.method().equals("POST")) {
            return rotate(request.caller());
        }
        if (path.isEmpty() || path.equals(List.of("rotate"))) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        throw UnknownAddress.of(request);
    }

    private Response rotate(Caller caller) {
        Begun begun = rotation.rotate((transaction, fingerprints) ->
                record(transaction, audit, clock, caller, "RotateSealKey", fingerprints));
        return switch (begun) {
            case Begun.Started _ -> JsonAnswer.of(202, json(rotation.status()));
            case Begun.UnderWay(String fingerprint, Phase phase) ->
                throw new ProblemException(new Problem.Conflict(
                        ProblemCode.SEAL_ROTATION_IN_PROGRESS,
                        "A rotation to the key of the fingerprint " + fingerprint + " is under way: " + phase.words()
                                + "."));
            case Begun.Refused(String why) ->
                throw new ProblemException(new Problem.Conflict(
                        ProblemCode.SEAL_KEY_NOT_CHANGEABLE,
                        "The sealing key can't be rotated from here: " + why + "."));
        };
    }

    private static ObjectNode json(Status status) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        String state = status.phase().map(Phase::word).orElse("None");
        json.put("state", state).put("source", status.source());
        status.phase().ifPresent(phase -> json.put("message", phase.words()));
        status.beganAt().ifPresent(began -> json.put("beganAt", began.toString()));
        json.put("resealed", status.resealed()).put("operations", status.operations());
        status.waitsFor().forEach(json.putArray("waitsFor")::add);
        ArrayNode keys = json.putArray("keys");
        for (KeyState key : status.keys()) {
            ObjectNode one = keys.addObject()
                    .put("fingerprint", key.fingerprint())
                    .put("since", key.since().toString())
                    .put("primary", key.primary())
                    .put("values", key.values())
                    .put("inSource", key.inSource());
            key.droppedAt().ifPresent(dropped -> one.put("droppedAt", dropped.toString()));
        }
        return json;
    }
}
