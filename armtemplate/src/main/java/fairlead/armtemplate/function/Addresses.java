package fairlead.armtemplate.function;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Internet addresses as numbers.
final class Addresses {

    static final int FOUR = 32;
    static final int SIX = 128;

    private static final int GROUPS = 8;

    private Addresses() {}

    /// @return null if it is no address
    static @Nullable BigInteger read(String written) {
        return written.contains(":") ? six(written) : four(written);
    }

    private static @Nullable BigInteger four(String written) {
        String[] parts = written.split("\\.", -1);
        BigInteger made = BigInteger.ZERO;
        for (String part : parts) {
            if (!part.matches("[0-9]{1,3}") || Integer.parseInt(part) > 255) {
                return null;
            }
            made = made.shiftLeft(8).or(BigInteger.valueOf(Integer.parseInt(part)));
        }
        return parts.length == 4 ? made : null;
    }

    private static @Nullable BigInteger six(String written) {
        int gap = written.indexOf("::");
        List<String> before = groups(gap < 0 ? written : written.substring(0, gap));
        List<String> behind = groups(gap < 0 ? "" : written.substring(gap + 2));
        int missing = GROUPS - before.size() - behind.size();
        if (gap < 0 ? missing != 0 : missing < 1) {
            return null;
        }
        List<String> all = new ArrayList<>(before);
        for (int i = 0; i < missing; i++) {
            all.add("0");
        }
        all.addAll(behind);
        BigInteger made = BigInteger.ZERO;
        for (String group : all) {
            if (!group.matches("[0-9a-fA-F]{1,4}")) {
                return null;
            }
            made = made.shiftLeft(16).or(new BigInteger(group, 16));
        }
        return made;
    }

    private static List<String> groups(String written) {
        return written.isEmpty() ? List.of() : List.of(written.split(":", -1));
    }

    static String shown(BigInteger address, int width) {
        return width == FOUR ? fourShown(address) : sixShown(address);
    }

    private static String fourShown(BigInteger address) {
        long value = address.longValueExact();
        return (value >> 24) + "." + (value >> 16 & 255) + "." + (value >> 8 & 255) + "." + (value & 255);
    }

    /// The longest run of groups that are zero is left out.
    private static String sixShown(BigInteger address) {
        int[] groups = new int[GROUPS];
        for (int i = 0; i < GROUPS; i++) {
            groups[i] = address.shiftRight(16 * (GROUPS - 1 - i)).intValue() & 0xFFFF;
        }
        int start = -1;
        int length = 1;
        for (int i = 0; i < GROUPS; i++) {
            int end = i;
            while (end < GROUPS && groups[end] == 0) {
                end++;
            }
            if (end - i > length) {
                start = i;
                length = end - i;
            }
        }
        StringBuilder made = new StringBuilder();
        for (int i = 0; i < GROUPS; i++) {
            if (i == start) {
                made.append("::");
                i += length - 1;
            } else {
                made.append(made.isEmpty() || made.charAt(made.length() - 1) == ':' ? "" : ":")
                        .append(Integer.toHexString(groups[i]));
            }
        }
        return made.toString();
    }
}
