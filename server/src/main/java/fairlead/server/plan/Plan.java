package fairlead.server.plan;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What a principal is about to change, step by step: what a preview shows, what a request says that it was shown, and
/// what is approved.
///
/// It has one hash. The same plan has the same hash on every node and at every time; a plan that differs in anything
/// has another one. Immutable.
///
/// @param principal what tells the one who asks from others
/// @param policy counts the changes of the rules by which it was judged
public record Plan(String principal, long policy, List<Step> steps) {

    /// What the text of a hash begins with.
    public static final String ALGORITHM = "sha256:";

    private static final Pattern HASH = Pattern.compile("sha256:[0-9a-f]{64}");
    private static final String FORM = "fairlead-plan-1";

    public Plan {
        steps = List.copyOf(steps);
    }

    /// What a step does to its resource.
    public enum Verb {
        CREATE,
        UPDATE,
        DELETE;

        /// The name on the wire, `create` for example.
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// The change of one resource.
    ///
    /// @param action in the words of permissions
    /// @param base the entity tag of what is changed; empty of what is not there yet
    /// @param type the name of its type, and the version
    /// @param desired what the resource is to be, with digests in place of secrets, see [SecretDigests]
    public record Step(
            Verb verb, String action, String resourceId, Optional<String> base, String type, ObjectNode desired) {

        public Step {
            desired = desired.deepCopy();
        }

        @Override
        public ObjectNode desired() {
            return desired.deepCopy();
        }

        private ObjectNode json() {
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            json.put("verb", verb.word());
            json.put("action", action);
            json.put("resourceId", resourceId);
            base.ifPresent(tag -> json.put("base", tag));
            json.put("type", type);
            json.set("desired", desired);
            return json;
        }
    }

    /// The same plan of a moment at which the rules were others.
    public Plan judgedBy(long rules) {
        return new Plan(principal, rules, steps);
    }

    /// The hash: SHA-256 of the plan as canonical JSON, `sha256:` and 64 hexadecimal digits.
    public String hash() {
        return PlanHash.ofCanonical(canonical());
    }

    /// Whether a text has the form of a hash.
    public static boolean isHash(String text) {
        return HASH.matcher(text).matches();
    }

    /// What the hash is of.
    String canonical() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("form", FORM);
        json.put("principal", principal);
        json.put("policy", policy);
        ArrayNode list = json.putArray("steps");
        steps.forEach(step -> list.add(step.json()));
        return CanonicalJson.of((JsonNode) json);
    }
}
