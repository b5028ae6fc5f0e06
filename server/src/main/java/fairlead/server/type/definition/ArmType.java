package fairlead.server.type.definition;

import fairlead.schema.TypeName;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// A resource type's name in the Azure Resource Manager protocol: `Fairlead.Tls/authorities/certificates`.
///
/// Compared without regard to case, by [#key()]; shown in the casing of the registration. What a registration
/// declares is checked where it is read ([#parse], [#of], [#nested]); an address only repeats what was declared.
public record ArmType(String namespace, List<String> types) {

    private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9]+(\\.[A-Za-z0-9]+)*");
    private static final Pattern TYPE = Pattern.compile("[a-z][A-Za-z0-9]*");

    /// Words that have a meaning of their own in addresses, so that no type or namespace may be called so.
    private static final Set<String> RESERVED = Set.of(
            "deployments",
            "location",
            "locations",
            "region",
            "availability",
            "provider",
            "providers",
            "application",
            "resource",
            "graph",
            "policy",
            "migrate",
            "templates",
            "catalog",
            "gallery",
            "portal",
            "skus",
            "moveresources",
            "operationresults",
            "operationstatuses",
            "operations",
            "checknameavailability",
            "cancel",
            "whatif",
            "drift",
            "detectdrift",
            "leftbehind");

    public ArmType {
        types = List.copyOf(types);
    }

    /// The name in the text; throws [IllegalArgumentException] with what is wrong.
    public static ArmType parse(String text) {
        List<String> parts = List.of(text.split("/", -1));
        return new ArmType(parts.getFirst(), parts.subList(1, parts.size())).checked();
    }

    /// `Initech::TPS::Report` is `Initech.TPS/reports`.
    public static ArmType of(TypeName name) {
        return new ArmType(name.organization() + "." + name.service(), List.of(plural(name.resource()))).checked();
    }

    /// The type of that name nested under this one.
    public ArmType nested(TypeName name) {
        List<String> path = new java.util.ArrayList<>(types);
        path.add(plural(name.resource()));
        return new ArmType(namespace, path).checked();
    }

    /// This, if a type may be called so; throws [IllegalArgumentException] with what is wrong.
    private ArmType checked() {
        if (!NAMESPACE.matcher(namespace).matches() || types.isEmpty()) {
            throw new IllegalArgumentException("a type is written Namespace.Name/types, found '" + namespace + "'");
        }
        if (isReserved(namespace)) {
            throw new IllegalArgumentException("'" + namespace + "' is reserved");
        }
        for (String type : types) {
            if (!TYPE.matcher(type).matches()) {
                throw new IllegalArgumentException(
                        "a type's last part is lowerCamelCase letters and digits, found '" + type + "'");
            }
            if (isReserved(type)) {
                throw new IllegalArgumentException("'" + type + "' is reserved");
            }
        }
        return this;
    }

    /// Whether the word, in any case, has a meaning of its own in addresses.
    static boolean isReserved(String word) {
        return RESERVED.contains(word.toLowerCase(Locale.ROOT));
    }

    private static String plural(String noun) {
        String camel = noun.substring(0, 1).toLowerCase(Locale.ROOT) + noun.substring(1);
        if (camel.matches(".*[^aeiou]y")) {
            return camel.substring(0, camel.length() - 1) + "ies";
        }
        return camel.matches(".*(s|x|z|ch|sh)") ? camel + "es" : camel + "s";
    }

    /// The form for comparisons.
    public String key() {
        return toString().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return namespace + "/" + String.join("/", types);
    }
}
