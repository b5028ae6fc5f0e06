package fairlead.server.resource.policy;

import fairlead.schema.ResourceSchema;
import fairlead.server.access.policy.rule.Facts;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.scope.Scopes;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A resource as rules see it.
final class ResourceFacts implements Facts {

    /// What stands in place of a write-only value.
    static final String SECRET = "(secret)";

    private static final Group NO_GROUP = new Group("", "", "", Documents.empty());

    private final Scopes scopes;
    private final ResourceId id;
    private final Doing doing;
    private final String location;
    private final Content content;
    private @Nullable Group group;

    /// What is done, and by whom.
    ///
    /// @param action in the words of permissions; empty if nothing is
    record Doing(String principal, String action) {

        static final Doing NOTHING = new Doing("", "");
    }

    /// @param properties without write-only values
    record Content(ObjectNode tags, ObjectNode properties, ObjectNode sku, boolean tracked) {}

    ResourceFacts(Scopes scopes, ResourceId id, Doing doing, String location, Content content) {
        this.scopes = scopes;
        this.id = id;
        this.doing = doing;
        this.location = location;
        this.content = content;
    }

    /// The properties with a text in place of each write-only value.
    static ObjectNode masked(ResourceSchema schema, ObjectNode visible, ObjectNode secret) {
        return secret.isEmpty() ? visible : schema.overlay(visible, (ObjectNode) mask(secret));
    }

    private static JsonNode mask(JsonNode secret) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        if (secret.isObject()) {
            ObjectNode masked = json.objectNode();
            secret.forEachEntry((name, value) -> masked.set(name, mask(value)));
            return masked;
        }
        if (secret.isArray()) {
            ArrayNode masked = json.arrayNode();
            secret.forEach(value -> masked.add(mask(value)));
            return masked;
        }
        return secret.isNull() ? secret : json.stringNode(SECRET);
    }

    @Override
    public String id() {
        return id.toString();
    }

    @Override
    public String name() {
        return id.name();
    }

    @Override
    public String type() {
        return id.type().toString();
    }

    @Override
    public String location() {
        return location;
    }

    @Override
    public ObjectNode tags() {
        return content.tags();
    }

    @Override
    public ObjectNode properties() {
        return content.properties();
    }

    @Override
    public ObjectNode sku() {
        return content.sku();
    }

    @Override
    public String subscription() {
        return id.subscription();
    }

    @Override
    public Group group() {
        Group known = group;
        if (known == null) {
            known = id.group().isEmpty() ? NO_GROUP : found();
            group = known;
        }
        return known;
    }

    private Group found() {
        return scopes.findGroup(id.subscription(), id.group())
                .map(present -> new Group(present.id(), present.name(), present.location(), present.tags()))
                .orElse(NO_GROUP);
    }

    @Override
    public String principal() {
        return doing.principal();
    }

    @Override
    public String action() {
        return doing.action();
    }

    @Override
    public boolean indexed() {
        return content.tracked();
    }
}
