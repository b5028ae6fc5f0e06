package fairlead.schema.draft07;

import tools.jackson.databind.JsonNode;

/// Values as messages show them: the kind of a value, and the value itself where it is short enough to read.
public final class Shown {

    private static final int LONGEST = 80;

    private Shown() {}

    /// For example `the string "red"`, or `an object`.
    public static String of(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> "an object";
            case ARRAY -> "an array";
            case STRING -> "the string " + shortened(value.toString());
            case NUMBER -> "the number " + shortened(value.toString());
            case BOOLEAN -> value.toString();
            case NULL -> "null";
            case BINARY, MISSING, POJO -> "nothing";
        };
    }

    /// The text, or its beginning if it is long.
    public static String shortened(String text) {
        int end = LONGEST - 1;
        if (text.length() <= LONGEST) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
    }
}
