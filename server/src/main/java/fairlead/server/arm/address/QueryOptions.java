package fairlead.server.arm.address;

import fairlead.document.openapi.ChangeOption;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The query options that each kind of address reads: the only place where one is declared, but for those of changes,
/// which are [ChangeOption]s.
///
/// A route that reads another one fails, and a test holds these against `/openapi.json` and the reference.
public final class QueryOptions {

    /// What every address reads.
    public static final Set<String> VERSION = Set.of("api-version");

    private static final Set<String> PAGES = Set.of("api-version", "$top", "$skipToken");
    private static final Set<String> FILTERED_PAGES = Set.of("api-version", "$top", "$skipToken", "$filter");
    private static final Set<String> INVENTORY = Set.of("api-version", "$top", "$skipToken", "$filter", "$expand");
    private static final Set<String> FILTERED = Set.of("api-version", "$filter");
    private static final Set<String> EXPANDED = Set.of("api-version", "$expand");
    private static final Set<String> CHANGE = with(ChangeOption.names(), "api-version");
    private static final Set<String> FORECAST = with(CHANGE, "method");
    private static final Set<String> FORGETTING = Set.of("api-version", "forget");

    private QueryOptions() {}

    private static Set<String> with(Set<String> options, String another) {
        return Stream.concat(options.stream(), Stream.of(another)).collect(Collectors.toUnmodifiableSet());
    }

    /// @param method of a request, in upper case
    public static Set<String> of(Address address, String method) {
        return switch (address) {
            case Address.OneResource _ -> method.equals("PUT") || method.equals("PATCH") ? CHANGE : VERSION;
            case Address.WhatIf _ -> FORECAST;
            case Address.ResourceList _, Address.Groups _, Address.Drifted _ -> FILTERED_PAGES;
            case Address.AllResources _ -> INVENTORY;
            case Address.Subscriptions _, Address.TagNames _, Address.OperationList _, Address.AllOrphans _ -> PAGES;
            case Address.OneOrphan _ -> method.equals("DELETE") ? FORGETTING : VERSION;
            case Address.OperationStatus _ -> EXPANDED;
            case Address.NewSkus _ -> FILTERED;
            case Address.OneSubscription _,
                    Address.SubscriptionLocations _,
                    Address.OneGroup _,
                    Address.Providers _,
                    Address.OneProvider _,
                    Address.ProviderAction _,
                    Address.ProviderOperations _,
                    Address.ProviderOperationsMetadata _,
                    Address.TenantAction _,
                    Address.NameCheck _,
                    Address.Locks _,
                    Address.OneLock _,
                    Address.TagsOf _,
                    Address.Move _,
                    Address.Export _,
                    Address.ResourceSkus _,
                    Address.ResourceAction _,
                    Address.OperationResult _,
                    Address.OperationCancel _,
                    Address.DriftOf _,
                    Address.DetectDrift _,
                    Address.Secrets _,
                    Address.ResourceCancel _ -> VERSION;
        };
    }
}
