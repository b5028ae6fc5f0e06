package fairlead.schema.language;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A set of code points.
///
/// @param bounds where it begins and where it ends, in turns: the first is in it, the second no more
record CodePoints(List<Integer> bounds) {

    static final int END = Character.MAX_CODE_POINT + 1;
    static final CodePoints ALL = new CodePoints(List.of(0, END));

    private static final CodePoints DIGITS = between('0', '9');
    private static final CodePoints WORD = union(List.of(DIGITS, between('A', 'Z'), between('a', 'z'), of('_')));
    private static final CodePoints LINE_ENDS = union(List.of(of('\n'), of('\r'), of(0x85), between(0x2028, 0x2029)));

    /// What is met in most patterns; the rest is asked for.
    private static final Map<String, CodePoints> USUAL = Map.ofEntries(
            Map.entry(".", LINE_ENDS.others()),
            Map.entry("\\d", DIGITS),
            Map.entry("\\D", DIGITS.others()),
            Map.entry("\\w", WORD),
            Map.entry("\\W", WORD.others()),
            Map.entry("\\t", of('\t')),
            Map.entry("\\n", of('\n')),
            Map.entry("\\r", of('\r')),
            Map.entry("\\f", of('\f')));

    private static final int MOST_KNOWN = 1_000;

    /// What was asked for lately: a stranger's classes do not keep out those of others.
    private static final Map<String, CodePoints> KNOWN =
            Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, CodePoints> eldest) {
                    return size() > MOST_KNOWN;
                }
            });

    CodePoints {
        bounds = List.copyOf(bounds);
    }

    static CodePoints of(int codePoint) {
        return new CodePoints(List.of(codePoint, codePoint + 1));
    }

    /// What a class, an escape or a dot of `java.util.regex` stands for, by asking it for each code point.
    ///
    /// @param one an expression for one character
    static CodePoints matching(String one) {
        CodePoints known = USUAL.getOrDefault(one, KNOWN.get(one));
        if (known != null) {
            return known;
        }
        CodePoints found = asked(one);
        KNOWN.put(one, found);
        return found;
    }

    /// Whether it is known what an expression for one character stands for.
    static boolean isKnown(String one) {
        return USUAL.containsKey(one) || KNOWN.containsKey(one);
    }

    /// The same without looking it up.
    static CodePoints asked(String one) {
        Matcher matcher = Pattern.compile(one).matcher("");
        List<Integer> bounds = new ArrayList<>();
        boolean inside = false;
        for (int point = 0; point < END; point++) {
            if (matcher.reset(Character.toString(point)).matches() != inside) {
                bounds.add(point);
                inside = !inside;
            }
        }
        if (inside) {
            bounds.add(END);
        }
        return new CodePoints(bounds);
    }

    /// Those from one to another, both included.
    static CodePoints between(int first, int last) {
        return new CodePoints(List.of(first, last + 1));
    }

    /// What is in any of them.
    static CodePoints union(List<CodePoints> sets) {
        List<int[]> spans = new ArrayList<>();
        for (CodePoints set : sets) {
            for (int i = 0; i < set.bounds.size(); i += 2) {
                spans.add(new int[] {set.bounds.get(i), set.bounds.get(i + 1)});
            }
        }
        spans.sort((a, b) -> Integer.compare(a[0], b[0]));
        List<Integer> bounds = new ArrayList<>();
        for (int[] span : spans) {
            int last = bounds.size() - 1;
            if (last > 0 && span[0] <= bounds.get(last)) {
                bounds.set(last, Math.max(bounds.get(last), span[1]));
            } else {
                bounds.addAll(Arrays.asList(span[0], span[1]));
            }
        }
        return new CodePoints(bounds);
    }

    CodePoints others() {
        List<Integer> bounds = new ArrayList<>();
        boolean fromZero = !this.bounds.isEmpty() && this.bounds.getFirst() == 0;
        boolean toEnd = !this.bounds.isEmpty() && this.bounds.getLast() == END;
        if (!fromZero) {
            bounds.add(0);
        }
        bounds.addAll(this.bounds.subList(fromZero ? 1 : 0, this.bounds.size() - (toEnd ? 1 : 0)));
        if (!toEnd) {
            bounds.add(END);
        }
        return new CodePoints(bounds);
    }

    boolean contains(int codePoint) {
        int found = Collections.binarySearch(bounds, codePoint);
        int begun = found >= 0 ? found + 1 : -found - 1;
        return begun % 2 == 1;
    }
}
