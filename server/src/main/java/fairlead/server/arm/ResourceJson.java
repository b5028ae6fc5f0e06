package fairlead.server.arm;

import fairlead.schema.text.JsonBytes;
import fairlead.server.access.Principal;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.SystemData;
import fairlead.server.type.definition.EnvelopeMember;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A resource in its envelope. The stored documents are copied into it as they are.
final class ResourceJson {

    private static final byte[] ID = JsonBytes.constant("{\"id\":");
    private static final byte[] NAME = JsonBytes.constant(",\"name\":");
    private static final byte[] TYPE = JsonBytes.constant(",\"type\":");
    private static final byte[] LOCATION = JsonBytes.constant(",\"location\":");
    private static final byte[] TAGS = JsonBytes.constant(",\"tags\":");
    private static final byte[] SKU = JsonBytes.constant(",\"sku\":");
    private static final byte[] CREATED_BY = JsonBytes.constant(",\"systemData\":{\"createdBy\":");
    private static final byte[] CREATED_BY_TYPE = JsonBytes.constant(",\"createdByType\":");
    private static final byte[] CREATED_AT = JsonBytes.constant(",\"createdAt\":");
    private static final byte[] CHANGED_BY = JsonBytes.constant(",\"lastModifiedBy\":");
    private static final byte[] CHANGED_BY_TYPE = JsonBytes.constant(",\"lastModifiedByType\":");
    private static final byte[] CHANGED_AT = JsonBytes.constant(",\"lastModifiedAt\":");
    private static final byte[] END = JsonBytes.constant("}");
    private static final byte[] PROPERTIES = JsonBytes.constant(",\"properties\":{\"provisioningState\":");

    private ResourceJson() {}

    static byte[] of(Resource resource, Map<EnvelopeMember, String> members) {
        JsonBytes json = new JsonBytes(640 + resource.tags().length + resource.properties().length);
        write(json, resource, members);
        return json.toBytes();
    }

    /// @param members the properties that the type has in the envelope
    static void write(JsonBytes json, Resource resource, Map<EnvelopeMember, String> members) {
        json.add(ID).string(resource.id().toString());
        json.add(NAME).string(resource.id().name());
        json.add(TYPE).string(resource.id().type().toString());
        if (resource.tracked()) {
            json.add(LOCATION).string(resource.location());
            json.add(TAGS).add(resource.tags());
            write(json, resource.systemData());
        }
        if (resource.sku().length > 0) {
            json.add(SKU).add(resource.sku());
        }
        byte[] properties = members.isEmpty() ? resource.properties() : members(json, resource.properties(), members);
        json.add(PROPERTIES).string(resource.state().word());
        if (properties.length > 2) {
            json.add(',').add(properties, 1, properties.length);
        } else {
            json.add(END);
        }
        json.add(END);
    }

    /// Writes what is in the envelope; the other properties.
    private static byte[] members(JsonBytes json, byte[] properties, Map<EnvelopeMember, String> members) {
        ObjectNode others = (ObjectNode) JsonMapper.shared().readTree(properties);
        members.forEach((member, property) -> {
            JsonNode value = others.remove(property);
            if (value != null) {
                json.add(',')
                        .string(member.word())
                        .add(':')
                        .add(JsonMapper.shared().writeValueAsBytes(value));
            }
        });
        return JsonMapper.shared().writeValueAsBytes(others);
    }

    private static void write(JsonBytes json, SystemData data) {
        Principal created = data.createdBy();
        Principal changed = data.changedBy();
        json.add(CREATED_BY).string(created.name());
        json.add(CREATED_BY_TYPE).string(created.type());
        json.add(CREATED_AT).string(data.createdAt().toString());
        json.add(CHANGED_BY).string(changed.name());
        json.add(CHANGED_BY_TYPE).string(changed.type());
        json.add(CHANGED_AT).string(data.changedAt().toString());
        json.add(END);
    }
}
