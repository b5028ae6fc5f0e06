package fairlead.schema;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The name of a resource type, `Initech::TPS::Report` for example.
public record TypeName(String organization, String service, String resource) {

    private static final String PART = "[a-zA-Z0-9]{2,64}";
    private static final Pattern PARTS = Pattern.compile("(" + PART + ")::(" + PART + ")::(" + PART + ")");

    public TypeName {
        check(organization);
        check(service);
        check(resource);
    }

    /// Reads `Organization::Service::Resource`, each part 2 to 64 ASCII letters and digits.
    public static TypeName parse(String text) {
        Matcher parts = PARTS.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "expected a type name such as Initech::TPS::Report (three parts of 2 to 64"
                            + " letters and digits), found '" + text + "'");
        }
        return new TypeName(parts.group(1), parts.group(2), parts.group(3));
    }

    private static void check(String part) {
        if (!part.matches(PART)) {
            throw new IllegalArgumentException(
                    "expected a part of a type name of 2 to 64 letters and digits, found '" + part + "'");
        }
    }

    @Override
    public String toString() {
        return organization + "::" + service + "::" + resource;
    }
}
