package fairlead.server.resource.record;

import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.document.MergePatch;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.definition.Sku;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The `sku` of a resource: what a caller asks for, completed by what the type declares.
///
/// Implements "Enumerating SKUs for an existing resource" of the "Azure resource provider contract", and what it
/// says of the SKU in the envelope.
public final class Skus {

    public static final byte[] NONE = {};

    private static final List<String> FIXED = List.of("tier", "size", "family");

    private Skus() {}

    /// The SKU of a new resource: the first that is offered there if none is asked for.
    public static byte[] toCreate(TypeVersion type, Optional<ObjectNode> asked, String location) {
        List<Sku> declared = type.registration().skus();
        if (declared.isEmpty()) {
            refuseUndeclared(type, asked);
            return NONE;
        }
        List<Sku> offered =
                declared.stream().filter(sku -> sku.isOfferedIn(location)).toList();
        if (asked.isEmpty() && offered.isEmpty()) {
            throw refused("sku.unknown", "the type has no SKU in '" + location + "'", "/sku");
        }
        ObjectNode wanted = asked.orElseGet(() -> offered.getFirst().toJson());
        return Documents.bytes(completed(offered, wanted));
    }

    /// The SKU of a resource that is there; the present one if none is asked for.
    public static byte[] toChange(TypeVersion type, Optional<ObjectNode> asked, Resource present) {
        List<Sku> declared = type.registration().skus();
        if (asked.isEmpty() || declared.isEmpty()) {
            refuseUndeclared(type, asked);
            return present.sku();
        }
        List<Sku> offered = declared.stream()
                .filter(sku -> sku.isOfferedIn(present.location()))
                .toList();
        ObjectNode next = completed(offered, asked.get());
        String before = name(present);
        boolean possible = before.isEmpty() || find(offered, name(next)).canFollow(before);
        if (!possible) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.SKU_CHANGE_NOT_ALLOWED,
                    "A resource with the SKU '" + before + "' can't change to '" + name(next) + "'."));
        }
        return Documents.bytes(next);
    }

    /// A merge patch of the present SKU. With another name, only what is given counts: the rest is that of the new one.
    public static Optional<ObjectNode> patched(Optional<ObjectNode> patch, Resource present) {
        ObjectNode before = Documents.object(present.sku());
        return patch.map(asked -> {
            boolean another =
                    asked.has("name") && !asked.path("name").asString("").equalsIgnoreCase(name(present));
            return another ? asked : MergePatch.apply(before, asked);
        });
    }

    /// The SKUs that the resource could have.
    public static List<Sku> of(TypeVersion type, Resource present) {
        return type.registration().skus().stream()
                .filter(sku -> sku.isOfferedIn(present.location()) && sku.canFollow(name(present)))
                .toList();
    }

    private static String name(Resource resource) {
        return name(Documents.object(resource.sku()));
    }

    private static String name(ObjectNode sku) {
        return sku.path("name").asString("");
    }

    private static void refuseUndeclared(TypeVersion type, Optional<ObjectNode> asked) {
        if (type.registration().skus().isEmpty() && asked.isPresent()) {
            throw refused("envelope.not-supported", "the type does not support 'sku'", "/sku");
        }
    }

    private static Sku find(List<Sku> offered, String name) {
        return offered.stream()
                .filter(sku -> sku.isCalled(name))
                .findFirst()
                .orElseThrow(() -> refused(
                        "sku.unknown",
                        "expected one of "
                                + String.join(
                                        ", ", offered.stream().map(Sku::name).toList()) + ", found '" + name
                                + "'",
                        "/sku/name"));
    }

    private static ObjectNode completed(List<Sku> offered, ObjectNode asked) {
        Sku sku = find(offered, name(asked));
        ObjectNode whole = sku.toJson();
        List<Detail> wrong = new ArrayList<>();
        for (String key : asked.propertyNames()) {
            JsonNode value = asked.path(key);
            if (key.equals("name") || value.isNull()) {
                continue;
            }
            if (key.equals("capacity")) {
                capacity(sku, value, wrong).ifPresent(capacity -> whole.put("capacity", capacity));
            } else if (!FIXED.contains(key)) {
                wrong.add(new Detail("sku.unknown-field", "unknown field '" + key + "'", "/sku/" + key));
            } else if (!whole.path(key).asString("").equalsIgnoreCase(value.asString(""))) {
                wrong.add(new Detail(
                        "sku.mismatch",
                        "the " + key + " of " + sku.name() + " is '"
                                + whole.path(key).asString("") + "', found " + value,
                        "/sku/" + key));
            }
        }
        if (!wrong.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(wrong));
        }
        if (sku.scales() && !whole.has("capacity")) {
            whole.put("capacity", sku.capacity().orElseThrow().usual());
        }
        return whole;
    }

    private static Optional<Integer> capacity(Sku sku, JsonNode value, List<Detail> wrong) {
        if (!sku.scales()) {
            wrong.add(new Detail("sku.capacity", sku.name() + " does not scale", "/sku/capacity"));
            return Optional.empty();
        }
        Sku.Capacity range = sku.capacity().orElseThrow();
        if (!value.isInt() || value.intValue() < range.minimum() || value.intValue() > range.maximum()) {
            wrong.add(new Detail(
                    "sku.capacity",
                    "expected a whole number from " + range.minimum() + " to " + range.maximum() + ", found " + value,
                    "/sku/capacity"));
            return Optional.empty();
        }
        return Optional.of(value.intValue());
    }

    private static ProblemException refused(String id, String message, String target) {
        return new ProblemException(Problem.InvalidBody.of(id, message, target));
    }
}
