package fairlead.server.registry.stack;

import fairlead.cloudformation.limit.Limits;
import fairlead.server.registry.query.QueryParameters.Rule;

/// How the parameters of the actions on stacks may look, as CloudFormation's API reference has it.
final class StackRules {

    static final Rule NAME = Rule.of("[a-zA-Z][-a-zA-Z0-9]*", 1, 128);
    static final Rule NAME_OR_ID =
            Rule.of("([a-zA-Z][-a-zA-Z0-9]*)|(arn:\\b(aws|aws-us-gov|aws-cn)\\b:[-a-zA-Z0-9:/._+]*)", 1, 1600);
    static final Rule CHANGE_SET_NAME = Rule.of("[a-zA-Z][-a-zA-Z0-9]*", 1, 128);
    static final Rule CHANGE_SET = Rule.of("[a-zA-Z][-a-zA-Z0-9]*|arn:[-a-zA-Z0-9:/]*", 1, 1600);
    static final Rule TOKEN = Rule.of("[a-zA-Z0-9][-a-zA-Z0-9]*", 1, 128);
    static final Rule ANY_TOKEN = Rule.of(".+", 1, 128);
    static final Rule URL = Rule.of(".+", 1, 5120);
    static final Rule BODY = Rule.of(".+", 1, 2_000_000);
    static final Rule ROLE = Rule.of(".+", 20, 2048);
    static final Rule DESCRIPTION = Rule.of(".+", 1, 1024);
    static final Rule NEXT_TOKEN = Rule.of(".+", 1, 1024);
    static final Rule POLICY = Rule.of(".+", 1, 16_384);
    static final Rule TEXT = Rule.of(".+", 1, 10_000);
    static final Rule SIGNAL_ID = Rule.of(".+", 1, 64);
    static final Rule DETECTION = Rule.of(".+", 1, 36);

    /// What a template may have.
    static final Limits LIMITS = Limits.standard();

    private StackRules() {}

    /// `OnFailure` and `OnStackFailure`.
    enum OnFailure {
        DO_NOTHING,
        ROLLBACK,
        DELETE
    }

    /// `ChangeSetType`.
    enum ChangeSetType {
        CREATE,
        UPDATE,
        IMPORT
    }

    /// `ResourceSignalStatus`.
    enum Signal {
        SUCCESS,
        FAILURE
    }

    /// `TemplateStage`.
    enum Stage {
        Original,
        Processed
    }

    /// `DeletionMode`.
    enum DeletionMode {
        STANDARD,
        FORCE_DELETE_STACK
    }
}
