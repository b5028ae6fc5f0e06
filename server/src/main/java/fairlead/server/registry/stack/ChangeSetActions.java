package fairlead.server.registry.stack;

import fairlead.cloudformation.Compiled;
import fairlead.server.problem.ProblemException;
import fairlead.server.registry.query.QueryParameters;
import fairlead.server.registry.query.XmlWriter;
import fairlead.server.registry.stack.content.StackContent;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.ChangeSets;
import fairlead.server.stack.ImportRules;
import fairlead.server.stack.SecretProperties;
import fairlead.server.stack.StackRequest;
import fairlead.server.stack.Stacks;
import fairlead.server.stack.record.ChangeSet;
import fairlead.server.stack.record.PlanJson;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackStatus;
import fairlead.server.stack.step.StackOrder;
import fairlead.server.stack.template.StackScope;
import fairlead.server.type.AccountTypes;
import fairlead.stack.NodePlan;
import fairlead.stack.document.Document;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The actions on change sets.
final class ChangeSetActions {

    private static final int PAGE = 100;
    private static final String DESCRIPTION = "description";
    private static final String TOKEN = "clientToken";
    private static final String ON_FAILURE = "onStackFailure";
    private static final String NESTED = "includeNestedStacks";
    private static final String CONTENT = "content";
    private static final String EXISTING = "importExistingResources";

    private final Stacks stacks;
    private final ChangeSets changeSets;
    private final StackFinder finder;
    private final ChangeSetFinder named;
    private final TemplateFiles files;
    private final StackWrites writes;
    private final AccountTypes types;

    ChangeSetActions(
            Stacks stacks,
            ChangeSets changeSets,
            StackFinder finder,
            TemplateFiles files,
            StackWrites writes,
            AccountTypes types) {
        this.types = types;
        this.stacks = stacks;
        this.changeSets = changeSets;
        this.finder = finder;
        named = new ChangeSetFinder(finder, changeSets);
        this.files = files;
        this.writes = writes;
    }

    // -- CreateChangeSet --------------------------------------------------------------------------------------------

    void create(StackCall call, XmlWriter result) {
        QueryParameters parameters = call.parameters();
        String stackName = parameters.required("StackName", StackRules.NAME_OR_ID);
        String name = parameters.required("ChangeSetName", StackRules.CHANGE_SET_NAME);
        Optional<String> token = parameters.text("ClientToken", StackRules.ANY_TOKEN);
        Optional<String> description = parameters.text("Description", StackRules.DESCRIPTION);
        StackRules.ChangeSetType type = parameters
                .word("ChangeSetType", StackRules.ChangeSetType.class)
                .orElse(StackRules.ChangeSetType.UPDATE);
        Optional<StackRules.OnFailure> onFailure = parameters.word("OnStackFailure", StackRules.OnFailure.class);
        boolean nested = parameters.flag("IncludeNestedStacks").orElse(false);
        boolean imports = type == StackRules.ChangeSetType.IMPORT;
        if (parameters.has("DeploymentMode")) {
            throw StackFaults.unavailable("DeploymentMode");
        }
        if (imports && onFailure.isPresent()) {
            parameters.wrong("OnStackFailure can not be specified for a change set of the type IMPORT: what has been"
                    + " imported is forgotten when it fails");
        }
        parameters.verify();
        Optional<Stack> present = finder.find(call, stackName);
        Optional<StackContent> before = present.map(stack -> new StackContent(stack.content()));
        if (type == StackRules.ChangeSetType.UPDATE && present.isEmpty()) {
            throw StackFaults.noStack(stackName);
        }
        StackContent content = new StackInput(call, files, before).content(false);
        ObjectNode request = Documents.empty();
        request.set(CONTENT, content.json());
        token.ifPresent(text -> request.put(TOKEN, text));
        description.ifPresent(text -> request.put(DESCRIPTION, text));
        onFailure.ifPresent(word -> request.put(ON_FAILURE, word.name()));
        request.put(NESTED, nested);
        if (imports) {
            request.put(ImportRules.ALONE, true);
        }
        ChangeSets.Importing importing = imports(call, content, present, imports);
        if (importing.existing()) {
            request.put(EXISTING, true);
        }
        ChangeSets.Target target = new ChangeSets.Target(
                call.place(),
                present.map(Stack::name).orElse(stackName),
                CloudFormationLanguage.NAME,
                type == StackRules.ChangeSetType.CREATE || (imports && isNew(present)));
        ChangeSet made = repeated(present, name, token, request)
                .orElseGet(
                        () -> changeSets.create(writes.caller(call, content.role()), target, name, request, importing));
        result.text("Id", call.arn(made))
                .text(
                        "StackId",
                        StackArn.of(
                                call.place(),
                                call.account(),
                                target.stack(),
                                made.stack().toString()));
    }

