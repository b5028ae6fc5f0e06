package fairlead.generator.pattern;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Finds the characters that match a part of an expression for one character, by matching each of them.
///
/// So a class means here exactly what it means in `java.util.regex`: intersections, properties, flags.
final class Alphabet {

    /// Asked first: ASCII, and some of each kind that a class of Unicode may be about.
    private static final int[] POOL = IntStream.concat(
                    IntStream.rangeClosed(' ', '~'),
                    "\t\n\r\f éßñÇøœЖяΩλבعกअ中文あア한０٣५½Ⅳ²€£¥©®°±–—“”…·¿«»、。\u3000\u200d\u0301\u0085🙂𝒜🚀".codePoints())
            .toArray();

    private static final int LAST_OF_BMP = 0xFFFF;
    private static final int ENOUGH = 64;
    private static final Map<String, Node.Chars> KNOWN = new ConcurrentHashMap<>();

    private Alphabet() {}

    /// @param text a class, an escape, a dot or a character, as it stands in the expression
    static Node.Chars of(String text, int flags) {
        String key = flags + " " + text;
        Node.Chars known = KNOWN.get(key);
        if (known != null) {
            return known;
        }
        Node.Chars found = find(Pattern.compile(text, flags));
        if (KNOWN.size() < 10_000) {
            KNOWN.put(key, found);
        }
        return found;
    }

    private static Node.Chars find(Pattern one) {
        int[] all = IntStream.of(POOL).filter(c -> matches(one, c)).toArray();
        if (all.length == 0) {
            all = IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                    .filter(c -> c > LAST_OF_BMP || !Character.isSurrogate((char) c))
                    .filter(c -> matches(one, c))
                    .limit(ENOUGH)
                    .toArray();
        }
        int[] usual = preferred(all);
        return new Node.Chars(usual, all);
    }

    private static int[] preferred(int[] all) {
        int[] words = IntStream.of(all).filter(Alphabet::isPlain).toArray();
        if (words.length > 0) {
            return words;
        }
        int[] printable = IntStream.of(all).filter(c -> c >= ' ' && c <= '~').toArray();
        return printable.length > 0 ? printable : all;
    }

    private static boolean isPlain(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    private static boolean matches(Pattern one, int codePoint) {
        return one.matcher(Character.toString(codePoint)).matches();
    }
}
