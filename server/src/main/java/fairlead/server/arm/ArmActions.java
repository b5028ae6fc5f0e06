package fairlead.server.arm;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.access.Plane;
import fairlead.server.arm.address.Address;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.secret.SecretReads;
import fairlead.server.type.RegisteredType;
import java.util.Optional;

/// Which action each address of the protocol is, and at which scope. Who adds an address says it here: it does not
/// compile else.
///
/// The words are those of "Azure resource provider operations" where Azure has the same thing.
final class ArmActions {

    private static final String SUBSCRIPTIONS = "Microsoft.Resources/subscriptions";
    private static final String GROUPS = SUBSCRIPTIONS + "/resourceGroups";
    private static final String LEFT_BEHIND = "Fairlead.Control/leftBehind";

    private ArmActions() {}

    /// @param method of the request, in upper case
    static Asked of(Address address, String method) {
        return switch (address) {
            case Address.OneResource(var id, var type) -> at(Action.ofMethod(method, name(type)), id);
            case Address.WhatIf(var id, var type) -> at(Action.write(name(type)), id);
            case Address.ResourceSkus(var id, var type) -> at(Action.read(name(type)), id);
            case Address.DriftOf(var id, var type) -> at(Action.ofMethod(method, name(type)), id);
            case Address.DetectDrift(var id, var type) -> at(Action.called("detectDrift", name(type)), id);
            case Address.Secrets(var id, var type) ->
                at(SecretReads.action(type.current().armType()), id);
            case Address.ResourceAction(var id, var type, var word) -> at(action(type, word), id);
            case Address.ResourceCancel(var id) -> at(Action.write(id.type().toString()), id);
            case Address.OneSubscription _ -> subscription(method);
            case Address.SubscriptionLocations(var id) -> in(Action.read(SUBSCRIPTIONS + "/locations"), id);
            case Address.TagNames(var id) -> in(Action.read(SUBSCRIPTIONS + "/tagNames"), id);
            case Address.OneGroup(var id, var group) -> in(Action.ofMethod(method, GROUPS), id, group);
            case Address.Export(var id, var group) -> in(Action.called("exportTemplate", GROUPS), id, group);
            case Address.Move(var id, var group, var _) -> in(Action.called("moveResources", GROUPS), id, group);
            case Address.NewSkus(var id, var namespace, var _) -> in(Action.read(namespace + "/skus"), id);
            case Address.NameCheck(var id, var namespace) -> in(Action.read(namespace + "/checkNameAvailability"), id);
            case Address.ProviderAction(var id, var namespace, var word) ->
                in(Action.of(namespace + "/" + word + "/action"), id);
            case Address.TenantAction(var namespace, var word) ->
                Asked.ofServer(Action.of(namespace + "/" + word + "/action"));
            case Address.Locks(var _, var scope) -> at(Action.read("Microsoft.Authorization/locks"), scope);
            case Address.OneLock(var _, var scope, var _) ->
                at(Action.ofMethod(method, "Microsoft.Authorization/locks"), scope);
            case Address.TagsOf(var of) -> at(Action.ofMethod(method, "Microsoft.Resources/tags"), id(of));
            case Address.OneOrphan(var id, var _, var _) -> in(Action.ofMethod(method, LEFT_BEHIND), id);
            case Address.AllOrphans(var id, var group) -> listed(LEFT_BEHIND, id, group);
            case Address.ResourceList _,
                    Address.AllResources _,
                    Address.Groups _,
                    Address.Subscriptions _,
                    Address.Drifted _,
                    Address.OperationList _,
                    Address.OperationStatus _,
                    Address.OperationResult _,
                    Address.OperationCancel _,
                    Address.Providers _,
                    Address.OneProvider _,
                    Address.ProviderOperations _,
                    Address.ProviderOperationsMetadata _ -> Asked.KNOWN;
        };
    }

    /// The notification that a subscription begins, ends or is suspended is no request of who works in it.
    private static Asked subscription(String method) {
        return method.equals("PUT") ? Asked.ofServer(Action.write(SUBSCRIPTIONS)) : Asked.KNOWN;
    }

    private static Action action(RegisteredType type, String word) {
        Plane plane = type.current()
                .registration()
                .action(word)
                .map(action -> action.plane())
                .orElse(Plane.CONTROL);
        return Action.called(word, name(type)).on(plane);
    }

    private static String id(Address of) {
        return switch (of) {
            case Address.OneSubscription(var id) -> AccessScope.subscription(id).path();
            case Address.OneGroup(var id, var group) ->
                AccessScope.group(id, group).path();
            case Address.OneResource(var id, var _) -> id.toString();
            default -> throw new IllegalArgumentException(of + " has no tags");
        };
    }

    private static String name(RegisteredType type) {
        return type.current().armType().toString();
    }

    private static Asked listed(String what, String subscription, Optional<String> group) {
        Action read = Action.read(what);
        return group.isPresent() ? in(read, subscription, group.get()) : in(read, subscription);
    }

    private static Asked in(Action action, String subscription) {
        return new Asked.Of(action, AccessScope.subscription(subscription));
    }

    private static Asked in(Action action, String subscription, String group) {
        return new Asked.Of(action, AccessScope.group(subscription, group));
    }

    private static Asked at(Action action, ResourceId id) {
        return at(action, id.toString());
    }

    private static Asked at(Action action, String id) {
        return new Asked.Of(action, new AccessScope(id));
    }
}
