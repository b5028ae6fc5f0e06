package fairlead.armtemplate.definition;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The types that values may be declared to have.
public enum Kind {
    STRING("String", false),
    SECURE_STRING("SecureString", true),
    INT("Int", false),
    BOOL("Bool", false),
    OBJECT("Object", false),
    SECURE_OBJECT("SecureObject", true),
    ARRAY("Array", false),
    /// Any value at all: nothing was declared.
    ANY("Any", false);

    private final String shown;
    private final boolean secure;

    Kind(String shown, boolean secure) {
        this.shown = shown;
        this.secure = secure;
    }

    /// As answers write it.
    public String shown() {
        return shown;
    }

    /// Whether values of it must not be shown.
    public boolean secure() {
        return secure;
    }

    /// The type of that name, which may be written in any case.
    static Optional<Kind> named(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(kind ->
                        kind != ANY && kind.shown.toLowerCase(Locale.ROOT).equals(lower))
                .findFirst();
    }

    boolean isString() {
        return this == STRING || this == SECURE_STRING;
    }

    boolean isObject() {
        return this == OBJECT || this == SECURE_OBJECT;
    }

    boolean admits(JsonNode value) {
        return switch (this) {
            case STRING, SECURE_STRING -> value.isString();
            case INT -> value.isNumber() && isWhole(value);
            case BOOL -> value.isBoolean();
            case OBJECT, SECURE_OBJECT -> value.isObject();
            case ARRAY -> value.isArray();
            case ANY -> true;
        };
    }

    private static boolean isWhole(JsonNode number) {
        return number.isIntegralNumber()
                ? number.canConvertToLong()
                : number.decimalValue().stripTrailingZeros().scale() <= 0
                        && number.decimalValue().precision()
                                        - number.decimalValue().scale()
                                < 19;
    }
}
