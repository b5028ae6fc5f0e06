package fairlead.server.arm;

import fairlead.schema.Finding;
import fairlead.schema.text.PointerSteps;
import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.arm.address.Address;
import fairlead.server.arm.address.Addresses;
import fairlead.server.operation.ClientToken;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.Actions;
import fairlead.server.resource.Resources;
import fairlead.server.resource.WhatIf;
import fairlead.server.resource.change.ActionRequest;
import fairlead.server.resource.change.ChangeTerms;
import fairlead.server.resource.change.Delete;
import fairlead.server.resource.change.NestedPuts;
import fairlead.server.resource.change.Outcome;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.group.Groups;
import fairlead.server.resource.list.Inventory;
import fairlead.server.resource.record.Listing;
import fairlead.server.resource.record.ReadableResources;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.scope.Lock;
import fairlead.server.scope.Locks;
import fairlead.server.scope.Scopes;
import fairlead.server.stack.deployment.DeploymentResources;
import fairlead.server.stack.deployment.DeploymentScope;
import fairlead.server.type.AccountTypes;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What has an address in this protocol, for those who carry templates out: resources of registered types, resource
/// groups, locks. What is refused, and how it looks, is what a request to the address is told.
public final class AddressedResources implements DeploymentResources {

    private static final String DIGEST = "deployment";
    private static final int PAGE = 100;

    private final AccountTypes types;
    private final Addresses addresses;
    private final ApiVersions versions;
    private final Authorizer authorizer;
    private final Resources resources;
    private final WhatIf whatIf;
    private final Actions actions;
    private final Inventory inventory;
    private final Scopes scopes;
    private final PutReader puts;
    private final LockRoutes locks;
    private final Locks lockVerbs;
    private final Groups groups;

    /// What the verbs are carried out with.
    public record Verbs(
            Scopes scopes,
            Locks locks,
            Groups groups,
            Resources resources,
            WhatIf whatIf,
            Actions actions,
            Inventory inventory) {}

    public AddressedResources(AccountTypes types, Verbs verbs, Authorizer authorizer) {
        this.authorizer = authorizer;
        inventory = verbs.inventory();
        this.types = types;
        addresses = new Addresses(types);
        scopes = verbs.scopes();
        versions = new ApiVersions(types, scopes.locations());
        resources = verbs.resources();
        whatIf = verbs.whatIf();
        actions = verbs.actions();
        puts = new PutReader(resources, authorizer);
        lockVerbs = verbs.locks();
        groups = verbs.groups();
        locks = new LockRoutes(lockVerbs, scopes, resources);
    }

    private Address address(String id) {
        List<String> parts =
                Arrays.stream(id.split("/", -1)).filter(part -> !part.isEmpty()).toList();
        if (parts.isEmpty() || !parts.getFirst().equalsIgnoreCase("subscriptions")) {
            throw Addresses.nothing(parts);
        }
        return addresses.parse(parts);
    }

    private TypeVersion version(Named named, RegisteredType type) {
        return named.version().map(version -> versions.require(type, version)).orElseGet(type::current);
    }

    /// The caller, for whom it was decided that it may do that.
    private Caller permitted(Caller caller, Address address, String method) {
        if (!(ArmActions.of(address, method) instanceof Asked.Of(Action action, AccessScope scope))) {
            return caller;
        }
        return caller.with(List.of(authorizer.require(caller, action, scope)));
    }

    // -- writing ----------------------------------------------------------------------------------------------------

    @Override
    public Begun write(Caller caller, Named named, ObjectNode body, String token) {
        Address address = address(named.id());
        return switch (address) {
            case Address.OneResource(var id, var type) ->
                begun(id, resources.put(put(caller, named, id, type, body, token), Duration.ZERO));
            case Address.OneGroup group -> {
                Scopes.Demand any = Scopes.Demand.NONE;
                yield new Begun.Done(ScopeRoutes.put(scopes, permitted(caller, address, "PUT"), group, body, any)
                        .created());
            }
            case Address.OneLock lock -> {
                Caller allowed = permitted(caller, address, "PUT");
                Lock wanted = locks.lock(lock, body);
                yield new Begun.Done(lockVerbs.put(allowed, lock.subscription(), wanted));
            }
            default -> throw undeployable(named.id());
        };
    }

