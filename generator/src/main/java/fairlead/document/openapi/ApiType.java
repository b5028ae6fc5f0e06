package fairlead.document.openapi;

import fairlead.generator.identifier.IdentifierValues;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.TypeName;
import fairlead.schema.text.ResourceNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A resource type in the terms of its addresses.
///
/// @param kind what its addresses are behind, and whether its resources have tags and a location
public record ApiType(ResourceSchema schema, Address address, Kind kind, Surface surface) {

    /// Where it is found.
    ///
    /// @param namespace the first part of its ARM type: `Initech.TPS`
    /// @param types the others: `reports`, or `reports` and `pages` for a nested one
    /// @param apiVersion by which callers ask for this schema
    public record Address(String namespace, List<String> types, String apiVersion) {

        public Address {
            types = List.copyOf(types);
        }
    }

    /// What callers see of it beside what the schema says.
    ///
    /// @param acceptedPatch whether an asynchronous PATCH is answered with 202
    /// @param skus those in which its resources come; none for a type without
    /// @param actions what can be done with a resource besides
    /// @param children what can be put together with a resource
    /// @param envelope the properties that are beside the others, by the names that they have there
    /// @param locations in which resources can be made; none if they are not known
    /// @param names what a name says of the identifier
    public record Surface(
            boolean acceptedPatch,
            List<Sku> skus,
            List<Action> actions,
            List<Child> children,
            Map<String, String> envelope,
            List<String> locations,
            Names names) {

        static final Surface NONE =
                new Surface(false, List.of(), List.of(), List.of(), Map.of(), List.of(), Names.FITTING);

        public Surface {
            skus = List.copyOf(skus);
            actions = List.copyOf(actions);
            children = List.copyOf(children);
            locations = List.copyOf(locations);
            envelope = Collections.unmodifiableMap(new LinkedHashMap<>(envelope));
        }
    }

    /// A SKU.
    ///
    /// @param capacity the least and the greatest; empty if it does not scale
    public record Sku(String name, Optional<Range> capacity) {}

    /// Whole numbers, both ends included.
    public record Range(int least, int greatest) {}

    /// What the name in an address says of the identifier that callers choose.
    public enum Names {
        /// The name is the identifier, unless the identifier can't be a name.
        FITTING,
        /// The name is the identifier.
        IDENTIFIERS,
        /// The name is the identifier only where the properties say no other one.
        FREE
    }

    /// How resources are kept.
    public enum Kind {
        /// Recorded: with tags and a location.
        TRACKED,
        /// Known to their handler alone.
        PROXY,
        /// Known to their handler alone, behind the address of anything else.
        EXTENSION
    }

    /// A type whose resources can be put together with the one that they are nested in.
    ///
    /// @param list the property that has them
    public record Child(String list, ApiType type) {}

    boolean recorded() {
        return kind == Kind.TRACKED;
    }

    /// An action on resources of a type.
    ///
    /// @param name the last part of its path
    /// @param input the JSON Schema (draft-07) of what goes in, if anything does
    /// @param output that of what comes out
    /// @param async whether it may be answered with 202
    public record Action(
            String name, String description, Optional<ObjectNode> input, Optional<ObjectNode> output, boolean async) {

        /// Whether it is there to show what a GET does not: `listKeys` for example.
        boolean showsSecrets() {
            return name.matches("list.*(Keys?|Secrets?|Passwords?|Tokens?|Credentials?|ConnectionStrings?)");
        }

        String component(ApiType type, String direction) {
            return type.component() + "." + name + "." + direction;
        }
    }

    public String namespace() {
        return address.namespace();
    }

    public List<String> types() {
        return address.types();
    }

    public String apiVersion() {
        return address.apiVersion();
    }

    public boolean acceptedPatch() {
        return surface.acceptedPatch();
    }

    public List<Sku> skus() {
        return surface.skus();
    }

    public List<Action> actions() {
        return surface.actions();
    }

    public List<Child> children() {
        return surface.children();
    }

    public Map<String, String> envelope() {
        return surface.envelope();
    }

    List<String> locations() {
        return surface.locations();
    }

