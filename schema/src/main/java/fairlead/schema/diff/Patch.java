package fairlead.schema.diff;

import fairlead.schema.PropertyPath;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Operations on a JSON document that are carried out in order, all of them or none (RFC 6902).
public record Patch(List<Operation> operations) {

    public Patch {
        operations = List.copyOf(operations);
    }

    /// Reads a patch. Members that an operation has no use for are ignored, as the RFC says.
    ///
    /// @throws PatchException if it is none
    public static Patch read(JsonNode document) {
        if (!document.isArray()) {
            throw new PatchException(-1, "", "expected an array of operations, found another value");
        }
        List<Operation> operations = new ArrayList<>();
        for (JsonNode operation : document) {
            operations.add(new Reader(operations.size(), operation).read());
        }
        return new Patch(operations);
    }

    /// What becomes of a document; the document itself stays as it is.
    ///
    /// @throws PatchException if an operation does not fit
    public JsonNode applyTo(JsonNode document) {
        Application application = new Application(document.deepCopy());
        for (int i = 0; i < operations.size(); i++) {
            application.apply(i, operations.get(i));
        }
        return application.document();
    }

    /// What a patch makes of a document with hidden values.
    ///
    /// @param removed which of the hidden paths it has taken a value away from
    public record Patched(JsonNode document, List<PropertyPath> removed) {

        public Patched {
            removed = List.copyOf(removed);
        }
    }

    /// As [#applyTo(JsonNode)], of a document of which the caller does not see what is on some paths: that can be set
    /// and removed, whether it is there or not, and it can't be read.
    ///
    /// @throws PatchException if an operation does not fit
    public Patched applyTo(ObjectNode document, List<PropertyPath> hidden) {
        return new HiddenValues(document, hidden).patched(operations);
    }

    /// The patch as RFC 6902 writes it.
    public ArrayNode toJson() {
        ArrayNode json = JsonNodeFactory.instance.arrayNode();
        operations.forEach(operation -> json.add(operation.toJson()));
        return json;
    }

    private record Reader(int index, JsonNode json) {

        Operation read() {
            if (!json.isObject()) {
                throw new PatchException(index, "", "expected an object, found another value");
            }
            String name = text("op");
            return switch (name) {
                case "add" -> new Operation.Add(pointer("path"), value());
                case "remove" -> new Operation.Remove(pointer("path"));
                case "replace" -> new Operation.Replace(pointer("path"), value());
                case "move" -> new Operation.Move(pointer("from"), pointer("path"));
                case "copy" -> new Operation.Copy(pointer("from"), pointer("path"));
                case "test" -> new Operation.Test(pointer("path"), value());
                default ->
                    throw wrong("expected the op add, remove, replace, move, copy or test, found '" + name + "'");
            };
        }

        private String text(String name) {
            @Nullable JsonNode member = json.get(name);
            if (member == null || !member.isString()) {
                throw wrong("expected text as '" + name + "', found " + (member == null ? "none" : "another value"));
            }
            return member.stringValue();
        }

        private Pointer pointer(String name) {
            String text = text(name);
            try {
                return Pointer.parse(text);
            } catch (IllegalArgumentException e) {
                throw wrong(String.valueOf(e.getMessage()) + " as '" + name + "'");
            }
        }

        private JsonNode value() {
            @Nullable JsonNode value = json.get("value");
            if (value == null) {
                throw wrong("expected a 'value', found none");
            }
            return value;
        }

        private PatchException wrong(String reason) {
            return new PatchException(index, json.path("path").asString(""), reason);
        }
    }
}
