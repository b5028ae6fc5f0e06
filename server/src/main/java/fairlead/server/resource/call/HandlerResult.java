package fairlead.server.resource.call;

import fairlead.contract.Breach;
import fairlead.handler.ErrorCode;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.server.operation.Failure;
import fairlead.server.problem.Code;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// What a call of a handler came to, as [HandlerInvoker] holds it against the contract. Each kind of call has the
/// results that the contract allows it, and [NotDone] for all the others.
public sealed interface HandlerResult {

    /// Of a create, an update or an action.
    sealed interface OfChange extends HandlerResult {}

    sealed interface OfDelete extends HandlerResult {}

    sealed interface OfRead extends HandlerResult {}

    sealed interface OfList extends HandlerResult {}

    /// @param model what the handler says that the resource is now; the output of an action
    record Done(ObjectNode model) implements OfChange, OfRead {}

    /// The handler asks to be called again.
    record InProgress(Progress.Again again) implements OfChange, OfDelete {}

    /// The handler has deleted the resource.
    record Gone() implements OfDelete {}

    /// The handler finds no such resource, which is what a delete is for.
    record Absent(String message) implements OfDelete, OfRead {

        public Failure failure() {
            return new Failure(ErrorCode.NOT_FOUND, message);
        }
    }

    record Listed(Page page) implements OfList {}

    /// The call did not do what it was made for.
    sealed interface NotDone extends OfChange, OfDelete, OfRead, OfList {

        Failure failure();

        /// Whether the same call, made again with the same token, may succeed.
        boolean isRetryable();

        /// Whether a create that ends so may have made something all the same.
        boolean isDoubtful();
    }

    /// How a handler came to its answer.
    enum Manner {
        /// It gave it, or threw a [fairlead.handler.HandlerException].
        ANSWERED,
        /// It threw something else: then it is unknown what it has done.
        THREW,
        /// It gave none: the process that it runs in has ended.
        PROCESS_ENDED
    }

    /// The handler says that it failed.
    ///
    /// @param manner how it says so: where it threw something other than a [fairlead.handler.HandlerException],
    ///     what it has done is unknown
    record Failed(ErrorCode code, String message, Manner manner) implements NotDone {

        @Override
        public Failure failure() {
            Failure failure = new Failure(code, message);
            return manner == Manner.PROCESS_ENDED ? failure.byEndOfProcess() : failure;
        }

        @Override
        public boolean isRetryable() {
            return code.retryable();
        }

        @Override
        public boolean isDoubtful() {
            return manner == Manner.THREW || code.retryable() || code == ErrorCode.HANDLER_INTERNAL_FAILURE;
        }
    }

    /// The handler did not come back in time; or an earlier call of it still has not.
    record Overran(Failure failure) implements NotDone {

        @Override
        public boolean isRetryable() {
            return true;
        }

        @Override
        public boolean isDoubtful() {
            return true;
        }
    }

    /// The handler's answer breaks the contract.
    ///
    /// @param identifier of what the answer says there is; empty if it names nothing
    /// @param answer of a create, as the handler gave it
    record Breached(List<Breach> breaches, Optional<String> identifier, Optional<Progress> answer) implements NotDone {

        /// Of an answer whose end does not matter.
        Breached(List<Breach> breaches, Optional<String> identifier) {
            this(breaches, identifier, Optional.empty());
        }

        /// Whether it says, all the same, that what was asked for is done.
        public boolean saysDone() {
            return answer.filter(Progress.Done.class::isInstance).isPresent();
        }

        /// That it asks to be called again, all the same.
        public Optional<Progress.Again> again() {
            return answer.filter(Progress.Again.class::isInstance).map(Progress.Again.class::cast);
        }

        @Override
        public Failure failure() {
            String message =
                    String.join(" ", breaches.stream().map(Breach::message).toList());
            return new Failure(Code.of(breaches.getFirst().rule()), message);
        }

        @Override
        public boolean isRetryable() {
            return false;
        }

        @Override
        public boolean isDoubtful() {
            return true;
        }
    }
}
