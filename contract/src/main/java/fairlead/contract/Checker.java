package fairlead.contract;

/// The classes that decide rules: the guard, and parts of the suite. Each rule is checked by the guard, by one of the
/// others or by both, and by no other class.
public enum Checker {
    GUARD("fairlead.contract.Guard", "holds each answer against the rules that a single answer can break"),
    HANDLER_CALLER("fairlead.contract.call.HandlerCaller", "cuts each call off at its deadline"),
    HANDLER_OPERATIONS("fairlead.contract.call.HandlerOperations", "calls a handler until its operation has ended"),
    LIST_READER("fairlead.contract.call.ListReader", "reads lists page by page to their end"),
    LIFECYCLE(
            "fairlead.contract.scenario.LifecycleScenario", "creates a resource, reads, lists, updates and deletes it"),
    UPDATE("fairlead.contract.scenario.UpdateScenario", "updates a resource to other and to fewer properties"),
    RECREATE("fairlead.contract.scenario.RecreateScenario", "creates again what was deleted"),
    DUPLICATE_DELIVERY(
            "fairlead.contract.scenario.DuplicateDeliveryScenario",
            "delivers a create more than once with the same token"),
    DUPLICATE_CREATE(
            "fairlead.contract.scenario.DuplicateCreateScenario", "creates, with a new token, what exists already"),
    PAGINATION("fairlead.contract.scenario.PaginationScenario", "lists several resources in small pages"),
    INVALID_INPUT("fairlead.contract.scenario.InvalidInputScenario", "creates with inputs that have to be refused"),
    REQUEST_TAGS("fairlead.contract.scenario.RequestTagScenario", "creates and updates with tags of the request"),
    REFUSED_UPDATE(
            "fairlead.contract.scenario.RefusedUpdateScenario",
            "sends refused updates again to resources of their own"),
    MODEL_COMPARISON(
            "fairlead.contract.check.ModelComparison", "compares requests, answers and reads, property by property"),
    REFUSED_CREATE("fairlead.contract.check.RefusedCreateCheck", "looks for what a refused create has left"),
    ADDITIONAL_IDENTIFIERS("fairlead.contract.check.AdditionalIdentifierCheck", "reads by each additional identifier"),
    LISTED_RESOURCES("fairlead.contract.check.ListedResourcesCheck", "compares lists before and after each step"),
    OTHERS_UNTOUCHED("fairlead.contract.check.OthersUntouchedCheck", "reads the resources that a step was not about"),
    NOT_FOUND("fairlead.contract.check.NotFoundCheck", "judges answers about resources that do not exist"),
    DELETION("fairlead.contract.check.DeletionCheck", "judges deletes, and answers about what was deleted"),
    ERROR_CODE("fairlead.contract.check.ErrorCodeCheck", "judges the error codes of failures");

    private final String className;
    private final String task;

    Checker(String className, String task) {
        this.className = className;
        this.task = task;
    }

    /// The full name of the class.
    public String className() {
        return className;
    }

    /// The name of the class without its package.
    public String simpleName() {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    /// What it does, as the rest of a sentence that begins with its name.
    public String task() {
        return task;
    }
}
