package fairlead.server.access.approval;

import fairlead.server.access.Caller;
import fairlead.server.access.RequestContext;
import fairlead.server.access.policy.ApprovalGate;
import fairlead.server.access.policy.rule.ApprovalTerms;
import fairlead.server.plan.Plan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What was asked for, as it is kept (sealed) and shown: the change, who has asked for it, and what the rules demand.
record ApprovalDocument(ObjectNode json) {

    static ApprovalDocument of(ApprovalGate.Request request, Optional<String> owner, Optional<byte[]> waiting) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        Caller caller = request.caller();
        Plan.Step step = request.plan().steps().getFirst();
        json.put("resourceId", step.resourceId());
        json.put("resourceType", request.facts().type());
        json.put("location", request.facts().location());
        json.put("verb", step.verb().word());
        json.put("action", step.action());
        step.base().ifPresent(tag -> json.put("base", tag));
        json.put("typeVersion", step.type());
        json.put("planHash", request.plan().hash());
        json.put("policyVersion", request.plan().policy());
        ArrayNode along = json.putArray("bringsAlong");
        request.plan().steps().stream().skip(1).forEach(other -> along.add(other.resourceId()));
        json.put("askedBy", caller.principal().name());
        ObjectNode asker = json.putObject("asker");
        asker.put("id", caller.principal().key().toString());
        asker.put("requestId", caller.requestId());
        owner.ifPresent(id -> asker.put("owner", id));
        ArrayNode behind = asker.putArray("behind");
        caller.context().key().map(RequestContext.UsedKey::sources).orElse(List.of()).stream()
                .map(UUID::toString)
                .forEach(behind::add);
        ArrayNode demands = json.putArray("demands");
        request.demands().forEach(demand -> demands.add(demand.json()));
        json.set("difference", request.change().difference());
        waiting.ifPresent(bytes -> json.put("waiting", Base64.getEncoder().encodeToString(bytes)));
        return new ApprovalDocument(json);
    }

    List<ApprovalGate.Demand> demands() {
        List<ApprovalGate.Demand> demands = new ArrayList<>();
        for (JsonNode one : json.path("demands")) {
            demands.add(new ApprovalGate.Demand(
                    one.path("policyAssignmentId").asString(""),
                    new ApprovalTerms(
                            new ApprovalTerms.Approvers(id(one.path("roleDefinitionId")), id(one.path("groupId"))),
                            one.path("count").asInt(1),
                            Duration.parse(one.path("expiresAfter").asString("PT24H")),
                            ApprovalTerms.Mode.valueOf(
                                    one.path("mode").asString("refuse").toUpperCase(Locale.ROOT)),
                            one.path("reasonRequired").asBoolean(false))));
        }
        return demands;
    }

    private static Optional<UUID> id(JsonNode text) {
        return text.isString() ? Optional.of(UUID.fromString(text.stringValue())) : Optional.empty();
    }

    /// Who answers for the asker, if it is a service principal.
    Optional<String> owner() {
        return Optional.of(json.path("asker").path("owner").asString("")).filter(id -> !id.isEmpty());
    }

    /// The asker, and those who have taken on its role.
    Set<String> askers() {
        Set<String> all = new HashSet<>();
        all.add(json.path("asker").path("id").asString(""));
        json.path("asker").path("behind").forEach(id -> all.add(id.asString("")));
        return all;
    }

    String resourceId() {
        return json.path("resourceId").asString("");
    }

    String resourceType() {
        return json.path("resourceType").asString("");
    }

    String location() {
        return json.path("location").asString("");
    }

    String verb() {
        return json.path("verb").asString("");
    }

    String askedBy() {
        return json.path("askedBy").asString("");
    }

    String requestId() {
        return json.path("asker").path("requestId").asString("");
    }

    Optional<String> base() {
        return Optional.of(json.path("base").asString("")).filter(tag -> !tag.isEmpty());
    }

    /// Whether a resource is brought along by the change.
    boolean bringsAlong(String resourceId) {
        return json.path("bringsAlong")
                .valueStream()
                .anyMatch(id -> id.asString("").equalsIgnoreCase(resourceId));
    }

    Optional<byte[]> waiting() {
        JsonNode bytes = json.path("waiting");
        return bytes.isMissingNode()
                ? Optional.empty()
                : Optional.of(Base64.getDecoder().decode(bytes.asString("")));
    }

    /// As it is shown.
    ObjectNode shown() {
        ObjectNode shown = json.deepCopy();
        shown.remove(List.of("asker", "waiting"));
        if (shown.path("bringsAlong").isEmpty()) {
            shown.remove("bringsAlong");
        }
        return shown;
    }

    /// What the rules demand, in words.
    String demanded() {
        StringBuilder words = new StringBuilder();
        for (ApprovalGate.Demand demand : demands()) {
            ApprovalTerms terms = demand.terms();
            words.append(words.isEmpty() ? "" : ", and of ")
                    .append(terms.count() == 1 ? "one" : String.valueOf(terms.count()))
                    .append(" of those ")
                    .append(terms.approvers().text());
        }
        return words.toString();
    }
}
