package fairlead.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// How targets take an input apart.
public final class Input {

    /// Stands around the part of a text that is to be repeated.
    private static final char REPEATED = '\u0001';

    /// As much as the HTTP server takes of an address or a header.
    private static final int LONG = 8 << 10;

    private Input() {}

    /// What is not UTF-8 is replaced.
    public static String text(byte[] input) {
        return new String(input, StandardCharsets.UTF_8);
    }

    /// The first lines, one less than that number, and the rest; empty where there is no more.
    public static List<String> lines(byte[] input, int number) {
        String[] lines = Arrays.copyOf(text(input).split("\n", number), number);
        for (int i = 0; i < number; i++) {
            lines[i] = lines[i] == null ? "" : stretched(lines[i]);
        }
        return List.of(lines);
    }

    /// The text; with what is between two characters U+0001 repeated until it is long. So a fuzzer that keeps its
    /// inputs short finds what takes too long for long ones.
    public static String stretched(String text) {
        int begin = text.indexOf(REPEATED);
        int end = text.indexOf(REPEATED, begin + 1);
        if (begin < 0 || end < begin + 2) {
            return text;
        }
        String part = text.substring(begin + 1, end);
        return text.substring(0, begin) + part.repeat(1 + LONG / part.length()) + text.substring(end + 1);
    }
}
