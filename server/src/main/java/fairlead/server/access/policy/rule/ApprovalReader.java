package fairlead.server.access.policy.rule;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/// Reads what the effect `requireApproval` demands.
final class ApprovalReader {

    private static final Set<String> MEMBERS = Set.of("approvers", "count", "expiresAfter", "mode", "reasonRequired");
    private static final Set<String> OF_APPROVERS = Set.of("roleDefinitionId", "groupId");

    private final ExpressionReader expressions;
    private final Flaws flaws;
    private final boolean bound;

    /// @param bound whether all parameters have their values
    ApprovalReader(ExpressionReader expressions, Flaws flaws, boolean bound) {
        this.expressions = expressions;
        this.flaws = flaws;
        this.bound = bound;
    }

    ApprovalTerms read(JsonNode details, String pointer) {
        if (!details.isObject()) {
            flaws.add(pointer, "expected an object with approvers");
        } else {
            only(details, MEMBERS, pointer);
        }
        return new ApprovalTerms(
                approvers(details.path("approvers"), pointer + "/approvers"),
                count(details.path("count"), pointer + "/count"),
                validity(details.path("expiresAfter"), pointer + "/expiresAfter"),
                mode(details.path("mode"), pointer + "/mode"),
                reason(details.path("reasonRequired"), pointer + "/reasonRequired"));
    }

    private ApprovalTerms.Approvers approvers(JsonNode json, String pointer) {
        boolean role = json.has("roleDefinitionId");
        if (!json.isObject() || role == json.has("groupId")) {
            flaws.add(pointer, "expected roleDefinitionId or groupId, and one of them alone");
            return new ApprovalTerms.Approvers(Optional.empty(), Optional.empty());
        }
        only(json, OF_APPROVERS, pointer);
        String member = role ? "roleDefinitionId" : "groupId";
        Optional<UUID> id =
                known(json.path(member), pointer + "/" + member).flatMap(value -> id(value, pointer + "/" + member));
        return new ApprovalTerms.Approvers(role ? id : Optional.empty(), role ? Optional.empty() : id);
    }

    /// A role may be named by all of its id.
    private Optional<UUID> id(JsonNode value, String pointer) {
        String text = value.asString("");
        String last = text.substring(text.lastIndexOf('/') + 1);
        try {
            return Optional.of(UUID.fromString(last));
        } catch (IllegalArgumentException noId) {
            flaws.add(pointer, "expected the id of a role definition or a group, found '" + text + "'");
            return Optional.empty();
        }
    }

    private int count(JsonNode json, String pointer) {
        Optional<JsonNode> value = known(json, pointer);
        if (value.isEmpty()) {
            return 1;
        }
        JsonNode number = value.get();
        boolean whole = number.isIntegralNumber() && number.canConvertToInt();
        if (!whole || number.intValue() < 1 || number.intValue() > ApprovalTerms.MOST) {
            flaws.add(pointer, "expected a number from 1 to " + ApprovalTerms.MOST + ", found " + number);
            return 1;
        }
        return number.intValue();
    }

    private Duration validity(JsonNode json, String pointer) {
        Optional<JsonNode> value = known(json, pointer);
        if (value.isEmpty()) {
            return ApprovalTerms.USUAL;
        }
        try {
            Duration found = Duration.parse(value.get().asString(""));
            if (found.compareTo(ApprovalTerms.SHORTEST) >= 0 && found.compareTo(ApprovalTerms.LONGEST) <= 0) {
                return found;
            }
        } catch (DateTimeException noDuration) {
            // The same is said of it as of one that is too long.
        }
        flaws.add(pointer, "expected a duration from PT1M to P14D, such as PT24H, found " + value.get());
        return ApprovalTerms.USUAL;
    }

    private ApprovalTerms.Mode mode(JsonNode json, String pointer) {
        Optional<JsonNode> value = known(json, pointer);
        if (value.isEmpty()) {
            return ApprovalTerms.Mode.REFUSE;
        }
        return switch (Parameters.key(value.get().asString(""))) {
            case "refuse" -> ApprovalTerms.Mode.REFUSE;
            case "wait" -> ApprovalTerms.Mode.WAIT;
            default -> {
                flaws.add(pointer, "expected refuse or wait, found " + value.get());
                yield ApprovalTerms.Mode.REFUSE;
            }
        };
    }

    private boolean reason(JsonNode json, String pointer) {
        Optional<JsonNode> value = known(json, pointer);
        if (value.isPresent() && !value.get().isBoolean()) {
            flaws.add(pointer, "expected true or false, found " + value.get());
        }
        return value.filter(JsonNode::isBoolean).map(JsonNode::booleanValue).orElse(false);
    }

    /// The value; empty if there is none, or if it is that of a parameter which has none yet.
    private Optional<JsonNode> known(JsonNode json, String pointer) {
        if (Json.isAbsent(json)) {
            return Optional.empty();
        }
        Expression value = expressions.read(json, pointer, List.of());
        if (!bound && json.asString("").startsWith("[")) {
            return Optional.empty();
        }
        if (!value.constant()) {
            flaws.add(pointer, "expected a value that is known when the rule is assigned");
            return Optional.empty();
        }
        return Optional.of(value.known());
    }

    private void only(JsonNode object, Set<String> members, String pointer) {
        for (String member : object.propertyNames()) {
            if (!members.contains(member)) {
                flaws.add(
                        pointer + "/" + member,
                        "there is no such member, expected "
                                + String.join(", ", members.stream().sorted().toList()));
            }
        }
    }
}
