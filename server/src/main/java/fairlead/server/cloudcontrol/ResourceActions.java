package fairlead.server.cloudcontrol;

import fairlead.handler.Page;
import fairlead.handler.Query;
import fairlead.schema.HandlerKind;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.TypeName;
import fairlead.schema.diff.Patch;
import fairlead.schema.diff.PatchException;
import fairlead.schema.text.JsonMistake;
import fairlead.server.http.Surrogates;
import fairlead.server.http.TextRules;
import fairlead.server.operation.ClientToken;
import fairlead.server.operation.Operation;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.IdentifiedRequest;
import fairlead.server.resource.IdentifiedResources;
import fairlead.server.resource.ReadResource;
import fairlead.server.resource.StateChange;
import fairlead.server.resource.change.ReplacePolicy;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Arns;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.AccountTypes;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import java.io.ByteArrayOutputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The actions on resources. Documents travel as strings that hold JSON.
final class ResourceActions {

    private static final int LARGEST_PAGE = 100;

    /// What an answer has besides the properties.
    private static final int USUAL = 256;

    private static final JsonMapper JSON = Documents.JSON;

    private final IdentifiedResources resources;
    private final AccountTypes types;
    private final Arns arns;

    ResourceActions(IdentifiedResources resources, AccountTypes types, Arns arns) {
        this.resources = resources;
        this.types = types;
        this.arns = arns;
    }

    // -- reading ----------------------------------------------------------------------------------------------------

    /// The physical resource as it is, and whether that is what the record has.
    ///
    /// @param answer a JSON object
    /// @param arn unless it is among the properties
    /// @param record that the resource has, where drift is asked for
    record Found(byte[] answer, boolean stored, Optional<String> arn, Optional<ResourceId> record) {}

    Found get(SignedCall call, boolean orStored) {
        Inputs inputs = Inputs.of(call);
        String identifier = call.members().required("Identifier", Members.IDENTIFIER);
        call.members().check();
        IdentifiedRequest asked = asked(call, inputs);
        ObjectNode named = identifier(asked, identifier);
        ReadResource seen = resources.get(asked, named, orStored);
        Optional<String> arn = arns.given(version(asked), call.subscription(), call.location(), seen.identifier());
        Optional<ResourceId> record = call.extensions().drift()
                ? resources.recorded(asked, version(asked).schema().parseIdentifier(seen.identifier()))
                : Optional.empty();
        return new Found(answer(inputs.typeName(), seen), seen.stored(), arn, record);
    }

    /// Written without a detour: a text that holds JSON goes from bytes to bytes.
    private static byte[] answer(String typeName, ReadResource seen) {
        byte[] properties = JSON.writeValueAsBytes(seen.properties());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(2 * properties.length + USUAL);
        try (JsonGenerator answer = JSON.createGenerator(bytes)) {
            answer.writeStartObject();
            answer.writeStringProperty("TypeName", typeName);
            answer.writeObjectPropertyStart("ResourceDescription");
            answer.writeStringProperty("Identifier", seen.identifier());
            answer.writeName("Properties");
            answer.writeUTF8String(properties, 0, properties.length);
            answer.writeEndObject();
            answer.writeEndObject();
        }
        return bytes.toByteArray();
    }

    ObjectNode list(SignedCall call) {
        Inputs inputs = Inputs.of(call);
        Optional<String> token = call.members().text("NextToken", Members.PAGE);
        int most = call.members().number("MaxResults", 1, LARGEST_PAGE, LARGEST_PAGE);
        Optional<String> model = call.members().text("ResourceModel", Members.DOCUMENT);
        call.members().check();
        IdentifiedRequest asked = asked(call, inputs);
        ResourceSchema schema = version(asked).schema();
        ObjectNode filter = model.map(text -> object("ResourceModel", text)).orElseGet(JSON::createObjectNode);
        if (schema.handlers().contains(HandlerKind.LIST)) {
            requireFilter(schema, filter);
        }
        PageTokens tokens =
                new PageTokens(Digest.of(inputs.typeName(), call.subscription(), call.location(), filter.toString()));
        Page page = resources.list(asked, new Query(filter, most, tokens.decode(token)));
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.put("TypeName", inputs.typeName());
        ArrayNode descriptions = answer.putArray("ResourceDescriptions");
        page.identifiers()
                .forEach(identifier -> descriptions.add(
                        description(schema.identifier(identifier).orElseThrow(), identifier)));
        page.next().ifPresent(next -> answer.put("NextToken", tokens.encode(next)));
        return answer;
    }

    private static void requireFilter(ResourceSchema schema, ObjectNode filter) {
        List<String> wrong = ModelErrors.lines(schema.listViolations(filter));
        if (!wrong.isEmpty()) {
            throw CloudControlErrors.refused(
                    ProblemCode.INVALID_REQUEST_EXCEPTION,
                    "Missing or invalid ResourceModel property in " + schema.typeName()
                            + " list handler request input.Required property: (" + String.join("\n", wrong) + ")");
        }
    }

