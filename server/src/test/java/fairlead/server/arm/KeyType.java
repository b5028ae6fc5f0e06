package fairlead.server.arm;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import fairlead.handler.ResourceType;
import fairlead.handler.Update;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A type whose handler makes a secret: it tells the value of a key when the key is made and when it is turned.
final class KeyType implements ResourceHandler.Updatable {

    private static final String SCHEMA = """
        {"typeName": "Test::Safe::Key", "description": "A key.", "additionalProperties": false,
         "properties": {"Name": {"type": "string"}, "Turn": {"type": "integer"}, "Value": {"type": "string"}},
         "required": ["Name"], "primaryIdentifier": ["/properties/Name"], "createOnlyProperties": ["/properties/Name"],
         "readOnlyProperties": ["/properties/Value"], "tagging": {"taggable": false},
         "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "update": {"permissions": []},
          "delete": {"permissions": []}}}
        """;

    private static final String REGISTRATION = """
        {"apiVersion": "2026-11-01", "armType": "Test.Safe/keys", "dataClasses": {"/properties/Value": "secret"}}
        """;

    private final Map<String, ObjectNode> there = new ConcurrentHashMap<>();

    static ResourceType type() {
        KeyType keys = new KeyType();
        return new ResourceType(
                (ObjectNode) JsonMapper.shared().readTree(SCHEMA),
                (ObjectNode) JsonMapper.shared().readTree(REGISTRATION),
                () -> keys);
    }

    @Override
    public Progress create(Create request, Context context) {
        return told(request.desired());
    }

    @Override
    public Progress update(Update request, Context context) {
        return told(request.desired());
    }

    private Progress told(ObjectNode desired) {
        there.put(desired.path("Name").stringValue(), desired.deepCopy());
        return Progress.done(
                desired.deepCopy().put("Value", "hush-" + desired.path("Turn").asInt(0)));
    }

    @Override
    public Progress read(Read request, Context context) {
        return Optional.ofNullable(there.get(request.identifier().path("Name").stringValue()))
                .map(model -> Progress.done(model.deepCopy()))
                .orElseGet(() -> Progress.failed(ErrorCode.NOT_FOUND, "no such key"));
    }

    @Override
    public Progress delete(Delete request, Context context) {
        there.remove(request.identifier().path("Name").stringValue());
        return Progress.gone();
    }
}
