package fairlead.server.admin;

import fairlead.schema.TypeName;
import fairlead.server.access.Authorizer;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.type.NearTypes;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.RegistrationGate.Tests;
import fairlead.server.type.Registrations;
import fairlead.server.type.Registrations.Registered;
import fairlead.server.type.Registrations.Terms;
import fairlead.server.type.Types;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The addresses below `/fairlead/types`.
final class TypeRoutes {

    private static final Set<String> ZIP =
            Set.of("application/zip", "application/x-zip-compressed", "application/octet-stream");

    private static final Pattern VERSION = Pattern.compile("[0-9]{1,8}");

    private static final JsonMapper STRICT = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final Types types;
    private final Registrations registrations;
    private final Authorizer authorizer;

    TypeRoutes(Types types, Registrations registrations, Authorizer authorizer) {
        this.authorizer = authorizer;
        this.types = types;
        this.registrations = registrations;
    }

    /// @param path what follows `/fairlead/types`
    Response answer(Request request, List<String> path) {
        if (path.isEmpty()) {
            return switch (request.method()) {
                case "GET" -> list(request);
                case "POST" -> register(request);
                default -> throw notAllowed(request);
            };
        }
        TypeName name = name(path.getFirst());
        if (path.size() == 1) {
            return switch (request.method()) {
                case "GET" -> one(request, name);
                case "DELETE" -> remove(request, name);
                default -> throw notAllowed(request);
            };
        }
        return setting(request, name, path.subList(1, path.size()));
    }

    private Response setting(Request request, TypeName name, List<String> path) {
        if (path.size() == 3
                && path.getFirst().equals("versions")
                && path.getLast().equals("report")) {
            return report(request, name, path.get(1));
        }
        if (!path.equals(List.of("configuration")) && !path.equals(List.of("defaultVersion"))) {
            throw UnknownAddress.of(request);
        }
        if (!request.method().equals("PUT")) {
            throw notAllowed(request);
        }
        return path.getFirst().equals("configuration") ? configure(request, name) : setDefault(request, name);
    }

    private Response list(Request request) {
        Map<TypeName, Long> counts = types.resourceCounts();
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ArrayNode value = body.putArray("value");
        types.all().stream()
                .filter(type -> isKnown(request, type))
                .forEach(type -> value.add(TypeJson.summary(type, counts.getOrDefault(type.name(), 0L))));
        return JsonAnswer.of(200, body);
    }

    /// What belongs to an account is known to who has something to do in it.
    private boolean isKnown(Request request, RegisteredType type) {
        return authorizer.isOpen()
                || types.owner(type.name())
                        .map(account -> authorizer.concerns(request.caller(), account))
                        .orElse(true);
    }

    private Response one(Request request, TypeName name) {
        RegisteredType type = require(request, name);
        return JsonAnswer.of(200, TypeJson.whole(type, types.resourceCount(name), types.configured(name)));
    }

    /// The zip archive that a request brings.
    static byte[] archive(Request request) {
        String mediaType = request.header("Content-Type").orElse("");
        if (!ZIP.contains(mediaType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT))) {
            throw new ProblemException(new Problem.UnsupportedMediaType(mediaType, "application/zip"));
        }
        return request.body(Registrations.LARGEST_ARCHIVE);
    }

    private Response register(Request request) {
        byte[] archive = archive(request);
        Registered registered = registrations.register(request.caller(), archive, Terms.of(tests(request)));
        TypeName name = registered.type().name();
        ObjectNode body = TypeJson.whole(registered.type(), types.resourceCount(name), types.configured(name));
        body.put("version", registered.version().versionId());
        body.set("findings", TypeJson.findings(registered.warnings()));
        return JsonAnswer.of(registered.created() ? 201 : 200, body);
    }

    private static Tests tests(Request request) {
        Optional<String> tests = request.query("tests");
        if (tests.isPresent() && !tests.get().equals("skip")) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_TESTS, "tests has to be 'skip', found '" + tests.get() + "'.", "tests"));
        }
        return tests.isPresent() ? Tests.SKIPPED : Tests.REPORTED;
    }

    /// The report of a version's contract tests, as it was sent.
    private Response report(Request request, TypeName name, String version) {
        if (!request.method().equals("GET")) {
            throw notAllowed(request);
        }
        return require(request, name)
                .version(number(version))
                .flatMap(types::contractReport)
                .map(document -> Response.json(200, document))
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.CONTRACT_REPORT_NOT_FOUND,
                        "There is no report for version " + version + " of " + name + ".")));
    }

    private Response configure(Request request, TypeName name) {
        registrations.configure(request.caller(), name, request.object(STRICT));
        return JsonAnswer.of(200, TypeJson.configuration(require(request, name), types.configured(name)));
    }

    private Response setDefault(Request request, TypeName name) {
        @Nullable JsonNode version = request.object(STRICT).get("version");
        if (version == null
                || !version.isString()
                || !VERSION.matcher(version.stringValue()).matches()) {
            throw new ProblemException(Problem.InvalidBody.of(
                    "default-version.version", "expected a version such as \"00000001\"", "/version"));
        }
        RegisteredType type = registrations.setDefault(request.caller(), name, Integer.parseInt(version.stringValue()));
        return JsonAnswer.of(200, TypeJson.summary(type, types.resourceCount(name)));
    }

    private Response remove(Request request, TypeName name) {
        Optional<String> version = request.query("version");
        boolean removed = version.isPresent()
                ? registrations.remove(request.caller(), name, number(version.get()))
                : registrations.remove(request.caller(), name);
        return Response.empty(removed ? 200 : 204);
    }

    private static int number(String version) {
        if (!VERSION.matcher(version).matches()) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_TYPE_VERSION,
                    "The version '" + version + "' is invalid; expected one such as 00000001.",
                    "version"));
        }
        return Integer.parseInt(version);
    }

    private RegisteredType require(Request request, TypeName name) {
        return types.find(name).filter(type -> isKnown(request, type)).orElseThrow(() -> notFound(name.toString()));
    }

    private TypeName name(String text) {
        try {
            return TypeName.parse(text);
        } catch (IllegalArgumentException notOne) {
            throw notFound(text);
        }
    }

    private ProblemException notFound(String name) {
        String message = "There is no type '" + name + "'." + new NearTypes(types.all()).hint(name);
        return new ProblemException(new Problem.NotFound(ProblemCode.TYPE_NOT_FOUND, message));
    }

    private static ProblemException notAllowed(Request request) {
        return new ProblemException(new Problem.MethodNotAllowed(request.method()));
    }
}