    private static boolean isNew(Optional<Stack> present) {
        return present.filter(stack -> stack.status() != StackStatus.REVIEW_IN_PROGRESS)
                .isEmpty();
    }

    /// @param alone whether nothing else may be changed
    private ChangeSets.Importing imports(StackCall call, StackContent content, Optional<Stack> present, boolean alone) {
        QueryParameters parameters = call.parameters();
        boolean asked = alone
                || parameters.has("ResourcesToImport")
                || parameters.flag("ImportExistingResources").orElse(false);
        if (!asked) {
            return ChangeSets.Importing.NONE;
        }
        Stack stack = present.orElseGet(() ->
                stacks.imagined(call.place(), parameters.text("StackName").orElse(""), CloudFormationLanguage.NAME));
        Compiled told = CloudFormationLanguage.told(stacks.source(stack, content.json()));
        StackScope scope = new StackScope(types, call.place().subscription());
        return new ImportInput(parameters, scope, alone)
                .imports(
                        present.map(one -> new StackContent(one.content())),
                        TemplateFiles.parsed(content.template()),
                        told.document(),
                        TemplateFiles.parsed(told.processed()));
    }

    /// The change set that was made by the same request before.
    private Optional<ChangeSet> repeated(
            Optional<Stack> stack, String name, Optional<String> token, ObjectNode request) {
        return stack.flatMap(one -> changeSets.find(one, name))
                .filter(_ -> token.isPresent())
                .filter(set -> set.request().equals(request));
    }

    // -- the others -------------------------------------------------------------------------------------------------

    void describe(StackCall call, XmlWriter result) {
        boolean values = call.parameters().flag("IncludePropertyValues").orElse(false);
        ChangeSetFinder.Named found = named.named(call);
        ChangeSet set = found.set();
        Stack stack = found.stack();
        StackContent content = content(set);
        result.text("ChangeSetName", set.name())
                .text("ChangeSetId", call.arn(set))
                .text("StackId", call.arn(stack))
                .text("StackName", stack.name())
                .text("Description", text(set, DESCRIPTION));
        StackXml.parameters(result, content);
        result.time("CreationTime", set.created())
                .text("ExecutionStatus", set.execution().name())
                .text("Status", set.status().name());
        StackXml.reason(result, "StatusReason", reason(stack, set));
        result.texts("NotificationARNs", content.notificationArns())
                .element("RollbackConfiguration", _ -> {})
                .texts("Capabilities", content.capabilities());
        StackXml.tags(result, content.tags());
        result.text("OnStackFailure", text(set, ON_FAILURE))
                .flag("IncludeNestedStacks", set.request().path(NESTED).asBoolean(false))
                .flag("ImportExistingResources", set.request().path(EXISTING).asBoolean(false))
                .text("ParentChangeSetId", changeSets.parent(set).map(call::arn))
                .text("RootChangeSetId", changeSets.root(set).map(call::arn));
        Map<String, String> nested = new LinkedHashMap<>();
        changeSets.nested(set).forEach((key, one) -> nested.put(key, call.arn(one)));
        Map<String, StackNode> nodes = new LinkedHashMap<>();
        stacks.nodes(stack.id()).forEach(node -> nodes.put(node.key(), node));
        ChangeXml changes = new ChangeXml(
                nodes,
                values,
                secrets(stack, new StackContent(stack.content()), values),
                secrets(stack, content, values),
                nested);
        List<NodePlan> plans = PlanJson.read(set.plan()).nodes().stream()
                .filter(plan -> plan.action() != NodePlan.Action.KEEP)
                .toList();
        Pages.write(call.parameters(), result, "Changes", plans, PAGE, changes::change);
    }

    /// @param asked whether it is asked for at all
    private SecretProperties secrets(Stack stack, StackContent content, boolean asked) {
        if (!asked) {
            return new SecretProperties(Optional.empty());
        }
        if (content.template().isEmpty()) {
            return new SecretProperties(Optional.of(Document.empty()));
        }
        try {
            return new SecretProperties(Optional.of(CloudFormationLanguage.told(stacks.source(stack, content.json()))
                    .document()));
        } catch (ProblemException changedSince) {
            return new SecretProperties(Optional.empty());
        }
    }

