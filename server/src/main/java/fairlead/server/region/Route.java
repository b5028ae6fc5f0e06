package fairlead.server.region;

import fairlead.server.scope.PlacedName;
import fairlead.server.scope.ScopeId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The cells that a request concerns, by its method and address alone. The front does not know what a route does,
/// so a new route of the cells usually needs no change here.
sealed interface Route {

    /// Every cell would answer the same.
    record Anywhere() implements Route {}

    /// What all cells have to know.
    record Everywhere() implements Route {}

    /// The cell of a location that the address names.
    record InLocation(String location) implements Route {}

    /// The cell that has the name.
    ///
    /// @param exact whether the address is that of the name itself; if not, it is of something below it
    record Named(PlacedName name, boolean exact) implements Route {}

    /// What moves from a group to another.
    record Moved(ScopeId group) implements Route {}

    /// A group as a template, of what all its cells have.
    record Exported(ScopeId group) implements Route {}

    /// The home of a scope.
    record AtHome(ScopeId scope) implements Route {}

    /// What holds for a scope in all cells where it is: the subscription itself, and locks at it.
    record Throughout(ScopeId scope) implements Route {}

    /// A list of what is in a scope.
    record Listed(ScopeId scope) implements Route {}

    /// Whether a name is free.
    record NameCheck(ScopeId scope) implements Route {}

    /// One operation.
    ///
    /// @param location that the address names: where it is, unless it is about more than one location; perhaps
    ///     empty
    record SomeOperation(String location) implements Route {}

    /// All subscriptions.
    record Subscriptions() implements Route {}

    /// Taking resources under management, in the location that the body names.
    record Imported() implements Route {}

    /// What happens, wherever it does.
    record Watched() implements Route {}

    /// Who did what, wherever it was done.
    record Audited() implements Route {}

    /// The resources of an ARN, wherever they are.
    record Identified() implements Route {}

    /// The resources of the scope that the query names, with what they refer to.
    record Graphed() implements Route {}

    /// What waits for approval, wherever it does.
    record Approvals() implements Route {}

    /// Nothing that callers may ask for.
    record Nowhere() implements Route {}

    /// Namespaces of what stands at a scope, and is no resource in it.
    Set<String> OF_SCOPES = Set.of("microsoft.authorization", "microsoft.resources");

    /// What all cells serve alike.
    Set<String> OF_TYPES = Set.of("types", "simulations", "webhooks");

    Set<String> MOVES = Set.of("moveresources", "validatemoveresources");

    /// @param path the parts of the address, decoded
    static Route of(String method, List<String> path) {
        List<String> words =
                path.stream().map(part -> part.toLowerCase(Locale.ROOT)).toList();
        String first = words.isEmpty() ? "" : words.getFirst();
        return switch (first) {
            case "fairlead" -> ofAdministration(method, words);
            case "subscriptions" -> ofSubscriptions(method, words);
            case "cloudformation-waitcondition", "cloudformation-custom-resource-response" ->
                words.size() > 1 ? new InLocation(words.get(1)) : new Anywhere();
            default -> new Anywhere();
        };
    }

    /// Whether it is about access data at a scope, roles or quotas for example: all of these are at the home of
    /// subscriptions, wherever the scope is, and those of the whole server as well.
    static boolean isOfAccess(List<String> path) {
        List<String> words =
                path.stream().map(part -> part.toLowerCase(Locale.ROOT)).toList();
        if (words.size() > 2
                && words.getFirst().equals("providers")
                && words.get(1).equals("microsoft.quota")) {
            return true;
        }
        for (int i = 2; i + 2 < words.size() && words.getFirst().equals("subscriptions"); i++) {
            String namespace = words.get(i + 1);
            boolean here = words.get(i).equals("providers")
                    && (namespace.equals("microsoft.quota")
                            || (namespace.equals("microsoft.authorization")
                                    && !words.get(i + 2).equals("locks")));
            if (here) {
                return true;
            }
        }
        return false;
    }

