package fairlead.contract.call;

import fairlead.handler.Progress;
import fairlead.schema.Profile;
import fairlead.schema.ResourceSchema;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What a control plane knows of the resources of a type: read and delete handlers get it where the type's profile
/// says so. Thread-safe.
final class KnownModels {

    private final ResourceSchema schema;
    private final Map<String, ObjectNode> models = new ConcurrentHashMap<>();

    KnownModels(ResourceSchema schema) {
        this.schema = schema;
    }

    /// An answer to a create or update.
    Progress heard(ObjectNode desired, Progress answer) {
        Optional<ObjectNode> model = switch (answer) {
            case Progress.Done(var done) -> Optional.of(done);
            case Progress.Again again -> Optional.of(again.properties());
            case Progress.Gone(), Progress.Failed _ -> Optional.empty();
        };
        if (schema.profile() != Profile.STRICT) {
            model.ifPresent(known -> schema.identifier(known)
                    .ifPresent(name -> models.put(name, schema.overlay(known, schema.onlyWriteOnly(desired)))));
        }
        return answer;
    }

    /// What a read or delete handler gets.
    ObjectNode request(ObjectNode identifier) {
        ObjectNode known = schema.identifier(identifier)
                .map(name -> models.getOrDefault(name, JsonNodeFactory.instance.objectNode()))
                .orElseGet(JsonNodeFactory.instance::objectNode);
        return schema.profile().request(identifier, known);
    }
}
