package fairlead.server.resource.change;

import fairlead.server.operation.ClientToken;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.record.Preconditions;
import java.util.Optional;

/// The terms of a change: whether and how it may be carried out. A [Put] has them, and a [Patch].
///
/// The options among them are read here for every route that changes a resource. Their names, and what they mean for
/// callers, stand in [fairlead.document.openapi.ChangeOption].
///
/// @param token under which the request may be repeated
/// @param replace whether the physical resource may be replaced, if it can't be changed in place
public record ChangeTerms(Preconditions preconditions, Optional<ClientToken> token, ReplacePolicy replace) {

    public static final ChangeTerms NONE = new ChangeTerms(Preconditions.NONE, Optional.empty(), ReplacePolicy.NEVER);

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
        return new ChangeTerms(what, token, replace);
    }

    /// The same under this token.
    public ChangeTerms under(Optional<ClientToken> another) {
        return new ChangeTerms(preconditions, another, replace);
    }

    /// The same, where the change may replace the physical resource so.
    public ChangeTerms replacing(ReplacePolicy how) {
        return new ChangeTerms(preconditions, token, how);
    }
}
