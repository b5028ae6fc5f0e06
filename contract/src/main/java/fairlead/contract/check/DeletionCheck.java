package fairlead.contract.check;

import fairlead.contract.Breach;
import fairlead.contract.Rule;
import fairlead.contract.call.OperationOutcome;
import fairlead.contract.call.ReadOutcome;
import fairlead.contract.call.SuiteContext;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.schema.PropertyPath;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Judges deletes, and what is answered about a resource after it was deleted.
public final class DeletionCheck {

    private static final String STILL_FOUND = "A read still finds the resource after its delete.";

    private final SuiteContext context;

    public DeletionCheck(SuiteContext context) {
        this.context = context;
    }

    // -- the delete -----------------------------------------------------------------------------------------------

    /// Deletes a resource that exists.
    ///
    /// @param whole more than the identifier, tried where that alone does not do
    /// @return whether the identifier alone was enough
    public boolean delete(ObjectNode identifier, ObjectNode whole) {
        context.findings.looked(Rule.DELETE_IDENTIFIER_ONLY, "deletes", context.givesIdentifiersAlone() ? 1 : 0);
        context.findings.looked(Rule.DELETE_SUCCESS, "deletes of what exists");
        Optional<Progress.Failed> failure =
                context.operations.delete(identifier, context.token()).failure();
        failure.ifPresent(failed -> {
            boolean wholeHelps = context.inPassing()
                    .operations
                    .delete(whole, context.token())
                    .failure()
                    .isEmpty();
            context.findings.failed(
                    wholeHelps
                            ? new Breach(
                                    Rule.DELETE_IDENTIFIER_ONLY,
                                    "The delete fails with %s: %s; given more than the identifier, it succeeds."
                                            .formatted(failed.code(), failed.message()))
                            : notDeleted(failed));
        });
        return failure.isEmpty();
    }

    /// The delete of a resource that exists has failed.
    static Breach notDeleted(Progress.Failed failure) {
        return new Breach(
                Rule.DELETE_SUCCESS,
                "The delete of a resource that exists failed with %s: %s".formatted(failure.code(), failure.message()));
    }

    /// Deletes a resource by an additional identifier, by which a read finds it.
    ///
    /// @param identifier its primary identifier
    public void deleteBy(List<PropertyPath> paths, ObjectNode model, String identifier) {
        if (!context.givesIdentifiersAlone()) {
            return;
        }
        context.findings.looked(Rule.DELETE_IDENTIFIER_ONLY, "deletes by another identifier");
        OperationOutcome ended =
                context.inPassing().operations.delete(SuiteContext.select(paths, model), context.token());
        if (ended.failure().isPresent() || isThere(identifier)) {
            String by = AdditionalIdentifierCheck.names(paths) + " alone";
            context.findings.failed(byPrimaryIdentifier(identifier)
                    .orElseGet(() -> new Breach(
                            Rule.DELETE_IDENTIFIER_ONLY,
                            ended.failure()
                                    .map(failure ->
                                            "The delete by %s, by which a read finds the resource, failed with %s: %s"
                                                    .formatted(by, failure.code(), failure.message()))
                                    .orElse("A read still finds the resource after its delete by " + by + "."))));
        }
    }

    /// What is wrong with a delete by the primary identifier, too.
    private Optional<Breach> byPrimaryIdentifier(String identifier) {
        OperationOutcome ended =
                context.inPassing().operations.delete(context.schema.parseIdentifier(identifier), context.token());
        if (ended.failure().isPresent()) {
            return ended.failure().map(DeletionCheck::notDeleted);
        }
        return isThere(identifier) ? Optional.of(new Breach(Rule.DELETE_GONE, STILL_FOUND)) : Optional.empty();
    }

    /// Reads again as often as the settings allow. What is found for a moment only, the first delete has told.
    private boolean isThere(String identifier) {
        return !context.unknownIdentifiers.readIsFound
                && !context.findings.hasFailed(Rule.DELETE_DESIRED_STATE)
                && context.inPassing().readUntil(identifier, ReadOutcome.Missing.class::isInstance)
                        instanceof ReadOutcome.Found;
    }

    // -- afterwards -----------------------------------------------------------------------------------------------

    /// Reads what was deleted.
    ///
    /// @return whether it still exists
    public boolean readDeleted(String identifier) {
        context.findings.looked(Rule.DELETE_GONE, "reads of what was deleted");
        context.findings.looked(Rule.DELETE_DESIRED_STATE, "reads of what was deleted");
        switch (context.readUntil(identifier, ReadOutcome.Missing.class::isInstance)) {
            case ReadOutcome.Missing() -> {
                new ErrorCodeCheck(context).lookedAtFailure();
                new NotFoundCheck(context).readDeletedIsMissing();
            }
            case ReadOutcome.Found _ when context.unknownIdentifiers.readIsFound -> {}
            case ReadOutcome.Found _ -> {
                boolean later = context.isGoodLater(identifier, ReadOutcome.Missing.class::isInstance);
                context.findings.failed(
                        later ? Rule.DELETE_DESIRED_STATE : Rule.DELETE_GONE,
                        later
                                ? "The first read after the delete still finds the resource; a later one does not."
                                : STILL_FOUND);
                return !later;
            }
            case ReadOutcome.Wrong(var code, var message) ->
                notNotFound("A read of what was deleted fails with %s instead of NotFound: %s"
                        .formatted(code.map(ErrorCode::wireName).orElse("no answer"), message));
        }
        return false;
    }

