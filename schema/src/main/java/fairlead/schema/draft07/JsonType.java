package fairlead.schema.draft07;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The seven types that a schema can name, each a bit so that a set of them is an int.
public enum JsonType {
    NULL(1),
    BOOLEAN(2),
    OBJECT(4),
    ARRAY(8),
    STRING(16),
    NUMBER(32),
    INTEGER(64);

    public static final int ANY = 127;

    private final int bit;

    JsonType(int bit) {
        this.bit = bit;
    }

    public int bit() {
        return bit;
    }

    public boolean in(int types) {
        return (types & bit) != 0;
    }

    /// The name in a schema, `string` for example.
    public String wireName() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    public static Optional<JsonType> parse(String wireName) {
        return Arrays.stream(values())
                .filter(type -> type.wireName().equals(wireName))
                .findFirst();
    }

    static boolean admits(int types, JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> STRING.in(types);
            case OBJECT -> OBJECT.in(types);
            case ARRAY -> ARRAY.in(types);
            case BOOLEAN -> BOOLEAN.in(types);
            case NUMBER -> NUMBER.in(types) || (INTEGER.in(types) && Values.integral(value));
            case NULL -> NULL.in(types);
            case BINARY, MISSING, POJO -> types == ANY;
        };
    }

    /// `string`, or `string or integer`.
    public static String text(int types) {
        if (types == ANY) {
            return "any";
        }
        List<String> names = new ArrayList<>();
        for (JsonType type : values()) {
            if (type.in(types)) {
                names.add(type.wireName());
            }
        }
        return names.isEmpty() ? "nothing" : String.join(" or ", names);
    }
}
