package fairlead.server.type;

import fairlead.schema.TypeName;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A version of a type on its way to another cell. Between cells it is the length of a JSON object in four bytes, that
/// object in UTF-8, and the bytes of the archive.
///
/// @param about what [TypeCopyStore] reads and writes, by column; bytes in Base64
/// @param archive no bytes if the type came in none
record TypeCopy(ObjectNode about, byte[] archive) {

    static TypeCopy decode(byte[] copy) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(copy);
            byte[] json = new byte[Math.clamp(bytes.getInt(), 0, copy.length)];
            bytes.get(json);
            byte[] archive = new byte[bytes.remaining()];
            bytes.get(archive);
            if (JsonMapper.shared().readTree(json) instanceof ObjectNode about) {
                return new TypeCopy(about, archive);
            }
        } catch (BufferUnderflowException | JacksonException cut) {
            throw malformed();
        }
        throw malformed();
    }

    private static ProblemException malformed() {
        return new ProblemException(
                new Problem.BadRequest(ProblemCode.INVALID_REQUEST_CONTENT, "The copy of a type can't be read."));
    }

    byte[] encode() {
        byte[] json = about.toString().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Integer.BYTES + json.length + archive.length)
                .putInt(json.length)
                .put(json)
                .put(archive)
                .array();
    }

    TypeName name() {
        return TypeName.parse(text("name"));
    }

    int version() {
        return about.path("version").asInt();
    }

    String digest() {
        return text("digest");
    }

    String text(String column) {
        return about.path(column).asString();
    }

    Optional<byte[]> bytes(String column) {
        JsonNode found = about.path(column);
        return found.isString() ? Optional.of(Base64.getDecoder().decode(found.asString())) : Optional.empty();
    }

    /// The report of its contract tests.
    Optional<byte[]> report() {
        return bytes("report");
    }
}
