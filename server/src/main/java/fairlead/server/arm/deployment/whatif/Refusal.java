package fairlead.server.arm.deployment.whatif;

import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import java.util.List;
import java.util.Optional;

/// Why a part of a deployment would fail, as far as that is known before.
///
/// @param target the id of the resource, or of the deployment
/// @param code for programs
/// @param message for the author of the template
/// @param problem that a write would be answered with; empty if the template itself is wrong, or the problem tells a
///     secret
public record Refusal(String target, String code, String message, Optional<Problem> problem) {

    /// @param body whose secrets are masked
    static Refusal of(String target, Problem problem, Body body) {
        String message = body.masked(problem.message());
        List<Detail> details = problem.details().stream()
                .map(detail -> new Detail(detail.id(), body.masked(detail.message()), detail.target()))
                .toList();
        if (message.equals(problem.message()) && details.equals(problem.details())) {
            return new Refusal(target, problem.code().text(), message, Optional.of(problem));
        }
        return new Refusal(
                target,
                problem.code().text(),
                message,
                problem instanceof Problem.InvalidBody
                        ? Optional.of(new Problem.InvalidBody(details))
                        : Optional.empty());
    }

    static Refusal ofTemplate(String target, String message) {
        return new Refusal(target, "InvalidTemplate", message, Optional.empty());
    }
}
