package fairlead.server.arm.address;

import fairlead.schema.HandlerKind;
import fairlead.server.access.Plane;
import fairlead.server.http.Request;
import fairlead.server.operation.OperationId;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.record.Listing;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.secret.SecretReads;
import fairlead.server.type.AccountTypes;
import fairlead.server.type.OfferedTypes;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.definition.ArmType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Reads addresses. The words between the names are compared without regard to case, and so are names, later on.
///
/// Implements "Nested Resources" of the "Azure resource provider contract".
public final class Addresses {

    private static final String SECRETS = "listsecrets";

    private static final Set<String> VERBS = Set.of("cancel", "whatif", "skus", "drift", "detectdrift", SECRETS);

    private static final String AZURES_OWN = "microsoft.";

    private static final String SERVED = "Of Azure's own types this server serves subscriptions, resource groups, tags,"
            + " locks, deployments, roles, policies, quotas and the metadata of providers alone.";

    private final AccountTypes types;

    /// What there is for the caller.
    private final OfferedTypes offered;

    public Addresses(AccountTypes types) {
        this(types, types.ofNoAccount());
    }

    private Addresses(AccountTypes types, OfferedTypes offered) {
        this.types = types;
        this.offered = offered;
    }

    /// What the parts of a path that begins with `subscriptions` point at; a problem if it can't be anything.
    public Address parse(List<String> path) {
        if (path.size() == 1) {
            return new Address.Subscriptions();
        }
        String subscription = subscription(path.get(1));
        return path.size() == 2
                ? new Address.OneSubscription(subscription)
                : new Addresses(types, types.of(subscription)).parse(subscription, path);
    }

    private Address parse(String subscription, List<String> path) {
        Optional<Address> operation =
                operation(subscription, path).or(() -> lock(subscription, path)).or(() -> tags(path));
        if (operation.isPresent()) {
            return operation.get();
        }
        return switch (word(path.get(2))) {
            case "locations" -> ending(path, 3, new Address.SubscriptionLocations(subscription));
            case "operationstatuses" -> ending(path, 3, new Address.OperationList(subscription));
            case "resources" -> ending(path, 3, new Address.AllResources(subscription, Optional.empty()));
            case "drift" -> ending(path, 3, new Address.Drifted(subscription, Optional.empty()));
            case "leftbehind" -> ending(path, 3, new Address.AllOrphans(subscription, Optional.empty()));
            case "tagnames" -> ending(path, 3, new Address.TagNames(subscription));
            case "resourcegroups" -> inGroups(subscription, path);
            case "providers" -> inProviders(subscription, path);
            default -> throw nothing(path);
        };
    }

    /// An operation's address ends in `operationStatuses/{id}` or `operationResults/{id}`, whatever stands before
    /// that: it is found as long as the operation is known, even when its resource and group are gone.
    private static Optional<Address> operation(String subscription, List<String> path) {
        if (path.size() % 2 != 0) {
            return canceled(subscription, path);
        }
        return switch (word(path.get(path.size() - 2))) {
            case "operationstatuses" ->
                Optional.of(new Address.OperationStatus(subscription, OperationId.parse(path.getLast())));
            case "operationresults" ->
                Optional.of(new Address.OperationResult(subscription, OperationId.parse(path.getLast())));
            default -> Optional.empty();
        };
    }

    /// A lock's address is that of its scope, `providers/Microsoft.Authorization/locks`, and its name.
    private Optional<Address> lock(String subscription, List<String> path) {
        int at = path.size() % 2 == 1 ? path.size() - 3 : path.size() - 4;
        boolean isLock = at >= 2
                && word(path.get(at)).equals("providers")
                && word(path.get(at + 1)).equals("microsoft.authorization")
                && word(path.get(at + 2)).equals("locks");
        if (!isLock) {
            return Optional.empty();
        }
        String scope = switch (parse(path.subList(0, at))) {
            case Address.OneSubscription _ -> "/subscriptions/" + subscription;
            case Address.OneGroup(var _, var group) -> "/subscriptions/" + subscription + "/resourceGroups/" + group;
            case Address.OneResource(var id, var _) -> id.toString();
            default -> throw nothing(path);
        };
        return Optional.of(
                at + 3 == path.size()
                        ? new Address.Locks(subscription, scope)
                        : new Address.OneLock(subscription, scope, path.getLast()));
    }

