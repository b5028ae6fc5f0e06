package fairlead.server.stack.step;

import fairlead.schema.ResourceSchema;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.StoredDesiredState;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What was asked for of a resource that is there, as a node would have asked for it.
final class FoundState {

    private final ResourceSchema schema;
    private final Resource resource;

    FoundState(ResourceSchema schema, Resource resource) {
        this.schema = schema;
        this.resource = resource;
    }

    /// As far as a node has asked for it, or does now: what others have set besides is their affair. Values that
    /// mean the same are as the node writes them. Write-only values can't be read: they are what the node has asked
    /// for last.
    ObjectNode asked(ObjectNode known, ObjectNode desired) {
        ObjectNode visible =
                schema.withoutReadOnly(StoredDesiredState.read(schema, resource.desired(), resource.properties()));
        ObjectNode before = BesideProperties.properties(known);
        ObjectNode wanted = BesideProperties.properties(desired);
        ObjectNode present = schema.overlay(visible, schema.onlyWriteOnly(before));
        ObjectNode asked = Documents.empty();
        for (String name : names(before, wanted)) {
            Optional.ofNullable(present.get(name))
                    .ifPresent(value -> asked.set(
                            name,
                            same(name, value, wanted)
                                    .or(() -> same(name, value, before))
                                    .orElse(value)));
        }
        tags(BesideProperties.tags(known), BesideProperties.tags(desired))
                .ifPresent(tags -> asked.set(BesideProperties.TAGS, tags));
        boolean hasSku = known.has(BesideProperties.SKU) || desired.has(BesideProperties.SKU);
        if (hasSku && resource.sku().length > 0) {
            asked.set(BesideProperties.SKU, Documents.object(resource.sku()));
        }
        return asked;
    }

    private static Set<String> names(ObjectNode before, ObjectNode wanted) {
        Set<String> names = new LinkedHashSet<>(wanted.propertyNames());
        names.addAll(before.propertyNames());
        return names;
    }

    private Optional<JsonNode> same(String name, JsonNode value, ObjectNode other) {
        return Optional.ofNullable(other.get(name))
                .filter(theirs -> schema.equal(
                        Documents.empty().set(name, value), Documents.empty().set(name, theirs)));
    }

    private Optional<ObjectNode> tags(ObjectNode before, ObjectNode wanted) {
        ObjectNode present = resource.tracked() ? Documents.object(resource.tags()) : Documents.empty();
        ObjectNode asked = Documents.empty();
        for (String key : names(before, wanted)) {
            Optional.ofNullable(present.get(key)).ifPresent(value -> asked.set(key, value));
        }
        return asked.isEmpty() ? Optional.empty() : Optional.of(asked);
    }
}
