package fairlead.server.arm;

import fairlead.server.http.Request;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.scope.Locations;
import fairlead.server.type.AccountTypes;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The `api-version` that every request has to carry.
final class ApiVersions {

    /// Of the subscription lifecycle.
    static final String LIFECYCLE = "2.0";

    private static final Pattern WELL_FORMED =
            Pattern.compile("\\d{4}-\\d{2}-\\d{2}(-(preview|alpha|beta|rc|privatepreview)(\\.\\d+)?)?");

    private final AccountTypes types;
    private final Locations locations;

    ApiVersions(AccountTypes types, Locations locations) {
        this.types = types;
        this.locations = locations;
    }

    static String require(Request request) {
        return request.query("api-version")
                .filter(version -> !version.isBlank())
                .orElseThrow(() -> new ProblemException(new Problem.BadRequest(
                        ProblemCode.MISSING_API_VERSION_PARAMETER,
                        "The api-version query parameter (?api-version=) is required for all requests.",
                        "api-version")));
    }

    /// For what is the server's own: any well-formed version.
    static void requireWellFormed(String version) {
        if (!WELL_FORMED.matcher(version).matches() && !version.equals(LIFECYCLE)) {
            throw malformed(version, List.of());
        }
    }

    /// The version of the type that a caller asks for. A nested type answers to the versions of what it is nested in,
    /// too, with its present version: clients take the parent's version for all of an address.
    TypeVersion require(RegisteredType type, String version) {
        Optional<TypeVersion> known = type.withApiVersion(version)
                .or(() -> hasParentOf(type, version) ? Optional.of(type.current()) : types.version(type, version));
        return known.orElseThrow(() -> {
            if (!WELL_FORMED.matcher(version).matches()) {
                return malformed(version, type.apiVersions());
            }
            List<String> offered =
                    locations.offered(type.current().registration().locations());
            return new ProblemException(new Problem.BadRequest(
                    ProblemCode.NO_REGISTERED_PROVIDER_FOUND,
                    "No registered resource provider found for location '"
                            + offered.stream().findFirst().orElse("")
                            + "' and API version '" + version + "' for type '"
                            + String.join("/", type.current().armType().types())
                            + "'. The supported api-versions are '" + String.join(", ", type.apiVersions())
                            + "'. The supported locations are '" + String.join(",", offered) + "'.",
                    "api-version"));
        });
    }

    private boolean hasParentOf(RegisteredType type, String version) {
        return types.parent(type)
                .filter(parent -> parent.withApiVersion(version).isPresent() || hasParentOf(parent, version))
                .isPresent();
    }

    private static ProblemException malformed(String version, List<String> supported) {
        String known = supported.isEmpty()
                ? "Expected YYYY-MM-DD with an optional -preview."
                : "The supported versions are '" + String.join(",", supported) + "'.";
        return new ProblemException(new Problem.BadRequest(
                ProblemCode.INVALID_API_VERSION_PARAMETER,
                "The api-version '" + version + "' is invalid. " + known,
                "api-version"));
    }
}
