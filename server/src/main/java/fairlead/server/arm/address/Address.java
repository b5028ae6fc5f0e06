package fairlead.server.arm.address;

import fairlead.server.operation.OperationId;
import fairlead.server.resource.record.Listing;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.RegisteredType;
import java.util.Optional;

/// What an address of the protocol points at, with the registered casing of types and the caller's casing of
/// names.
public sealed interface Address {

    record Subscriptions() implements Address {}

    record OneSubscription(String subscription) implements Address {}

    record SubscriptionLocations(String subscription) implements Address {}

    /// @param group empty for all of the subscription
    record AllResources(String subscription, Optional<String> group) implements Address {}

    record Groups(String subscription) implements Address {}

    record OneGroup(String subscription, String group) implements Address {}

    record Providers(String subscription) implements Address {}

    record OneProvider(String subscription, String namespace) implements Address {}

    /// @param action in lower case
    record ProviderAction(String subscription, String namespace, String action) implements Address {}

    /// What can be done with the types of a namespace; in no subscription.
    record ProviderOperations(String namespace) implements Address {}

    /// The same of one namespace or of all, as tools that write permissions ask for it.
    ///
    /// @param namespace empty for all
    record ProviderOperationsMetadata(Optional<String> namespace) implements Address {}

    /// Something that is done for the whole tenant.
    ///
    /// @param action as the caller wrote it
    record TenantAction(String namespace, String action) implements Address {}

    record NameCheck(String subscription, String namespace) implements Address {}

    /// @param scope the id of the subscription, group or resource
    record Locks(String subscription, String scope) implements Address {}

    /// @param scope as in [Locks]
    record OneLock(String subscription, String scope, String name) implements Address {}

    /// The tags of a place by themselves.
    ///
    /// @param of the address of the subscription, group or resource
    record TagsOf(Address of) implements Address {}

    /// The tags that a subscription's resources have.
    record TagNames(String subscription) implements Address {}

    /// @param validate to say only whether it could be done
    record Move(String subscription, String group, boolean validate) implements Address {}

    /// The writing of a group's resources as a template.
    record Export(String subscription, String group) implements Address {}

    record OneResource(ResourceId id, RegisteredType type) implements Address {}

    /// The SKUs that one resource could have.
    record ResourceSkus(ResourceId id, RegisteredType type) implements Address {}

    /// The SKUs that new resources could have.
    ///
    /// @param type empty for all types of the namespace
    record NewSkus(String subscription, String namespace, Optional<RegisteredType> type) implements Address {}

    /// Something that is done with a resource.
    ///
    /// @param action as the caller wrote it
    record ResourceAction(ResourceId id, RegisteredType type, String action) implements Address {}

    record ResourceList(Listing.Scope scope, RegisteredType type) implements Address {}

    record OperationList(String subscription) implements Address {}

    /// @param id empty for what can't be the id of an operation
    record OperationStatus(String subscription, Optional<OperationId> id) implements Address {}

    /// @param id as in [OperationStatus]
    record OperationResult(String subscription, Optional<OperationId> id) implements Address {}

    /// @param id as in [OperationStatus]
    record OperationCancel(String subscription, Optional<OperationId> id) implements Address {}

    /// The question what a PUT or PATCH of a resource would do.
    record WhatIf(ResourceId id, RegisteredType type) implements Address {}

    /// The secrets that a resource's handler has made.
    record Secrets(ResourceId id, RegisteredType type) implements Address {}

    /// What is known of the drift of a resource, and what happens if it drifts.
    record DriftOf(ResourceId id, RegisteredType type) implements Address {}

    /// The looking for drift of a resource.
    record DetectDrift(ResourceId id, RegisteredType type) implements Address {}

    /// What is known of the drift of resources.
    ///
    /// @param group empty for all of the subscription
    record Drifted(String subscription, Optional<String> group) implements Address {}

    /// What replacements have left behind.
    ///
    /// @param group empty for all of the subscription
    record AllOrphans(String subscription, Optional<String> group) implements Address {}

    record OneOrphan(String subscription, String location, String name) implements Address {}

    /// The cancelling of whatever is under way on a resource.
    record ResourceCancel(ResourceId id) implements Address {}
}
