package fairlead.server.stack;

import fairlead.schema.ResourceSchema;
import fairlead.server.stack.record.StackPlace;
import fairlead.server.stack.template.TypeTemplates;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Templates of the tests' language as the handlers of types: the properties of a resource are the values of the
/// template.
public final class PlainTypes implements TypeTemplates {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String VALUES = "values";

    @Override
    public String language() {
        return "plain";
    }

    @Override
    public ObjectNode content(
            StackPlace place,
            String template,
            ObjectNode model,
            Map<String, String> tags,
            Optional<ObjectNode> present) {
        ObjectNode content = (ObjectNode) JSON.readTree(template);
        content.set(VALUES, model.deepCopy());
        return content;
    }

    @Override
    public ObjectNode model(ObjectNode content) {
        return ((ObjectNode) content.path(VALUES)).deepCopy();
    }

    @Override
    public List<Misfit> misfits(String template, ResourceSchema schema) {
        return List.of();
    }

    @Override
    public SequencedSet<String> uses(String template) {
        return new LinkedHashSet<>();
    }
}
