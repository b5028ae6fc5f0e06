package fairlead.contract;

import static fairlead.contract.RuleDefinition.rule;

import fairlead.handler.ResourceHandler;
import fairlead.schema.HandlerKind;
import fairlead.schema.ResourceSchema;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What is checked of the "CloudFormation resource type handler contract", each rule with all that is known of it:
///
/// - its id, which is stable and searchable;
/// - the [Clause]s that it stands for, the first of which is quoted (`clauses`; where it is not named, the clause
///   of the same id);
/// - the one class that decides it, beside the guard where one answer can break it (`checkedBy`);
/// - what is counted as looked at (`looksAt`);
/// - why it is not exercised, where that is known (`needs` and `notExercised`);
/// - the rules that break it too when they are broken (`causedBy`), so that a report names the one that matters.
///
/// To add a rule, write it here and check it in the class that it names. The tests ask for a mutant that breaks it, and
/// for the reference to be written anew.
public enum Rule {
    CREATE_INPUT_VALID(rule("create.input-valid")
            .checkedBy(Checker.INVALID_INPUT)
            .looksAt("inputs that the host refuses")
            .notExercised("the project has no inputs_N_invalid.json")),
    CREATE_DEADLINE(rule("create.deadline").checkedBy(Checker.HANDLER_CALLER).looksAt("calls")),
    CREATE_MODEL_SHAPE(rule("create.model-shape")
            .clauses("create.model-shape", "shape.conforms", "shape.properties", "shape.keywords", "shape.objects")
            .checkedBy(Checker.GUARD)
            .looksAt("models")),
    CREATE_PRIMARY_IDENTIFIER(
            rule("create.primary-identifier").checkedBy(Checker.GUARD).looksAt("models")),
    CREATE_IDENTIFIER_UNCHANGED(rule("create.primary-identifier-unchanged")
            .clauses("create.one-per-token")
            .checkedBy(Checker.GUARD)
            .looksAt("models")
            .notExercised("nothing answered IN_PROGRESS")),
    CREATE_FAILED_NOT_CREATED(rule("create.failed-not-created")
            .checkedBy(Checker.REFUSED_CREATE)
            .looksAt("lists after a refusal", "reads after a refusal")
            .notExercised("no create was refused with its first answer")
            .causedBy(CauseGroup.READS)
            .causedBy("read.not-found", "leak.none")),
    CREATE_ANSWER(rule("create.answer").checkedBy(Checker.GUARD).looksAt("successes")),
    CREATE_RETURNS_REQUEST(
            rule("create.returns-request").checkedBy(Checker.GUARD).looksAt("properties")),
    CREATE_COMPLETE(rule("create.complete")
            .checkedBy(Checker.MODEL_COMPARISON)
            .looksAt("defaults", "properties")
            .causedBy(CauseGroup.READS, CauseGroup.IDENTIFIERS)),
    CREATE_DESIRED_STATE(rule("create.desired-state")
            .clauses("create.desired-state", "create.in-progress", "stabilization.desired", "stabilization.mandatory")
            .checkedBy(Checker.MODEL_COMPARISON)
            .looksAt("properties")
            .causedBy(CauseGroup.READS)),
    CREATE_TIMEOUT(rule("create.timeout")
            .checkedBy(Checker.HANDLER_OPERATIONS)
            .looksAt("operations of several calls")
            .notExercised("nothing answered IN_PROGRESS")),
    CREATE_READABLE(rule("create.readable")
            .clauses("create.readable", "stabilization.eventual")
            .checkedBy(Checker.LIFECYCLE)
            .looksAt("reads after a create", "reads much later")
            .causedBy(CauseGroup.READS, CauseGroup.IDENTIFIERS)),
    CREATE_LISTED(rule("create.listed")
            .checkedBy(Checker.LISTED_RESOURCES)
            .looksAt("lists after a create")
            .needs(Precondition.LIST_HANDLER)
            .causedBy(CauseGroup.LISTS, CauseGroup.IDENTIFIERS)
            .causedBy("create.answer", "create.already-exists", "update.no-new-resource")),
    CREATE_IDEMPOTENT(rule("create.idempotent")
            .clauses("create.idempotent", "create.one-per-token")
            .checkedBy(Checker.DUPLICATE_DELIVERY)
            .looksAt(
                    "creates at the same time",
                    "creates repeated after completion",
                    "creates repeated later",
                    "creates whose answers were lost")
            .causedBy(CauseGroup.DELETES, CauseGroup.IDENTIFIERS, CauseGroup.UNFINISHED_CREATES)
            .causedBy(
                    "create.failed-not-created",
                    "create.answer",
                    "create.readable",
                    "delete.recreate",
                    "read.complete",
                    "leak.none")),
    CREATE_ALREADY_EXISTS(rule("create.already-exists")
            .checkedBy(Checker.DUPLICATE_CREATE)
            .looksAt("creates of what exists")
            .causedBy("create.primary-identifier-unchanged", "create.failed-not-created")),
    CREATE_OTHERS(rule("create.others-untouched")
            .clauses("others-untouched")
            .checkedBy(Checker.OTHERS_UNTOUCHED)
            .looksAt("reads of other resources", "reads of what existed before")
            .causedBy("create.readable", "read.complete")),
    UPDATE_DEADLINE(rule("update.deadline")
            .checkedBy(Checker.HANDLER_CALLER)
            .looksAt("calls")
            .needs(Precondition.UPDATE_HANDLER)),
    UPDATE_MODEL_SHAPE(rule("update.model-shape")
            .clauses("update.model-shape", "shape.conforms", "shape.properties", "shape.keywords", "shape.objects")
            .checkedBy(Checker.GUARD)
            .looksAt("models")
            .needs(Precondition.UPDATE_HANDLER)),
    UPDATE_PRIMARY_IDENTIFIER(rule("update.primary-identifier")
            .checkedBy(Checker.GUARD)
            .looksAt("models")
            .needs(Precondition.UPDATE_HANDLER)),
    UPDATE_IDENTIFIER_UNCHANGED(rule("update.primary-identifier-unchanged")
            .checkedBy(Checker.GUARD)
            .looksAt("models")
            .needs(Precondition.UPDATE_HANDLER)
            .causedBy("update.no-new-resource")),
    UPDATE_ANSWER(
            rule("update.answer").checkedBy(Checker.GUARD).looksAt("successes").needs(Precondition.UPDATE_HANDLER)),
    UPDATE_RETURNS_REQUEST(rule("update.returns-request")
            .checkedBy(Checker.GUARD)
            .looksAt("properties")
            .needs(Precondition.UPDATE_HANDLER)),
    UPDATE_COMPLETE(rule("update.complete")
            .checkedBy(Checker.MODEL_COMPARISON)
            .looksAt("defaults", "properties")
            .needs(Precondition.UPDATE_HANDLER)
            .causedBy(CauseGroup.READS)
            .causedBy("update.primary-identifier", "update.primary-identifier-unchanged", "update.no-new-resource")),
    UPDATE_DESIRED_STATE(rule("update.desired-state")
            .clauses("update.desired-state", "update.in-progress", "stabilization.desired", "stabilization.mandatory")
            .checkedBy(Checker.MODEL_COMPARISON)
            .looksAt("properties", "slight changes")
            .needs(Precondition.UPDATE_HANDLER)
            .causedBy(CauseGroup.READS)
            .causedBy("update.primary-identifier-unchanged", "update.no-new-resource")),
    UPDATE_TIMEOUT(rule("update.timeout")
            .checkedBy(Checker.HANDLER_OPERATIONS)
            .looksAt("operations of several calls")
            .needs(Precondition.UPDATE_HANDLER)
            .notExercised("nothing answered IN_PROGRESS")),
    UPDATE_SUCCESS(rule("update.success")
            .clauses("update.timeout")
            .checkedBy(Checker.REFUSED_UPDATE)
            .looksAt("refused updates", "updates")
            .needs(Precondition.UPDATE_HANDLER)),
    UPDATE_READABLE(rule("update.readable")
            .clauses("stabilization.verified", "stabilization.eventual")
            .checkedBy(Checker.UPDATE)
            .looksAt("reads after an update")
            .needs(Precondition.UPDATE_HANDLER)
            .causedBy(CauseGroup.READS)
            .causedBy("create.readable", "update.primary-identifier-unchanged", "update.no-new-resource")),
    UPDATE_REPLACES(rule("update.replaces")
            .clauses("update.replaces", "update.collections")
            .checkedBy(Checker.GUARD, Checker.MODEL_COMPARISON)
            .looksAt("removed properties", "replaced lists")
            .needs(Precondition.UPDATE_HANDLER)
            .notExercised("no update took anything away")
            .causedBy("update.no-new-resource")),
    UPDATE_NOT_FOUND(rule("update.not-found")
            .checkedBy(Checker.NOT_FOUND)
            .looksAt("updates by a similar identifier", "updates of what never existed")
            .needs(Precondition.UPDATE_HANDLER)),
    UPDATE_NO_NEW_RESOURCE(rule("update.no-new-resource")
            .checkedBy(Checker.LISTED_RESOURCES)
            .looksAt("lists after an update")
            .needs(Precondition.UPDATE_HANDLER)),
    UPDATE_OTHERS(rule("update.others-untouched")
            .clauses("others-untouched")
            .checkedBy(Checker.OTHERS_UNTOUCHED)
            .looksAt("reads of other resources")
            .needs(Precondition.UPDATE_HANDLER)
            .causedBy("create.readable", "read.complete")),
    DELETE_DEADLINE(rule("delete.deadline").checkedBy(Checker.HANDLER_CALLER).looksAt("calls")),
    DELETE_MODEL_SHAPE(rule("delete.model-shape")
            .clauses("shape.conforms")
            .checkedBy(Checker.GUARD)
            .looksAt("models")
            .notExercised("nothing answered IN_PROGRESS")),
    DELETE_IDENTIFIER_ONLY(rule("delete.identifier-only")
            .clauses("delete.identifier-only", "identifier.only-input", "identifier.additional-only-input")
            .checkedBy(Checker.DELETION)
            .looksAt("deletes", "deletes by another identifier")
            .needs(Precondition.IDENTIFIERS_ALONE)),
    DELETE_SUCCESS(rule("delete.success")
            .checkedBy(Checker.DELETION)
            .looksAt("deletes of what exists")
            .causedBy(CauseGroup.IDENTIFIERS)
            .causedBy("update.primary-identifier-unchanged", "update.no-new-resource", "delete.identifier-only")),
    DELETE_NO_MODEL(rule("delete.no-model").checkedBy(Checker.GUARD).looksAt("successes")),
    DELETE_DESIRED_STATE(rule("delete.desired-state")
            .clauses("delete.desired-state", "delete.in-progress", "stabilization.desired", "stabilization.mandatory")
            .checkedBy(Checker.DELETION)
            .looksAt("reads of what was deleted")
            .causedBy(CauseGroup.READS)
            .causedBy("read.not-found")),
    DELETE_TIMEOUT(rule("delete.timeout")
            .checkedBy(Checker.HANDLER_OPERATIONS)
            .looksAt("operations of several calls")
            .notExercised("nothing answered IN_PROGRESS")),
    DELETE_NOT_FOUND(rule("delete.not-found")
            .checkedBy(Checker.NOT_FOUND)
            .looksAt("deletes by a similar identifier", "deletes of what never existed")
            .causedBy("delete.identifier-only")),
    DELETE_GONE(rule("delete.gone")
            .clauses("delete.gone", "stabilization.deleted", "stabilization.audit-trail")
            .checkedBy(Checker.DELETION)
            .looksAt(
                    "deletes of what was deleted",
                    "reads of what was deleted",
                    "reads of what was deleted by another identifier",
                    "updates of what was deleted")
            .causedBy(CauseGroup.READS)
            .causedBy(
                    "create.already-exists",
                    "update.not-found",
                    "delete.identifier-only",
                    "delete.not-found",
                    "delete.others-untouched",
                    "read.not-found")),
    DELETE_UNLISTED(rule("delete.unlisted")
            .checkedBy(Checker.LISTED_RESOURCES)
            .looksAt("lists after a delete")
            .needs(Precondition.LIST_HANDLER)
            .causedBy(CauseGroup.LISTS, CauseGroup.DELETES)
            .causedBy("create.already-exists", "delete.identifier-only")),
    DELETE_RECREATE(rule("delete.recreate")
            .clauses("delete.recreate", "stabilization.deleted")
            .checkedBy(Checker.RECREATE)
            .looksAt("creates after a delete")
            .causedBy(CauseGroup.DELETES, CauseGroup.IDENTIFIERS, CauseGroup.UNFINISHED_CREATES)
            .causedBy(
                    "create.failed-not-created", "create.readable", "create.already-exists", "delete.identifier-only")),
    DELETE_OTHERS(rule("delete.others-untouched")
            .clauses("others-untouched")
            .checkedBy(Checker.OTHERS_UNTOUCHED)
            .looksAt("reads of other resources")
            .causedBy("create.readable", "read.complete")),
    READ_DEADLINE(rule("read.deadline").checkedBy(Checker.HANDLER_CALLER).looksAt("calls")),
    READ_SYNCHRONOUS(rule("read.synchronous").checkedBy(Checker.GUARD).looksAt("reads")),
    READ_MODEL_SHAPE(rule("read.model-shape")
            .clauses("read.model-shape", "shape.conforms", "shape.properties", "shape.keywords", "shape.objects")
            .checkedBy(Checker.GUARD)
            .looksAt("models")),
    READ_PRIMARY_IDENTIFIER(rule("read.primary-identifier")
            .clauses("identifier.returned")
            .checkedBy(Checker.GUARD, Checker.OTHERS_UNTOUCHED)
            .looksAt("models")
            .causedBy(CauseGroup.IDENTIFIERS)),
    READ_IDENTIFIER_ONLY(rule("read.identifier-only")
            .clauses("read.identifier-only", "identifier.only-input")
            .checkedBy(Checker.LIFECYCLE)
            .looksAt("reads")
            .needs(Precondition.IDENTIFIERS_ALONE)),
    READ_ADDITIONAL_IDENTIFIERS(rule("read.additional-identifiers")
            .clauses("create.readable", "identifier.additional-only-input")
            .checkedBy(Checker.ADDITIONAL_IDENTIFIERS)
            .looksAt("reads")
            .needs(Precondition.ADDITIONAL_IDENTIFIERS)
            .causedBy(CauseGroup.READS, CauseGroup.IDENTIFIERS)
            .causedBy("create.readable", "create.already-exists", "read.primary-identifier", "read.complete")),
    READ_COMPLETE(rule("read.complete")
            .checkedBy(Checker.MODEL_COMPARISON)
            .looksAt("properties")
            .causedBy(CauseGroup.READS)
            .causedBy("read.primary-identifier")),
    READ_NOT_FOUND(rule("read.not-found")
            .checkedBy(Checker.NOT_FOUND)
            .looksAt("reads by a similar identifier", "reads of what never existed", "reads of what was deleted")
            .causedBy(CauseGroup.READS)),
    LIST_DEADLINE(rule("list.deadline")
            .checkedBy(Checker.HANDLER_CALLER)
            .looksAt("calls")
            .needs(Precondition.LIST_HANDLER)),
    LIST_SYNCHRONOUS(
            rule("list.synchronous").checkedBy(Checker.GUARD).looksAt("lists").needs(Precondition.LIST_HANDLER)),
    LIST_IDENTIFIERS(rule("list.identifiers")
            .clauses("list.identifiers", "identifier.returned")
            .checkedBy(Checker.GUARD, Checker.LISTED_RESOURCES)
            .looksAt("entries")
            .needs(Precondition.LIST_HANDLER)
            .causedBy("list.synchronous")),
    LIST_READABLE(rule("list.readable")
            .checkedBy(Checker.LISTED_RESOURCES)
            .looksAt("entries")
            .needs(Precondition.LIST_HANDLER)
            .causedBy(CauseGroup.READS, CauseGroup.LISTS, CauseGroup.DELETES)
            .causedBy("create.readable", "delete.unlisted", "read.primary-identifier")),
    LIST_PAGINATES(rule("list.paginates")
            .clauses("list.paginates", "list.next-page")
            .checkedBy(Checker.GUARD, Checker.PAGINATION)
            .looksAt("pages", "resources in one list")
            .needs(Precondition.LIST_HANDLER)
            .causedBy(CauseGroup.LISTS, CauseGroup.DELETES, CauseGroup.IDENTIFIERS, CauseGroup.UNFINISHED_CREATES)
            .causedBy(
                    "create.failed-not-created",
                    "create.answer",
                    "create.listed",
                    "create.idempotent",
                    "create.others-untouched",
                    "delete.unlisted",
                    "delete.recreate",
                    "delete.others-untouched",
                    "list.readable",
                    "leak.none")),
    LIST_TERMINATES(rule("list.terminates")
            .checkedBy(Checker.LIST_READER)
            .looksAt("whole lists")
            .needs(Precondition.LIST_HANDLER)),
    LIST_EMPTY(rule("list.empty")
            .checkedBy(Checker.LISTED_RESOURCES)
            .looksAt("lists")
            .needs(Precondition.LIST_HANDLER)
            .notExercised("the list was never empty")
            .causedBy(CauseGroup.LISTS, CauseGroup.DELETES)
            .causedBy("delete.unlisted")),
    NO_NULLS(rule("model.no-nulls")
            .clauses("create.no-nulls", "update.no-nulls", "read.no-nulls")
            .checkedBy(Checker.GUARD)
            .looksAt("values")),
    NO_WRITE_ONLY(rule("model.no-write-only")
            .checkedBy(Checker.GUARD)
            .looksAt("models")
            .needs(Precondition.WRITE_ONLY_PROPERTIES)),
    FAILURE_MESSAGE(rule("failure.message")
            .clauses("create.failure", "update.failure", "delete.failure")
            .checkedBy(Checker.GUARD)
            .looksAt("failures")),
    FAILURE_CODE(rule("failure.code")
            .clauses("create.failure", "update.failure", "delete.failure")
            .checkedBy(Checker.GUARD, Checker.ERROR_CODE)
            .looksAt("failures", "refusals of invalid inputs")),
    CALLBACK_DELAY(rule("progress.callback-delay")
            .checkedBy(Checker.GUARD)
            .looksAt("answers IN_PROGRESS")
            .notExercised("nothing answered IN_PROGRESS")),
    NO_LEAK(rule("leak.none")
            .checkedBy(Checker.LISTED_RESOURCES)
            .looksAt("lists")
            .needs(Precondition.LIST_HANDLER)
            .causedBy(
                    CauseGroup.READS,
                    CauseGroup.LISTS,
                    CauseGroup.DELETES,
                    CauseGroup.IDENTIFIERS,
                    CauseGroup.UNFINISHED_CREATES)
            .causedBy(
                    "create.failed-not-created",
                    "create.answer",
                    "create.already-exists",
                    "create.others-untouched",
                    "update.not-found",
                    "update.no-new-resource",
                    "delete.identifier-only",
                    "delete.others-untouched",
                    "read.not-found")),
    TAGS_ON_CREATE(rule("tags.on-create").checkedBy(Checker.REQUEST_TAGS).looksAt("tags of requests")),
    TAGS_ON_UPDATE(rule("tags.on-update").checkedBy(Checker.REQUEST_TAGS).looksAt("tags of requests"));