    private static Route ofAdministration(String method, List<String> words) {
        String what = words.size() > 1 ? words.get(1) : "";
        boolean reading = method.equals("GET") || method.equals("HEAD");
        return switch (what) {
            case "cell" -> new Nowhere();
            case "watch" -> new Watched();
            case "imports" -> words.size() == 2 ? new Imported() : new SomeOperation("");
            // Each cell has a log of its own, and an auditor asks it there.
            case "audit" -> words.size() == 2 ? new Audited() : new Nowhere();
            case "resources" -> new Identified();
            case "approvals" -> words.size() == 2 && reading ? new Approvals() : new SomeOperation("");
            case "graph" -> new Graphed();
            default -> OF_TYPES.contains(what) && !reading ? new Everywhere() : new Anywhere();
        };
    }

    private static Route ofSubscriptions(String method, List<String> words) {
        if (words.size() == 1) {
            return new Subscriptions();
        }
        ScopeId subscription = new ScopeId(words.get(1), "");
        Optional<Route> located = located(words);
        if (located.isPresent()) {
            return located.get();
        }
        boolean inGroup = words.size() > 3 && words.get(2).equals("resourcegroups");
        return inGroup
                ? inGroup(method, new ScopeId(words.get(1), words.get(3)), words)
                : inSubscription(method, subscription, words);
    }

    /// `providers/{namespace}/locations/{location}/...`, and operations.
    private static Optional<Route> located(List<String> words) {
        int locations = words.indexOf("locations");
        boolean named = locations > 3 && words.get(locations - 2).equals("providers") && locations + 2 < words.size();
        String location = named ? words.get(locations + 1) : "";
        int operation = Math.max(words.lastIndexOf("operationstatuses"), words.lastIndexOf("operationresults"));
        if (operation > 1 && operation + 1 < words.size()) {
            return Optional.of(new SomeOperation(location));
        }
        return named ? Optional.of(new InLocation(location)) : Optional.empty();
    }

    private static Route inSubscription(String method, ScopeId scope, List<String> words) {
        String last = words.getLast();
        if (words.size() == 2) {
            return method.equals("GET") ? new AtHome(scope) : new Throughout(scope);
        }
        if (last.equals("checknameavailability")) {
            return new NameCheck(scope);
        }
        boolean reading = method.equals("GET") || method.equals("HEAD");
        boolean described = words.get(2).equals("locations")
                || (words.get(2).equals("providers") && words.size() < 5)
                || last.equals("register")
                || last.equals("unregister");
        if (described) {
            return new Anywhere();
        }
        if (isLock(words, 2)) {
            return reading ? lockRead(scope, words, 2) : new Throughout(scope);
        }
        return reading && words.size() % 2 == 1 ? new Listed(scope) : new AtHome(scope);
    }

    private static Route inGroup(String method, ScopeId scope, List<String> words) {
        boolean reading = method.equals("GET") || method.equals("HEAD");
        if (words.size() == 4) {
            return new Named(PlacedName.parse(scope.key()), true);
        }
        if (words.size() == 5 && MOVES.contains(words.get(4))) {
            return new Moved(scope);
        }
        if (words.size() == 5 && words.get(4).equals("exporttemplate") && !reading) {
            return new Exported(scope);
        }
        if (isLock(words, 4)) {
            return reading ? lockRead(scope, words, 4) : new Throughout(scope);
        }
        boolean resource = words.size() >= 8 && words.get(4).equals("providers") && !OF_SCOPES.contains(words.get(5));
        if (resource) {
            String id = "/" + String.join("/", words.subList(0, 8));
            return new Named(PlacedName.parse(id), words.size() == 8);
        }
        return reading && words.size() % 2 == 1 ? new Listed(scope) : new AtHome(scope);
    }

    /// Whether the address is of locks at a scope whose own address has so many parts.
    private static boolean isLock(List<String> words, int scope) {
        return words.size() > scope + 2
                && words.get(scope).equals("providers")
                && words.get(scope + 1).equals("microsoft.authorization")
                && words.get(scope + 2).equals("locks");
    }

    private static Route lockRead(ScopeId scope, List<String> words, int parts) {
        return words.size() == parts + 3 ? new Listed(scope) : new AtHome(scope);
    }
}
