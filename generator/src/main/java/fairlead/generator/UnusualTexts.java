package fairlead.generator;

import fairlead.generator.pattern.Chance;
import fairlead.generator.pattern.PatternText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Texts that are easily lost, one instance of an input at a time: long ones are not made without end.
final class UnusualTexts {

    private static final List<String> TAKEN_FOR_NOTHING = List.of("", "0", "null", "false");

    /// Letters with case and without, of one to four bytes, such as are a pair of UTF-16 units, and one of two code
    /// points.
    private static final String LETTERS = "ÄöÜßéÑñŒЖжΛλ中文あ한🙂𝒜e\u0301Zz";

    /// What is trimmed, joined, escaped or interpreted.
    private static final String MARKS = "  two  spaces,\ttab\nline \"quoted\" 'so' <b>&amp;</b> \\ / %20 ";

    private static final String PLAIN = "AbcXyz0";

    private static final int LONGEST = 5_000;
    private static final int LONG = 300;
    private static final int SHORT = 40;
    private static final int ALL_TOGETHER = 40_000;

    private final Edge edge;
    private int left = ALL_TOGETHER;
    private int turn;

    UnusualTexts(Edge edge) {
        this.edge = edge;
    }

    /// @param present what is there
    /// @param form empty where the schema says nothing
    List<JsonNode> of(String present, Optional<Form> form, boolean inList) {
        Optional<Texts> texts = form.map(Form::texts);
        if (texts.filter(known -> !known.formats().isEmpty()).isPresent()) {
            return List.of();
        }
        Set<String> candidates = new LinkedHashSet<>();
        switch (edge) {
            case NOTHING -> {
                for (int i = 0; i < TAKEN_FOR_NOTHING.size(); i++) {
                    candidates.add(TAKEN_FOR_NOTHING.get((turn + i) % TAKEN_FOR_NOTHING.size()));
                }
                turn++;
            }
            case MUCH -> much(present, texts, inList, candidates);
            case WORDS -> {
                candidates.add(filled(present, LETTERS, Math.min(most(texts), SHORT)));
                candidates.add(turned(present));
            }
        }
        return candidates.stream()
                .<JsonNode>map(JsonNodeFactory.instance::stringNode)
                .toList();
    }

    private void much(String present, Optional<Texts> texts, boolean inList, Set<String> candidates) {
        int most = most(texts);
        int wished = Math.min(most, inList ? LONG : LONGEST);
        int length = wished <= left ? wished : Math.min(most, LONG);
        left -= length;
        candidates.add(ended(filled(present, MARKS + LETTERS, length)));
        candidates.add(filled(present, LETTERS, length));
        texts.map(Texts::patterns).orElse(List.of()).forEach(pattern -> {
            int top = Math.max(pattern.least(), Math.min(length, pattern.most()));
            candidates.add(pattern.write(top, PatternText.Style.WILD, new Chance(top)));
            candidates.add(pattern.write(top, PatternText.Style.PLAIN, new Chance(top)));
        });
        for (int shorter : List.of(length, 255, 63, SHORT)) {
            if (shorter <= length) {
                candidates.add(filled(present, PLAIN, shorter));
            }
        }
        candidates.add(turned(present));
    }

    private static int most(Optional<Texts> texts) {
        return texts.map(Texts::most).orElse(Integer.MAX_VALUE);
    }

    /// As much of a text as fits, and behind it others again and again.
    private static String filled(String text, String more, int length) {
        List<Integer> points = new ArrayList<>(text.codePoints().boxed().toList());
        int[] filling = more.codePoints().toArray();
        for (int i = 0; points.size() < length; i++) {
            points.add(filling[i % filling.length]);
        }
        StringBuilder filled = new StringBuilder();
        points.stream().limit(length).forEach(filled::appendCodePoint);
        return filled.toString();
    }

    /// With a space at its end.
    private static String ended(String text) {
        return text.isEmpty() ? text : text.substring(0, text.offsetByCodePoints(text.length(), -1)) + " ";
    }

    /// Every other letter in the other case.
    static String turned(String text) {
        StringBuilder turned = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            turned.append(
                    i % 2 > 0 ? c : Character.isUpperCase(c) ? Character.toLowerCase(c) : Character.toUpperCase(c));
        }
        return turned.toString();
    }
}
