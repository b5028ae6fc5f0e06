package fairlead.server.resource.step;

import static fairlead.server.resource.call.StepState.Phase.AWAIT_OLD_GONE;
import static fairlead.server.resource.call.StepState.Phase.CREATE_NEW;
import static fairlead.server.resource.call.StepState.Phase.DELETE_NEW;
import static fairlead.server.resource.call.StepState.Phase.DELETE_OLD;
import static fairlead.server.resource.call.StepState.Phase.RECREATE_OLD;
import static fairlead.server.resource.call.StepState.Phase.VERIFY_NEW;

import fairlead.contract.Breach;
import fairlead.contract.Rule;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.schema.ReplacementStrategy;
import fairlead.schema.ResourceSchema;
import fairlead.server.database.Database;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.RetryPolicy;
import fairlead.server.operation.Step;
import fairlead.server.problem.Code;
import fairlead.server.problem.FailureCode;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.call.ActionTokens;
import fairlead.server.resource.call.HandlerResult;
import fairlead.server.resource.call.StepContext;
import fairlead.server.resource.call.StepHandlers;
import fairlead.server.resource.call.StepState;
import fairlead.server.resource.change.PriorState;
import fairlead.server.resource.change.ReplacementPlan;
import fairlead.server.resource.change.ResourceVerbs;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.secret.Vault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// The course of a replacement: another physical resource is created, read, and assigned to the record, and the old one
/// is deleted; or the old one is deleted first. Each phase is stored before its handler is called, so that the next
/// process goes on there.
///
/// If the new physical resource can't be created, what there is of it is deleted again, and the record is as before; if
/// the old one was deleted already, it is created again. What can't be deleted is kept by [OrphanCleanup].
///
/// Implements `replacementStrategy` of the "CloudFormation resource schema".
final class Replacement {

    /// As often as the engine repeats a step: the last attempt decides what to do instead.
    private static final int MOST_ATTEMPTS = RetryPolicy.standard().mostAttempts();

    private final StepHandlers handlers;
    private final ResourceTransitions transitions;
    private final OrphanCleanup orphans;
    private final Vault vault;
    private final Database database;
    private final ResourceVerbs resources;

    Replacement(
            StepHandlers handlers,
            ResourceTransitions transitions,
            OrphanCleanup orphans,
            Vault vault,
            Database database,
            ResourceVerbs resources) {
        this.database = database;
        this.resources = resources;
        this.handlers = handlers;
        this.transitions = transitions;
        this.orphans = orphans;
        this.vault = vault;
    }

    /// What is going on, beside the step's surroundings.
    private record Course(StepContext work, PriorState before, ReplacementPlan order) {

        static Course of(StepContext work) {
            PriorState before = PriorState.decode(work.operation().input());
            return new Course(
                    work, before, ReplacementPlan.decode(before.order()).orElseThrow());
        }

        boolean createsFirst() {
            return order.strategy() == ReplacementStrategy.CREATE_THEN_DELETE;
        }

        ResourceSchema schema() {
            return work.type().schema();
        }

        /// The identifier of the new physical resource, once the handler has told it.
        Optional<String> told() {
            return work.memory().reached().flatMap(schema()::identifier);
        }

        /// Whether the resource that is to be replaced is the old one, which is still there.
        boolean isOld(ObjectNode model) {
            return createsFirst() && schema().identifier(model).equals(Optional.of(order.identifier()));
        }

        String token() {
            return work.operation().id().toString();
        }

        /// Another one, and the same in every call for this operation.
        String restoringToken() {
            return ActionTokens.RESTORE.of(token());
        }

        Failure because() {
            return work.memory().because().orElseThrow();
        }
    }

    /// Why the physical resource can't be replaced now, though a change in place was begun.
    Optional<Failure> hindrance(StepContext work) {
        ReplacementPlan order = Course.of(work).order();
        Optional<String> chosen = work.type().schema().identifier(work.desired());
        try {
            return database.read(transaction -> {
                resources.requireReplaceable(transaction, order, work.resource(), chosen);
                return Optional.empty();
            });
        } catch (ProblemException refused) {
            Problem problem = refused.problem();
            return Optional.of(new Failure(problem.code(), problem.message()));
        }
    }

