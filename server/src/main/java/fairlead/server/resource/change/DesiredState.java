package fairlead.server.resource.change;

import fairlead.schema.Finding;
import fairlead.schema.HandlerKind;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.document.Integers;
import fairlead.server.resource.document.NumberRange;
import fairlead.server.resource.naming.AddressedIdentifier;
import fairlead.server.resource.naming.NameValues;
import fairlead.server.resource.record.Resource;
import fairlead.server.secret.Vault;
import fairlead.server.type.TypeVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The desired state of a resource: the properties of the request, completed by the address and by the secrets
/// that are kept, without properties that can't be set, and valid.
///
/// @param visible without write-only values
/// @param secret only those
public record DesiredState(ResourceSchema schema, ObjectNode visible, ObjectNode secret) {

    /// The desired state of a new resource; a problem with everything that is wrong with it.
    public static DesiredState toCreate(TypeVersion type, AddressedIdentifier address, ObjectNode asked) {
        List<Detail> wrong = new ArrayList<>();
        ObjectNode whole = asked.deepCopy();
        name(whole, type, address, Documents.empty(), false, wrong);
        try {
            return toCreate(type, whole, wrong);
        } catch (ProblemException refused) {
            throw new ProblemException(NameFindings.atName(refused.problem(), type, address.id(), asked));
        }
    }

    /// The desired state of a new resource whose identifier is among the properties, and not in an address.
    public static DesiredState toCreate(TypeVersion type, ObjectNode asked) {
        return toCreate(type, asked, new ArrayList<>());
    }

    private static DesiredState toCreate(TypeVersion type, ObjectNode whole, List<Detail> wrong) {
        for (PropertyPath path : type.schema().readOnly()) {
            path.find(whole).forEach(located -> wrong.add(readOnly(located.pointer())));
        }
        return valid(type, type.schema().withoutReadOnly(whole), wrong);
    }

    /// The desired state of an existing resource. Read-only values are accepted if they are the present ones, so that
    /// what was read can be sent back; write-only values that are left out are kept.
    ///
    /// @param present its last known state
    private static DesiredState toChange(
            Put request, AddressedIdentifier address, boolean identified, ObjectNode present, ObjectNode kept) {
        List<Detail> wrong = new ArrayList<>();
        TypeVersion type = request.type();
        ObjectNode whole = type.schema().overlay(request.properties(), kept);
        name(whole, type, address, present, identified, wrong);
        for (PropertyPath path :
                type.schema().changed(present, whole, type.schema().readOnly())) {
            path.find(whole).forEach(located -> wrong.add(readOnly(located.pointer())));
        }
        return valid(type, type.schema().withoutReadOnly(whole), wrong);
    }

    /// What a request asks of a resource. A body that is wrong in any state is wrong (400) before the state is looked
    /// at (412, 409); but whether a read-only value is the present one can't be said of a resource that is
    /// changing.
    ///
    /// @param address what the address stands for where nothing is identified yet
    public static DesiredState toChange(
            Put request, AddressedIdentifier address, Resource present, ObjectNode properties, ObjectNode kept) {
        try {
            return toChange(request, address, present.identifier().isPresent(), properties, kept);
        } catch (ProblemException refused) {
            boolean onlyReadOnly = refused.problem().details().stream()
                    .allMatch(detail -> detail.id().equals("model.read-only"));
            if (onlyReadOnly) {
                request.preconditions().require(present);
                present.requireIdle();
            }
            throw refused;
        }
    }

    /// The primary identifier of a resource whose type is [TypeVersion#namedBy()] its address.
    public static ObjectNode identifier(TypeVersion type, AddressedIdentifier address) {
        ObjectNode identifier = Documents.empty();
        List<PropertyPath> named = type.namedBy();
        for (int i = 0; i < named.size(); i++) {
            PropertyPath path = named.get(i);
            path.set(
                    identifier,
                    NameValues.typed(type.schema(), path, address.values().get(i)));
        }
        return identifier;
    }

