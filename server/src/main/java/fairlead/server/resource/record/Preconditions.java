package fairlead.server.resource.record;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.scope.Scopes;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The present version that a caller demands: `If-Match` and `If-None-Match`.
///
/// Implements "ETags for Resources" of the "Azure resource provider contract": an empty header counts as none;
/// `*` is any version. A weak tag never matches `If-Match`. Unquoted tags are taken as if quoted. Where the
/// contract says nothing, as of reads, "HTTP Semantics" applies.
public record Preconditions(List<String> ifMatch, List<String> ifNoneMatch) {

    public static final Preconditions NONE = new Preconditions(List.of(), List.of());

    public Preconditions {
        ifMatch = List.copyOf(ifMatch);
        ifNoneMatch = List.copyOf(ifNoneMatch);
    }

    /// From the two headers.
    public static Preconditions of(Optional<String> ifMatch, Optional<String> ifNoneMatch) {
        if (ifMatch.isEmpty() && ifNoneMatch.isEmpty()) {
            return NONE;
        }
        return new Preconditions(tags(ifMatch), tags(ifNoneMatch));
    }

    private static List<String> tags(Optional<String> header) {
        return header.stream()
                .flatMap(value -> Arrays.stream(value.split(",")))
                .map(String::strip)
                .filter(tag -> !tag.isEmpty() && !tag.equals("\"\""))
                .map(tag -> tag.equals("*") || tag.endsWith("\"") ? tag : "\"" + tag + "\"")
                .toList();
    }

    /// Throws [Problem.PreconditionFailed] unless the resource that is there satisfies both.
    public void require(Resource present) {
        require(present.id(), present.etag());
    }

    /// Whether a caller who reads has this version already, and needs no more than to be told so. Throws
    /// [Problem.PreconditionFailed] if only another version is wanted.
    public boolean isKnown(Object id, String etag) {
        requireMatch(id, etag);
        return excludes(etag);
    }

    /// Throws [Problem.PreconditionFailed] unless what is there under this id satisfies both.
    private void require(Object id, String etag) {
        requireMatch(id, etag);
        if (excludes(etag)) {
            throw failed(
                    "The resource '" + id + "' exists with the entity tag " + etag + ", which If-None-Match excludes.",
                    "If-None-Match");
        }
    }

    private boolean excludes(String etag) {
        return ifNoneMatch.contains("*")
                || ifNoneMatch.stream().anyMatch(tag -> tag.equals(etag) || tag.equals("W/" + etag));
    }

    private void requireMatch(Object id, String etag) {
        if (!ifMatch.isEmpty() && !ifMatch.contains("*") && !ifMatch.contains(etag)) {
            throw failed(
                    "The resource '" + id + "' has the entity tag " + etag
                            + ", which is not the one required by If-Match.",
                    "If-Match");
        }
    }

    /// The same demands of the group with this id.
    public Scopes.Demand ofGroup(String id) {
        return present -> present.ifPresentOrElse(group -> require(id, group.etag()), () -> requireMayCreate(id));
    }

    /// Throws [Problem.PreconditionFailed] if a PUT may only change what exists, and nothing does.
    public void requireMayCreate(Object id) {
        if (!ifMatch.isEmpty()) {
            throw failed("The resource '" + id + "' does not exist, as If-Match requires.", "If-Match");
        }
    }

    private static ProblemException failed(String message, String header) {
        return new ProblemException(new Problem.PreconditionFailed(message, header));
    }
}
