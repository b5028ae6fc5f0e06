package fairlead.server.access.audit;

/// The right edge of a Merkle tree: all that is needed to add leaves and to tell the root.
final class Frontier {

    /// The full subtree of 2^i leaves at place i, if the size has that bit.
    private final byte[][] full = new byte[Long.SIZE][Hashes.LENGTH];

    private long size;

    /// How many leaves it has.
    long size() {
        return size;
    }

    void add(byte[] leaf) {
        byte[] hash = leaf;
        int level = 0;
        while ((size >>> level & 1) == 1) {
            hash = Hashes.node(full[level], hash);
            level++;
        }
        full[level] = hash;
        size++;
    }

    /// "Merkle Tree Hash" of all leaves so far.
    byte[] root() {
        byte[] root = Hashes.empty();
        boolean begun = false;
        for (int level = 0; level < Long.SIZE; level++) {
            if ((size >>> level & 1) == 1) {
                root = begun ? Hashes.node(full[level], root) : full[level];
                begun = true;
            }
        }
        return root;
    }
}
