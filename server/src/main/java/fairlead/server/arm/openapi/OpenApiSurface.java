package fairlead.server.arm.openapi;

import fairlead.document.openapi.ApiType;
import fairlead.document.openapi.OpenApi;
import fairlead.document.openapi.Swagger;
import fairlead.schema.PlainSchema;
import fairlead.server.access.Asked;
import fairlead.server.access.Authorizer;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.http.precondition.EntityTags;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.NestedPuts;
import fairlead.server.resource.secret.SecretReads;
import fairlead.server.scope.Locations;
import fairlead.server.type.AccountTypes;
import fairlead.server.type.OfferedTypes;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.definition.Action;
import fairlead.server.type.definition.Registration;
import fairlead.server.type.definition.Sku;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The addresses `/openapi.json`, and `/swagger/{namespace}/{apiVersion}` of each version of a namespace.
///
/// The first document is made when a caller asks for it, one type after the other, and kept compressed as long as the
/// types stay the same and memory is not needed for more important things: that of a thousand types has 40 MB, of which
/// 2 are kept. Its ETag follows from the types alone, so who has it already is told so without its being made.
public final class OpenApiSurface implements Surface {

    private static final String SECRETS = """
        {"type": "object", "required": ["properties"], "properties": {
          "properties": {"type": "object", "description": "The secrets, at their places among the properties."},
          "version": {"type": "integer", "description": "One more at each change."},
          "changedAt": {"type": "string", "format": "date-time"}}}
        """;

    private static final int BUFFER = 64 * 1024;

    /// Whose types are described, besides those that are offered to all.
    private static final String SUBSCRIPTION = "subscription";

    private final AccountTypes types;
    private final Locations locations;
    private final Authorizer authorizer;
    private SoftReference<Made> kept = new SoftReference<>(null);

    /// @param compressed the document, by gzip
    private record Made(String etag, byte[] compressed) {}

    /// @param authorizer to whom the types of an account may be shown
    public OpenApiSurface(AccountTypes types, Locations locations, Authorizer authorizer) {
        this.authorizer = authorizer;
        this.types = types;
        this.locations = locations;
    }

    @Override
    public boolean serves(Request request) {
        List<String> path = request.segments();
        return path.equals(List.of("openapi.json"))
                || (path.size() == 3 && path.getFirst().equals("swagger"));
    }

    @Override
    public Asked asks(Request request) {
        return Asked.KNOWN;
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return ErrorDocument.response(request, problem);
    }

    @Override
    public Response answer(Request request) {
        if (!request.method().equals("GET")) {
            return ErrorDocument.response(request, new Problem.MethodNotAllowed(request.method()))
                    .with("Allow", "GET");
        }
        request.reads(Set.of(SUBSCRIPTION));
        // Of an account in which the caller may do nothing it learns what it learns of one that does not exist.
        String account = request.query(SUBSCRIPTION)
                .map(asked -> asked.toLowerCase(Locale.ROOT))
                .filter(asked -> authorizer.concerns(request.caller(), asked))
                .orElse("");
        OfferedTypes offered = types.of(account);
        if (request.segments().size() > 1) {
            return swagger(
                    offered, request.segments().get(1), request.segments().get(2));
        }
        List<TypeVersion> served = offered.all().stream()
                .map(RegisteredType::current)
                .sorted(Comparator.comparing(type -> type.name().toString()))
                .toList();
        String etag = etag(served);
        boolean known = EntityTags.parse("If-None-Match", request.header("If-None-Match"))
                .matchWeakly(etag);
        Response response = known
                ? Response.empty(304)
                : Response.flowing(200, "application/json; charset=utf-8", document(etag, offered, served), -1);
        return response.with("ETag", etag);
    }

