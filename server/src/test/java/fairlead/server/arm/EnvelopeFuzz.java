package fairlead.server.arm;

import fairlead.fuzz.FuzzTarget;
import fairlead.fuzz.Law;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.type.definition.EnvelopeMember;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/// The envelope around the properties of a resource.
public final class EnvelopeFuzz implements FuzzTarget {

    private static final String ID = "/subscriptions/s/resourceGroups/g/providers/Fairlead.Lab/things/one";
    private static final Map<EnvelopeMember, String> MEMBERS =
            Map.of(EnvelopeMember.KIND, "Kind", EnvelopeMember.ZONES, "Zones");

    @Override
    public void run(byte[] input) {
        ObjectNode body;
        try {
            if (!(Documents.JSON.readTree(input) instanceof ObjectNode object)) {
                return;
            }
            body = object;
        } catch (JacksonException none) {
            return;
        }
        ObjectNode sent = body.deepCopy();
        Envelope envelope;
        try {
            envelope = read(body);
        } catch (ProblemException refused) {
            Law.holds(
                    refused.problem() instanceof Problem.InvalidBody invalid
                            && invalid.details().stream().allMatch(detail -> isIn(sent, detail.target())),
                    "every finding is at a place in the body");
            return;
        }
        envelope.properties()
                .ifPresent(properties -> Law.holds(!properties.has("provisioningState"), "no state among properties"));
        envelope.tags()
                .ifPresent(tags -> tags.forEach(tag -> Law.holds(tag.isString(), "the value of a tag is a text")));
        Law.same(read(written(envelope)), envelope, "an envelope that is written and read");
    }

    private static Envelope read(ObjectNode body) {
        return EnvelopeReader.read(body, ID, List.of("one"), "Fairlead.Lab/things", MEMBERS);
    }

    private static ObjectNode written(Envelope envelope) {
        ObjectNode body = Documents.empty().put("id", ID).put("name", "ONE");
        envelope.location().ifPresent(location -> body.put("location", location));
        envelope.tags().ifPresent(tags -> body.set("tags", tags.deepCopy()));
        envelope.sku().ifPresent(sku -> body.set("sku", sku.deepCopy()));
        envelope.properties().ifPresent(given -> {
            ObjectNode properties = given.deepCopy();
            MEMBERS.forEach((member, property) -> {
                if (properties.has(property)) {
                    body.set(member.word(), properties.remove(property));
                }
            });
            envelope.claimedState().ifPresent(state -> properties.put("provisioningState", state));
            body.set("properties", properties);
        });
        return body;
    }

    /// The place, or what it would be in.
    private static boolean isIn(ObjectNode body, String pointer) {
        return pointer.isEmpty()
                || !body.at(pointer.substring(0, pointer.lastIndexOf('/'))).isMissingNode();
    }
}
