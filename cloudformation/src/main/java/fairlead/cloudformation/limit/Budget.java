package fairlead.cloudformation.limit;

import tools.jackson.databind.JsonNode;

/// How much more functions may come to. A template of a few lines can ask for more than any memory holds.
public final class Budget {

    private final long most;
    private long left;

    /// @param most in characters
    public Budget(long most) {
        this.most = most;
        this.left = most;
    }

    /// Functions come to more than they may.
    public static final class Exceeded extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Exceeded(long most) {
            super(
                    "Template error: the functions of the template come to more than " + most + " characters",
                    null,
                    false,
                    false);
        }
    }

    /// Takes what a value needs.
    ///
    /// @throws Exceeded if that is more than is left
    public JsonNode spend(JsonNode value) {
        spend(size(value));
        return value;
    }

    /// Takes that many characters.
    ///
    /// @throws Exceeded if that is more than is left
    public void spend(long characters) {
        left -= characters;
        if (left < 0) {
            throw new Exceeded(most);
        }
    }

    private static long size(JsonNode value) {
        if (!value.isContainer()) {
            return value.isString() ? value.stringValue().length() + 1L : 8;
        }
        long size = 2;
        for (var member : value.properties()) {
            size += member.getKey().length();
        }
        for (JsonNode part : value.values()) {
            size += 1 + size(part);
        }
        return size;
    }
}
