package fairlead.server.stack.step;

import fairlead.server.operation.Failure;
import fairlead.server.operation.OperationId;
import fairlead.server.stack.record.StackNode.Verb;
import fairlead.server.stack.record.StackSignal;
import java.util.Collection;
import java.util.TreeSet;

/// What is told of stacks and their nodes. People and scripts know these sentences from the service that
/// made them.
public final class Texts {

    public static final String REQUESTED = "User Initiated";
    public static final String INITIATED = "Resource creation Initiated";
    public static final String REPLACES =
            "Requested update requires the creation of a new physical resource; hence creating one.";
    public static final String LATE = "Stack creation time exceeded the specified timeout. Rollback requested by user.";
    public static final String WAS_THERE = "It was there before the stack and stays.";
    public static final String CANCELLED_CREATION = "Resource creation cancelled";
    public static final String CANCELLED_UPDATE = "Resource update cancelled";

    private Texts() {}

    public static final String NO_HANDLE =
            "The Handle is not the address of an AWS::CloudFormation::WaitConditionHandle of this stack.";
    public static final String NO_UPDATE =
            "Update to resource type AWS::CloudFormation::WaitCondition is not supported.";

    public static String received(StackSignal signal) {
        return "Received " + (signal.success() ? "SUCCESS" : "FAILURE") + " signal with UniqueId " + signal.id();
    }

    /// @param only whether the node does nothing but wait
    public static String signalled(StackSignal failure, int expected, boolean only) {
        return only
                ? "WaitCondition received failed message: '" + failure.reason() + "' for uniqueId: " + failure.id()
                : "Received 1 FAILURE signal(s) out of " + expected
                        + ".  Unable to satisfy 100% MinSuccessfulInstancesPercent requirement";
    }

    /// @param only whether the node does nothing but wait
    public static String unsignalled(int received, int expected, boolean only) {
        return only
                ? "WaitCondition timed out. Received " + received + " conditions when expecting " + expected
                : "Failed to receive " + (expected - received) + " resource signal(s) within the specified duration";
    }

    public static String failedToCreate(Collection<String> keys) {
        return "The following resource(s) failed to create: " + list(keys) + ". Rollback requested by user.";
    }

    public static String failedToUpdate(Collection<String> keys) {
        return "The following resource(s) failed to update: " + list(keys) + ".";
    }

    public static String failedToImport(Collection<String> keys) {
        return "The following resource(s) failed to import: " + list(keys) + ".";
    }

    public static String failedToDelete(Collection<String> keys) {
        return "The following resource(s) failed to delete: " + list(keys) + ".";
    }

    private static String list(Collection<String> keys) {
        return "[" + String.join(", ", new TreeSet<>(keys)) + "]";
    }

    public static String failure(Failure failure, OperationId operation) {
        return "Resource handler returned message: \"" + failure.message() + "\" (RequestToken: " + operation
                + ", HandlerErrorCode: " + failure.code().text() + ")";
    }

    /// Why a node that is a stack has failed: what came first in it, and then that it did.
    ///
    /// @param identifier of that stack
    public static String embedded(String cause, String identifier, Verb verb) {
        String done = switch (verb) {
            case CREATE, REPLACE, IMPORT -> "created";
            case NONE, UPDATE, SETTLE -> "updated";
            case DELETE, DISCARD -> "deleted";
            case RESTORE -> "rolled back";
        };
        return cause + (cause.endsWith(".") ? " " : ". ") + "Embedded stack " + identifier + " was not successfully "
                + done + ".";
    }

    public static String named(String identifier) {
        return "CloudFormation cannot update a stack when a custom-named resource requires replacing. Rename "
                + identifier + " and update the stack again.";
    }
}
