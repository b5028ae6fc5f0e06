package fairlead.schema;

/// The name of a resource type, `Initech::TPS::Report` for example.
public record TypeName(String organization, String service, String resource) {

    public TypeName {
        check(organization);
        check(service);
        check(resource);
    }

    /// Reads `Organization::Service::Resource`, each part 2 to 64 ASCII letters and digits.
    public static TypeName parse(String text) {
        int first = text.indexOf("::");
        int second = text.indexOf("::", first + 2);
        if (first >= 0 && second >= 0) {
            try {
                return new TypeName(
                        text.substring(0, first), text.substring(first + 2, second), text.substring(second + 2));
            } catch (IllegalArgumentException notOne) {
                // Answered below, like text without the colons.
            }
        }
        throw new IllegalArgumentException("expected a type name such as Initech::TPS::Report (three parts of 2 to 64"
                + " letters and digits), found '" + text + "'");
    }

    /// Without a regular expression: names are made with every record that is read.
    private static void check(String part) {
        boolean sound = part.length() >= 2 && part.length() <= 64;
        for (int i = 0; i < part.length(); i++) {
            char c = part.charAt(i);
            sound &= (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        }
        if (!sound) {
            throw new IllegalArgumentException(
                    "expected a part of a type name of 2 to 64 letters and digits, found '" + part + "'");
        }
    }

    @Override
    public String toString() {
        return organization + "::" + service + "::" + resource;
    }
}
