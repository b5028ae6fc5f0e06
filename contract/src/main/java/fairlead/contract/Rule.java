package fairlead.contract;

import java.util.Arrays;
import java.util.Optional;

/// What is checked of the "CloudFormation resource type handler contract". Each rule has an id that is stable and
/// searchable, and stands for one or more of the contract's [Clause]s.
public enum Rule {
    CREATE_INPUT_VALID("create.input-valid"),
    CREATE_DEADLINE("create.deadline"),
    CREATE_MODEL_SHAPE("create.model-shape"),
    CREATE_PRIMARY_IDENTIFIER("create.primary-identifier"),
    CREATE_IDENTIFIER_UNCHANGED("create.primary-identifier-unchanged"),
    CREATE_FAILED_NOT_CREATED("create.failed-not-created"),
    CREATE_ANSWER("create.answer"),
    CREATE_RETURNS_REQUEST("create.returns-request"),
    CREATE_COMPLETE("create.complete"),
    CREATE_DESIRED_STATE("create.desired-state"),
    CREATE_TIMEOUT("create.timeout"),
    CREATE_READABLE("create.readable"),
    CREATE_LISTED("create.listed"),
    CREATE_IDEMPOTENT("create.idempotent"),
    CREATE_ALREADY_EXISTS("create.already-exists"),
    CREATE_OTHERS("create.others-untouched"),
    UPDATE_DEADLINE("update.deadline"),
    UPDATE_MODEL_SHAPE("update.model-shape"),
    UPDATE_PRIMARY_IDENTIFIER("update.primary-identifier"),
    UPDATE_IDENTIFIER_UNCHANGED("update.primary-identifier-unchanged"),
    UPDATE_ANSWER("update.answer"),
    UPDATE_RETURNS_REQUEST("update.returns-request"),
    UPDATE_COMPLETE("update.complete"),
    UPDATE_DESIRED_STATE("update.desired-state"),
    UPDATE_TIMEOUT("update.timeout"),
    UPDATE_SUCCESS("update.success"),
    UPDATE_READABLE("update.readable"),
    UPDATE_REPLACES("update.replaces"),
    UPDATE_NOT_FOUND("update.not-found"),
    UPDATE_NO_NEW_RESOURCE("update.no-new-resource"),
    UPDATE_OTHERS("update.others-untouched"),
    DELETE_DEADLINE("delete.deadline"),
    DELETE_MODEL_SHAPE("delete.model-shape"),
    DELETE_IDENTIFIER_ONLY("delete.identifier-only"),
    DELETE_SUCCESS("delete.success"),
    DELETE_NO_MODEL("delete.no-model"),
    DELETE_DESIRED_STATE("delete.desired-state"),
    DELETE_TIMEOUT("delete.timeout"),
    DELETE_NOT_FOUND("delete.not-found"),
    DELETE_GONE("delete.gone"),
    DELETE_UNLISTED("delete.unlisted"),
    DELETE_RECREATE("delete.recreate"),
    DELETE_OTHERS("delete.others-untouched"),
    READ_DEADLINE("read.deadline"),
    READ_SYNCHRONOUS("read.synchronous"),
    READ_MODEL_SHAPE("read.model-shape"),
    READ_PRIMARY_IDENTIFIER("read.primary-identifier"),
    READ_IDENTIFIER_ONLY("read.identifier-only"),
    READ_ADDITIONAL_IDENTIFIERS("read.additional-identifiers"),
    READ_COMPLETE("read.complete"),
    READ_NOT_FOUND("read.not-found"),
    LIST_DEADLINE("list.deadline"),
    LIST_SYNCHRONOUS("list.synchronous"),
    LIST_IDENTIFIERS("list.identifiers"),
    LIST_READABLE("list.readable"),
    LIST_PAGINATES("list.paginates"),
    LIST_TERMINATES("list.terminates"),
    LIST_EMPTY("list.empty"),
    NO_NULLS("model.no-nulls"),
    NO_WRITE_ONLY("model.no-write-only"),
    FAILURE_MESSAGE("failure.message"),
    FAILURE_CODE("failure.code"),
    CALLBACK_DELAY("progress.callback-delay"),
    NO_LEAK("leak.none"),
    TAGS_ON_CREATE("tags.on-create"),
    TAGS_ON_UPDATE("tags.on-update");

    private final String id;

    Rule(String id) {
        this.id = id;
    }

    public String id() {
        return id;
    }

    /// The sentence of the contract, or of the document its clause names, that the rule stands for.
    public String sentence() {
        return Contract.clause(this).sentence();
    }

    /// The rule of that id.
    public static Optional<Rule> parse(String id) {
        return Arrays.stream(values()).filter(rule -> rule.id.equals(id)).findFirst();
    }

    @Override
    public String toString() {
        return id;
    }
}
