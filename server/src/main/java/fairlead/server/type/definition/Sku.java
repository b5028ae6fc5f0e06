package fairlead.server.type.definition;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A stock keeping unit of a type: a size, an edition, a price class that resources come in.
///
/// @param name by which callers ask for it, compared without regard to case
/// @param capacity how far a resource of it scales; empty if not at all
/// @param locations where it is offered, in normal form; none for everywhere
/// @param from the names of the SKUs from which a resource can change to this one; empty for all
/// @param features those that a caller has to name to be shown it for new resources
/// @param offers those of which a caller has to name one to be shown it for new resources; none for no such demand
public record Sku(
        String name,
        Optional<String> tier,
        Optional<String> size,
        Optional<String> family,
        Optional<Capacity> capacity,
        List<String> locations,
        Optional<List<String>> from,
        List<String> features,
        List<String> offers) {

    public Sku {
        locations = List.copyOf(locations);
        from = from.map(List::copyOf);
        features = List.copyOf(features);
        offers = List.copyOf(offers);
    }

    /// How the capacity of a resource is changed.
    public enum ScaleType {
        NONE("None"),
        MANUAL("Manual"),
        AUTOMATIC("Automatic");

        private final String word;

        ScaleType(String word) {
            this.word = word;
        }

        /// The word on the wire, `Manual` for example.
        public String word() {
            return word;
        }

        private static ScaleType parse(String text) {
            for (ScaleType type : values()) {
                if (type.word.equalsIgnoreCase(text)) {
                    return type;
                }
            }
            throw new IllegalArgumentException("expected 'None', 'Manual' or 'Automatic', found '" + text + "'");
        }
    }

    /// How far a resource scales.
    ///
    /// @param usual the capacity of a resource whose caller names none
    public record Capacity(int minimum, int maximum, int usual, ScaleType scaleType) {}

    private static final List<String> KEYS =
            List.of("name", "tier", "size", "family", "capacity", "locations", "from", "features", "offers");

    private static final List<String> CAPACITY_KEYS = List.of("minimum", "maximum", "default", "scaleType");

    /// The SKUs that the registration declares, in its order.
    static List<Sku> readAll(RegistrationReader file) {
        List<Sku> skus = new ArrayList<>();
        JsonNode declared = file.document().path("skus");
        if (declared.isMissingNode()) {
            return skus;
        }
        if (!declared.isArray() || declared.isEmpty()) {
            file.wrong("registration.type", "expected a list of SKUs, found " + declared, "skus");
            return skus;
        }
        for (int i = 0; i < declared.size(); i++) {
            Sku sku = read(file.within("skus/" + i, declared.get(i)));
            boolean twice = skus.stream().anyMatch(known -> known.isCalled(sku.name));
            if (twice) {
                file.wrong("registration.skus", "there are two SKUs '" + sku.name + "'", "skus/" + i + "/name");
            }
            skus.add(sku);
        }
        return skus;
    }

    private static Sku read(RegistrationReader reader) {
        reader.refuseUnknownKeys(KEYS);
        Optional<String> name = reader.text("name", Sku::text);
        if (name.isEmpty() && !reader.document().has("name")) {
            reader.wrong("registration.skus", "a SKU needs a name", "name");
        }
        return new Sku(
                name.orElse(""),
                reader.text("tier", Sku::text),
                reader.text("size", Sku::text),
                reader.text("family", Sku::text),
                reader.object("capacity").map(capacity -> capacity(reader.within("capacity", capacity))),
                texts(reader, "locations").stream()
                        .map(location -> location.replace(" ", "").toLowerCase(Locale.ROOT))
                        .toList(),
                reader.document().has("from") ? Optional.of(texts(reader, "from")) : Optional.empty(),
                texts(reader, "features"),
                texts(reader, "offers"));
    }

    private static Capacity capacity(RegistrationReader reader) {
        reader.refuseUnknownKeys(CAPACITY_KEYS);
        ScaleType scaleType = reader.text("scaleType", ScaleType::parse).orElse(ScaleType.MANUAL);
        int minimum = reader.number("minimum").orElse(0);
        int maximum = reader.number("maximum").orElse(minimum);
        int usual = reader.number("default").orElse(minimum);
        boolean complete = reader.document().has("minimum")
                && reader.document().has("maximum")
                && reader.document().has("default");
        if (scaleType != ScaleType.NONE && (!complete || minimum > usual || usual > maximum)) {
            reader.wrong("registration.skus", "expected minimum, default and maximum, in ascending order", "minimum");
        }
        return new Capacity(minimum, maximum, usual, scaleType);
    }

    private static String text(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("expected a text that is not blank");
        }
        return text;
    }

    private static List<String> texts(RegistrationReader reader, String key) {
        JsonNode value = reader.document().path(key);
        boolean sound =
                value.isMissingNode() || (value.isArray() && value.valueStream().allMatch(JsonNode::isString));
        if (!sound) {
            reader.wrong("registration.type", "expected a list of texts, found " + value, key);
        }
        return sound ? value.valueStream().map(JsonNode::stringValue).toList() : List.of();
    }

    /// Whether a caller who writes it so means this SKU.
    public boolean isCalled(String word) {
        return name.equalsIgnoreCase(word);
    }

    public boolean isOfferedIn(String location) {
        return locations.isEmpty() || locations.contains(location);
    }

    /// Whether a resource that has that SKU can change to this one.
    public boolean canFollow(String other) {
        return isCalled(other) || from.isEmpty() || from.get().stream().anyMatch(other::equalsIgnoreCase);
    }

    /// Whether it scales, so that a resource has a capacity.
    public boolean scales() {
        return capacity.filter(range -> range.scaleType() != ScaleType.NONE).isPresent();
    }

    /// What defines it: as in a resource's envelope, without a capacity.
    public ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("name", name);
        tier.ifPresent(value -> json.put("tier", value));
        size.ifPresent(value -> json.put("size", value));
        family.ifPresent(value -> json.put("family", value));
        return json;
    }
}
