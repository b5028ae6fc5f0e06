package fairlead.server.access.audit;

import org.jspecify.annotations.Nullable;

/// The right edge of a Merkle tree: all that is needed to add leaves and to tell the root.
final class Frontier {

    /// The full subtree of 2^i leaves at place i, if the size has that bit.
    private final byte @Nullable [][] full = new byte[Long.SIZE][];

    private long size;

    /// How many leaves it has.
    long size() {
        return size;
    }

    void add(byte[] leaf) {
        byte[] hash = leaf;
        int level = 0;
        while ((size >>> level & 1) == 1) {
            byte[] left = full[level];
            hash = Hashes.node(left == null ? Hashes.empty() : left, hash);
            level++;
        }
        full[level] = hash;
        size++;
    }

    /// "Merkle Tree Hash" of all leaves so far.
    byte[] root() {
        byte[] root = null;
        for (int level = 0; level < Long.SIZE; level++) {
            byte[] left = full[level];
            if ((size >>> level & 1) == 1 && left != null) {
                root = root == null ? left : Hashes.node(left, root);
            }
        }
        return root == null ? Hashes.empty() : root;
    }
}
