package fairlead.providers.files;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What the disk itself can't remember of a directory or file.
///
/// @param token the operation that made it
/// @param made whether that operation has reached its end; if not, what is there is its own work in part
/// @param flag for a directory: whether deleting it deletes what is in it; for a file: whether its content was
///     given as base64
record FileRecord(String token, boolean made, boolean flag) {

    FileRecord complete() {
        return new FileRecord(token, true, flag);
    }

    boolean isOf(String operation) {
        return token.equals(operation);
    }

    ObjectNode record() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("token", token)
                .put("made", made)
                .put("flag", flag);
    }

    static FileRecord parse(ObjectNode record) {
        return new FileRecord(
                record.path("token").asString(""),
                record.path("made").asBoolean(),
                record.path("flag").asBoolean());
    }
}