    private static ObjectNode description(String identifier, ObjectNode properties) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("Identifier", identifier)
                .put("Properties", JSON.writeValueAsString(properties));
    }

    // -- changing ---------------------------------------------------------------------------------------------------

    Operation create(SignedCall call) {
        Inputs inputs = Inputs.of(call);
        String desired = call.members().required("DesiredState", Members.DOCUMENT);
        Optional<String> adopt = call.extensions().adopt();
        ClientToken token = adopt.isPresent()
                ? token(call, "CREATE", inputs, desired, adopt.get())
                : token(call, "CREATE", inputs, desired);
        call.members().check();
        IdentifiedRequest asked = asked(call, inputs);
        ObjectNode model = object("DesiredState", desired);
        Optional<ObjectNode> present = adopt.map(named -> adopted(asked, named, model));
        return explained(
                version(asked).schema(),
                model,
                () -> present.map(identifier -> resources.createOrAdopt(asked, identifier, model, token))
                        .orElseGet(() -> resources.create(asked, model, token)));
    }

    /// The properties of the identifier of what a create may find.
    private ObjectNode adopted(IdentifiedRequest asked, String named, ObjectNode model) {
        ResourceSchema schema = version(asked).schema();
        if (!named.equals("true")) {
            return identifier(asked, named);
        }
        if (schema.identifier(model).isEmpty()) {
            throw CloudControlErrors.invalid("DesiredState does not have all of " + names(schema.primaryIdentifier())
                    + ": name what is to be adopted, in the header x-fairlead-adopt.");
        }
        return schema.identifierModel(model);
    }

    Operation update(SignedCall call) {
        Inputs inputs = Inputs.of(call);
        String identifier = call.members().required("Identifier", Members.IDENTIFIER);
        String document = call.members().required("PatchDocument", Members.DOCUMENT);
        ReplacePolicy replace = call.extensions().replace();
        ClientToken token = replace == ReplacePolicy.NEVER
                ? token(call, "UPDATE", inputs, identifier, document)
                : token(call, "UPDATE", inputs, identifier, document, replace.name());
        call.members().check();
        IdentifiedRequest asked = asked(call, inputs);
        AtomicReference<ObjectNode> patched = new AtomicReference<>(JSON.createObjectNode());
        return explained(
                version(asked).schema(),
                patched::get,
                () -> resources.update(
                        asked,
                        identifier(asked, identifier),
                        present -> {
                            StateChange.Changed changed = patched(version(asked).schema(), patch(document), present);
                            patched.set(changed.properties());
                            return changed;
                        },
                        token,
                        replace));
    }

    Operation delete(SignedCall call) {
        Inputs inputs = Inputs.of(call);
        String identifier = call.members().required("Identifier", Members.IDENTIFIER);
        ClientToken token = token(call, "DELETE", inputs, identifier);
        call.members().check();
        IdentifiedRequest asked = asked(call, inputs);
        return resources.delete(asked, identifier(asked, identifier), token);
    }

    private interface Change {
        Operation make();
    }

    private interface Model {
        ObjectNode get();
    }

    private static Operation explained(ResourceSchema schema, ObjectNode model, Change change) {
        return explained(schema, () -> model, change);
    }

    /// What the schema has against the model is said in the protocol's own words.
    private static Operation explained(ResourceSchema schema, Model model, Change change) {
        try {
            return change.make();
        } catch (ProblemException refused) {
            if (refused.problem() instanceof Problem.InvalidBody(var details)) {
                throw CloudControlErrors.invalid(ModelErrors.text(schema, model.get(), details));
            }
            throw refused;
        }
    }

    private static Patch patch(String document) {
        JsonNode patch = json("PatchDocument", document);
        // The service's own guide writes a path without its first slash.
        for (JsonNode operation : patch) {
            for (String name : List.of("path", "from")) {
                String path = operation.path(name).stringValue("");
                if (!path.isEmpty() && !path.startsWith("/")) {
                    ((ObjectNode) operation).put(name, "/" + path);
                }
            }
        }
        try {
            return Patch.read(patch);
        } catch (PatchException wrong) {
            throw CloudControlErrors.invalid("Invalid patch: " + wrong.getMessage());
        }
    }

    private static StateChange.Changed patched(ResourceSchema schema, Patch patch, ObjectNode present) {
        try {
            Patch.Patched patched = patch.applyTo(present, schema.writeOnly());
            if (patched.document() instanceof ObjectNode properties) {
                return new StateChange.Changed(properties, patched.removed());
            }
        } catch (PatchException wrong) {
            throw CloudControlErrors.invalid("Invalid patch: " + wrong.getMessage());
        }
        throw CloudControlErrors.invalid("Invalid patch: what becomes of the resource is no object");
    }

    // -- the parts of requests --------------------------------------------------------------------------------------

    /// What all these actions have.
    private record Inputs(String typeName, Optional<String> version, Optional<String> role) {
        static Inputs of(SignedCall call) {
            return new Inputs(
                    call.members().required("TypeName", Members.TYPE_NAME),
                    call.members().text("TypeVersionId", Members.TYPE_VERSION),
                    call.members().text("RoleArn", Members.ROLE));
        }
    }

    private static ClientToken token(SignedCall call, String action, Inputs inputs, String... parts) {
        Optional<String> given = call.members().text("ClientToken", Members.TOKEN);
        String verbatim = digest(action, inputs, parts);
        if (given.isEmpty()) {
            return new ClientToken(call.caller().requestId(), verbatim);
        }
        String[] sorted = Stream.of(parts).map(ResourceActions::sorted).toArray(String[]::new);
        return new ClientToken(given.get(), digest(action, inputs, sorted), verbatim);
    }

    private static String digest(String action, Inputs inputs, String... parts) {
        return Digest.of(Stream.concat(
                        Stream.of(
                                action,
                                inputs.typeName(),
                                inputs.version().orElse(""),
                                inputs.role().orElse("")),
                        Stream.of(parts))
                .toArray(String[]::new));
    }

    /// The same for the same JSON, in whatever order its names are and however it is spaced.
    private static String sorted(String part) {
        if (!part.stripLeading().startsWith("{") && !part.stripLeading().startsWith("[")) {
            return part;
        }
        try {
            return Documents.sorted(JSON.readTree(part));
        } catch (JacksonException noJson) {
            return part;
        }
    }

    private IdentifiedRequest asked(SignedCall call, Inputs inputs) {
        RegisteredType type = types.of(call.subscription())
                .find(TypeName.parse(inputs.typeName()))
                .orElseThrow(() -> unknown(call, inputs));
        Optional<TypeVersion> version = inputs.version()
                .map(id -> type.versions().stream()
                        .filter(one -> one.versionId().equals(id))
                        .findFirst()
                        .orElseThrow(() -> unknown(call, inputs)));
        return new IdentifiedRequest(
                call.caller(),
                call.subscription(),
                call.group(),
                call.location(),
                type,
                version,
                call.extensions().plan());
    }

    private ProblemException unknown(SignedCall call, Inputs inputs) {
        String version = inputs.version().map(id -> " of version '" + id + "'").orElse("");
        return new ProblemException(new Problem.NotFound(
                ProblemCode.TYPE_NOT_FOUND_EXCEPTION,
                "The type '" + inputs.typeName() + "'" + version + " cannot be found."
                        + types.of(call.subscription()).near().hint(inputs.typeName())));
    }

    private static TypeVersion version(IdentifiedRequest asked) {
        return asked.version().orElseGet(() -> asked.type().current());
    }

    /// The properties of an identifier: the primary one as text, the primary or one additional one as JSON, or an ARN
    /// that stands for one of them.
    private ObjectNode identifier(IdentifiedRequest asked, String text) {
        ResourceSchema schema = version(asked).schema();
        if (text.startsWith("{")) {
            ObjectNode properties = object("Identifier", text);
            return requireOne(schema, properties);
        }
        Optional<ObjectNode> meant = text.startsWith("arn:")
                ? arns.identifier(version(asked), asked.subscription(), asked.location(), text)
                : Optional.empty();
        if (meant.isPresent()) {
            return meant.get();
        }
        try {
            return schema.parseIdentifier(text);
        } catch (IllegalArgumentException wrong) {
            throw CloudControlErrors.invalid("Identifier '" + text + "' is not valid for identifier "
                    + names(schema.primaryIdentifier()) + ": " + wrong.getMessage());
        }
    }

    private static ObjectNode requireOne(ResourceSchema schema, ObjectNode properties) {
        Set<String> given = new HashSet<>(properties.propertyNames());
        List<List<PropertyPath>> known = Stream.concat(
                        Stream.of(schema.primaryIdentifier()), schema.additionalIdentifiers().stream())
                .toList();
        for (List<PropertyPath> identifier : known) {
            Set<String> names = identifier.stream().map(PropertyPath::name).collect(Collectors.toSet());
            if (names.equals(given)) {
                ObjectNode model = JSON.createObjectNode();
                identifier.forEach(path -> path.set(model, properties.path(path.name())));
                return model;
            }
        }
        throw CloudControlErrors.invalid(
                "When specifying the identifier as JSON, you must specify exactly one identifier from "
                        + known.stream().map(ResourceActions::names).toList()
                        + ", and no additional properties can be specified");
    }

    private static List<String> names(List<PropertyPath> identifier) {
        return identifier.stream().map(PropertyPath::toString).toList();
    }

    private static ObjectNode object(String member, String text) {
        if (json(member, text) instanceof ObjectNode object) {
            return object;
        }
        throw CloudControlErrors.invalid(member + " has to be a JSON object.");
    }

    private static JsonNode json(String member, String text) {
        try {
            JsonNode json = JSON.readTree(text);
            if (Surrogates.isAnyAlone(text, json)) {
                throw CloudControlErrors.invalid(
                        member + " has half of a surrogate pair in a text, which is no character.");
            }
            TextRules.zero(text, json).ifPresent(place -> {
                throw CloudControlErrors.invalid(
                        member + " has the character U+0000 at '" + place + "', which can't be stored.");
            });
            return json;
        } catch (JacksonException wrong) {
            throw CloudControlErrors.invalid(member + " is not valid JSON: " + JsonMistake.of(wrong));
        }
    }
}
