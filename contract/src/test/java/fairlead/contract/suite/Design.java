package fairlead.contract.suite;

import fairlead.schema.Loaded;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.ObjectNode;

/// The types that the reference handler serves.
enum Design {
    /// The identifier is given by the service; so is another one.
    REPORT("report"),
    /// The caller chooses the identifier, and another one.
    BUCKET("bucket"),
    /// The identifier is of two parts; the list needs one of them; there is no update.
    ENTRY("entry"),
    /// The service rewrites a property, as the schema says.
    ALIAS("alias"),
    /// The schema says little of the values, so that much can be lost.
    JOURNAL("journal"),
    /// The identifier is of two parts, one chosen by the caller and one given by the service; of another one the
    /// caller chooses both. Secrets, and what can only be read, are nested.
    PEERING("peering"),
    /// The identifier is given by the service, and nested in what can only be read; another one is the caller's.
    CLUSTER("cluster"),
    /// The identifier is of two parts, one of them a number; there is neither an update nor a list.
    RECORD("record"),
    /// There is no list, and tags can be given to what is there alone.
    SINK("sink");

    private static final Map<Design, ResourceSchema> SCHEMAS = new ConcurrentHashMap<>();

    private final String file;

    Design(String file) {
        this.file = file;
    }

    private static ResourceSchema load(String file) {
        try (InputStream stream = Design.class.getResourceAsStream(file + ".schema.json")) {
            return switch (ResourceSchema.parse(Objects.requireNonNull(stream).readAllBytes())) {
                case Loaded.Valid(var schema, var _) -> schema;
                case Loaded.Invalid(var findings) -> throw new IllegalStateException(findings.toString());
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ResourceSchema schema() {
        return SCHEMAS.computeIfAbsent(this, design -> load(design.file));
    }

    /// What a new resource is called.
    String identify(ObjectNode desired, int serial) {
        return schema().identifier(desired).orElseGet(() -> switch (this) {
            case PEERING -> "%s|peer-%08x".formatted(desired.path("NetworkId").asString(""), serial);
            case CLUSTER -> "cluster-%08x".formatted(serial);
            default -> "report-%08x".formatted(serial);
        });
    }

    /// What the service adds to a resource.
    void complete(ObjectNode model, String id, int serial) {
        switch (this) {
            case REPORT -> {
                model.put("Id", id).put("Arn", "arn:acme:report/" + id);
                fill(model, "Pages", 7);
            }
            case BUCKET -> {
                model.put("Created", "created-" + serial);
                if (!model.has("Public")) {
                    model.put("Public", false);
                }
            }
            case ENTRY -> model.put("Serial", serial);
            case JOURNAL -> {
                model.put("Id", id);
                fill(model, "Level", 3);
                if (!model.has("Loud")) {
                    model.put("Loud", true);
                }
                if (!model.has("Mode")) {
                    model.put("Mode", "Plain");
                }
                if (model.path("Place") instanceof ObjectNode place) {
                    fill(place, "Floor", 1);
                }
            }
            case PEERING -> {
                model.setAll(schema().parseIdentifier(id));
                ObjectNode status = model.withObject("/Status");
                status.put("State", "READY");
                if (!status.has("Wanted")) {
                    status.put("Wanted", "On");
                }
            }
            case CLUSTER -> model.putObject("Info").put("Id", id).put("Address", "10.0.0." + serial);
            case RECORD -> {
                model.put("Since", "since-" + serial);
                fill(model, "Ttl", 300);
            }
            case SINK -> {
                if (model.path("Filter") instanceof ObjectNode filter && !filter.has("Level")) {
                    filter.put("Level", "Low");
                }
            }
            case ALIAS -> {
                model.put("Id", id);
                model.put("Name", model.path("Name").asString("").toLowerCase(Locale.ROOT));
            }
        }
    }

    private static void fill(ObjectNode model, String name, int value) {
        if (!model.has(name)) {
            model.put(name, value);
        }
    }

    /// The properties that no two resources may have alike.
    List<List<PropertyPath>> unique() {
        return switch (this) {
            case BUCKET, PEERING, CLUSTER -> schema().additionalIdentifiers();
            case REPORT, ENTRY, ALIAS, JOURNAL, RECORD, SINK -> List.of();
        };
    }
}
