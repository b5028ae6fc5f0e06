package fairlead.smithy.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.knowledge.HttpBinding;
import software.amazon.smithy.model.knowledge.HttpBinding.Location;
import software.amazon.smithy.model.knowledge.HttpBindingIndex;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.ShapeId;
import software.amazon.smithy.model.shapes.StructureShape;
import software.amazon.smithy.model.traits.HttpTrait;
import software.amazon.smithy.model.traits.MediaTypeTrait;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// restJson1: operations have methods and addresses; members go where their HTTP bindings say, the others into a JSON
/// body.
final class RestJson implements WireFormat {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String JSON = "application/json";

    private final Model model;
    private final HttpBindingIndex bindings;
    private final HeaderText texts;
    private final RestAddress addresses;
    private final Encoder encoder;
    private final Decoder decoder;
    private final Misfits misfits;

    RestJson(Model model, Misfits misfits) {
        this.model = model;
        this.bindings = HttpBindingIndex.of(model);
        this.texts = new HeaderText(model);
        this.addresses = new RestAddress(model, texts);
        this.encoder = new Encoder(model, Format.NAMED_JSON);
        this.decoder = new Decoder(model, Format.NAMED_JSON, misfits);
        this.misfits = misfits;
    }

    private record Body(byte[] content, Optional<String> mediaType) {}

    @Override
    public HttpCall call(OperationShape operation, StructureShape input, ObjectNode document) {
        HttpTrait http = operation.expectTrait(HttpTrait.class);
        Collection<HttpBinding> all = bindings.getRequestBindings(operation).values();
        String path = addresses.path(http, all, document);
        List<String> query = addresses.query(http, all, document);
        Headers headers = headers(all, document, Headers.NONE.with("Accept", JSON));
        Optional<Body> body = body(all, document);
        if (body.isEmpty()) {
            return HttpCall.without(http.getMethod(), path, query, headers);
        }
        Optional<String> mediaType =
                body.get().mediaType().filter(_ -> headers.all("Content-Type").isEmpty());
        return HttpCall.with(
                http.getMethod(),
                path,
                query,
                mediaType.map(type -> headers.with("Content-Type", type)).orElse(headers),
                body.get().content());
    }

    // -- what is sent -----------------------------------------------------------------------------------------------

    /// A header that a member has for itself counts more than one of the same name among those with a prefix.
    private Headers headers(Collection<HttpBinding> all, ObjectNode document, Headers others) {
        Headers headers = others;
        for (HttpBinding binding : of(all, Location.PREFIX_HEADERS)) {
            for (Map.Entry<String, JsonNode> entry :
                    document.path(binding.getMemberName()).properties()) {
                if (!entry.getValue().isNull()) {
                    headers = headers.with(
                            binding.getLocationName() + entry.getKey(),
                            entry.getValue().asString());
                }
            }
        }
        for (HttpBinding binding : of(all, Location.HEADER)) {
            JsonNode value = document.path(binding.getMemberName());
            if (isThere(value)) {
                headers = headers.with(binding.getLocationName(), texts.header(binding.getMember(), value));
            }
        }
        return headers;
    }

    static List<HttpBinding> of(Collection<HttpBinding> all, Location location) {
        return all.stream().filter(binding -> binding.getLocation() == location).toList();
    }

    static boolean isThere(JsonNode value) {
        return !value.isMissingNode() && !value.isNull();
    }

    private Optional<Body> body(Collection<HttpBinding> all, ObjectNode document) {
        List<HttpBinding> payload = of(all, Location.PAYLOAD);
        if (!payload.isEmpty()) {
            MemberShape member = payload.getFirst().getMember();
            return Optional.of(payload(member, document.path(member.getMemberName())));
        }
        List<MemberShape> members =
                of(all, Location.DOCUMENT).stream().map(HttpBinding::getMember).toList();
        return members.isEmpty()
                ? Optional.empty()
                : Optional.of(new Body(Json.write(encoder.input(members, document)), Optional.of(JSON)));
    }

