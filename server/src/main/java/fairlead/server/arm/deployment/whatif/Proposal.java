package fairlead.server.arm.deployment.whatif;

import fairlead.schema.ResourceSchema;
import fairlead.server.arm.deployment.whatif.ResourceForecasts.Asked;
import fairlead.server.resource.document.Documents;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the body of a PUT asks for, by the rules of a PUT: tags and properties are replaced whole, write-only values
/// that are left out are kept, and so are the location and the SKU.
public final class Proposal {

    private static final String LOCATION = "location";
    private static final String SKU = "sku";
    private static final List<String> KEPT = List.of(LOCATION, SKU);

    private Proposal() {}

    /// @param before what is asked for now; empty if the resource is not there
    public static Asked of(Optional<ResourceSchema> schema, Optional<Asked> before, String id, ObjectNode body) {
        ObjectNode asked = body.path("properties") instanceof ObjectNode given ? given.deepCopy() : Documents.empty();
        asked.remove("provisioningState");
        ObjectNode properties =
                schema.map(known -> completed(known, before, asked)).orElse(asked);
        return new Asked(before.map(Asked::id).orElse(id), envelope(before, body), properties);
    }

    private static ObjectNode completed(ResourceSchema schema, Optional<Asked> before, ObjectNode asked) {
        ObjectNode settable = schema.withoutReadOnly(asked);
        return before.map(present -> schema.overlay(settable, schema.onlyWriteOnly(present.properties())))
                .orElse(settable);
    }

    private static ObjectNode envelope(Optional<Asked> before, ObjectNode body) {
        ObjectNode envelope = Documents.empty();
        body.properties().forEach(member -> {
            JsonNode value = member.getValue();
            boolean says = !value.isNull() && !(value.isContainer() && value.isEmpty());
            if (says && !member.getKey().equals("properties")) {
                envelope.set(member.getKey(), value);
            }
        });
        before.map(Asked::envelope).ifPresent(present -> {
            for (String name : KEPT) {
                if (present.has(name) && !envelope.has(name)) {
                    envelope.set(name, present.get(name));
                }
            }
            if (saysNoMore(envelope.path(SKU), present.path(SKU))) {
                envelope.set(SKU, present.path(SKU));
            }
            if (plain(envelope.path(LOCATION)).equals(plain(present.path(LOCATION)))) {
                present.optional(LOCATION).ifPresent(same -> envelope.set(LOCATION, same));
            }
        });
        return envelope;
    }

    /// Whether a SKU is the one that is there: what follows from its name need not be said.
    private static boolean saysNoMore(JsonNode given, JsonNode present) {
        return given.isObject()
                && given.properties().stream()
                        .allMatch(member -> member.getValue().equals(present.path(member.getKey())));
    }

    /// Places are compared without regard to case and blanks.
    private static String plain(JsonNode location) {
        return location.asString("").toLowerCase(Locale.ROOT).replace(" ", "");
    }
}
