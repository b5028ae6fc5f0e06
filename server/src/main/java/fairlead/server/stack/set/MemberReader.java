package fairlead.server.stack.set;

import fairlead.schema.Finding;
import fairlead.schema.PropertyPath;
import fairlead.schema.TypeName;
import fairlead.schema.text.PointerSteps;
import fairlead.server.resource.change.TagRules;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.naming.AddressNames;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.scope.Locations;
import fairlead.server.stack.record.StackPlace;
import fairlead.server.stack.step.BesideProperties;
import fairlead.server.type.OfferedTypes;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.definition.ArmType;
import fairlead.server.type.definition.EnvelopeMember;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads the document of one resource: what a PUT would take, with what an answer has besides. What can't be asked for,
/// since only the server says it, is left out; all else has to be right.
final class MemberReader {

    private static final Set<String> KNOWN = Set.of(
            "id",
            "name",
            "type",
            "resourceGroup",
            "location",
            "tags",
            "properties",
            "sku",
            "dependsOn",
            "systemData",
            "etag");

    private final JsonNode document;
    private final String pointer;
    private final OfferedTypes types;
    private final StackPlace place;
    private final Faults faults;

    MemberReader(JsonNode document, String pointer, OfferedTypes types, StackPlace place, Faults faults) {
        this.document = document;
        this.pointer = pointer;
        this.types = types;
        this.place = place;
        this.faults = faults;
    }

    /// The resource; empty if there is no saying which one it is.
    Optional<Member> read(Keys keys) {
        if (!document.isObject()) {
            faults.add(pointer, "expected a resource, an object; found " + kind(document));
            return Optional.empty();
        }
        Optional<Named> named = given("id").isPresent() ? ofId() : ofName();
        requireKnown();
        Asked asked = new Asked(object("properties"), tags(), object("sku"), text("location"), dependsOn());
        return named.map(found -> {
            ResourceId id = keys.spelt(found.id());
            TypeVersion type = found.type().current();
            requireSupported(type, asked);
            return new Member(pointer, keys.of(id), id, type, desired(id, type, asked), asked.dependsOn());
        });
    }

    /// What a document says, whatever its type is.
    private record Asked(
            Optional<ObjectNode> properties,
            Optional<ObjectNode> tags,
            Optional<ObjectNode> sku,
            Optional<String> location,
            List<String> dependsOn) {}

    /// Which resource it is.
    private record Named(ResourceId id, RegisteredType type) {}

    // -- which one --------------------------------------------------------------------------------------------------

    private Optional<Named> ofId() {
        String text = text("id").orElse("");
        ResourceId id;
        try {
            id = ResourceId.parse(text);
        } catch (IllegalArgumentException noId) {
            faults.add(
                    pointer + "/id",
                    "expected an id, /subscriptions/{id}/resourceGroups/{group}/providers/{type}/{name}; found '" + text
                            + "'");
            return Optional.empty();
        }
        if (!id.subscription().equalsIgnoreCase(place.subscription())) {
            faults.add(
                    pointer + "/id",
                    "expected a resource of the subscription " + place.subscription() + ", of which the set is");
        }
        Optional<RegisteredType> type = types.findArmType(id.type().key());
        if (type.isEmpty()) {
            faults.add(pointer + "/id", unknown(id.type().toString()));
            return Optional.empty();
        }
        ArmType own = type.get().current().armType();
        requireSame("type", List.of(own.toString(), type.get().name().toString()));
        requireSame("name", List.of(id.name(), String.join("/", id.names())));
        requireSame("resourceGroup", List.of(id.group()));
        return type.map(found -> new Named(id.typed(own), found));
    }

    private void requireSame(String member, List<String> expected) {
        Optional<String> found = text(member);
        if (found.isPresent() && expected.stream().noneMatch(found.get()::equalsIgnoreCase)) {
            faults.add(
                    pointer + "/" + member, "the id says '" + expected.getFirst() + "', found '" + found.get() + "'");
        }
    }

    private Optional<Named> ofName() {
        Optional<String> asked = text("type");
        if (asked.isEmpty()) {
            missing("type", "a type, such as Fairlead.Lab/things or Fairlead::Lab::Thing, or an id");
        }
        Optional<String> name = text("name");
        if (name.isEmpty()) {
            missing("name", "the name of the resource, or its id");
        }
        Optional<RegisteredType> found = asked.flatMap(this::type);
        if (asked.isPresent() && found.isEmpty()) {
            faults.add(pointer + "/type", unknown(asked.get()));
        }
        return name.flatMap(text -> found.flatMap(type -> named(type, text)));
    }

    /// What is not there, or is no text, which is told already.
    private void missing(String member, String expected) {
        if (given(member).isEmpty()) {
            faults.add(pointer + "/" + member, "expected " + expected + "; found nothing");
        }
    }

    private Optional<Named> named(RegisteredType type, String text) {
        ArmType arm = type.current().armType();
        List<String> names = List.of(text.split("/", -1));
        if (type.current().isExtension()) {
            faults.add(pointer + "/name", "a resource of the type " + arm + " extends another one: give its id");
            return Optional.empty();
        }
        if (names.size() != arm.types().size() || names.contains("")) {
            faults.add(
                    pointer + "/name",
                    "expected " + arm.types().size() + " names for " + arm + ", the outermost first, with / in between;"
                            + " found '" + text + "'");
            return Optional.empty();
        }
        String group = text("resourceGroup").orElse(place.group());
        return Optional.of(new Named(new ResourceId(place.subscription(), group, arm, names), type));
    }

