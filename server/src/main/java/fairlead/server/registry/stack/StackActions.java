package fairlead.server.registry.stack;

import fairlead.server.access.Action;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.problem.SignatureFlaw;
import fairlead.server.registry.query.CommonErrors;
import fairlead.server.registry.query.QueryCall;
import fairlead.server.registry.query.QueryService;
import fairlead.server.registry.query.XmlWriter;
import fairlead.server.scope.Locations;
import fairlead.server.signature.AssumedRoles;
import fairlead.server.stack.StackEngine;
import fairlead.server.stack.Stacks;
import fairlead.server.stack.record.StackPlace;
import fairlead.server.type.AccountTypes;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The actions on stacks. An account is a subscription, a region a location; resources live in the account's group, as
/// those do that are made by Cloud Control.
public final class StackActions implements QueryService {

    private static final Set<String> REFUSED = Set.of(
            "ActivateOrganizationsAccess",
            "CreateGeneratedTemplate",
            "CreateStackInstances",
            "CreateStackRefactor",
            "CreateStackSet",
            "DeactivateOrganizationsAccess",
            "DeleteGeneratedTemplate",
            "DeleteStackInstances",
            "DeleteStackSet",
            "DescribeChangeSetHooks",
            "DescribeGeneratedTemplate",
            "DescribeOrganizationsAccess",
            "DescribeResourceScan",
            "DescribeStackInstance",
            "DescribeStackRefactor",
            "DescribeStackSet",
            "DescribeStackSetOperation",
            "DetectStackSetDrift",
            "ExecuteStackRefactor",
            "GetGeneratedTemplate",
            "ImportStacksToStackSet",
            "ListGeneratedTemplates",
            "ListResourceScanRelatedResources",
            "ListResourceScanResources",
            "ListResourceScans",
            "ListStackInstanceResourceDrifts",
            "ListStackInstances",
            "ListStackRefactorActions",
            "ListStackRefactors",
            "ListStackSetAutoDeploymentTargets",
            "ListStackSetOperationResults",
            "ListStackSetOperations",
            "ListStackSets",
            "StartResourceScan",
            "StopStackSetOperation",
            "UpdateGeneratedTemplate",
            "UpdateStackInstances",
            "UpdateStackSet");

    /// As the engine names them, which knows no ARNs.
    private static final Pattern STACK = Pattern.compile("Stack:([0-9a-f-]{36})");
    private static final Pattern CHANGE_SET = Pattern.compile("ChangeSet \\[([0-9a-f-]{36})\\]");

    private final Locations locations;
    private final Stacks stacks;
    private final StackFinder finder;
    private final StackReads reads;
    private final StackWrites writes;
    private final ChangeSetActions changeSets;
    private final TemplateActions templates;
    private final DriftActions drifts;
    private final ExportActions exports;
    private final StackPolicies policies;
    private final StackEngine engine;

    /// What they work with.
    ///
    /// @param files where templates were uploaded to
    /// @param roles as whom stacks can be changed
    public record Parts(
            StackEngine engine,
            Locations locations,
            TemplateFiles files,
            AssumedRoles roles,
            AccountTypes types,
            Clock clock,
            Supplier<UUID> ids) {}

    public StackActions(Parts parts) {
        engine = parts.engine();
        locations = parts.locations();
        stacks = engine.stacks();
        finder = new StackFinder(stacks);
        TemplateFiles files = parts.files();
        reads = new StackReads(stacks, engine.changeSets(), finder);
        writes = new StackWrites(stacks, finder, files, parts.roles());
        changeSets = new ChangeSetActions(stacks, engine.changeSets(), finder, files, writes, parts.types());
        templates = new TemplateActions(stacks, finder, files, changeSets, parts.types());
        drifts = new DriftActions(stacks, finder, parts.clock(), parts.ids());
        exports = new ExportActions(stacks);
        policies = new StackPolicies(stacks, files);
    }

    /// Whether CloudFormation has an action on stacks of that name, also one that is refused here.
    public static boolean has(String action) {
        return StackAction.parse(action).isPresent() || REFUSED.contains(action);
    }

    @Override
    public String version() {
        return "2010-05-15";
    }

    @Override
    public String namespace() {
        return "http://cloudformation.amazonaws.com/doc/2010-05-15/";
    }

    @Override
    public String signingName() {
        return "cloudformation";
    }

    @Override
    public boolean changes(String action) {
        return StackAction.parse(action).filter(StackAction::changes).isPresent();
    }

    @Override
    public Optional<Action> asks(String action) {
        return StackAction.parse(action).map(StackAction::permission);
    }

