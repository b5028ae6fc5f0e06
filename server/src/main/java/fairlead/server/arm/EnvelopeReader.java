package fairlead.server.arm;

import fairlead.schema.text.PointerSteps;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.TagRules;
import fairlead.server.type.definition.EnvelopeMember;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads the envelope around a resource's properties, and finds everything that is wrong with it.
///
/// What an earlier answer contained may be sent back: `systemData` and `etag` are ignored, and the fields that the
/// address says already only have to say the same. A null counts as absent.
final class EnvelopeReader {

    private static final Set<String> KNOWN =
            Set.of("id", "name", "type", "location", "tags", "properties", "systemData", "etag", "sku");

    private final ObjectNode body;
    private final Map<EnvelopeMember, String> members;
    private final List<Detail> wrong = new ArrayList<>();

    private EnvelopeReader(ObjectNode body, Map<EnvelopeMember, String> members) {
        this.body = body;
        this.members = members;
    }

    /// The envelope; a problem with all that is wrong.
    ///
    /// @param id of what the address points at
    /// @param names by which it may be called: its own name, and perhaps those of its parents before it
    /// @param members the properties that the type has in the envelope
    static Envelope read(
            ObjectNode body, String id, List<String> names, String type, Map<EnvelopeMember, String> members) {
        EnvelopeReader reader = new EnvelopeReader(body, members);
        reader.refuseUnknown();
        reader.requireSame("id", List.of(id));
        reader.requireSame("name", names);
        reader.requireSame("type", List.of(type));
        Optional<ObjectNode> given = reader.object("properties");
        Optional<String> claimed = given.flatMap(reader::takeState);
        Optional<ObjectNode> properties = reader.completed(given);
        Optional<ObjectNode> tags = reader.object("tags");
        tags.ifPresent(named -> reader.wrong.addAll(TagRules.check(named, "/tags")));
        Optional<ObjectNode> sku = members.containsKey(EnvelopeMember.SKU) ? Optional.empty() : reader.object("sku");
        Envelope envelope = new Envelope(reader.text("location"), tags, properties, claimed, sku);
        if (!reader.wrong.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(reader.wrong));
        }
        return envelope;
    }

    private void refuseUnknown() {
        for (String field : body.propertyNames()) {
            Optional<EnvelopeMember> member = EnvelopeMember.of(field);
            boolean supported = member.filter(known -> known == EnvelopeMember.SKU || members.containsKey(known))
                    .isPresent();
            if (member.isPresent() && !supported && value(field) != null) {
                wrong("envelope.not-supported", "the type does not support '" + field + "'", field);
            } else if (!KNOWN.contains(field) && member.isEmpty()) {
                wrong(
                        "envelope.unknown-field",
                        "unknown field '" + field + "'; expected one of "
                                + String.join(", ", KNOWN.stream().sorted().toList())
                                + "; what belongs to the type goes into properties",
                        field);
            }
        }
    }

    /// The properties, together with those that are in the envelope.
    private Optional<ObjectNode> completed(Optional<ObjectNode> properties) {
        for (Map.Entry<EnvelopeMember, String> member : members.entrySet()) {
            String field = member.getKey().word();
            if (properties.filter(given -> given.has(member.getValue())).isPresent()) {
                wrong.add(new Detail(
                        "envelope.repeated",
                        "'" + field + "' is beside the properties, and not among them",
                        "/properties/" + PointerSteps.escape(member.getValue())));
            }
        }
        List<Map.Entry<EnvelopeMember, String>> present = members.entrySet().stream()
                .filter(member -> value(member.getKey().word()) != null)
                .toList();
        if (present.isEmpty()) {
            return properties;
        }
        ObjectNode all = properties.orElseGet(body::objectNode);
        present.forEach(member ->
                all.set(member.getValue(), body.path(member.getKey().word()).deepCopy()));
        return Optional.of(all);
    }

    private void requireSame(String field, List<String> expected) {
        Optional<String> given = text(field);
        if (given.isPresent() && expected.stream().noneMatch(given.get()::equalsIgnoreCase)) {
            wrong(
                    "envelope." + field + "-mismatch",
                    "the address says '" + expected.getFirst() + "', the body '" + given.get() + "'",
                    field);
        }
    }

    private Optional<String> text(String field) {
        JsonNode value = value(field);
        if (value == null) {
            return Optional.empty();
        }
        if (!value.isString()) {
            wrong("envelope.type", "expected a string, found " + kind(value), field);
            return Optional.empty();
        }
        return Optional.of(value.stringValue());
    }

    private Optional<ObjectNode> object(String field) {
        JsonNode value = value(field);
        if (value == null) {
            return Optional.empty();
        }
        if (value instanceof ObjectNode object) {
            return Optional.of(object);
        }
        wrong("envelope.type", "expected an object, found " + kind(value), field);
        return Optional.empty();
    }

    private Optional<String> takeState(ObjectNode properties) {
        JsonNode state = properties.remove("provisioningState");
        if (state == null || state.isNull()) {
            return Optional.empty();
        }
        if (!state.isString()) {
            wrong.add(new Detail(
                    "envelope.type", "expected a string, found " + kind(state), "/properties/provisioningState"));
            return Optional.empty();
        }
        return Optional.of(state.stringValue());
    }

    private @Nullable JsonNode value(String field) {
        JsonNode value = body.get(field);
        return value == null || value.isNull() ? null : value;
    }

    static String kind(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "an array";
            case BOOLEAN -> "a boolean";
            case NULL -> "null";
            case NUMBER -> "a number";
            case OBJECT, POJO -> "an object";
            case STRING, BINARY -> "a string";
            case MISSING -> "nothing";
        };
    }

    private void wrong(String id, String message, String field) {
        wrong.add(new Detail(id, message, "/" + PointerSteps.escape(field)));
    }
}