    private static ProblemException undeployable(String id) {
        return new ProblemException(new Problem.NotFound(
                ProblemCode.INVALID_RESOURCE_TYPE,
                "'" + id
                        + "' can't be deployed here: expected a resource of a registered type, a resource group, a"
                        + " lock, a role or the assignment of one."));
    }

    private Put put(Caller caller, Named named, ResourceId id, RegisteredType type, ObjectNode body, String token) {
        Caller allowed = permitted(caller, new Address.OneResource(id, type), "PUT");
        ChangeTerms terms = token.isEmpty()
                ? ChangeTerms.NONE
                : ChangeTerms.NONE.under(Optional.of(new ClientToken(token, DIGEST)));
        return puts.allowed(puts.read(allowed, id, version(named, type), body.deepCopy(), terms));
    }

    private static Begun begun(ResourceId id, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done(var _, var created) -> new Begun.Done(created);
            case Outcome.Accepted(var _, var operation, var created) -> new Begun.Under(operation.id(), created);
            case Outcome.Pending(var operation) -> new Begun.Under(operation.id(), true);
            case Outcome.Deleted(), Outcome.Absent() ->
                throw new ProblemException(new Problem.Conflict(
                        ProblemCode.RESOURCE_DELETED, "The resource '" + id + "' was deleted by another request."));
        };
    }

    @Override
    public void rehearse(Caller caller, Named named, ObjectNode body) {
        Address address = address(named.id());
        switch (address) {
            case Address.OneResource(var id, var type) -> refuse(whatIf.put(put(caller, named, id, type, body, "")));
            case Address.OneGroup group -> {
                Caller _ = permitted(caller, address, "PUT");
                ScopeRoutes.rehearse(scopes, group, body);
            }
            case Address.OneLock lock -> {
                Caller _ = permitted(caller, address, "PUT");
                Lock _ = locks.lock(lock, body);
            }
            default -> throw undeployable(named.id());
        }
    }

    @Override
    public void rehearsePart(Caller caller, Named named, ObjectNode properties) {
        Address address = address(named.id());
        Caller _ = permitted(caller, address, "PUT");
        if (!(address instanceof Address.OneResource(var id, var registered))) {
            return;
        }
        TypeVersion type = version(named, registered);
        ObjectNode own = properties.deepCopy();
        types.of(id.subscription()).nestedUnder(type.name()).stream()
                .map(RegisteredType::current)
                .filter(nested -> NestedPuts.isPutWith(nested, type))
                .forEach(nested -> own.remove(NestedPuts.list(nested)));
        own.remove("provisioningState");
        List<Problem.Detail> wrong = type.schema().validateInput(own).stream()
                .filter(Finding::isError)
                .filter(finding -> finding.pointer().length() > 1
                        && own.has(PointerSteps.split(finding.pointer()).getFirst()))
                .map(finding -> new Problem.Detail(finding.id(), finding.message(), "/properties" + finding.pointer()))
                .toList();
        if (!wrong.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(wrong));
        }
    }

    private static void refuse(WhatIf.Forecast forecast) {
        switch (forecast) {
            case WhatIf.Forecast.Refused(var reason) -> throw new ProblemException(reason);
            case WhatIf.Forecast.Replace(var reason) -> throw new ProblemException(reason);
            case WhatIf.Forecast.Create _,
                    WhatIf.Forecast.NoChange _,
                    WhatIf.Forecast.Modify _,
                    WhatIf.Forecast.Replaced _,
                    WhatIf.Forecast.Delete _ -> {}
        }
    }

    @Override
    public Begun delete(Caller caller, String id, String token) {
        Address address = address(id);
        return switch (address) {
            case Address.OneResource(var resource, var type) ->
                delete(permitted(caller, address, "DELETE"), resource, type, token);
            case Address.OneGroup(var subscription, var group) ->
                groups.delete(permitted(caller, address, "DELETE"), subscription, group)
                        .<Begun>map(operation -> new Begun.Under(operation.id(), false))
                        .orElseGet(() -> new Begun.Done(false));
            case Address.OneLock(var subscription, var scope, var name) -> {
                boolean _ = lockVerbs.delete(permitted(caller, address, "DELETE"), subscription, scope, name);
                yield new Begun.Done(false);
            }
            default -> throw undeployable(id);
        };
    }

    private Begun delete(Caller allowed, ResourceId resource, RegisteredType type, String token) {
        ChangeTerms terms = ChangeTerms.NONE.under(Optional.of(new ClientToken(token, DIGEST)));
        Delete asked = new Delete(allowed, resource, type.current(), terms);
        return switch (resources.delete(asked, Duration.ZERO)) {
            case Outcome.Accepted(var _, var operation, var _) -> new Begun.Under(operation.id(), false);
            case Outcome.Pending(var operation) -> new Begun.Under(operation.id(), false);
            case Outcome.Deleted(), Outcome.Absent(), Outcome.Done _ -> new Begun.Done(false);
        };
    }

    // -- reading ----------------------------------------------------------------------------------------------------

    @Override
    public Optional<ObjectNode> read(Caller caller, Named named) {
        Address address = address(named.id());
        Caller _ = permitted(caller, address, "GET");
        return switch (address) {
            case Address.OneResource(var id, var type) -> {
                TypeVersion version = version(named, type);
                yield resources
                        .find(id)
                        .map(found ->
                                ResourceJson.of(found, version.registration().envelope()))
                        .map(Documents::object);
            }
            case Address.OneGroup(var subscription, var group) ->
                scopes.findGroup(subscription, group).map(ScopeRoutes::json);
            case Address.OneLock(var subscription, var scope, var name) ->
                lockVerbs.find(subscription, scope, name).map(LockRoutes::json);
            default -> throw undeployable(named.id());
        };
    }

    @Override
    public JsonNode act(Caller caller, Named named, String action, JsonNode input) {
        if (!(address(named.id()) instanceof Address.OneResource(var id, var type))) {
            throw undeployable(named.id());
        }
        TypeVersion version = version(named, type);
        Caller allowed = permitted(caller, new Address.ResourceAction(id, type, action), "POST");
        var declared = version.registration()
                .action(action)
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.ACTION_NOT_FOUND,
                        "The type '" + version.armType() + "' has no action '" + action + "'.")));
        ObjectNode given = input instanceof ObjectNode object ? object : Documents.empty();
        return switch (actions.act(new ActionRequest(allowed, id, version, declared, given))) {
            case Actions.Result.Done(var output) ->
                output.<JsonNode>map(value -> value).orElseGet(Documents::empty);
            case Actions.Result.Accepted _ ->
                throw new ProblemException(new Problem.BadRequest(
                        ProblemCode.BAD_REQUEST,
                        "The action '" + action + "' of '" + version.armType()
                                + "' is asynchronous: a template can't use what it answers."));
        };
    }

    private static Inventory.Filter in(DeploymentScope group) {
        return new Inventory.Filter(
                group.group(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Override
    public boolean isEmpty(DeploymentScope group) {
        return inventory
                .page(group.subscription(), in(group), _ -> true, Optional.empty(), 1)
                .resources()
                .isEmpty();
    }

    @Override
    public List<String> inGroup(Caller caller, DeploymentScope group) {
        List<String> ids = new ArrayList<>();
        var filter = in(group);
        var shown = new ReadableResources(authorizer, caller).filter();
        Optional<String> after = Optional.empty();
        do {
            Listing.Page page = inventory.page(group.subscription(), filter, shown, after, PAGE);
            page.resources().forEach(resource -> ids.add(resource.id().toString()));
            after = page.next();
        } while (after.isPresent());
        return ids;
    }

    // -- looking ahead ----------------------------------------------------------------------------------------------

    /// A resource of a registered type, which need not be there.
    public record Typed(ResourceId id, TypeVersion type) {}

    /// The resource of a registered type that has the id; empty for what has none.
    public Optional<Typed> typed(Named named) {
        return address(named.id()) instanceof Address.OneResource(var id, var type)
                ? Optional.of(new Typed(id, version(named, type)))
                : Optional.empty();
    }

    /// What a PUT of the body asks for, after it was decided that the caller may ask.
    public Put asked(Caller caller, Named named, ObjectNode body) {
        if (!(address(named.id()) instanceof Address.OneResource(var id, var type))) {
            throw undeployable(named.id());
        }
        return put(caller, named, id, type, body, "");
    }
}