    @Override
    public void answer(QueryCall query, XmlWriter result) {
        if (REFUSED.contains(query.action())) {
            throw StackFaults.invalid(query.action() + " is not available on this server.");
        }
        StackAction action = StackAction.parse(query.action())
                .orElseThrow(() -> CommonErrors.noSuchAction(query.action(), version()));
        StackCall call = call(query);
        StackMembers.of(action).requireHeeded(call.parameters());
        try {
            act(action, call, result);
        } catch (ProblemException refused) {
            throw new ProblemException(named(call, refused.problem()));
        }
    }

    private StackCall call(QueryCall query) {
        String region = query.signed().region();
        if (!locations.has(region)) {
            throw new ProblemException(new Problem.SignatureRefused(
                    SignatureFlaw.MISMATCH,
                    "Credential should be scoped to a valid region, one of " + String.join(", ", locations.offered())
                            + "."));
        }
        String location = Locations.normal(region);
        String group = locations.group(query.signed().account().group(), location);
        return new StackCall(query, new StackPlace(query.signed().account().subscription(), group, location));
    }

    /// The problem with ARNs in the place of ids.
    private Problem named(StackCall call, Problem problem) {
        if (!(problem instanceof Problem.BadRequest(var code, var message, var about))) {
            return problem;
        }
        String named = STACK.matcher(message)
                .replaceAll(found -> stacks.find(call.place(), found.group(1))
                        .map(stack -> Matcher.quoteReplacement("Stack:" + call.arn(stack)))
                        .orElse(Matcher.quoteReplacement(found.group())));
        if (code == ProblemCode.INVALID_CHANGE_SET_STATUS) {
            named = CHANGE_SET
                    .matcher(named)
                    .replaceAll(found -> engine.changeSets()
                            .find(UUID.fromString(found.group(1)))
                            .map(set -> Matcher.quoteReplacement("ChangeSet [" + call.arn(set) + "]"))
                            .orElse(Matcher.quoteReplacement(found.group())));
        }
        return new Problem.BadRequest(code, named, about);
    }

    private void act(StackAction action, StackCall call, XmlWriter result) {
        switch (action) {
            case CREATE_STACK -> writes.create(call, result);
            case UPDATE_STACK -> writes.update(call, result);
            case DELETE_STACK -> writes.delete(call);
            case CANCEL_UPDATE_STACK -> writes.cancelUpdate(call);
            case CONTINUE_UPDATE_ROLLBACK -> writes.continueRollback(call);
            case ROLLBACK_STACK -> writes.rollback(call, result);
            case UPDATE_TERMINATION_PROTECTION -> writes.protect(call, result);
            case DESCRIBE_STACKS -> reads.describe(call, result);
            case LIST_STACKS -> reads.list(call, result);
            case DESCRIBE_STACK_EVENTS -> reads.events(call, result);
            case DESCRIBE_EVENTS -> reads.operationEvents(call, result);
            case DESCRIBE_STACK_RESOURCE -> reads.resource(call, result);
            case DESCRIBE_STACK_RESOURCES -> reads.resources(call, result);
            case LIST_STACK_RESOURCES -> reads.listResources(call, result);
            case GET_TEMPLATE -> templates.get(call, result);
            case GET_TEMPLATE_SUMMARY -> templates.summary(call, result);
            case VALIDATE_TEMPLATE -> templates.validate(call, result);
            case CREATE_CHANGE_SET -> changeSets.create(call, result);
            case DESCRIBE_CHANGE_SET -> changeSets.describe(call, result);
            case EXECUTE_CHANGE_SET -> changeSets.execute(call);
            case DELETE_CHANGE_SET -> changeSets.delete(call);
            case LIST_CHANGE_SETS -> changeSets.list(call, result);
            case LIST_EXPORTS -> exports.list(call, result);
            case LIST_IMPORTS -> exports.imports(call, result);
            case GET_STACK_POLICY -> policies.get(finder, call, result);
            case SET_STACK_POLICY -> policies.set(finder, call);
            case DETECT_STACK_DRIFT -> drifts.detect(call, result);
            case DETECT_STACK_RESOURCE_DRIFT -> drifts.detectOne(call, result);
            case DESCRIBE_STACK_DRIFT_DETECTION_STATUS -> drifts.status(call, result);
            case DESCRIBE_STACK_RESOURCE_DRIFTS -> drifts.list(call, result);
            case DESCRIBE_ACCOUNT_LIMITS -> limits(result);
            case SIGNAL_RESOURCE -> writes.signal(engine.signals(), call);
            case ESTIMATE_TEMPLATE_COST ->
                throw StackFaults.invalid(action.text() + " is not available on this server.");
        }
    }

    private record Limit(String name, int value) {}

    private static void limits(XmlWriter result) {
        var counts = StackRules.LIMITS.counts();
        List<Limit> limits =
                List.of(new Limit("StackOutputsLimit", counts.outputs()), new Limit("ConcurrentResourcesLimit", 2500));
        result.list(
                "AccountLimits",
                limits,
                (xml, limit) -> xml.text("Name", limit.name()).number("Value", limit.value()));
    }
}
