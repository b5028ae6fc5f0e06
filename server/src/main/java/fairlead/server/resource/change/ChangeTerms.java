package fairlead.server.resource.change;

import fairlead.server.access.policy.Judgement;
import fairlead.server.operation.ClientToken;
import fairlead.server.operation.OperationId;
import fairlead.server.plan.Plan;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.record.Preconditions;
import java.util.Optional;
import java.util.UUID;

/// The terms of a change: whether and how it may be carried out. A [Put] has them, and a [Patch].
///
/// The options among them are read here for every route that changes a resource. Their names, and what they mean for
/// callers, stand in [fairlead.document.openapi.ChangeOption].
///
/// @param token under which the request may be repeated
/// @param replace whether the physical resource may be replaced, if it can't be changed in place
/// @param plan the hash of the plan that the caller was shown; empty if it was shown none
/// @param within the operation that makes this change, after its own
/// @param unnamed whether what is made has a name that was made up for this request, and that says nothing
/// @param begun what has begun already, and goes on with this request
public record ChangeTerms(
        Preconditions preconditions,
        Optional<ClientToken> token,
        ReplacePolicy replace,
        Optional<String> plan,
        Optional<Begun> begun,
        Optional<OperationId> within,
        boolean unnamed) {

    public static final ChangeTerms NONE = new ChangeTerms(
            Preconditions.NONE,
            Optional.empty(),
            ReplacePolicy.NEVER,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false);

    /// An operation that was accepted and has waited since.
    ///
    /// @param uid that a resource gets which it makes
    public record Begun(OperationId operation, UUID uid) {}

    /// The options of a request.
    public interface Options {
        /// Empty if the request does not have the option.
        Optional<String> value(String name);
    }

    /// Throws [Problem.BadRequest] for a value that an option can't have.
    public static ChangeTerms read(Options options) {
        return NONE.replacing(options.value("replace")
                .map(text -> ReplacePolicy.parse(text)
                        .orElseThrow(
                                () -> wrong("replace", text, "true, false, create_then_delete or delete_then_create")))
                .orElse(ReplacePolicy.NEVER));
    }

    private static ProblemException wrong(String name, String found, String expected) {
        return new ProblemException(new Problem.BadRequest(
                ProblemCode.INVALID_QUERY_PARAMETER,
                "The value of " + name + " is '" + found + "'; expected " + expected + ".",
                name));
    }

    /// The same, where this has to hold.
    public ChangeTerms provided(Preconditions what) {
        return new ChangeTerms(what, token, replace, plan, begun, within, unnamed);
    }

    /// The same under this token.
    public ChangeTerms under(Optional<ClientToken> another) {
        return new ChangeTerms(preconditions, another, replace, plan, begun, within, unnamed);
    }

    /// The same, where the change may replace the physical resource so.
    public ChangeTerms replacing(ReplacePolicy how) {
        return new ChangeTerms(preconditions, token, how, plan, begun, within, unnamed);
    }

    /// The same, if it still does what the caller was shown.
    ///
    /// @param header the value of the header that says what that was; a problem if it can't be one
    public ChangeTerms as(Optional<String> header) {
        header.filter(hash -> !Plan.isHash(hash)).ifPresent(wrong -> {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.BAD_REQUEST,
                    "The value of " + Judgement.HEADER + " is '" + wrong
                            + "'; expected the hash that a preview has given, " + Plan.ALGORITHM
                            + " and 64 hexadecimal digits.",
                    Judgement.HEADER));
        });
        return new ChangeTerms(preconditions, token, replace, header, begun, within, unnamed);
    }

    /// The same, of a change that an operation makes.
    ChangeTerms within(OperationId operation) {
        return new ChangeTerms(preconditions, token, replace, plan, begun, Optional.of(operation), unnamed);
    }

    /// The same, of what is made under a name that was made up for it.
    public ChangeTerms unnamedOnes() {
        return new ChangeTerms(preconditions, token, replace, plan, begun, within, true);
    }

    /// The same, of a change whose operation has waited until now.
    public ChangeTerms goingOn(Begun earlier) {
        return new ChangeTerms(preconditions, token, replace, plan, Optional.of(earlier), within, unnamed);
    }
}