    private static StackContent content(ChangeSet set) {
        return new StackContent((ObjectNode) set.request().path(CONTENT));
    }

    private static Optional<String> text(ChangeSet set, String name) {
        return Optional.ofNullable(set.request().path(name).stringValue(null));
    }

    /// What stands in the way of it, and what its author should know though nothing is wrong.
    private String reason(Stack stack, ChangeSet set) {
        List<String> reasons = new ArrayList<>();
        if (!set.reason().isEmpty()) {
            reasons.add(set.reason());
        }
        if (set.status() == ChangeSet.Status.CREATE_COMPLETE) {
            warnings(stack, set).forEach(warning -> reasons.add("[WARN] " + warning));
        }
        return String.join(" ", reasons);
    }

    private List<String> warnings(Stack stack, ChangeSet set) {
        StackContent content = content(set);
        List<String> warnings = new ArrayList<>();
        try {
            warnings.addAll(CloudFormationLanguage.told(stacks.source(stack, content.json()))
                    .document()
                    .warnings());
        } catch (ProblemException changedSince) {
            warnings.add(changedSince.problem().message());
        }
        return warnings;
    }

    void execute(StackCall call) {
        QueryParameters parameters = call.parameters();
        Optional<String> token = StackWrites.token(parameters);
        boolean noRollback = parameters.flag("DisableRollback").orElse(false);
        boolean deletesNew = parameters.flag("RetainExceptOnCreate").orElse(false);
        ChangeSetFinder.Named found = named.named(call);
        Optional<String> asked = text(found.set(), ON_FAILURE);
        if (noRollback && ImportRules.isAlone(found.set())) {
            throw StackFaults.invalid("You cannot specify DisableRollback for a change set of the type IMPORT: what has"
                    + " been imported is forgotten when it fails.");
        }
        if (noRollback && asked.isPresent()) {
            throw StackFaults.invalid("You cannot specify DisableRollback for a change set with OnStackFailure.");
        }
        StackOrder.OnFailure then = noRollback
                ? StackOrder.OnFailure.DO_NOTHING
                : asked.map(StackOrder.OnFailure::valueOf).orElse(StackOrder.OnFailure.ROLLBACK);
        StackContent content = content(found.set());
        ObjectNode what = Documents.empty()
                .put("changeSet", found.set().id().toString())
                .put("onFailure", then.name())
                .put("retainExceptOnCreate", deletesNew);
        StackRequest request = StackRequest.of(writes.caller(call, content.role()), token, "ExecuteChangeSet", what);
        Stack _ = changeSets.execute(request, found.stack(), found.set(), then, !deletesNew);
    }

    /// What a stack does not have need not be deleted: the AWS CDK asks for it before it makes one.
    void delete(StackCall call) {
        named.namedIfAny(call).ifPresent(found -> changeSets.delete(call.caller(), found.stack(), found.set()));
    }

    void list(StackCall call, XmlWriter result) {
        Stack stack = finder.named(call);
        Pages.write(call.parameters(), result, "Summaries", changeSets.list(stack), PAGE, (xml, set) -> {
            xml.text("StackId", call.arn(stack))
                    .text("StackName", stack.name())
                    .text("ChangeSetId", call.arn(set))
                    .text("ChangeSetName", set.name())
                    .text("ExecutionStatus", set.execution().name())
                    .text("Status", set.status().name());
            StackXml.reason(xml, "StatusReason", set.reason());
            xml.time("CreationTime", set.created())
                    .text("Description", text(set, DESCRIPTION))
                    .flag("IncludeNestedStacks", set.request().path(NESTED).asBoolean(false))
                    .flag(
                            "ImportExistingResources",
                            set.request().path(EXISTING).asBoolean(false))
                    .text("ParentChangeSetId", changeSets.parent(set).map(call::arn))
                    .text("RootChangeSetId", changeSets.root(set).map(call::arn));
        });
    }

    /// What a change set has, and the stack that it is of.
    record Wanted(Stack stack, StackContent content) {}

    Wanted wanted(StackCall call, Optional<String> stack, String name) {
        ChangeSetFinder.Named found = named.require(call, stack, name);
        return new Wanted(found.stack(), content(found.set()));
    }
}
