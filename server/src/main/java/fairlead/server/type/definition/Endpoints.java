package fairlead.server.type.definition;

import fairlead.schema.PropertyPath;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Where the resources of a type are reached by those who use them, which clients ask for before they do.
///
/// @param addresses each that of a property with one or several of them, or one itself, the best first
/// @param minutes for how long clients may keep an answer
public record Endpoints(List<String> addresses, int minutes) {

    private static final List<String> KEYS = List.of("addresses", "cachePeriodInMinutes");
    private static final String PROPERTIES = "/properties/";
    private static final int USUAL = 60;

    public Endpoints {
        addresses = List.copyOf(addresses);
    }

    /// Those that the registration declares.
    static Optional<Endpoints> read(RegistrationReader file) {
        return file.object("endpoints").map(object -> read(file, object));
    }

    private static Endpoints read(RegistrationReader file, ObjectNode object) {
        RegistrationReader reader = file.within("endpoints", object);
        reader.refuseUnknownKeys(KEYS);
        List<String> addresses = reader.texts("addresses", Endpoints::address);
        if (addresses.isEmpty()) {
            reader.wrong("registration.endpoints", "endpoints need at least one address", "addresses");
        }
        return new Endpoints(addresses, reader.number("cachePeriodInMinutes").orElse(USUAL));
    }

    private static String address(String text) {
        if (text.startsWith(PROPERTIES)) {
            return PropertyPath.parse(text).toString();
        }
        if (URI.create(text).getHost() != null) {
            return text;
        }
        throw new IllegalArgumentException(
                "expected the place of a property such as /properties/Endpoint, or an address such as"
                        + " https://reports.example.com, found '" + text + "'");
    }

    /// Whether it takes a resource to know them.
    public boolean ofProperties() {
        return addresses.stream().anyMatch(address -> address.startsWith(PROPERTIES));
    }

    /// Those of a resource with these properties.
    public List<String> of(JsonNode properties) {
        return addresses.stream()
                .flatMap(address -> address.startsWith(PROPERTIES)
                        ? texts(PropertyPath.parse(address).value(properties).orElse(properties.path("")))
                        : Stream.of(address))
                .toList();
    }

    private static Stream<String> texts(JsonNode value) {
        return value.isString()
                ? Stream.of(value.stringValue())
                : value.valueStream().filter(JsonNode::isString).map(JsonNode::stringValue);
    }
}