    /// Fills in the identifier that the address stands for; what is there keeps its own casing. An address that is
    /// only an alias, since no name can be like the identifier, stands for nothing, and a free name stands back
    /// behind what is given.
    ///
    /// @param identified whether the resource is there, with an identifier that it keeps
    private static void name(
            ObjectNode whole,
            TypeVersion type,
            AddressedIdentifier address,
            ObjectNode present,
            boolean identified,
            List<Detail> wrong) {
        List<PropertyPath> named = type.namedBy();
        for (int i = 0; i < named.size(); i++) {
            PropertyPath path = named.get(i);
            String value = address.values().get(i);
            String expected =
                    path.value(present).map(known -> known.asString("")).orElse(value);
            Optional<JsonNode> given = path.value(whole);
            String text = given.map(node -> node.asString("")).orElse(expected);
            boolean own = i + 1 == named.size();
            if (text.equalsIgnoreCase(expected) || address.means(type, i, text, expected)) {
                path.set(whole, path.value(present).orElseGet(() -> NameValues.typed(type.schema(), path, value)));
            } else if (identified || !(own && NameValues.isFree(type, value, text))) {
                wrong.add(mismatch(path, address.names(type).get(i), expected, given.orElseThrow()));
            }
        }
    }

    private static Detail mismatch(PropertyPath path, String name, String expected, JsonNode given) {
        String message = name.equalsIgnoreCase(expected)
                ? "the address says '" + expected + "', the body " + given
                : "what is at this address is identified by '" + expected + "', the body says " + given;
        return new Detail("model.name-mismatch", message, "/properties" + path.modelPointer());
    }

    private static Detail readOnly(String pointer) {
        return new Detail(
                "model.read-only",
                "the property is read-only and can't be set to another value",
                "/properties" + pointer);
    }

    private static DesiredState valid(TypeVersion type, ObjectNode whole, List<Detail> wrong) {
        ResourceSchema schema = type.schema();
        for (Finding finding : schema.validateInput(whole)) {
            if (finding.isError()) {
                wrong.add(new Detail(finding.id(), finding.message(), "/properties" + finding.pointer()));
            }
        }
        wrong.addAll(NumberRange.breaches(whole));
        if (!wrong.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(wrong));
        }
        Integers.plain(schema.root(), whole);
        return schema.writeOnly().isEmpty()
                ? new DesiredState(schema, whole, Documents.empty())
                : new DesiredState(schema, schema.withoutWriteOnly(whole), schema.onlyWriteOnly(whole));
    }

    public ObjectNode whole() {
        return secret.isEmpty() ? visible : schema.overlay(visible, secret);
    }

    public byte[] sealedSecret(Vault vault, UUID owner) {
        return secret.isEmpty() ? new byte[0] : vault.seal(Documents.bytes(secret), owner.toString());
    }

    /// Whether the resource, as it was asked for and as it is, already has everything that this state asks for and
    /// nothing that it takes away.
    public boolean isFulfilledBy(ObjectNode askedBefore, ObjectNode secretBefore, ObjectNode present) {
        return secret.equals(secretBefore)
                && schema.unmet(askedBefore, visible).isEmpty()
                && schema.unmet(visible, present).isEmpty();
    }

    /// Why it can't be had by a change in place; empty if it can.
    public Optional<Problem> refusal(TypeVersion type, DesiredState before, ObjectNode present) {
        if (!type.schema().handlers().contains(HandlerKind.UPDATE)) {
            return Optional.of(new Problem.Conflict(
                    ProblemCode.NOT_UPDATABLE,
                    "The type " + type.name() + " can't be changed in place. To have the resource replaced, repeat the"
                            + " request with replace=true."));
        }
        List<Detail> refused = schema.changed(before.whole(), whole(), schema.createOnly()).stream()
                .filter(path -> !isAsPresent(path, present))
                .map(path -> new Detail(
                        "model.create-only",
                        "the property can only be set when the resource is created; to have the resource replaced,"
                                + " repeat the request with replace=true",
                        "/properties" + path.modelPointer()))
                .toList();
        if (refused.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Problem.Conflict(
                ProblemCode.PROPERTY_CHANGE_NOT_ALLOWED,
                refused.size() == 1 ? sentence(refused.getFirst()) : "Create-only properties differ; see details.",
                refused));
    }

    private static String sentence(Detail detail) {
        return "At " + detail.target() + ": " + detail.message() + ".";
    }

    private boolean isAsPresent(PropertyPath path, ObjectNode present) {
        return !path.find(visible).isEmpty()
                && schema.changed(present, visible, List.of(path)).isEmpty();
    }

    /// The resource as it will be once it has this state: what was asked for, and what is read-only as it is.
    public ObjectNode outlook(ObjectNode present) {
        ObjectNode outlook = visible.deepCopy();
        for (PropertyPath path : schema.readOnly()) {
            if (!path.hasWildcard()) {
                path.value(present).ifPresent(value -> path.set(outlook, value));
            }
        }
        return outlook;
    }
}