    /// The first step.
    Step begin(StepContext work) {
        Course course = Course.of(work);
        return course.createsFirst()
                ? then(course, StepState.at(CREATE_NEW), "The new one is made.", Change.none())
                : then(course, StepState.at(DELETE_OLD), "The old one is deleted.", Change.none());
    }

    Step step(StepContext work) {
        Course course = Course.of(work);
        return switch (work.memory().phase()) {
            case CREATE_NEW -> make(course);
            case VERIFY_NEW -> show(course);
            case DELETE_OLD -> deleteOld(course);
            case AWAIT_OLD_GONE -> missOld(course);
            case DELETE_NEW -> undo(course);
            case RECREATE_OLD -> restore(course);
            case CALL, DEPENDENTS, RECOVER, UPDATE_RECOVERED, RECREATE, VERIFY, NESTED ->
                throw new IllegalStateException("no replacement");
        };
    }

    // -- the new physical resource --------------------------------------------------------------------------

    private Step make(Course course) {
        ObjectNode desired =
                whole(course, course.work().desired(), course.work().resource().secrets());
        return switch (handlers.create(course.work(), desired, course.token(), course.told())) {
            case HandlerResult.Done(var model) -> made(course, model);
            case HandlerResult.InProgress(var again) ->
                course.isOld(again.properties())
                        ? notNew(course)
                        : goOn(course, again, course.work().memory().after(again.properties(), again.memo()));
            case HandlerResult.NotDone failed -> notMade(course, failed);
        };
    }

    private Step notMade(Course course, HandlerResult.NotDone failed) {
        Optional<String> identifier = identifier(failed).or(course::told);
        return isUnsure(failed)
                ? retry(course, failed.failure()).orElseGet(() -> unmade(course, failed.failure(), identifier, true))
                : unmade(course, failed.failure(), identifier, failed.isDoubtful());
    }

    /// Whether something may have been made that has no name yet: the same call, made again, may tell.
    private static boolean isUnsure(HandlerResult.NotDone failed) {
        return failed.isDoubtful() && identifier(failed).isEmpty();
    }

    private static Optional<String> identifier(HandlerResult.NotDone failed) {
        return failed instanceof HandlerResult.Breached(var _, var identifier, var _) ? identifier : Optional.empty();
    }

    private Step made(Course course, ObjectNode model) {
        if (course.isOld(model)) {
            return notNew(course);
        }
        if (!course.work().type().registration().verifyByRead()) {
            return verified(course, model);
        }
        StepState memory = new StepState(VERIFY_NEW, Optional.empty(), Optional.of(model), 0);
        return show(Course.of(course.work().remembering(memory)));
    }

    private Step notNew(Course course) {
        Failure failure = new Failure(
                ErrorCode.ALREADY_EXISTS,
                "The handler answered the create with the resource that is to be replaced, '"
                        + course.order().identifier() + "'.");
        return new Step.Fail(failure, asFound(course));
    }

    private Step show(Course course) {
        String identifier = course.told().orElseThrow();
        return switch (handlers.read(course.work(), identifier)) {
            case HandlerResult.Done(var model) -> {
                List<String> unmet = course.work().guard().unmet(course.work().desired(), model);
                yield unmet.isEmpty()
                        ? verified(course, model)
                        : lookAgain(
                                        course,
                                        Rule.CREATE_DESIRED_STATE,
                                        "The read does not show what was asked for at " + String.join(", ", unmet)
                                                + ".")
                                .orElseGet(failure -> unmade(course, failure, course.told(), false));
            }
            case HandlerResult.Absent _ ->
                lookAgain(course, Rule.CREATE_READABLE, "The read finds nothing.")
                        .orElseGet(failure -> unmade(course, failure, course.told(), false));
            case HandlerResult.NotDone failed ->
                retried(course, failed).orElseGet(() -> unmade(course, failed.failure(), course.told(), false));
        };
    }

