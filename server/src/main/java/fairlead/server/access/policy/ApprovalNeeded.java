package fairlead.server.access.policy;

import fairlead.server.database.Database;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Ends the transaction of changes that were not approved. Where it is caught, the approvals are asked for;
/// elsewhere the request is refused.
public final class ApprovalNeeded extends ProblemException {

    private static final long serialVersionUID = 1L;
    private static final String DENIED = "Denied";

    private final transient @Nullable List<Judgement> judgements;

    ApprovalNeeded(Judgement judgement, ApprovalGate.Request request) {
        super(ApprovalGate.unapproved(request));
        judgements = List.of(judgement);
    }

    private ApprovalNeeded(List<ApprovalNeeded> all) {
        super(all.getFirst().problem());
        judgements = all.stream().flatMap(one -> one.judgements().stream()).toList();
    }

    /// The same of several changes of one request.
    public static ApprovalNeeded of(List<ApprovalNeeded> all) {
        return new ApprovalNeeded(all);
    }

    /// Makes a change that can't wait: what is not approved of it is asked for, and the request refused.
    public static <T> T asking(Database database, Supplier<T> change) {
        try {
            return change.get();
        } catch (ApprovalNeeded unapproved) {
            throw unapproved.asked(database);
        }
    }

    private List<Judgement> judgements() {
        return Objects.requireNonNull(judgements);
    }

    /// Asks for the approvals, each for itself: how the request is refused, which is to be sent again then.
    public ProblemException asked(Database database) {
        List<ApprovalGate.Asked> asked = database.write(transaction -> judgements().stream()
                .map(judgement -> judgement.ask(transaction, Optional.empty()))
                .toList());
        return new ProblemException(asked.stream()
                .map(ApprovalGate.Asked::problem)
                .filter(problem -> asked.size() == 1 || text(problem, "state").equals(DENIED))
                .findFirst()
                .orElseGet(() -> several(asked)));
    }

    private static Problem several(List<ApprovalGate.Asked> asked) {
        String ids =
                asked.stream().map(one -> text(one.problem(), "approvalId")).collect(Collectors.joining(", "));
        return new Problem.ApprovalRequired(
                asked.size() + " changes of this request have to be approved by another person: Approvals " + ids
                        + " are needed; repeat the same request when all are granted.",
                asked.getFirst().problem() instanceof Problem.ApprovalRequired(var _, var first)
                        ? first
                        : Optional.empty());
    }

    private static String text(Problem problem, String member) {
        return problem instanceof Problem.ApprovalRequired(var _, var info)
                ? info.map(json -> json.path(member).asString("")).orElse("")
                : "";
    }
}