    /// The properties that the names of an address fill in, for each parameter one; none if the handler makes the
    /// identifier and the name is only an alias.
    List<PropertyPath> named() {
        List<PropertyPath> identifier = schema.primaryIdentifier();
        int above = kind == Kind.EXTENSION ? 1 : 0;
        boolean chosen = identifier.size() == types().size() + above
                && identifier.stream().noneMatch(schema.readOnly()::contains);
        return chosen ? identifier.subList(above, identifier.size()) : List.of();
    }

    /// The schema of a name in the type's addresses: what every name is, and what the property is that it fills in.
    ///
    /// @param place among the names, the parents' first
    ObjectNode nameOf(int place) {
        ObjectNode name = TypeSchemas.reference("ResourceName");
        if (place < named().size() && isNameBound(named().get(place))) {
            JsonNode property = schema.document().at(named().get(place).toString());
            for (String keyword : List.of("pattern", "minLength", "maxLength", "enum")) {
                property.optional(keyword).ifPresent(value -> name.set(keyword, value.deepCopy()));
            }
        }
        return name;
    }

    /// Whether a name that fills in the property has to be what the schema says of that: not if the property can
    /// have values that are no names, and a resource of any name has one of those.
    boolean isNameBound(PropertyPath path) {
        return !recorded()
                || switch (surface.names()) {
                    case FITTING -> !IdentifierValues.any(schema, path, text -> !ResourceNames.isName(text));
                    case IDENTIFIERS -> true;
                    case FREE -> false;
                };
    }

    /// What [#named] has, and the property that has the id of what is extended, without what is [#nameable].
    List<PropertyPath> addressed() {
        if (named().isEmpty()) {
            return List.of();
        }
        List<PropertyPath> identifier = schema.primaryIdentifier();
        return identifier.subList(0, identifier.size() - nameable().size());
    }

    /// The property that a name fills in, or a caller, whose resource has a free name then.
    List<PropertyPath> nameable() {
        return named().isEmpty() || isNameBound(named().getLast()) ? List.of() : List.of(named().getLast());
    }

    /// A type under the address that it has unless its registration says otherwise: `Initech::TPS::Report` is
    /// `Initech.TPS/reports`.
    public static ApiType of(ResourceSchema schema, String apiVersion) {
        TypeName name = schema.typeName();
        String namespace = name.organization() + "." + name.service();
        Address address = new Address(namespace, List.of(plural(name.resource())), apiVersion);
        return new ApiType(schema, address, Kind.TRACKED, Surface.NONE);
    }

    private static String plural(String noun) {
        String camel = noun.substring(0, 1).toLowerCase(Locale.ROOT) + noun.substring(1);
        if (camel.matches(".*[^aeiou]y")) {
            return camel.substring(0, camel.length() - 1) + "ies";
        }
        return camel.matches(".*(s|x|z|ch|sh)") ? camel + "es" : camel + "s";
    }

    /// The name of the type's components: `Initech.TPS.Report`. Parts of type names have letters and digits only,
    /// so no two types share it.
    String component() {
        TypeName name = schema.typeName();
        return name.organization() + "." + name.service() + "." + name.resource();
    }

    /// The first part of the ids of the type's operations: `Initech_TPS_Report`.
    String operation() {
        return component().replace('.', '_');
    }

    /// The path of the list behind that of a group or of something that is extended, or under a parent.
    String list() {
        StringBuilder path = new StringBuilder("/providers/" + namespace());
        for (int i = 0; i < types().size(); i++) {
            path.append('/').append(types().get(i));
            if (i + 1 < types().size()) {
                path.append("/{").append(parameters().get(i)).append('}');
            }
        }
        return path.toString();
    }

    /// The parameters that stand for names, the parents' first.
    List<String> parameters() {
        List<String> parameters = new ArrayList<>();
        for (String type : types()) {
            String name = type + "Name";
            parameters.add(parameters.contains(name) ? name + (parameters.size() + 1) : name);
        }
        return parameters;
    }

    boolean nested() {
        return types().size() > 1;
    }
}