    /// The new physical resource is as it should be: it is the record's from now on.
    private Step verified(Course course, ObjectNode model) {
        Optional<String> identifier = course.schema().identifier(model);
        Optional<Failure> clash = transitions.clash(course.work(), model);
        if (clash.isPresent()) {
            return new Step.Fail(clash.get(), asFound(course));
        }
        return course.createsFirst()
                ? new Step.Again(
                        Duration.ZERO,
                        sealed(course, StepState.at(DELETE_OLD)),
                        Optional.empty(),
                        "The new one is there; the old one is deleted.",
                        transitions.switched(course.work(), model),
                        identifier)
                : new Step.Succeed(
                        transitions.succeeded(course.work(), course.work().desired(), model), identifier);
    }

    /// The new physical resource can't be had. What another resource has by now is not deleted.
    ///
    /// @param unsure whether something may have been made that the identifier does not tell
    private Step unmade(Course course, Failure failure, Optional<String> identifier, boolean unsure) {
        Optional<String> remains = transitions
                .own(course.work(), identifier)
                .filter(name ->
                        !(course.createsFirst() && name.equals(course.order().identifier())));
        if (remains.isPresent()) {
            StepState memory = StepState.at(DELETE_NEW)
                    .about(course.schema().parseIdentifier(remains.get()))
                    .because(failure);
            return then(course, memory, "What was made of the new one is deleted again.", Change.none());
        }
        if (course.createsFirst()) {
            Change back = transitions.back(
                    course.work(), course.before(), course.before().state());
            return new Step.Fail(failure, unsure ? both(back, leftToken(course)) : back);
        }
        return unsure
                ? new Step.Fail(failure, transitions.doubtful(course.work(), Optional.empty(), course.token()))
                : restoring(course, failure, Change.none());
    }

    // -- the old physical resource --------------------------------------------------------------------------

    private Step deleteOld(Course course) {
        return switch (handlers.delete(
                course.work(), course.order().identifier(), ActionTokens.DELETE_OLD.of(course.token()))) {
            case HandlerResult.Gone(), HandlerResult.Absent _ ->
                course.work().type().registration().verifyByRead()
                        ? missOld(Course.of(course.work().remembering(StepState.at(AWAIT_OLD_GONE))))
                        : gone(course);
            case HandlerResult.InProgress(var again) ->
                goOn(course, again, course.work().memory().noting(again.memo()));
            case HandlerResult.NotDone failed ->
                retried(course, failed).orElseGet(() -> stuck(course, failed.failure()));
        };
    }

    private Step missOld(Course course) {
        return switch (handlers.read(course.work(), course.order().identifier())) {
            case HandlerResult.Absent _ -> gone(course);
            case HandlerResult.Done _ ->
                lookAgain(course, Rule.DELETE_GONE, "The resource is still there after its delete.")
                        .orElseGet(failure -> stuck(course, failure));
            case HandlerResult.NotDone failed ->
                retried(course, failed).orElseGet(() -> stuck(course, failed.failure()));
        };
    }

    private Step gone(Course course) {
        if (course.createsFirst()) {
            return new Step.Succeed(transitions.settled(course.work(), ProvisioningState.SUCCEEDED));
        }
        boolean named = course.schema().identifier(course.work().desired()).isPresent();
        return then(
                course,
                StepState.at(CREATE_NEW),
                "The old one is gone; the new one is made.",
                named ? Change.none() : transitions.identified(course.work(), Optional.empty()));
    }

    /// The old physical resource can't be deleted.
    private Step stuck(Course course, Failure failure) {
        if (!course.createsFirst()) {
            return new Step.Fail(failure, asFound(course));
        }
        String old = course.order().identifier();
        Failure told = new Failure(
                failure.code(),
                "The new one is in place. The old one, '" + old + "', could not be deleted and is left behind: "
                        + failure.message());
        return new Step.Fail(
                told, both(transitions.settled(course.work(), ProvisioningState.FAILED), left(course, old, failure)));
    }

    // -- the way back ---------------------------------------------------------------------------------------

