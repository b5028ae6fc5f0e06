package fairlead.server.access.audit;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// A text and who has signed it: "C2SP signed-note".
///
/// @param text ends in a newline
record SignedNote(String text, List<NoteSignature> signatures) {

    private static final String MARK = "— ";
    private static final int MOST = 64;

    SignedNote {
        signatures = List.copyOf(signatures);
    }

    /// @param id of the key
    record NoteSignature(String name, int id, byte[] signature) {}

    /// The note of a text; throws [IllegalArgumentException] if it is none.
    static SignedNote parse(String note) {
        int end = note.lastIndexOf("\n\n");
        if (end < 0 || !note.endsWith("\n")) {
            throw new IllegalArgumentException("expected a signed note: a text, an empty line, and signatures");
        }
        if (note.chars().anyMatch(c -> c < ' ' && c != '\n')) {
            throw new IllegalArgumentException("a signed note has no control characters");
        }
        List<NoteSignature> signatures = new ArrayList<>();
        for (String line : note.substring(end + 2).lines().toList()) {
            signatures.add(signature(line));
        }
        if (signatures.isEmpty() || signatures.size() > MOST) {
            throw new IllegalArgumentException(
                    "expected 1 to " + MOST + " signatures in a signed note, found " + signatures.size());
        }
        return new SignedNote(note.substring(0, end + 1), signatures);
    }

    private static NoteSignature signature(String line) {
        String[] parts = line.split(" ", -1);
        if (parts.length != 3 || !line.startsWith(MARK) || parts[1].isEmpty()) {
            throw new IllegalArgumentException(
                    "expected a signature of a note, '— name signature', found '" + line + "'");
        }
        byte[] bytes = Base64.getDecoder().decode(parts[2]);
        if (bytes.length <= Integer.BYTES) {
            throw new IllegalArgumentException("the signature of '" + parts[1] + "' is too short");
        }
        return new NoteSignature(
                parts[1], ByteBuffer.wrap(bytes).getInt(), Arrays.copyOfRange(bytes, Integer.BYTES, bytes.length));
    }

    /// The key of these by which it is signed; empty if it is signed by none, or if a signature of one is
    /// wrong.
    Optional<VerifierKey> signedBy(Collection<VerifierKey> keys) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Optional<VerifierKey> found = Optional.empty();
        for (NoteSignature signature : signatures) {
            for (VerifierKey key : keys) {
                if (key.name().equals(signature.name()) && key.id() == signature.id()) {
                    if (!key.verifies(bytes, signature.signature())) {
                        return Optional.empty();
                    }
                    found = Optional.of(key);
                }
            }
        }
        return found;
    }
}
