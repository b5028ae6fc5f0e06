package fairlead.schema.text;

import java.text.Normalizer;
import java.util.Optional;

/// Names that people can tell apart by looking at them: no two of them are written alike.
public final class PlainNames {

    private PlainNames() {}

    /// Why a name is not plain, as the end of a sentence that begins with it; empty if it is.
    public static Optional<String> flaw(String name) {
        if (!Normalizer.isNormalized(name, Normalizer.Form.NFC)) {
            return Optional.of("is not in the normal form C of Unicode");
        }
        if (!name.isEmpty() && (isBlank(name.codePointAt(0)) || isBlank(name.codePointBefore(name.length())))) {
            return Optional.of("begins or ends with a blank");
        }
        return name.codePoints()
                .filter(PlainNames::isInvisible)
                .mapToObj("has the character U+%04X, which is not visible"::formatted)
                .findFirst();
    }

    private static boolean isBlank(int point) {
        return Character.isWhitespace(point) || Character.isSpaceChar(point);
    }

    /// Control characters, and those of format: what turns the direction of writing, for example.
    private static boolean isInvisible(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        };
    }
}
