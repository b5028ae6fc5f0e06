package fairlead.generator;

import fairlead.generator.pattern.Chance;
import java.util.List;
import java.util.Optional;

/// Ordinary texts: words, and the formats that a schema can name.
final class Samples {

    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";
    private static final String DIGITS = "0123456789";
    private static final List<String> WORDS = List.of(
            "amber", "basil", "cedar", "delta", "ember", "fjord", "grove", "harbor", "iris", "jade", "kelp", "lumen",
            "maple", "nova", "onyx", "pearl", "quartz", "river", "slate", "tide", "umber", "vale", "willow", "yarn",
            "zephyr");

    /// Characters that take one, two, three and four bytes, and such as are a pair of UTF-16 units.
    private static final int[] WIDE = "aZ0 -_.éßЖλ中あ한🙂🚀𝒜".codePoints().toArray();

    /// What an expression that could not be read may be about.
    private static final List<String> ODD = List.of("a", "A", "0", "_", "-", ".", "/", ":", " ", "*", "$", "{}", "()");

    private Samples() {}

    /// A text of exactly this many code points.
    static String text(int length, boolean edge, Size size, Chance chance) {
        if (edge) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < length; i++) {
                text.appendCodePoint(WIDE[chance.below(WIDE.length)]);
            }
            return text.toString();
        }
        return size == Size.MINIMAL ? letters(length, chance) : words(length, chance);
    }

    static String letters(int length, Chance chance) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(LETTERS.charAt(chance.below(LETTERS.length())));
        }
        return text.toString();
    }

    private static String words(int length, Chance chance) {
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append(text.isEmpty() ? "" : "-").append(chance.pick(WORDS));
        }
        if (text.length() > length && length > 0 && text.charAt(length - 1) == '-') {
            text.setCharAt(length - 1, 'x');
        }
        return text.substring(0, length);
    }

    static String odd(int attempt, int length, Chance chance) {
        StringBuilder text = new StringBuilder();
        while (text.length() < Math.max(1, length)) {
            text.append(attempt < ODD.size() ? ODD.get(attempt) : chance.pick(ODD));
        }
        return text.toString();
    }

    /// A text in a format; empty if the name is none that is known.
    static Optional<String> of(String format, Chance chance) {
        return switch (format) {
            case "date-time", "timestamp" ->
                Optional.of(date(chance) + "T" + time(chance) + (chance.percent(80) ? "Z" : "+01:30"));
            case "date" -> Optional.of(date(chance));
            case "time" -> Optional.of(time(chance) + "Z");
            case "uri", "iri", "uri-reference", "iri-reference" ->
                Optional.of("https://" + chance.pick(WORDS) + ".example/" + chance.pick(WORDS));
            case "email", "idn-email" -> Optional.of(chance.pick(WORDS) + "@" + chance.pick(WORDS) + ".example");
            case "hostname", "idn-hostname" -> Optional.of(chance.pick(WORDS) + ".example");
            case "ipv4" -> Optional.of("192.0.2." + chance.below(256));
            case "ipv6" -> Optional.of("2001:db8::" + Integer.toHexString(chance.below(65_536)));
            case "uuid" -> Optional.of(uuid(chance));
            case "json-pointer" -> Optional.of("/" + chance.pick(WORDS));
            case "regex" -> Optional.of("^" + chance.pick(WORDS) + "$");
            default -> Optional.empty();
        };
    }

    private static String date(Chance chance) {
        return two(1970 + chance.below(100)) + "-" + two(1 + chance.below(12)) + "-" + two(1 + chance.below(28));
    }

    private static String time(Chance chance) {
        return two(chance.below(24)) + ":" + two(chance.below(60)) + ":" + two(chance.below(60));
    }

    private static String two(int number) {
        return number < 10 ? "0" + number : "" + number;
    }

    private static String uuid(Chance chance) {
        StringBuilder text = new StringBuilder();
        for (int length : new int[] {8, 4, 4, 4, 12}) {
            text.append(text.isEmpty() ? "" : "-");
            for (int i = 0; i < length; i++) {
                text.append((DIGITS + "abcdef").charAt(chance.below(16)));
            }
        }
        return text.replace(14, 15, "4").replace(19, 20, "a").toString();
    }
}