    private Optional<RegisteredType> type(String text) {
        try {
            return text.contains("::")
                    ? types.find(TypeName.parse(text))
                    : types.findArmType(text.toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException noName) {
            return Optional.empty();
        }
    }

    private String unknown(String type) {
        String hint = types.near().hint(type).strip();
        return "there is no type '" + type + "' on this server" + (hint.isEmpty() ? "" : ". " + hint);
    }

    // -- what it is to be -------------------------------------------------------------------------------------------

    private void requireKnown() {
        for (String member : document.propertyNames()) {
            if (EnvelopeMember.of(member).isEmpty() && !KNOWN.contains(member)) {
                faults.add(
                        at(member),
                        "there is no such member of a resource, expected one of "
                                + String.join(", ", new TreeSet<>(KNOWN))
                                + "; what belongs to the type goes into properties");
            }
        }
    }

    private void requireSupported(TypeVersion type, Asked asked) {
        Map<EnvelopeMember, String> envelope = type.registration().envelope();
        for (EnvelopeMember member : EnvelopeMember.values()) {
            boolean supported = member == EnvelopeMember.SKU || envelope.containsKey(member);
            if (!supported && given(member.word()).isPresent()) {
                refuseMember(type, member.word());
            }
        }
        if (type.recorded()) {
            requireLocation(asked);
        } else if (asked.tags().filter(tags -> !tags.isEmpty()).isPresent()) {
            refuseMember(type, "tags");
        }
    }

    private void refuseMember(TypeVersion type, String member) {
        faults.add(at(member), "the type " + type.armType() + " does not support '" + member + "'");
    }

    /// A set is in one location, and so is what it has.
    private void requireLocation(Asked asked) {
        asked.location()
                .filter(found -> !Locations.normal(found).equals(place.location()))
                .ifPresent(found -> faults.add(
                        at("location"),
                        "the set is in the location " + place.location() + ", and so is what it has; found '" + found
                                + "'"));
    }

    private ObjectNode desired(ResourceId id, TypeVersion type, Asked asked) {
        Map<EnvelopeMember, String> envelope = type.registration().envelope();
        ObjectNode properties = asked.properties().orElseGet(Documents::empty).deepCopy();
        properties.remove("provisioningState");
        envelope.forEach((member, property) ->
                given(member.word()).ifPresent(value -> properties.set(property, value.deepCopy())));
        ObjectNode desired = type.schema().withoutReadOnly(properties);
        validate(id, type, desired);
        asked.tags().filter(tags -> !tags.isEmpty()).ifPresent(tags -> desired.set(BesideProperties.TAGS, tags));
        if (!envelope.containsKey(EnvelopeMember.SKU)) {
            asked.sku().ifPresent(sku -> desired.set(BesideProperties.SKU, sku));
        }
        return desired;
    }

    /// Names that the address says need not be among the properties.
    private void validate(ResourceId id, TypeVersion type, ObjectNode desired) {
        ObjectNode whole = AddressNames.completed(type, id, desired);
        List<PropertyPath> named = type.namedBy();
        for (Finding finding : type.schema().validateInput(whole)) {
            if (finding.isError() && isGiven(finding, named, desired)) {
                faults.add(pointer + place(finding.pointer(), type), finding.message());
            }
        }
    }

    private static boolean isGiven(Finding finding, List<PropertyPath> named, ObjectNode desired) {
        return named.stream()
                .noneMatch(path -> path.modelPointer().equals(finding.pointer())
                        && path.value(desired).isEmpty());
    }

    /// Where a property stands in the document.
    private static String place(String model, TypeVersion type) {
        for (Map.Entry<EnvelopeMember, String> member :
                type.registration().envelope().entrySet()) {
            String property = "/" + PointerSteps.escape(member.getValue());
            if (model.equals(property) || model.startsWith(property + "/")) {
                return "/" + member.getKey().word() + model.substring(property.length());
            }
        }
        return "/properties" + model;
    }

    private Optional<ObjectNode> tags() {
        Optional<ObjectNode> tags = object("tags");
        tags.ifPresent(given ->
                TagRules.check(given, at("tags")).forEach(wrong -> faults.add(wrong.target(), wrong.message())));
        return tags;
    }

    private List<String> dependsOn() {
        List<String> names = new ArrayList<>();
        Optional<JsonNode> given = given("dependsOn");
        boolean list = given.filter(
                        value -> value.isArray() && value.valueStream().allMatch(JsonNode::isString))
                .isPresent();
        if (given.isPresent() && !list) {
            faults.add(at("dependsOn"), "expected a list of ids or names");
        } else {
            given.ifPresent(value -> value.forEach(name -> names.add(name.stringValue())));
        }
        return names;
    }

    // -- members ----------------------------------------------------------------------------------------------------

    private String at(String member) {
        return pointer + "/" + PointerSteps.escape(member);
    }

    /// A member that is null is not there.
    private Optional<JsonNode> given(String member) {
        return Optional.ofNullable(document.get(member)).filter(value -> !value.isNull());
    }

    private Optional<String> text(String member) {
        Optional<JsonNode> given = given(member);
        given.filter(value -> !value.isString())
                .ifPresent(value -> wrongKind(member, "expected a text, found " + kind(value)));
        return given.filter(JsonNode::isString).map(JsonNode::stringValue);
    }

    private Optional<ObjectNode> object(String member) {
        Optional<JsonNode> given = given(member);
        given.filter(value -> !value.isObject())
                .ifPresent(value -> wrongKind(member, "expected an object, found " + kind(value)));
        return given.filter(JsonNode::isObject).map(value -> (ObjectNode) value);
    }

    private void wrongKind(String member, String text) {
        faults.addOnce(at(member), text);
    }

    private static String kind(JsonNode value) {
        return value.getNodeType().name().toLowerCase(Locale.ROOT);
    }
}
