package fairlead.simulation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Resources that live as long as the process.
public final class InMemoryResources implements SimulatedResources {

    private final Map<String, Scope> scopes = new HashMap<>();

    private static final class Scope {
        private final NavigableMap<String, SimulatedResource> byId = new TreeMap<>();
        private final Map<String, String> names = new HashMap<>();
        private final Map<String, String> made = new HashMap<>();
    }

    private Scope scope(String name) {
        return scopes.computeIfAbsent(name, _ -> new Scope());
    }

    @Override
    public synchronized Outcome make(String scope, SimulatedResource resource, List<String> names) {
        Scope here = scope(scope);
        if (here.made.containsKey(resource.token())) {
            return new Outcome.MadeBefore();
        }
        @Nullable SimulatedResource known = here.byId.get(resource.id());
        if (known != null && known.removedBy().isEmpty()) {
            return new Outcome.IdentifierTaken();
        }
        if (names.stream().anyMatch(here.names::containsKey)) {
            return new Outcome.NameTaken();
        }
        if (known != null) {
            here.made.remove(known.token());
        }
        here.byId.put(resource.id(), resource);
        here.made.put(resource.token(), resource.id());
        names.forEach(name -> here.names.put(name, resource.id()));
        return new Outcome.Kept(resource);
    }

    @Override
    public synchronized Outcome change(String scope, SimulatedResource resource, List<String> names) {
        Scope here = scope(scope);
        @Nullable SimulatedResource known = here.byId.get(resource.id());
        if (known == null || known.removedBy().isPresent() || known.revision() != resource.revision() - 1) {
            return new Outcome.Stale();
        }
        if (names.stream()
                .anyMatch(name -> !here.names.getOrDefault(name, resource.id()).equals(resource.id()))) {
            return new Outcome.NameTaken();
        }
        here.names.values().removeIf(resource.id()::equals);
        names.forEach(name -> here.names.put(name, resource.id()));
        here.byId.put(resource.id(), resource);
        return new Outcome.Kept(resource);
    }

    @Override
    public synchronized void remove(String scope, String id, String token, Instant at) {
        Scope here = scope(scope);
        here.names.values().removeIf(id::equals);
        here.byId.computeIfPresent(
                id, (_, resource) -> resource.removedBy().isPresent() ? resource : resource.removed(token, at));
    }

    @Override
    public synchronized Optional<SimulatedResource> find(String scope, String id) {
        return Optional.ofNullable(scope(scope).byId.get(id));
    }

    @Override
    public synchronized Optional<SimulatedResource> madeBy(String scope, String token) {
        return Optional.ofNullable(scope(scope).made.get(token)).flatMap(id -> find(scope, id));
    }

    @Override
    public synchronized Optional<String> named(String scope, String name) {
        return Optional.ofNullable(scope(scope).names.get(name));
    }

    @Override
    public synchronized boolean isAmongFirst(String scope, String id, int revision, int most) {
        @Nullable SimulatedResource resource = scope(scope).byId.get(id);
        if (resource == null || resource.revision() != revision || resource.reads() >= most) {
            return false;
        }
        scope(scope).byId.put(id, resource.readOnceMore());
        return true;
    }

    @Override
    public synchronized List<SimulatedResource> list(String scope, String after, int limit) {
        List<SimulatedResource> found = new ArrayList<>();
        for (SimulatedResource resource :
                scope(scope).byId.tailMap(after, false).values()) {
            if (found.size() == limit) {
                break;
            }
            if (resource.removedBy().isEmpty()) {
                found.add(resource);
            }
        }
        return found;
    }
}