    private Body payload(MemberShape member, JsonNode value) {
        Shape target = model.expectShape(member.getTarget());
        Optional<String> said =
                member.getMemberTrait(model, MediaTypeTrait.class).map(MediaTypeTrait::getValue);
        boolean there = isThere(value);
        return switch (target.getType()) {
            case BLOB ->
                there
                        ? new Body(Blobs.bytes(value), Optional.of(said.orElse("application/octet-stream")))
                        : new Body(new byte[0], Optional.empty());
            case STRING, ENUM ->
                there
                        ? new Body(
                                value.asString().getBytes(StandardCharsets.UTF_8),
                                Optional.of(said.orElse("text/plain")))
                        : new Body(new byte[0], Optional.empty());
            case STRUCTURE ->
                new Body(Json.write(there ? encoder.value(member, value) : NODES.objectNode()), Optional.of(JSON));
            default ->
                there
                        ? new Body(Json.write(encoder.value(member, value)), Optional.of(JSON))
                        : new Body(new byte[0], Optional.empty());
        };
    }

    // -- what comes -------------------------------------------------------------------------------------------------

    @Override
    public ObjectNode read(ShapeId bound, StructureShape shape, HttpAnswer answer) {
        ObjectNode document = NODES.objectNode();
        Collection<HttpBinding> all = bindings.getResponseBindings(bound).values();
        List<MemberShape> members =
                of(all, Location.DOCUMENT).stream().map(HttpBinding::getMember).toList();
        if (!members.isEmpty()) {
            decoder.members(members, Json.read(answer.body()), document);
        }
        for (HttpBinding binding : all) {
            Optional<JsonNode> value = switch (binding.getLocation()) {
                case HEADER -> header(binding, answer);
                case PREFIX_HEADERS -> prefixed(binding, answer);
                case RESPONSE_CODE -> Optional.of(NODES.numberNode(answer.status()));
                case PAYLOAD -> received(binding.getMember(), answer.body());
                default -> Optional.empty();
            };
            value.ifPresent(node -> document.set(binding.getMemberName(), node));
        }
        return document;
    }

    private Optional<JsonNode> header(HttpBinding binding, HttpAnswer answer) {
        List<String> values = answer.headers().all(binding.getLocationName());
        return values.isEmpty()
                ? decoder.missing(binding.getMember())
                : misfits.unless(binding.getMember(), () -> texts.parse(binding.getMember(), values));
    }

    private static Optional<JsonNode> prefixed(HttpBinding binding, HttpAnswer answer) {
        String prefix = binding.getLocationName().toLowerCase(Locale.ROOT);
        ObjectNode found = NODES.objectNode();
        answer.headers().values().forEach((name, values) -> {
            if (name.toLowerCase(Locale.ROOT).startsWith(prefix)) {
                found.put(name.substring(prefix.length()), String.join(", ", values));
            }
        });
        return found.isEmpty() ? Optional.empty() : Optional.of(found);
    }

    private Optional<JsonNode> received(MemberShape member, byte[] body) {
        if (body.length == 0) {
            return Optional.empty();
        }
        return switch (model.expectShape(member.getTarget()).getType()) {
            case BLOB -> Optional.of(NODES.stringNode(Blobs.base64(body)));
            case STRING, ENUM -> Optional.of(NODES.stringNode(new String(body, StandardCharsets.UTF_8)));
            default -> {
                JsonNode tree = Json.read(body);
                yield tree.isNull() ? Optional.empty() : Optional.of(decoder.value(member, tree));
            }
        };
    }

    @Override
    public String errorCode(HttpAnswer answer) {
        return ErrorCodes.ofJson(answer, errorBody(answer));
    }

    @Override
    public JsonNode errorBody(HttpAnswer answer) {
        return Json.readLenient(answer.body());
    }
}
