package fairlead.contract;

/// The rules of the "CloudFormation resource type handler contract" that a single answer can break. Each has an id
/// that is stable and searchable, and the sentence it stands for.
public enum Rule {
    CREATE_DEADLINE("create.deadline", "A create handler MUST always return a ProgressEvent object within 60 seconds."),
    CREATE_MODEL_SHAPE(
            "create.model-shape",
            "In every ProgressEvent object, the create handler MUST return a model which conforms to the shape of the"
                    + " resource schema."),
    CREATE_PRIMARY_IDENTIFIER("create.primary-identifier", "Every model MUST include the primaryIdentifier."),
    CREATE_IDENTIFIER_UNCHANGED(
            "create.primary-identifier-unchanged",
            "A create handler MUST NOT create multiple resources given the same idempotency token."),
    CREATE_RETURNS_REQUEST(
            "create.returns-request",
            "All properties specified in the create request MUST be present in the model returned, and they MUST match"
                + " exactly, with the exception of properties defined as writeOnlyProperties in the resource schema."),
    CREATE_DESIRED_STATE(
            "create.desired-state",
            "A create handler MUST NOT return SUCCESS until it has applied all properties included in the create"
                    + " request."),
    CREATE_READABLE(
            "create.readable",
            "After a create operation returns SUCCESS, a subsequent read request MUST succeed when passed in the"
                    + " primaryIdentifier."),
    CREATE_ANSWER(
            "create.answer",
            "When the create handler returns SUCCESS, it MUST return a ProgressEvent object containing a model."),
    UPDATE_DEADLINE(
            "update.deadline", "An update handler MUST always return a ProgressEvent object within 60 seconds."),
    UPDATE_MODEL_SHAPE(
            "update.model-shape",
            "In every ProgressEvent object, the update handler MUST return a model which conforms to the shape of the"
                    + " resource schema."),
    UPDATE_PRIMARY_IDENTIFIER("update.primary-identifier", "Every model MUST include the primaryIdentifier."),
    UPDATE_IDENTIFIER_UNCHANGED(
            "update.primary-identifier-unchanged",
            "The primaryIdentifier returned in every progress event must match the primaryIdentifier passed into the"
                    + " request."),
    UPDATE_RETURNS_REQUEST(
            "update.returns-request",
            "All properties specified in the update request MUST be present in the model returned, and they MUST match"
                + " exactly, with the exception of properties defined as writeOnlyProperties in the resource schema."),
    UPDATE_DESIRED_STATE(
            "update.desired-state",
            "An update handler MUST NOT return SUCCESS until it has applied all properties included in the update"
                    + " request."),
    UPDATE_READABLE(
            "update.readable",
            "For Create and Update handlers, desired-state stabilization is satisfied when all properties specified in"
                    + " the request are applied as requested. This is verified by calling the Read handler."),
    UPDATE_ANSWER(
            "update.answer",
            "When the update handler returns SUCCESS, it MUST return a ProgressEvent object containing a model."),
    DELETE_DEADLINE("delete.deadline", "A delete handler MUST always return a ProgressEvent object within 60 seconds."),
    DELETE_NO_MODEL(
            "delete.no-model",
            "When the delete handler returns SUCCESS, the ProgressEvent object MUST NOT contain a model."),
    DELETE_GONE(
            "delete.gone",
            "Once a delete operation successfully completes, any subsequent update, delete, or read request for the"
                    + " deleted resource instance MUST return FAILED with a NotFound error code."),
    READ_DEADLINE("read.deadline", "A read handler MUST always return a ProgressEvent object within 30 seconds."),
    READ_SYNCHRONOUS(
            "read.synchronous",
            "A read handler MUST always return a status of SUCCESS or FAILED; it MUST NOT return a status of"
                    + " IN_PROGRESS."),
    READ_MODEL_SHAPE(
            "read.model-shape",
            "A read handler MUST return a model representation that conforms to the shape of the resource schema."),
    READ_PRIMARY_IDENTIFIER(
            "read.primary-identifier", "These properties MUST be returned from READ and LIST operations."),
    NO_NULLS("model.no-nulls", "The model MUST NOT return any properties that are null or do not have values."),
    NO_WRITE_ONLY(
            "model.no-write-only",
            "A property in the writeOnlyProperties cannot be returned in a READ or LIST request."),
    LIST_DEADLINE("list.deadline", "A list handler MUST always return a ProgressEvent object within 30 seconds."),
    LIST_IDENTIFIERS("list.identifiers", "A list handler MUST return an array of primary identifiers."),
    FAILURE_MESSAGE(
            "failure.message", "The progress event MUST return an error message and the most applicable error code.");

    private final String id;
    private final String sentence;

    Rule(String id, String sentence) {
        this.id = id;
        this.sentence = sentence;
    }

    public String id() {
        return id;
    }

    /// The sentence of the contract, or of the resource schema's document, that the rule stands for.
    public String sentence() {
        return sentence;
    }
}
