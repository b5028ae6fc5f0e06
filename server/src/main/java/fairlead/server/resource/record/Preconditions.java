package fairlead.server.resource.record;

import fairlead.server.http.precondition.EntityTags;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.scope.Scopes;
import java.util.Optional;

/// The present version that a caller demands: `If-Match` and `If-None-Match`.
///
/// Implements "ETags for Resources" of the "Azure resource provider contract": an empty header counts as none;
/// `*` is any version. Where the contract says nothing, as of reads, "HTTP Semantics" applies.
public record Preconditions(EntityTags ifMatch, EntityTags ifNoneMatch) {

    public static final Preconditions NONE = new Preconditions(EntityTags.ABSENT, EntityTags.ABSENT);

    /// From the two headers. Throws [Problem.BadRequest] for one that is malformed.
    public static Preconditions of(Optional<String> ifMatch, Optional<String> ifNoneMatch) {
        if (ifMatch.isEmpty() && ifNoneMatch.isEmpty()) {
            return NONE;
        }
        return new Preconditions(EntityTags.parse("If-Match", ifMatch), EntityTags.parse("If-None-Match", ifNoneMatch));
    }

    /// That what is there still has this tag.
    public static Preconditions ifStill(String etag) {
        return new Preconditions(EntityTags.of(etag), EntityTags.ABSENT);
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
        return ifNoneMatch.matchWeakly(etag);
    }

    private void requireMatch(Object id, String etag) {
        if (!ifMatch.isAbsent() && !ifMatch.match(etag)) {
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
        if (!ifMatch.isAbsent()) {
            throw failed("The resource '" + id + "' does not exist, as If-Match requires.", "If-Match");
        }
    }

    private static ProblemException failed(String message, String header) {
        return new ProblemException(new Problem.PreconditionFailed(message, header));
    }
}