    /// Tags by themselves have the address of what they are on, and `providers/Microsoft.Resources/tags/default`.
    private Optional<Address> tags(List<String> path) {
        int at = path.size() - 4;
        boolean isTags = at >= 2
                && word(path.get(at)).equals("providers")
                && word(path.get(at + 1)).equals("microsoft.resources")
                && word(path.get(at + 2)).equals("tags")
                && word(path.get(at + 3)).equals("default");
        if (!isTags) {
            return Optional.empty();
        }
        Address of = parse(path.subList(0, at));
        boolean taggable = of instanceof Address.OneSubscription
                || of instanceof Address.OneGroup
                || of instanceof Address.OneResource;
        return Optional.of(taggable ? new Address.TagsOf(of) : nowhere(path));
    }

    private static Optional<Address> canceled(String subscription, List<String> path) {
        int size = path.size();
        boolean cancel = size > 4
                && word(path.getLast()).equals("cancel")
                && word(path.get(size - 3)).equals("operationstatuses");
        return cancel
                ? Optional.of(new Address.OperationCancel(subscription, OperationId.parse(path.get(size - 2))))
                : Optional.empty();
    }

    private Address inGroups(String subscription, List<String> path) {
        if (path.size() == 3) {
            return new Address.Groups(subscription);
        }
        String group = path.get(3);
        if (path.size() == 4) {
            return new Address.OneGroup(subscription, group);
        }
        if (path.size() == 5 && word(path.get(4)).equals("resources")) {
            return new Address.AllResources(subscription, Optional.of(group));
        }
        if (path.size() == 5 && word(path.get(4)).equals("drift")) {
            return new Address.Drifted(subscription, Optional.of(group));
        }
        if (path.size() == 5 && word(path.get(4)).equals("leftbehind")) {
            return new Address.AllOrphans(subscription, Optional.of(group));
        }
        if (path.size() == 5 && word(path.get(4)).equals("exporttemplate")) {
            return new Address.Export(subscription, group);
        }
        boolean moves = word(path.get(4)).equals("moveresources");
        if (path.size() == 5 && (moves || word(path.get(4)).equals("validatemoveresources"))) {
            return new Address.Move(subscription, group, !moves);
        }
        if (!word(path.get(4)).equals("providers") || path.size() < 7) {
            throw nothing(path);
        }
        return resource(subscription, group, path);
    }

    /// What is in a group or, without one, extends the subscription: it or a list of such, and what is asked of
    /// one.
    private Address resource(String subscription, String group, List<String> path) {
        int first = group.isEmpty() ? 2 : 4;
        int providers = innermost(path, first);
        if (path.size() < providers + 3) {
            throw nothing(path);
        }
        Optional<Address> verb = verb(subscription, group, path).or(() -> action(subscription, group, path, providers));
        if (verb.isPresent()) {
            return verb.get();
        }
        List<String> words = new ArrayList<>(2);
        List<String> names = new ArrayList<>(2);
        for (int i = providers + 2; i < path.size(); i++) {
            ((i - providers) % 2 == 0 ? words : names).add(path.get(i));
        }
        names.forEach(Names::require);
        RegisteredType type = type(path.get(providers + 1), words);
        boolean extended = providers > first;
        if (type.current().isExtension() ? words.size() > 1 : extended || group.isEmpty()) {
            throw nothing(path);
        }
        Optional<ResourceId> above = extended ? Optional.of(extended(path.subList(0, providers))) : Optional.empty();
        ArmType armType = type.current().armType();
        if (names.size() == words.size()) {
            Optional<String> id = above.map(ResourceId::toString);
            return new Address.OneResource(new ResourceId(subscription, group, id, armType, names), type);
        }
        return new Address.ResourceList(
                names.isEmpty()
                        ? beside(subscription, group, above)
                        : new Listing.Scope.Under(new ResourceId(
                                subscription,
                                group,
                                new ArmType(armType.namespace(), armType.types().subList(0, names.size())),
                                names)),
                type);
    }

    /// Where the innermost `providers` stands that is no name: what is behind it extends what is before it.
    private static int innermost(List<String> path, int first) {
        int innermost = first;
        for (int i = first + 4; i < path.size(); i += 2) {
            if (word(path.get(i)).equals("providers")) {
                innermost = i;
            }
        }
        return innermost;
    }

    private ResourceId extended(List<String> path) {
        if (parse(path) instanceof Address.OneResource(var id, var _)) {
            return id;
        }
        throw nothing(path);
    }

    private static Listing.Scope beside(String subscription, String group, Optional<ResourceId> above) {
        if (above.isPresent()) {
            return new Listing.Scope.Extending(above.get());
        }
        return group.isEmpty()
                ? new Listing.Scope.InSubscription(subscription)
                : new Listing.Scope.InGroup(subscription, group);
    }