    private Step undo(Course course) {
        String identifier = course.told().orElseThrow();
        return switch (handlers.delete(course.work(), identifier, ActionTokens.DELETE_NEW.of(course.token()))) {
            case HandlerResult.Gone(), HandlerResult.Absent _ ->
                course.createsFirst()
                        ? new Step.Fail(
                                course.because(),
                                transitions.back(
                                        course.work(),
                                        course.before(),
                                        course.before().state()))
                        : restoring(course, course.because(), Change.none());
            case HandlerResult.InProgress(var again) ->
                goOn(course, again, course.work().memory().noting(again.memo()));
            case HandlerResult.NotDone failed ->
                retried(course, failed).orElseGet(() -> notUndone(course, identifier, failed.failure()));
        };
    }

    private Step notUndone(Course course, String identifier, Failure failure) {
        Failure because = course.because();
        if (identifier.equals(course.order().identifier())) {
            return new Step.Fail(because, transitions.settled(course.work(), ProvisioningState.FAILED));
        }
        Failure told = new Failure(
                because.code(),
                because.message() + " What was made of the new one, '" + identifier
                        + "', could not be deleted and is left behind: " + failure.message());
        Change left = left(course, identifier, failure);
        return course.createsFirst()
                ? new Step.Fail(
                        told,
                        both(
                                transitions.back(
                                        course.work(),
                                        course.before(),
                                        course.before().state()),
                                left))
                : restoring(course, told, left);
    }

    private Step restoring(Course course, Failure because, Change change) {
        return then(course, StepState.at(RECREATE_OLD).because(because), "The old one is made again.", change);
    }

    private Step restore(Course course) {
        ObjectNode old = whole(
                course, course.before().asked(course.schema()), course.before().secrets());
        return switch (handlers.create(course.work(), old, course.restoringToken(), course.told())) {
            case HandlerResult.Done(var model) ->
                transitions
                        .clash(course.work(), model)
                        .map(clash -> lost(course, clash, Optional.empty(), false))
                        .orElseGet(() -> restored(course, model));
            case HandlerResult.InProgress(var again) ->
                goOn(course, again, course.work().memory().after(again.properties(), again.memo()));
            case HandlerResult.NotDone failed -> notRestored(course, failed);
        };
    }

    private Step restored(Course course, ObjectNode model) {
        return new Step.Fail(
                more(course.because(), "The old one was made again."),
                transitions.restored(
                        course.work(), course.before(), course.before().state(), model));
    }

    /// A create that may have made it stays in doubt, whether it has told an identifier or not.
    private Step notRestored(Course course, HandlerResult.NotDone failed) {
        Optional<String> told = identifier(failed).or(course::told);
        return failed.isDoubtful()
                ? retry(course, failed.failure()).orElseGet(() -> lost(course, failed.failure(), told, true))
                : lost(course, failed.failure(), told, false);
    }

    private Step lost(Course course, Failure failure, Optional<String> told, boolean unsure) {
        // What is there by now under the name of the old one is the physical resource of another owner.
        boolean taken = failure.code().equals(Code.of(ErrorCode.ALREADY_EXISTS));
        Change lost = transitions.lost(
                course.work(),
                course.before(),
                ProvisioningState.FAILED,
                taken ? Optional.empty() : transitions.own(course.work(), told),
                unsure ? Optional.of(course.restoringToken()) : Optional.empty());
        return new Step.Fail(
                more(course.because(), "The old one is deleted and could not be made again: " + failure.message()),
                taken ? both(transitions.identified(course.work(), Optional.empty()), lost) : lost);
    }

    private static Failure more(Failure failure, String message) {
        return new Failure(failure.code(), failure.message() + " " + message);
    }

    // -- without another step -------------------------------------------------------------------------------

