package fairlead.server.access.audit;

import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/// The head of the log at one moment: "C2SP tlog-checkpoint".
///
/// @param origin which log it is
/// @param size how many records it has
/// @param root of the tree of them
public record Checkpoint(String origin, long size, byte[] root) {

    /// The checkpoint in the text of a note; throws [IllegalArgumentException] if it is none.
    static Checkpoint parse(String text) {
        List<String> lines = text.lines().toList();
        if (lines.size() < 3 || lines.getFirst().isEmpty() || !lines.get(1).matches("0|[1-9]\\d{0,17}")) {
            throw new IllegalArgumentException("expected a checkpoint: the lines origin, size and root");
        }
        byte[] root = Base64.getDecoder().decode(lines.get(2));
        if (root.length != Hashes.LENGTH) {
            throw new IllegalArgumentException("the root of a checkpoint has 32 bytes, found " + root.length);
        }
        return new Checkpoint(lines.getFirst(), Long.parseLong(lines.get(1)), root);
    }

    /// As it is signed.
    String text() {
        return origin + "\n" + size + "\n" + Hashes.base64(root) + "\n";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Checkpoint(var otherOrigin, var otherSize, var otherRoot)
                && origin.equals(otherOrigin)
                && size == otherSize
                && Arrays.equals(root, otherRoot);
    }

    @Override
    public int hashCode() {
        return 31 * origin.hashCode() + Arrays.hashCode(root);
    }
}