    @SuppressWarnings("ImmutableEnumChecker") // Its collections are unmodifiable copies.
    private final RuleDefinition definition;

    Rule(RuleDefinition definition) {
        this.definition = definition;
    }

    public String id() {
        return definition.id();
    }

    /// The ids of the clauses that it stands for.
    public List<String> clauses() {
        return definition.clauses();
    }

    /// Where it is checked: by the guard, by one other class, or by both.
    public Set<Checker> checkers() {
        return definition.checkers();
    }

    /// What is counted as looked at, `reads after a create` for example.
    public List<String> looksAt() {
        return definition.looksAt();
    }

    /// When it is not exercised, in words.
    public List<String> notExercised() {
        return definition.notExercised();
    }

    /// Why it was not exercised, where the run itself has not said.
    ///
    /// @param created whether any resource could be created
    public String whyNotExercised(ResourceSchema schema, ResourceHandler handler, boolean created) {
        return definition.whyNotExercised(schema, handler, created);
    }

    /// The rules of which it is a consequence when they are broken.
    public Set<Rule> causes() {
        Set<Rule> causes = EnumSet.noneOf(Rule.class);
        definition.causes().forEach(id -> causes.add(parse(id).orElseThrow()));
        return causes;
    }

    /// The first of the broken rules that this one is a consequence of.
    public Optional<Rule> cause(Set<Rule> broken) {
        return causes().stream().filter(broken::contains).findFirst();
    }

    /// How long one call of a handler may take.
    public static Rule deadline(HandlerKind kind) {
        return switch (kind) {
            case CREATE -> CREATE_DEADLINE;
            case READ -> READ_DEADLINE;
            case UPDATE -> UPDATE_DEADLINE;
            case DELETE -> DELETE_DEADLINE;
            case LIST -> LIST_DEADLINE;
        };
    }

    /// How long an operation may take that is carried out in several calls.
    public static Rule timeout(HandlerKind kind) {
        return switch (kind) {
            case CREATE -> CREATE_TIMEOUT;
            case UPDATE -> UPDATE_TIMEOUT;
            case DELETE -> DELETE_TIMEOUT;
            case READ, LIST -> throw new IllegalArgumentException(kind + " is one call");
        };
    }

    /// The sentence of the contract, or of the document its clause names, that the rule stands for.
    public String sentence() {
        return Contract.clause(this).sentence();
    }

    /// The rule of that id.
    public static Optional<Rule> parse(String id) {
        return Arrays.stream(values()).filter(rule -> rule.id().equals(id)).findFirst();
    }

    @Override
    public String toString() {
        return id();
    }
}
