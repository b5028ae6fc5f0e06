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
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.Vault;
import fairlead.server.type.TypeVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// The desired state of a resource: the properties of the request, completed by the address and by the secrets
/// that are kept, without properties that can't be set, and valid.
///
/// @param visible without write-only values
/// @param secret only those
public record DesiredState(ResourceSchema schema, ObjectNode visible, ObjectNode secret) {

    /// The desired state of a new resource; a problem with everything that is wrong with it.
    public static DesiredState toCreate(TypeVersion type, ResourceId id, ObjectNode asked) {
        List<Detail> wrong = new ArrayList<>();
        ObjectNode whole = asked.deepCopy();
        name(whole, type, id, Documents.empty(), wrong);
        try {
            return toCreate(type, whole, wrong);
        } catch (ProblemException refused) {
            throw new ProblemException(NameFindings.atName(refused.problem(), type, id, asked));
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
    public static DesiredState toChange(
            TypeVersion type, ResourceId id, ObjectNode asked, ObjectNode present, ObjectNode kept) {
        List<Detail> wrong = new ArrayList<>();
        ObjectNode whole = type.schema().overlay(asked, kept);
        name(whole, type, id, present, wrong);
        for (PropertyPath path :
                type.schema().changed(present, whole, type.schema().readOnly())) {
            path.find(whole).forEach(located -> wrong.add(readOnly(located.pointer())));
        }
        return valid(type, type.schema().withoutReadOnly(whole), wrong);
    }

    /// What a request asks of a resource. A body that is wrong in any state is wrong (400) before the state is looked
    /// at (412, 409); but whether a read-only value is the present one can't be said of a resource that is
    /// changing.
    public static DesiredState toChange(Put request, Resource present, ObjectNode properties, ObjectNode kept) {
        try {
            return toChange(request.type(), present.id(), request.properties(), properties, kept);
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
    public static ObjectNode identifier(TypeVersion type, ResourceId id) {
        ObjectNode identifier = Documents.empty();
        List<PropertyPath> named = type.namedBy();
        List<String> names = names(type, id);
        for (int i = 0; i < named.size(); i++) {
            PropertyPath path = named.get(i);
            path.set(identifier, typed(type.schema(), path, names.get(i)));
        }
        return identifier;
    }

    private static List<String> names(TypeVersion type, ResourceId id) {
        if (!type.isExtension()) {
            return id.names();
        }
        List<String> names = new ArrayList<>(List.of(id.scope()));
        names.addAll(id.names());
        return names;
    }

    /// Fills in the identifier that the address names; what is there keeps its own casing. An address that is only
    /// an alias, since no name can be like the identifier, names nothing.
    private static void name(
            ObjectNode whole, TypeVersion type, ResourceId id, ObjectNode present, List<Detail> wrong) {
        List<PropertyPath> named = type.namedBy();
        List<String> names = names(type, id);
        for (int i = 0; i < named.size(); i++) {
            PropertyPath path = named.get(i);
            Optional<String> known = path.value(present).map(value -> value.asString(""));
            String address = known.orElse(names.get(i));
            Optional<JsonNode> given = path.value(whole);
            if (given.isPresent() && !given.get().asString("").equalsIgnoreCase(address)) {
                wrong.add(new Detail(
                        "model.name-mismatch",
                        "the address says '" + address + "', the body " + given.get(),
                        "/properties" + path.modelPointer()));
            } else {
                path.set(whole, path.value(present).orElseGet(() -> typed(type.schema(), path, address)));
            }
        }
    }

    /// The name as a value of the property's type: a number where the schema wants one, of the class that a parser
    /// makes of it.
    static JsonNode typed(ResourceSchema schema, PropertyPath path, String name) {
        ObjectNode text = Documents.empty();
        path.set(text, StringNode.valueOf(name));
        boolean isText = schema.validateModel(text).isEmpty();
        if (isText || !name.matches("-?[0-9]{1,18}")) {
            return StringNode.valueOf(name);
        }
        long number = Long.parseLong(name);
        return number == (int) number ? IntNode.valueOf((int) number) : LongNode.valueOf(number);
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