    /// The operation is canceled or out of time in the midst of it.
    Change ended(StepContext work, ProvisioningState state) {
        Course course = Course.of(work);
        boolean unnamed = course.told().isEmpty();
        return switch (work.memory().phase()) {
            case CREATE_NEW, VERIFY_NEW, DELETE_NEW -> {
                if (course.createsFirst()) {
                    Change back = transitions.back(work, course.before(), state);
                    yield both(
                            back,
                            unnamed
                                    ? leftToken(course)
                                    : left(course, course.told().orElseThrow(), stopped()));
                }
                boolean making = work.memory().phase() == CREATE_NEW;
                Optional<String> own = transitions.own(work, course.told());
                yield unnamed || making
                        ? transitions.doubtful(work, own, course.token())
                        : transitions.failedButIdentified(work, own);
            }
            case DELETE_OLD, AWAIT_OLD_GONE ->
                course.createsFirst()
                        ? both(
                                transitions.settled(work, state),
                                left(course, course.order().identifier(), stopped()))
                        : transitions.back(work, course.before(), state);
            case RECREATE_OLD ->
                transitions.lost(
                        work,
                        course.before(),
                        state,
                        transitions.own(work, course.told()),
                        Optional.of(course.restoringToken()));
            case CALL, DEPENDENTS, RECOVER, UPDATE_RECOVERED, RECREATE, VERIFY, NESTED ->
                throw new IllegalStateException("no replacement");
        };
    }

    private static Failure stopped() {
        return new Failure(FailureCode.OPERATION_STOPPED, "The replacement was stopped.");
    }

    // -- what all share -------------------------------------------------------------------------------------

    /// As before if the old physical resource is still there; else what was asked for before has failed.
    private Change asFound(Course course) {
        boolean there = handlers.read(course.work(), course.order().identifier()) instanceof HandlerResult.Done;
        ProvisioningState state = there ? course.before().state() : ProvisioningState.FAILED;
        return transitions.back(course.work(), course.before(), state);
    }

    private Change left(Course course, String identifier, Failure failure) {
        return orphans.left(course.work(), identifier, failure);
    }

    /// What the create with the operation's token may have made.
    private Change leftToken(Course course) {
        ObjectNode desired =
                whole(course, course.work().desired(), course.work().resource().secrets());
        return orphans.doubtful(course.work(), desired);
    }

    private static Change both(Change one, Change other) {
        return transaction -> {
            one.write(transaction);
            other.write(transaction);
        };
    }

    private ObjectNode whole(Course course, ObjectNode visible, byte[] secrets) {
        if (secrets.length == 0) {
            return visible;
        }
        String owner = course.work().resource().uid().toString();
        return course.schema().overlay(visible, Documents.object(vault.open(secrets, owner)));
    }

    /// The step again, if it has not been tried too often.
    private Optional<Step> retry(Course course, Failure failure) {
        Operation operation = course.work().operation();
        return operation.attempt() < MOST_ATTEMPTS
                ? Optional.of(
                        new Step.Retry(failure, operation.progress(), ended(course.work(), ProvisioningState.FAILED)))
                : Optional.empty();
    }

    /// The step again, if its call may succeed then.
    private Optional<Step> retried(Course course, HandlerResult.NotDone failed) {
        return failed.isRetryable() ? retry(course, failed.failure()) : Optional.empty();
    }

    /// The next phase, stored before its handler is called.
    private Step then(Course course, StepState memory, String message, Change change) {
        return new Step.Again(Duration.ZERO, sealed(course, memory), Optional.empty(), message, change);
    }

    private Step goOn(Course course, Progress.Again again, StepState memory) {
        Duration after = again.after().isNegative() ? Duration.ZERO : again.after();
        return new Step.Again(after, sealed(course, memory), again.percent(), again.message(), Change.none());
    }

    /// Another look after a pause, or why there is no point in it.
    private sealed interface Look {
        record Again(Step step) implements Look {}

        record Never(Failure failure) implements Look {}

        default Step orElseGet(Function<Failure, Step> otherwise) {
            return switch (this) {
                case Again(var step) -> step;
                case Never(var failure) -> otherwise.apply(failure);
            };
        }
    }

    private Look lookAgain(Course course, Rule rule, String found) {
        Breach breach = new Breach(rule, found);
        StepState next = course.work().memory().looked();
        return ReadSchedule.pause(next)
                .<Look>map(pause -> new Look.Again(new Step.Again(
                        pause, sealed(course, next), Optional.empty(), found + " Looking again.", Change.none())))
                .orElseGet(() -> new Look.Never(new Failure(Code.of(rule), breach.message())));
    }

    private byte[] sealed(Course course, StepState memory) {
        return memory.seal(vault, course.token());
    }
}
