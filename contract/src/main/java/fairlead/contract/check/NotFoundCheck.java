package fairlead.contract.check;

import fairlead.contract.Rule;
import fairlead.contract.call.OperationOutcome;
import fairlead.contract.call.ReadOutcome;
import fairlead.contract.call.SuiteContext;
import fairlead.handler.ErrorCode;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Sends reads, updates and deletes of resources that do not exist, and judges whether the answers say `NotFound`.
public final class NotFoundCheck {

    private final SuiteContext context;

    public NotFoundCheck(SuiteContext context) {
        this.context = context;
    }

    // -- by an identifier that no resource ever had ---------------------------------------------------------------

    public void readUnknown(ObjectNode identifier) {
        context.findings.looked(Rule.READ_NOT_FOUND, "reads of what never existed");
        switch (context.read(identifier, context.schema.identifier(identifier))) {
            case ReadOutcome.Missing() -> context.unknownIdentifiers.readIsNotFound = true;
            case ReadOutcome.Found _ -> {
                context.unknownIdentifiers.readIsFound = true;
                context.findings.failed(
                        Rule.READ_NOT_FOUND,
                        "A read of '%s', which never existed, finds something."
                                .formatted(context.schema.identifier(identifier).orElse("")));
            }
            // Another code may be about the identifier's form, of which schemas do not say everything; the read of a
            // resource that was deleted tells.
            case ReadOutcome.Wrong(var code, var message) ->
                context.note("A read of an identifier that never existed fails with %s: %s"
                        .formatted(code.map(ErrorCode::wireName).orElse("no answer"), message));
        }
    }

    public OperationOutcome updateUnknown(ObjectNode identifier, ObjectNode desired) {
        context.findings.looked(Rule.UPDATE_NOT_FOUND, "updates of what never existed");
        OperationOutcome ended =
                context.inPassing().operations.update(identifier, desired, desired, desired, context.token());
        if (!ended.failedWith(ErrorCode.NOT_FOUND)) {
            context.unknownIdentifiers.updateIsWrong = true;
            context.findings.failed(
                    Rule.UPDATE_NOT_FOUND, "An update of what never existed " + otherThanNotFound(ended));
        }
        return ended;
    }

    /// @param which the delete, as the subject of a sentence
    /// @return whether it says `NotFound`
    public boolean deleteUnknown(ObjectNode identifier, String which) {
        context.findings.looked(Rule.DELETE_NOT_FOUND, "deletes of what never existed");
        OperationOutcome ended = context.withoutChaos().operations.delete(identifier, context.token());
        if (!ended.failedWith(ErrorCode.NOT_FOUND)) {
            context.unknownIdentifiers.deleteIsWrong = true;
            context.findings.failed(
                    Rule.DELETE_NOT_FOUND, which + " of what never existed " + otherThanNotFound(ended));
        }
        return ended.failedWith(ErrorCode.NOT_FOUND);
    }

    /// How an answer goes on that had to say `NotFound`.
    public static String otherThanNotFound(OperationOutcome ended) {
        return ended.failure()
                .map(failure -> "fails with " + failure.code() + " instead of NotFound: " + failure.message())
                .orElse("succeeds.");
    }

    // -- by an identifier similar to that of a resource -----------------------------------------------------------

    public ReadOutcome readSimilar(ObjectNode similar) {
        context.findings.looked(Rule.READ_NOT_FOUND, "reads by a similar identifier");
        return context.inPassing().read(similar, Optional.empty());
    }

    /// @param identifier of the resource that was found instead
    public void foundBySimilar(ObjectNode similar, String identifier) {
        context.findings.failed(
                Rule.READ_NOT_FOUND,
                "A read of %s, which never existed, finds '%s'.".formatted(text(similar), identifier));
    }

    public void updateSimilar(ObjectNode similar, ObjectNode desired) {
        context.findings.looked(Rule.UPDATE_NOT_FOUND, "updates by a similar identifier");
        OperationOutcome ended =
                context.inPassing().operations.update(similar, desired, desired, desired, context.token());
        if (ended.failure().isEmpty()) {
            context.findings.failed(
                    Rule.UPDATE_NOT_FOUND, "An update of %s, which never existed, succeeds.".formatted(text(similar)));
        }
    }

    /// @param identifier of the resource that the delete may have been taken for
    public void deleteSimilar(ObjectNode similar, String identifier) {
        context.findings.looked(Rule.DELETE_NOT_FOUND, "deletes by a similar identifier");
        OperationOutcome ended = context.inPassing().withoutChaos().operations.delete(similar, context.token());
        if (ended.failure().isEmpty()) {
            boolean gone = context.inPassing().read(identifier) instanceof ReadOutcome.Missing;
            context.findings.failed(
                    Rule.DELETE_NOT_FOUND,
                    "A delete of %s, which never existed, succeeds%s."
                            .formatted(text(similar), gone ? ", and '" + identifier + "' is gone" : ""));
        }
    }

    private String text(ObjectNode identifier) {
        return context.schema.identifier(identifier).map(id -> "'" + id + "'").orElseGet(identifier::toString);
    }

    // -- of what was deleted --------------------------------------------------------------------------------------

    void readDeletedIsMissing() {
        if (!context.unknownIdentifiers.readIsFound) {
            context.findings.looked(Rule.READ_NOT_FOUND, "reads of what was deleted");
        }
    }

    void readDeletedIsWrong(String found) {
        context.findings.failed(Rule.READ_NOT_FOUND, found);
    }
}