    /// Whether what is asked of a resource, or of the resources of a type, belongs to the data plane. Looks at the
    /// words of the address alone, since every request is asked.
    public boolean isOfDataPlane(Request request) {
        List<String> path = request.segments();
        if (path.size() < 7 || !word(path.get(4)).equals("providers") || !types.haveDataPlane()) {
            return false;
        }
        OfferedTypes known = types.of(path.get(1).toLowerCase(Locale.ROOT));
        String key = path.get(5);
        for (int i = 6; i < path.size(); i += 2) {
            Optional<RegisteredType> type = known.knownArmType((key + "/" + path.get(i)).toLowerCase(Locale.ROOT));
            boolean last = i + 2 >= path.size();
            if (type.isEmpty()) {
                return last && isDataAction(known.knownArmType(key.toLowerCase(Locale.ROOT)), path.get(i));
            }
            key += "/" + path.get(i);
        }
        HandlerKind kind = kind(request.method(), path.size() % 2 == 1);
        return known.knownArmType(key.toLowerCase(Locale.ROOT))
                .filter(type -> type.current().registration().plane(kind) == Plane.DATA)
                .isPresent();
    }

    private static boolean isDataAction(Optional<RegisteredType> type, String word) {
        if (word(word).equals(SECRETS) && type.filter(Addresses::makesSecrets).isPresent()) {
            return true;
        }
        return type.flatMap(known -> known.current().registration().action(word))
                .filter(action -> action.plane() == Plane.DATA)
                .isPresent();
    }

    private static HandlerKind kind(String method, boolean list) {
        return switch (method) {
            case "GET", "HEAD" -> list ? HandlerKind.LIST : HandlerKind.READ;
            case "DELETE" -> HandlerKind.DELETE;
            default -> HandlerKind.UPDATE;
        };
    }

    /// Something that is asked of one resource, at the end of its address.
    private Optional<Address> verb(String subscription, String group, List<String> path) {
        String verb = word(path.getLast());
        int shortest = group.isEmpty() ? 7 : 9;
        boolean isVerb = path.size() % 2 == 1 && path.size() >= shortest && VERBS.contains(verb);
        if (!isVerb) {
            return Optional.empty();
        }
        if (!(resource(subscription, group, path.subList(0, path.size() - 1))
                instanceof Address.OneResource(var id, var type))) {
            return Optional.of(nowhere(path));
        }
        if (verb.equals(SECRETS) && !makesSecrets(type)) {
            return Optional.empty();
        }
        return Optional.of(
                switch (verb) {
                    case "cancel" -> new Address.ResourceCancel(id);
                    case "skus" -> new Address.ResourceSkus(id, type);
                    case "drift" -> new Address.DriftOf(id, type);
                    case "detectdrift" -> new Address.DetectDrift(id, type);
                    case SECRETS -> new Address.Secrets(id, type);
                    default -> new Address.WhatIf(id, type);
                });
    }

    private static boolean makesSecrets(RegisteredType type) {
        return SecretReads.givesSecrets(type.current());
    }

    /// An action of the type, at the end of the address of one resource. No type is nested there: a registration
    /// that would make it so is refused.
    private Optional<Address> action(String subscription, String group, List<String> path, int providers) {
        if ((path.size() - providers) % 2 == 0 || path.size() < providers + 5) {
            return Optional.empty();
        }
        String key = path.get(providers + 1);
        for (int i = providers + 2; i < path.size() - 1; i += 2) {
            key += "/" + path.get(i);
        }
        boolean isAction = offered.findArmType(key.toLowerCase(Locale.ROOT))
                .filter(type -> type.hasAction(path.getLast()))
                .isPresent();
        return isAction
                        && resource(subscription, group, path.subList(0, path.size() - 1))
                                instanceof Address.OneResource(var id, var type)
                ? Optional.of(new Address.ResourceAction(id, type, path.getLast()))
                : Optional.empty();
    }

