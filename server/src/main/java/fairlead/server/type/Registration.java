package fairlead.server.type;

import fairlead.schema.TypeName;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a schema can't say about a type: the file `fairlead.json` beside it. Every key is optional.
///
/// @param apiVersion `YYYY-MM-DD` with an optional suffix (`-preview`, ...)
/// @param armType the ARM type, if not the one derived from the type's name
/// @param parent the type this one is nested under
/// @param handler the class in the archive's jars that implements the handler
/// @param simulation how the type behaves, if it is simulated; then there is no handler
/// @param endpoint the address that calls a remote function, of the Lambda Invoke API
/// @param verifyByRead whether the engine reads after a create or update to see that the desired state was reached
/// @param patchStyle how an asynchronous PATCH is answered
/// @param namePattern what an ARM name has to match
public record Registration(
        Optional<String> apiVersion,
        Optional<ArmType> armType,
        Optional<TypeName> parent,
        Optional<String> handler,
        Optional<ObjectNode> simulation,
        Optional<URI> endpoint,
        boolean verifyByRead,
        PatchStyle patchStyle,
        Pattern namePattern) {

    /// How an asynchronous PATCH is answered: as the contract's text of 2019-03 has it, or as its later text.
    public enum PatchStyle {
        /// 200 with the resource in a state that is not terminal, and Azure-AsyncOperation.
        BODY,
        /// 202 without a body, with Location and Azure-AsyncOperation.
        ACCEPTED
    }

    /// `build` is for whoever packs the archive; nothing here looks at it.
    private static final List<String> KEYS = List.of(
            "apiVersion",
            "armType",
            "parent",
            "handler",
            "build",
            "simulation",
            "endpoint",
            "verifyByRead",
            "patchStyle",
            "namePattern");

    /// Up to 260 characters, none of `< > % & : \ ? /` and no control characters.
    private static final Pattern ANY_NAME = Pattern.compile("[^<>%&:\\\\?/\\p{Cntrl}]{1,260}");

    static final Pattern API_VERSION =
            Pattern.compile("\\d{4}-\\d{2}-\\d{2}(-(preview|alpha|beta|rc|privatepreview)(\\.\\d+)?)?");

    /// The registration in the document; throws [Problem.InvalidBody] with everything that is wrong.
    public static Registration parse(ObjectNode document) {
        List<Problem.Detail> wrong = new ArrayList<>();
        Registration registration = read(document, wrong);
        if (!wrong.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(wrong));
        }
        return registration;
    }

    /// What can be read in the document; adds to `wrong` what can't.
    static Registration read(ObjectNode document, List<Problem.Detail> wrong) {
        Reader reader = new Reader(document, wrong);
        reader.refuseUnknownKeys();
        return new Registration(
                reader.text("apiVersion", Registration::apiVersion),
                reader.text("armType", ArmType::parse),
                reader.text("parent", TypeName::parse),
                reader.text("handler", Function.identity()),
                reader.simulation(),
                reader.text("endpoint", Registration::endpoint),
                reader.flag("verifyByRead", true),
                reader.text("patchStyle", Registration::patchStyle).orElse(PatchStyle.BODY),
                reader.text("namePattern", Registration::pattern).orElse(ANY_NAME));
    }

    /// The ARM type: the one that the registration names, else the one that follows from the type's name.
    ///
    /// @param parentType the ARM type of the parent; empty for a top-level type
    ArmType armType(TypeName name, Optional<ArmType> parentType) {
        return armType.orElseGet(() -> parentType.map(type -> type.nested(name)).orElseGet(() -> ArmType.of(name)));
    }

    boolean allowsName(String name) {
        return ANY_NAME.matcher(name).matches() && namePattern.matcher(name).matches();
    }

    private static String apiVersion(String text) {
        if (!API_VERSION.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "an API version is YYYY-MM-DD with an optional -preview, found '" + text + "'");
        }
        return text;
    }

    private static URI endpoint(String text) {
        URI address = URI.create(text);
        boolean http = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
        boolean invocation = String.valueOf(address.getPath()).endsWith("/invocations");
        if (http && invocation && address.getHost() != null && address.getUserInfo() == null) {
            return address;
        }
        throw new IllegalArgumentException("expected the address of an invocation, such as"
                + " http://127.0.0.1:3001/2015-03-31/functions/TypeFunction/invocations");
    }

    private static PatchStyle patchStyle(String text) {
        return switch (text) {
            case "body" -> PatchStyle.BODY;
            case "accepted" -> PatchStyle.ACCEPTED;
            default -> throw new IllegalArgumentException("expected 'body' or 'accepted', found '" + text + "'");
        };
    }

    private static Pattern pattern(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException wrong) {
            throw new IllegalArgumentException("not a regular expression: " + wrong.getDescription(), wrong);
        }
    }

    private static final class Reader {

        private final ObjectNode document;
        private final List<Problem.Detail> wrong;

        Reader(ObjectNode document, List<Problem.Detail> wrong) {
            this.document = document;
            this.wrong = wrong;
        }

        void refuseUnknownKeys() {
            for (String key : document.propertyNames()) {
                if (!KEYS.contains(key)) {
                    wrong(
                            "registration.unknown-key",
                            "unknown key '" + key + "'; expected one of " + String.join(", ", KEYS),
                            key);
                }
            }
        }

        <T> Optional<T> text(String key, Function<String, T> parse) {
            @Nullable JsonNode value = document.get(key);
            if (value == null) {
                return Optional.empty();
            }
            if (!value.isString()) {
                wrong("registration.type", "expected a string, found " + value, key);
                return Optional.empty();
            }
            try {
                return Optional.of(parse.apply(value.stringValue()));
            } catch (IllegalArgumentException refused) {
                wrong("registration." + key, String.valueOf(refused.getMessage()), key);
                return Optional.empty();
            }
        }

        Optional<ObjectNode> simulation() {
            JsonNode value = document.path("simulation");
            if (!value.isMissingNode() && !value.isObject()) {
                wrong("registration.type", "expected an object, found " + value, "simulation");
            }
            if (value.isObject() && document.has("handler")) {
                wrong("registration.simulation", "expected either a simulation or a handler, found both", "simulation");
            }
            return value instanceof ObjectNode behaviour ? Optional.of(behaviour) : Optional.empty();
        }

        boolean flag(String key, boolean otherwise) {
            @Nullable JsonNode value = document.get(key);
            if (value != null && !value.isBoolean()) {
                wrong("registration.type", "expected true or false, found " + value, key);
            }
            return value == null ? otherwise : value.asBoolean(otherwise);
        }

        private void wrong(String id, String message, String key) {
            wrong.add(new Problem.Detail(id, message, "/" + key));
        }
    }
}