    private Response swagger(OfferedTypes offered, String given, String apiVersion) {
        List<TypeVersion> served = offered.all().stream()
                .flatMap(type -> type.versions().stream())
                .filter(version -> version.apiVersion().equals(apiVersion)
                        && version.armType().namespace().equalsIgnoreCase(given))
                .sorted(Comparator.comparing(type -> type.name().toString()))
                .toList();
        if (served.isEmpty()) {
            throw new ProblemException(new Problem.NotFound(
                    ProblemCode.NOT_FOUND,
                    "No type of the namespace '" + given + "' has the API version '" + apiVersion + "'."));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(BUFFER);
        String namespace = served.getFirst().armType().namespace();
        Swagger.write(
                out,
                namespace,
                apiVersion,
                served.stream().map(type -> described(offered, type)).toList());
        return Response.json(200, out.toByteArray());
    }

    /// One request makes it, the others wait for that.
    private synchronized InputStream document(String etag, OfferedTypes offered, List<TypeVersion> served) {
        @Nullable Made made = kept.get();
        if (made == null || !made.etag.equals(etag)) {
            made = new Made(etag, make(offered, served));
            kept = new SoftReference<>(made);
        }
        try {
            return new GZIPInputStream(new ByteArrayInputStream(made.compressed), BUFFER);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private byte[] make(OfferedTypes offered, List<TypeVersion> served) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream(BUFFER);
        try (OutputStream out = new GZIPOutputStream(compressed, BUFFER)) {
            OpenApi.writeServer(
                    out,
                    () -> served.stream().map(type -> described(offered, type)).iterator(),
                    locations.offered());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return compressed.toByteArray();
    }

    private ApiType described(OfferedTypes offered, TypeVersion type) {
        return new ApiType(
                type.schema(),
                new ApiType.Address(type.armType().namespace(), type.armType().types(), type.apiVersion()),
                ApiType.Kind.valueOf(type.registration().kind().name()),
                new ApiType.Surface(
                        type.registration().patchStyle() == Registration.PatchStyle.ACCEPTED,
                        type.registration().skus().stream()
                                .map(OpenApiSurface::described)
                                .toList(),
                        actions(type),
                        offered.nestedUnder(type.name()).stream()
                                .map(RegisteredType::current)
                                .filter(child -> NestedPuts.isPutWith(child, type))
                                .map(child -> new ApiType.Child(NestedPuts.list(child), described(offered, child)))
                                .toList(),
                        envelope(type),
                        locations.offered(type.registration().locations()),
                        ApiType.Names.valueOf(type.registration().names().name())));
    }

    private static List<ApiType.Action> actions(TypeVersion type) {
        List<ApiType.Action> actions = new ArrayList<>();
        type.registration().actions().stream()
                .filter(action -> action.scope() == Action.Scope.RESOURCE)
                .forEach(action -> actions.add(described(action)));
        if (SecretReads.givesSecrets(type)) {
            actions.add(new ApiType.Action(
                    SecretReads.ACTION,
                    "Give the secrets that the handler has made.",
                    Optional.empty(),
                    Optional.of((ObjectNode) JsonMapper.shared().readTree(SECRETS)),
                    false));
        }
        return actions;
    }

    private static Map<String, String> envelope(TypeVersion type) {
        Map<String, String> members = new LinkedHashMap<>();
        type.registration().envelope().forEach((member, property) -> members.put(member.word(), property));
        return members;
    }

    private static ApiType.Sku described(Sku sku) {
        return new ApiType.Sku(
                sku.name(), sku.capacity().map(range -> new ApiType.Range(range.minimum(), range.maximum())));
    }

    private static ApiType.Action described(Action action) {
        return new ApiType.Action(
                action.name(),
                action.description(),
                action.input().map(PlainSchema::document),
                action.output().map(PlainSchema::document),
                action.mode() == Action.Mode.ASYNC);
    }

    private String etag(List<TypeVersion> served) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update((locations.offered() + "\n").getBytes(StandardCharsets.UTF_8));
            for (TypeVersion type : served) {
                List<String> places = locations.offered(type.registration().locations());
                String line = type.name() + " " + type.version() + " " + type.digest() + " " + places + "\n";
                digest.update(line.getBytes(StandardCharsets.UTF_8));
            }
            return "\"" + HexFormat.of().formatHex(digest.digest(), 0, 16) + "\"";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