    private Address inProviders(String subscription, List<String> path) {
        if (path.size() == 3) {
            return new Address.Providers(subscription);
        }
        String namespace = namespace(path.get(3), path.subList(4, path.size()));
        if (path.size() == 4) {
            return new Address.OneProvider(subscription, namespace);
        }
        String last = word(path.getLast());
        boolean inLocation = path.size() == 7 && word(path.get(4)).equals("locations");
        if (last.equals("checknameavailability") && (path.size() == 5 || inLocation)) {
            return new Address.NameCheck(subscription, namespace);
        }
        if (last.equals("skus")) {
            List<String> words = path.subList(4, path.size() - 1);
            return new Address.NewSkus(
                    subscription, namespace, words.isEmpty() ? Optional.empty() : Optional.of(type(namespace, words)));
        }
        boolean leftBehind = path.size() == 8
                && word(path.get(4)).equals("locations")
                && word(path.get(6)).equals("leftbehind");
        if (leftBehind) {
            return new Address.OneOrphan(subscription, path.get(5), path.getLast());
        }
        if (path.size() != 5) {
            return resource(subscription, "", path);
        }
        if (last.equals("register") || last.equals("unregister")) {
            return new Address.ProviderAction(subscription, namespace, last);
        }
        return new Address.ResourceList(
                new Listing.Scope.InSubscription(subscription), type(namespace, List.of(path.get(4))));
    }

    /// What the parts of a path that begins with `providers` point at.
    public Address parseProviders(List<String> path) {
        if (path.size() == 3 && word(path.get(2)).equals("operations")) {
            return new Address.ProviderOperations(described(path.get(1)));
        }
        boolean metadata = path.size() >= 3
                && word(path.get(1)).equals("microsoft.authorization")
                && word(path.get(2)).equals("provideroperations");
        return switch (metadata ? path.size() : 0) {
            case 3 -> new Address.ProviderOperationsMetadata(Optional.empty());
            case 4 -> new Address.ProviderOperationsMetadata(Optional.of(described(path.get(3))));
            default ->
                path.size() == 3
                        ? new Address.TenantAction(namespace(path.get(1), path.subList(2, 3)), path.get(2))
                        : nowhere(path);
        };
    }

    private static Address nowhere(List<String> path) {
        throw nothing(path);
    }

    private RegisteredType type(String namespace, List<String> words) {
        String key = (namespace + "/" + String.join("/", words)).toLowerCase(Locale.ROOT);
        return offered.findArmType(key).orElseThrow(() -> {
            String registered = namespace(namespace, words);
            return new ProblemException(new Problem.NotFound(
                    ProblemCode.INVALID_RESOURCE_TYPE,
                    "The resource type '" + String.join("/", words) + "' could not be found in the namespace '"
                            + registered + "'."
                            + offered.near().hintWithin(registered, String.join("/", words))));
        });
    }

    /// The namespace in its registered casing; a problem if no type is in it.
    ///
    /// @param words what stands behind it in the address, a type first
    private String namespace(String given, List<String> words) {
        return offered.all().stream()
                .map(type -> type.current().armType().namespace())
                .filter(given::equalsIgnoreCase)
                .findFirst()
                .orElseThrow(() -> new ProblemException(unknown(given, words)));
    }

    /// One of types, or one of what can be done on the server itself.
    private String described(String given) {
        return ServerActions.namespace(given).orElseGet(() -> namespace(given, List.of()));
    }

    /// Azure's own namespaces are no mistake of the caller: the answer is that this server does not serve them.
    private Problem unknown(String namespace, List<String> words) {
        boolean azures = namespace.toLowerCase(Locale.ROOT).startsWith(AZURES_OWN);
        String what = words.isEmpty() ? namespace : namespace + "/" + words.getFirst();
        String message = azures
                ? "'" + what + "' is not served here. " + SERVED
                : "The resource namespace '" + namespace + "' is invalid."
                        + offered.near().hintOfNamespace(namespace);
        ProblemCode code =
                azures && !words.isEmpty() ? ProblemCode.INVALID_RESOURCE_TYPE : ProblemCode.INVALID_RESOURCE_NAMESPACE;
        return new Problem.NotFound(code, message);
    }

    private static String subscription(String given) {
        try {
            String guid = UUID.fromString(given).toString();
            if (guid.equalsIgnoreCase(given)) {
                return guid;
            }
        } catch (IllegalArgumentException notOne) {
            // Answered below, like one in another form.
        }
        throw new ProblemException(new Problem.BadRequest(
                ProblemCode.INVALID_SUBSCRIPTION_ID,
                "The subscription identifier '" + given + "' is malformed; expected a GUID.",
                "subscriptionId"));
    }

    private static Address ending(List<String> path, int size, Address address) {
        if (path.size() != size) {
            throw nothing(path);
        }
        return address;
    }

    private static String word(String part) {
        return part.toLowerCase(Locale.ROOT);
    }

    public static ProblemException nothing(List<String> path) {
        return new ProblemException(
                new Problem.NotFound(ProblemCode.NOT_FOUND, "There is nothing at '/" + String.join("/", path) + "'."));
    }
}
