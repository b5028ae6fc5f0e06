package fairlead.server.access.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A Merkle tree that is kept in tiles of 256 hashes: roots, and proofs that a leaf or an earlier tree is in it
/// ("RFC 6962", sections 2.1.1 and 2.1.2).
public final class MerkleTree {

    /// How many hashes a tile has.
    public static final int WIDTH = 256;

    /// How many levels of the tree a tile has.
    static final int HEIGHT = 8;

    private final Tiles tiles;

    /// Where the tiles are.
    @FunctionalInterface
    public interface Tiles {

        /// The hashes of a tile, one after the other: as many as are known, 256 at most.
        ///
        /// @param level 0 for the leaves; above it, the roots of full tiles of the level below
        byte[] hashes(int level, long tile);
    }

    public MerkleTree(Tiles tiles) {
        this.tiles = tiles;
    }

    /// The root of the tree of the first leaves.
    public byte[] root(long size) {
        return size == 0 ? Hashes.empty() : hash(0, size);
    }

    /// The hash of a leaf.
    public byte[] leaf(long index) {
        return full(0, index);
    }

    /// "PATH" of "RFC 6962": what proves, together with the leaf, that it is in the tree of that size.
    public List<byte[]> inclusion(long index, long size) {
        if (index < 0 || index >= size) {
            throw new IllegalArgumentException("there is no leaf " + index + " in a tree of " + size);
        }
        List<byte[]> path = new ArrayList<>();
        include(index, 0, size, path);
        return path;
    }

    private void include(long index, long begin, long size, List<byte[]> path) {
        if (size == 1) {
            return;
        }
        long left = split(size);
        if (index < left) {
            include(index, begin, left, path);
            path.add(hash(begin + left, size - left));
        } else {
            include(index - left, begin + left, size - left, path);
            path.add(hash(begin, left));
        }
    }

    /// "PROOF" of "RFC 6962": what proves that the tree of one size begins with that of another.
    public List<byte[]> consistency(long earlier, long size) {
        if (earlier < 0 || earlier > size) {
            throw new IllegalArgumentException("a tree of " + size + " has no beginning of " + earlier);
        }
        List<byte[]> path = new ArrayList<>();
        if (earlier > 0 && earlier < size) {
            extend(earlier, 0, size, true, path);
        }
        return path;
    }

    /// @param known whether who checks has the hash of this subtree, which is the whole earlier tree
    private void extend(long earlier, long begin, long size, boolean known, List<byte[]> path) {
        if (earlier == size) {
            if (!known) {
                path.add(hash(begin, size));
            }
            return;
        }
        long left = split(size);
        if (earlier <= left) {
            extend(earlier, begin, left, known, path);
            path.add(hash(begin + left, size - left));
        } else {
            extend(earlier - left, begin + left, size - left, false, path);
            path.add(hash(begin, left));
        }
    }

    private byte[] hash(long begin, long size) {
        if (Long.bitCount(size) == 1) {
            int level = Long.numberOfTrailingZeros(size);
            return full(level, begin >>> level);
        }
        long left = split(size);
        return Hashes.node(hash(begin, left), hash(begin + left, size - left));
    }

    /// The largest power of two below it.
    private static long split(long size) {
        return Long.highestOneBit(size - 1);
    }

    /// The root of a full subtree.
    ///
    /// @param level of so many powers of two leaves
    private byte[] full(int level, long index) {
        int within = level % HEIGHT;
        long first = index << within;
        byte[] hashes = tiles.hashes(level / HEIGHT, first / WIDTH);
        int begin = (int) (first % WIDTH);
        int count = 1 << within;
        if ((begin + count) * Hashes.LENGTH > hashes.length) {
            throw new IllegalStateException("the tile " + first / WIDTH + " of level " + level / HEIGHT + " has "
                    + hashes.length / Hashes.LENGTH + " hashes, expected " + (begin + count) + " at least");
        }
        return rootOf(hashes, begin, count);
    }

    /// The root above some hashes of a tile, whose number is a power of two.
    static byte[] rootOf(byte[] hashes, int begin, int count) {
        if (count == 1) {
            return Arrays.copyOfRange(hashes, begin * Hashes.LENGTH, (begin + 1) * Hashes.LENGTH);
        }
        return Hashes.node(rootOf(hashes, begin, count / 2), rootOf(hashes, begin + count / 2, count / 2));
    }

    /// The root to which a leaf and its proof lead ("RFC 9162", section 2.1.3.2); no bytes if the proof has
    /// not the length that it has to have.
    public static byte[] rootOf(byte[] leaf, long index, long size, List<byte[]> path) {
        long node = index;
        long last = size - 1;
        byte[] hash = leaf;
        for (byte[] next : path) {
            if (last == 0) {
                return new byte[0];
            }
            if ((node & 1) == 1 || node == last) {
                hash = Hashes.node(next, hash);
                while ((node & 1) == 0 && node != 0) {
                    node >>>= 1;
                    last >>>= 1;
                }
            } else {
                hash = Hashes.node(hash, next);
            }
            node >>>= 1;
            last >>>= 1;
        }
        return last == 0 ? hash : new byte[0];
    }
}