    /// Reads by an additional identifier what was deleted.
    void readDeletedBy(List<PropertyPath> paths, ObjectNode model, String identifier) {
        context.findings.looked(Rule.DELETE_GONE, "reads of what was deleted by another identifier");
        ReadOutcome outcome = context.inPassing().read(SuiteContext.select(paths, model), Optional.empty());
        if (outcome instanceof ReadOutcome.Wrong(var code, var message)) {
            notNotFound("A read by %s of what was deleted fails with %s instead of NotFound: %s"
                    .formatted(
                            AdditionalIdentifierCheck.names(paths),
                            code.map(ErrorCode::wireName).orElse("no answer"),
                            message));
        }
        if (outcome instanceof ReadOutcome.Found(var found)) {
            Optional<String> other = context.schema.identifier(found);
            boolean still = other.filter(identifier::equals).isPresent();
            boolean sameValue = SuiteContext.select(paths, found).equals(SuiteContext.select(paths, model));
            String words = "A read by %s of '%s', which was deleted, finds '%s'."
                    .formatted(AdditionalIdentifierCheck.names(paths), identifier, other.orElse(""));
            if (still) {
                context.findings.failed(Rule.DELETE_GONE, words);
            } else if (!sameValue) {
                new NotFoundCheck(context).readDeletedIsWrong(words);
            }
        }
    }

    /// A read that fails with another code for whatever does not exist breaks the rule of reads.
    private void notNotFound(String found) {
        if (context.unknownIdentifiers.readIsNotFound) {
            context.findings.failed(Rule.DELETE_GONE, found);
        } else {
            new NotFoundCheck(context).readDeletedIsWrong(found);
        }
    }

    /// Updates what was deleted.
    public OperationOutcome updateDeleted(ObjectNode identifier, ObjectNode desired, ObjectNode model) {
        context.findings.looked(Rule.DELETE_GONE, "updates of what was deleted");
        OperationOutcome ended =
                context.inPassing().operations.update(identifier, desired, model, desired, context.token());
        if (!ended.failedWith(ErrorCode.NOT_FOUND)) {
            context.findings.failed(
                    Rule.DELETE_GONE, "An update of what was deleted " + NotFoundCheck.otherThanNotFound(ended));
        }
        return ended;
    }

    /// Deletes it once more.
    ///
    /// @param which `A second` for example
    /// @return whether the answer says `NotFound`
    public boolean deleteDeleted(String identifier, String which) {
        context.findings.looked(Rule.DELETE_GONE, "deletes of what was deleted");
        OperationOutcome ended = context.inPassing()
                .withoutChaos()
                .operations
                .delete(context.schema.parseIdentifier(identifier), context.token());
        if (!ended.failedWith(ErrorCode.NOT_FOUND)) {
            context.findings.failed(
                    Rule.DELETE_GONE,
                    which + " delete of '" + identifier + "' " + NotFoundCheck.otherThanNotFound(ended));
        }
        return ended.failedWith(ErrorCode.NOT_FOUND);
    }

    /// Whether an update that was refused with `NotFound` has brought it back.
    public boolean isBackAfterUpdate(String identifier) {
        return isBack(
                identifier, "An update of what was deleted says NotFound, and a read finds the resource again since.");
    }

    /// Whether it is back when some time has passed.
    public boolean isBackLater(String identifier, Duration later) {
        return isBack(
                identifier,
                "A read finds '%s' again %d minutes after its delete.".formatted(identifier, later.toMinutes()));
    }

    private boolean isBack(String identifier, String found) {
        context.findings.looked(Rule.DELETE_GONE, "reads of what was deleted");
        boolean back = !context.unknownIdentifiers.readIsFound
                && !context.findings.hasFailed(Rule.DELETE_GONE)
                && context.inPassing().read(identifier) instanceof ReadOutcome.Found;
        if (back) {
            context.findings.failed(Rule.DELETE_GONE, found);
        }
        return back;
    }

    /// Reads what was created again and deleted again.
    public void readDeletedAgain(String identifier) {
        if (isThere(identifier)) {
            context.findings.failed(
                    Rule.DELETE_GONE,
                    "A read still finds '%s', which was created again, after its delete.".formatted(identifier));
        }
    }
}
