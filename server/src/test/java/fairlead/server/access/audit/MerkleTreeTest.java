package fairlead.server.access.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The leaves and roots are the reference data of Certificate Transparency, written out.
class MerkleTreeTest {

    private static final List<String> INPUTS =
            List.of("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f");

    private static final List<String> ROOTS = List.of(
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
            "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
            "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
            "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
            "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328");

    private static byte[] leaf(String input) {
        MessageDigest digest = Hashes.sha256();
        digest.update((byte) 0);
        return digest.digest(HexFormat.of().parseHex(input));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static MerkleTree reference() {
        byte[] hashes = new byte[INPUTS.size() * 32];
        for (int i = 0; i < INPUTS.size(); i++) {
            System.arraycopy(leaf(INPUTS.get(i)), 0, hashes, i * 32, 32);
        }
        return new MerkleTree((_, _) -> hashes);
    }

    @Test
    void hasTheRootsOfTheReferenceData() {
        Frontier frontier = new Frontier();
        for (int size = 0; size <= INPUTS.size(); size++) {
            assertThat(hex(reference().root(size))).isEqualTo(ROOTS.get(size));
            assertThat(hex(frontier.root())).isEqualTo(ROOTS.get(size));
            if (size < INPUTS.size()) {
                frontier.add(leaf(INPUTS.get(size)));
            }
        }
    }

    @Test
    void hasTheInclusionProofsOfTheReferenceData() {
        assertThat(reference().inclusion(0, 1)).isEmpty();
        assertThat(reference().inclusion(0, 8))
                .extracting(MerkleTreeTest::hex)
                .containsExactly(
                        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
                        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4");
        assertThat(reference().inclusion(5, 8))
                .extracting(MerkleTreeTest::hex)
                .containsExactly(
                        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
                        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7");
    }

    @Test
    void hasTheConsistencyProofsOfTheReferenceData() {
        assertThat(reference().consistency(1, 1)).isEmpty();
        assertThat(reference().consistency(6, 8))
                .extracting(MerkleTreeTest::hex)
                .containsExactly(
                        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
                        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7");
        assertThat(reference().consistency(2, 5))
                .extracting(MerkleTreeTest::hex)
                .containsExactly(
                        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b");
    }

    /// Over the edges of tiles of two levels, against a tree without tiles.
    @Test
    void tilesMakeTheSameTree() {
        int most = 256 * 256 + 300;
        List<byte[]> leaves = new ArrayList<>();
        Frontier frontier = new Frontier();
        for (int i = 0; i < most; i++) {
            leaves.add(leaf(String.format("%08x", i)));
        }
        Map<String, byte[]> tiles = new HashMap<>();
        MerkleTree tree = new MerkleTree(
                (level, tile) -> tiles.computeIfAbsent(level + "/" + tile, _ -> tile(leaves, level, tile)));
        for (int size = 1; size <= most; size++) {
            frontier.add(leaves.get(size - 1));
            if (size < 3 || size % 8192 < 2 || size == most) {
                assertThat(tree.root(size)).isEqualTo(frontier.root());
            }
        }
        for (long index : new long[] {0, 255, 256, 65_535, 65_536, most - 1}) {
            List<byte[]> path = tree.inclusion(index, most);
            assertThat(MerkleTree.rootOf(leaves.get((int) index), index, most, path))
                    .isEqualTo(tree.root(most));
            assertThat(MerkleTree.rootOf(leaves.get((int) index), index + 1, most + 1, path))
                    .isNotEqualTo(tree.root(most));
        }
    }

    private static byte[] tile(List<byte[]> leaves, int level, long tile) {
        int each = 1 << (8 * level);
        byte[] hashes = new byte[0];
        for (int i = (int) tile * 256; i < tile * 256 + 256 && (i + 1) * each <= leaves.size(); i++) {
            byte[] hash = level == 0 ? leaves.get(i) : MerkleTree.rootOf(tile(leaves, level - 1, i), 0, 256);
            hashes = Arrays.copyOf(hashes, hashes.length + 32);
            System.arraycopy(hash, 0, hashes, hashes.length - 32, 32);
        }
        return hashes;
    }
}
