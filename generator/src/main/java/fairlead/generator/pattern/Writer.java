package fairlead.generator.pattern;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Writes one text. Lengths are passed down from the whole to its parts, so that a text of the wanted length
/// results wherever the expression allows one.
final class Writer {

    private static final int LONGEST = 100_000;

    private final PatternText.Style style;
    private final Chance chance;
    private final StringBuilder text = new StringBuilder();
    private final Map<Integer, String> groups = new HashMap<>();

    Writer(PatternText.Style style, Chance chance) {
        this.style = style;
        this.chance = chance;
    }

    String write(Node root, int length) {
        add(root, length);
        return text.toString();
    }

    private void add(Node node, int length) {
        if (text.length() > LONGEST) {
            return;
        }
        switch (node) {
            case Node.Chars chars -> text.appendCodePoint(pick(chars));
            case Node.Sequence sequence -> addAll(sequence.parts(), length);
            case Node.Either either -> addOne(either.alternatives(), length);
            case Node.Repeat repeat -> addRepeated(repeat, length);
            case Node.Group(int number, Node inner) -> {
                int start = text.length();
                add(inner, length);
                groups.put(number, text.substring(start));
            }
            case Node.Back(int number) -> text.append(groups.getOrDefault(number, ""));
            case Node.Look(Node inner) -> {
                if (looksAhead()) {
                    add(inner, Math.max(inner.least(), Math.min(inner.most(), length)));
                }
            }
            case Node.Edge() -> {}
        }
    }

    private boolean looksAhead() {
        return style == PatternText.Style.AHEAD || style == PatternText.Style.AHEAD_ONLY;
    }

    private int pick(Node.Chars chars) {
        int[] among = style == PatternText.Style.WILD && chance.percent(50) ? chars.all() : chars.usual();
        return among[chance.below(among.length)];
    }

    private void addAll(List<Node> parts, int length) {
        boolean ahead = style == PatternText.Style.AHEAD_ONLY
                && parts.stream()
                        .anyMatch(part ->
                                part instanceof Node.Look look && look.inner().most() > 0);
        if (ahead) {
            parts.stream().filter(part -> part instanceof Node.Look).findFirst().ifPresent(look -> add(look, length));
            return;
        }
        int[] lengths = shares(parts, length);
        for (int i = 0; i < lengths.length; i++) {
            add(parts.get(i), lengths[i]);
        }
    }

    private void addOne(List<Node> alternatives, int length) {
        List<Node> fitting = alternatives.stream()
                .filter(one -> one.least() <= length && length <= one.most())
                .toList();
        add(chance.pick(fitting.isEmpty() ? alternatives : fitting), length);
    }

    private void addRepeated(Node.Repeat repeat, int length) {
        Node part = repeat.part();
        int fewest = repeat.fewest();
        int most = repeat.atMost();
        if (part.most() == 0) {
            add(part, 0);
            return;
        }
        int needed = length == 0 ? 0 : (int) ((length + (long) part.most() - 1) / part.most());
        int possible = part.least() == 0 ? Math.max(needed, Math.min(length, fewest + 3)) : length / part.least();
        int from = Math.min(most, Math.max(fewest, needed));
        int to = Math.max(from, Math.min(most, possible));
        addAll(Collections.nCopies(Math.min(LONGEST, chance.between(from, to)), part), length);
    }

    /// How long each part is to be, so that together they have the wanted length if they can.
    private int[] shares(List<Node> parts, int length) {
        int[] lengths = parts.stream().mapToInt(Node::least).toArray();
        long left = length - IntStream.of(lengths).asLongStream().sum();
        List<Integer> elastic = new ArrayList<>();
        for (int i = 0; i < lengths.length; i++) {
            if (parts.get(i).most() > lengths[i]) {
                elastic.add(i);
            }
        }
        if (left <= 0 || elastic.isEmpty()) {
            return lengths;
        }
        List<Integer> order = chance.shuffled(elastic);
        for (boolean greedy : new boolean[] {false, true}) {
            for (int i : order) {
                int room = (int) Math.min(left, parts.get(i).most() - (long) lengths[i]);
                int given = greedy ? room : chance.between(0, Math.min(room, 2 * (int) left / order.size() + 1));
                lengths[i] += given;
                left -= given;
            }
        }
        return lengths;
    }
}
