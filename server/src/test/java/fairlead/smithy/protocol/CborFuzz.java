package fairlead.smithy.protocol;

import fairlead.fuzz.FuzzTarget;
import fairlead.fuzz.Law;
import java.util.Arrays;
import tools.jackson.databind.JsonNode;

/// CBOR, as services answer.
public final class CborFuzz implements FuzzTarget {

    private static final int DEEPEST = 300;

    @Override
    public void run(byte[] input) {
        JsonNode tree;
        try {
            tree = CborReader.read(input);
        } catch (MalformedAnswer refused) {
            Law.holds(refused.getMessage() != null, "a refusal says why");
            return;
        }
        Law.same(new WellFormed(input).end(), input.length, "RFC 8949 calls it one whole item");
        byte[] written = CborWriter.write(tree);
        JsonNode again = CborReader.read(written);
        Law.holds(Arrays.equals(CborWriter.write(again), written), "an item that is written, read and written");
    }

    /// The pseudo-code of RFC 8949, appendix C: whether an item is well-formed, and where it ends.
    private static final class WellFormed {

        private final byte[] bytes;
        private int at;

        WellFormed(byte[] bytes) {
            this.bytes = bytes;
        }

        int end() {
            return item(false, 0) ? at : -1;
        }

        private int take() {
            Law.holds(at < bytes.length, "RFC 8949 finds the end of the input within an item");
            return bytes[at++] & 0xff;
        }

        /// False for the code that ends what has no length, where that may be.
        private boolean item(boolean mayBreak, int depth) {
            Law.holds(depth < DEEPEST, "no deeper than allowed");
            int initial = take();
            int major = initial >> 5;
            int info = initial & 0x1f;
            if (info >= 28 && info <= 30) {
                throw new AssertionError("RFC 8949 has no additional information " + info);
            }
            if (info == 31) {
                return indefinite(major, mayBreak, depth);
            }
            long value = info;
            if (info >= 24) {
                value = 0;
                for (int i = 0; i < 1 << (info - 24); i++) {
                    value = value << 8 | take();
                }
            }
            definite(major, info, value, depth);
            return true;
        }

        private void definite(int major, int info, long value, int depth) {
            switch (major) {
                case 2, 3 -> {
                    Law.holds(value >= 0 && value <= bytes.length - at, "a string is there in full");
                    at += (int) value;
                }
                case 4 -> items(value, depth);
                case 5 -> items(2 * value, depth);
                case 6 -> item(false, depth + 1);
                case 7 -> Law.holds(info != 24 || value >= 32, "a simple value is in its shortest form");
                default -> {}
            }
        }

        private void items(long count, int depth) {
            Law.holds(count >= 0 && count <= bytes.length - at, "the items are there in full");
            for (long i = 0; i < count; i++) {
                item(false, depth + 1);
            }
        }

        private boolean indefinite(int major, boolean mayBreak, int depth) {
            switch (major) {
                case 2, 3 -> {
                    for (int next = take(); next != 0xff; next = take()) {
                        Law.holds(next >> 5 == major && (next & 0x1f) != 31, "the parts of a string are such strings");
                        at--;
                        item(false, depth + 1);
                    }
                }
                case 4 -> {
                    while (item(true, depth + 1)) {
                        // The next one.
                    }
                }
                case 5 -> {
                    while (item(true, depth + 1)) {
                        item(false, depth + 1);
                    }
                }
                case 7 -> {
                    Law.holds(mayBreak, "there is something to be ended");
                    return false;
                }
                default -> throw new AssertionError("RFC 8949 gives the major type " + major + " a length");
            }
            return true;
        }
    }
}
